/* URLs that line ends cut, though no mark says so: --wrapped (fidourl(7), Wrapped URLs). */
#ifndef FURL_WRAPPED_H
#define FURL_WRAPPED_H

#include "extent.h"
#include "furl/base/octets.h"
#include "quote.h"

/* How far rules look: so many octets before and after each place where a URL stops, which are fifty
 * lines; and in delimiters so many lines, as in a gap. */
#define FURL_WRAPPED_OCTETS ((size_t)4096)
#define FURL_WRAPPED_LINES  ((size_t)16)

/* The columns of the piece of a URL that an editor of 80 columns tears off; it stores a blank after
 * that. */
#define FURL_TORN_WIDTH ((size_t)79)

/* What may let a URL that has stopped go on. */
enum furl_wrapping {
    FURL_WRAPPED_NEW,  /* it has not stopped yet */
    FURL_WRAPPED_CUT,  /* a line end */
    FURL_WRAPPED_TORN, /* a blank */
    FURL_WRAPPED_OVER, /* nothing */
};

/* What is known of a URL at the places where it stops. All zero: it has not stopped. */
struct furl_wrapped {
    enum furl_wrapping wrapping;
    bool folds;     /* the caller says that lines may be folded, as in a calendar */
    bool filled;    /* the URL went on with a line as wide as the one before */
    bool whole;     /* it goes on only if it reaches `to`, and, unless `filled`, ends there */
    bool delimited; /* it goes on to a delimiter, */
    bool closed;    /* which begins a line: it ends at `to`, and nothing of it is trimmed */
    size_t to;      /* what is known to belong to it ends before this index */
    struct furl_quote first; /* the line that it begins in */
};

/* Whether the URL of `start` goes on after it stopped before the octet at here.at, having here.n
 * octets so far. If so, sets `*at` to the index where it does. Ask at each place where it stops, in
 * order; the window has the FURL_WRAPPED_OCTETS before here.at, and one. The time is linear in the
 * two lines and in what is between delimiters. */
bool furl_wrapped_resume(struct furl_wrapped *wrap, struct furl_window *text,
                         const struct furl_start *start, struct furl_point here, size_t *at);

#endif
