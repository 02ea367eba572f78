/* Quote prefixes, for example "> " and " AK>> ": octets that a mail editor puts before a quoted
 * line (fidourl-text(7)). */
#ifndef FURL_QUOTE_H
#define FURL_QUOTE_H

#include <stdint.h>

#include "furl/core/octets.h"

/* Limits of a prefix. Blanks are SP and TAB. A mark is some characters and at least one `>`. The
 * characters are letters, digits, or any beyond ASCII. */
#define FURL_QUOTE_INDENT  ((size_t)8) /* most blanks before the first mark */
#define FURL_QUOTE_LETTERS ((size_t)4) /* most characters of a mark */
#define FURL_QUOTE_GAP     ((size_t)3) /* most blanks between marks */

struct furl_quote {
    size_t n;             /* octets of the prefix, which can be blanks alone */
    uint64_t angles;      /* number of `>`. A line with at least one is quoted */
    uint64_t prefix_hash; /* identifier of the marks. Lines of equal kinds belong together. 0: no
                             marks */
};

/*
 * Reads the prefix from the octets at the front of a line. If `ends`, the octets are the whole
 * line, and the line end counts as a blank after a mark. The marks have at most `angles` `>` in
 * all. The time is linear in the prefix.
 */
struct furl_quote furl_quote_read(struct furl_range line, uint64_t angles, bool ends);

#endif
