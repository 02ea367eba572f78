#include "furl/url/url.h"

#include <stdlib.h>

#include "units.h"

/* Parts of a scheme, and the URL that they make; NULL: an error. */
static const struct row {
    const char *parts[FURL_PARTS_MAX], *url;
    enum furl_error error;
} rows[] = {
    {{[FURL_URL_SCHEME] = "area", [FURL_URL_AREAS] = "A+B", [FURL_URL_PATH] = "o/p"},
     "area://A+B/o/p",
     FURL_FINE},
    {{[FURL_URL_SCHEME] = "areafix", [FURL_URL_QUERY] = "leave"}, "areafix://?leave", FURL_FINE},
    {{[FURL_URL_SCHEME] = "netmail", [FURL_URL_ADDRESS] = "2:5/6", [FURL_URL_FRAGMENT] = ""},
     "netmail://2:5/6#",
     FURL_FINE},
    {{[FURL_URL_SCHEME] = "faqserv",
      [FURL_URL_ADDRESS] = "5/6",
      [FURL_URL_REQUEST] = "r",
      [FURL_URL_PATH] = "o"},
     "faqserv://5/6/r/o",
     FURL_FINE},
    {{[FURL_URL_SCHEME] = "faqserv", [FURL_URL_ADDRESS] = "5/6", [FURL_URL_PATH] = "o"},
     "faqserv://5/6//o", /* which no reading takes for a request */
     FURL_FINE},
    {{[FURL_URL_SCHEME] = "http",
      [FURL_URL_USERINFO] = "u",
      [FURL_URL_HOST] = "h",
      [FURL_URL_PORT] = "8",
      [FURL_URL_PATH] = "/p",
      [FURL_URL_QUERY] = "q",
      [FURL_URL_FRAGMENT] = "f"},
     "http://u@h:8/p?q#f",
     FURL_FINE},
    {{[FURL_URL_SCHEME] = "file", [FURL_URL_HOST] = "", [FURL_URL_PATH] = "/p"},
     "file:///p",
     FURL_FINE},
    {{[FURL_URL_SCHEME] = "ed2k", [FURL_URL_AUTHORITY] = "|x|"}, "ed2k://|x|", FURL_FINE},
    {{[FURL_URL_SCHEME] = "mailto", [FURL_URL_PATH] = "a@b"}, "mailto:a@b", FURL_FINE},
    {{[FURL_URL_SCHEME] = "x", [FURL_URL_HOST] = "[::1]", [FURL_URL_PORT] = ""},
     "x://[::1]:",
     FURL_FINE},

    {{[FURL_URL_SCHEME] = "area", [FURL_URL_HOST] = "h"}, NULL, FURL_NO_SUCH_PART},
    {{[FURL_URL_SCHEME] = "area", [FURL_URL_ADDRESS] = "5/6"}, NULL, FURL_NO_SUCH_PART},
    {{[FURL_URL_SCHEME] = "netmail", [FURL_URL_PATH] = "x"}, NULL, FURL_NO_SUCH_PART},
    {{[FURL_URL_SCHEME] = "freq", [FURL_URL_REQUEST] = "x"}, NULL, FURL_NO_SUCH_PART},
    {{[FURL_URL_SCHEME] = "http", [FURL_URL_AREAS] = "A"}, NULL, FURL_NO_SUCH_PART},
    {{[FURL_URL_SCHEME] = "1"}, NULL, FURL_BAD_SCHEME},
    {{[FURL_URL_SCHEME] = ""}, NULL, FURL_BAD_SCHEME},
    {{[FURL_URL_SCHEME] = "URL"}, NULL, FURL_BAD_SCHEME},
    {{[FURL_URL_SCHEME] = "x", [FURL_URL_PORT] = "1"}, NULL, FURL_NO_HOST},
    {{[FURL_URL_SCHEME] = "x", [FURL_URL_USERINFO] = "u"}, NULL, FURL_NO_HOST},
    {{[FURL_URL_SCHEME] = "x", [FURL_URL_HOST] = "a/b"}, NULL, FURL_BAD_HOST},
    {{[FURL_URL_SCHEME] = "x", [FURL_URL_HOST] = "h:1"}, NULL, FURL_BAD_HOST},
    {{[FURL_URL_SCHEME] = "x", [FURL_URL_HOST] = "u@h"}, NULL, FURL_BAD_HOST},
    {{[FURL_URL_SCHEME] = "x", [FURL_URL_HOST] = "h", [FURL_URL_PORT] = "x"}, NULL, FURL_BAD_HOST},
    {{[FURL_URL_SCHEME] = "x", [FURL_URL_HOST] = "h", [FURL_URL_PORT] = "65536"},
     NULL,
     FURL_BAD_PORT},
};

