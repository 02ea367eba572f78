#include "reveal.h"

void furl_reveal_init(struct furl_reveal *reveal, struct furl_range stays, bool keep_controls,
                      furl_bad_escape *bad_escape, void *context)
{
    furl_unescape_init(&reveal->unescape, '+', stays, keep_controls, bad_escape, context);
    reveal->place = (struct furl_place){.part = FURL_IN_SCHEME};
}

/* Takes one octet. */
static size_t take(struct furl_reveal *reveal, unsigned char octet, unsigned char *out)
{
    struct furl_unescape *unescape = &reveal->unescape;

    if (reveal->place.part == FURL_IN_SCHEME) {
        return furl_unescape_literal(unescape, octet, out);
    }
    if (octet == '+' && furl_plus_is_space(&reveal->place)) {
        return furl_unescape_literal(unescape, ' ', out);
    }
    return furl_unescape_octet(unescape, octet, out);
}

size_t furl_reveal_feed(struct furl_reveal *reveal, const unsigned char *in, size_t n,
                        unsigned char *out)
{
    unsigned char *to = out;

    for (size_t i = 0; i < n; i++) {
        size_t run = furl_unescape_holds(&reveal->unescape)
                         ? 0
                         : furl_place_run(&reveal->place, in + i, n - i);
        to += furl_unescape_same(&reveal->unescape, in + i, run, to);
        i += run;
        if (i == n) {
            break;
        }
        to += take(reveal, in[i], to);
        furl_place_feed(&reveal->place, in[i]);
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
