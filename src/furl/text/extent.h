/* How far a URL goes in text: octet by octet, by masks, and at a glance (fidourl(7), URLS IN TEXT).
 */
#ifndef FURL_EXTENT_H
#define FURL_EXTENT_H

#include "furl/base/window.h"
#include "furl/kernels/kernels.h"
#include "furl/url/bracketed.h"
#include "start.h"

/* What extents are told by; it does not change. */
struct furl_extents {
    const struct furl_kernels *kernels;
    struct furl_kinds kinds;
    bool high; /* URLs that are not Fidonet's may contain any octet 80-FF */
};

void furl_extents_init(struct furl_extents *extents, const struct furl_kernels *kernels, bool high);

/* A block of text, as URLs see it: masks of what each octet may do to one. The bit of the octet at
 * `from` is the lowest. All zero: none was looked at. */
struct furl_block {
    size_t from, n;      /* the octets looked at: the index of the first one, and how many */
    uint64_t ends;       /* they end any URL */
    uint64_t asks;       /* what they do depends on the octets round them; `%` of no whole escape */
    uint64_t foreign;    /* they end Fidonet URLs */
    uint64_t questions;  /* `?` */
    uint64_t equals;     /* `=` */
    uint64_t ampersands; /* `&` */
    uint64_t trimmed;    /* not kept at the end, where nothing before the URL says otherwise */
    uint64_t alnum;      /* letters and digits */
};

/* Looks at the octets from an index on; there may be none. An escape that the end of a whole block
 * would cut is left to the next one. */
void furl_block_look(struct furl_block *block, const struct furl_extents *extents,
                     const struct furl_window *text, size_t from);

/* A point in a URL: between two of its octets. */
struct furl_point {
    size_t at; /* the index of the octet after it, in the text */
    size_t n;  /* the octets of the URL before it, in which no breaks are */
};

/* No number of octets. */
#define FURL_NOWHERE SIZE_MAX

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
    FURL_STATE_AHEAD, /* in octets that were looked at (ahead.h) */
    FURL_STATES
};

/* The extent of a URL as far as it was read. */
struct furl_extent {
    const struct furl_extents *extents;
    struct furl_window *text;
    bool bar;       /* the scheme is one whose URLs contain `|` */
    bool marked_up; /* see furl_is_marked_up */
    int before;     /* the octet right before the URL, -1 at the start of the text */
    enum furl_state state;
    enum furl_state outer;   /* the state that an escape or a unit returns to */
    struct furl_point here;  /* the next octet */
    struct furl_point kept;  /* the URL's end, were it to end here: trimmed */
    struct furl_point doubt; /* where the URL ends if the escape or unit does not become whole; `at`
                                is where the search goes on then */
    size_t alnum;            /* octets before the body's first letter, digit or octet 80-FF */
    size_t depth;            /* open brackets */
    struct furl_bracketed unit;
    size_t ahead;          /* the octets still to be read that were looked at, */
    bool ahead_keeps;      /* and whether they are kept at the end */
    size_t reference;      /* octets of the URL before the end of the last character reference */
    bool quoted;           /* a reference to an apostrophe comes right before the URL */
    bool rooted;           /* a `/`, `?` or `#` comes after the delimiter; */
    size_t body;           /* the index after that, or after the last break */
    size_t piece;          /* the index of the first octet after the last break; */
    unsigned char last[2]; /* and the URL's octets before that, the last one first */
    bool coloured;         /* a colour code of PCBoard comes before the URL: one ends it */
    unsigned colour;       /* octets of such a code just read */
    struct furl_point before_colour; /* `kept`, before the code */
    struct furl_block block;         /* what was looked at last */
};

/* How reading octets ends. */
enum furl_extent_end {
    FURL_GOES_ON,    /* it does not */
    FURL_AT_PERCENT, /* before a `%`, which may pause the URL */
    FURL_ENDED,      /* the URL ends before the next octet, if nothing is in doubt */
    FURL_FAILED,     /* it ends before what is in doubt */
};

/* Begins the extent of a URL in the text, at whose body `block` begins. */
void furl_extent_begin(struct furl_extent *extent, const struct furl_extents *extents,
                       struct furl_window *text, const struct furl_start *start,
                       const struct furl_block *block);

/* Reads octets from extent->here on, as long as they are the URL's. Breaks are not seen here. */
enum furl_extent_end furl_extent_read(struct furl_extent *extent);

/* Reads the run of `n` `%` that comes next, and that pauses nothing; then a letter or digit comes,
 * or any octet if it is one `%` alone, or the end of the text. */
enum furl_extent_end furl_extent_read_percents(struct furl_extent *extent, size_t n);

/* Goes on at the index `at`: what is between is a break. `percent` says that a `%` right before it
 * belongs to the URL, as the first octet of an escape. */
enum furl_extent_end furl_extent_resume(struct furl_extent *extent, size_t at, bool percent);

/* Whether the URL ends before what is in doubt, if that does not become what it began like. */
static inline bool furl_is_in_doubt(const struct furl_extent *extent)
{
    return extent->state == FURL_STATE_ESCAPE || extent->state == FURL_STATE_ESCAPE_DIGIT ||
           extent->state == FURL_STATE_UNIT;
}

/*
 * Tells where a URL that furl_start found ends, from `block`, which begins at its body. It does so
 * if the block has an octet that ends the URL for certain, and nothing before that needs a state:
 * no break, bracket, unit, octet 80-FF or half an escape. Nor may the octet before the URL change
 * what is trimmed. Returns the octets of the body, and sets `*kept` to those left once it is
 * trimmed; returns 0 where it does not tell.
 *
 * Without it, `extract, urls` takes 1.28 times as long. tests/units/find.c compares it with
 * furl_extent_read.
 */
size_t furl_extent_at_a_glance(const struct furl_block *block, const struct furl_window *text,
                               const struct furl_start *start, size_t *kept);

#endif
