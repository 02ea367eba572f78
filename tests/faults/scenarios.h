/* What is run with faults. */
#ifndef SCENARIOS_H
#define SCENARIOS_H

#include "faults.h"

/* A file: `before`, `repeated` so many times, `after`. */
struct file {
    const char *name;
    const char *before;
    const char *repeated;
    size_t times;
    const char *after;
};

struct scenario {
    const char *options[8];  /* the command first */
    const char *operands[4]; /* files */
    const char *input;       /* the file that is standard input; NULL: an empty one */
    struct manner manner;
    bool rows;   /* what comes out is lines, of which none must be cut */
    bool joint;  /* what comes of a file, or the status, depends on other files */
    bool quiet;  /* there are no messages */
    size_t held; /* octets that may be held back though it is certain what they will be, if more
                    than encode and decode hold back: the URL that has begun */
    /* All that is finished when the last allocation fails, by a hand; NULL: not told. */
    const char *finished;
};

extern const struct file files[];
extern const size_t files_n;
extern const struct scenario scenarios[];
extern const size_t scenarios_n;

#endif
