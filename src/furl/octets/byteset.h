/* Sets of octets, as data of loops and of kernels. */
#ifndef FURL_BYTESET_H
#define FURL_BYTESET_H

#include "octets.h"

/* A set of octets: for loops, and once more for shuffles, by bits: the octet's is (octet >> 4 & 7)
 * of row[octet >> 7][octet & 15]. All zero: none. */
struct furl_byteset {
    bool has[256];
    unsigned char row[2][16];
};

/* Makes the set have the octet, or not. */
void furl_byteset_put(struct furl_byteset *set, unsigned char octet, bool has);

/* The set of the octets of a range. */
struct furl_byteset furl_byteset_of(struct furl_range octets);

#endif
