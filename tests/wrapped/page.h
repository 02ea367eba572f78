/*
 * Pages: text as cells, each a character that remembers which URL it belongs to, whatever editors
 * do to the lines.
 */
#ifndef PAGE_H
#define PAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* What a cell belongs to, if not to a URL, whose numbers count from 1. */
enum { PROSE = 0, PREFIX = -1 };

struct cell {
    uint32_t code; /* of Unicode; '\n' ends a line */
    int32_t owner; /* PROSE, PREFIX (a quote prefix), or a URL's number */
};

struct page {
    struct cell *cells;
    size_t used;
    size_t room;
};

void page_clear(struct page *page);
void page_free(struct page *page);
void page_put(struct page *page, uint32_t code, int32_t owner);
void page_cells(struct page *page, const struct cell *cells, size_t n);
/* Text in UTF-8. */
void html_put(struct page *page, const char *text, int32_t owner);

/* The cells from `from` up to the line's end. */
size_t page_line(const struct page *page, size_t from);

/* Charsets of mail. */
enum charset { UTF_8, CP866 };

/* Octets of a character; a character that CP866 lacks is a question mark in it. */
size_t octets_of(uint32_t code, enum charset charset, unsigned char octets[static 4]);

#endif
