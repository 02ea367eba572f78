/* Search for URLs in any octets. "%%" breaks are removed (fidourl-text(7)). */
#ifndef FURL_FIND_H
#define FURL_FIND_H

#include "breaks.h"
#include "furl/core/buffer.h"
#include "scanner.h"
#include "wrapped.h"

/* The highest --max-length. Each octet of a URL can become 18 octets of output (escaped, and then
 * as JSON). Their number must fit into size_t. */
#define FURL_LENGTH_MAX (SIZE_MAX / 64)

/* Octets that breaks can add to the longest URL in a text. */
#define FURL_BREAKS_MAX ((size_t)1 << 20)

/* Settings of a search. They are constant. */
struct furl_find_settings {
    struct furl_suffix_filter filter; /* endings of the schemes that need no "://" */
    /* `filter`, and endings of schemes that a line end can cut and of lines before folded lines. A
     * filter of its own, because most messages contain `Origin:`, which ends like `BEGIN:` */
    struct furl_suffix_filter filter_wrapped;
    struct furl_scanner_tables tables;
    size_t max_length; /* most octets of a URL, joined but not trimmed; at most FURL_LENGTH_MAX */
    bool wrapped;      /* whether URLs continue after line ends without marks (wrapped.h) */
    bool bare;         /* whether host names without a scheme are URLs, too (furl_read_start) */
};

/* Initializes the settings of a search. `wrapped` and `bare` are then false. `kernels` must outlive
 * the settings. With `high`, URLs that are not Fidonet's may contain any octet 80-FF. */
void furl_find_settings_init(struct furl_find_settings *settings,
                             const struct furl_kernels *kernels, size_t max_length, bool high);

/* Returns the most octets of a text that a URL can occupy, breaks included. */
static inline size_t furl_text_length_max(const struct furl_find_settings *settings)
{
    return settings->max_length + FURL_BREAKS_MAX;
}

/* The progress of a search, in indices of the window. All zero: nothing was searched. */
struct furl_search {
    size_t pos;   /* index of the next octet to look at */
    size_t floor; /* index where the last URL, or attempt to read one, ended. No scheme begins
                     before it */
    size_t last_match_end; /* index where the last match ended */
    size_t looked_to; /* index before which all octets were read, some of them after the end of the
                         last URL */
    bool skips;       /* the search skips octets up to one that ends any URL */
    bool folds;       /* a line began a record whose lines can be folded, such as a calendar */
    struct furl_gap_read gap;   /* progress in the last gap, so that the next mark in its line does
                                   not read the gap again */
    struct furl_line_read line; /* part of a line, so that each URL in a long line does not search
                                   for its start again */
    /* Colons, and dots after names without a scheme, that the search noted before the index `to`.
     * `n` is their number, `next` the first one that is not used yet. */
    struct furl_candidates {
        size_t to, n, next;
        size_t pos[FURL_CANDIDATES_MAX];
    } colons, dots;
};

/* Begins the search of a text. Leaves other members unset, because clearing them takes longer than
 * searching most lines of a message. */
static inline void furl_search_begin(struct furl_search *search)
{
    search->pos = search->floor = search->last_match_end = search->looked_to = 0;
    search->skips = search->folds = false;
    search->gap = (struct furl_gap_read){0};
    search->line = (struct furl_line_read){0};
    search->colons.to = search->colons.n = search->colons.next = 0;
    search->dots.to = search->dots.n = search->dots.next = 0;
}

/* The places over which a URL is joined. */
enum furl_join {
    FURL_JOIN_MARKS,
    FURL_JOIN_DELIMITERS, /* line ends within delimiters */
    FURL_JOIN_MARGIN, /* line ends at an editor's margin, and blanks that replaced such line ends */
    FURL_JOINS
};

/* A URL that was found, in indices of the window. */
struct furl_match {
    struct furl_range url; /* URL without its breaks, trimmed */
    size_t scheme_n;       /* octets of the scheme */
    size_t start, end;     /* index of the first octet, and of the octet after the trimmed URL */
    size_t untrimmed_end;  /* index of the octet after the URL, not trimmed. Brackets at the end are
                              trimmed, because URLs can be in them */
    unsigned joined;       /* joins of the URL: the bit 1 << join for each */
    bool open;             /* whether the URL ends directly before a mark without a continuation */
    size_t looked_to; /* index up to which an earlier URL depends on the octets. Inserting something
                         before the index may change that URL */
    struct furl_start head;
};

enum furl_found {
    FURL_FOUND, /* `match` is set. Its URL is valid until the next call, and no longer than the
                   window */
    FURL_NONE,  /* no URL begins in the window before match->start, even if the text continues */
    FURL_UNDECIDED, /* a URL can begin at match->start; octets after the window decide where it ends
                     */
    FURL_TOO_LONG,  /* the URL at match->start is too long. match->url.n is the exceeded limit:
                       max_length, or furl_text_length_max for octets of the text */
    FURL_NO_MEMORY, /* no memory for the octets of a URL that has breaks */
};

/*
 * Finds the next URL in the window, from search->pos on. Before this index, reads only octets that
 * furl_search_droppable does not count. Call the function until it returns FURL_NONE or
 * FURL_UNDECIDED. Then, unless the text ends with the window, add octets to the window and call it
 * again. If a URL has breaks, its octets are joined in `joined`, which the caller frees. The time
 * is linear in the octets after search->pos.
 */
enum furl_found furl_find(const struct furl_find_settings *settings,
                          const struct furl_window *window, struct furl_search *search,
                          struct furl_buffer *joined, struct furl_match *match);

/* Returns the number of octets at the front of the window that the search no longer needs. */
size_t furl_search_droppable(const struct furl_find_settings *settings,
                             const struct furl_search *search);

/* Adjusts the search to a window from whose front `n` octets were dropped. `n` is at most the
 * result of furl_search_droppable. */
void furl_search_drop(struct furl_search *search, size_t n);

/* Sets `lines` to the lines that can contain a URL, in order, without their line ends. Returns the
 * number of ranges. If a URL can continue after a line over a "%%" break, the range extends to the
 * end of the octets. If there are more than FURL_LINES_MAX lines, the last range extends to the end
 * of the last line. Unless settings->wrapped, a search of the ranges, one after the other, finds
 * all URLs of the octets. The function is fast: in ASCII, it looks only at letters, colons,
 * slashes, `%` and line ends. */
#define FURL_LINES_MAX ((size_t)16)
size_t furl_lines_with_urls(const struct furl_find_settings *settings, struct furl_range octets,
                            struct furl_range lines[FURL_LINES_MAX]);

#endif
