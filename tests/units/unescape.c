#include "furl/percent/percent.h"

#include "units.h"

static const struct furl_range line_ends = {(const unsigned char *)"\0\r\n", 3};

/* Unescapes `in`, in pieces of length `cut`, 0 meaning random ones, to `out`. */
static size_t unescape(struct furl_range in, struct furl_range stays, bool keep, size_t cut,
                       struct reports *reports, unsigned char *out)
{
    struct furl_unescape state;
    struct dice dice = {7};
    size_t n = 0;

    reports->n = 0;
    furl_unescape_init(&state, ' ', stays, keep, report, reports);
    for (size_t i = 0; i < in.n;) {
        size_t length = piece_length(&dice, cut, in.n - i);
        n += furl_unescape_feed(&state, in.at + i, length, out + n);
        i += length;
    }
    return n + furl_unescape_final(&state, out + n);
}

static const struct {
    const char *in, *out;
    bool keep;
    uint64_t columns[4];
} examples[] = {
    {"", "", false, {0}},
    {"a+b%20c%2Bd%2be", "a b c+d+e", false, {0}},
    {"%", "%", false, {1}},
    {"%4", "%4", false, {1}},
    {"%4z%", "%4z%", false, {1, 4}},
    {"%%%41", "%%A", false, {1, 2}},
    {"%+%4+", "% %4 ", false, {1, 3}},
    {"%0A%0d%00", "%0A%0d%00", false, {0}},
    {"%1B%7f%41", "%1B%7fA", true, {0}},
    {"%C2%80%c2%9F%C2%A0", "%C2%80%c2%9F\xC2\xA0", true, {0}},
    {"\xC2%80", "\xC2%80", true, {0}},
    {"%C2\x80", "%C2\x80", true, {0}},
    {"%E2%80%E2%80%8F", "\xE2\x80%E2%80%8F", true, {0}},
    {"%E2%80%0A", "\xE2\x80%0A", true, {0}},
    {"%E2%8", "\xE2%8", true, {4}},
    {"%F3%A0%81%80%F3%A0%82%80", "%F3%A0%81%80\xF3\xA0\x82\x80", true, {0}},
};

START_TEST(examples_at_every_cut)
{
    unsigned char out[256];
    struct reports reports = {.n = 0};

    for (size_t cut = 1; cut < 20; cut++) {
        struct furl_range in = range(examples[_i].in);
        expect(out, unescape(in, line_ends, examples[_i].keep, cut, &reports, out),
               examples[_i].out);
        for (size_t i = 0; i < 4 && examples[_i].columns[i] != 0; i++) {
            ck_assert(i < reports.n);
            ck_assert_uint_eq(reports.columns[i], examples[_i].columns[i]);
        }
        ck_assert(reports.n == 4 || examples[_i].columns[reports.n] == 0);
    }
}
END_TEST

START_TEST(every_octet_is_decoded)
{
    unsigned char escape[FURL_ESCAPE_SIZE], out[FURL_UNESCAPED_MAX(3)];
    struct reports reports;
    struct furl_range in = {escape, furl_put_escape((unsigned char)_i, escape)};

    ck_assert_uint_eq(unescape(in, (struct furl_range){0}, false, 1, &reports, out), 1);
    ck_assert_uint_eq(out[0], (unsigned)_i);
    size_t kept = _i < 0x20 || _i == 0x7F ? 3 : 1;
    ck_assert_uint_eq(unescape(in, (struct furl_range){0}, true, 1, &reports, out), kept);
}
END_TEST

START_TEST(unescaping_undoes_escaping)
{
    static unsigned char in[3000], escaped[FURL_ESCAPED_MAX(3000)],
        out[FURL_UNESCAPED_MAX(FURL_ESCAPED_MAX(3000))];
    struct dice dice = {(uint64_t)_i + 99};
    struct furl_escape escape;
    struct reports reports;

    roll_octets(&dice, in, 2000);
    memset(in + 1000, '-', roll(&dice, 300));
    roll_text(&dice, in + 2000, 1000);
    furl_escape_init(&escape, &furl_rule_books[FURL_FIDOURL], &furl_components[_i]);
    size_t n = furl_escape_feed(&escape, in, sizeof in, escaped);
    n = unescape((struct furl_range){escaped, n}, (struct furl_range){0}, false, 0, &reports, out);
    ck_assert_uint_eq(n, sizeof in);
    ck_assert_mem_eq(out, in, n);
    ck_assert_uint_eq(reports.n, 0);
}
END_TEST

