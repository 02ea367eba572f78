/* What people write: paragraphs, links, lists, listings, with URLs in them. */
#ifndef BODY_H
#define BODY_H

#include "page.h"
#include "urls.h"
#include "words.h"

#define URLS_MAX 400

/* The URLs of a message; number n is at n - 1. */
struct urls {
    char text[URLS_MAX][URL_MAX];
    size_t count;
};

/* How somebody writes. */
struct style {
    enum language language;
    size_t delimited; /* percent of URLs within `<...>` or `<URL:...>` */
    size_t exact;     /* if not 0, most URLs alone on a line are about so long */
};

/* Some blocks, a line for each paragraph. */
void write_body(struct page *page, struct urls *urls, const struct style *style);

void put_url(struct page *page, struct urls *urls, const char *url);

#endif
