/* What makes plain text of the text of a part, in place. */
#ifndef MAIL_PLAIN_H
#define MAIL_PLAIN_H

#include "furl/octets/octets.h"

/* Puts the lines of paragraphs together that format=flowed cut (RFC 3676); with `delsp`, without
 * the blank at which they are cut. Each line is ended by LF: there must be room for one octet more.
 * Returns how many octets are left. */
size_t mail_unflow(unsigned char *text, size_t n, bool delsp);

/* Puts characters in place of HTML's five entities for those of its own, which are in URLs in
 * attributes, too; the rest of the markup stays. Returns how many octets are left. */
size_t mail_unescape(unsigned char *text, size_t n);

#endif
