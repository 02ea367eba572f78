/* JSON strings of any octets. */
#ifndef JSON_H
#define JSON_H

#include "furl/octets/octets.h"

/* The most octets that `n` octets can become, quotation marks aside. */
#define JSON_MAX(n) (6 * (n))

/*
 * Writes the octets to `out`, room JSON_MAX(n), as they are in a JSON string (RFC 8259 7), in
 * UTF-8: controls are \uXXXX; octets that are no well-formed UTF-8 become %HH; with `percent`, so
 * does a `%`, so that these can be told from those that were there. Returns the number written.
 */
size_t json_string(struct furl_range octets, bool percent, unsigned char *out);

#endif
