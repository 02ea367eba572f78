/* What makes plain text of the text of a part, in place. */
#ifndef MAIL_PLAIN_H
#define MAIL_PLAIN_H

#include "furl/octets/octets.h"

/* Puts the lines of paragraphs together that format=flowed cut (RFC 3676); with `delsp`, without
 * the blank at which they are cut. Each line is ended by LF: there must be room for one octet more.
 * Returns how many octets are left. */
size_t mail_unflow(unsigned char *text, size_t n, bool delsp);

/* Puts characters, in UTF-8, in place of HTML's references to them, which are in URLs in
 * attributes, too; the rest of the markup stays. No reference is shorter than its character.
 * Returns how many octets are left. */
size_t mail_unescape(unsigned char *text, size_t n);

#endif
