/* Reading a URL out of text, from its start to its end (fidourl(1), extract). */
#ifndef FURL_READING_H
#define FURL_READING_H

#include <stdint.h>

#include "breaks.h"

/*
 * A URL being read; the caller's, but for the octets at `joined`. Positions are in the window,
 * lengths count the URL's octets with the breaks taken out.
 */
struct furl_reading {
    size_t max_length;
    bool eight; /* any octet 80-FF may stand in a URL that is not Fidonet's */
    struct furl_start start;
    unsigned plain;  /* the last class of octets, as enum furl_text has them, that need no look at
                        what stands round them in this URL */
    size_t at;       /* the next octet to look at; at the end, where the search goes on */
    size_t body;     /* length at the end of the delimiter */
    size_t piece;    /* the first octet of the window that is not among those put aside */
    size_t aside;    /* length put aside: it stood in earlier windows, or before a break */
    size_t kept;     /* length, were the URL to end here: trimmed */
    size_t alnum;    /* length before the first letter, digit or octet 80-FF of the body */
    size_t resumed;  /* length at the last break */
    size_t broken;   /* length at the first break; SIZE_MAX: there was none */
    int64_t kept_at; /* the octet behind those that `kept` counts, from the window's first one;
                        below 0 if it was dropped */
    size_t depth;    /* open brackets */
    size_t angle;    /* octets left of angle brackets in a parameter */

    size_t percents;      /* length of the run of `%` just read */
    unsigned digits;      /* hexadecimal digits still wanted for an escape */
    size_t escape;        /* the `%` of that escape; or the octet behind the last mark, if later */
    size_t escape_length; /* length before that escape */

    bool parameters, equals; /* behind a `?`; behind the `=` of a parameter */
    bool paused;             /* in a gap */
    struct furl_gap gap;

    unsigned char last[2]; /* the last octet put aside, and the one before it */
    unsigned char *joined; /* the octets put aside */
    size_t capacity;
};

/* A URL that was read. */
struct furl_read {
    struct furl_range url; /* breaks taken out, trimmed */
    int64_t end;           /* the octet behind it, as `kept_at` is counted */
    bool broken;           /* it was joined */
};

/*
 * Sets up for reading URLs. One longer than `max_length` octets, joined but before it is trimmed,
 * is malformed. Octets that must be put aside are kept in memory of the reading's own, of at most
 * that many octets; furl_reading_free gives it back. With `eight`, any octet 80-FF may stand in
 * URLs that are not Fidonet's.
 */
void furl_reading_init(struct furl_reading *reading, size_t max_length, bool eight);
void furl_reading_free(struct furl_reading *reading);

/* Begins the URL that furl_start found in the window. */
void furl_reading_begin(struct furl_reading *reading, const struct furl_start *start);

enum furl_reading_end {
    FURL_READ_MORE,      /* the window ends, and the URL may go on: call again with more text */
    FURL_READ_URL,       /* `read` is set; its octets are valid until the next call */
    FURL_READ_NOTHING,   /* too little was left to be a URL */
    FURL_READ_TOO_LONG,  /* the URL is longer than it may be */
    FURL_READ_NO_MEMORY, /* the reading cannot go on */
};

/* Reads on to the end of the URL. Unless more text is wanted, the search goes on at reading->at. */
enum furl_reading_end furl_read(struct furl_reading *reading, const struct furl_window *text,
                                struct furl_read *read);

/* The first octet of the window that is still needed when more text is wanted. */
size_t furl_reading_needs(const struct furl_reading *reading);

/* Takes `n` octets, none of which is needed, as dropped from the window's front. */
void furl_reading_drop(struct furl_reading *reading, size_t n);

#endif
