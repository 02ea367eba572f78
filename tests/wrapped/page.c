#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "page.h"

void page_clear(struct page *page)
{
    page->used = 0;
}

void page_free(struct page *page)
{
    free(page->cells);
    *page = (struct page){0};
}

void page_put(struct page *page, uint32_t code, int32_t owner)
{
    if (page->used == page->room) {
        page->room = page->room == 0 ? 4096 : page->room * 2;
        page->cells = realloc(page->cells, page->room * sizeof *page->cells);
        if (page->cells == NULL)
            abort();
    }
    page->cells[page->used++] = (struct cell){code, owner};
}

void page_cells(struct page *page, const struct cell *cells, size_t n)
{
    for (size_t i = 0; i < n; i++)
        page_put(page, cells[i].code, cells[i].owner);
}

/* Well-formed UTF-8 of at most three octets, which is all that our own words need. */
void html_put(struct page *page, const char *text, int32_t owner)
{
    const unsigned char *at = (const unsigned char *)text;

    while (*at != 0) {
        if (*at < 0x80) {
            page_put(page, *at, owner);
            at++;
        } else if (*at < 0xE0) {
            page_put(page, (at[0] & 0x1Fu) << 6 | (at[1] & 0x3Fu), owner);
            at += 2;
        } else {
            page_put(page, (at[0] & 0xFu) << 12 | (at[1] & 0x3Fu) << 6 | (at[2] & 0x3Fu), owner);
            at += 3;
        }
    }
}

size_t page_line(const struct page *page, size_t from)
{
    size_t n = 0;

    while (from + n < page->used && page->cells[from + n].code != '\n')
        n++;
    return n;
}

/* Cyrillic is all that our mail has beyond ASCII. */
static unsigned char in_cp866(uint32_t code)
{
    if (code == 0x41D)
        return 'H'; /* its octet, 8D, is a soft return to many programs */
    if (code >= 0x410 && code <= 0x43F)
        return (unsigned char)(code - 0x410 + 0x80);
    if (code >= 0x440 && code <= 0x44F)
        return (unsigned char)(code - 0x440 + 0xE0);
    if (code == 0x401 || code == 0x451)
        return code == 0x401 ? 0xF0 : 0xF1;
    return '?';
}

size_t octets_of(uint32_t code, enum charset charset, unsigned char octets[static 4])
{
    if (code < 0x80 || charset == CP866) {
        octets[0] = code < 0x80 ? (unsigned char)code : in_cp866(code);
        return 1;
    }
    if (code < 0x800) {
        octets[0] = (unsigned char)(0xC0 | code >> 6);
        octets[1] = (unsigned char)(0x80 | (code & 0x3F));
        return 2;
    }
    octets[0] = (unsigned char)(0xE0 | code >> 12);
    octets[1] = (unsigned char)(0x80 | (code >> 6 & 0x3F));
    octets[2] = (unsigned char)(0x80 | (code & 0x3F));
    return 3;
}
