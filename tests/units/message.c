#include "mail/reader.h"

#include "units.h"

static struct mail_store store;

static void finish(struct mail_message *draft, const struct mail_charset *fallback)
{
    store.message = *draft;
    store.settings.fallback = fallback;
    ck_assert(mail_read(&store));
    mail_read_head(&store);
    *draft = store.message;
}

/* Finishes a draft of the body, and says what comes of it. */
static struct mail_message finished(const char *body, bool area_line, const char *fallback)
{
    struct mail_message draft = {.body = furl_range_of(body), .area_line = area_line};

    finish(&draft, mail_charset_named(furl_range_of(fallback)));
    return draft;
}

/* Bodies, and what text they have; AREA: is looked for. */
static const char *const bodies[][2] = {
    {"", ""},
    {"a", "a\n"},
    {"a\r", "a\n"},
    {"a\n", "a\n"},
    {"a\r\nb\rc\nd", "a\nb\nc\nd\n"},
    {"\r\r\n\n\n\r", "\n\n\n\n\n"},
    {"\001X\ra\r\001Y: z\rb", "a\nb\n"},
    {"a\001b\r \001c\r", "a\001b\n \001c\n"},
    {"a\rSEEN-BY: 1/2 3\rSEEN-BY:4\rb", "a\nb\n"},
    {"a\r SEEN-BY: 1\rseen-by: 1\r", "a\n SEEN-BY: 1\nseen-by: 1\n"},
    {"AREA:X.Y\ra\r", "a\n"},
    {"\001x\rAREA:X.Y\ra\r", "a\n"},
    {"a\rAREA:X.Y\r", "a\nAREA:X.Y\n"},
    {"\rAREA:X.Y\r", "\nAREA:X.Y\n"},
    {"area:X.Y\r", "area:X.Y\n"},
    {"\n\nAREA:X.Y\n\r", "\n\nAREA:X.Y\n\n"},
    {"\001X", ""},
    {"SEEN-BY: 1", ""},
};

START_TEST(control_lines_are_taken_out)
{
    struct mail_message message = finished(bodies[_i][0], true, "");

    expect(message.text.at, message.text.n, bodies[_i][1]);
}
END_TEST

/* The lines that are wanted of a body, from an octet to one, and what text they have. */
static const struct {
    const char *body;
    size_t from, to;
    const char *text;
} narrowed[] = {
    {"\001CHRS: CP866 2\ra\rb\rc\r", 16, 18, "\nb\n"},
    {"\001CHRS: CP866 2\ra\rb\rc\r", 15, 16, "a\n"},
    {"\001CHRS: CP866 2\ra\rb\rc\r", 16, 20, "\nb\nc\n"},
    {"\001CHRS: CP866 2\ra\rb\rc\r", 0, 14, ""},
    {"a\rb\r\001CHRS: CP866 2\rc\r", 2, 3, "b\n"},
    {"a\rb\r\001CHRS: CP866 2\rc\r", 2, 20, "b\nc\n"},
    {"AREA:X\r\001CHRS: CP866 2\ra\rb\r", 0, 6, ""},
    {"AREA:X\r\001CHRS: CP866 2\ra\rb\r", 0, 23, "a\n"},
    {"a\rb\rc\r", 2, 3, "b\n"},
    {"\x8F\xE0\xA8\xA2\xA5\xE2\rb\rc\r", 7, 8, "b\n"}, /* all of it tells the charset */
};

START_TEST(lines_that_are_not_wanted_are_left_out)
{
    const unsigned char *body = (const unsigned char *)narrowed[_i].body;
    struct mail_message draft = {.body = furl_range_of(narrowed[_i].body), .area_line = true};
    bool area = furl_starts(draft.body, "AREA:");
    bool cp866 = strstr(narrowed[_i].body, "CHRS") != NULL || body[0] >= 0x80;

    struct furl_range wanted = {body + narrowed[_i].from, narrowed[_i].to - narrowed[_i].from};
    draft.wanted = &wanted;
    draft.wanted_n = 1;
    finish(&draft, NULL);
    expect(draft.text.at, draft.text.n, narrowed[_i].text);
    expect(draft.head.of[MAIL_AREA].at, draft.head.of[MAIL_AREA].n, area ? "X" : "");
    ck_assert(draft.charset == (cp866 ? &mail_cp866 : &mail_utf8));
}
END_TEST

