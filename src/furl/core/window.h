/* A window on a text, the rest of which is not in memory. */
#ifndef FURL_WINDOW_H
#define FURL_WINDOW_H

#include <assert.h>

#include "octets.h"
#include "utf8.h"

/* The progress in the last gap of a "%%" mark (breaks.c). All zero at first. */
struct furl_gap_read {
    size_t mark, to; /* the indices of the mark, and of the next unread octet */
    unsigned lines;  /* the number of line ends read */
};

/* The octets between two indices that are known to contain no line end. All zero at first. */
struct furl_line_read {
    size_t from, to;
};

/*
 * The octets of a text that are in memory. Indices count from the first of them. A function that
 * reads the window works as if the text ended at `n`. If it would have had to look further, it sets
 * `beyond`: with more octets, its result can change.
 */
struct furl_window {
    const unsigned char *ptr;
    size_t n;
    bool begins, ends; /* the text begins or ends with these octets */
    bool beyond;
    struct furl_gap_read *gap;   /* the caller's progress in a gap, or NULL */
    struct furl_line_read *line; /* the line that was last searched for its start, or NULL */
};

/* Returns a window on a whole text. */
static inline struct furl_window furl_window_of(struct furl_range text)
{
    return (struct furl_window){.ptr = text.ptr, .n = text.n, .begins = true, .ends = true};
}

/* Returns the octets between two indices. */
static inline struct furl_range furl_between(const struct furl_window *text, size_t from, size_t to)
{
    assert(from <= to && to <= text->n);
    return (struct furl_range){text->ptr + from, to - from};
}

/* Returns whether the text begins at an index, or after a byte order mark there. The index must be
 * at most text->n. */
static inline bool furl_text_begins(const struct furl_window *text, size_t pos)
{
    return text->begins && (pos == 0 || pos == furl_bom(text->ptr, text->n));
}

/* Returns the octet at an index, or -1 after the last one. In that case, sets `beyond` unless the
 * text ends. */
static inline int furl_octet(struct furl_window *text, size_t pos)
{
    if (pos < text->n) {
        return text->ptr[pos];
    }
    text->beyond = text->beyond || !text->ends;
    return -1;
}

/* Returns whether `octet` is at an index twice in a row, as in "//" and in the mark "%%". */
static inline bool furl_is_doubled_at(struct furl_window *text, size_t pos, unsigned char octet)
{
    return furl_octet(text, pos) == octet && furl_octet(text, pos + 1) == octet;
}

#endif
