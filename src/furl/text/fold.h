/* Folding: splitting of URLs by "%%" breaks (draft 5.2.2.5; fidourl(1), fold). */
#ifndef FURL_FOLD_H
#define FURL_FOLD_H

#include "find.h"

/* The fewest columns of a line that a quote prefix leaves to the URL and its marks. */
#define FURL_FOLD_LEFT ((size_t)20)

/* The line of a URL that is folded. */
struct furl_folded {
    struct furl_range prefix; /* quote prefix of the line. A new line begins with as much of the
                                 prefix as leaves FURL_FOLD_LEFT columns */
    size_t columns;           /* columns of the line before the URL */
    size_t kept_columns; /* columns before the URL that an editor keeps on its line when it wraps
                            (text_columns_kept) */
    const char *end;     /* line end to write */
};

/*
 * Writes a match without breaks to `out`, in pieces for lines of `width` columns (at least
 * FURL_FOLD_LEFT). Sets `n` to the number of octets, or to 0 if they are more than `most`. If the
 * URL begins after the margin, its columns are counted as on a line of its own. Sets `columns` and
 * `kept_columns` of `line` to the values after the URL. Returns false if memory ran out.
 */
bool furl_fold_write(struct furl_folded *line, const struct furl_match *found, size_t width,
                     size_t most, struct furl_buffer *out, size_t *n);

#endif
