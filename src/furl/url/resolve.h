/* Relative references, resolved against a base (RFC 3986 5.2; draft 6.2.5). */
#ifndef FURL_RESOLVE_H
#define FURL_RESOLVE_H

#include "errors.h"
#include "split.h"

/* The most octets that a reference of `n` octets, resolved against a base of `base`, has: all of
 * both, and delimiters that neither has: "//", "/", "/.". */
#define FURL_RESOLVED_MAX(base, n) ((base) + (n) + 8)

/*
 * Resolves `reference` against `base`, which `splitter`, FURL_AS_SCHEME, split and which has a
 * scheme, to `out`, which has room for FURL_RESOLVED_MAX of their lengths and overlaps neither. An
 * absolute URL stays as it is, dot segments too; a reference that the base says nothing about is
 * FURL_UNRESOLVED.
 */
struct furl_result furl_resolve(const struct furl_splitter *splitter, const struct furl_split *base,
                                struct furl_range reference, unsigned char *out);

#endif
