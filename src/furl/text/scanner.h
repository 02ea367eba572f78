/* How far a URL goes in text, by a table of octets and states (fidourl-text(7)). */
#ifndef FURL_EXTENT_H
#define FURL_EXTENT_H

#include "ahead.h"
#include "furl/base/window.h"
#include "furl/kernels/kernels.h"
#include "furl/url/bracketed.h"
#include "start.h"

/* A point in a URL: between two of its octets. */
struct furl_position {
    size_t at; /* the index of the octet after it, in the text */
    size_t n;  /* the octets of the URL before it, in which no breaks are */
};

/* No number of octets. */
#define FURL_NOWHERE SIZE_MAX

/* What comes next in a URL, by the octets so far. */
enum furl_state {
    /* Calm ones, which most octets leave as they are */
    FURL_STATE_PATH,     /* in a URL that is not Fidonet's */
    FURL_STATE_REQUIRED, /* in a Fidonet URL: in its required part; */
    FURL_STATE_NAME,     /* in its optional part: after a `?` or `&`; */
    FURL_STATE_VALUE,    /* after the `=` of a parameter */
    FURL_STATES_CALM,
    /* In an escape of a Fidonet URL (ESCAPE), or in what may be one of another URL (PERCENT) */
    FURL_STATE_ESCAPE_DIGIT = FURL_STATES_CALM, /* after the first digit */
    FURL_STATE_PERCENT_DIGIT,
    FURL_STATE_ESCAPE, /* after the `%` */
    FURL_STATE_PERCENT,
    FURL_STATE_ADDRESS, /* before the body, which begins with a digit or an escape */
    FURL_STATE_UNIT,
    FURL_STATE_AHEAD, /* in octets that were looked at (ahead.h) */
    FURL_STATES
};

/* Settings for reading URLs; constant. */
struct furl_scanner_tables {
    const struct furl_kernels *kernels;
    bool high; /* URLs that are not Fidonet's may contain any octet 80-FF */
    struct furl_kinds kinds;
};

/* Sets them up. `kernels` must outlive them. */
void furl_scanner_tables_init(struct furl_scanner_tables *tables,
                              const struct furl_kernels *kernels, bool high);

/* Octets that were looked at. All zero: none. */
struct furl_block {
    size_t from, n;               /* the index of the first one, and how many */
    uint64_t escapes;             /* the `%` of whole escapes */
    struct furl_class_masks look; /* what each octet is */
};

/* How deep pairs nest: as many URLs may be in one, from each of which it is read. */
#define FURL_PAIR_DEPTH ((size_t)4)

/* A "[...]" or "{...}" that is the URL's if it becomes whole within FURL_BRACKETED_MAX octets. */
struct furl_pair_read {
    unsigned char opening;     /* its first octet */
    size_t depth;              /* open brackets like it; 0: no pair is being read */
    unsigned kinds;            /* the units that it may be */
    bool value;                /* it comes after a value */
    bool named;                /* it comes after a `_` */
    struct furl_position from; /* where it begins, */
    struct furl_position kept; /* and scanner->kept there */
};

/* The scanner of a URL as far as it was read. */
struct furl_scanner {
    const struct furl_scanner_tables *tables;
    struct furl_window *text;
    bool bar;       /* the scheme is one whose URLs contain `|` */
    bool marked_up; /* what comes right before the URL changes what is trimmed, or where it ends */
    const struct furl_start *start;
    size_t floor; /* the index where the URL before it ended; 0: there is none */
    enum furl_state state;
    enum furl_state outer;             /* the state that an escape or a unit returns to */
    struct furl_position next;         /* the next octet */
    struct furl_position trimmed_end;  /* the URL's end, trimmed, if it ended here */
    struct furl_position fallback_end; /* where the URL ends if the escape or unit does not become
                                whole; `at` is where the search goes on then */
    size_t depth;                      /* open brackets */
    struct furl_bracketed unit;
    size_t breaks;    /* the most octets of breaks that a look passes */
    size_t ahead;     /* the octets still to be read that were looked at, */
    bool ahead_keeps; /* and whether they are kept at the end */
    size_t reference; /* octets of the URL before the end of the last character reference */
    enum furl_reference referred; /* the one that comes right before the URL */
    size_t host;                  /* the host does not end before so many octets of the URL */
    /* Between the delimiter and the index `body` is a `?`; a `/`, `?` or `#`; a `#`; in a
     * parameter, a `=` */
    bool query, rooted, fragment, valued;
    size_t body;           /* look_back has looked at the octets before this index */
    size_t piece;          /* the index of the first octet after the last break; */
    unsigned char last[2]; /* and the URL's octets before that, the last one first */
    int enclosing;  /* the mark that comes right before and right after; 0: not known yet, -1: none
                     */
    size_t bracket; /* octets before the end of brackets that are trimmed where they are last */
    struct furl_pair_read pair;
    struct furl_block block; /* what was looked at last */
};

/* How reading octets ends. */
enum furl_scanner_end {
    FURL_GOES_ON,    /* it does not */
    FURL_AT_PERCENT, /* before a `%`, which may pause the URL */
    FURL_ENDED,      /* the URL ends before the next octet, if nothing is in doubt */
    FURL_FAILED,     /* it ends before what is in doubt */
    FURL_DEFANGED,   /* it is none: somebody made its host harmless */
    FURL_ENDED_OPEN, /* it ends before a mark without a continuation, which is read */
    FURL_UNSTORED,   /* memory ran out */
};

/* Begins the scanner of a URL in the text. */
void furl_scanner_begin(struct furl_scanner *scanner, const struct furl_scanner_tables *tables,
                        struct furl_window *text, const struct furl_start *start);

/* Reads octets from scanner->here on, as long as they are the URL's. Does not look for breaks. */
enum furl_scanner_end furl_scanner_run(struct furl_scanner *scanner);

/* Reads the run of `n` `%` that comes next and pauses nothing. A letter, a digit or the end of the
 * text comes after it, or, after one `%`, any octet. */
enum furl_scanner_end furl_scanner_read_percents(struct furl_scanner *scanner, size_t n);

/* Goes on at the index `at`, after a break. If `percent`, the first `%` of the break belongs to the
 * URL, as the first octet of an escape. */
enum furl_scanner_end furl_scanner_resume(struct furl_scanner *scanner, size_t at, bool percent);

/* The most octets that the next break may have: no limit outside of pairs. */
size_t furl_scanner_breaks_left(const struct furl_scanner *scanner);

/* How reading ends, if it ends so: in a pair, the URL ends before that, and the scanner goes back.
 */
enum furl_scanner_end furl_scanner_leave(struct furl_scanner *scanner, enum furl_scanner_end end);

/* Whether an escape or a unit is in doubt: the URL ends before it unless it becomes whole. */
static inline bool furl_scanner_is_incomplete(const struct furl_scanner *scanner)
{
    return scanner->state == FURL_STATE_ESCAPE || scanner->state == FURL_STATE_ESCAPE_DIGIT ||
           scanner->state == FURL_STATE_UNIT;
}

#endif
