/* A block of text, as URLs see it: masks of what each octet may do to one. */
#ifndef FURL_BLOCK_H
#define FURL_BLOCK_H

#include "furl/kernels/kernels.h"
#include "furl/octets/window.h"

/* The octets from `offset` on; the first one's bit is the lowest. All zero: none was looked at. */
struct furl_block {
    uint64_t offset;
    size_t n;            /* octets looked at */
    uint64_t ends;       /* they end any URL */
    uint64_t asks;       /* what they do depends on the octets round them; `%` of no whole escape */
    uint64_t foreign;    /* they end Fidonet URLs */
    uint64_t questions;  /* `?` */
    uint64_t equals;     /* `=` */
    uint64_t ampersands; /* `&` */
    uint64_t trimmed;    /* not kept at the end, where nothing before the URL says otherwise */
    uint64_t alnum;      /* letters and digits */
};

/* Sets the kinds by which furl_block_look looks. */
void furl_block_kinds(struct furl_kinds *kinds);

/* Looks at the octets of the window from `offset` on; there may be none. An escape that the end of
 * a whole block would cut is left to the next one. */
void furl_block_look(struct furl_block *block, const struct furl_kernels *kernels,
                     const struct furl_kinds *kinds, const struct furl_window *text,
                     uint64_t offset);

#endif
