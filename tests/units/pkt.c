/* The layout is that of FTS-0001, "Packet Header" and "Packed Message". */
#include "units.h"

#include "bases.h"

static struct octets octets;
static struct base base;

static void put_header(struct octets *to)
{
    static const unsigned numbers[] = {1, 2, 1994, 1, 5, 21, 47, 34, 0, 2, 5030, 5020, 0xFE};

    for (size_t i = 0; i < COUNT(numbers); i++) {
        put_u16(to, numbers[i]);
    }
    put_field(to, "PASSWORD", 8);
    put_filling(to, '\0', 24);
}

static void put_start(struct octets *to)
{
    static const unsigned numbers[] = {2, 1, 2, 5030, 5020, 0, 0};

    for (size_t i = 0; i < COUNT(numbers); i++) {
        put_u16(to, numbers[i]);
    }
}

static void put_message(struct octets *to, const char *text)
{
    put_start(to);
    put_string(to, "05 Feb 94  21:47:34");
    put_string(to, "All");
    put_string(to, "Ivan");
    put_string(to, "Subject");
    put_string(to, text);
}

#define ECHOMAIL                                                                                   \
    "AREA:X.Y\r\001MSGID: 2:5/6 12345678\r\001TZUTC: 0300\r\001CHRS: CP866 2\r\x8F\xE0\r"          \
    "SEEN-BY: 1/2\r\001PATH: 1/2\r"
#define ECHOMAIL_ROW(n)                                                                            \
    n "|Ivan|All|Subject|X.Y|2:5/6 "                                                               \
      "12345678|1994-02-05T21:47:34+03:00|CP866|cp866|\xD0\x9F\xD1\x80\n"
#define NETMAIL        "\001INTL 2:5/6 2:7/8\rHi\r"
#define NETMAIL_ROW(n) n "|Ivan|All|Subject|||1994-02-05T21:47:34||utf-8|Hi\n"

static void put_two(void)
{
    octets.n = 0;
    put_header(&octets);
    put_message(&octets, ECHOMAIL);
    put_message(&octets, NETMAIL);
    put_u16(&octets, 0);
}

static void open_it(size_t cut)
{
    open_base(&base, &mail_pkt, "/in/12345678.pkt", &octets, NULL, cut);
}

START_TEST(messages_are_read)
{
    put_two();
    open_it(cuts[_i]);
    expect_message(&base, ECHOMAIL_ROW("1"));
    expect_message(&base, NETMAIL_ROW("2"));
    expect_end(&base);
}
END_TEST

START_TEST(packets_in_a_row_are_read)
{
    put_two();
    put_header(&octets);
    put_u16(&octets, 0);
    put_header(&octets);
    put_message(&octets, NETMAIL);
    put_u16(&octets, 0);
    put_filling(&octets, '\032', 100);
    open_it(cuts[_i]);
    expect_message(&base, ECHOMAIL_ROW("1"));
    expect_message(&base, NETMAIL_ROW("2"));
    expect_message(&base, NETMAIL_ROW("3"));
    expect_end(&base);
}
END_TEST

/* Dates as programs write them, and the date; the strings after them are found. */
static const struct {
    const char *date;
    size_t n; /* octets, with NULs */
    const char *wanted;
} dates[] = {
    {"05 Feb 94  21:47:34", 20, "1994-02-05T21:47:34"},
    {"Sat  5 Feb 94 21:47", 20, "1994-02-05T21:47:00"},
    {"5 Feb 94  1:47:34", 20, "1994-02-05T01:47:34"}, /* filled up */
    {"5 Feb 94  1:47:34", 18, "1994-02-05T01:47:34"}, /* ended */
    {"05 Feb 1994  21:47:34", 22, "1994-02-05T21:47:34"},
    {"", 20, ""},
    {"", 1, ""},
};

START_TEST(dates_have_20_octets_or_less_or_more)
{
    char wanted[128];

    octets.n = 0;
    put_header(&octets);
    put_start(&octets);
    put_field(&octets, dates[_i].date, dates[_i].n);
    put_string(&octets, "All");
    put_string(&octets, "Ivan");
    put_string(&octets, "Subject");
    put_string(&octets, "Hi\r");
    put_u16(&octets, 0);
    open_it(0);
    snprintf(wanted, sizeof wanted, "1|Ivan|All|Subject|||%s||utf-8|Hi\n", dates[_i].wanted);
    expect_message(&base, wanted);
    expect_end(&base);
}
END_TEST

