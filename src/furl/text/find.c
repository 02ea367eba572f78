#include "find.h"

#include <string.h>

/* Puts the last letters of the names into buckets, as even as may be. */
static void init_tails(struct furl_tails *tails)
{
    for (size_t i = 0, bucket = 0; i < furl_schemes_n; i++) {
        const char *name = furl_schemes[i].name;
        size_t n = strlen(name);
        if ((furl_schemes[i].delimiter & FURL_COLON) != 0) {
            for (size_t octet = 0; octet < FURL_TAIL; octet++) {
                tails->of[octet][name[n - 1 - octet] & 31] |= (unsigned char)(1u << bucket);
            }
            bucket = (bucket + 1) % 8;
        }
    }
}

void furl_finder_init(struct furl_finder *finder, size_t max_length, bool eight)
{
    *finder = (struct furl_finder){.kernels = furl_kernels()};
    init_tails(&finder->tails);
    furl_reading_init(&finder->reading, max_length, eight);
}

void furl_finder_free(struct furl_finder *finder)
{
    furl_reading_free(&finder->reading);
}

void furl_finder_restart(struct furl_finder *finder)
{
    finder->offset = 0;
    finder->at = finder->noted_to = 0;
    finder->place = finder->places_n = 0;
    finder->floor = 0;
    finder->reads = false;
}

/* The next colon, from finder->at on, that may end a scheme; text->n if there is none. */
static size_t next_colon(struct furl_finder *finder, const struct furl_window *text)
{
    for (;;) {
        while (finder->place < finder->places_n) {
            size_t place = finder->places[finder->place];
            if (place >= finder->at) {
                return place;
            }
            finder->place++;
        }
        if (finder->noted_to < finder->at) {
            finder->noted_to = finder->at;
        }
        if (finder->noted_to >= text->n) {
            return text->n;
        }
        finder->place = 0;
        finder->places_n = finder->kernels->colons(&finder->tails, text->at, text->n,
                                                   &finder->noted_to, finder->places);
    }
}

/* Looks for a start, and begins to read there. Returns whether there is one; if not, finder->at
 * is where to look next. */
static bool search(struct furl_finder *finder, const struct furl_window *text)
{
    while (finder->at < text->n) {
        struct furl_start start;
        finder->at = next_colon(finder, text);
        if (finder->at == text->n) {
            return false;
        }
        switch (furl_start(text, finder->at, finder->floor, finder->offset == 0, &start)) {
        case FURL_YES:
            finder->start_offset = finder->offset + start.at;
            furl_reading_begin(&finder->reading, &start);
            return true;
        case FURL_MORE:
            return false;
        case FURL_NO:
            finder->at++;
        }
    }
    return false;
}

enum furl_event furl_find(struct furl_finder *finder, const struct furl_window *text,
                          struct furl_found *found)
{
    while (finder->reads || search(finder, text)) {
        struct furl_read read = {.end = 0};
        enum furl_reading_end end = furl_read(&finder->reading, text, &read);
        finder->reads = end == FURL_READ_MORE;
        if (end == FURL_READ_MORE) {
            return FURL_FIND_MORE;
        }
        if (end == FURL_READ_NO_MEMORY) {
            return FURL_FIND_NO_MEMORY;
        }
        finder->at = finder->floor = finder->reading.at;
        if (end == FURL_READ_NOTHING) {
            continue;
        }
        *found = (struct furl_found){.offset = finder->start_offset};
        if (end == FURL_READ_TOO_LONG) {
            return FURL_FIND_TOO_LONG;
        }
        found->url = read.url;
        found->scheme_n = finder->reading.start.n;
        found->length = (uint64_t)((int64_t)finder->offset + read.end) - finder->start_offset;
        found->broken = read.broken;
        found->open = read.open;
        return FURL_FIND_URL;
    }
    return FURL_FIND_MORE;
}

uint64_t furl_finder_begun(const struct furl_finder *finder)
{
    return finder->reads ? finder->start_offset : UINT64_MAX;
}

size_t furl_finder_spent(const struct furl_finder *finder)
{
    if (finder->reads) {
        return furl_reading_needs(&finder->reading);
    }
    return finder->at > FURL_START_BEFORE ? finder->at - FURL_START_BEFORE : 0;
}

void furl_finder_drop(struct furl_finder *finder, size_t n)
{
    furl_reading_drop(&finder->reading, n);
    finder->offset += n;
    finder->at = furl_moved(finder->at, n);
    finder->floor = furl_moved(finder->floor, n);
    finder->noted_to = furl_moved(finder->noted_to, n);
    for (size_t i = finder->place; i < finder->places_n; i++) {
        finder->places[i] = furl_moved(finder->places[i], n);
    }
}
