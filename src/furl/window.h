/* A window on a text that is longer, or not all there yet. */
#ifndef FURL_WINDOW_H
#define FURL_WINDOW_H

#include "octets.h"

/* The octets that are seen: `last` says that nothing comes behind them. */
struct furl_window {
    const unsigned char *at;
    size_t n;
    bool last;
};

/* An answer that may depend on what comes behind the window. */
enum furl_answer { FURL_NO, FURL_YES, FURL_MORE };

/* Whether `octet` stands twice in a row at `at`, as in "//" and in the mark "%%". */
enum furl_answer furl_twice(const struct furl_window *text, size_t at, unsigned char octet);

#endif
