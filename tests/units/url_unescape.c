#include "furl/url/url_escape.h"

#include "units.h"

static const struct furl_range line_ends = {(const unsigned char *)"\0\r\n", 3};

/* Feeds the URL in pieces of length `cut`, 0 meaning random ones. */
static size_t feed(struct furl_url_unescape *reveal, struct furl_range url, size_t cut,
                   unsigned char *out)
{
    struct dice dice = {3};
    size_t n = 0;

    for (size_t i = 0; i < url.n;) {
        size_t length = piece_length(&dice, cut, url.n - i);
        n += furl_url_unescape_feed(reveal, url.at + i, length, out + n);
        i += length;
    }
    return n;
}

static const struct {
    const char *url, *revealed;
    bool keep_controls;
    uint64_t columns[4];
} rows[] = {
    {"", "", false, {0}},
    /* What has no colon, and the scheme, stay (draft 5.2.2.4.1). */
    {"no+colon%41%zz%", "no+colon%41%zz%", false, {0}},
    {"a+b%41%zz:c%41", "a+b%41%zz:cA", false, {0}},
    {"%41:%41", "%41:A", false, {0}},
    {":+%41", ":+A", false, {0}},
    {"AREA%3A%41", "AREA%3A%41", false, {0}},
    /* `+` is a space all over the rest of Fidonet's URLs, and in the query of those of http(s). */
    {"area:a+b/c+d?e+f#g+h", "area:a b/c d?e f#g h", false, {0}},
    {"NetMail://2:5/6?to=A+B", "NetMail://2:5/6?to=A B", false, {0}},
    {"http://a+b/c+d?e+f&g+h=+?+#i+j", "http://a+b/c+d?e f&g h= ? #i+j", false, {0}},
    {"HTTPS:?+", "HTTPS:? ", false, {0}},
    {"ftp://a/b+c?d+e", "ftp://a/b+c?d+e", false, {0}},
    {"skype:+79185551234?call", "skype:+79185551234?call", false, {0}},
    {"area+x://a+b", "area+x://a+b", false, {0}},
    {"areas:+", "areas:+", false, {0}},
    {"httpx://a?+", "httpx://a?+", false, {0}},
    /* What is around a URL, with `URL:` or without, is no part of it; what has no colon then,
       stays. */
    {"<area:a+b>", "<area:a b>", false, {0}},
    {"\"http://a/b+c?d+e\"", "\"http://a/b+c?d e\"", false, {0}},
    {"<uRl:freq://2:5/6/a+b>", "<uRl:freq://2:5/6/a b>", false, {0}},
    {"<URL:%41+%zz", "<URL:%41+%zz", false, {0}},
    {"<URL:URL:area:a+%41", "<URL:URL:area:a+A", false, {0}},
    {"<ur:a+%41", "<ur:a+A", false, {0}},
    {"URL:area:a+%41", "URL:area:a A", false, {0}},
    {" \tarea:a+%41", " \tarea:a A", false, {0}},
    {"\"URL: \r\nhttp://h/?a+%41\"", "\"URL: \r\nhttp://h/?a A\"", false, {0}},
    {"URL:a+%41", "URL:a+%41", false, {0}},
    {"<area:+%4>", "<area: %4>", false, {8}},
    /* An escape is a plus, and a delimiter that was one divides nothing. */
    {"area:a%2Bb%2bc+d", "area:a+b+c d", false, {0}},
    {"http://a/?b%2Bc+d", "http://a/?b+c d", false, {0}},
    {"http://a/%3F+", "http://a/?+", false, {0}},
    {"http://a/?%23+", "http://a/?# ", false, {0}},
    {"http://a/?b#%3F+", "http://a/?b#?+", false, {0}},
    {"http://a/%25%34%31", "http://a/%41", false, {0}},
    {"x:a%D1%84b%ff\xFE",
     "x:a\xD1\x84"
     "b\xFF\xFE",
     false,
     {0}},
    /* Bad escapes; columns count from the start of the scheme. */
    {"%:%zz", "%:%zz", false, {3}},
    {"x:%", "x:%", false, {3}},
    {"x:%4", "x:%4", false, {3}},
    {"area:%+%4+", "area:% %4 ", false, {6, 8}},
    {"http://a/%%%41?%4g", "http://a/%%A?%4g", false, {10, 11, 16}},
    /* Line ends stay, and controls if they are to be kept. */
    {"http://a/%0A%0d%00%1b", "http://a/%0A%0d%00\x1B", false, {0}},
    {"http://a/%1b%7F%41", "http://a/%1b%7FA", true, {0}},
    {"http://a/%C2%9B%C2%A0?%E2%80%8e", "http://a/%C2%9B\xC2\xA0?%E2%80%8e", true, {0}},
    {"area:%C2+%9B", "area:\xC2 \x9B", true, {0}},
    {"%C2:%9B", "%C2:\x9B", true, {0}},
};

