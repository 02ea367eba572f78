/* Runs of the whole program, within this process, by tests/faults/runs.c. */
#ifndef RUNS_H
#define RUNS_H

#include "fuzz.h"

/* The most arguments of a run; NULL comes after the last one of fewer. */
#define RUN_ARGUMENTS 12

/* What comes of a run. */
struct run_outcome {
    struct fuzz_text output, messages;
    int status;
};

/* Runs the program with these arguments over the input, which its reads give in pieces; 0: whole.
 * It must not fail. What the outcome holds is replaced. */
void fuzz_run(const char *const arguments[RUN_ARGUMENTS], struct furl_range input, size_t pieces,
              struct run_outcome *outcome);

void fuzz_run_free(struct run_outcome *outcome);

#endif
