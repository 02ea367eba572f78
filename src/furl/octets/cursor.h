/* Cursors: octets that are being read, and those that are written of them. */
#ifndef FURL_CURSOR_H
#define FURL_CURSOR_H

#include "octets.h"

/* Who sets it gives room for all that will be written. */
struct furl_cursor {
    struct furl_range in; /* still to be read */
    unsigned char *out;   /* where the next octet goes */
};

static inline void furl_put(struct furl_cursor *cursor, char octet)
{
    *cursor->out++ = (unsigned char)octet;
}

static inline void furl_put_range(struct furl_cursor *cursor, struct furl_range range)
{
    if (range.n > 0) {
        memcpy(cursor->out, range.at, range.n);
        cursor->out += range.n;
    }
}

static inline void furl_put_text(struct furl_cursor *cursor, const char *text)
{
    furl_put_range(cursor, furl_range_of(text));
}

/* The next octet to be read; -1 at the end. */
static inline int furl_next(const struct furl_cursor *cursor)
{
    return cursor->in.n > 0 ? cursor->in.at[0] : -1;
}

/* Reads the octet, if it is next. Returns whether it was. */
static inline bool furl_accept(struct furl_cursor *cursor, char octet)
{
    bool is_next = furl_next(cursor) == (unsigned char)octet;

    furl_skip(&cursor->in, is_next ? 1 : 0);
    return is_next;
}

#endif
