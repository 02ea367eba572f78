/* A window on a text that is longer, or not all there yet. What outlives a window is an offset,
 * counted from the text's first octet; an index counts from the window's, and lives for a call. */
#ifndef FURL_WINDOW_H
#define FURL_WINDOW_H

#include <stdint.h>

#include "octets.h"

/* The octets that are seen: `last` says that nothing comes after them. */
struct furl_window {
    const unsigned char *at;
    size_t n;
    bool last;
    uint64_t offset; /* of the first one */
};

/* The index of an octet that the window holds, or of the one after its last. */
static inline size_t furl_index(const struct furl_window *text, uint64_t offset)
{
    return (size_t)(offset - text->offset);
}

/* The offset after the window's last octet. */
static inline uint64_t furl_window_end(const struct furl_window *text)
{
    return text->offset + text->n;
}

/* An answer that may depend on what comes after the window. */
enum furl_answer { FURL_NO, FURL_YES, FURL_MORE };

/* Whether `octet` comes twice in a row at the index `at`, as in "//" and in the mark "%%". */
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
