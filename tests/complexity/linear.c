/*
 * Each run of tests/scenarios that says so, and the reading of every format of mail, takes a number
 * of steps that is linear in the length of its input, whatever that holds.
 *
 *     linear [ROUNDS [NAME]]     of the search for slow texts, for each run: 0, or at least 30;
 *                                only what has NAME in its name
 */
#include "linear.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common.h"
#include "faults/faults.h"
#include "processes.h"
#include "steps.h"

static const char *wanted = "";

bool is_linear(const struct subject *subject)
{
    if (strstr(subject->kind, wanted) == NULL && strstr(subject->name, wanted) == NULL) {
        return true;
    }
    double few = subject->steps(subject->what, subject->little);
    double many = subject->steps(subject->what, subject->much);
    bool fine = many <= subject->most && many <= subject->growth * few + 1;

    printf("%s%s: %.1f steps an octet, %s\n", fine ? "" : "FAIL ", subject->kind, many,
           subject->name);
    return fine;
}

int main(int argc, char **argv)
{
    wanted = argc > 2 ? argv[2] : wanted;
    start_plain();
    scenarios_read();
    runs_begin();
    runs_guard();
    bool texts = are_texts_linear(argc > 1 ? strtoul(argv[1], NULL, 10) : 100);
    bool stores = are_stores_linear();

    if (!counts_blocks) {
        puts("skipped: this compiler does not count steps");
        return SKIPPED;
    }
    return !texts || !stores;
}
