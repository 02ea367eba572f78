#include "furl/url/place.h"

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

START_TEST(each_octet_has_its_place)
{
    static const char letters[] = "SCLAPQF";
    struct furl_range url = range(rows[_i].url);
    struct furl_place place = {.part = FURL_IN_SCHEME};

    for (size_t i = 0; i < url.n; i++) {
        ck_assert_uint_eq(furl_place_feed(&place, url.at + i, 1), 1);
        ck_assert_msg(letters[place.part] == rows[_i].places[i], "%s, %zu: %c", rows[_i].url, i,
                      letters[place.part]);
    }
}
END_TEST

/* Draft 5.2.2.4; the query of http and https (fidourl(1), decode). */
START_TEST(plus_is_a_space_in_its_place)
{
    static const struct {
        const char *url;
        bool space;
    } urls[] = {
        {"area", false},       {"area:", true},         {"AREA://a/b?c", true},
        {"netmail:2", true},   {"http://a/b", false},   {"http://a?", true},
        {"HTTPS:?a", true},    {"http://a?b#c", false}, {"ftp://a?b", false},
        {"httpx://a?", false}, {"skype:", false},       {"areas:", false},
    };

    for (size_t i = 0; i < COUNT(urls); i++) {
        struct furl_place place = {.part = FURL_IN_SCHEME};
        struct furl_range url = range(urls[i].url);
        while (url.n > 0) {
            furl_skip(&url, furl_place_feed(&place, url.at, url.n));
        }
        ck_assert_msg(furl_plus_is_space(&place) == urls[i].space, "%s", urls[i].url);
    }
}
END_TEST

/* Octets are taken up to and with one that changes the part. */
START_TEST(runs_end_where_the_part_does)
{
    static const struct {
        const char *url;
        size_t runs[8];
    } urls[] = {
        {"http://ab?c#d#?", {5, 1, 1, 3, 2, 3}},
        {"no colon?", {9}},
        {"x:/?ab#", {2, 1, 1, 3}},
        {"x:a/b/c", {2, 1, 4}},
        {"x:?a", {2, 1, 1}},
        {"x://a/b/?", {2, 1, 1, 2, 3}},
    };

    for (size_t i = 0; i < COUNT(urls); i++) {
        struct furl_place place = {.part = FURL_IN_SCHEME};
        struct furl_range url = range(urls[i].url);
        for (size_t run = 0; url.n > 0; run++) {
            size_t n = furl_place_feed(&place, url.at, url.n);
            ck_assert_uint_eq(n, urls[i].runs[run]);
            furl_skip(&url, n);
        }
    }
}
END_TEST

Suite *place_suite(void)
{
    Suite *suite = suite_create("place");

    loop_case(suite, "places", each_octet_has_its_place, COUNT(rows));
    loop_case(suite, "plus", plus_is_a_space_in_its_place, 1);
    loop_case(suite, "runs", runs_end_where_the_part_does, 1);
    return suite;
}
