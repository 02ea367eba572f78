#include "check.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

struct loop {
    const TTest *test;
    int from, to;
    struct loop *next;
};

struct TCase {
    const char *name;
    struct loop *loops;
    TCase *next;
};

struct Suite {
    const char *name;
    TCase *cases;
    Suite *next;
};

struct SRunner {
    Suite *suites;
    int run, failed;
};

/* The test that runs, and where it goes on when it fails. */
static struct {
    const Suite *suite;
    const TCase *tcase;
    const TTest *test;
    int i;
    jmp_buf failed;
} now;

static void *create(size_t size)
{
    void *created = calloc(1, size);

    if (created == NULL) {
        perror("unit tests");
        exit(EXIT_FAILURE);
    }
    return created;
}

Suite *suite_create(const char *name)
{
    Suite *suite = create(sizeof *suite);

    suite->name = name;
    return suite;
}

TCase *tcase_create(const char *name)
{
    TCase *tcase = create(sizeof *tcase);

    tcase->name = name;
    return tcase;
}

void suite_add_tcase(Suite *suite, TCase *tcase)
{
    TCase **end = &suite->cases;

    while (*end != NULL) {
        end = &(*end)->next;
    }
    *end = tcase;
}

void tcase_set_timeout(TCase *tcase, double seconds)
{
    (void)tcase;
    (void)seconds;
}

void tcase_add_loop_test(TCase *tcase, const TTest *test, int from, int to)
{
    struct loop **end = &tcase->loops;

    while (*end != NULL) {
        end = &(*end)->next;
    }
    *end = create(sizeof **end);
    **end = (struct loop){test, from, to, NULL};
}

SRunner *srunner_create(Suite *suite)
{
    SRunner *runner = create(sizeof *runner);

    srunner_add_suite(runner, suite);
    return runner;
}

void srunner_add_suite(SRunner *runner, Suite *suite)
{
    Suite **end = &runner->suites;

    while (*end != NULL) {
        end = &(*end)->next;
    }
    *end = suite;
}

void check_fail(const char *file, int line, const char *format, ...)
{
    va_list values;

    printf("%s:%d: %s, %s, %s, %d: ", file, line, now.suite->name, now.tcase->name, now.test->name,
           now.i);
    va_start(values, format);
    vprintf(format, values);
    va_end(values);
    putchar('\n');
    longjmp(now.failed, 1);
}

static bool passes(void)
{
    if (setjmp(now.failed) != 0) {
        return false;
    }
    now.test->run(now.i);
    return true;
}

static void run_loop(SRunner *runner, const struct loop *loop)
{
    now.test = loop->test;
    for (now.i = loop->from; now.i < loop->to; now.i++) {
        runner->run++;
        if (!passes()) {
            runner->failed++;
        }
    }
}

/* Whether the environment asks for this one, or for none in particular. */
static bool is_wanted(const char *variable, const char *name)
{
    const char *wanted = getenv(variable);

    return wanted == NULL || strcmp(wanted, name) == 0;
}

void srunner_run_all(SRunner *runner, enum print_output print)
{
    (void)print;
    for (now.suite = runner->suites; now.suite != NULL; now.suite = now.suite->next) {
        for (now.tcase = now.suite->cases; now.tcase != NULL; now.tcase = now.tcase->next) {
            if (!is_wanted("CK_RUN_SUITE", now.suite->name) ||
                !is_wanted("CK_RUN_CASE", now.tcase->name)) {
                continue;
            }
            for (const struct loop *loop = now.tcase->loops; loop != NULL; loop = loop->next) {
                run_loop(runner, loop);
            }
        }
    }
    printf("units: %d passed, %d failed\n", runner->run - runner->failed, runner->failed);
}

int srunner_ntests_run(SRunner *runner)
{
    return runner->run;
}

int srunner_ntests_failed(SRunner *runner)
{
    return runner->failed;
}

static void free_case(TCase *tcase)
{
    while (tcase->loops != NULL) {
        struct loop *next = tcase->loops->next;
        free(tcase->loops);
        tcase->loops = next;
    }
    free(tcase);
}

static void free_suite(Suite *suite)
{
    while (suite->cases != NULL) {
        TCase *next = suite->cases->next;
        free_case(suite->cases);
        suite->cases = next;
    }
    free(suite);
}

void srunner_free(SRunner *runner)
{
    while (runner->suites != NULL) {
        Suite *next = runner->suites->next;
        free_suite(runner->suites);
        runner->suites = next;
    }
    free(runner);
}
