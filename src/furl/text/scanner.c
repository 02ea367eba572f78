#include "scanner.h"

#include <string.h>

/* Puts the last letters of the names into buckets of nearly the same size. */
static void init_tails(struct furl_tails *tails)
{
    tails->mark = ':';
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
                       const struct furl_scan_options *options)
{
    *scanner = (struct furl_scanner){.kernels = kernels};
    init_tails(&scanner->tails);
    furl_reassembly_init(&scanner->reading, kernels, options);
}

void furl_scanner_free(struct furl_scanner *scanner)
{
    furl_reassembly_free(&scanner->reading);
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
        scanner->noted_n = scanner->kernels->names(&scanner->tails, text->at, text->n,
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

static bool has_mark(struct furl_range octets)
{
    const unsigned char *end = octets.at + octets.n;
    const unsigned char *at = memchr(octets.at, '%', octets.n);

    while (at != NULL && !(end - at > 1 && at[1] == '%')) {
        at = memchr(at + 1, '%', (size_t)(end - at - 1));
    }
    return at != NULL;
}

/* The line of the colon at an index, from the index `from` on at most; with all octets to the end,
 * if a "%%" comes after the colon. */
static struct furl_range line_of(struct furl_range octets, size_t from, size_t colon)
{
    size_t before = furl_last_line_length((struct furl_range){octets.at + from, colon - from});
    struct furl_range line = {octets.at + colon, octets.n - colon};
    size_t after = furl_line_length(line);

    line.n = has_mark((struct furl_range){line.at, after}) ? line.n : after;
    return (struct furl_range){line.at - before, before + line.n};
}

/* Adds a line to `n` of them, or, if there is no room, all up to it to the last one. */
static void add_line(struct furl_range lines[FURL_LINES_MAX], size_t *n, struct furl_range line)
{
    if (*n < FURL_LINES_MAX) {
        lines[(*n)++] = line;
    } else {
        struct furl_range *last = &lines[*n - 1];
        last->n = (size_t)(line.at + line.n - last->at);
    }
}

size_t furl_lines_with_urls(const struct furl_scanner *scanner, struct furl_range octets,
                            struct furl_range lines[FURL_LINES_MAX])
{
    size_t found[FURL_NOTED_MAX];
    size_t n = 0;

    for (size_t from = 0, seen = 0; from < octets.n;) {
        size_t noted = scanner->kernels->names(&scanner->tails, octets.at, octets.n, &from, found);
        for (size_t i = 0; i < noted; i++) {
            if (found[i] >= seen) {
                struct furl_range line = line_of(octets, seen, found[i]);
                seen = (size_t)(line.at - octets.at) + line.n;
                add_line(lines, &n, line);
            }
        }
    }
    return n;
}

enum furl_event furl_scan(struct furl_scanner *scanner, const struct furl_window *text,
                          struct furl_match *found)
{
    struct furl_reassembly *reading = &scanner->reading;
    enum furl_reassembly_end end = FURL_READ_NOTHING;

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
    uint64_t before = scanner->reading.wrapped ? FURL_WRAPPED_OCTETS + 1
                      : scanner->reads         ? 0
                                               : FURL_START_BEFORE;
    uint64_t next = scanner->reads ? furl_reassembly_needs(&scanner->reading) : scanner->at;

    return next > text->offset + before ? furl_index(text, next - before) : 0;
}
