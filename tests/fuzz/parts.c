/* Taking apart: breaks, wrapping, the parts of a URL, references resolved against a base. */
#include "furl/text/breaks.h"
#include "furl/text/unwrap.h"
#include "furl/url/resolve.h"
#include "fuzz.h"

/* The parts stand in the URL, in order, with nothing but delimiters between, and nothing behind. */
static void check_apart(struct furl_range url)
{
    struct furl_parts parts = furl_take_apart(url, NULL);
    const struct furl_range ranges[] = {parts.scheme, parts.authority, parts.path, parts.query,
                                        parts.fragment};
    size_t at = 0;

    for (size_t i = 0; i < COUNT(ranges); i++) {
        if (ranges[i].at != NULL) {
            size_t from = (size_t)(ranges[i].at - url.at);
            HOLDS(from >= at && from - at <= 3 && from + ranges[i].n <= url.n);
            at = from + ranges[i].n;
        }
    }
    HOLDS(at == url.n);
}

/* What is resolved has the base's scheme, or is what it was; and then it is absolute. */
static void check_resolve(struct furl_range base, struct furl_range reference)
{
    struct furl_parts parts = furl_take_apart(base, NULL);
    unsigned char *out = fuzz_room(FURL_RESOLVED_MAX(base.n, reference.n));
    size_t n = 0;

    if (parts.scheme.at == NULL) {
        free(out);
        return;
    }
    if (furl_resolve(&parts, reference, out, &n) == FURL_FINE) {
        struct furl_range target = {out, n};
        HOLDS(n <= FURL_RESOLVED_MAX(base.n, reference.n));
        HOLDS(furl_head(target).n > 0);
        unsigned char *again = fuzz_room(FURL_RESOLVED_MAX(base.n, n));
        size_t again_n = 0;
        /* (Of areafix: and echomail: without areas, no base but area:// knows any.) */
        if (furl_resolve(&parts, target, again, &again_n) == FURL_FINE) {
            HOLDS(fuzz_equal(target, (struct furl_range){again, again_n}));
        }
        free(again);
    }
    free(out);
}

/* Pieces ascend, and are what joining copies; each octet of it is where furl_unjoined says. */
static void check_join(struct furl_range url)
{
    unsigned char *out = fuzz_room(url.n);
    struct furl_pieces pieces = {.url = url};
    struct furl_range piece;
    size_t n = 0, where = 0, at = 0, joined = 0;
    enum furl_error error = furl_join(url, out, &n, &where);

    HOLDS(error == FURL_FINE ? n <= url.n : where < url.n && url.at[where] == '%');
    while (furl_piece(&pieces, &piece)) {
        size_t from = piece.n > 0 ? (size_t)(piece.at - url.at) : at;
        HOLDS(from >= at && from + piece.n <= url.n);
        at = from + piece.n;
        HOLDS(error != FURL_FINE || joined + piece.n <= n);
        HOLDS(error != FURL_FINE || piece.n == 0 || memcmp(out + joined, piece.at, piece.n) == 0);
        joined += piece.n;
    }
    HOLDS(pieces.open == (error == FURL_OPEN_BREAK));
    if (error == FURL_FINE) {
        HOLDS(joined == n);
        for (size_t i = 0; i < n; i += 1 + n / 16) {
            size_t place = furl_unjoined(url, i);
            HOLDS(place < url.n && url.at[place] == out[i]);
        }
    }
    free(out);
}

/* What is unwrapped cannot be unwrapped further, and stands where furl_unwrapped_at says. */
static void check_unwrap(struct furl_range record, bool keep_fragment)
{
    unsigned char *scratch = fuzz_room(record.n);
    struct furl_range url = {NULL, 0};
    size_t where = 0;

    if (furl_unwrap(record, keep_fragment, scratch, &url, &where) == FURL_FINE) {
        for (size_t i = 0; i < url.n; i += 1 + url.n / 16) {
            size_t place = furl_unwrapped_at(record, scratch, url, i);
            HOLDS(place < record.n && record.at[place] == url.at[i]);
        }
        struct furl_range outside = furl_unwrap_outside(url);
        HOLDS(keep_fragment ? fuzz_equal(outside, url) : outside.n <= url.n);
    } else {
        HOLDS(where < record.n);
    }
    free(scratch);
}

void fuzz_parts(struct furl_range octets)
{
    bool keep_fragment = fuzz_choose(&octets, 2) > 0;
    size_t cut = octets.n * fuzz_choose(&octets, 256) / 256;

    cut = cut < octets.n ? cut : octets.n;
    check_apart(octets);
    check_join(octets);
    check_unwrap(octets, keep_fragment);
    check_resolve((struct furl_range){octets.at, cut},
                  (struct furl_range){octets.at + cut, octets.n - cut});
}
