/* URLs for reading: letters beyond ASCII as they are. */
#ifndef FURL_DISPLAY_H
#define FURL_DISPLAY_H

#include "furl/octets/octets.h"

/*
 * Decodes, in place, the escapes in the `n` octets of a canonical URL that are the UTF-8 form of a
 * code point beyond ASCII, except controls and blanks. Returns how many octets are left. Bringing
 * the result to its canonical form gives the URL back.
 */
size_t furl_display(unsigned char *url, size_t n);

#endif
