/* Dot segments of a path (RFC 3986 5.2.4). */
#ifndef FURL_DOTS_H
#define FURL_DOTS_H

#include "furl/octets/octets.h"

/* Removes the dot segments of the path from `path` to `end`, in place, in linear time. Returns the
 * new end. */
unsigned char *furl_remove_dots(unsigned char *path, unsigned char *end);

#endif
