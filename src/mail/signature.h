/* What programs and habits add to a text of mail: signatures, taglines, tearlines, origin lines. */
#ifndef MAIL_SIGNATURE_H
#define MAIL_SIGNATURE_H

#include <stddef.h>

#include "furl/base/octets.h"

/* The text of a message, and what is known of it. */
struct mail_signature {
    struct furl_range text;
    size_t from;       /* what is after the last line "-- " */
    size_t decided;    /* taglines before this index are decided: */
    bool are_taglines; /* the last ones are some */
};

/* Begins a text, which must stay. Its lines end in LF. */
void mail_signature_begin(struct mail_signature *signature, struct furl_range text);

/* Whether the line that begins at the index is such a line: an origin line or a tearline
 * (FTS-0004), a tagline before one or at the end of the text, or a line after the last "-- "
 * (RFC 3676 4.3). Indices must not fall. The time for all lines is linear. */
bool mail_signature_has(struct mail_signature *signature, size_t line);

#endif
