#include "furl/url/canonical.h"

#include "furl/percent/percent.h"

#include "units.h"

#define SIZE 4096

static enum furl_error canonize(struct furl_range url, unsigned char *out, size_t *n, size_t *where)
{
    static struct furl_canonical canonical;

    furl_canonical_init(&canonical, &furl_rule_books[FURL_FIDOURL]);
    struct furl_split split = furl_split(&canonical.splitter, url, NULL);
    struct furl_result result = furl_canonical_write(&canonical, &split, out);
    *n = result.n;
    *where = result.where;
    return result.error;
}

/* Pairs that the draft calls equivalent (5.1, 5.2, 5.3, 7.1.1). */
static const struct {
    const char *a, *b;
} equivalent[] = {
    {"area:x", "area://x"},
    {"netmail:2:5/6", "netmail://2:5/6"},
    {"AREA://x", "area://x"},
    {"area://a+b?x=c+d", "area://a%20b?x=c%20d"},
    {"area://x?", "area://x"},
    {"area://x?a=b&", "area://x?a=b"},
    {"area://x?path=&subscribe", "area://x?path&subscribe="},
    {"area://x?a=%d1%8f", "area://x?a=%D1%8F"},
    {"area://x/?a", "area://x?a"},
    {"area://x/", "area://x"},
    {"area:///", "area://"},
    {"area://?", "area://"},
    {"area://x?a=b?c", "area://x?a=b%3Fc"},
    {"area://x?a=b=c", "area://x?a=b%3Dc"},
    {"area://%41", "area://A"},
    {"area://x?a=%40%2F", "area://x?a=@/"},
    {"freq://2:5/6/a%40b", "freq://2:5/6/a@b"},
};

/* Pairs that it calls different. */
static const struct {
    const char *a, *b;
} different[] = {
    {"area://x/y.zip/", "area://x/y.zip"},
    {"area://a/b", "area://a%2Fb"},
    {"area://a@b", "area://a%40b"},
    {"area://x?a=b&c", "area://x?a=b%26c"},
    {"area://x?a=b%2Bc", "area://x?a=b+c"},
    {"area://x?a=b%3D", "area://x?a%3Db="},
    {"area://x/a%2Fb", "area://x/a/b"},
    {"area://a+b", "area://b+a"},
    {"area://x", "fecho://x"},
    {"area://x", "area://X"},
};

START_TEST(equivalent_urls_have_one_form)
{
    unsigned char a[SIZE], b[SIZE];
    size_t a_n = 0, b_n = 0, where = 0;

    ck_assert_int_eq(canonize(range(equivalent[_i].a), a, &a_n, &where), FURL_FINE);
    ck_assert_int_eq(canonize(range(equivalent[_i].b), b, &b_n, &where), FURL_FINE);
    ck_assert_uint_eq(a_n, b_n);
    ck_assert_mem_eq(a, b, a_n);
}
END_TEST

START_TEST(different_urls_have_two)
{
    unsigned char a[SIZE], b[SIZE];
    size_t a_n = 0, b_n = 0, where = 0;

    ck_assert_int_eq(canonize(range(different[_i].a), a, &a_n, &where), FURL_FINE);
    ck_assert_int_eq(canonize(range(different[_i].b), b, &b_n, &where), FURL_FINE);
    ck_assert(a_n != b_n || memcmp(a, b, a_n) != 0);
}
END_TEST

