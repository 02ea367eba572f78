/* The layout is that of JAM-001, 1 July 1993. */
#include "units.h"

#include "bases.h"

static struct octets headers, texts;
static struct base base;

#define DELETED 0x80000000u
#define NETMAIL 0x02000000u

static void put_subfield(unsigned identifier, const char *value)
{
    put_u16(&headers, identifier);
    put_u16(&headers, 0);
    put_u32(&headers, (uint32_t)strlen(value));
    put_text(&headers, value);
}

/* Begins a header. Returns where it is. */
static size_t begin_header(uint32_t number, uint32_t attribute, const char *text)
{
    size_t at = headers.n;

    put_octets(&headers, "JAM", 4);
    put_u16(&headers, 1);
    put_filling(&headers, '\0', 30);
    put_u32(&headers, 760484854); /* 1994-02-05, 21:47:34 */
    put_filling(&headers, '\0', 8);
    put_u32(&headers, number);
    put_u32(&headers, attribute);
    put_filling(&headers, '\0', 4);
    put_u32(&headers, (uint32_t)texts.n);
    put_u32(&headers, (uint32_t)strlen(text));
    put_filling(&headers, '\0', 8);
    put_text(&texts, text);
    return at;
}

static void end_header(size_t at)
{
    set_u32(&headers, at + 8, (uint32_t)(headers.n - at - 76));
}

static void put_message(uint32_t number, uint32_t attribute, const char *text)
{
    size_t at = begin_header(number, attribute, text);

    put_subfield(0, "2:5/6");
    put_subfield(2, "Ivan");
    put_subfield(3, "All");
    put_subfield(6, "Subject");
    put_subfield(4, "2:5/6 12345678");
    end_header(at);
}

#define MESSAGE      (76 + 8 + 5 + 8 + 4 + 8 + 3 + 8 + 7 + 8 + 14)
#define ROW(n, text) n "|Ivan|All|Subject|base|2:5/6 12345678|1994-02-05T21:47:34||utf-8|" text "\n"

static void put_base(void)
{
    texts.n = headers.n = 0;
    put_octets(&headers, "JAM", 4);
    put_filling(&headers, '\0', 1020);
}

static void put_three(void)
{
    put_base();
    put_message(1, 0, "One\r");
    put_message(2, 0, "Two\r");
    put_message(3, 0, "Three\r");
}

static void open_it(size_t cut)
{
    open_base(&base, &mail_jam, "/jam/base.jhr", &headers, &texts, cut);
}

START_TEST(messages_are_read)
{
    put_base();
    put_message(7, 0, "One\r\001Via x\rSEEN-BY: 1/2\r");
    put_message(8, DELETED, "Two\r");
    put_message(9, NETMAIL, "Three");
    size_t at = begin_header(12, 0, "\x8F\xE0\r\n");
    put_subfield(2, "\x88\xA2\xA0\xAD"); /* Иван */
    put_subfield(2, "Ivan");
    put_subfield(2000, "CHRS: CP866 2");
    put_subfield(2004, "0300");
    put_subfield(2001, "1/2 3");
    put_subfield(60000, "");
    end_header(at);
    open_it(cuts[_i]);
    expect_message(&base, ROW("7", "One"));
    expect_message(&base, "9|Ivan|All|Subject||2:5/6 12345678|1994-02-05T21:47:34||utf-8|Three\n");
    expect_message(&base, "12|\xD0\x98\xD0\xB2\xD0\xB0\xD0\xBD|||base||1994-02-05T21:47:34+03:00|"
                          "CP866|cp866|\xD0\x9F\xD1\x80\n");
    expect_end(&base);
}
END_TEST

/* A number written over one of three headers; what comes of it; and where the first report is. */
#define GAP       "no header is where the next one is to be"
#define SUBFIELDS "subfields are shorter than the header says"
#define TEXTS     "text is shorter than the header says"
#define AT(n)     (1024u + MESSAGE * ((n)-1u))
static const struct damaged {
    size_t at;
    uint32_t number;
    const char *what;
    uint64_t number_reported, offset;
    const char *texts; /* first octet of each */
} damaged[] = {
    {0, 0, "this is no JAM base", 1, 0, ""},
    {AT(1), 0, GAP, 1, AT(1), "TT"},
    {AT(2), 0, GAP, 2, AT(2), "OT"},
    {AT(3), 0, GAP, 3, AT(3), "OT"},
    {AT(1) + 8, 0xFFFFFFFF, SUBFIELDS, 1, AT(1), "OTT"}, /* length of subfields */
    {AT(1) + 8, MESSAGE, SUBFIELDS, 1, AT(1), "OTT"},
    {AT(3) + 8, 0xFFFFFFFF, SUBFIELDS, 3, AT(3), "OTT"},
    {AT(1) + 8, 0, GAP, 2, AT(1) + 76, "OTT"},
    {AT(1) + 8, MESSAGE - 76 - 3, SUBFIELDS, 1, AT(1), "OTT"},
    {AT(2) + 76 + 4, 0xFFFFFFFF, SUBFIELDS, 2, AT(2), "OTT"}, /* length of a subfield */
    {AT(2) + 76 + 4, MESSAGE, SUBFIELDS, 2, AT(2), "OTT"},
    {AT(2) + 60, 0xFFFFFFFF, TEXTS, 2, AT(2), "O T"}, /* offset of the text */
    {AT(2) + 64, 0xFFFFFFFF, TEXTS, 2, AT(2), "OT "}, /* its length */
    {AT(2) + 64, 0, NULL, 0, 0, "O T"},
    {AT(3) + 60, 0, NULL, 0, 0, "OTO"}, /* overlapping, but not too long */
    {AT(1) + 52, 0x80000000, NULL, 0, 0, "TT"},
};

