/* Steps, counted: blocks of code without a branch that the library has run, where it was compiled
 * to tell (libsteps.la). */
#ifndef STEPS_H
#define STEPS_H

#include <stdint.h>

extern uint64_t steps;

/* More than any text takes an octet, and any search or stream at all (DESIGN 6, "Cost"). */
#define STEPS_PER_OCTET 256
#define STEPS_AT_LEAST  16384

#endif
