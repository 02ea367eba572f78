/* Folding the URLs of a text: what fold writes, and what check says of it (fidourl(1), fold). */
#ifndef TEXT_FOLD_H
#define TEXT_FOLD_H

#include "furl/text/fold.h"
#include "text.h"

/* The folding of a text, whose `lines` and `quotes` are set. All zero: nothing is folded yet. */
struct text_fold {
    struct text_columns columns; /* of the text with its URLs folded */
    uint64_t folded;             /* the offset after the URL that was folded last, */
    size_t after;                /* and the columns of its line up to there */
    size_t kept;                 /* those before the match (text_columns_kept) */
    struct furl_buffer pieces;   /* the caller frees it */
};

/* Whether a match, which comes next in the text, is too wide for `width` columns, in a line that
 * fold does not leave alone. Sets `kept`. */
bool text_fold_is_due(struct text_fold *fold, struct text *text, const struct furl_match *found,
                      size_t width);

/* Writes a match that is due, in lines that end in `end`, to `pieces`. Returns the octets; 0 if
 * it stays as it is, since it would be too long with its breaks for a reader to join it again.
 * Fails the output if memory runs out. */
size_t text_fold_write(struct text_fold *fold, struct text *text, const struct furl_match *found,
                       size_t width, const char *end);

#endif