START_TEST(stretches_that_are_wanted_follow_each_other)
{
    const char *body = "AREA:X\ra\rb\r\nc\r\001d\re";
    struct mail_message draft = {.body = furl_range_of(body), .area_line = true, .wanted_n = 4};
    struct furl_range wanted[] = {{draft.body.at + 2, 2},   /* of the line of the area */
                                  {draft.body.at + 7, 1},   /* a */
                                  {draft.body.at + 12, 4},  /* c, and the control line */
                                  {draft.body.at + 17, 1}}; /* e */

    draft.wanted = wanted;
    finish(&draft, NULL);
    expect(draft.text.at, draft.text.n, "a\nc\ne\n");
}
END_TEST

START_TEST(a_text_ends_before_nul)
{
    struct mail_message draft = {.body = {(const unsigned char *)"a\rb\0c\r", 6}};

    finish(&draft, NULL);
    expect(draft.text.at, draft.text.n, "a\nb\n");
}
END_TEST

START_TEST(the_area_is_that_of_its_line)
{
    struct mail_message message = finished("AREA: X.Y \r", true, "");
    expect(message.head.of[MAIL_AREA].at, message.head.of[MAIL_AREA].n, "X.Y");
    message = finished("AREA: X.Y \r", false, "");
    expect(message.head.of[MAIL_AREA].at, message.head.of[MAIL_AREA].n, "");
    expect(message.text.at, message.text.n, "AREA: X.Y \n");
}
END_TEST

/* Some write it as a control line; and what leads netmail is no mark of it in echomail. */
START_TEST(the_area_that_is_told_counts)
{
    static const char *const said[] = {"\001AREA:X.Y\ra\r", "\001AREA: X.Y\ra\r",
                                       "AREA:X.Y\r\001INTL 2:5/6 2:7/8\ra\r",
                                       "\001INTL 2:5/6 2:7/8\rAREA:X.Y\ra\r"};

    for (size_t i = 0; i < COUNT(said); i++) {
        struct mail_message message = finished(said[i], true, "");
        expect(message.head.of[MAIL_AREA].at, message.head.of[MAIL_AREA].n, "X.Y");
        expect(message.text.at, message.text.n, "a\n");
        message = finished(said[i], false, "");
        expect(message.head.of[MAIL_AREA].at, message.head.of[MAIL_AREA].n, "");
    }
}
END_TEST

START_TEST(after_text_there_is_no_area)
{
    static const char *const said[] = {"a\r\001AREA:X.Y\r", "a\rAREA:X.Y\r",
                                       "\001INTL 2:5/6 2:7/8\r\r\001AREA:X.Y\r"};

    for (size_t i = 0; i < COUNT(said); i++) {
        struct mail_message message = finished(said[i], true, "");
        expect(message.head.of[MAIL_AREA].at, message.head.of[MAIL_AREA].n, "");
    }
}
END_TEST

START_TEST(netmail_has_no_area)
{
    struct mail_message draft = {.body = furl_range_of("\001INTL 2:5/6 2:7/8\ra"),
                                 .head.of[MAIL_AREA] = furl_range_of("base")};

    finish(&draft, NULL);
    ck_assert_uint_eq(draft.head.of[MAIL_AREA].n, 0);
}
END_TEST

