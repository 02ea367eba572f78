/* How far a URL in text extends: what each octet does to it, and what is trimmed (fidourl(1),
 * extract). Breaks are not seen here: the octets of a URL come one after the other. */
#ifndef FURL_EXTENT_H
#define FURL_EXTENT_H

#include "block.h"
#include "furl/url/unit.h"
#include "start.h"

/* A point in a URL: between two of its octets. */
struct furl_point {
    uint64_t at; /* in the text: the offset of the octet after it */
    uint64_t n;  /* the octets of the URL before it */
};

/* No number of octets. */
#define FURL_NOWHERE UINT64_MAX

/* What the octets so far leave a URL in. */
enum furl_state {
    /* A Fidonet URL */
    FURL_STATE_ADDRESS,      /* before the body, which begins with a digit or an escape */
    FURL_STATE_REQUIRED,     /* in its required part */
    FURL_STATE_NAME,         /* in its optional part: after a `?` or `&` */
    FURL_STATE_VALUE,        /* after the `=` of a parameter */
    FURL_STATE_ESCAPE,       /* in an escape: after its `%` */
    FURL_STATE_ESCAPE_DIGIT, /* after its first digit */
    /* Any other */
    FURL_STATE_PATH,
    FURL_STATE_QUERY,
    FURL_STATE_PERCENT, /* which need not begin an escape */
    FURL_STATE_PERCENT_DIGIT,
    /* Both */
    FURL_STATE_UNIT,
    FURL_STATES
};

/* The extent of a URL being read; the caller's. */
struct furl_extent {
    const struct furl_kernels *kernels;
    struct furl_kinds kinds;
    bool eight; /* URLs that are not Fidonet's may contain any octet 80-FF */
    bool bar;   /* the scheme is one whose URLs contain `|` */
    bool odd;   /* what comes right before the URL matters to what is trimmed */
    int before; /* that octet, -1 at the start of the text */
    enum furl_state state;
    enum furl_state outer;   /* the state that an escape or a unit returns to */
    struct furl_point here;  /* the next octet */
    struct furl_point kept;  /* the URL's end, were it to end here: trimmed */
    struct furl_point doubt; /* where the URL ends if the escape or unit does not become whole; `at`
                                is where the search goes on then */
    uint64_t alnum;          /* octets before the body's first letter, digit or octet 80-FF */
    uint64_t depth;          /* open brackets */
    struct furl_unit unit;
    unsigned char last[2]; /* the URL's octet before `here`, and the one before that */
    bool coloured;         /* a colour code of PCBoard comes before the URL: one ends it */
    unsigned colour;       /* octets of such a code just read */
    struct furl_point before_colour; /* `kept`, before the code */
    struct furl_block block;         /* what was looked at last */
};

/* How taking octets ends. */
enum furl_taken {
    FURL_TAKES_ON,   /* the window ends, and the URL may go on */
    FURL_AT_PERCENT, /* before a `%`, which may pause the URL */
    FURL_ENDED,      /* the URL ends before the next octet, if nothing is in doubt */
    FURL_FAILED,     /* it ends before what is in doubt */
};

/* Sets up for extents. With `eight`, URLs that are not Fidonet's may contain any octet 80-FF. */
void furl_extent_init(struct furl_extent *extent, const struct furl_kernels *kernels, bool eight);

/* Begins the extent of a URL; extent->block is that from its body on. */
void furl_extent_begin(struct furl_extent *extent, const struct furl_start *start);

/* Takes the octets of the window from extent->here on, as long as they are the URL's. */
enum furl_taken furl_extent_take(struct furl_extent *extent, const struct furl_window *text);

/* Takes the run of `n` `%` that comes next, and that pauses nothing; then a letter or digit, or any
 * octet if it is one `%` alone, or the end of the text. */
enum furl_taken furl_extent_take_percents(struct furl_extent *extent, uint64_t n);

/* Goes on at the offset `at`: what is between is a break. `percent` says that a `%` right before it
 * belongs to the URL, as the first octet of an escape. */
enum furl_taken furl_extent_resume(struct furl_extent *extent, uint64_t at, bool percent);

/* Whether the URL ends before what is in doubt, if that does not become what it began like. */
static inline bool furl_is_in_doubt(const struct furl_extent *extent)
{
    return extent->state == FURL_STATE_ESCAPE || extent->state == FURL_STATE_ESCAPE_DIGIT ||
           extent->state == FURL_STATE_UNIT;
}

#endif
