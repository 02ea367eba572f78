/* The layout is that of P. Lee's "QWK Mail Packet File Layout". */
#include "units.h"

#include "bases.h"

static struct octets messages, control, headers;
static struct base base;

/* A string in a field that is filled up with blanks. */
static void put_blank(const char *text, size_t size)
{
    put_text(&messages, text);
    put_filling(&messages, ' ', size - strlen(text));
}

/* A header, and the text, in blocks that `filling` fills up. */
static void put_message(const char *number, unsigned active, unsigned conference, const char *text,
                        char filling)
{
    char blocks[16];
    size_t n = (strlen(text) + 127) / 128;

    snprintf(blocks, sizeof blocks, "%u", (unsigned)(n + 1));
    put_blank(" ", 1);
    put_blank(number, 7);
    put_blank("02-05-94", 8);
    put_blank("21:47", 5);
    put_blank("ALL", 25);
    put_blank("IVAN", 25);
    put_blank("Subject", 25);
    put_blank("", 12);
    put_blank("0", 8);
    put_blank(blocks, 6);
    put_filling(&messages, (char)active, 1);
    put_u16(&messages, conference);
    put_u16(&messages, 1);
    put_blank(" ", 1);
    put_text(&messages, text);
    put_filling(&messages, filling, 128 * n - strlen(text));
}

static void begin(void)
{
    messages.n = control.n = 0;
    put_blank("Produced by Qmail...Copyright (c) 1987 by Sparkware.  All Rights Reserved", 128);
    for (int line = 1; line <= 10; line++) {
        put_text(&control, "7\r\n");
    }
    put_text(&control,
             "3\r\n0\r\nNetmail\r\n7\r\n Ru.Linux "
             "\r\n300\r\nOther\r\n70000\r\n8\r\n9\r\n\r\n99999999999999999999\r\nHELLO\r\n\x1A\r\n"
             "65535\r\nAfter ^Z\r\n");
}

static void open_it(size_t cut)
{
    open_base(&base, &mail_qwk, "/qwk/MESSAGES.DAT", &messages, &control, cut);
}

#define ROW(n, area, text) n "|IVAN|ALL|Subject|" area "||1994-02-05T21:47:00||utf-8|" text

START_TEST(messages_are_read)
{
    char text[400] = "";
    char wanted[500];

    begin();
    for (int i = 0; i < 383; i++) {
        text[i] = (char)(i % 60 == 59 ? '\xE3' : 'a' + i % 26);
    }
    put_message("12", 0xE1, 7, text, ' ');
    ck_assert_uint_eq(messages.n, 5 * 128);
    put_message("13", 0xE2, 7, "killed\xE3", ' ');
    put_message("1234567", 0xE1, 0, "\001MSGID: x\xE3Hi,\xE3\xE3 \xE3", '\0');
    put_message("", ' ', 300, "", ' ');
    put_message("2", 0xE1, 65535, "a\xE3", ' ');
    put_message("3", 0xE1, 9, "a\xE3", ' ');
    open_it(cuts[_i]);
    for (char *at = text; *at != '\0'; at++) {
        *at = *at == '\xE3' ? '\n' : *at;
    }
    snprintf(wanted, sizeof wanted, "%s%s\n", ROW("12", "Ru.Linux", ""), text);
    expect_message(&base, wanted);
    expect_message(&base,
                   "1234567|IVAN|ALL|Subject|Netmail|x|1994-02-05T21:47:00||utf-8|Hi,\n\n \n");
    expect_message(&base, ROW("1234568", "Other", ""));
    expect_message(&base, ROW("2", "65535", "a\n"));
    expect_message(&base, ROW("3", "9", "a\n"));
    expect_end(&base);
}
END_TEST

