/* Folding: where a URL may be split by "%%" breaks (draft 5.2.2.5, fidourl(1), fold). */
#ifndef FURL_FOLD_H
#define FURL_FOLD_H

#include "find.h"

/* Whether a line that begins so is one that programs write and read, so that nobody else may change
 * it: a kludge, SEEN-BY, AREA, a tearline or an origin (FTS-0004, FTS-0001). */
bool furl_is_kludge(struct furl_range line);

/* Columns of a line that its quote prefix leaves to the URL and its marks. */
#define FURL_FOLD_LEFT ((size_t)20)

/* The line of a URL that is folded. */
struct furl_folded {
    struct furl_range prefix; /* its quote prefix; the further lines begin with as much of it as
                                 leaves them FURL_FOLD_LEFT columns */
    size_t columns;           /* before the URL: of all its line, */
    size_t kept;              /* and of those that an editor keeps before it (text.h) */
    const char *end;          /* how lines end */
};

/*
 * Writes a URL that was found and has no breaks, in pieces for lines of `width` columns,
 * FURL_FOLD_LEFT or more, to `out`, and sets `n` to the octets; to 0, if they would be more than
 * `most`. Where the URL begins after such a line, its own columns count. Sets the columns of `line`
 * to those before what comes after it. Returns whether there was memory.
 */
bool furl_fold_write(struct furl_folded *line, const struct furl_match *found, size_t width,
                     size_t most, struct furl_buffer *out, size_t *n);

#endif
