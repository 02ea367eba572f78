/* A text as a page of HTML: what is inside `<pre>` (fidourl(1), rewrite). */
#ifndef PAGE_H
#define PAGE_H

#include "furl/octets/utf8.h"
#include "io/output.h"

/* The page; the caller's. All zero but `output`: it begins. */
struct page {
    struct output *output;
    bool cr;                           /* the octet before is CR: an LF belongs to it */
    unsigned char held[FURL_UTF8_MAX]; /* a UTF-8 sequence that has begun */
    size_t held_n;
};

/* Writes some octets of the text, which may be cut anywhere: escaped, and with LF as line ends. */
void page_text(struct page *page, struct furl_range octets);

/* Ends the text here: what has begun is no UTF-8 sequence. */
void page_end(struct page *page);

/* Writes a text that is all there, as a value of an attribute or as the text of an element. */
void page_value(struct page *page, struct furl_range octets);

/* Writes markup. */
void page_markup(struct page *page, const char *markup);

#endif
