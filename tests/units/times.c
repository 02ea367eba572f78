#include "mail/select.h"

#include "labels.h"
#include "units.h"

#define NOW_ALONE                                                                                  \
    "now needs both / of a date: now// is this year, now/now/ this month, now/now/now today"

/* What is wrong with filters by time; tests/times.test has what they select. */
static const char *const wrong[][2] = {
    {"", "no time"},
    {"-", "no time"},
    {"T", "no time"},
    {"2007-08-18", "more than one - in a time; dates are written with /"},
    {"2007:08", "not a time, as 2026/11/05, 2026/11 or 2026/11/05T16:30"},
    {"2007/08/15:00", "no T between date and time"},
    {"now", NOW_ALONE},
    {"now/", NOW_ALONE},
    {"/now", NOW_ALONE},
    {"now/now", NOW_ALONE},
    {"NOW/05", NOW_ALONE},
    {"2026/now-", NOW_ALONE},
    {"-nowT12", NOW_ALONE},
    {"now/now15:00", "no T between date and time"},
    {"now/now/now/now", "not a time, as 2026/11/05, 2026/11 or 2026/11/05T16:30"},
    {"nowx//", "not a time, as 2026/11/05, 2026/11 or 2026/11/05T16:30"},
    {"2007-T", "no time"},
    {"//-2007", "no time"},
    {"2007/08T12-", "a part is missing in the middle of a limit"},
    {"2007-/08T12", "a part is missing in the middle of a limit"},
    {"T12-2007T12", "a part is missing in the middle of a limit"},
    {"T12-2007", "the end of an interval has a part that its beginning lacks"},
    {"-2007//18", "a part is missing in the middle of a limit"},
    {"08/-2007", "the end of an interval has a part that its beginning lacks"},
};

START_TEST(faults_are_named)
{
    const struct mail_date now = {2026, 11, 25, 12, 0, 0, false};
    struct mail_span span;

    ck_assert_str_eq(mail_span_read(furl_range_of(wrong[_i][0]), &now, &span), wrong[_i][1]);
}
END_TEST

/* A day of the year is one of that year: of the filter's, else of the message's. */
START_TEST(days_of_leap_years_are_told)
{
    const struct mail_date now = {2026, 11, 25, 12, 0, 0, false};
    const struct mail_date leap = {2008, 2, 29, 0, 0, 0, false},
                           common = {2007, 3, 1, 0, 0, 0, false},
                           century = {1900, 3, 1, 0, 0, 0, false};
    struct mail_span span;

    ck_assert_ptr_null(mail_span_read(furl_range_of("/060"), &now, &span));
    ck_assert(mail_span_has(&span, &leap));
    ck_assert(mail_span_has(&span, &common));
    ck_assert(mail_span_has(&span, &century));
    ck_assert_ptr_null(mail_span_read(furl_range_of("2007/060"), &now, &span));
    ck_assert(!mail_span_has(&span, &leap));
    ck_assert_ptr_null(mail_span_read(furl_range_of("/366"), &now, &span));
    ck_assert(!mail_span_has(&span, &(struct mail_date){2007, 12, 31, 0, 0, 0, false}));
    ck_assert(mail_span_has(&span, &(struct mail_date){2008, 12, 31, 0, 0, 0, false}));
}
END_TEST

Suite *times_suite(void)
{
    Suite *suite = suite_create("times");

    loop_case(suite, "faults", faults_are_named, COUNT(wrong));
    loop_case(suite, "days of the year", days_of_leap_years_are_told, 1);
    return suite;
}
