/* Folding: where a URL may be split by "%%" breaks (draft 5.2.2.5, fidourl(1), fold). */
#ifndef FURL_FOLDING_H
#define FURL_FOLDING_H

#include "scanner.h"

/* A URL being folded; the caller's. */
struct furl_folding {
    struct furl_range url; /* what is left of it */
    size_t least;          /* octets that the next piece has at least */
};

/* Begins with a URL that was found and has no breaks. */
void furl_folding_begin(struct furl_folding *folding, const struct furl_found *found);

/* Takes off the next piece, for a line in which `columns` are left: as much as fits there with the
 * mark after it; if not even the least that a piece may have fits, that. Where all that is left
 * fits without a mark, or may not be split, that is the piece, the last one, and nothing is left.
 */
struct furl_range furl_folding_piece(struct furl_folding *folding, size_t columns);

#endif