START_TEST(sections_are_read)
{
    begin();
    put_message("1", 0xE1, 7,
                "Subject: Subject of more than 25 octets\xE3To: no\xE3\xE3"
                "a",
                ' ');
    put_message("2", 0xE1, 7,
                "From: Petr\xE3\xE3"
                "b",
                ' ');
    put_message("3", 0xE1, 7, "\001MSGID: 3\n\xE3\x81\x8B\n\xE3", ' ');
    headers.n = 0;
    put_text(&headers, "[280]\nmessage-id: <x@y>\nUtf8: TRUE\nX: ");
    put_filling(&headers, 'x', 9000);
    put_text(&headers,
             "\r\nSubject: \xD0\x9F\r\nWhenWritten: 20261122171958+0300 \n[80]\nTo: Anna\n");
    open_it(cuts[_i]);
    add_index(&base, &headers);
    expect_message(&base, "1|IVAN|Anna|Subject of more than 25 octets|Ru.Linux||"
                          "1994-02-05T21:47:00||utf-8|a\n");
    expect_message(&base, "2|Petr|ALL|Subject|Ru.Linux||1994-02-05T21:47:00||utf-8|b\n");
    expect_message(&base, "3|IVAN|ALL|\xD0\x9F|Ru.Linux|x@y|2026-11-22T17:19:58+03:00|UTF-8|utf-8|"
                          "\xE3\x81\x8B\n\xEF\xBF\xBD\n");
    expect_end(&base);
}
END_TEST

START_TEST(without_names_conferences_have_numbers)
{
    begin();
    put_message("1", 0xE1, 7, "a\xE3", ' ');
    put_message("2", 0xE1, 0x2007, "a\xE3", ' '); /* one octet, and a blank */
    put_message("3", 0xE1, 0x2107, "a\xE3", ' ');
    open_base(&base, &mail_qwk, "messages.dat", &messages, NULL, 0);
    expect_message(&base, ROW("1", "7", "a\n"));
    expect_message(&base, ROW("2", "7", "a\n"));
    expect_message(&base, ROW("3", "8455", "a\n"));
    expect_end(&base);
}
END_TEST

START_TEST(what_is_wrong_is_said)
{
    begin();
    put_message("1", 0xE1, 7, "a\xE3", ' ');
    put_blank("no header", 128);
    put_blank("no header", 128);
    put_message("2", 0xE1, 7, "b\xE3", ' ');
    put_message("3", 0xE1, 7, "c\xE3", ' ');
    messages.at[messages.n - 256 + 116] = '4';
    open_it(0);
    expect_message(&base, ROW("1", "Ru.Linux", "a\n"));
    expect_damage(&base, MAIL_DAMAGE, "no header where the next one should be", 2, 3 * 128);
    expect_message(&base, ROW("2", "Ru.Linux", "b\n"));
    expect_message(&base, ROW("3", "Ru.Linux", "c\n"));
    expect_damage(&base, MAIL_MESSAGE, "text has fewer blocks than the header says", 3, 7 * 128);
    expect_end(&base);
}
END_TEST

/* Somebody quotes a header, octet by octet: the text ends where it says, since one comes there. */
START_TEST(a_header_in_a_text_is_text)
{
    char text[128];

    begin();
    put_message("1", 0xE1, 7, "a\xE3", ' ');
    memcpy(text, messages.at + 128, sizeof text);
    size_t at = messages.n;
    put_message("2", 0xE1, 7, "", ' ');
    put_octets(&messages, text, sizeof text);
    messages.at[at + 116] = '2'; /* blocks */
    put_message("3", 0xE1, 7, "c\xE3", ' ');
    open_it(0);
    expect_message(&base, ROW("1", "Ru.Linux", "a\n"));
    ck_assert_int_eq((int)next_of(&base), (int)MAIL_MESSAGE);
    ck_assert(base.store.message.head.number == 2 && base.store.message.text.n > 100);
    expect_message(&base, ROW("3", "Ru.Linux", "c\n"));
    expect_end(&base);
}
END_TEST

START_TEST(what_is_too_long_is_passed_over)
{
    begin();
    put_message("1", 0xE1, 7, "a\xE3", ' ');
    put_message("2", 0xE1, 7, "", ' ');
    open_it(0);
    base.store.settings.most = 127;
    expect_damage(&base, MAIL_DAMAGE, "message is too long", 1, 128);
    expect_message(&base, ROW("2", "Ru.Linux", ""));
    expect_end(&base);
}
END_TEST

