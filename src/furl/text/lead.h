/* What comes before the next octet of a text in its line: how wide it is, and what a line that goes
 * on with it begins with and is ended by (fidourl(1), fold). */
#ifndef FURL_LEAD_H
#define FURL_LEAD_H

#include "furl/octets/utf8.h"
#include "furl/octets/octets.h"

/* Columns that are counted: in a line that is wider, only that it is. */
#define FURL_LEAD_COLUMNS ((size_t)1000)

/* A UTF-8 sequence is one column, and so is each octet outside one. */

/* The line at some octet of a text; the caller's. All zero: a text begins. LF, CR and NUL each begin
 * another line; a byte order mark at the start of the text is no part of its first one. */
struct furl_lead {
    enum furl_line_end { FURL_END_NONE, FURL_END_LF, FURL_END_CR, FURL_END_CR_LF } end; /* of the
                               line before; FURL_END_NONE: no line has ended */
    bool later;                /* it is not the first line */
    bool known;                /* `prefix` is */
    size_t prefix;             /* octets of its quote prefix */
    size_t columns, counted;   /* of the first octets, so many are counted */
    size_t n;                  /* its first octets: */
    unsigned char octets[FURL_LEAD_COLUMNS * FURL_UTF8_MAX];
};

#endif
