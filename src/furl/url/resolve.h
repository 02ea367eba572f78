/* Relative references, resolved against a base (RFC 3986 5.2; draft 6.2.5). */
#ifndef FURL_RESOLVE_H
#define FURL_RESOLVE_H

#include "errors.h"
#include "schemes.h"

/* A URL taken apart (RFC 3986 3), as ranges of it. What is absent has an `at` of NULL. */
struct furl_parts {
    struct furl_range scheme, authority, path, query, fragment; /* without their delimiters */
    const struct furl_scheme *known;
};

/*
 * Takes a URL or a relative reference apart; any octets will do. In a Fidonet URL the areas or the
 * address are the authority, whatever the delimiter, so that the `/` in an address starts no path.
 * `scheme` is that of the base, for references without one; NULL for a base.
 */
struct furl_parts furl_take_apart(struct furl_range url, const struct furl_scheme *scheme);

/* The most octets that a reference of `n` octets, resolved against a base of `base`, has: all of
 * both, and delimiters that neither has: "//", "/", "/.". */
#define FURL_RESOLVED_MAX(base, n) ((base) + (n) + 8)

/*
 * Resolves `reference` against `base`, which has a scheme, to `out`, which has room for
 * FURL_RESOLVED_MAX of their lengths and overlaps neither, and sets `out_n` to its length. Returns
 * FURL_FINE; an absolute URL stays as it is, dot segments too; or FURL_UNRESOLVED for a reference
 * that the base says nothing about: `out` means nothing then.
 */
enum furl_error furl_resolve(const struct furl_parts *base, struct furl_range reference,
                             unsigned char *out, size_t *out_n);

#endif
