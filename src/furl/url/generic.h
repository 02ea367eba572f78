/* The canonical form of URLs of any scheme, under the rule books of the RFCs. */
#ifndef FURL_GENERIC_H
#define FURL_GENERIC_H

#include "errors.h"
#include "furl/kernels/kernels.h"
#include "furl/percent/rules.h"
#include "schemes.h"

/* The most octets that may be written for `n` octets: all escaped, and a "/" for the path. */
#define FURL_GENERIC_MAX(n) (FURL_ESCAPE_SIZE * (n) + 1 + FURL_SLACK)

/* What writing needs: set up once for a rule book, used for any number of URLs; the caller's. */
struct furl_generic {
    const struct furl_kernels *kernels;
    bool removes_dots;
    struct furl_set same;    /* octets that may stand bare wherever they stand */
    bool decoded[256];       /* octets whose escapes are needless */
    unsigned char name[256]; /* of octets of a host that is a name, the lower case; or 0 */
    furl_form forms[256];    /* of bare octets; FURL_DEPENDS where their place decides */
};

/* Sets up for a rule book, which is not fidourl. */
void furl_generic_init(struct furl_generic *generic, const struct furl_rules *rules);

/*
 * Writes the canonical form of `url`, which begins with `head` and may have a fragment but no "%%"
 * breaks, to `out`, which has room for FURL_GENERIC_MAX(url.n), all of which may be overwritten,
 * and does not overlap it, and sets `out_n` to its length: scheme and host in lower case, needless
 * escapes decoded, octets that may not be bare escaped, no default or empty port, "/" for the empty
 * path of a scheme that has a root; where the rule book says so, no dot segments in a path after an
 * authority. Returns FURL_FINE, with `where` set to the offset in `url` of
 * the fragment's `#`, url.n if there is none; or what is wrong, with `where` set to its offset;
 * `out` and `out_n` mean nothing then. (RFC 1738 2.2, RFC 2396 2.1-2.4, RFC 3986 5.2.4, 6.2.2
 * and 6.2.3; RFC 1630)
 */
enum furl_error furl_generic_write(const struct furl_generic *generic, struct furl_range url,
                                   struct furl_head head, unsigned char *out, size_t *out_n,
                                   size_t *where);

#endif
