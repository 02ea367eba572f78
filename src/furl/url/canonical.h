/* The canonical form of any URL, under the rules of its scheme or others. */
#ifndef FURL_CANONICAL_H
#define FURL_CANONICAL_H

#include "fidonet.h"
#include "rfc.h"

/* The most octets that may be written for `n` octets. */
#define FURL_CANONICAL_MAX(n) FURL_FIDONET_MAX(n)
_Static_assert(FURL_CANONICAL_MAX(0) >= FURL_RFC_MAX(0) && FURL_CANONICAL_MAX(9) >= FURL_RFC_MAX(9),
               "room");

/* What writing canonical forms needs: set up once, used for any number of URLs; the caller's. */
struct furl_canonical {
    const struct furl_rules *rules; /* NULL: those of each URL's scheme */
    struct furl_splitter splitter;  /* for URLs to be written */
    bool fidonet_ready;             /* it is set up, which takes as long as a hundred URLs */
    struct furl_fidonet fidonet;
    struct furl_rfc rfc;
};

/* Begins with a rule book for all URLs; NULL: the rules of each URL's scheme. */
void furl_canonical_init(struct furl_canonical *canonical, const struct furl_rules *rules);

/* Writes the canonical form of a URL that was split by canonical->splitter to `out`, room
 * FURL_CANONICAL_MAX of its length: as furl_fidonet_write or furl_rfc_write. */
struct furl_result furl_canonical_write(struct furl_canonical *canonical,
                                        const struct furl_split *split, unsigned char *out);

#endif
