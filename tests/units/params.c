#include "furl/url/url.h"

#include "units.h"

START_TEST(parameters_are_sorted)
{
    static const struct {
        const char *url, *sorted;
    } rows[] = {
        {"area://x", "area://x"},
        {"area://x?b&a", "area://x?a&b"},
        {"area://x?b=2&a=2&b=1&a=1", "area://x?a=2&a=1&b=2&b=1"},
        {"area://x?b&a=&a&b=", "area://x?a=&a&b&b="},
        {"area://x?a+b&a%20a&a", "area://x?a&a%20a&a+b"},
        {"http://x/?a+b&a%20a", "http://x/?a%20a&a+b"},
        {"x:?a%20b&a+a", "x:?a%20b&a+a"},
        {"http://x/?c&b#a&d", "http://x/?b&c#a&d"},
        {"http://x/?%62=1&a=2&b=0", "http://x/?a=2&%62=1&b=0"},
        {"http://x/?b&&a&", "http://x/?&&a&b"},
        {"http://x/?", "http://x/?"},
        {"x:a", "x:a"},
        {"area://x?a%2Ba&a+b", "area://x?a+b&a%2Ba"},
    };
    struct furl_splitter splitter = furl_splitter(FURL_AS_SCHEME);
    struct furl_params sorter = {NULL, NULL, 0, 0};

    for (size_t i = 0; i < COUNT(rows); i++) {
        unsigned char url[64];
        size_t n = strlen(rows[i].url);
        memcpy(url, rows[i].url, n);
        ck_assert(furl_params_sort(&sorter, &splitter, url, n));
        expect(url, n, rows[i].sorted);
    }
    furl_params_free(&sorter);
}
END_TEST

Suite *params_suite(void)
{
    Suite *suite = suite_create("params");

    loop_case(suite, "order", parameters_are_sorted, 1);
    return suite;
}
