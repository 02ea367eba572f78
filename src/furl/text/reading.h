/* Reading a URL out of text, from its start to its end (fidourl(1), extract). */
#ifndef FURL_READING_H
#define FURL_READING_H

#include <stdint.h>

#include "breaks.h"
#include "furl/url/unit.h"

/* The largest limit for the length of a URL. */
#define FURL_LENGTH_MAX (SIZE_MAX / 16)

/* A place where a URL being read may turn out to have ended. */
struct furl_ending {
    size_t at;     /* where the search goes on then: that octet; or the one after the last mark, if
                      later */
    size_t length; /* of the URL, before it is trimmed */
    size_t kept;   /* trimmed */
    int64_t kept_at;
};

/*
 * A URL being read; the caller's, except the octets at `joined`. Positions are in the window.
 * Lengths count the URL's octets with the breaks taken out; those beyond what any URL may have are
 * all one, so that none of them wraps.
 */
struct furl_reading {
    size_t max_length;
    bool eight; /* URLs that are not Fidonet's may contain any octet 80-FF */
    struct furl_start start;
    unsigned plain;  /* the classes of octets, of enum furl_text, that the URL takes as they come */
    size_t at;       /* the next octet to look at; at the end, where the search goes on */
    size_t body;     /* length at the end of the delimiter */
    size_t piece;    /* the first octet of the window that is not among those put aside */
    size_t aside;    /* length put aside: from earlier windows, or from before a break */
    size_t kept;     /* length, were the URL to end here: trimmed */
    size_t alnum;    /* length before the first letter, digit or octet 80-FF of the body */
    size_t resumed;  /* length at the last break */
    size_t broken;   /* length at the first break; SIZE_MAX: there was none */
    int64_t kept_at; /* the octet after those that `kept` counts, from the window's first one;
                        below 0 if it was dropped */
    size_t depth;    /* open brackets */

    size_t percents;       /* octets in the run of `%` just read */
    size_t percents_after; /* length before it */

    /* What is not certain to belong to the URL yet: a unit, if it has kinds, or an escape. */
    struct furl_unit unit;
    unsigned digits;          /* hexadecimal digits still wanted for an escape */
    struct furl_ending doubt; /* where the URL ends, if it does not */

    unsigned colour;                  /* octets of a colour code of PCBoard just read */
    struct furl_ending before_colour; /* the URL, if it is trimmed */

    bool numeric;            /* the body begins with a digit or an escape, if it begins */
    bool parameters, equals; /* after a `?`; after the `=` of a parameter */
    bool paused;             /* in a gap */
    struct furl_gap gap;

    unsigned char last[2]; /* the last octet put aside, and the one before it */
    unsigned char *joined; /* the octets put aside */
    size_t capacity;
};

/* A URL that was read. */
struct furl_read {
    struct furl_range url; /* breaks taken out, trimmed */
    int64_t end;           /* the octet after it, as `kept_at` is counted */
    bool broken;           /* it was joined */
    bool open;             /* it ended right before a mark that nothing continues */
};

/*
 * Sets up for reading URLs. One longer than `max_length` octets, joined but before it is trimmed,
 * is malformed; `max_length` is at most FURL_LENGTH_MAX. Octets that must be put aside are kept in
 * memory of the reading's own, of at most that many octets; furl_reading_free gives it back. With
 * `eight`, URLs that are not Fidonet's may contain any octet 80-FF.
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
