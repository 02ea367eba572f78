#include "furl/text/breaks.h"

#include "units.h"

START_TEST(wrapping_is_taken_off)
{
    static const struct {
        const char *record, *url;
        size_t at; /* where the url's first octet is in the record */
    } rows[] = {
        {"", "", 0},
        {" \t\r\n", "", 0},
        {"<>", "", 0},
        {"<\"URL: uRl:<", "", 0},
        {" x ", "x", 1},
        {"<URL:x>", "x", 5},
        {"\"x\"", "x", 1},
        {"x\"> \"", "x", 0},
        {"x\"<", "x\"<", 0},
        {"<a<b>>", "a<b>", 1},
        {"a<b>>>", "a<b>", 0},
        {"a<b\">", "a<b\">", 0},
        {"a<<b>>>", "a<<b>>", 0},
        {"a>b<c>", "a>b<c>", 0},
        {"x#y", "x#y", 0},
        {"a%%\n%%b", "ab", 0},
        {"<a%%\r\n> %%b#c>", "ab#c", 1},
        {"%%\n%%<URL:a", "a", 10},
        {"%% %%a", "a", 5},
        {"a%%f", "a%%f", 0},
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        unsigned char scratch[64];
        struct furl_undelimited inside = furl_undelimit(range(rows[i].record), scratch);
        ck_assert_int_eq(inside.error, FURL_FINE);
        expect(inside.url.at, inside.url.n, rows[i].url);
        if (inside.url.n > 0) {
            ck_assert_uint_eq(furl_undelimited_at(&inside, 0), rows[i].at);
        }
    }
}
END_TEST

START_TEST(what_is_wrong_has_its_place)
{
    unsigned char scratch[64];
    struct furl_undelimited inside = furl_undelimit(range(" <a%%\n"), scratch);

    ck_assert_int_eq(inside.error, FURL_OPEN_BREAK);
    ck_assert_uint_eq(inside.where, 3);
    inside = furl_undelimit(range("a%%\n%%b%%"), scratch);
    ck_assert_int_eq(inside.error, FURL_OPEN_BREAK);
    ck_assert_uint_eq(inside.where, 7);
}
END_TEST

/* Each octet of the result is the octet of the record that its place says. */
START_TEST(places_are_those_of_the_record)
{
    struct dice dice = {3};
    unsigned char octets[120], scratch[120];

    for (size_t i = sampled(20000); i > 0; i--) {
        struct furl_range record = {octets, roll(&dice, 120)};
        roll_text(&dice, octets, record.n);
        struct furl_undelimited inside = furl_undelimit(record, scratch);
        for (size_t j = 0; inside.error == FURL_FINE && j < inside.url.n; j++) {
            size_t at = furl_undelimited_at(&inside, j);
            ck_assert(at < record.n);
            ck_assert_uint_eq(octets[at], inside.url.at[j]);
        }
    }
}
END_TEST

Suite *delimiters_suite(void)
{
    Suite *suite = suite_create("delimiters");

    loop_case(suite, "wrapping", wrapping_is_taken_off, 1);
    loop_case(suite, "errors", what_is_wrong_has_its_place, 1);
    loop_case(suite, "places", places_are_those_of_the_record, 1);
    return suite;
}
