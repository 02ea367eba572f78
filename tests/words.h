/* What random texts are made of: schemes, marks, brackets, breaks and what else means anything. */
#ifndef WORDS_H
#define WORDS_H

#include <stddef.h>

extern const char *const words[];
extern const size_t words_n;

#endif
