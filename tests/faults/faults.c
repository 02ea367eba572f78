/*
 * Lets calls fail in turn, while the program runs.
 *
 *     faults [FAULT]     with FAULT: only those of the scenarios, and runs over mail, that are
 *                        described so; what is printed when one fails is a description, and a part
 *                        of it is enough
 */
#include "faults.h"

#include <stdio.h>
#include <stdlib.h>

#include "common.h"
#include "processes.h"

int main(int argc, char **argv)
{
    start_plain();
    const char *some = argc > 1 ? argv[1] : "";
    runs_begin();
    bool any = test_scenarios(some);
    if (!test_mail(some) && !any) {
        check(false, "no fault is described so");
    }
    if (argc == 1) {
        test_files();
        test_pipes();
        test_folders();
        test_arguments();
    }
    runs_end();
    printf("faults: %lu runs, %lu checks, %lu failed\n", count.runs, count.checks, count.failed);
    return count.failed > 0 || count.checks == 0;
}
