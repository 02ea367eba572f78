/* The one canonical form of a URL of any scheme (fidourl(1), normalize). */
#ifndef FURL_FORMER_H
#define FURL_FORMER_H

#include "canon.h"
#include "generic.h"

/* The most octets that may be written for `n` octets. */
#define FURL_FORM_MAX(n) FURL_CANON_MAX(n)
_Static_assert(FURL_FORM_MAX(0) >= FURL_GENERIC_MAX(0) && FURL_FORM_MAX(9) >= FURL_GENERIC_MAX(9),
               "room");

/* What writing canonical forms needs: set up once, used for any number of URLs; the caller's. */
struct furl_former {
    bool canon_ready; /* `canon` is set up, which takes as long as a hundred URLs */
    struct furl_canon canon;
    struct furl_generic generic;
};

/* Begins with the rule book for URLs that are not Fidonet's: `rules`, if that is an RFC's. */
void furl_former_init(struct furl_former *former, const struct furl_rules *rules);

/* Writes the canonical form of `url`, which begins with `head`, to `out`, room
 * FURL_FORM_MAX(url.n), under `rules`; NULL: those of its scheme. As furl_canon_write or
 * furl_generic_write. */
enum furl_error furl_former_write(struct furl_former *former, const struct furl_rules *rules,
                                  struct furl_range url, struct furl_head head, unsigned char *out,
                                  size_t *out_n, size_t *where);

#endif
