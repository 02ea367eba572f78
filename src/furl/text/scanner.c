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

void furl_scanner_init(struct furl_scanner *scanner, const struct furl_kernels *kernels,
                       const struct furl_ways *ways)
{
    *scanner = (struct furl_scanner){.kernels = kernels};
    init_tails(&scanner->tails);
    furl_reading_init(&scanner->reading, kernels, ways);
}

void furl_scanner_free(struct furl_scanner *scanner)
{
    furl_reading_free(&scanner->reading);
}

void furl_scanner_restart(struct furl_scanner *scanner)
{
    scanner->at = scanner->floor = 0;
    scanner->noted_to = scanner->next = scanner->noted_n = 0;
    scanner->reads = false;
    scanner->reading.seen = 0;
}

/* The index of the next colon, from `at` on, that may end a scheme; text->n if there is none. */
static size_t next_colon(struct furl_scanner *scanner, const struct furl_window *text, size_t at)
{
    for (;;) {
        while (scanner->next < scanner->noted_n) {
            size_t colon = scanner->noted[scanner->next];
            if (colon >= at) {
                return colon;
            }
            scanner->next++;
        }
        if (scanner->noted_to < at) {
            scanner->noted_to = at;
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
static bool search(struct furl_scanner *scanner, const struct furl_window *text)
{
    if (scanner->window != text->offset) { /* what was noted was noted in another one */
        scanner->window = text->offset;
        scanner->noted_to = scanner->next = scanner->noted_n = 0;
    }
    while (scanner->at < furl_window_end(text)) {
        size_t colon = next_colon(scanner, text, furl_index(text, scanner->at));
        scanner->at = text->offset + colon;
        if (colon == text->n) {
            return false;
        }
        switch (furl_start(text, scanner->at, scanner->floor, &scanner->reading.start)) {
        case FURL_YES:
            return true;
        case FURL_MORE:
            return false;
        case FURL_NO:
            scanner->at++;
        }
    }
    return false;
}

/* The octets from the first to the last colon that may end a scheme. */
static struct furl_range colons_of(const struct furl_scanner *scanner, struct furl_range octets)
{
    size_t found[FURL_NOTED_MAX];
    size_t first = octets.n, end = octets.n;

    for (size_t from = 0, n = 0; from < octets.n;) {
        n = scanner->kernels->colons(&scanner->tails, octets.at, octets.n, &from, found);
        if (n > 0) {
            first = first < octets.n ? first : found[0];
            end = found[n - 1] + 1;
        }
    }
    furl_skip(&octets, first);
    octets.n = end - first;
    return octets;
}

static bool ends_line(unsigned char octet)
{
    return octet == '\n' || octet == '\r';
}

static bool has_mark(struct furl_range octets)
{
    const unsigned char *end = octets.at + octets.n;
    const unsigned char *at = memchr(octets.at, '%', octets.n);

    while (at != NULL && !(end - at > 1 && at[1] == '%')) {
        at = memchr(at + 1, '%', (size_t)(end - at - 1));
    }
    return at != NULL;
}

struct furl_range furl_lines_with_urls(const struct furl_scanner *scanner, struct furl_range octets)
{
    struct furl_range lines = octets.n > 0 ? colons_of(scanner, octets) : octets;

    if (lines.n == 0) {
        return lines;
    }
    const unsigned char *end = octets.at + octets.n;
    const unsigned char *last = lines.at + lines.n;
    while (last < end && !ends_line(*last)) {
        last++;
    }
    lines.n = (size_t)(last - lines.at);
    if (has_mark(lines)) {
        lines.n = (size_t)(end - lines.at);
    }
    while (lines.at > octets.at && !ends_line(*lines.at)) {
        lines.at--;
        lines.n++;
    }
    return lines;
}

enum furl_event furl_scan(struct furl_scanner *scanner, const struct furl_window *text,
                          struct furl_found *found)
{
    struct furl_reading *reading = &scanner->reading;
    enum furl_reading_end end = FURL_READ_NOTHING;

    while (end == FURL_READ_NOTHING && (scanner->reads || search(scanner, text))) {
        end = scanner->reads ? furl_read(reading, text, found)
                             : furl_read_first(reading, text, found);
        scanner->reads = end == FURL_READ_MORE;
        if (!scanner->reads) {
            scanner->at = scanner->floor = reading->at;
        }
    }
    switch (end) {
    case FURL_READ_URL:
        return FURL_SCAN_URL;
    case FURL_READ_TOO_LONG:
        return FURL_SCAN_TOO_LONG;
    case FURL_READ_NO_MEMORY:
        return FURL_SCAN_NO_MEMORY;
    default:
        return FURL_SCAN_MORE;
    }
}

uint64_t furl_scanner_begun(const struct furl_scanner *scanner)
{
    return scanner->reads ? scanner->reading.start.at : UINT64_MAX;
}

uint64_t furl_scanner_next(const struct furl_scanner *scanner, const struct furl_window *text)
{
    return scanner->reads ? scanner->reading.start.at
                          : furl_start_before(text, scanner->at, scanner->floor);
}

size_t furl_scanner_spent(const struct furl_scanner *scanner, const struct furl_window *text)
{
    uint64_t before = scanner->reading.wrapped ? FURL_WRAP_OCTETS + 1
                      : scanner->reads         ? 0
                                               : FURL_START_BEFORE;
    uint64_t next = scanner->reads ? furl_reading_needs(&scanner->reading) : scanner->at;

    return next > text->offset + before ? furl_index(text, next - before) : 0;
}
