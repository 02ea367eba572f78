#include "reveal.h"

void furl_reveal_init(struct furl_reveal *reveal, struct furl_range stays, bool keep_controls,
                      furl_bad_escape *bad_escape, void *context)
{
    furl_unescape_init(&reveal->unescape, '+', stays, keep_controls, bad_escape, context);
    furl_place_restart(&reveal->place);
}

/* Takes octets after the scheme that come before `+` means something else: it is read as a space
 * all over a Fidonet URL, and in the query of an http(s) URL (draft 5.2.2.4, 5.2.2.4.2). Returns
 * how many. */
static size_t take_run(struct furl_reveal *reveal, const unsigned char *in, size_t n)
{
    struct furl_place *place = &reveal->place;
    bool by_query = furl_has(place->scheme, FURL_PLUS);
    bool space = by_query ? place->part == FURL_IN_QUERY : furl_is_fidonet(place->scheme);

    reveal->unescape.meanings.plus = space ? ' ' : '+';
    return by_query ? furl_place_query(place, in, n) : n;
}

size_t furl_reveal_feed(struct furl_reveal *reveal, const unsigned char *in, size_t n,
                        unsigned char *out)
{
    struct furl_unescape *unescape = &reveal->unescape;
    unsigned char *to = out;
    size_t i = 0;

    if (reveal->place.part == FURL_IN_SCHEME && n > 0) {
        i = furl_place_scheme(&reveal->place, in, n);
        to += furl_unescape_bare(unescape, in, i, to);
    }
    while (i < n) {
        size_t run = take_run(reveal, in + i, n - i);
        to += furl_unescape_feed(unescape, in + i, run, to);
        i += run;
    }
    return (size_t)(to - out);
}

size_t furl_reveal_final(struct furl_reveal *reveal, unsigned char *out)
{
    size_t written = furl_unescape_final(&reveal->unescape, out);

    furl_place_restart(&reveal->place);
    return written;
}

void furl_reveal_restart(struct furl_reveal *reveal)
{
    furl_unescape_restart(&reveal->unescape);
    furl_place_restart(&reveal->place);
}
