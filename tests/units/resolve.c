#include "furl/url/url.h"

#include "units.h"

#define RFC3986 "http://a/b/c/d;p?q"
#define RFC1630 "magic://a/b/c//d/e/f"
#define FREQ    "freq://2:5020/982/OFFICIAL"
#define AREA    "area://Ru.Linux+Ru.Unix/a.zip/b?msgid=1"

static const struct {
    const char *base, *reference, *resolved; /* NULL: the base says nothing about it */
} rows[] = {
    /* RFC 3986, 5.4.1 and 5.4.2 */
    {RFC3986, "g:h", "g:h"},
    {RFC3986, "g", "http://a/b/c/g"},
    {RFC3986, "./g", "http://a/b/c/g"},
    {RFC3986, "g/", "http://a/b/c/g/"},
    {RFC3986, "/g", "http://a/g"},
    {RFC3986, "//g", "http://g"},
    {RFC3986, "?y", "http://a/b/c/d;p?y"},
    {RFC3986, "g?y", "http://a/b/c/g?y"},
    {RFC3986, "#s", "http://a/b/c/d;p?q#s"},
    {RFC3986, "g#s", "http://a/b/c/g#s"},
    {RFC3986, "g?y#s", "http://a/b/c/g?y#s"},
    {RFC3986, ";x", "http://a/b/c/;x"},
    {RFC3986, "g;x", "http://a/b/c/g;x"},
    {RFC3986, "g;x?y#s", "http://a/b/c/g;x?y#s"},
    {RFC3986, "", "http://a/b/c/d;p?q"},
    {RFC3986, ".", "http://a/b/c/"},
    {RFC3986, "./", "http://a/b/c/"},
    {RFC3986, "..", "http://a/b/"},
    {RFC3986, "../", "http://a/b/"},
    {RFC3986, "../g", "http://a/b/g"},
    {RFC3986, "../..", "http://a/"},
    {RFC3986, "../../", "http://a/"},
    {RFC3986, "../../g", "http://a/g"},
    {RFC3986, "../../../g", "http://a/g"},
    {RFC3986, "../../../../g", "http://a/g"},
    {RFC3986, "/./g", "http://a/g"},
    {RFC3986, "/../g", "http://a/g"},
    {RFC3986, "g.", "http://a/b/c/g."},
    {RFC3986, ".g", "http://a/b/c/.g"},
    {RFC3986, "g..", "http://a/b/c/g.."},
    {RFC3986, "..g", "http://a/b/c/..g"},
    {RFC3986, "./../g", "http://a/b/g"},
    {RFC3986, "./g/.", "http://a/b/c/g/"},
    {RFC3986, "g/./h", "http://a/b/c/g/h"},
    {RFC3986, "g/../h", "http://a/b/c/h"},
    {RFC3986, "g;x=1/./y", "http://a/b/c/g;x=1/y"},
    {RFC3986, "g;x=1/../y", "http://a/b/c/y"},
    {RFC3986, "g?y/./x", "http://a/b/c/g?y/./x"},
    {RFC3986, "g?y/../x", "http://a/b/c/g?y/../x"},
    {RFC3986, "g#s/./x", "http://a/b/c/g#s/./x"},
    {RFC3986, "g#s/../x", "http://a/b/c/g#s/../x"},
    {RFC3986, "http:g", "http:g"},
    /* RFC 1630, partial forms */
    {RFC1630, "g", "magic://a/b/c//d/e/g"},
    {RFC1630, "/g", "magic://a/g"},
    {RFC1630, "//g", "magic://g"},
    {RFC1630, "../g", "magic://a/b/c//d/g"},
    {RFC1630, "g:h", "g:h"},
    /* RFC 3986, 5.2.3: an authority without a path; 3.3: a path that is no authority */
    {"foo://a", "g", "foo://a/g"},
    {"foo://a", "?q", "foo://a?q"},
    {"foo:a", "../b", "foo:b"},
    {"foo:/a/b", "..//c", "foo:/.//c"},
    {"foo:/a/b", "/.//c", "foo:/.//c"},
    {"foo:/a/b", "/.//", "foo:/.//"},
    {"file:///a/b", "/d", "file:///d"},
    /* Areas and addresses are authorities. */
    {AREA, "c", "area://Ru.Linux+Ru.Unix/a.zip/c"},
    {AREA, "../c", "area://Ru.Linux+Ru.Unix/c"},
    {AREA, "?x", "area://Ru.Linux+Ru.Unix/a.zip/b?x"},
    {AREA, "//Other/d", "area://Other/d"},
    {FREQ, "x", "freq://2:5020/982/x"},
    {FREQ, "../../x", "freq://2:5020/982/x"},
    {FREQ, "//2:5/6/y", "freq://2:5/6/y"},
    {"netmail:2:5/6?x", "?y", "netmail://2:5/6?y"},
    {"netmail:2:5/6", "x", NULL},
    {"areafix:a", "/x", NULL},
    /* Draft 6.2.5; echomail likewise */
    {AREA, "areafix:?leave", "areafix:Ru.Linux+Ru.Unix?leave"},
    {AREA, "echomail:", "echomail:Ru.Linux+Ru.Unix"},
    {AREA, "areafix:X?leave", "areafix:X?leave"},
    {"area://", "areafix:", NULL},
    {"fecho://x", "areafix:?leave", NULL},
};

static struct furl_result resolve(struct furl_range base, struct furl_range reference,
                                  unsigned char *out)
{
    struct furl_splitter splitter = furl_splitter(FURL_AS_SCHEME);
    struct furl_split split = furl_split(&splitter, base, NULL);

    return furl_resolve(&splitter, &split, reference, out);
}

START_TEST(references_are_resolved)
{
    unsigned char out[128];
    struct furl_result result = resolve(range(rows[_i].base), range(rows[_i].reference), out);

    ck_assert_int_eq(result.error, rows[_i].resolved != NULL ? FURL_FINE : FURL_UNRESOLVED);
    if (rows[_i].resolved != NULL) {
        expect(out, result.n, rows[_i].resolved);
    }
}
END_TEST

/* What is written fits the size that is named: a buffer of that size, for sanitizers to watch. */
START_TEST(results_fit)
{
    struct dice dice = {9};
    struct furl_splitter splitter = furl_splitter(FURL_AS_SCHEME);
    unsigned char url[URL_MAX];

    for (size_t i = sampled(10000); i > 0; i--) {
        size_t n = roll_url(&dice, url);
        size_t base_n = 2 + roll(&dice, (uint32_t)n), from = roll(&dice, (uint32_t)n);
        struct furl_range base = {url, base_n < n ? base_n : n}, reference = {url + from, n - from};
        if (furl_split(&splitter, base, NULL).scheme.at == NULL) {
            continue;
        }
        unsigned char *out = malloc(FURL_RESOLVED_MAX(base.n, reference.n));
        ck_assert_uint_le(resolve(base, reference, out).n, FURL_RESOLVED_MAX(base.n, reference.n));
        free(out);
    }
}
END_TEST

Suite *resolve_suite(void)
{
    Suite *suite = suite_create("resolve");

    loop_case(suite, "references", references_are_resolved, COUNT(rows));
    loop_case(suite, "sizes", results_fit, 1);
    return suite;
}
