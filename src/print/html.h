/* HTML: any octets as text, and a text as the content of <pre> (fidourl(1), rewrite). */
#ifndef HTML_H
#define HTML_H

#include "furl/core/octets.h"
#include "furl/core/utf8.h"
#include "furl/kernels/kernels.h"
#include "io/output.h"
#include "mail/charset.h"

/* The most octets that `n` octets become. */
#define HTML_MAX(n) (6 * (n))

/* The replacements of octets 00-1F and 7F. */
enum html_controls {
    HTML_REPLACES, /* U+FFFD; TAB is unchanged */
    HTML_LINES,    /* U+FFFD; TAB is unchanged, and any line end becomes LF */
    HTML_ESCAPES,  /* %HH, also for TAB */
};

/* Writes octets as text that is safe in an element and in a quoted attribute. `out` has room for
 * HTML_MAX(n). `& < > " '` become references. Controls beyond ASCII, noncharacters, and octets that
 * are not well-formed UTF-8 become U+FFFD. Joiners are unchanged where they join (furl_may_join).
 * Returns the number of octets written. "<a>" becomes "&lt;a&gt;". */
size_t html_escape(const struct furl_kernels *kernels, struct furl_range octets,
                   enum html_controls controls, unsigned char *out);

/* The most octets of a text that are written at a time. */
#define HTML_PIECE ((size_t)8192)

/* A text as the content of `<pre>` in a page. Set `output`, and all other members to zero. */
struct html_writer {
    struct output *output;
    const struct furl_kernels *kernels;
    struct mail_charset_guess guess;       /* the reader of the text feeds it while it is open */
    const struct mail_charset *translated; /* the charset of `table` */
    struct mail_utf8_table table;          /* the octets of the charset in UTF-8 */
    unsigned char utf8[MAIL_TRANSLATED_MAX(HTML_PIECE)]; /* room for a piece */
    bool cr; /* the last octet was CR, so an LF is part of its line end */
    unsigned char held[FURL_SHOWN_MAX]; /* a joiner, if held, and the start of a sequence */
    size_t held_n;
    bool joins; /* a joiner can follow the last character */
};

/* Begins a text in the charset. If `charset` is NULL, the charset is guessed. */
void html_begin(struct html_writer *page, const struct mail_charset *charset);

/* Writes octets of the text, which may be cut anywhere. Escapes them, and writes LF for all line
 * ends. */
void html_put(struct html_writer *page, struct furl_range octets);

/* Ends the text. Writes the held start of a UTF-8 sequence as incomplete. */
void html_end(struct html_writer *page);

/* Writes part of the text as the content of an element. The part must not cut a character. */
void html_text(struct html_writer *page, struct furl_range octets);

/* Writes UTF-8 as the value of an attribute. */
void html_attribute(struct html_writer *page, struct furl_range octets);

/* Writes markup. */
void html_markup(struct html_writer *page, const char *markup);

#endif
