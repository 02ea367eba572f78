/* Fidonet URLs whose grammar masks can tell. */
#ifndef FURL_REGULAR_H
#define FURL_REGULAR_H

#include "split.h"

/*
 * Whether a Fidonet URL that is split obeys the grammar (draft 5.1-5.3, 6, 7), if its octets may be
 * bare where they are, and in the common way, in which none of its delimiters goes, and no `-` is
 * escaped: so that each part has its canonical form once its octets have. It is told without a
 * branch for each octet, of URLs that are short and have nothing rare; so `false` says nothing.
 */
bool furl_is_regular(const struct furl_split *split);

#endif
