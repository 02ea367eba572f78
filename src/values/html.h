/* Text of any octets as HTML. */
#ifndef HTML_H
#define HTML_H

#include "furl/octets/octets.h"

/* The most octets that `n` octets can become. */
#define HTML_MAX(n) (6 * (n))

/* What becomes of octets 00-1F and 7F. */
enum html_controls {
    HTML_REPLACES, /* U+FFFD, except TAB, which stays */
    HTML_ESCAPES,  /* %HH, TAB too */
};

/*
 * Writes the octets to `out`, room HTML_MAX(n), as text that is safe in an element and in a quoted
 * attribute: `& < > " '` as references; controls beyond ASCII, noncharacters, and octets that are
 * no well-formed UTF-8 as U+FFFD. Returns the number written.
 */
size_t html_text(struct furl_range octets, enum html_controls controls, unsigned char *out);

#endif
