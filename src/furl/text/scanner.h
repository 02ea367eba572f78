/* The end of a URL in text, by a table of octets and states (fidourl-text(7)). */
#ifndef FURL_SCANNER_H
#define FURL_SCANNER_H

#include "ahead.h"
#include "furl/core/window.h"
#include "furl/kernels/kernels.h"
#include "furl/url/unit.h"
#include "start.h"

/* A position between two octets of a URL. */
struct furl_position {
    size_t pos; /* index in the text of the octet after the position */
    size_t n;   /* octets of the URL before the position, without breaks */
};

/* More than any number of octets of a URL. */
#define FURL_NOWHERE SIZE_MAX

/* The meaning of the next octet, by the octets before it. */
enum furl_state {
    /* Calm states, which most octets do not change */
    FURL_STATE_PATH,     /* in a URL that is not Fidonet's */
    FURL_STATE_REQUIRED, /* in the required part of a Fidonet URL */
    FURL_STATE_NAME,     /* in the optional part of a Fidonet URL, after a `?` or `&` */
    FURL_STATE_VALUE,    /* in a Fidonet URL, after the `=` of a parameter */
    FURL_STATES_CALM,
    /* In an escape of a Fidonet URL (ESCAPE), or in a possible escape of another URL (PERCENT) */
    FURL_STATE_ESCAPE_DIGIT = FURL_STATES_CALM, /* after the first digit */
    FURL_STATE_PERCENT_DIGIT,
    FURL_STATE_ESCAPE, /* after the `%` */
    FURL_STATE_PERCENT,
    FURL_STATE_ADDRESS, /* before the body, which begins with a digit or an escape */
    FURL_STATE_UNIT,
    FURL_STATE_AHEAD, /* in octets that a lookahead has accepted (ahead.h) */
    FURL_STATES
};

/* Settings of scanners. They are constant. */
struct furl_scanner_tables {
    const struct furl_kernels *kernels;
    bool high; /* whether URLs that are not Fidonet's may contain any octet 80-FF */
    struct furl_kinds kinds;
};

/* Initializes the settings. `kernels` must outlive them. */
void furl_scanner_tables_init(struct furl_scanner_tables *tables,
                              const struct furl_kernels *kernels, bool high);

/* Octets that a kernel has classified. All zero: none. */
struct furl_block {
    size_t from, n;                /* index of the first octet, and number of octets */
    uint64_t escapes;              /* the `%` of complete escapes */
    struct furl_class_masks masks; /* classes of the octets */
};

/* The deepest nesting of pairs. A URL can begin at each level, and each such URL reads the rest of
 * the pair again. */
#define FURL_PAIR_DEPTH ((size_t)4)

/* A "[...]" or "{...}". The pair belongs to the URL if it is complete within FURL_UNIT_MAX
 * octets. */
struct furl_pair_read {
    unsigned char opening; /* first octet of the pair */
    size_t depth;   /* number of open brackets like `opening`, or 0 if no pair is being read */
    unsigned kinds; /* kinds of units that the pair can be */
    bool value;     /* whether the pair follows a value */
    bool named;     /* whether the pair follows a `_` */
    struct furl_position from;        /* position where the pair begins */
    struct furl_position trimmed_end; /* scanner->trimmed_end at the position `from` */
};

/* A scanner of a URL, which has been read to the position `next`. */
struct furl_scanner {
    const struct furl_scanner_tables *tables;
    struct furl_window *text;
    bool bar;       /* whether URLs of the scheme contain `|` */
    bool marked_up; /* whether the octets directly before the URL change its end or the trimming */
    const struct furl_start *start;
    size_t floor; /* index where the previous URL ended, or 0 */
    enum furl_state state;
    enum furl_state outer;     /* state after the escape, unit or lookahead */
    struct furl_position next; /* position of the next octet */
    /* end of the URL, trimmed, if it ends before the next octet */
    struct furl_position trimmed_end;
    struct furl_position fallback_end; /* end of the URL if the escape or unit stays incomplete. The
                                          search then continues at its index */
    size_t depth;                      /* number of open round brackets */
    struct furl_unit unit;
    size_t breaks;    /* most octets of breaks that a lookahead skips */
    size_t ahead;     /* number of octets still to be read that a lookahead has accepted */
    bool ahead_keeps; /* whether these octets are kept at the end of the URL */
    size_t reference; /* octets of the URL up to the end of the last character reference */
    enum furl_reference reference_before; /* character reference directly before the URL */
    size_t host;                          /* octets of the URL within which the host does not end */
    /* Whether octets are between the delimiter and the index `body`. `query`: a `?`. `rooted`: one
     * of / ? #. `fragment`: a `#`. `valued`: a `=` in the last parameter */
    bool query, rooted, fragment, valued;
    size_t body;           /* index before which look_back has read the octets */
    size_t piece;          /* index of the first octet after the last break */
    unsigned char last[2]; /* the two octets of the URL before `piece`, the last one first */
    int enclosing;  /* mark directly before and after the URL, 0 if not known yet, or -1 if none */
    size_t bracket; /* octets of the URL up to the end of its last pair of brackets. The pair is
                       trimmed at the end of the URL */
    struct furl_pair_read pair;
    struct furl_block block; /* block that was classified last */
};

/* The result of reading octets. */
enum furl_scanner_end {
    FURL_GOES_ON,    /* the URL continues */
    FURL_AT_PERCENT, /* the next octet is a `%`, which can begin a mark */
    FURL_ENDED, /* the URL ends before the next octet or, if an escape or unit is incomplete, before
                   that */
    FURL_FAILED,     /* the URL ends before an escape or unit that failed */
    FURL_DEFANGED,   /* no URL, because somebody made its host harmless */
    FURL_ENDED_OPEN, /* the URL ends before a mark without a continuation, which has been read */
    FURL_UNSTORED,   /* memory ran out */
};

/* Begins to scan the URL of `start`, at its body. */
void furl_scanner_begin(struct furl_scanner *scanner, const struct furl_scanner_tables *tables,
                        struct furl_window *text, const struct furl_start *start);

/* Reads octets from scanner->next on, as long as they belong to the URL. Does not read breaks. */
enum furl_scanner_end furl_scanner_run(struct furl_scanner *scanner);

/* Reads the run of `n` `%` that comes next and is no mark. A letter or digit follows a run of two
 * or more. */
enum furl_scanner_end furl_scanner_read_percents(struct furl_scanner *scanner, size_t n);

/* Continues at the index `pos`, after a break. If `percent`, the first `%` of the break belongs to
 * the URL, as the first octet of an escape. */
enum furl_scanner_end furl_scanner_resume(struct furl_scanner *scanner, size_t pos, bool percent);

/* Returns the most octets that the next break can have. Outside of pairs, there is no limit. */
size_t furl_scanner_breaks_left(const struct furl_scanner *scanner);

/* Returns the result of reading that ended with `end`. If the URL ends inside a pair, moves the
 * scanner back to the front of the pair, where the URL then ends. */
enum furl_scanner_end furl_scanner_leave(struct furl_scanner *scanner, enum furl_scanner_end end);

/* Returns whether an escape or a unit is incomplete. The URL ends before an incomplete one. */
static inline bool furl_scanner_is_incomplete(const struct furl_scanner *scanner)
{
    return scanner->state == FURL_STATE_ESCAPE || scanner->state == FURL_STATE_ESCAPE_DIGIT ||
           scanner->state == FURL_STATE_UNIT;
}

#endif
