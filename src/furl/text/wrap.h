/* Blanks and line ends that a URL goes on over, though no mark says so: what of the text after them
 * belongs to it. It is a guess (fidourl(1), extract). */
#ifndef FURL_WRAP_H
#define FURL_WRAP_H

#include "cut.h"
#include "extent.h"

/* What is looked at: so many octets before the end of the line that the URL begins in; as many
 * after it, and after each later place where the URL stops; so many lines in delimiters. */
#define FURL_WRAP_OCTETS ((size_t)4096)
#define FURL_WRAP_LINES  ((size_t)16)

/* What may let a URL that has stopped go on. */
enum furl_wrapping {
    FURL_WRAP_NEW,       /* it has not stopped yet */
    FURL_WRAP_DELIMITED, /* a delimiter that comes later; or it is as FURL_WRAP_CUT */
    FURL_WRAP_CUT,
    FURL_WRAP_TORN,
    FURL_WRAP_OVER, /* nothing */
};

/* What is known of a URL at the places where it stops; the caller's. */
struct furl_wrap {
    enum furl_wrapping wrapping;
    bool delimited; /* it goes on to a delimiter, */
    bool closed;    /* which begins a line: the URL ends at `to`, and nothing of it is trimmed */
    uint64_t to;    /* what is known to belong to it ends before this offset */
    uint64_t stop;  /* where it stopped last; */
    uint64_t next;  /* the text after that begins there, */
    uint64_t seen;  /* and no line end is known that comes before this */
    size_t lines;   /* in delimiters, so far */
    uint64_t line;  /* the offset of the line that the URL begins in, once it stopped at its end */
    bool may;       /* an editor may have cut it there */
    struct furl_cut cut;
};

/* Begins a URL. */
static inline void furl_wrap_begin(struct furl_wrap *wrap)
{
    wrap->wrapping = FURL_WRAP_NEW;
    wrap->delimited = wrap->closed = false;
    wrap->to = wrap->stop = 0;
}

/*
 * Whether the URL of `start`, which stops first at the offset `stop`, may go on after it: false is
 * certain, true says to ask furl_wrap_resume. This is for most URLs, and takes less.
 */
bool furl_wrap_may(const struct furl_window *text, const struct furl_start *start, uint64_t stop);

/*
 * Tells whether the URL of `start` goes on after it stopped before the octet at here.at; it has
 * here.n octets so far. If so, sets `*at` to the offset where it does. FURL_MORE: call again when
 * the window has more text, and still the FURL_WRAP_OCTETS before here.at, and one. What is asked
 * of a URL has to be asked at each place where it stops, in order. The time is linear in the octets
 * that the URL goes over, and FURL_WRAP_OCTETS.
 */
enum furl_answer furl_wrap_resume(struct furl_wrap *wrap, const struct furl_window *text,
                                  const struct furl_start *start, struct furl_point here,
                                  uint64_t *at);

#endif