START_TEST(a_packet_cut_short_is_read_as_far_as_it_goes)
{
    put_two();
    size_t n = octets.n;
    size_t first = 58 + 14 + 20 + 4 + 5 + 8;
    size_t second = first + strlen(ECHOMAIL) + 1 + 14 + 20 + 4 + 5 + 8;
    for (; n > 0; n--) {
        put_two();
        octets.n = n - 1;
        open_it(0);
        size_t wanted = octets.n < first ? 0 : octets.n < second ? 1 : 2;
        bool damaged = false;
        size_t messages = 0;
        for (enum mail_result result = MAIL_MESSAGE;
             result == MAIL_MESSAGE || result == MAIL_DAMAGE;) {
            result = next_of(&base);
            damaged = damaged || base.store.damage.what != NULL;
            messages += result == MAIL_MESSAGE ? 1 : 0;
        }
        mail_close(&base.store);
        ck_assert_uint_eq(messages, wanted);
        ck_assert(damaged);
    }
}
END_TEST

/* Reads all messages: those that are `wanted`, without their numbers, must be among them, in this
 * order. Returns whether damage was reported. */
static bool expect_among(const char *const wanted[])
{
    bool damaged = false;

    for (enum mail_result result = MAIL_MESSAGE; result != MAIL_END;) {
        result = next_of(&base);
        damaged = damaged || base.store.damage.what != NULL;
        if (result == MAIL_MESSAGE && *wanted != NULL &&
            strcmp(strchr(last_row(&base), '|'), *wanted) == 0) {
            wanted++;
        }
    }
    ck_assert_msg(*wanted == NULL, "missed: %s", *wanted);
    mail_close(&base.store);
    return damaged;
}

/* A packet that is cut anywhere hides nothing of the next one; nor if it comes through a pipe. */
START_TEST(a_packet_cut_short_hides_no_other)
{
    static const char *const three[] = {ECHOMAIL_ROW(""), ECHOMAIL_ROW(""), NETMAIL_ROW(""), NULL};
    static struct octets whole;
    size_t second = 58 + 14 + 20 + 4 + 5 + 8 + strlen(ECHOMAIL) + 1;

    put_two();
    whole = octets;
    for (size_t n = 60; n < whole.n; n++) {
        octets = whole;
        octets.n = n;
        put_octets(&octets, whole.at, whole.n);
        for (int pipe = 0; pipe < 2; pipe++) {
            open_it(pipe == 1 ? 7 : 0);
            if (pipe == 1) {
                read_as_pipe(&base);
            }
            ck_assert(expect_among(n < second ? three + 1 : three));
        }
    }
}
END_TEST

/* NULs that are lost, one after the other: each costs the message it is in. */
START_TEST(a_lost_nul_hides_no_other)
{
    static const char *const other[] = {NETMAIL_ROW(""), NULL};
    size_t second = 58 + 14 + 20 + 4 + 5 + 8 + strlen(ECHOMAIL) + 1;

    for (size_t at = 58 + 14; at < second; at++) {
        for (unsigned node = 0; node < 4; node++) { /* from which the other one comes: 02 00, too */
            put_two();
            set_u16(&octets, second + 2, node);
            if (octets.at[at] == '\0') {
                octets.at[at] = 'x';
                open_it(0);
                ck_assert(expect_among(other));
            }
        }
    }
}
END_TEST

/* A NUL after a short date may be that of an addressee without a name; what comes after the message
 * tells, even if it is a message whose date is lost. */
START_TEST(a_short_date_may_come_before_nobody)
{
    static const char *const names[] = {"", "All"};
    static const char *const written[] = {"5 Feb 94  1:47:34", "05 Feb 94  1:47:34"};

    for (size_t i = 0; i < 16; i++) {
        bool filled = (i & 1) != 0, damaged = (i & 4) != 0;
        const char *to = names[i >> 1 & 1];
        char row[128];
        octets.n = 0;
        put_header(&octets);
        put_start(&octets);
        put_field(&octets, written[i >> 3], filled ? 20 : strlen(written[i >> 3]) + 1);
        put_string(&octets, to);
        put_string(&octets, "Ivan");
        put_string(&octets, "Subject");
        put_string(&octets, "Hi\r");
        size_t second = octets.n;
        put_message(&octets, NETMAIL);
        put_u16(&octets, 0);
        if (damaged) {
            memset(octets.at + second + 14, 'x', 19);
        }
        open_it(0);
        snprintf(row, sizeof row, "1|Ivan|%s|Subject|||1994-02-05T01:47:34||utf-8|Hi\n", to);
        expect_message(&base, row);
        if (damaged) {
            mail_close(&base.store);
        } else {
            expect_message(&base, NETMAIL_ROW("2"));
            expect_end(&base);
        }
    }
}
END_TEST