START_TEST(errors_have_their_place)
{
    static const struct {
        const char *url;
        enum furl_error error;
        size_t where;
    } rows[] = {
        {"x", FURL_NO_SCHEME, 0},
        {":x", FURL_NO_SCHEME, 0},
        {"http://x", FURL_WRONG_RULES, 0},
        {"area://a++b", FURL_EMPTY_AREATAG, 9},
        {"area://+a", FURL_EMPTY_AREATAG, 7},
        {"area://a%20", FURL_EMPTY_AREATAG, 11},
        {"area://@a", FURL_EMPTY_AREATAG, 7},
        {"area://a@@b", FURL_EMPTY_DOMAIN, 9},
        {"area://a@+b", FURL_EMPTY_DOMAIN, 9},
        {"area:/x", FURL_OBJECT_WITHOUT_AREA, 6},
        {"area://x//", FURL_EMPTY_PART, 9},
        {"area://x/a//b", FURL_EMPTY_PART, 11},
        {"netmail:", FURL_BAD_ADDRESS, 8},
        {"netmail:2:5", FURL_BAD_ADDRESS, 8},
        {"netmail:2:/6", FURL_BAD_ADDRESS, 8},
        {"netmail:2:5/6/7", FURL_BAD_ADDRESS, 8},
        {"netmail:2:5/6.", FURL_BAD_ADDRESS, 8},
        {"netmail:2:5/6@", FURL_BAD_ADDRESS, 8},
        {"netmail:2:5/6@a@b", FURL_BAD_ADDRESS, 8},
        {"netmail:2:5/6+7", FURL_BAD_ADDRESS, 8},
        {"freq://x/2:5/6", FURL_BAD_ADDRESS, 7},
        {"faqserv://2:5/6//x", FURL_EMPTY_REQUEST, 16},
        {"area://x?&a", FURL_EMPTY_PARAMETER, 9},
        {"area://x?a&=b", FURL_NAMELESS_PARAMETER, 11},
        {"area://x?a=%g0", FURL_BAD_ESCAPE, 11},
        {"area://x%4", FURL_BAD_ESCAPE, 8},
        {"netmail:2:5/%", FURL_BAD_ESCAPE, 12},
    };
    unsigned char out[SIZE];

    for (size_t i = 0; i < COUNT(rows); i++) {
        size_t n = 0, where = 0;
        enum furl_error error = canonize(range(rows[i].url), out, &n, &where);
        ck_assert_msg(error == rows[i].error && where == rows[i].where, "%s: %s at %zu",
                      rows[i].url, furl_error_text(error), where);
    }
}
END_TEST

/* All octets may be bare in a component: they come out escaped, and NUL ends nothing. */
START_TEST(any_octet_may_be_bare)
{
    unsigned char url[] = "area://x?a=b?c", out[SIZE];
    size_t n = 0, where = 0;
    char wanted[32] = "area://x?a=b+c";

    url[12] = (unsigned char)_i;
    bool literal = _i != 0 && (furl_is((unsigned char)_i, FURL_ALNUM) ||
                               strchr("!$'()*,-.:;_/@#", _i) != NULL);
    if (literal) {
        wanted[12] = (char)_i;
    } else if (_i != ' ' && _i != '+') {
        snprintf(wanted, sizeof wanted, "area://x?a=b%%%02Xc", (unsigned)_i);
    }
    struct furl_range range = {url, 14};
    if (_i == '%') {
        ck_assert_int_eq(canonize(range, out, &n, &where), FURL_BAD_ESCAPE);
    } else if (_i == '&') {
        ck_assert_int_eq(canonize(range, out, &n, &where), FURL_FINE);
        expect(out, n, "area://x?a=b&c");
    } else {
        ck_assert_int_eq(canonize(range, out, &n, &where), FURL_FINE);
        expect(out, n, wanted);
    }
}
END_TEST

static const char *const schemes[] = {"area",    "fecho",   "freq",    "faqserv",
                                      "netmail", "areafix", "echomail"};

