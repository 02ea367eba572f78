#include "reveal.h"

void furl_reveal_init(struct furl_reveal *reveal, struct furl_range stays, bool keep_controls,
                      furl_bad_escape *bad_escape, void *context)
{
    furl_unescape_init(&reveal->unescape, '+', stays, keep_controls, bad_escape, context);
    reveal->place = (struct furl_place){.part = FURL_IN_SCHEME};
}

size_t furl_reveal_feed(struct furl_reveal *reveal, const unsigned char *in, size_t n,
                        unsigned char *out)
{
    struct furl_unescape *unescape = &reveal->unescape;
    unsigned char *to = out;
    size_t i = 0;

    if (reveal->place.part == FURL_IN_SCHEME) {
        i = furl_place_feed(&reveal->place, in, n);
        to += furl_unescape_bare(unescape, in, i, to);
    }
    while (i < n) {
        bool space = furl_plus_is_space(&reveal->place);
        size_t some = 0;
        do {
            some += furl_place_feed(&reveal->place, in + i + some, n - i - some);
        } while (i + some < n && furl_plus_is_space(&reveal->place) == space);
        unescape->meanings.plus = space ? ' ' : '+';
        to += furl_unescape_feed(unescape, in + i, some, to);
        i += some;
    }
    return (size_t)(to - out);
}

size_t furl_reveal_final(struct furl_reveal *reveal, unsigned char *out)
{
    size_t written = furl_unescape_final(&reveal->unescape, out);

    furl_reveal_restart(reveal);
    return written;
}

void furl_reveal_restart(struct furl_reveal *reveal)
{
    furl_unescape_restart(&reveal->unescape);
    reveal->place = (struct furl_place){.part = FURL_IN_SCHEME};
}
