/* Finding URLs in any octets, with the "%%" breaks taken out (fidourl-text(7)). */
#ifndef FURL_FIND_H
#define FURL_FIND_H

#include "breaks.h"
#include "furl/base/buffer.h"
#include "scanner.h"
#include "wrapped.h"

/* The highest --max-length. Up to 18 octets are written for each octet of a URL (escaped, and then
 * as JSON), and their number must fit into size_t. */
#define FURL_LENGTH_MAX (SIZE_MAX / 64)

/* How many octets its breaks may add to the longest URL in a text. */
#define FURL_BREAKS_MAX ((size_t)1 << 20)

/* Settings of a search; constant. */
struct furl_find_settings {
    struct furl_suffix_filter endings;         /* of the schemes that need no "://" */
    struct furl_suffix_filter endings_wrapped; /* and of the lines before folded ones; `Origin`,
                                            which most messages have, ends as one of them */
    struct furl_scanner_tables tables;
    size_t max_length; /* octets of the longest URL, joined but not trimmed; at most
                          FURL_LENGTH_MAX */
    bool wrapped;      /* URLs go on over line ends without marks (wrapped.h) */
    bool bare;         /* names of hosts without a scheme are URLs, too (furl_start) */
};

/* Sets up a finder; with `high`, URLs that are not Fidonet's may contain any octet 80-FF. `wrapped`
 * and `bare` are false. */
void furl_find_settings_init(struct furl_find_settings *finder, const struct furl_kernels *kernels,
                             size_t max_length, bool high);

/* The most octets of a text that a URL may take, with its breaks. */
static inline size_t furl_text_length_max(const struct furl_find_settings *finder)
{
    return finder->max_length + FURL_BREAKS_MAX;
}

/* How far a text was searched, in indices of the window. All zero: not at all. */
struct furl_search {
    size_t at;    /* the next octet to look at */
    size_t floor; /* where the last URL ended: no start reaches back before it */
    size_t ended; /* where the last octets ended that are a URL */
    size_t seen;  /* all octets before it were looked at, some after the end of the last URL */
    bool skips;   /* octets are passed over up to one that ends any URL */
    bool folds;   /* a line began a record whose lines may be folded, such as a calendar */
    struct furl_gap_read gap; /* so that the next mark in its line does not read it again */
    /* The colons, and the dots after names without a scheme, that were noted between the octet to
     * look at and the index `to`: how many, the next one, and their indices. */
    struct furl_candidates {
        size_t to, n, next;
        size_t at[FURL_CANDIDATES_MAX];
    } colons, dots;
};

/* Begins the search of a text. Other members need not be zero: to clear them would take longer than
 * to search most lines of a message. */
static inline void furl_search_begin(struct furl_search *search)
{
    search->at = search->floor = search->ended = search->seen = 0;
    search->skips = search->folds = false;
    search->gap = (struct furl_gap_read){0};
    search->colons.to = search->colons.n = search->colons.next = 0;
    search->dots.to = search->dots.n = search->dots.next = 0;
}

/* What URLs are joined over. */
enum furl_join {
    FURL_JOIN_MARKS,
    FURL_JOIN_DELIMITERS, /* line ends within delimiters */
    FURL_JOIN_MARGIN,     /* line ends, and blanks, that an editor made at its margin */
    FURL_JOINS
};

/* A URL found, in indices of the window. */
struct furl_match {
    struct furl_range url; /* without its breaks, trimmed */
    size_t scheme_n;       /* octets of its scheme */
    size_t start, end;     /* its first octet in the text, and the one after it, trimmed; */
    size_t stop;           /* the one after it, not trimmed, except brackets: URLs may be in them */
    unsigned joined;       /* what it was joined over: a bit, 1 << a join, for each */
    bool open;             /* whether it ends right before a mark without a continuation */
    size_t seen;           /* a URL before this one was decided by octets up to here: whoever
                              inserts something before this index may change it */
    struct furl_start head;
};

enum furl_found {
    FURL_FOUND,     /* `match` is set. Its URL is valid until the next call, or as long as the
                       window */
    FURL_NONE,      /* no URL begins in the window before the index match->start, however the text
                       goes on */
    FURL_UNDECIDED, /* a URL begins at the index match->start, and may go on after the window */
    FURL_TOO_LONG,  /* one does that is longer than it may be: match->url.n octets, which are
                       max_length, or furl_text_length_max of the text */
    FURL_NO_MEMORY, /* for the octets of a URL that has breaks */
};

/*
 * Looks for the next URL in the window, from search->at on. Of the octets before that, it looks
 * only at those that furl_search_droppable does not count. Call it again until it returns FURL_NONE
 * or FURL_UNDECIDED; then, unless the text ends with the window, add octets to that and go on.
 * Octets of a URL that has breaks are put together in `joined`, which the caller frees. The time is
 * linear in the octets from search->at on.
 */
enum furl_found furl_find(const struct furl_find_settings *finder, const struct furl_window *window,
                          struct furl_search *search, struct furl_buffer *joined,
                          struct furl_match *match);

/* How many octets at the window's front the search no longer needs. */
size_t furl_search_droppable(const struct furl_find_settings *finder,
                             const struct furl_search *search);

/* Tells the search that `n` octets, at most as many, were dropped from the window's front. */
void furl_search_drop(struct furl_search *search, size_t n);

/*
 * Sets `lines` to the lines that may have a URL, in order, without their ends. If a "%%" break may
 * lead on from a line, its range reaches to the end of the octets. If there are more than
 * FURL_LINES_MAX, the last range reaches to the end of the last such line. Returns how many ranges
 * there are. A finder that does not join wrapped URLs finds the same in them, one after the other,
 * as in all octets. The look is quick: in ASCII, it is only at letters, colons, slashes, `%` and
 * line ends.
 */
#define FURL_LINES_MAX ((size_t)16)
size_t furl_lines_with_urls(const struct furl_find_settings *finder, struct furl_range octets,
                            struct furl_range lines[FURL_LINES_MAX]);

#endif