/* A number of blocks that lies, of a message, which is killed or not: it costs no other, read as a
 * file or from a pipe. */
START_TEST(a_length_that_lies_takes_nothing_from_others)
{
    static const char *const numbers[] = {"3     ", "4     ", "6     ", "999999"};

    for (size_t i = 0; i < COUNT(numbers); i++) {
        for (unsigned how = 0; how < 4; how++) {
            bool killed = how % 2 == 1;
            char lines[151] = "";
            begin();
            put_message("1", killed ? 0xE2 : 0xE1, 7, "a\xE3", ' ');
            memset(lines, '.', 150);
            put_message("2", 0xE1, 7, lines, ' ');
            put_message("3", 0xE1, 7, "c\xE3", ' ');
            memcpy(messages.at + 128 + 116, numbers[i], 6);
            open_it(0);
            if (how >= 2) {
                read_as_pipe(&base);
            }
            enum mail_result result = next_of(&base);
            ck_assert_uint_eq(base.store.damage.number, 1);
            if (!killed && numbers[i][0] != '9') {
                ck_assert_str_eq(last_row(&base), ROW("1", "Ru.Linux", "a\n"));
            } else {
                ck_assert_int_eq((int)result, (int)MAIL_DAMAGE);
            }
            ck_assert_int_eq((int)next_of(&base), (int)MAIL_MESSAGE);
            ck_assert_uint_eq(base.store.message.head.number, 2);
            expect_message(&base, ROW("3", "Ru.Linux", "c\n"));
            expect_end(&base);
        }
    }
}
END_TEST

START_TEST(a_cut_in_a_killed_message_is_reported)
{
    for (size_t n = 1; n < 256; n++) {
        begin();
        put_message("1", 0xE1, 7, "a\xE3", ' ');
        put_message("2", 0xE2, 7, "b\xE3", ' ');
        messages.n -= n;
        open_it(0);
        expect_message(&base, ROW("1", "Ru.Linux", "a\n"));
        ck_assert_int_eq((int)next_of(&base), (int)MAIL_DAMAGE);
        expect_end(&base);
    }
}
END_TEST

/* A file of more than 4 GiB, whose messages were killed, each of as many blocks as there can be,
 * except for the last one. */
#define MANY   999999u
#define KILLED 42u

static size_t read_huge(void *context, uint64_t offset, unsigned char *octets, size_t n)
{
    const struct octets *blocks = context; /* the first one, and two headers */

    for (size_t i = 0; i < n; i++) {
        uint64_t block = (offset + i) / 128;
        uint64_t message = block > 0 ? (block - 1) / MANY : 0;
        bool is_header = block > 0 && (block - 1) % MANY == 0;
        size_t kind = block == 0 ? 0 : message == KILLED ? 2 : 1;
        octets[i] = block == 0 || is_header ? blocks->at[128 * kind + (offset + i) % 128] : ' ';
        if (block > (uint64_t)KILLED * MANY + 2) {
            return i;
        }
    }
    return n;
}

START_TEST(files_may_have_more_than_4_gib)
{
    const struct mail_settings settings = {.most = MAIL_MESSAGE_MAX};
    struct mail_file files[MAIL_FILES] = {{&messages, read_huge, UINT64_MAX - 1}};

    begin();
    put_message("1", 0xE2, 7, "", ' ');
    put_message("2", 0xE1, 7, "", ' ');
    memcpy(messages.at + 128 + 116, "999999", 6);
    memcpy(messages.at + 256 + 116, "2     ", 6);
    mail_open(&base.store, &mail_qwk, "messages.dat", files, &settings);
    expect_message(&base, ROW("2", "7", ""));
    expect_end(&base);
}
END_TEST