START_TEST(what_can_be_read_of_a_damaged_base_is)
{
    const struct damaged *row = &damaged[_i];
    char found[8] = "";
    size_t n = 0;
    struct mail_damage first = {0};

    put_three();
    set_u32(&headers, row->at, row->number);
    open_it(0);
    for (enum mail_result result = MAIL_MESSAGE; result == MAIL_MESSAGE || result == MAIL_DAMAGE;) {
        result = next_of(&base);
        first = first.what == NULL ? base.store.damage : first;
        if (result == MAIL_MESSAGE) {
            struct furl_range text = base.store.message.text;
            found[n++] = text.n > 0 ? (char)text.at[0] : ' ';
            ck_assert(n < sizeof found);
        }
    }
    ck_assert_str_eq(first.what != NULL ? first.what : "", row->what != NULL ? row->what : "");
    ck_assert_str_eq(found, row->texts);
    ck_assert_uint_eq(first.number, row->number_reported);
    ck_assert_uint_eq(first.offset, row->offset);
    mail_close(&base.store);
}
END_TEST

/* Many headers of one text: it is not read for each. */
START_TEST(a_text_is_not_read_over_and_over)
{
    put_base();
    for (uint32_t i = 1; i <= 50; i++) {
        put_message(i, 0, i == 1 ? "A text of twenty.\r\r\r" : "");
        set_u32(&headers, AT(i) + 60, 0);
        set_u32(&headers, AT(i) + 64, 20);
    }
    open_it(0);
    ck_assert_uint_eq(read_base(&base, texts.n), 50);
}
END_TEST

START_TEST(a_base_cut_short_is_read_as_far_as_it_goes)
{
    put_three();
    for (size_t n = headers.n; n > 0; n--) {
        put_three();
        headers.n = n - 1;
        open_it(0);
        size_t wanted = n - 1 < AT(1) + 76   ? 0
                        : n - 1 < AT(2) + 76 ? 1
                        : n - 1 < AT(3) + 76 ? 2
                                             : 3;
        ck_assert_uint_eq(read_base(&base, texts.n + 10), wanted);
    }
}
END_TEST

START_TEST(without_texts_there_are_no_messages)
{
    put_three();
    open_base(&base, &mail_jam, "base.jhr", &headers, NULL, 0);
    expect_damage(&base, MAIL_DAMAGE, "the file with the texts is not there", 1, 0);
    expect_end(&base);
}
END_TEST

START_TEST(what_is_too_long_is_passed_over)
{
    put_three();
    open_it(0);
    base.store.settings.most = 5;
    expect_message(&base, ROW("1", "One"));
    expect_message(&base, ROW("2", "Two"));
    expect_damage(&base, MAIL_DAMAGE, "message is too long", 3, AT(3));
    expect_end(&base);
}
END_TEST

START_TEST(any_octets_end)
{
    struct dice dice = {1};

    for (size_t tries = sampled(2000); tries > 0; tries--) {
        put_three();
        for (size_t i = roll(&dice, 20); i > 0; i--) {
            set_u32(&headers, 1024 + roll(&dice, (uint32_t)headers.n - 1028), roll(&dice, 200));
        }
        open_it(0);
        read_base(&base, headers.n);
    }
}
END_TEST

Suite *jam_suite(void)
{
    Suite *suite = suite_create("jam");

    loop_case(suite, "messages", messages_are_read, COUNT(cuts));
    loop_case(suite, "damaged", what_can_be_read_of_a_damaged_base_is, COUNT(damaged));
    loop_case(suite, "overlapping", a_text_is_not_read_over_and_over, 1);
    loop_case(suite, "cut", a_base_cut_short_is_read_as_far_as_it_goes, 1);
    loop_case(suite, "no texts", without_texts_there_are_no_messages, 1);
    loop_case(suite, "too long", what_is_too_long_is_passed_over, 1);
    loop_case(suite, "any", any_octets_end, 1);
    return suite;
}
