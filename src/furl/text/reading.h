/* Reading a URL out of text, from its start to its end (fidourl(1), extract). */
#ifndef FURL_READING_H
#define FURL_READING_H

#include "breaks.h"
#include "extent.h"
#include "joining.h"

/* Whether a `%` pauses the URL. */
enum furl_pausing {
    FURL_UNPAUSED,
    FURL_IN_RUN, /* in a run of `%`, which may pause it */
    FURL_IN_GAP, /* paused */
};

/* A URL being read; the caller's, except the memory that furl_reading_free gives back. */
struct furl_reading {
    struct furl_start start;
    struct furl_extent extent; /* of what was taken */
    struct furl_joining joining;
    enum furl_pausing pausing;
    uint64_t run;        /* `%` in the run so far, which begins at extent.here */
    struct furl_gap gap; /* after that */
    uint64_t resumed;    /* octets of the URL before the last break */
    uint64_t broken;     /* and before the first one; FURL_NOWHERE: there was none */
    uint64_t at;         /* once the URL has ended: the offset where the search goes on. That is its
                            end, before it was trimmed, or after the last mark that was consumed */
};

/* A URL found. The octets at `url.at` are valid until the next call. */
struct furl_found {
    struct furl_range url; /* breaks taken out, trimmed */
    size_t scheme_n;       /* octets of its scheme */
    uint64_t offset;       /* of its first octet, from the start of the text */
    uint64_t length;       /* octets in the text, gaps included */
    bool broken;           /* whether it was joined */
    bool open;             /* whether it ends right before a mark that nothing continues */
};

/*
 * Sets up for reading URLs. One longer than `max_length` octets, joined but before it is trimmed,
 * is malformed; `max_length` is at most FURL_LENGTH_MAX. Octets that must be put aside are kept in
 * memory of the reading's own, of the order of that many octets at most. With `eight`, URLs that
 * are not Fidonet's may contain any octet 80-FF.
 */
void furl_reading_init(struct furl_reading *reading, const struct furl_kernels *kernels,
                       size_t max_length, bool eight);
void furl_reading_free(struct furl_reading *reading);

enum furl_reading_end {
    FURL_READ_MORE,      /* the window ends, and the URL may go on: call again with more text */
    FURL_READ_URL,       /* `found` is set */
    FURL_READ_NOTHING,   /* too little was left to be a URL */
    FURL_READ_TOO_LONG,  /* the URL is longer than it may be; of `found`, `offset` is set */
    FURL_READ_NO_MEMORY, /* the reading cannot go on */
};

/* Begins the URL that furl_start found in the window and set reading->start of, and reads it. */
enum furl_reading_end furl_read_first(struct furl_reading *reading, const struct furl_window *text,
                                      struct furl_found *found);

/* Reads on to the end of the URL. */
enum furl_reading_end furl_read(struct furl_reading *reading, const struct furl_window *text,
                                struct furl_found *found);

/* The offset of the first octet that is still needed when more text is wanted. */
uint64_t furl_reading_needs(const struct furl_reading *reading);

#endif
