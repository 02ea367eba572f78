/* HTML: texts in it, and a text as the inside of <pre> (fidourl(1), rewrite). */
#ifndef HTML_H
#define HTML_H

#include "furl/base/octets.h"
#include "furl/base/utf8.h"
#include "furl/kernels/kernels.h"
#include "io/output.h"
#include "mail/charset.h"

/* Text of any octets as HTML. */

/* The most octets that `n` octets can become. */
#define HTML_MAX(n) (6 * (n))

/* What becomes of octets 00-1F and 7F. */
enum html_controls {
    HTML_REPLACES, /* U+FFFD, except TAB, which stays */
    HTML_LINES,    /* the same, but LF, CR and CR LF become LF */
    HTML_ESCAPES,  /* %HH, TAB too */
};

/*
 * Writes the octets to `out`, room HTML_MAX(n), as text that is safe in an element and in a quoted
 * attribute: `& < > " '` as references; controls beyond ASCII, noncharacters, and octets that are
 * no well-formed UTF-8 as U+FFFD. Returns the number written.
 */
size_t html_escape(const struct furl_kernels *kernels, struct furl_range octets,
                   enum html_controls controls, unsigned char *out);

/* A text as a page of HTML: what is inside `<pre>` (fidourl(1), rewrite). */

/* Octets of a text that are written at a time. */
#define HTML_PIECE ((size_t)8192)

/* The page; the caller's. All zero but `output`: it is made. */
struct html {
    struct output *output;
    const struct furl_kernels *kernels;
    struct mail_charset_guess guess; /* the charset of the text. Whoever reads the text feeds it,
                                        and writes no text while it is open */
    const struct mail_charset *translated;               /* the charset that the forms are for */
    struct mail_forms forms;                             /* its octets in UTF-8 */
    unsigned char utf8[MAIL_TRANSLATED_MAX(HTML_PIECE)]; /* room for a piece */
    bool cr;                           /* the octet before is CR: an LF belongs to it */
    unsigned char held[FURL_UTF8_MAX]; /* a UTF-8 sequence that has begun */
    size_t held_n;
};

/* Begins a text in the charset; NULL: it is guessed. */
void html_begin(struct html *page, const struct mail_charset *charset);

/* Writes some octets of the text, which may be cut anywhere: escaped, and with LF as line ends. */
void html_put(struct html *page, struct furl_range octets);

/* Ends the text: a UTF-8 sequence that has begun is incomplete. */
void html_end(struct html *page);

/* Writes part of the text, cutting no character, as an element's text. */
void html_text(struct html *page, struct furl_range octets);

/* Writes UTF-8 as the value of an attribute. */
void html_attribute(struct html *page, struct furl_range octets);

/* Writes markup. */
void html_markup(struct html *page, const char *markup);

#endif
