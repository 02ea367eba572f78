/* URLs that a line end cuts without a mark: --wrapped (fidourl-text(7), WRAPPED URLS). */
#ifndef FURL_WRAPPED_H
#define FURL_WRAPPED_H

#include "frame.h"
#include "furl/core/octets.h"
#include "quote.h"
#include "scanner.h"

/* How far the rules look from a place where a URL stops: octets before and after the place, about
 * fifty lines. In delimiters they look at as many lines as a gap can have. */
#define FURL_WRAPPED_OCTETS ((size_t)4096)
#define FURL_WRAPPED_LINES  ((size_t)16)

/* Octets before search->pos that the search still needs. They are a line and, because a line end
 * can cut a scheme, the octets before the colon in its line and in the line before. Longer lines do
 * not matter for the scheme. */
#define FURL_WRAPPED_NEAR   (FURL_START_RUN + FURL_OPENING_LINE + 1)
#define FURL_WRAPPED_BEFORE (FURL_WRAPPED_OCTETS + 2 * FURL_WRAPPED_NEAR + 1)

/* The fewest columns of a word after which an editor stores a blank. */
#define FURL_TORN_WIDTH ((size_t)79)

/* The state of a URL at the places where it stops. All zero: the URL has not stopped. */
struct furl_wrapped {
    bool folds;     /* set by the caller: lines can be folded, as in a calendar */
    bool bare;      /* the URL is only a scheme where it stops first */
    bool delimited; /* the URL continues up to a delimiter */
    bool closed;    /* the delimiter begins a line, so that the URL ends at `certain_end` and is not
                       trimmed */
    bool marked;    /* the URL continued after a "%%" mark, where its author split it */
    bool refilled;  /* an editor put both marks of the last break into one line */
    bool joined;    /* the URL continued without a mark, last at the index `piece` */
    size_t piece;
    size_t columns; /* columns of the line after which the URL continued last, or 0 after a blank */
    unsigned blanks;         /* number of blanks in the line after which the URL continued */
    size_t certain_end;      /* index where the octets before the delimiter end */
    struct furl_quote first; /* prefix of the line where the URL begins */
    struct furl_frame frame; /* frame of the line where the URL begins */
    uint64_t outer_hash;     /* kind of the prefix `first` with one `>` less */
    uint64_t signs;          /* rows of the card that hold at the last place */
};

/* Returns whether a line end cuts a scheme of the table, or its delimiter. The line end is before
 * the line of the colon, or after the colon. If so, sets `start` and `wrap`. Octets before the
 * index `floor` are not part of the URL. */
bool furl_wrapped_start(struct furl_wrapped *wrap, struct furl_window *text, size_t colon,
                        size_t floor, struct furl_start *start);

/* Returns the index where such a URL can begin, if no octet from the index `pos` on is known. The
 * result is at least `floor` and at most `start`. */
size_t furl_wrapped_start_before(const struct furl_window *text, size_t pos, size_t floor,
                                 size_t start);

/* Returns whether the URL of `start` continues after the position `here`, where it stopped. If so,
 * sets `*at` to the index where it continues. Call the function at each place where the URL stops,
 * in order. Before `here`, the window must contain FURL_WRAPPED_OCTETS octets and one more. The
 * time is linear in the two lines and in the octets between delimiters. */
bool furl_wrapped_resume(struct furl_wrapped *wrap, struct furl_window *text,
                         const struct furl_start *start, struct furl_position here, size_t *ptr);

#endif