/* A line of control.dat instead of the one of that number; whether that still is one. */
static const struct {
    int nth;
    const char *line;
    bool is;
} lines[] = {
    {0, "", true},
    {1, "", true},
    {5, "0000,A", true},
    {5, "PCBOARD,A_B", true},
    {5, "00000", false},
    {5, ",TEST", false},
    {5, "00000,", false},
    {5, "1,000 words", false},
    {5, "see, it", false},
    {6, "11-22-26,20:42:02", true},
    {6, "11-22-2026", false},
    {6, "11-22-2026,20:42:0x", false},
    {6, "11-22-2026,20:42:021", false},
    {6, "", false},
    {8, "MENU", true},
    {9, "-1", true},
    {9, "", false},
    {10, "?", false},
    {11, " 254 ", true},
    {11, "HELLO", false},
};

START_TEST(control_is_known_by_its_front)
{
    static const char *const right[] = {"Board",
                                        "Moscow, Russia",
                                        "095-000-0000",
                                        "Ivan, Sysop",
                                        "00000,TEST",
                                        "11-22-2026,20:42:02",
                                        "IVAN",
                                        "",
                                        "0",
                                        "0",
                                        "1"};

    for (int crlf = 0; crlf < 2; crlf++) {
        control.n = 0;
        for (int i = 1; i <= 11; i++) {
            put_text(&control, i == lines[_i].nth ? lines[_i].line : right[i - 1]);
            put_text(&control, crlf > 0 ? "\r\n" : "\n");
        }
        ck_assert(mail_is_control((struct furl_range){control.at, control.n}) == lines[_i].is);
        control.n -= crlf > 0 ? 3 : 2; /* without the last line's number it is none */
        ck_assert(lines[_i].nth == 11 ||
                  !mail_is_control((struct furl_range){control.at, control.n}));
    }
}
END_TEST

START_TEST(any_octets_end)
{
    struct dice dice = {1};

    for (size_t tries = sampled(2000); tries > 0; tries--) {
        begin();
        put_message("1", 0xE1, 7, "a\xE3", ' ');
        put_message("2", 0xE1, 300, "b\xE3", ' ');
        put_message("3", 0xE1, 0, "c\xE3", ' ');
        for (size_t i = roll(&dice, 20); i > 0; i--) {
            messages.at[roll(&dice, (uint32_t)messages.n)] = (unsigned char)roll(&dice, 256);
            messages.at[128 + 116 + 256 * roll(&dice, 3)] = (unsigned char)('0' + roll(&dice, 10));
            control.at[roll(&dice, (uint32_t)control.n)] =
                (unsigned char)("\n\r 7"[roll(&dice, 4)]);
        }
        messages.n -= roll(&dice, 500);
        control.n -= roll(&dice, (uint32_t)control.n);
        headers.n = 0;
        for (size_t i = roll(&dice, 9); i > 0; i--) {
            static const char *const pieces[] = {
                "[80]\n", "[180]", "[280]\n", "\nTo: x\n", "[", "\n", "Subject", ":", "=", "\xE3"};
            put_text(&headers, pieces[roll(&dice, COUNT(pieces))]);
        }
        open_it(0);
        add_index(&base, &headers);
        read_base(&base, messages.n + 10);
    }
}
END_TEST

Suite *qwk_suite(void)
{
    Suite *suite = suite_create("qwk");

    loop_case(suite, "messages", messages_are_read, COUNT(cuts));
    loop_case(suite, "sections", sections_are_read, COUNT(cuts));
    loop_case(suite, "numbers", without_names_conferences_have_numbers, 1);
    loop_case(suite, "wrong", what_is_wrong_is_said, 1);
    loop_case(suite, "quoted header", a_header_in_a_text_is_text, 1);
    loop_case(suite, "too long", what_is_too_long_is_passed_over, 1);
    loop_case(suite, "lengths", a_length_that_lies_takes_nothing_from_others, 1);
    loop_case(suite, "cut and killed", a_cut_in_a_killed_message_is_reported, 1);
    loop_case(suite, "4 GiB", files_may_have_more_than_4_gib, 1);
    loop_case(suite, "control", control_is_known_by_its_front, COUNT(lines));
    loop_case(suite, "any", any_octets_end, 1);
    return suite;
}