START_TEST(twice_is_once)
{
    struct dice dice = {(uint64_t)_i + 1};
    unsigned char url[FURL_CANONICAL_MAX(FURL_CANONICAL_MAX(200))], once[FURL_CANONICAL_MAX(200)],
        twice[FURL_CANONICAL_MAX(FURL_CANONICAL_MAX(200))];
    const size_t wanted = sampled(200);

    for (size_t fine = 0, tries = 0; fine < wanted; tries++) {
        ck_assert(tries < 1000 * wanted);
        size_t n = 0, again = 0, where = 0;
        size_t length = (size_t)sprintf((char *)url, "%s:%s%s", schemes[_i],
                                        roll(&dice, 2) ? "//" : "", roll(&dice, 2) ? "2:5/6" : "");
        size_t tail = roll(&dice, 40);
        for (size_t j = 0; j < tail; j++) {
            url[length++] = (unsigned char)"a/?&=+@%2f%40%41 -.b:"[roll(&dice, 21)];
        }
        if (roll(&dice, 2) == 0) {
            length += (size_t)sprintf((char *)url + length, "%s", "?a=%D0%A4%c2%a0\xD1\x84");
        }
        if (canonize((struct furl_range){url, length}, once, &n, &where) != FURL_FINE) {
            continue;
        }
        fine++;
        ck_assert_uint_le(n, FURL_CANONICAL_MAX(length));
        ck_assert_int_eq(canonize((struct furl_range){once, n}, twice, &again, &where), FURL_FINE);
        ck_assert_uint_eq(again, n);
        ck_assert_mem_eq(once, twice, n);
        memcpy(twice, once, n);
        struct furl_range shown = {twice, furl_readable(twice, n)};
        ck_assert_int_eq(canonize(shown, url, &again, &where), FURL_FINE);
        ck_assert_uint_eq(again, n);
        ck_assert_mem_eq(once, url, n);
    }
}
END_TEST

static void no_report(void *context, uint64_t column, uint64_t n)
{
    (void)context;
    (void)n;
    ck_abort_msg("column %llu", (unsigned long long)column);
}

/* What the parts of a URL that is split at `marks` decode to, each after a LF. */
static size_t decode_parts(struct furl_range url, const char *marks, unsigned char *out)
{
    struct furl_unescape unescape;
    size_t n = 0;

    furl_unescape_init(&unescape, ' ', (struct furl_range){0}, false, no_report, NULL);
    for (size_t i = 0; i < url.n; i++) {
        if (strchr(marks, url.at[i]) != NULL) {
            n += furl_unescape_final(&unescape, out + n);
            out[n++] = '\n';
            out[n++] = url.at[i];
        } else {
            n += furl_unescape_feed(&unescape, url.at + i, 1, out + n);
        }
    }
    return n + furl_unescape_final(&unescape, out + n);
}

/* The parts of the result decode to what the parts of the URL decode to. */
START_TEST(what_the_parts_decode_to_stays)
{
    static const char *const pieces[] = {"a",   "B",   "%41", "%2f",  "%2B",    "%26",
                                         "%3D", "%3f", "%7e", "~",    "%d1%84", "---",
                                         "%25", "!",   "%40", "\xFF", "%00"};
    struct dice dice = {(uint64_t)_i + 1};
    unsigned char url[400], form[FURL_CANONICAL_MAX(400)], a[2048], b[2048];

    for (size_t i = sampled(3000); i > 0; i--) {
        size_t length = (size_t)sprintf((char *)url, "area://");
        for (const char *mark = "x/y?n=v&m=w"; *mark != '\0'; mark++) {
            url[length++] = (unsigned char)*mark;
            for (uint32_t j = roll(&dice, 4); furl_is((unsigned char)*mark, FURL_ALNUM) && j > 0;
                 j--) {
                length +=
                    (size_t)sprintf((char *)url + length, "%s", pieces[roll(&dice, COUNT(pieces))]);
            }
        }
        size_t n = 0, where = 0;
        ck_assert_int_eq(canonize((struct furl_range){url, length}, form, &n, &where), FURL_FINE);
        size_t a_n = decode_parts((struct furl_range){url, length}, "?&=", a);
        size_t b_n = decode_parts((struct furl_range){form, n}, "?&=", b);
        ck_assert_uint_eq(a_n, b_n);
        ck_assert_mem_eq(a, b, a_n);
    }
}
END_TEST

Suite *canonical_fidonet_suite(void)
{
    Suite *suite = suite_create("canonical_fidonet");

    loop_case(suite, "equivalent", equivalent_urls_have_one_form, COUNT(equivalent));
    loop_case(suite, "different", different_urls_have_two, COUNT(different));
    loop_case(suite, "errors", errors_have_their_place, 1);
    loop_case(suite, "bare", any_octet_may_be_bare, 256);
    loop_case(suite, "meaning", what_the_parts_decode_to_stays, 4);
    loop_case(suite, "idempotence", twice_is_once, COUNT(schemes));
    return suite;
}
