/* What the unit files use of libcheck, for processors that it is not there for (configure
 * --with-check=alone): all tests run in one process, and the first failure ends it. */
#ifndef ALONE_CHECK_H
#define ALONE_CHECK_H
#include <inttypes.h>

typedef const char Suite;
typedef void (*TTest)(int);
extern const char *check_case;
extern int check_i;

#define suite_create(name) (name)
#define START_TEST(test)                                                                           \
    static void test##_run(int);                                                                   \
    static const TTest test##_test = test##_run, *const test = &test##_test;                       \
    static void test##_run(int _i __attribute__((unused)))
#define END_TEST

#define ck_abort_msg(...)                                                                          \
    (printf("%s:%d: %s, %d: ", __FILE__, __LINE__, check_case, check_i), printf(__VA_ARGS__),      \
     puts(""), exit(EXIT_FAILURE))
#define ck_assert_msg(condition, ...) ((condition) ? (void)0 : ck_abort_msg(__VA_ARGS__))
#define ck_assert(condition)          ck_assert_msg(condition, "not so: %s", #condition)
#define check_values(type, format, a, is, b)                                                       \
    do {                                                                                           \
        type ck_a = (a), ck_b = (b);                                                               \
        ck_assert_msg(ck_a is ck_b, "not so: %" format " " #is " %" format, ck_a, ck_b);           \
    } while (0)
#define ck_assert_int_eq(a, b)    check_values(intmax_t, PRIdMAX, a, ==, b)
#define ck_assert_uint_eq(a, b)   check_values(uintmax_t, PRIuMAX, a, ==, b)
#define ck_assert_uint_le(a, b)   check_values(uintmax_t, PRIuMAX, a, <=, b)
#define ck_assert_uint_ge(a, b)   check_values(uintmax_t, PRIuMAX, a, >=, b)
#define ck_assert_ptr_null(a)     ck_assert((a) == NULL)
#define ck_assert_str_eq(a, b)    ck_assert_msg(strcmp(a, b) == 0, "not so: %s == %s", a, b)
#define ck_assert_mem_eq(a, b, n) ck_assert(memcmp(a, b, n) == 0)
#endif
