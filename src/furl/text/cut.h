/* URLs that an editor cut at the end of a line: whether the next line goes on with one, and how
 * far. It is a guess (fidourl(1), extract). */
#ifndef FURL_CUT_H
#define FURL_CUT_H

#include "furl/lines/margin.h"
#include "tail.h"

/* The columns of a URL that an editor of 80 columns leaves on a line, which stores a blank after
 * it. */
#define FURL_TORN_WIDTH ((size_t)79)

/* What is known of a URL that reaches the end of a line; the caller's. */
struct furl_cut {
    struct furl_line first; /* the line that the URL begins in */
    struct furl_line line;  /* the line whose end it reaches */
    struct furl_tail tail;
    size_t text; /* columns of the text that ends with the URL, as an editor had it that filled its
                    lines before the last one did */
    bool joined; /* `line` is not the first one */
    bool alone;  /* nothing but a delimiter comes before it in its line */
};

/* Whether a URL that reaches the end of its line may be cut there, as far as its end tells, the
 * width of the line in octets, and what comes in the next one: FURL_MARGIN_MIN octets or more, if
 * there are so many. */
bool furl_cut_may(struct furl_range url, size_t width, struct furl_range next);

/* Whether the next line, `octets`, may go on with a URL of the line `first`, as far as its prefix
 * and its first word tell. */
bool furl_cut_may_go_on(struct furl_range first, struct furl_range octets);

/*
 * Begins with the URL at octets.at + at. Its line is `octets`, without the line's end, and says
 * `line`. The URL takes all that is in its line from there on, except blanks at the end. Returns
 * whether it may be cut there; if not, furl_cut_rest must not be called.
 */
bool furl_cut_begin(struct furl_cut *cut, const struct furl_line *line, struct furl_range octets,
                    size_t at);

/*
 * Returns how many octets of the text of the next line belong to the URL, and adds them; 0: none,
 * the URL was not cut. The line is `octets`, without its end, and says `line`; `before` is the text
 * before the line that the URL begins in, as in furl_near_take. Among the octets are single blanks,
 * which are not the URL's. Where they are all of the text, the URL may be cut once more: call again
 * with the line after. The time is linear in octets.n.
 */
size_t furl_cut_rest(struct furl_cut *cut, struct furl_range before, const struct furl_line *line,
                     struct furl_range octets);

/* Returns how many octets of the text belong to a URL that a blank before the text tore, where an
 * editor of 80 columns had ended a screen line; and adds them to the URL, of which the tail is
 * given. 0: none. The text is the rest of the URL's line. */
size_t furl_cut_torn(struct furl_tail *tail, struct furl_range text);

#endif
