#include "mail/select.h"

#include "labels.h"
#include "units.h"

static const struct {
    const char *one, *other;
    bool same;
} addresses[] = {
    {"2:5999/1", "2:5999/1.0", true},        {"2:5999/1", "5999/1", true},
    {"2:5999/1", "3:5999/1", false},         {"2:5999/1", "2:5999/1.1", false},
    {"2:5999/1@A", "2:5999/1@a", true},      {"2:5999/1@a", "2:5999/1@b", false},
    {"2:5999/1@a", "2:5999/1", true},        {"02:5999/001", "2:5999/1", true},
    {"2:5999/2", "2:5999/1", false},         {"2:5998/1", "2:5999/1", false},
    {"1/99999999999", "1/4294967295", true}, /* no number is more */
};

START_TEST(addresses_are_compared)
{
    struct mail_fidonet one, other;

    ck_assert(mail_fidonet_read(furl_range_of(addresses[_i].one), &one));
    ck_assert(mail_fidonet_read(furl_range_of(addresses[_i].other), &other));
    ck_assert_int_eq(mail_fidonet_same(&one, &other), addresses[_i].same);
    ck_assert_int_eq(mail_fidonet_same(&other, &one), addresses[_i].same);
}
END_TEST

/* Without a date, or an address, none of these filters has the message; all but twits. */
START_TEST(what_is_not_known_matches_nothing)
{
    static const struct {
        enum mail_filter by;
        const char *value;
        bool selects;
    } filters[] = {{MAIL_BY_ID, "", false},           {MAIL_BY_TIME, "-2100", false},
                   {MAIL_BY_AUTHOR, "5999/1", false}, {MAIL_BY_TWIT, "5999/1", true},
                   {MAIL_BY_SENDER, "a", false},      {MAIL_BY_ADDRESSEE, "a", false},
                   {MAIL_BY_SUBJECT, "a", false}};
    const struct mail_head head = {0};
    const struct mail_judged message = {.head = &head};

    for (size_t i = 0; i < COUNT(filters); i++) {
        struct mail_selection selection = {.n = 0};
        ck_assert_ptr_null(
            mail_selection_add(&selection, filters[i].by, furl_range_of(filters[i].value)));
        ck_assert_int_eq(mail_selects_head(&selection, &message), filters[i].selects);
        mail_selection_free(&selection);
    }
}
END_TEST

START_TEST(filters_have_names)
{
    static const char *const names[] = {"msgid", "time",   "from", "twit",  "find",
                                        "subj",  "findsb", "to",   "sender"};

    for (size_t i = 0; i < COUNT(names); i++) {
        ck_assert_int_eq(mail_filter_named(furl_range_of(names[i])), (enum mail_filter)i);
    }
    ck_assert_int_eq(mail_filter_named(furl_range_of("fin")), MAIL_FILTERS);
    ck_assert_int_eq(mail_filter_named(furl_range_of("Find")), MAIL_FILTERS);
}
END_TEST

Suite *select_suite(void)
{
    Suite *suite = suite_create("select");

    loop_case(suite, "addresses", addresses_are_compared, COUNT(addresses));
    loop_case(suite, "unknown", what_is_not_known_matches_nothing, 1);
    loop_case(suite, "names", filters_have_names, 1);
    return suite;
}