START_TEST(urls_are_made_of_parts)
{
    const struct row *row = &rows[_i];
    struct furl_range scheme = range(row->parts[FURL_URL_SCHEME]);
    struct furl_parts parts = furl_parts_of(furl_scheme(scheme, scheme.n), FURL_AS_SCHEME);
    unsigned char out[128];

    for (size_t i = 0; i < FURL_PARTS_MAX; i++) {
        if (row->parts[i] != NULL) {
            parts.of[i] = range(row->parts[i]);
        }
    }
    struct furl_result result = furl_compose(&parts, out);
    ck_assert_int_eq(result.error, row->error);
    if (row->url != NULL) {
        expect(out, result.n, row->url);
    }
}
END_TEST

/* What was taken apart makes the same URL, but for the delimiter of a Fidonet one; and is what it
 * consists of. */
START_TEST(parts_make_their_url)
{
    struct furl_splitter splitter = furl_splitter(FURL_AS_SCHEME);
    struct dice dice = {11};
    unsigned char url[URL_MAX];
    size_t made = 0;

    for (size_t i = sampled(20000); i > 0; i--) {
        size_t n = roll_url(&dice, url);
        struct furl_split split = furl_split(&splitter, (struct furl_range){url, n}, NULL);
        struct furl_parts parts;
        furl_split_parts(&parts, &split, FURL_AS_SCHEME);
        unsigned char *out = malloc(FURL_COMPOSED_MAX(n));
        struct furl_result result = furl_compose(&parts, out);
        if (result.error == FURL_FINE && !parts.fidonet) {
            ck_assert_uint_eq(result.n, n);
            ck_assert_mem_eq(out, url, n);
            ck_assert(furl_is_of_parts(&parts, &split, FURL_AS_SCHEME));
            made++;
        }
        free(out);
    }
    ck_assert(made > 0);
}
END_TEST

START_TEST(other_parts_are_not_taken_for_these)
{
    struct furl_splitter splitter = furl_splitter(FURL_AS_SCHEME);
    struct furl_parts parts = furl_parts_of(NULL, FURL_AS_SCHEME);
    unsigned char out[32];

    parts.of[FURL_URL_SCHEME] = range("x");
    parts.of[FURL_URL_PATH] = range("//h");
    struct furl_result result = furl_compose(&parts, out);
    expect(out, result.n, "x://h");
    struct furl_split split = furl_split(&splitter, (struct furl_range){out, result.n}, NULL);
    ck_assert(!furl_is_of_parts(&parts, &split, FURL_AS_SCHEME));
}
END_TEST

START_TEST(what_ends_a_part)
{
    struct furl_parts web = furl_parts_of(NULL, FURL_AS_SCHEME);
    struct furl_parts area = furl_parts_of(furl_scheme(range("area"), 4), FURL_AS_SCHEME);
    struct furl_parts areafix = furl_parts_of(furl_scheme(range("areafix"), 7), FURL_AS_SCHEME);

    ck_assert_str_eq(furl_ends_of(&area, FURL_URL_AREAS), "/?#");
    ck_assert_str_eq(furl_ends_of(&areafix, FURL_URL_AREAS), "?#");
    ck_assert_str_eq(furl_ends_of(&web, FURL_URL_USERINFO), "/?#@");
    ck_assert_str_eq(furl_ends_of(&web, FURL_URL_PATH), "?#");
    ck_assert_str_eq(furl_ends_of(&web, FURL_URL_QUERY), "#");
    ck_assert_str_eq(furl_ends_of(&web, FURL_URL_FRAGMENT), "");
}
END_TEST

Suite *compose_suite(void)
{
    Suite *suite = suite_create("compose");

    loop_case(suite, "rows", urls_are_made_of_parts, COUNT(rows));
    loop_case(suite, "apart and together", parts_make_their_url, 1);
    loop_case(suite, "other parts", other_parts_are_not_taken_for_these, 1);
    loop_case(suite, "ends", what_ends_a_part, 1);
    return suite;
}
