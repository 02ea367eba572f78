/* A window on a text that is longer, or not all there yet. */
#ifndef FURL_WINDOW_H
#define FURL_WINDOW_H

#include "octets.h"

/* The octets that are seen: `last` says that nothing comes after them. */
struct furl_window {
    const unsigned char *at;
    size_t n;
    bool last;
};

/* A position in the window, once `n` octets are dropped at its front. */
static inline size_t furl_moved(size_t position, size_t n)
{
    return position > n ? position - n : 0;
}

/* An answer that may depend on what comes after the window. */
enum furl_answer { FURL_NO, FURL_YES, FURL_MORE };

/* Whether `octet` comes twice in a row at `at`, as in "//" and in the mark "%%". */
static inline enum furl_answer furl_twice(const struct furl_window *text, size_t at,
                                          unsigned char octet)
{
    enum furl_answer beyond = text->last ? FURL_NO : FURL_MORE;

    if (at >= text->n) {
        return beyond;
    }
    if (text->at[at] != octet) {
        return FURL_NO;
    }
    return at + 1 == text->n ? beyond : text->at[at + 1] == octet ? FURL_YES : FURL_NO;
}

#endif