/* Bodies, subjects, and the charset of the subject: that of the body, unless it lacks octets. */
static const struct {
    const char *body, *subject;
    const struct mail_charset *of_head;
} heads[] = {
    {"\001CHRS: UTF-8 4\rx", "\x8F\xE0\xA8\xA2\xA5\xE2", &mail_cp866},
    {"\001CHRS: UTF-8 4\rx", "\xD0\x9F\xD1", &mail_utf8}, /* it is cut */
    {"\001CHRS: UTF-8 4\rx", "caf\x82", &mail_cp437},
    {"\001CHRS: CP1252 2\rx", "\x8F\xE0\xA8\xA2\xA5\xE2", &mail_cp866},
    {"\001CHRS: CP1252 2\rx", "\xE0", &mail_cp1252},
    {"\001CHRS: ASCII 1\rx", "\xD0\x9F\xD1", &mail_utf8},
    {"\001CHRS: KOI8-R 2\rx", "\x8F\xE0\xA8\xA2\xA5\xE2", &mail_koi8r},
    {"x", "\xD0\x9F\xD1", &mail_utf8},
    {"x", "to \xE0", &mail_cp437}, /* no UTF-8 that is cut */
    {"\xD0\x9F", "\x8F\xE0\xA8\xA2\xA5\xE2", &mail_cp866},
};

START_TEST(a_head_may_be_in_another_charset)
{
    struct mail_message draft = {.body = range(heads[_i].body)};

    draft.head.of[MAIL_SUBJECT] = range(heads[_i].subject);
    finish(&draft, NULL);
    ck_assert_ptr_eq(draft.of_head, heads[_i].of_head);
}
END_TEST

START_TEST(a_fallback_counts_where_there_is_no_charset)
{
    ck_assert(finished("\001CHRS: CP866 2\r", false, "koi8-r").charset == &mail_cp866);
    ck_assert(finished("\001CHRS: IBMPC 2\r", false, "koi8-r").charset == &mail_koi8r);
    ck_assert(finished("a", false, "koi8-r").charset == &mail_koi8r);
    ck_assert(finished("a", false, "utf-16").charset == &mail_utf8); /* it has no NULs */
    ck_assert(finished("\001CHRS: UTF-16 2\r", false, "koi8-r").charset == &mail_koi8r);
}
END_TEST

START_TEST(a_zone_is_added_to_the_date)
{
    struct mail_message draft = {.body = furl_range_of("\001TZUTC: -0330\r\001TZUTC: 0100\r"),
                                 .date = {2012, 4, 19, 19, 51, 2, false}};

    finish(&draft, NULL);
    ck_assert_str_eq(draft.dates[0], "2012-04-19T19:51:02-03:30");
}
END_TEST

START_TEST(a_date_that_is_written_counts_first)
{
    struct mail_message draft = {.written = furl_range_of("05 Feb 94  21:47:34"),
                                 .date = {2012, 4, 19, 19, 51, 2, false}};

    finish(&draft, NULL);
    ck_assert_str_eq(draft.dates[0], "1994-02-05T21:47:34");
    draft.written = furl_range_of("?");
    finish(&draft, NULL);
    ck_assert_str_eq(draft.dates[0], "2012-04-19T19:51:02");
}
END_TEST

Suite *message_suite(void)
{
    Suite *suite = suite_create("message");

    loop_case(suite, "bodies", control_lines_are_taken_out, COUNT(bodies));
    loop_case(suite, "narrowed", lines_that_are_not_wanted_are_left_out, COUNT(narrowed));
    loop_case(suite, "stretches", stretches_that_are_wanted_follow_each_other, 1);
    loop_case(suite, "NUL", a_text_ends_before_nul, 1);
    loop_case(suite, "area", the_area_is_that_of_its_line, 1);
    loop_case(suite, "told area", the_area_that_is_told_counts, 1);
    loop_case(suite, "area after text", after_text_there_is_no_area, 1);
    loop_case(suite, "netmail", netmail_has_no_area, 1);
    loop_case(suite, "heads", a_head_may_be_in_another_charset, COUNT(heads));
    loop_case(suite, "fallback", a_fallback_counts_where_there_is_no_charset, 1);
    loop_case(suite, "zone", a_zone_is_added_to_the_date, 1);
    loop_case(suite, "date", a_date_that_is_written_counts_first, 1);
    return suite;
}
