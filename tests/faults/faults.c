/*
 * Lets calls fail in turn, while the program runs.
 *
 *     faults [FAULT]     with FAULT: only those of the scenarios, and runs over mail, that are
 *                        described so; what is printed when one fails is a description, and a part
 *                        of it is enough
 */
#include "config.h"

#include "faults.h"

#include <stdio.h>
#include <stdlib.h>

#include "common.h"
#include "processes.h"
#include "temporary.h"

int main(int argc, char **argv)
{
    char folder[TEMPORARY_SIZE];
    const char *some = argc > 1 ? argv[1] : "";

    start_plain();
    scenarios_read();
    if (!enter_folder(folder)) {
        perror("a folder");
        return FAILED_SETUP;
    }
    runs_begin();
    runs_guard();
    scenarios_make_files();
    bool any = test_scenarios(some);
    if (!test_mail(some) && !any) {
        check(false, "no fault is described so");
    }
    if (argc == 1) {
        test_files();
        test_folders();
    }
    leave_folder(folder);
    printf("faults: %lu runs, %lu checks, %lu failed\n", count.runs, count.checks, count.failed);
    return count.failed > 0 || count.checks == 0;
}
