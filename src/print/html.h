/* HTML: text of any octets, and a text as the inside of <pre> (fidourl(1), rewrite). */
#ifndef HTML_H
#define HTML_H

#include "furl/base/octets.h"
#include "furl/base/utf8.h"
#include "furl/kernels/kernels.h"
#include "io/output.h"
#include "mail/charset.h"

/* The most octets that `n` octets can become. */
#define HTML_MAX(n) (6 * (n))

/* What becomes of octets 00-1F and 7F. */
enum html_controls {
    HTML_REPLACES, /* U+FFFD, except TAB, which stays */
    HTML_LINES,    /* the same, but any line end becomes LF */
    HTML_ESCAPES,  /* %HH, TAB too */
};

/* Writes the octets to `out`, room HTML_MAX(n), as text that is safe in an element and in a quoted
 * attribute. `& < > " '` become references. Controls beyond ASCII, noncharacters, and octets that
 * are not well-formed UTF-8 become U+FFFD; joiners stay where they join (furl_may_join). Returns
 * how many octets it wrote. */
size_t html_escape(const struct furl_kernels *kernels, struct furl_range octets,
                   enum html_controls controls, unsigned char *out);

/* How many octets of a text are written at a time. */
#define HTML_PIECE ((size_t)8192)

/* A text as a page of HTML: the inside of `<pre>`. Zero except for `output`, it is ready. */
struct html {
    struct output *output;
    const struct furl_kernels *kernels;
    struct mail_charset_guess guess; /* whoever reads the text feeds it, until it is not open */
    const struct mail_charset *translated;               /* charset of the forms */
    struct mail_utf8_table forms;                        /* octets of that charset in UTF-8 */
    unsigned char utf8[MAIL_TRANSLATED_MAX(HTML_PIECE)]; /* room for a piece */
    bool cr;                            /* the last octet was CR: an LF belongs to it */
    unsigned char held[FURL_SHOWN_MAX]; /* a sequence that has begun, perhaps after a joiner */
    size_t held_n;
    bool joins; /* a joiner may come after the last character */
};

/* Begins a text in the charset, which is guessed if it is NULL. */
void html_begin(struct html *page, const struct mail_charset *charset);

/* Writes octets of the text, cut anywhere: escaped, and with LF as line ends. */
void html_put(struct html *page, struct furl_range octets);

/* Ends the text, and writes a UTF-8 sequence that has begun as incomplete. */
void html_end(struct html *page);

/* Writes part of the text as the text of an element. It must not cut a character. */
void html_text(struct html *page, struct furl_range octets);

/* Writes UTF-8 as the value of an attribute. */
void html_attribute(struct html *page, struct furl_range octets);

/* Writes markup. */
void html_markup(struct html *page, const char *markup);

#endif
