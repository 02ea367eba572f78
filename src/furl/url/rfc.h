/* The canonical form of URLs of any scheme, under the rule books of the RFCs. */
#ifndef FURL_RFC_H
#define FURL_RFC_H

#include "errors.h"
#include "furl/kernels/kernels.h"
#include "furl/percent/rules.h"
#include "split.h"

/* The most octets that may be written for `n` octets: all escaped, and a "/" for the path. */
#define FURL_RFC_MAX(n) (FURL_ESCAPE_SIZE * (n) + 1 + FURL_SLACK)

/* What writing needs: set up once for a rule book, used for any number of URLs; the caller's. */
struct furl_rfc {
    const struct furl_kernels *kernels;
    const struct furl_rules *rules;
    struct furl_tidying tidying; /* octets that are bare wherever they are, and escapes */
    struct furl_tidying query;   /* the same where `+` is a space, and `%2B` is none */
    bool plus_differs;           /* the two are not the same */
};

/* Sets up for a rule book, which is not fidourl. */
void furl_rfc_init(struct furl_rfc *rfc, const struct furl_rules *rules);

/*
 * Writes the canonical form of a URL that is split, has a scheme and has no "%%" breaks, to `out`,
 * which has room for FURL_RFC_MAX of its length, all of which may be overwritten, and does not
 * overlap it: scheme and host in lower case, needless escapes decoded, octets that may not be bare
 * escaped, no default or empty port, "/" for the empty path of a scheme that has a root; where the
 * rule book says so, no dot segments in a path after an authority. An offset of what is wrong is
 * one in the URL. (RFC 1738 2.2, RFC 2396 2.1-2.4, RFC 3986 5.2.4, 6.2.2 and 6.2.3; RFC 1630)
 */
struct furl_result furl_rfc_write(const struct furl_rfc *rfc, const struct furl_split *split,
                                  unsigned char *out);

#endif
