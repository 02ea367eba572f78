/* Where a text may be parted, so that its parts can be searched apart (fidourl(1), extract). */
#ifndef FURL_PARTING_H
#define FURL_PARTING_H

#include "start.h"

/*
 * Looks for a place in these octets, somewhere in a text, such that a search that begins there
 * finds after them just what it finds there in the whole text, unless wrapped URLs are joined. Up
 * to their end it may find other URLs. Returns whether there is one; if not, more octets before
 * them may help. Sets `start` to its index, FURL_START_BEFORE or more: octets before it may say
 * where a URL starts after it. With `lines`, a line ends between there and the end of the octets.
 * The time is linear.
 */
bool furl_part(struct furl_range octets, bool lines, size_t *start);

#endif
