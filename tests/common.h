/* What the test programs share. */
#ifndef COMMON_H
#define COMMON_H

#include <stddef.h>
#include <stdint.h>

#include "furl/core/bits.h"

/* Exit statuses for automake: no test can be run here; no test could run. */
#define SKIPPED      77
#define FAILED_SETUP 99

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* A generator of its own, so that every machine tests the same: xorshift, from a fixed seed. */
FURL_MODULAR static inline size_t roll_dice(uint64_t *dice, size_t sides)
{
    *dice = *dice == 0 ? 88172645463325252u : *dice;
    *dice ^= *dice << 13;
    *dice ^= *dice >> 7;
    *dice ^= *dice << 17;
    return (size_t)(*dice >> 33) % sides;
}

#endif
