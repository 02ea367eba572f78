/* Line numbers in a text that is seen a window at a time. */
#ifndef LINES_H
#define LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What is known at some octet of a text; the caller's. For the start of a text: line 1, the rest
 * zero. */
struct lines {
    uint64_t offset; /* of the octet */
    uint64_t line;   /* its line, from 1 */
    bool cr;         /* the octet before is a CR: an LF here belongs to it */
};

/* Moves on over `n` octets, at `octets`. LF, CR and CR LF each end a line. */
void lines_pass(struct lines *lines, const unsigned char *octets, size_t n);

#endif
