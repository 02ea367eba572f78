#include "faults.h"

#include <stdio.h>
#include <stdlib.h>

#include "common.h"

int main(void)
{
    start_plain();
    runs_begin();
    test_scenarios();
    test_files();
    test_pipes();
    test_folders();
    test_arguments();
    runs_end();
    printf("faults: %lu runs, %lu checks, %lu failed\n", count.runs, count.checks, count.failed);
    return count.failed > 0 || count.checks == 0;
}
