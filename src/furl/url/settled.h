/* Fidonet URLs that are their own canonical form, told by masks. */
#ifndef FURL_SETTLED_H
#define FURL_SETTLED_H

#include "split.h"

/* Sets the kinds by which furl_is_settled looks, `plain` being the octets that stay as they are in
 * all parts of a Fidonet URL. */
void furl_settled_kinds(struct furl_kinds *kinds, const struct furl_byteset *plain);

/*
 * Whether a Fidonet URL that is split, the case of its scheme aside, is its own canonical form
 * (draft 5.1-5.3, 6, 7). It is told without a branch for each octet, of URLs that are short and
 * have nothing rare; so `false` says nothing. Of escapes it knows those of octets 80-FF.
 */
bool furl_is_settled(const struct furl_kernels *kernels, const struct furl_kinds *kinds,
                     const struct furl_split *split);

#endif
