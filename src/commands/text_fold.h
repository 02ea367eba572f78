/* Folding the URLs of a text, for fold and for the advice of check (fidourl(1), fold). */
#ifndef TEXT_FOLD_H
#define TEXT_FOLD_H

#include "furl/text/fold.h"
#include "text.h"

/* The folding of a text, whose `lines` and `quotes` must be set. All zero: nothing is folded yet.
 */
struct text_fold {
    struct text_columns columns; /* the columns of the text with its URLs folded */
    uint64_t folded_to;          /* the offset after the last folded URL */
    size_t after;                /* the columns of the line before `folded_to` */
    size_t kept_columns;         /* the columns kept before the match (text_columns_kept) */
    struct furl_buffer pieces;   /* freed by the caller */
};

/* Returns whether a match, which comes next in the text, is wider than `width` columns, in a line
 * that fold changes. Sets `kept_columns`. */
bool text_fold_is_due(struct text_fold *fold, struct text_reader *text,
                      const struct furl_match *found, size_t width);

/* Writes a match that is due to `pieces`, in lines that end in `end`. Returns the number of octets.
 * Returns 0 if the match is unchanged, because the match with its breaks would be too long for a
 * reader to rejoin. If memory ran out, fails the output. */
size_t text_fold_write(struct text_fold *fold, struct text_reader *text,
                       const struct furl_match *found, size_t width, const char *end);

#endif
