/* The stand-in for libcheck: what holds passes, what does not hold fails and ends its test, and is
 * counted. The failures that it prints are meant. */
#include "config.h"

#include "check.h"

#include <stdio.h>
#include <stdlib.h>

static int ended, went_on;

START_TEST(what_holds_passes)
{
    const char *none = NULL, *text = "a";

    ck_assert(_i >= 0);
    ck_assert_msg(_i < 3, "%d", _i);
    ck_assert_int_eq(_i - 1, -1 + _i);
    ck_assert_int_ne(-1, 1);
    ck_assert_int_lt(-1, _i);
    ck_assert_int_le(-1, -1);
    ck_assert_int_gt(0, -1);
    ck_assert_int_ge(0, 0);
    ck_assert_uint_eq(UINTMAX_MAX, UINTMAX_MAX);
    ck_assert_uint_ne(1u, 2u);
    ck_assert_uint_lt(1u, UINTMAX_MAX);
    ck_assert_uint_le(1u, 1u);
    ck_assert_uint_gt(UINTMAX_MAX, 1u);
    ck_assert_uint_ge(1u, 1u);
    ck_assert_ptr_eq(text, text);
    ck_assert_ptr_ne(text, none);
    ck_assert_ptr_null(none);
    ck_assert_ptr_nonnull(text);
    ck_assert_str_eq(text, "a");
    ck_assert_str_ne(text, "b");
    ck_assert_str_lt(text, "b");
    ck_assert_mem_eq(text, "ab", 1);
    ended++;
}
END_TEST

/* A failure of each kind. */
#define FAILURES(X)                                                                                \
    X(ck_abort_msg("%s", text))                                                                    \
    X(ck_assert(none != NULL))                                                                     \
    X(ck_assert_msg(none != NULL, "%s", text))                                                     \
    X(ck_assert_int_eq(-1, 1))                                                                     \
    X(ck_assert_int_ne(-1, -1))                                                                    \
    X(ck_assert_int_lt(-1, -1))                                                                    \
    X(ck_assert_int_le(0, -1))                                                                     \
    X(ck_assert_int_gt(-1, -1))                                                                    \
    X(ck_assert_int_ge(-1, 0))                                                                     \
    X(ck_assert_uint_eq(UINTMAX_MAX, UINT32_MAX))                                                  \
    X(ck_assert_uint_ne(UINTMAX_MAX, UINTMAX_MAX))                                                 \
    X(ck_assert_uint_lt(UINTMAX_MAX, 1u))                                                          \
    X(ck_assert_uint_le(UINTMAX_MAX, 1u))                                                          \
    X(ck_assert_uint_gt(1u, UINTMAX_MAX))                                                          \
    X(ck_assert_uint_ge(1u, UINTMAX_MAX))                                                          \
    X(ck_assert_ptr_eq(text, none))                                                                \
    X(ck_assert_ptr_ne(text, text))                                                                \
    X(ck_assert_ptr_null(text))                                                                    \
    X(ck_assert_ptr_nonnull(none))                                                                 \
    X(ck_assert_str_eq(text, "b"))                                                                 \
    X(ck_assert_str_ne(text, "a"))                                                                 \
    X(ck_assert_str_lt(text, "a"))                                                                 \
    X(ck_assert_mem_eq(text, "b", 1))

#define ONE(failure) +1
#define FAIL_NTH(failure)                                                                          \
    if (_i == n++) {                                                                               \
        failure;                                                                                   \
    }

enum { PASSES = 3, FAILS = FAILURES(ONE) };

START_TEST(what_does_not_hold_fails)
{
    const char *none = NULL, *text = "a";
    int n = 0;

    FAILURES(FAIL_NTH)
    went_on++;
}
END_TEST

/* Runs those tests, a suite for each of the two. */
static void run_both(int *run, int *failed)
{
    Suite *suites[] = {suite_create("passes"), suite_create("fails")};
    const TTest *tests[] = {what_holds_passes, what_does_not_hold_fails};
    const int n[] = {PASSES, FAILS};
    SRunner *runner = srunner_create(suites[0]);

    srunner_add_suite(runner, suites[1]);
    for (size_t i = 0; i < 2; i++) {
        TCase *tcase = tcase_create("all");
        tcase_set_timeout(tcase, 1);
        tcase_add_loop_test(tcase, tests[i], 0, n[i]);
        suite_add_tcase(suites[i], tcase);
    }
    srunner_run_all(runner, CK_ENV);
    *run = srunner_ntests_run(runner);
    *failed = srunner_ntests_failed(runner);
    srunner_free(runner);
}

int main(void)
{
    static const struct {
        const char *suite, *tcase;
        int run, failed;
    } rows[] = {
        {NULL, NULL, PASSES + FAILS, FAILS},
        {"passes", NULL, PASSES, 0},
        {"fails", "all", FAILS, FAILS},
        {"passes", "none", 0, 0},
        {"none", NULL, 0, 0},
    };
    int wrong = 0;

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        int run = 0, failed = 0;
        unsetenv("CK_RUN_SUITE");
        unsetenv("CK_RUN_CASE");
        if (rows[i].suite != NULL) {
            setenv("CK_RUN_SUITE", rows[i].suite, 1);
        }
        if (rows[i].tcase != NULL) {
            setenv("CK_RUN_CASE", rows[i].tcase, 1);
        }
        ended = 0;
        run_both(&run, &failed);
        wrong += run != rows[i].run || failed != rows[i].failed || ended != run - failed;
    }
    printf("alone: %d wrong, %d went on after a failure\n", wrong, went_on);
    return wrong > 0 || went_on > 0;
}