/* A subject longer than any that the standard knows; and one that is none any more. */
START_TEST(a_long_subject_hides_nothing)
{
    static const size_t lengths[] = {72, 4080, 4200, 9000, 70000};

    for (size_t i = 0; i < COUNT(lengths); i++) {
        static struct octets long_one;
        long_one.n = 0;
        put_header(&long_one);
        put_start(&long_one);
        put_string(&long_one, "05 Feb 94  21:47:34");
        put_string(&long_one, "All");
        put_string(&long_one, "Ivan");
        put_filling(&long_one, 'x', lengths[i] % 30000);
        put_filling(&long_one, 'x', 0);
        octets = long_one;
        if (lengths[i] > 65536) { /* no NUL comes where one may be looked for */
            octets.n = 58 + 14;
            put_filling(&octets, 'x', 20000);
        }
        put_string(&octets, "");
        put_string(&octets, "Hi\r");
        put_message(&octets, NETMAIL);
        put_u16(&octets, 0);
        open_it(0);
        enum mail_result result = next_of(&base);
        if (result == MAIL_MESSAGE) {
            ck_assert_uint_eq(base.store.message.head.of[MAIL_SUBJECT].n, lengths[i]);
        }
        expect_message(&base, NETMAIL_ROW("2"));
        expect_end(&base);
    }
}
END_TEST

START_TEST(what_is_wrong_is_said)
{
    put_two();
    set_u16(&octets, 18, 3);
    open_it(0);
    expect_damage(&base, MAIL_DAMAGE, "not a packet", 1, 0);
    expect_end(&base);

    put_two();
    octets.n -= 2;
    put_u16(&octets, 7);
    open_it(0);
    expect_message(&base, ECHOMAIL_ROW("1"));
    expect_message(&base, NETMAIL_ROW("2"));
    expect_damage(&base, MAIL_DAMAGE, "no message where the next one should be", 3, octets.n - 2);
    expect_end(&base);

    put_two(); /* what fills a file up */
    put_u16(&octets, 0);
    put_u16(&octets, 0x1A1A);
    open_it(0);
    expect_message(&base, ECHOMAIL_ROW("1"));
    expect_message(&base, NETMAIL_ROW("2"));
    expect_end(&base);
    put_text(&octets, "x");
    open_it(0);
    expect_message(&base, ECHOMAIL_ROW("1"));
    expect_message(&base, NETMAIL_ROW("2"));
    expect_damage(&base, MAIL_DAMAGE, "no packet follows the end of this one", 3, octets.n - 1);
    expect_end(&base);

    octets.n = 0;
    put_header(&octets);
    put_start(&octets);
    put_filling(&octets, 'x', 5000);
    open_it(0);
    expect_damage(&base, MAIL_DAMAGE, "unterminated strings in the message's header", 1, 58);
    expect_end(&base);

    put_two();
    octets.n -= 5;
    open_it(0);
    expect_message(&base, ECHOMAIL_ROW("1"));
    expect_message(&base, "2|Ivan|All|Subject|||1994-02-05T21:47:34||utf-8|H\n");
    expect_damage(&base, MAIL_MESSAGE, "message is not terminated", 2,
                  58 + 14 + 20 + 4 + 5 + 8 + strlen(ECHOMAIL) + 1);
    expect_end(&base);
}
END_TEST

START_TEST(what_is_too_long_is_passed_over)
{
    put_two();
    open_it(cuts[_i]);
    base.store.settings.most = strlen(ECHOMAIL) - 1;
    expect_damage(&base, MAIL_DAMAGE, "message is too long", 1, 58);
    expect_message(&base, NETMAIL_ROW("2"));
    expect_end(&base);
    open_it(cuts[_i]);
    base.store.settings.most = strlen(ECHOMAIL);
    expect_message(&base, ECHOMAIL_ROW("1"));
    mail_close(&base.store);
}
END_TEST

START_TEST(any_octets_end)
{
    struct dice dice = {1};

    for (size_t tries = sampled(2000); tries > 0; tries--) {
        put_two();
        for (size_t i = roll(&dice, 20); i > 0; i--) {
            octets.at[roll(&dice, (uint32_t)octets.n)] =
                (unsigned char)(roll(&dice, 2) ? 0 : roll(&dice, 256));
        }
        open_it(0);
        read_base(&base, octets.n);
    }
}
END_TEST

Suite *pkt_suite(void)
{
    Suite *suite = suite_create("pkt");

    loop_case(suite, "messages", messages_are_read, COUNT(cuts));
    loop_case(suite, "packets", packets_in_a_row_are_read, COUNT(cuts));
    loop_case(suite, "dates", dates_have_20_octets_or_less_or_more, COUNT(dates));
    loop_case(suite, "cut", a_packet_cut_short_is_read_as_far_as_it_goes, 1);
    loop_case(suite, "cut and more", a_packet_cut_short_hides_no_other, 1);
    loop_case(suite, "lost NULs", a_lost_nul_hides_no_other, 1);
    loop_case(suite, "nobody", a_short_date_may_come_before_nobody, 1);
    loop_case(suite, "long subjects", a_long_subject_hides_nothing, 1);
    loop_case(suite, "wrong", what_is_wrong_is_said, 1);
    loop_case(suite, "too long", what_is_too_long_is_passed_over, COUNT(cuts));
    loop_case(suite, "any", any_octets_end, 1);
    return suite;
}
