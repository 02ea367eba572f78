#include "furl/url/scheme.h"

#include "units.h"

START_TEST(the_table_is_in_the_order_of_names)
{
    for (size_t i = 1; i < furl_schemes_n; i++) {
        ck_assert(strcmp(furl_schemes[i - 1].name, furl_schemes[i].name) < 0);
    }
}
END_TEST

START_TEST(every_scheme_is_found_in_any_case)
{
    for (size_t i = 0; i < furl_schemes_n; i++) {
        unsigned char text[2 * FURL_SCHEME_MAX] = "";
        size_t n = strlen(furl_schemes[i].name);
        memcpy(text, furl_schemes[i].name, n);
        text[0] = (unsigned char)(text[0] - 32);
        text[n] = ':';
        ck_assert(furl_scheme((struct furl_range){text, n}, n) == &furl_schemes[i]);
        ck_assert(furl_scheme((struct furl_range){text, sizeof text}, n) == &furl_schemes[i]);
    }
}
END_TEST

/* As kernels look for them. */
START_TEST(names_before_a_colon_alone_end_with_three_letters)
{
    for (size_t i = 0; i < furl_schemes_n; i++) {
        const char *name = furl_schemes[i].name;
        size_t n = strlen(name);
        for (size_t back = 1; (furl_schemes[i].delimiter & FURL_COLON) != 0 && back <= 3; back++) {
            ck_assert(n >= back);
            ck_assert(furl_is((unsigned char)name[n - back], FURL_LETTER));
        }
    }
}
END_TEST

START_TEST(other_names_are_not)
{
    static const char *const names[] = {"",    "a",   "are",       "areas",  "areafixx",
                                        "htt", "zzz", "abcdefghi", "\xE1rea"};

    for (size_t i = 0; i < COUNT(names); i++) {
        ck_assert(furl_scheme(range(names[i]), strlen(names[i])) == NULL);
    }
    ck_assert(furl_scheme((struct furl_range){(const unsigned char *)"area\0fix", 8}, 8) == NULL);
    ck_assert(furl_is_scheme(range("svn+ssh.1-x")));
    ck_assert(!furl_is_scheme(range("1x")));
    ck_assert(!furl_is_scheme(range("")));
    ck_assert(!furl_is_scheme(range("a_b")));
}
END_TEST

Suite *scheme_suite(void)
{
    Suite *suite = suite_create("scheme");

    loop_case(suite, "order", the_table_is_in_the_order_of_names, 1);
    loop_case(suite, "names", every_scheme_is_found_in_any_case, 1);
    loop_case(suite, "others", other_names_are_not, 1);
    loop_case(suite, "tails", names_before_a_colon_alone_end_with_three_letters, 1);
    return suite;
}
