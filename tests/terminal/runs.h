/* Runs of the program with pipes or pseudo-terminals, and the checks that are counted. */
#ifndef RUNS_H
#define RUNS_H

#include <limits.h>

#include "shown.h"

#include "common.h"

/* Where the streams go: two pipes, two terminals, one terminal. */
enum setting { PIPES, TERMINALS, ONE_TERMINAL };

struct result {
    struct text out, messages; /* of one terminal, all is in `out` */
    int status;
};

extern char program[PATH_MAX];
extern int passed, failed;

/* Ends the tests, since they cannot be run. */
void die(const char *what);

/* Counts a check; one that failed is printed, with what it is about. */
void check(bool fine, const char *what, const char *command, const char *more);

/* Runs the program. Returns false where there is no pseudo-terminal. */
bool run(const char *const *arguments, int input, enum setting setting, struct result *result);

#endif
