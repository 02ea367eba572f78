/* Control sequences that set colours of text, SGR (ECMA-48 8.3.117). git, ls and rg write them. */
#ifndef COLOURS_H
#define COLOURS_H

#include "furl/core/octets.h"

/* The most octets of parameters. Programs write at most 20. */
#define COLOURS_PARAMETERS ((size_t)32)

/* A sequence that is read octet by octet. All zero: none. */
struct colours {
    unsigned char octets[sizeof "\x1B[m" - 1 + COLOURS_PARAMETERS];
    size_t n;     /* octets of the unfinished sequence */
    bool is_open; /* the last sequence that passed set a colour */
};

/* Returns whether the octet begins a sequence, or continues the unfinished one. */
bool colours_take(const struct colours *colours, unsigned char octet);

/* Returns whether a sequence may pass. Its last octet is `m`. A parameter that hides text or is
 * unknown keeps it from passing: ESC "[1;31m" passes, ESC "[8m" does not. Sets is_open if it
 * passes. */
bool colours_pass(struct colours *colours);

#endif
