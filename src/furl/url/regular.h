/* Fidonet URLs whose grammar masks can tell. */
#ifndef FURL_REGULAR_H
#define FURL_REGULAR_H

#include "split.h"

/*
 * Whether masks tell that a Fidonet URL obeys the grammar (draft 5.1-5.3, 6, 7), that all its
 * delimiters are in its canonical form, and that no `-` in it becomes an escape. Then tidying its
 * octets gives that form, if it takes all of them. It costs no branch for each octet. `false` says
 * nothing: the URL may be long, or have something rare.
 */
bool furl_is_regular(const struct furl_split *split);

#endif
