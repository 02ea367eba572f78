#include "furl/percent/unescape.h"

#include "furl/percent/escape.h"
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

Suite *unescape_suite(void)
{
    Suite *suite = suite_create("unescape");

    loop_case(suite, "examples", examples_at_every_cut, COUNT(examples));
    loop_case(suite, "octets", every_octet_is_decoded, 256);
    loop_case(suite, "inverse", unescaping_undoes_escaping, FURL_URL);
    loop_case(suite, "pieces", whole_equals_piecewise, COUNT(cuts));
    return suite;
}
