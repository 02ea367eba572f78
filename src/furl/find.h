/* Finding URLs in any octets, with the "%%" breaks taken out (DESIGN 6). */
#ifndef FURL_FIND_H
#define FURL_FIND_H

#include <stdint.h>

#include "breaks.h"

/*
 * The most octets of a window that may still be needed once furl_find has asked for more text; a
 * caller's buffer must be larger. (A gap, with its mark and what decides where it ends, is the
 * longest thing that may have to be read again.)
 */
#define FURL_FIND_HOLD ((size_t)8192)

/* A URL found. The octets at `url.at` are valid until the next call for the same finder. */
struct furl_found {
    struct furl_range url; /* breaks taken out, trimmed */
    uint64_t offset;       /* of its first octet, from the start of the text */
};

/* The state of a search; the caller's, but for the octets at `joined`. */
struct furl_finder {
    size_t max_length;
    uint64_t offset; /* of the window's first octet, from the start of the text */
    size_t at;       /* the next octet to look at */
    size_t floor;    /* the run before a scheme does not reach back before it */
    enum { FURL_SEARCHING, FURL_READING, FURL_PAUSED } phase;

    /* The URL being read. Lengths count its octets, breaks taken out. */
    struct furl_start start;
    uint64_t start_offset;
    size_t body;          /* length at the end of the delimiter */
    size_t piece;         /* the first octet of the window that is not among those put aside */
    size_t aside;         /* length put aside: it stood in earlier windows, or before a break */
    size_t kept;          /* length, were the URL to end here: trimmed */
    size_t alnum;         /* length before the first letter, digit or octet 80-FF of the body */
    size_t resumed;       /* length at the last break */
    size_t depth;         /* open brackets */
    size_t percents;      /* length of the run of `%` just read */
    size_t angle;         /* octets left of angle brackets in a parameter */
    unsigned digits;      /* hexadecimal digits still wanted for an escape */
    size_t escape;        /* the `%` of that escape; or the octet behind the last mark, if later */
    size_t escape_length; /* length before that escape */
    bool parameters, equals; /* behind a `?`; behind the `=` of a parameter */
    struct furl_gap gap;

    unsigned char last[2]; /* the last octet put aside, and the one before it */
    unsigned char *joined; /* the octets put aside */
    size_t capacity;
};

/*
 * Begins a search. A URL longer than `max_length` octets, joined but before it is trimmed, is
 * malformed. Octets that must be put aside are kept in memory of the finder's own, of at most
 * that many octets; furl_finder_free gives it back.
 */
void furl_finder_init(struct furl_finder *finder, size_t max_length);
void furl_finder_free(struct furl_finder *finder);

/* Begins another text with the same finder. */
void furl_finder_restart(struct furl_finder *finder);

enum furl_event {
    FURL_FIND_MORE,      /* no further URL is certain to have ended: show more text */
    FURL_FIND_URL,       /* `found` is set */
    FURL_FIND_TOO_LONG,  /* a URL was skipped; of `found`, `offset` is set */
    FURL_FIND_NO_MEMORY, /* the search cannot go on */
};

/*
 * Looks for the next URL in the window `text`. Call it again with the same window until it returns
 * FURL_FIND_MORE. Then either text->last was set, and the search is over; or call
 * furl_finder_drop, drop as many octets from the window's front as that says, which leaves at
 * most FURL_FIND_HOLD, and add more text at its end. However the text is cut into windows, what is
 * found is the same, and the time is linear in its length.
 */
enum furl_event furl_find(struct furl_finder *finder, const struct furl_window *text,
                          struct furl_found *found);

/* The number of octets at the window's front that are not needed any more. The finder takes them
 * as dropped. */
size_t furl_finder_drop(struct furl_finder *finder);

#endif
