#include "scanner.h"

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

void furl_scanner_init(struct furl_scanner *scanner, size_t max_length, bool eight)
{
    *scanner = (struct furl_scanner){.kernels = furl_kernels()};
    init_tails(&scanner->tails);
    furl_glance_kinds(&scanner->kinds);
    furl_reading_init(&scanner->reading, max_length, eight);
}

void furl_scanner_free(struct furl_scanner *scanner)
{
    furl_reading_free(&scanner->reading);
}

void furl_scanner_restart(struct furl_scanner *scanner)
{
    scanner->offset = 0;
    scanner->at = scanner->noted_to = 0;
    scanner->next = scanner->noted_n = 0;
    scanner->floor = 0;
    scanner->reads = false;
}

/* The next colon, from scanner->at on, that may end a scheme; text->n if there is none. */
static size_t next_colon(struct furl_scanner *scanner, const struct furl_window *text)
{
    for (;;) {
        while (scanner->next < scanner->noted_n) {
            size_t colon = scanner->noted[scanner->next];
            if (colon >= scanner->at) {
                return colon;
            }
            scanner->next++;
        }
        if (scanner->noted_to < scanner->at) {
            scanner->noted_to = scanner->at;
        }
        if (scanner->noted_to >= text->n) {
            return text->n;
        }
        scanner->next = 0;
        scanner->noted_n = scanner->kernels->colons(&scanner->tails, text->at, text->n,
                                                    &scanner->noted_to, scanner->noted);
    }
}

/* Looks for a start. Returns whether there is one; if not, scanner->at is where to look next. */
static bool search(struct furl_scanner *scanner, const struct furl_window *text,
                   struct furl_start *start)
{
    while (scanner->at < text->n) {
        scanner->at = next_colon(scanner, text);
        if (scanner->at == text->n) {
            return false;
        }
        switch (furl_start(text, scanner->at, scanner->floor, scanner->offset == 0, start)) {
        case FURL_YES:
            scanner->start_offset = scanner->offset + start->at;
            scanner->scheme_n = start->n;
            return true;
        case FURL_MORE:
            return false;
        case FURL_NO:
            scanner->at++;
        }
    }
    return false;
}

/* Reads the URL that has begun, or that begins at `start`. */
static enum furl_reading_end read_on(struct furl_scanner *scanner, const struct furl_window *text,
                                     const struct furl_start *start, struct furl_read *read)
{
    struct furl_reading *reading = &scanner->reading;

    if (!scanner->reads) {
        if (furl_glance(scanner->kernels, &scanner->kinds, text, start, reading->max_length, read,
                        &scanner->at)) {
            return FURL_READ_URL;
        }
        furl_reading_begin(reading, start);
    }
    enum furl_reading_end end = furl_read(reading, text, read);
    scanner->at = reading->at;
    return end;
}

enum furl_event furl_scan(struct furl_scanner *scanner, const struct furl_window *text,
                          struct furl_found *found)
{
    struct furl_start start;

    while (scanner->reads || search(scanner, text, &start)) {
        struct furl_read read = {.end = 0};
        enum furl_reading_end end = read_on(scanner, text, &start, &read);
        scanner->reads = end == FURL_READ_MORE;
        if (end == FURL_READ_MORE) {
            return FURL_SCAN_MORE;
        }
        if (end == FURL_READ_NO_MEMORY) {
            return FURL_SCAN_NO_MEMORY;
        }
        scanner->floor = scanner->at;
        if (end == FURL_READ_NOTHING) {
            continue;
        }
        *found = (struct furl_found){.offset = scanner->start_offset};
        if (end == FURL_READ_TOO_LONG) {
            return FURL_SCAN_TOO_LONG;
        }
        found->url = read.url;
        found->scheme_n = scanner->scheme_n;
        found->length = (uint64_t)((int64_t)scanner->offset + read.end) - scanner->start_offset;
        found->broken = read.broken;
        found->open = read.open;
        return FURL_SCAN_URL;
    }
    return FURL_SCAN_MORE;
}

uint64_t furl_scanner_begun(const struct furl_scanner *scanner)
{
    return scanner->reads ? scanner->start_offset : UINT64_MAX;
}

size_t furl_scanner_spent(const struct furl_scanner *scanner)
{
    if (scanner->reads) {
        return furl_reading_needs(&scanner->reading);
    }
    return scanner->at > FURL_START_BEFORE ? scanner->at - FURL_START_BEFORE : 0;
}

void furl_scanner_drop(struct furl_scanner *scanner, size_t n)
{
    furl_reading_drop(&scanner->reading, n);
    scanner->offset += n;
    scanner->at = furl_moved(scanner->at, n);
    scanner->floor = furl_moved(scanner->floor, n);
    scanner->noted_to = furl_moved(scanner->noted_to, n);
    for (size_t i = scanner->next; i < scanner->noted_n; i++) {
        scanner->noted[i] = furl_moved(scanner->noted[i], n);
    }
}
