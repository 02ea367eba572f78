/* Where to fold a URL, and what its further lines begin with (fidourl(1), fold). */
#ifndef FURL_FOLD_H
#define FURL_FOLD_H

#include "find.h"
#include "quote.h"

/* What comes before the next octet of a text in its line: how wide it is, and what a line that goes
 * on with it begins with and is ended by (fidourl(1), fold). */

/* Columns that are counted; of a line that is wider, only that it is. A column is a character. */
#define FURL_FOLD_PREFIX_COLUMNS ((size_t)1000)

/* How a line is ended. */
enum furl_line_end { FURL_END_UNKNOWN, FURL_END_LF, FURL_END_CR, FURL_END_CR_LF };

/* The line at some octet of a text. All zero: a text begins. LF, CR, CR LF and NUL
 * each begin another line; a byte order mark at the start of the text is no part of its first one.
 */
struct furl_fold_prefix {
    enum furl_line_end end; /* of the lines before, the last one that ends with none but NUL;
                               FURL_END_UNKNOWN: no line has ended */
    bool cr;                /* the octet before is CR: an LF belongs to it */
    bool later;             /* it is not the first line, or its byte order mark was dropped */
    bool known;             /* `prefix` is */
    size_t prefix;          /* the octets of its quote prefix */
    size_t counted;         /* of `octets`, so many are counted in `columns` */
    size_t columns;
    size_t n; /* the octets of the line, as far as they are kept */
    unsigned char octets[FURL_FOLD_PREFIX_COLUMNS * FURL_UTF8_MAX];
};

/* Moves on over `n` octets of the text. */
void furl_fold_prefix_feed(struct furl_fold_prefix *before, const unsigned char *octets, size_t n);

/* The columns before the next octet, which must be of ASCII and no part of a quote prefix: the
 * first octet of a URL, say. */
size_t furl_fold_prefix_columns(struct furl_fold_prefix *before);

/* Whether the line is one that programs write and read, so that nobody else may change it: a
 * kludge, SEEN-BY, AREA, a tearline or an origin (FTS-0004, FTS-0001). */
bool furl_fold_prefix_is_kludge(const struct furl_fold_prefix *before);

/* Folding: where a URL may be split by "%%" breaks (draft 5.2.2.5, fidourl(1), fold). */

/* Columns of a line that its quote prefix leaves to the URL and its marks. */
#define FURL_FOLD_LEFT ((size_t)20)

/*
 * Writes a URL that was found and has no breaks, in pieces for lines of `width` columns,
 * FURL_FOLD_LEFT or more, to `out`, and sets `n` to the octets; to 0, if they would be more than
 * `most`. `before` is the line before it, of which before->end is known, and is then that of what
 * comes after it. Returns whether there was memory.
 */
bool furl_fold_write(struct furl_fold_prefix *before, const struct furl_match *found, size_t width,
                     size_t most, struct furl_buffer *out, size_t *n);

#endif
