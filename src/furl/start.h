/* Where a URL starts in text (fidourl(1), extract). */
#ifndef FURL_START_H
#define FURL_START_H

#include "schemes.h"
#include "window.h"

/* The octets before a colon that the question whether a URL starts there may look at: 32 of the
 * run of letters, and `<URL:` before it. */
#define FURL_START_RUN    ((size_t)32)
#define FURL_START_BEFORE (FURL_START_RUN + 5)

struct furl_start {
    const struct furl_scheme *scheme; /* NULL: a name that is not in the table */
    size_t at, n;                     /* the first octet of the scheme, and its length */
    size_t body;                      /* the first octet behind the delimiter */
    int before;                       /* the octet right before the URL (or before a `URL:` that
                                         stands there), -1 at the start of the text */
};

/*
 * Whether a URL starts whose scheme is ended by the colon at text->at[colon]. The run before it is
 * not followed beyond `floor`; `first` says that the window begins where the text does. Sets
 * `start` where the answer is FURL_YES; what stands behind the delimiter is not looked at.
 */
enum furl_answer furl_start(const struct furl_window *text, size_t colon, size_t floor, bool first,
                            struct furl_start *start);

/* Whether, behind the delimiter of `start`, an octet stands that may, or a "%%" mark. With `eight`,
 * any octet 80-FF may in a URL that is not Fidonet's. */
enum furl_answer furl_start_stands(const struct furl_window *text, const struct furl_start *start,
                                   bool eight);

/* Whether the first octet behind the delimiter must be a digit or an escape: it begins an
 * address. */
bool furl_start_is_numeric(const struct furl_start *start);

#endif
