/* The layout is that of JAM-001, 1 July 1993. */
#include "units.h"

#include "bases.h"

static struct octets headers, texts, entries;
static struct base base;

#define DELETED 0x80000000u
#define NETMAIL 0x02000000u

#define NO_HEADER 0xFFFFFFFFu

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

static void put_entry(uint32_t offset)
{
    put_u32(&entries, 0); /* of a name's checksum */
    put_u32(&entries, offset);
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
#define GAP       "no header where the next one should be"
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
    {0, 0, "not a JAM base", 1, 0, ""},
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
    {AT(2) + 64, 0xFFFFFFFF, TEXTS, 2, AT(2), "OTT"}, /* its length */
    {AT(1) + 64, 0xFFFFFFFF, TEXTS, 1, AT(1), "OTT"},
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

static void open_by_index(size_t cut)
{
    open_it(cut);
    add_index(&base, &entries);
}

/* A header that grew is at the end, in the place of the old one; and what the index does not name,
 * is not there, whatever its header says. */
START_TEST(messages_come_by_the_index)
{
    put_three();
    put_message(4, DELETED, "Four\r");
    put_message(2, 0, "Two, longer\r");
    put_message(6, 0, "Six\r");
    entries.n = 0;
    put_entry(AT(1));
    put_entry(AT(5));
    put_entry(NO_HEADER);
    put_entry(AT(4));
    put_entry(NO_HEADER);
    put_entry(AT(6));
    open_by_index(cuts[_i]);
    expect_message(&base, ROW("1", "One"));
    expect_message(&base, ROW("2", "Two, longer"));
    expect_message(&base, ROW("6", "Six"));
    expect_end(&base);
}
END_TEST

/* What an index makes of five messages, A to E: so many entries that name no header, and then these
 * headers; and the first report. */
#define GONE  "no header where the index says there is one"
#define AGAIN "the index names a header again"
static const struct index {
    unsigned bad;
    const char *headers; /* first octet of their texts; '-': no header; '?': a bad entry */
    const char *texts;
    const char *what;
    uint64_t number, offset;
} indexes[] = {
    {0, "ABCDE", "ABCDE", NULL, 0, 0},
    {0, "EAC", "EAC", NULL, 0, 0},
    {0, "A-C", "AC", NULL, 0, 0},
    {0, "----", "", NULL, 0, 0},
    {0, "A?C", "ACDE", GONE, 2, AT(2) + 1},
    {0, "A?-C?", "ACDE", GONE, 2, AT(2) + 1},
    {0, "?", "ABCDE", GONE, 1, AT(2) + 1},
    {0, "E?A", "EA", GONE, 6, AT(2) + 1},
    {15, "CA", "CADE", GONE, 1, AT(2) + 1},
    {16, "CA", "ABCDE", GONE, 1, AT(2) + 1},
    {1000, "", "ABCDE", GONE, 1, AT(2) + 1},
    {0, "BBBBBBBBBBB", "BCDE", AGAIN, 3, AT(2)},
    {0, "ABCDEA", "ABCDE", AGAIN, 6, AT(1)},
    {0, "EBDCBA", "EBDCA", AGAIN, 4, AT(2)},
    {0, "CBAABCD", "CBADE", AGAIN, 2, AT(1)},
};

START_TEST(what_an_index_hides_is_little)
{
    const struct index *row = &indexes[_i];
    char found[32] = "";
    size_t n = 0;
    struct mail_damage damage = {0};

    put_base();
    for (uint32_t i = 1; i <= 5; i++) {
        put_message(i, 0, (const char *[]){"A\r", "B\r", "C\r", "D\r", "E\r"}[i - 1]);
    }
    entries.n = 0;
    for (unsigned i = 0; i < row->bad; i++) {
        put_entry(AT(2) + 1);
    }
    for (const char *at = row->headers; *at != '\0'; at++) {
        put_entry(*at == '-' ? NO_HEADER : *at == '?' ? AT(2) + 1 : AT((unsigned)(*at - 'A') + 1u));
    }
    put_filling(&texts, ' ', 100); /* so that a text may come again */
    open_by_index(0);
    for (enum mail_result result = MAIL_MESSAGE; result != MAIL_END;) {
        result = next_of(&base);
        if (base.store.damage.what != NULL) {
            ck_assert_msg(damage.what == NULL, "two reports");
            damage = base.store.damage;
        }
        if (result == MAIL_MESSAGE) {
            ck_assert_uint_lt(n, sizeof found - 1);
            found[n++] = (char)base.store.message.text.at[0];
        }
    }
    ck_assert_str_eq(found, row->texts);
    ck_assert_str_eq(damage.what != NULL ? damage.what : "", row->what != NULL ? row->what : "");
    ck_assert_uint_eq(damage.number, row->number);
    ck_assert_uint_eq(damage.offset, row->offset);
    mail_close(&base.store);
}
END_TEST

/* Offsets at which no header is, and messages that come after one of them. */
START_TEST(entries_name_headers_of_messages)
{
    static const uint32_t offsets[] = {0, 4, 1023, AT(4), AT(4) - 1, 0x7FFFFFFF, 0xFFFFFFFE};

    put_three();
    for (size_t i = 0; i < COUNT(offsets); i++) {
        entries.n = 0;
        put_entry(AT(1));
        put_entry(offsets[i]);
        open_by_index(0);
        expect_message(&base, ROW("1", "One"));
        expect_damage(&base, MAIL_DAMAGE, GONE, 2, offsets[i]);
        expect_message(&base, ROW("2", "Two"));
        expect_message(&base, ROW("3", "Three"));
        expect_end(&base);
    }
}
END_TEST

/* What is between the headers then is reported no more. */
START_TEST(after_the_index_headers_are_looked_for)
{
    put_base();
    put_message(1, 0, "One\r");
    put_filling(&headers, 'J', 100);
    put_message(2, 0, "Two\r");
    entries.n = 0;
    put_entry(AT(1));
    put_entry(0);
    open_by_index(0);
    expect_message(&base, ROW("1", "One"));
    expect_damage(&base, MAIL_DAMAGE, GONE, 2, 0);
    expect_message(&base, ROW("2", "Two"));
    expect_end(&base);
}
END_TEST

/* An index without entries is none if .jhr has messages. An entry that is cut is none. */
START_TEST(an_empty_index_is_none)
{
    put_three();
    entries.n = 0;
    open_by_index(0);
    ck_assert_uint_eq(read_base(&base, texts.n + 10), 0);
    set_u32(&headers, 12, 3);
    for (size_t n = 0; n < 16; n++) {
        entries.n = 0;
        put_entry(AT(3));
        put_entry(AT(1));
        entries.n = n;
        open_by_index(0);
        ck_assert_uint_eq(read_base(&base, texts.n + 10), n < 8 ? 3 : 1);
    }
}
END_TEST

/* Headers of deleted messages count, too, among those that are named over and over. */
START_TEST(a_deleted_header_is_not_read_over_and_over)
{
    put_base();
    put_message(1, DELETED, "One\r");
    put_message(2, 0, "Two\r");
    entries.n = 0;
    for (int i = 0; i < 2000; i++) {
        put_entry(AT(1));
    }
    open_by_index(0);
    expect_damage(&base, MAIL_DAMAGE, AGAIN, 1, AT(1));
    expect_message(&base, ROW("2", "Two"));
    expect_end(&base);
}
END_TEST

/* A length that lies, of a text of three; the texts then, and where that is reported. */
static const struct {
    unsigned nth;
    uint32_t length;
    const char *texts[3];
} lies[] = {
    {1, 0xFFFFFFFF, {"One\n", "Two\n", "Three\n"}}, {1, 5, {"One\n", "Two\n", "Three\n"}},
    {1, 8, {"One\n", "Two\n", "Three\n"}},          {1, 14, {"One\n", "Two\n", "Three\n"}},
    {2, 0xFFFFFFFF, {"One\n", "Two\n", "Three\n"}}, {2, 5, {"One\n", "Two\n", "Three\n"}},
    {2, 10, {"One\n", "Two\n", "Three\n"}},         {3, 0xFFFFFFFF, {"One\n", "Two\n", "Three\n"}},
};

START_TEST(a_length_that_lies_takes_nothing_from_others)
{
    for (int deleted = 1; deleted <= 4; deleted++) { /* 4: none is */
        put_base();
        for (int i = 1; i <= 3; i++) {
            put_message((uint32_t)i, i == deleted ? DELETED : 0,
                        (const char *[]){"One\r", "Two\r", "Three\r"}[i - 1]);
        }
        set_u32(&headers, AT(lies[_i].nth) + 64, lies[_i].length);
        open_it(0);
        bool reported = false;
        for (int i = 1; i <= 3; i++) {
            enum mail_result result = i == deleted ? MAIL_DAMAGE : next_of(&base);
            reported = reported || base.store.damage.what != NULL;
            if (result == MAIL_MESSAGE) {
                expect(base.store.message.text.at, base.store.message.text.n,
                       lies[_i].texts[i - 1]);
            } else if (i != deleted) { /* the report of a deleted one */
                i--;
            }
        }
        reported = next_of(&base) == MAIL_DAMAGE || reported;
        ck_assert(reported || deleted == (int)lies[_i].nth);
        mail_close(&base.store);
    }
}
END_TEST

/* Offsets that lie cost the text that they are of, and no other. */
START_TEST(an_offset_that_lies_takes_nothing_from_others)
{
    static const uint32_t offsets[] = {0, 1, 2, 3, 5, 6, 7, 9, 12, 14, 0xFFFFFFFF};

    for (unsigned nth = 1; nth <= 3; nth++) {
        static const char *const wanted[] = {"One\n", "Two\n", "Three\n"};
        put_three();
        set_u32(&headers, AT(nth) + 60, offsets[_i]);
        open_it(0);
        for (unsigned i = 1; i <= 3; i++) {
            ck_assert_int_eq((int)next_of(&base), (int)MAIL_MESSAGE);
            if (i != nth) {
                struct furl_range text = base.store.message.text;
                expect(text.at, text.n, wanted[i - 1]);
            }
        }
        expect_end(&base);
    }
}
END_TEST

/* A base that is cut, with a deleted message at its end, with and without an index: the cut is
 * reported, wherever it is. */
START_TEST(a_cut_in_a_deleted_message_is_reported)
{
    for (size_t dropped = 1; dropped < 2 * MESSAGE; dropped++) {
        for (int how = 0; how < 3; how++) { /* the headers, by the index; in order; the texts */
            put_base();
            put_message(1, 0, "One\r");
            put_message(2, DELETED, "Two\r");
            put_message(3, DELETED, "Three\r");
            entries.n = 0;
            put_entry(AT(1));
            put_entry(NO_HEADER);
            put_entry(NO_HEADER);
            headers.n -= how < 2 ? dropped : 0;
            texts.n -= how == 2 ? 1 + dropped % 9 : 0;
            open_it(0);
            if (how != 1) {
                add_index(&base, &entries);
            }
            expect_message(&base, ROW("1", "One"));
            ck_assert(how < 2 && dropped == MESSAGE ? true : next_of(&base) == MAIL_DAMAGE);
            mail_close(&base.store);
        }
    }
}
END_TEST

/* Nor of the next text where a message between was deleted with its text, which then is nobody's.
 */
START_TEST(a_length_that_lies_ends_before_the_next_text)
{
    for (unsigned gone = 1; gone < 8; gone++) {
        put_base();
        put_message(1, 0, "One\r");
        for (unsigned i = 0; i < gone; i++) {
            put_message(2 + i, DELETED, "");
        }
        put_message(9, 0, "Nine\r");
        set_u32(&headers, AT(1) + 64, 0xFFFFFFFF);
        open_it(0);
        expect_message(&base, ROW("1", "One"));
        expect_damage(&base, MAIL_MESSAGE, "text is shorter than the header says", 1, AT(1));
        expect_message(&base, ROW("9", "Nine"));
        expect_end(&base);
    }
}
END_TEST

/* A deleted message without a text is nowhere, whatever its header says. */
START_TEST(no_text_is_cut_nowhere)
{
    put_base();
    put_message(1, DELETED, "");
    set_u32(&headers, headers.n - MESSAGE + 60, 0xFFFFFFFFu); /* where its text is */
    put_message(2, 0, "Two\r");
    open_it(0);
    expect_message(&base, ROW("2", "Two"));
    expect_end(&base);
}
END_TEST

/* What the store says of a message counts, not what is written in it. */
START_TEST(the_type_tells_what_is_netmail)
{
    static const struct {
        uint32_t attribute;
        const char *area;
    } types[] = {{NETMAIL, ""}, {0x01000000u, "base"}, {0x00800000u, "base"}, {0, ""}};

    for (size_t i = 0; i < COUNT(types); i++) {
        put_base();
        size_t at = begin_header(1, types[i].attribute, "\001INTL 2:5/6 2:7/8\rx\r");
        put_subfield(2000, "INTL 2:5/6 2:7/8");
        end_header(at);
        open_it(0);
        ck_assert_int_eq((int)next_of(&base), (int)MAIL_MESSAGE);
        expect(base.store.message.head.of[MAIL_AREA].at, base.store.message.head.of[MAIL_AREA].n,
               types[i].area);
        mail_close(&base.store);
    }
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
    ck_assert_uint_eq(read_base(&base, 2 * texts.n + 10), 50);
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
    expect_damage(&base, MAIL_DAMAGE, "the file with the texts is missing", 1, 0);
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
        entries.n = 0;
        for (size_t i = roll(&dice, 200); i > 0; i--) {
            put_entry(roll(&dice, 3) > 0 ? AT(1 + roll(&dice, 4)) : roll(&dice, 2000));
        }
        if (roll(&dice, 2) > 0) {
            open_by_index(0);
        } else {
            open_it(0);
        }
        read_base(&base, headers.n);
    }
}
END_TEST

