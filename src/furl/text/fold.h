/* Folding: where a URL may be split by "%%" breaks (draft 5.2.2.5, fidourl(1), fold). */
#ifndef FURL_FOLD_H
#define FURL_FOLD_H

#include "find.h"

/* The fewest columns of a line that a quote prefix leaves to the URL and its marks. */
#define FURL_FOLD_LEFT ((size_t)20)

/* The line of a URL that is folded. */
struct furl_folded {
    struct furl_range prefix; /* its quote prefix; the further lines begin with as much of it as
                                 leaves them FURL_FOLD_LEFT columns */
    size_t columns;           /* of the line before the URL, */
    size_t kept;              /* and those that an editor keeps before it (text_columns_kept) */
    const char *end;          /* how lines end */
};

/*
 * Writes a URL that was found and has no breaks, in pieces for lines of `width` columns,
 * FURL_FOLD_LEFT or more, to `out`. Sets `n` to the octets, or to 0 if they are more than `most`.
 * If the URL begins after the margin, the columns count that it has on a line of its own. Sets
 * `columns` and `kept` of `line` to those after the URL. Returns false if memory ran out.
 */
bool furl_fold_write(struct furl_folded *line, const struct furl_match *found, size_t width,
                     size_t most, struct furl_buffer *out, size_t *n);

#endif
