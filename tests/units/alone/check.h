/*
 * What the unit tests use of libcheck, by the same names, for where libcheck is not. All tests run
 * in one process, as they do there with CK_FORK=no; they have no time limit.
 */
#ifndef ALONE_CHECK_H
#define ALONE_CHECK_H

#include <inttypes.h>
#include <stddef.h>
#include <string.h>

typedef struct Suite Suite;
typedef struct TCase TCase;
typedef struct SRunner SRunner;

/* A test: its name, and its function, which is given its number in a loop. */
typedef struct {
    const char *name;
    void (*run)(int);
} TTest;

#define START_TEST(test)                                                                           \
    static void test##_run(int);                                                                   \
    static const TTest test##_data = {#test, test##_run};                                          \
    static const TTest *const test = &test##_data;                                                 \
    static void test##_run(int _i __attribute__((unused)))
#define END_TEST

Suite *suite_create(const char *name);
TCase *tcase_create(const char *name);
void suite_add_tcase(Suite *suite, TCase *tcase);
void tcase_set_timeout(TCase *tcase, double seconds);

/* Adds a test that is run with each number from `from` to before `to`. */
void tcase_add_loop_test(TCase *tcase, const TTest *test, int from, int to);

/* How much is printed: CK_ENV is what the environment says to libcheck, and here always the same.
 */
enum print_output { CK_ENV };

SRunner *srunner_create(Suite *suite);
void srunner_add_suite(SRunner *runner, Suite *suite);

/* Runs all tests; of CK_RUN_SUITE and CK_RUN_CASE, where the environment has them, those alone. */
void srunner_run_all(SRunner *runner, enum print_output print);
int srunner_ntests_run(SRunner *runner);
int srunner_ntests_failed(SRunner *runner);

/* Frees the runner with its suites and cases. */
void srunner_free(SRunner *runner);

/* Ends the running test as failed, and says why. */
_Noreturn void check_fail(const char *file, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#define ck_abort_msg(...) check_fail(__FILE__, __LINE__, __VA_ARGS__)
#define ck_assert_msg(condition, ...)                                                              \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            ck_abort_msg(__VA_ARGS__);                                                             \
        }                                                                                          \
    } while (0)
#define ck_assert(condition) ck_assert_msg(condition, "%s", "not so: " #condition)

/* Two values of a type are as `relation` says; a failure prints them by `format`. */
#define CHECK_VALUES(type, format, a, relation, b)                                                 \
    do {                                                                                           \
        const type check_a = (a);                                                                  \
        const type check_b = (b);                                                                  \
        ck_assert_msg(check_a relation check_b, "%s: %" format ", %" format,                       \
                      "not so: " #a " " #relation " " #b, check_a, check_b);                       \
    } while (0)

#define ck_assert_int_eq(a, b) CHECK_VALUES(intmax_t, PRIdMAX, a, ==, b)
#define ck_assert_int_ne(a, b) CHECK_VALUES(intmax_t, PRIdMAX, a, !=, b)
#define ck_assert_int_lt(a, b) CHECK_VALUES(intmax_t, PRIdMAX, a, <, b)
#define ck_assert_int_le(a, b) CHECK_VALUES(intmax_t, PRIdMAX, a, <=, b)
#define ck_assert_int_gt(a, b) CHECK_VALUES(intmax_t, PRIdMAX, a, >, b)
#define ck_assert_int_ge(a, b) CHECK_VALUES(intmax_t, PRIdMAX, a, >=, b)

#define ck_assert_uint_eq(a, b) CHECK_VALUES(uintmax_t, PRIuMAX, a, ==, b)
#define ck_assert_uint_ne(a, b) CHECK_VALUES(uintmax_t, PRIuMAX, a, !=, b)
#define ck_assert_uint_lt(a, b) CHECK_VALUES(uintmax_t, PRIuMAX, a, <, b)
#define ck_assert_uint_le(a, b) CHECK_VALUES(uintmax_t, PRIuMAX, a, <=, b)
#define ck_assert_uint_gt(a, b) CHECK_VALUES(uintmax_t, PRIuMAX, a, >, b)
#define ck_assert_uint_ge(a, b) CHECK_VALUES(uintmax_t, PRIuMAX, a, >=, b)

#define ck_assert_ptr_eq(a, b)   CHECK_VALUES(void *, "p", a, ==, b)
#define ck_assert_ptr_ne(a, b)   CHECK_VALUES(void *, "p", a, !=, b)
#define ck_assert_ptr_null(a)    ck_assert_ptr_eq(a, NULL)
#define ck_assert_ptr_nonnull(a) ck_assert_ptr_ne(a, NULL)

/* The same of strings, by how strcmp() compares them with 0. */
#define CHECK_STRINGS(a, relation, b)                                                              \
    do {                                                                                           \
        const char *check_a = (a), *check_b = (b);                                                 \
        ck_assert_msg(strcmp(check_a, check_b) relation 0, "%s: \"%s\", \"%s\"",                   \
                      "not so: " #a " " #relation " " #b, check_a, check_b);                       \
    } while (0)

#define ck_assert_str_eq(a, b) CHECK_STRINGS(a, ==, b)
#define ck_assert_str_ne(a, b) CHECK_STRINGS(a, !=, b)
#define ck_assert_str_lt(a, b) CHECK_STRINGS(a, <, b)

#define ck_assert_mem_eq(a, b, n)                                                                  \
    ck_assert_msg(memcmp(a, b, n) == 0, "%s", "octets differ: " #a ", " #b)

#endif
