/*
 * Steps, counted: the blocks of code that the library has run, where it was compiled to tell
 * (libsteps.la), and what it had libc go through, sixteen octets a step. Elsewhere none.
 */
#ifndef STEPS_H
#define STEPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

extern uint64_t steps;
extern bool counts_blocks; /* once it has counted one */

/* The most that finding URLs takes for an octet of a window, whatever is round it: twice what a
 * long search found worst. */
#define STEPS_TO_FIND 128u

/* The same where they may be wrapped: at its line's end it looks at that line and the next one. */
#define STEPS_TO_WRAP 192u

/* The most that guessing a charset takes for an octet: twice what the slowest sequences take. */
#define STEPS_TO_GUESS 128u

#endif
