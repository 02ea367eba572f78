/* Finding URLs in any octets, with the "%%" breaks taken out (fidourl(7), URLS IN TEXT). */
#ifndef FURL_SCANNER_H
#define FURL_SCANNER_H

#include "reassemble.h"
#include "start.h"

/*
 * The most octets of a window that may still be needed once furl_scan has asked for more text; a
 * caller's buffer must be larger. (A gap, with a unit that it breaks and what decides where it
 * ends, is the longest thing that may have to be read again.)
 */
#define FURL_SCAN_HOLD ((size_t)12288)
_Static_assert(
    FURL_SCAN_HOLD >=
        FURL_START_BEFORE + FURL_RUN_MAX + 2 * FURL_BRACKETED_MAX + FURL_WRAPPED_OCTETS + 1,
    "a run of `%` and the unit before it; or a gap, and a URL that ends it; and the lines "
    "before");
_Static_assert(FURL_SCAN_HOLD >= FURL_START_BEFORE + 2 * FURL_WRAPPED_OCTETS + 1, "or those after");

/* The state of a search; the caller's, except the memory that furl_scanner_free gives back. */
struct furl_scanner {
    const struct furl_kernels *kernels;
    struct furl_tails tails;      /* of the schemes that a colon alone makes URLs */
    uint64_t at;                  /* the offset of the next octet to look at */
    uint64_t floor;               /* where reading ended last: no start reaches back before it */
    uint64_t window;              /* the offset of the window in which the following was noted: */
    size_t noted_to;              /* colons before this index, of those after `at`, */
    size_t noted[FURL_NOTED_MAX]; /* their indices, */
    size_t next, noted_n;         /* the next one, and how many there are */
    bool reads;                   /* a URL has begun, and not ended */
    struct furl_reassembly reading;
};

/* Begins a search with these kernels; see furl_reassembly_init. */
void furl_scanner_init(struct furl_scanner *scanner, const struct furl_kernels *kernels,
                       const struct furl_scan_options *options);
void furl_scanner_free(struct furl_scanner *scanner);

/* Begins another text with the same scanner. */
void furl_scanner_restart(struct furl_scanner *scanner);

/*
 * Sets `lines` to those that may have a URL, in order, without their ends: one line each; from a
 * line to the end of the octets, if a "%%" break may lead on; the last of FURL_LINES_MAX to the end
 * of the last such line. Returns how many there are. What a scanner that does not join wrapped URLs
 * finds in them, one after the other, is what it finds in all octets. The look is quick: of ASCII,
 * it is at letters, colons, slashes, `%` and line ends alone.
 */
#define FURL_LINES_MAX ((size_t)16)
size_t furl_lines_with_urls(const struct furl_scanner *scanner, struct furl_range octets,
                            struct furl_range lines[FURL_LINES_MAX]);

enum furl_event {
    FURL_SCAN_MORE,      /* no further URL is certain to have ended: show more text */
    FURL_SCAN_URL,       /* `found` is set */
    FURL_SCAN_TOO_LONG,  /* a URL was skipped; of `found`, `offset` is set */
    FURL_SCAN_NO_MEMORY, /* the search cannot go on */
};

/*
 * Looks for the next URL in the window `text`. Call it again with the same window until it returns
 * FURL_SCAN_MORE. Then either text->last was set, and the search is over; or drop as many octets
 * from the window's front as furl_scanner_spent says, which leaves at most FURL_SCAN_HOLD, and add
 * more text at its end. However the text is cut into windows, what is found is the same, and the
 * time is linear in its length.
 */
enum furl_event furl_scan(struct furl_scanner *scanner, const struct furl_window *text,
                          struct furl_match *found);

/* The number of octets at the window's front that are not needed any more, and so may be dropped.
 */
size_t furl_scanner_spent(const struct furl_scanner *scanner, const struct furl_window *text);

/* The offset before which no URL begins that is still to be found, however the text goes on after
 * the window. Call it when furl_scan has asked for more text. */
uint64_t furl_scanner_next(const struct furl_scanner *scanner, const struct furl_window *text);

/* The offset of the URL that has begun and not ended; UINT64_MAX: there is none. */
uint64_t furl_scanner_begun(const struct furl_scanner *scanner);

#endif
