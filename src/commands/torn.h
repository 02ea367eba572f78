/* URLs that were printed as they are, though a line end probably cut them: how many. */
#ifndef TORN_H
#define TORN_H

#include "furl/text/scanner.h"

/* The most URLs of which it is not known yet: one for each line that may be in delimiters, and some
 * that may be torn within their line. Further ones do not count. */
#define TORN_MAX (FURL_WRAP_LINES + 1)

struct torn {
    uint64_t count;
    struct torn_url {
        struct furl_start start;
        struct furl_point end; /* before it was trimmed */
        struct furl_wrap wrap;
    } urls[TORN_MAX]; /* those of which it is not known, in their order */
    size_t n;
};

/* Begins another text. */
void torn_restart(struct torn *torn);

/* Takes the URL that furl_scan found in the window. */
void torn_add(struct torn *torn, const struct furl_scanner *scanner,
              const struct furl_window *window, const struct furl_found *found);

/* Judges the URLs, in their order, as far as the window tells. */
void torn_judge(struct torn *torn, const struct furl_window *window);

/* The number of octets at the window's front that are not needed any more, of the `spent` that the
 * scanner does not need. */
size_t torn_spent(const struct torn *torn, const struct furl_window *window, size_t spent);

#endif
