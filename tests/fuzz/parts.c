/* Taking apart: breaks, wrapping, the parts of a URL, references resolved against a base. */
#include "furl/text/breaks.h"
#include "furl/url/url.h"
#include "fuzz.h"

/* The parts are in the URL, in order, with nothing but delimiters between, and nothing after. */
static void check_apart(struct furl_range url, bool generic)
{
    struct furl_splitter splitter = furl_splitter_for(generic ? FURL_AS_GENERIC : FURL_AS_SCHEME);
    struct furl_parts parts = furl_split(&splitter, url, NULL);
    const struct furl_range ranges[] = {parts.scheme, parts.authority, parts.path, parts.query,
                                        parts.fragment};
    size_t pos = 0;

    for (size_t i = 0; i < COUNT(ranges); i++) {
        if (ranges[i].ptr != NULL) {
            size_t from = (size_t)(ranges[i].ptr - url.ptr);
            HOLDS(from >= pos && from - pos <= 3 && from + ranges[i].n <= url.n);
            pos = from + ranges[i].n;
        }
    }
    HOLDS(pos == url.n);
}

/* What is resolved has the base's scheme, or is what it was; and then it is absolute. */
static void check_resolve(struct furl_range base, struct furl_range reference)
{
    struct furl_splitter splitter = furl_splitter_for(FURL_AS_SCHEME);
    struct furl_parts parts = furl_split(&splitter, base, NULL);
    unsigned char *out = fuzz_room(FURL_RESOLVED_MAX(base.n, reference.n));

    if (parts.scheme.ptr == NULL) {
        free(out);
        return;
    }
    struct furl_result resolved = furl_resolve(&splitter, &parts, reference, out);
    if (resolved.error == FURL_FINE) {
        struct furl_range target = {out, resolved.n};
        HOLDS(target.n <= FURL_RESOLVED_MAX(base.n, reference.n));
        HOLDS(furl_split(&splitter, target, NULL).scheme.ptr != NULL);
        unsigned char *again = fuzz_room(FURL_RESOLVED_MAX(base.n, target.n));
        /* (Of areafix: and echomail: without areas, no base but area:// knows any.) */
        resolved = furl_resolve(&splitter, &parts, target, again);
        if (resolved.error == FURL_FINE) {
            HOLDS(fuzz_equal(target, (struct furl_range){again, resolved.n}));
        }
        free(again);
    }
    free(out);
}

/* Pieces are in the URL, in order; without what is between, that is what is inside of the record,
 * if every break ends. */
static void check_pieces(const struct furl_unwrapped *inside)
{
    struct furl_pieces pieces = {.url = inside->record};
    struct furl_range piece;
    size_t pos = 0, n = 0;

    while (furl_pieces_next(&pieces, &piece)) {
        size_t from = piece.n > 0 ? (size_t)(piece.ptr - pieces.url.ptr) : pos;
        HOLDS(from >= pos && from + piece.n <= pieces.url.n);
        HOLDS(pieces.open || inside->joined == NULL || piece.n == 0 ||
              memcmp(inside->joined + n, piece.ptr, piece.n) == 0);
        pos = from + piece.n;
        n += piece.n;
    }
    HOLDS(pieces.open == (inside->error != FURL_FINE));
    HOLDS(pieces.open || inside->url.n <= n);
}

/* What is inside has no delimiters, and is where furl_unwrapped_offset says. */
static void check_undelimited(struct furl_range record)
{
    unsigned char *scratch = fuzz_room(record.n);
    struct furl_unwrapped inside, again;
    furl_unwrap_record(&inside, record, scratch);

    check_pieces(&inside);
    if (inside.error == FURL_FINE) {
        for (size_t i = 0; i < inside.url.n; i += 1 + inside.url.n / 16) {
            size_t place = furl_unwrapped_offset(&inside, i);
            HOLDS(place < record.n && record.ptr[place] == inside.url.ptr[i]);
        }
        furl_unwrap_record(&again, inside.url, NULL);
        HOLDS(fuzz_equal(again.url, inside.url));
    } else {
        HOLDS(inside.where < record.n && record.ptr[inside.where] == '%');
    }
    free(scratch);
}

void fuzz_parts(struct furl_range octets)
{
    bool generic = fuzz_choose(&octets, 2) > 0;
    size_t cut = octets.n * fuzz_choose(&octets, 256) / 256;

    cut = cut < octets.n ? cut : octets.n;
    check_apart(octets, generic);
    check_undelimited(octets);
    check_resolve((struct furl_range){octets.ptr, cut},
                  (struct furl_range){octets.ptr + cut, octets.n - cut});
}
