/* References to characters in HTML: by name (HTML 4.01, section 24), or by number. */
#ifndef MAIL_REFERENCES_H
#define MAIL_REFERENCES_H

#include "furl/octets/octets.h"

/* The octets of the longest name, and of a number with its "#". */
#define MAIL_REFERENCE_MAX ((size_t)8)

/* The character that is named so, without "&" and ";". 0: none, or one that no text has. */
uint32_t mail_reference(struct furl_range name);

#endif
