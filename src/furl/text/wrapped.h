/* URLs that line ends cut, though no mark says so: --wrapped (fidourl-text(7), WRAPPED URLS). */
#ifndef FURL_WRAPPED_H
#define FURL_WRAPPED_H

#include "frame.h"
#include "furl/base/octets.h"
#include "quote.h"
#include "scanner.h"

/* How far rules look: so many octets before and after each place where a URL stops, which are fifty
 * lines; and in delimiters so many lines, as in a gap. */
#define FURL_WRAPPED_OCTETS ((size_t)4096)
#define FURL_WRAPPED_LINES  ((size_t)16)

/* How many octets before the next one to look at are needed: a line, and where a line end cuts a
 * scheme, what comes before the colon in its line and in the one before, if that is near. */
#define FURL_WRAPPED_NEAR   (FURL_START_RUN + FURL_OPENING_LINE + 1)
#define FURL_WRAPPED_BEFORE (FURL_WRAPPED_OCTETS + 2 * FURL_WRAPPED_NEAR + 1)

/* The fewest columns of a word after which an editor stores a blank. */
#define FURL_TORN_WIDTH ((size_t)79)

/* What is known of a URL at the places where it stops. All zero: it has not stopped. */
struct furl_wrapped {
    bool folds;     /* the caller says that lines may be folded, as in a calendar */
    bool bare;      /* it has nothing but its scheme where it stops first */
    bool delimited; /* it goes on to a delimiter, */
    bool closed;    /* which begins a line: it ends at `to`, and nothing of it is trimmed */
    bool marked;    /* it went on after a "%%" mark, where its author split it, */
    bool refilled;  /* and an editor put both marks into one line */
    bool joined;    /* it went on after neither, or after a mark, last at the index `piece`, */
    size_t piece;
    size_t columns;          /* after a line so wide; 0: after a blank, */
    unsigned blanks;         /* the nth one of its line */
    size_t to;               /* the index where the octets before the delimiter end */
    struct furl_quote first; /* the prefix of the line that it begins in, */
    struct furl_frame frame; /* what is around its line, */
    uint64_t fewer;          /* and the kind of one with a mark less */
    uint64_t signs;          /* of the last place: the rows of the card that hold */
};

/* Whether a line end cuts the scheme of a URL, or its delimiter: before the line of the colon at an
 * index, or after the colon. The scheme is one of the table. If so, sets `start` and
 * `wrap`. Nothing before the index `floor` is part of the URL. */
bool furl_wrapped_start(struct furl_wrapped *wrap, struct furl_window *text, size_t colon,
                        size_t floor, struct furl_start *start);

/* The index where such a URL may begin, if no octet from the index `at` on is known; at least
 * `floor`, and at most `start`. */
size_t furl_wrapped_start_before(const struct furl_window *text, size_t at, size_t floor,
                                 size_t start);

/* Whether the URL of `start` goes on after it stopped before the octet at here.at, having here.n
 * octets so far. If so, sets `*at` to the index where it does. Ask at each place where it stops, in
 * order; the window has the FURL_WRAPPED_OCTETS before here.at, and one. The time is linear in the
 * two lines and in what is between delimiters. */
bool furl_wrapped_resume(struct furl_wrapped *wrap, struct furl_window *text,
                         const struct furl_start *start, struct furl_position here, size_t *at);

#endif
