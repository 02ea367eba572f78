/* Control sequences that set colours of text, SGR (ECMA-48 8.3.117), as git, ls and rg write them.
 */
#ifndef COLOURS_H
#define COLOURS_H

#include "furl/base/octets.h"

/* The most octets of parameters: those that programs write have 20. */
#define COLOURS_PARAMETERS ((size_t)32)

/* A sequence that is read octet by octet. All zero: none has begun. */
struct colours {
    unsigned char octets[sizeof "\x1B[m" - 1 + COLOURS_PARAMETERS];
    size_t n;     /* octets of a sequence that has begun */
    bool is_open; /* the last one that may pass left a colour on */
};

/* Whether the octet begins a sequence, or continues the one that has begun. */
bool colours_take(const struct colours *colours, unsigned char octet);

/* Whether the sequence, whose last octet is an `m`, may pass: none of its parameters hides text or
 * is unknown. Sets is_open if so. */
bool colours_pass(struct colours *colours);

#endif
