#include "furl/url/url_escape.h"

#include "units.h"

/* URLs, and where each of their octets leaves us: in the Scheme, after its Colon, after a sLash,
 * in the Authority, Path, Query, Fragment. */
static const struct {
    const char *url, *places;
} rows[] = {
    {"no colon", "SSSSSSSS"},
    {"http://a/b?c#d", "SSSSCLAAPPQQFF"},
    {"http://a?b/c:d", "SSSSCLAAQQQQQQ"},
    {"http://a#b?c/d", "SSSSCLAAFFFFFF"},
    {"x:///y", "SCLAPP"},
    {"x:/y//z", "SCLPPPP"},
    {"x:y:z?", "SCPPPQ"},
    {"x:?y", "SCQQ"},
    {"x:#y", "SCFF"},
    {"x:/?y", "SCLQQ"},
    {"area:x/y?z", "SSSSCPPPQQ"},
};

/* The place after the first octets of a URL, taken in pieces of length `cut`. */
static struct furl_url_part place_after(struct furl_range url, size_t cut)
{
    struct furl_url_part place = {.part = FURL_IN_SCHEME};

    for (size_t n = 0; url.n > 0; furl_skip(&url, n)) {
        struct furl_marks marks = {0, 0, 0};
        n = url.n < cut ? url.n : cut;
        if (place.part == FURL_IN_SCHEME) {
            n = furl_url_part_scheme(&place, url.at, n);
            continue;
        }
        for (size_t i = 0; i < n; i++) {
            marks.slashes |= (uint64_t)(url.at[i] == '/') << i;
            marks.questions |= (uint64_t)(url.at[i] == '?') << i;
            marks.hashes |= (uint64_t)(url.at[i] == '#') << i;
        }
        furl_url_part_feed(&place, n, marks);
    }
    return place;
}

START_TEST(each_octet_has_its_place)
{
    static const char letters[] = "SCLAPQF";
    struct furl_range url = range(rows[_i].url);

    for (size_t n = 1; n <= url.n; n++) {
        for (size_t cut = 1; cut <= n; cut++) {
            struct furl_url_part place = place_after((struct furl_range){url.at, n}, cut);
            ck_assert_msg(letters[place.part] == rows[_i].places[n - 1], "%s, %zu by %zu: %c",
                          rows[_i].url, n, cut, letters[place.part]);
        }
    }
}
END_TEST

START_TEST(the_scheme_is_read_at_every_cut)
{
    static const struct {
        const char *url, *name; /* NULL: the scheme is in no table */
    } urls[] = {
        {"http://a", "http"}, {"AREA:x", "area"}, {"Echomail:", "echomail"},
        {"httpx://a", NULL},  {"areas:", NULL},   {":a", NULL},
        {"echomailx:", NULL}, {"are", NULL},      {"echomailecho:", NULL},
    };

    for (size_t i = 0; i < COUNT(urls); i++) {
        struct furl_range url = range(urls[i].url);
        for (size_t cut = 1; cut <= url.n; cut++) {
            struct furl_url_part place = place_after(url, cut);
            ck_assert((place.scheme != NULL) == (urls[i].name != NULL));
            ck_assert(place.scheme == NULL || strcmp(place.scheme->name, urls[i].name) == 0);
        }
    }
}
END_TEST

/* Octets are taken up to and with the one that begins the query or the fragment. */
START_TEST(the_query_is_found)
{
    static const struct {
        const char *url;
        size_t runs[4];
    } urls[] = {
        {"//a/b", {5}},      {"//ab?c#d#?", {5, 2, 3}}, {"?", {1}}, {"#?", {1, 1}},
        {"a#b?c#d", {2, 5}}, {"?a?b/?#", {1, 6}},       {"#", {1}}, {"/?/#/", {2, 2, 1}},
    };

    for (size_t i = 0; i < COUNT(urls); i++) {
        struct furl_url_part place = {.part = FURL_AFTER_COLON};
        struct furl_range url = range(urls[i].url);
        for (size_t run = 0; url.n > 0; run++) {
            size_t n = furl_url_part_query(&place, url.at, url.n);
            ck_assert_uint_eq(n, urls[i].runs[run]);
            furl_skip(&url, n);
        }
    }
}
END_TEST

Suite *url_part_suite(void)
{
    Suite *suite = suite_create("url_part");

    loop_case(suite, "places", each_octet_has_its_place, COUNT(rows));
    loop_case(suite, "schemes", the_scheme_is_read_at_every_cut, 1);
    loop_case(suite, "query", the_query_is_found, 1);
    return suite;
}
