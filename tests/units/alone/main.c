#include "units.h"

const char *check_case;
int check_i;
static int passed;

void loop_case(Suite *suite, const char *name, const TTest *test, size_t n)
{
    const char *wanted = getenv("CK_RUN_SUITE"), *part = getenv("CK_RUN_CASE");

    check_case = name;
    if ((!wanted || strcmp(wanted, suite) == 0) && (!part || strcmp(part, name) == 0)) {
        for (check_i = 0; check_i < (int)n; check_i++, passed++) {
            (*test)(check_i);
        }
    }
}

int main(void)
{
    for (size_t i = 0; i < suites_n; i++) {
        suites[i]();
    }
    printf("units: %d passed, of what is long one in %zu\n", passed, sample_step(SIZE_MAX));
    return passed == 0;
}
