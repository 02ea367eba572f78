/* Runs the units by libcheck. */
#include "config.h"

#include "units.h"

void loop_case(Suite *suite, const char *name, const TTest *test, size_t n)
{
    TCase *tcase = tcase_create(name);

    tcase_set_timeout(tcase, 120);
    tcase_add_loop_test(tcase, test, 0, (int)n);
    suite_add_tcase(suite, tcase);
}

int main(void)
{
    /* libcheck's files go where those of all tests go; it has a name of its own for that. */
    if (getenv("TMPDIR") != NULL && setenv("TEMP", getenv("TMPDIR"), 0) != 0) {
        return FAILED_SETUP;
    }
    if (getenv("UNITS_SAMPLE") != NULL) {
        printf("units: one in %s of what is long\n", getenv("UNITS_SAMPLE"));
        fflush(stdout);
    }
    SRunner *runner = srunner_create(NULL);
    for (size_t i = 0; i < suites_n; i++) {
        srunner_add_suite(runner, suites[i]());
    }
    srunner_run_all(runner, CK_ENV);
    int run = srunner_ntests_run(runner);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed > 0 || run == 0;
}