START_TEST(whole_equals_piecewise)
{
    static unsigned char in[4000], whole[FURL_UNESCAPED_MAX(4000)],
        pieces[FURL_UNESCAPED_MAX(4000)];
    struct dice dice = {(uint64_t)_i + 5};
    struct reports reports;

    for (size_t i = 0; i < sizeof in; i++) {
        in[i] = (unsigned char)"%%%%%0128aABCDEFeEf+x\xE2\x80\x8E\xF3\xA0"[roll(&dice, 26)];
    }
    for (int keep = 0; keep < 2; keep++) {
        struct furl_range all = {in, sizeof in};
        size_t n = unescape(all, line_ends, keep, sizeof in, &reports, whole);
        size_t bad = reports.n;
        ck_assert_uint_eq(unescape(all, line_ends, keep, cuts[_i], &reports, pieces), n);
        ck_assert_mem_eq(pieces, whole, n);
        ck_assert_uint_eq(reports.n, bad);
    }
}
END_TEST

/* Where controls are kept, a kernel takes stretches that have none: wherever those are among other
 * octets, they come out as they do octet by octet, and the same escapes are counted. */
START_TEST(controls_are_seen_wherever_they_are)
{
    static const char *const pieces[] = {
        "%E2%80%8B", "\xE2%80\x8F", "%E2",    "\xE2",    "%EF%BB", "%F3%A0%80%81", "%F3\xA0%82",
        "%C2%85",    "%c2%A0",      "%D8%9c", "%0A",     "%00",    "%1b",          "%7F",
        "%zz",       "%",           "%%",     "%E2%80%", "%4",     "\x1B"};
    static unsigned char in[3000], whole[FURL_UNESCAPED_MAX(3000)],
        octets[FURL_UNESCAPED_MAX(3000)];
    struct dice dice = {(uint64_t)_i + 77};

    for (size_t round = sampled(100); round > 0; round--) {
        struct furl_unescape at_once, one_by_one;
        struct reports reports = {.n = 0}, again = {.n = 0};
        size_t n = 0, m = 0;
        uint32_t rare = 1 + roll(&dice, 400);
        for (size_t i = 0; i < sizeof in;) {
            const char *piece = roll(&dice, rare) == 0 ? pieces[roll(&dice, COUNT(pieces))] : "%D1";
            for (; *piece != '\0' && i < sizeof in; piece++) {
                in[i++] = (unsigned char)*piece;
            }
        }
        furl_unescape_init(&at_once, ' ', line_ends, true, report, &reports);
        n = furl_unescape_feed(&at_once, in, sizeof in, whole);
        n += furl_unescape_final(&at_once, whole + n);
        furl_unescape_init(&one_by_one, ' ', line_ends, true, report, &again);
        for (size_t i = 0; i < sizeof in; i++) {
            m += furl_unescape_feed(&one_by_one, in + i, 1, octets + m);
        }
        m += furl_unescape_final(&one_by_one, octets + m);
        ck_assert_uint_eq(n, m);
        ck_assert_mem_eq(whole, octets, n);
        ck_assert_uint_eq(reports.n, again.n);
        ck_assert_mem_eq(reports.columns, again.columns, sizeof again.columns);
        ck_assert_uint_eq(at_once.stayed, one_by_one.stayed);
    }
}
END_TEST

/* Of the escapes of controls that are kept, only those that would stay anyway are counted. */
START_TEST(what_stays_is_counted)
{
    static const char *const texts[] = {"%0a%1B%0D%7f%00x", "%0A%C2%85%0D%1B%00%01"};

    for (size_t i = 0; i < COUNT(texts); i++) {
        struct furl_unescape state;
        struct reports reports = {.n = 0};
        struct furl_range text = range(texts[i]);
        unsigned char out[FURL_UNESCAPED_MAX(64)];
        furl_unescape_init(&state, ' ', line_ends, true, report, &reports);
        expect(out, furl_unescape_feed(&state, text.at, text.n, out), texts[i]);
        ck_assert_uint_eq(state.stayed, 3);
    }
}
END_TEST

Suite *unescape_suite(void)
{
    Suite *suite = suite_create("unescape");

    loop_case(suite, "examples", examples_at_every_cut, COUNT(examples));
    loop_case(suite, "octets", every_octet_is_decoded, 256);
    loop_case(suite, "inverse", unescaping_undoes_escaping, FURL_URL);
    loop_case(suite, "controls", controls_are_seen_wherever_they_are, 4);
    loop_case(suite, "counted", what_stays_is_counted, 1);
    loop_case(suite, "pieces", whole_equals_piecewise, COUNT(cuts));
    return suite;
}
