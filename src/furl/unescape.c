#include "unescape.h"

#include <string.h>

void furl_unescape_init(struct furl_unescape *unescape, const struct furl_rules *rules,
                        struct furl_range stays, bool keep_controls, furl_bad_escape *bad_escape,
                        void *context)
{
    *unescape = (struct furl_unescape){
        .plus = rules != NULL && rules->plus_is_space ? ' ' : '+',
        .is_url = rules == NULL,
        .keep_controls = keep_controls,
        .bad_escape = bad_escape,
        .context = context,
    };
    for (size_t i = 0; i < stays.n; i++) {
        unescape->stays[stays.at[i]] = true;
    }
}

/* Writes one octet of data, which stood as the `n` octets at `source`. */
static size_t put(struct furl_unescape *unescape, unsigned char octet, const unsigned char *source,
                  size_t n, unsigned char *out)
{
    if (!unescape->keep_controls) {
        out[0] = octet;
        return 1;
    }
    return furl_guard_feed(&unescape->guard, octet, source, n, out);
}

static size_t put_bare(struct furl_unescape *unescape, unsigned char octet, unsigned char *out)
{
    return put(unescape, octet, &octet, 1, out);
}

/* A whole escape stands in `begun`. */
static size_t put_escape(struct furl_unescape *unescape, unsigned char *out)
{
    unsigned char octet = furl_hex_octet(unescape->begun + 1);
    size_t written = 0;

    unescape->begun_n = 0;
    if (!unescape->stays[octet]) {
        return put(unescape, octet, unescape->begun, FURL_ESCAPE_SIZE, out);
    }
    unescape->stayed++;
    written = furl_guard_final(&unescape->guard, out);
    memcpy(out + written, unescape->begun, FURL_ESCAPE_SIZE);
    return written + FURL_ESCAPE_SIZE;
}

/* What stands in `begun` is no escape: the `%` stays, and so does the digit behind it. */
static size_t put_begun(struct furl_unescape *unescape, unsigned char *out)
{
    size_t written = 0;

    if (unescape->begun_n > 0) {
        unescape->bad_escape(unescape->context, unescape->column - unescape->begun_n + 1);
    }
    for (size_t i = 0; i < unescape->begun_n; i++) {
        written += put_bare(unescape, unescape->begun[i], out + written);
    }
    unescape->begun_n = 0;
    return written;
}

/* What an octet that is no part of an escape stands for. */
static unsigned char meaning(const struct furl_unescape *unescape, unsigned char octet)
{
    if (octet != '+') {
        return octet;
    }
    return unescape->is_url && furl_plus_is_space(&unescape->place) ? ' ' : unescape->plus;
}

size_t furl_unescape_feed(struct furl_unescape *unescape, const unsigned char *in, size_t n,
                          unsigned char *out)
{
    unsigned char *to = out;

    for (size_t i = 0; i < n; i++, unescape->column++) {
        unsigned char octet = in[i];
        if (unescape->begun_n > 0 && !furl_is(octet, FURL_HEX)) {
            to += put_begun(unescape, to);
        }
        bool in_scheme = unescape->is_url && unescape->place.part == FURL_IN_SCHEME;
        if (unescape->begun_n > 0 || (octet == '%' && !in_scheme)) {
            unescape->begun[unescape->begun_n++] = octet;
            if (unescape->begun_n == FURL_ESCAPE_SIZE) {
                to += put_escape(unescape, to);
            }
        } else {
            to += put_bare(unescape, meaning(unescape, octet), to);
        }
        if (unescape->is_url) {
            furl_place_feed(&unescape->place, octet);
        }
    }
    return (size_t)(to - out);
}

size_t furl_unescape_final(struct furl_unescape *unescape, unsigned char *out)
{
    size_t written = put_begun(unescape, out);

    written += furl_guard_final(&unescape->guard, out + written);
    unescape->column = 0;
    unescape->place = (struct furl_place){.part = FURL_IN_SCHEME};
    return written;
}
