/* Escaping whole URLs, in room of just the size that they ask for: one that is escaped twice is
 * escaped once. What comes of streams, in pieces of any length, is in tests/units/percent.c. */
#include "furl/url/url_escape.h"
#include "fuzz.h"

static void escape(const struct furl_url_escape *how, struct furl_range octets,
                   struct fuzz_text *out)
{
    unsigned char *room = fuzz_room(FURL_ESCAPED_MAX(octets.n));
    struct furl_result result = furl_escape_url(how, octets, room);
    bool fine = result.error == FURL_FINE;

    HOLDS(!fine || result.n <= FURL_ESCAPED_MAX(octets.n));
    fuzz_add(out, fine ? room : octets.ptr, fine ? result.n : octets.n);
    free(room);
}

static void ignore(void *context, uint64_t column, uint64_t n)
{
    (void)context;
    (void)column;
    (void)n;
}

static void check_unescape(struct furl_range octets)
{
    struct furl_unescape stream;
    unsigned char *room = fuzz_room(FURL_UNESCAPED_MAX(octets.n));

    furl_unescape_init(&stream, '+', (struct furl_range){NULL, 0}, false, ignore, NULL);
    HOLDS(furl_url_unescape(&stream, octets, room) <= octets.n);
    free(room);
}

void fuzz_escape(struct furl_range octets)
{
    struct furl_url_escape how;
    struct fuzz_text once = {0}, twice = {0};

    size_t book = fuzz_choose(&octets, FURL_RULE_BOOKS + 1), change = fuzz_choose(&octets, 3);
    unsigned char octet = (unsigned char)(change > 0 ? fuzz_choose(&octets, 256) : 0);
    furl_url_escape_init(&how, book < FURL_RULE_BOOKS ? &furl_rule_books[book] : NULL,
                         (struct furl_range){&octet, change == 1},
                         (struct furl_range){&octet, change == 2});
    escape(&how, octets, &once);
    escape(&how, fuzz_range(&once), &twice);
    HOLDS(fuzz_equal(fuzz_range(&once), fuzz_range(&twice)));
    check_unescape(octets);
    free(once.ptr);
    free(twice.ptr);
}
