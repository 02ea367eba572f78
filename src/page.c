#include "config.h"

#include "page.h"

#include "html.h"

/* Octets that are escaped at a time. */
#define PIECE ((size_t)8192)

static void put(struct page *page, struct furl_range octets)
{
    unsigned char *to = output_reserve(page->output, HTML_MAX(octets.n));

    if (to != NULL) {
        output_commit(page->output, html_text(octets, HTML_REPLACES, to));
    }
}

/* Writes what is held, as far as it is certain what that is; all of it, if the text ends here. */
static void put_held(struct page *page, bool ends)
{
    while (page->held_n > 0) {
        uint32_t code = 0;
        size_t n = furl_utf8(page->held, page->held_n, &code);
        if (n == FURL_UTF8_MORE && !ends) {
            return;
        }
        n = n == FURL_UTF8_MORE || n == 0 ? 1 : n;
        put(page, (struct furl_range){page->held, n});
        page->held_n -= n;
        memmove(page->held, page->held + n, page->held_n);
    }
}

static bool ends_line(unsigned char octet)
{
    return octet == '\n' || octet == '\r';
}

static void take_line_end(struct page *page, unsigned char octet)
{
    put_held(page, true);
    if (octet == '\r' || !page->cr) {
        output_end(page->output, terminator_lf);
    }
    page->cr = octet == '\r';
}

/* The octets at the front that are to be taken next, of one line and in no sequence that is cut. */
static size_t next_piece(struct furl_range octets)
{
    const size_t most = octets.n < PIECE ? octets.n : PIECE;
    size_t n = 0;
    uint32_t code = 0;

    while (n < most && !ends_line(octets.at[n])) {
        n++;
    }
    for (size_t back = 1; back < FURL_UTF8_MAX && back <= n; back++) {
        if (furl_utf8(octets.at + n - back, back, &code) == FURL_UTF8_MORE) {
            return n - back;
        }
    }
    return n;
}

void page_text(struct page *page, struct furl_range octets)
{
    while (octets.n > 0) {
        size_t n = 1;
        if (ends_line(octets.at[0])) {
            take_line_end(page, octets.at[0]);
            furl_skip(&octets, n);
            continue;
        }
        page->cr = false;
        n = page->held_n == 0 ? next_piece(octets) : 0;
        if (n > 0) {
            put(page, (struct furl_range){octets.at, n});
        } else {
            n = 1;
            page->held[page->held_n++] = octets.at[0];
            put_held(page, false);
        }
        furl_skip(&octets, n);
    }
}

void page_end(struct page *page)
{
    put_held(page, true);
    page->cr = false;
}

void page_value(struct page *page, struct furl_range octets)
{
    page_end(page);
    put(page, octets);
}

void page_markup(struct page *page, const char *markup)
{
    page_end(page);
    output_data(page->output, markup, strlen(markup));
}
