/* What random texts are made of: schemes, marks, brackets, breaks and what else means anything. */
#ifndef FRAGMENTS_H
#define FRAGMENTS_H

#include <stddef.h>

extern const char *const fragments[];
extern const size_t fragments_n;

#endif
