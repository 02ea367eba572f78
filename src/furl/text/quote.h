/* Quote prefixes: what a mail editor puts before a line that it quotes, as "> " and " AK>> "
 * (fidourl-text(7)). */
#ifndef FURL_QUOTE_H
#define FURL_QUOTE_H

#include <stdint.h>

#include "furl/base/octets.h"

/* What a prefix may have. Blanks are SP and TAB; a mark is some characters, letters, digits or any
 * beyond ASCII, and some `>`. */
#define FURL_QUOTE_INDENT  ((size_t)8) /* blanks before the first mark */
#define FURL_QUOTE_LETTERS ((size_t)4) /* characters of a mark */
#define FURL_QUOTE_GAP     ((size_t)3) /* blanks between marks */

struct furl_quote {
    size_t n;        /* octets of the prefix, which may be blanks alone */
    uint64_t angles; /* `>` in it; a line that has one is quoted */
    uint64_t kind;   /* lines of equal kinds belong together; 0: no marks */
};

/*
 * Reads the prefix of a line from the octets at its front. If it `ends`, these are all of the line,
 * and its end counts as a blank after a mark. At most `angles` `>` of the prefix are in marks. The
 * time is linear in the prefix.
 */
struct furl_quote furl_quote_read(struct furl_range line, uint64_t angles, bool ends);

#endif