/* Each row twice in one stream, at each cut: the end of a record begins another. */
START_TEST(urls_are_revealed_at_every_cut)
{
    struct furl_range url = range(rows[_i].url);

    for (size_t cut = 0; cut <= url.n + 1; cut++) {
        struct furl_url_unescape reveal;
        struct reports reports = {.n = 0};
        memset(&reveal, 0xFF, sizeof reveal);
        furl_url_unescape_init(&reveal, line_ends, rows[_i].keep_controls, report, &reports);
        for (int record = 0; record < 2; record++) {
            unsigned char out[FURL_UNESCAPED_MAX(256)];
            reports.n = 0;
            size_t n = feed(&reveal, url, cut, out);
            n += furl_url_unescape_final(&reveal, out + n);
            expect(out, n, rows[_i].revealed);
            for (size_t i = 0; i < COUNT(rows[_i].columns); i++) {
                uint64_t wanted = rows[_i].columns[i];
                ck_assert_uint_eq(i < reports.n ? reports.columns[i] : 0, wanted);
            }
        }
    }
}
END_TEST

/* What is fed is forgotten wherever it ends: in the scheme, after it, in an escape or a UTF-8
 * sequence that is held back. Nothing of it is reported. */
START_TEST(a_restart_forgets_the_record)
{
    static const char *const begun[] = {
        "",           "are",         "area:", "area:a?b", "http://a/?b#c",   "<", "\"UR", "<URL:",
        "http://a/%", "http://a/%4", "%",     "x:%C2",    "http://a/?%E2%80"};

    for (size_t i = 0; i < COUNT(begun); i++) {
        struct furl_url_unescape reveal;
        struct reports reports = {.n = 0};
        unsigned char out[FURL_UNESCAPED_MAX(256)];
        furl_url_unescape_init(&reveal, line_ends, true, report, &reports);
        feed(&reveal, range(begun[i]), 1, out);
        furl_url_unescape_restart(&reveal);
        ck_assert_uint_eq(reports.n, 0);
        size_t n = feed(&reveal, range("1%41+:%41+%z"), 0, out);
        n += furl_url_unescape_final(&reveal, out + n);
        expect(out, n, "1%41+:A+%z");
        ck_assert_uint_eq(reports.n, 1);
        ck_assert_uint_eq(reports.columns[0], 11);
    }
}
END_TEST

/* Escapes that stayed are counted over all records; those in schemes are none. */
START_TEST(what_stayed_is_counted)
{
    struct furl_url_unescape reveal;
    struct reports reports = {.n = 0};
    unsigned char out[FURL_UNESCAPED_MAX(256)];

    furl_url_unescape_init(&reveal, line_ends, false, report, &reports);
    for (uint64_t record = 1; record <= 3; record++) {
        size_t n = feed(&reveal, range("%0A:%0A%0d%41"), 2, out);
        n += furl_url_unescape_final(&reveal, out + n);
        expect(out, n, "%0A:%0A%0dA");
        ck_assert_uint_eq(reveal.unescape.stayed, 2 * record);
    }
}
END_TEST

/* Random URLs give the same in pieces, and stay within the size that is named: output has memory
 * of that size, for sanitizers to watch. */
START_TEST(whole_equals_piecewise)
{
    struct dice dice = {(uint64_t)_i + 1};
    unsigned char url[URL_MAX];

    for (size_t i = sampled(500); i > 0; i--) {
        struct furl_range in = {url, roll_url(&dice, url)};
        unsigned char *whole = malloc(FURL_UNESCAPED_MAX(URL_MAX));
        unsigned char pieces[FURL_UNESCAPED_MAX(URL_MAX)];
        struct reports reports = {.n = 0}, again = {.n = 0};
        struct furl_url_unescape reveal;
        ck_assert(whole != NULL);
        unsigned char *end = whole + FURL_UNESCAPED_MAX(URL_MAX) - FURL_UNESCAPED_MAX(in.n);
        furl_url_unescape_init(&reveal, line_ends, i % 2 == 0, report, &reports);
        size_t n = feed(&reveal, in, in.n, end);
        n += furl_url_unescape_final(&reveal, end + n);
        furl_url_unescape_init(&reveal, line_ends, i % 2 == 0, report, &again);
        size_t pieces_n = feed(&reveal, in, cuts[_i], pieces);
        pieces_n += furl_url_unescape_final(&reveal, pieces + pieces_n);
        ck_assert_uint_eq(pieces_n, n);
        ck_assert_mem_eq(pieces, end, n);
        ck_assert_uint_eq(again.n, reports.n);
        ck_assert_mem_eq(again.columns, reports.columns, sizeof again.columns[0] * again.n);
        free(whole);
    }
}
END_TEST

Suite *url_unescape_suite(void)
{
    Suite *suite = suite_create("url_unescape");

    loop_case(suite, "urls", urls_are_revealed_at_every_cut, COUNT(rows));
    loop_case(suite, "restart", a_restart_forgets_the_record, 1);
    loop_case(suite, "stayed", what_stayed_is_counted, 1);
    loop_case(suite, "pieces", whole_equals_piecewise, COUNT(cuts));
    return suite;
}