Suite *jam_suite(void)
{
    Suite *suite = suite_create("jam");

    loop_case(suite, "messages", messages_are_read, COUNT(cuts));
    loop_case(suite, "index", messages_come_by_the_index, COUNT(cuts));
    loop_case(suite, "damaged indexes", what_an_index_hides_is_little, COUNT(indexes));
    loop_case(suite, "entries", entries_name_headers_of_messages, 1);
    loop_case(suite, "after the index", after_the_index_headers_are_looked_for, 1);
    loop_case(suite, "empty index", an_empty_index_is_none, 1);
    loop_case(suite, "deleted", a_deleted_header_is_not_read_over_and_over, 1);
    loop_case(suite, "damaged", what_can_be_read_of_a_damaged_base_is, COUNT(damaged));
    loop_case(suite, "lengths", a_length_that_lies_takes_nothing_from_others, COUNT(lies));
    loop_case(suite, "offsets", an_offset_that_lies_takes_nothing_from_others, 11);
    loop_case(suite, "cut and deleted", a_cut_in_a_deleted_message_is_reported, 1);
    loop_case(suite, "length and no text", a_length_that_lies_ends_before_the_next_text, 1);
    loop_case(suite, "no text", no_text_is_cut_nowhere, 1);
    loop_case(suite, "types", the_type_tells_what_is_netmail, 1);
    loop_case(suite, "overlapping", a_text_is_not_read_over_and_over, 1);
    loop_case(suite, "cut", a_base_cut_short_is_read_as_far_as_it_goes, 1);
    loop_case(suite, "no texts", without_texts_there_are_no_messages, 1);
    loop_case(suite, "too long", what_is_too_long_is_passed_over, 1);
    loop_case(suite, "any", any_octets_end, 1);
    return suite;
}
