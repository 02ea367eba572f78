/* A window on a text that is longer, or not all there yet. */
#ifndef FURL_WINDOW_H
#define FURL_WINDOW_H

#include <assert.h>

#include "octets.h"
#include "utf8.h"

/* How far the last gap of a "%%" mark was read (breaks.c), at first all zero. */
struct furl_gap_read {
    size_t mark, to; /* the indices of the mark, and of the octet to read next */
    unsigned lines;  /* line ends that were read */
};

/*
 * The octets of a text that are in memory; indices count from the first one. A function that is
 * asked about them answers as if the text ended with them. If it needed to look at what comes after
 * them, it sets `beyond`: once more octets are there, the answer may be another one.
 */
struct furl_window {
    const unsigned char *ptr;
    size_t n;
    bool begins, ends; /* the text does so, with these octets */
    bool beyond;
    struct furl_gap_read *gap; /* the caller's, of a gap in these octets; or NULL */
};

/* A window on a whole text. */
static inline struct furl_window furl_window_of(struct furl_range text)
{
    return (struct furl_window){.ptr = text.ptr, .n = text.n, .begins = true, .ends = true};
}

/* The octets from an index up to another one. */
static inline struct furl_range furl_between(const struct furl_window *text, size_t from, size_t to)
{
    assert(from <= to && to <= text->n);
    return (struct furl_range){text->ptr + from, to - from};
}

/* Whether the text begins at an index, which is at most text->n, or after a byte order mark there.
 */
static inline bool furl_text_begins(const struct furl_window *text, size_t at)
{
    return text->begins && (at == 0 || at == furl_bom(text->ptr, text->n));
}

/* The octet at an index; -1 after the last one. */
static inline int furl_octet(struct furl_window *text, size_t at)
{
    if (at < text->n) {
        return text->ptr[at];
    }
    text->beyond = text->beyond || !text->ends;
    return -1;
}

/* Whether `octet` comes twice in a row at an index, as in "//" and in the mark "%%". */
static inline bool furl_is_doubled_at(struct furl_window *text, size_t at, unsigned char octet)
{
    return furl_octet(text, at) == octet && furl_octet(text, at + 1) == octet;
}

#endif
