#include "unescape.h"

#include <string.h>

void furl_unescape_init(struct furl_unescape *unescape, const struct furl_rules *rules,
                        struct furl_range stays, bool keep_controls, furl_bad_escape *bad_escape,
                        void *context)
{
    *unescape = (struct furl_unescape){
        .kernels = furl_kernels(),
        .meanings.plus = rules != NULL && rules->plus_is_space ? ' ' : '+',
        .is_url = rules == NULL,
        .keep_controls = keep_controls,
        .bad_escape = bad_escape,
        .context = context,
    };
    for (size_t i = 0; i < stays.n; i++) {
        furl_set_put(&unescape->meanings.stays, stays.at[i], true);
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
    if (!unescape->meanings.stays.has[octet]) {
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
    return unescape->is_url && furl_plus_is_space(&unescape->place) ? ' ' : unescape->meanings.plus;
}

/* Takes one octet. */
static size_t take(struct furl_unescape *unescape, unsigned char octet, unsigned char *out)
{
    size_t written = 0;

    if (unescape->begun_n > 0 && !furl_is(octet, FURL_HEX)) {
        written = put_begun(unescape, out);
    }
    bool in_scheme = unescape->is_url && unescape->place.part == FURL_IN_SCHEME;
    if (unescape->begun_n > 0 || (octet == '%' && !in_scheme)) {
        unescape->begun[unescape->begun_n++] = octet;
        if (unescape->begun_n == FURL_ESCAPE_SIZE) {
            written += put_escape(unescape, out + written);
        }
    } else {
        written += put_bare(unescape, meaning(unescape, octet), out + written);
    }
    if (unescape->is_url) {
        furl_place_feed(&unescape->place, octet);
    }
    unescape->column++;
    return written;
}

/* Takes octets up to a `%` that starts no escape, or that the end cuts. */
static struct furl_unescaped take_run(struct furl_unescape *unescape, const unsigned char *in,
                                      size_t n, unsigned char *out)
{
    struct furl_unescaped run = unescape->kernels->unescape(&unescape->meanings, in, n, out);

    unescape->stayed += run.stayed;
    unescape->column += run.taken;
    return run;
}

/* Takes octets of a URL that mean nothing but themselves. Returns how many. */
static size_t copy_run(struct furl_unescape *unescape, const unsigned char *in, size_t n,
                       unsigned char *out)
{
    bool holds = unescape->begun_n > 0 || unescape->guard.held > 0;
    size_t run = unescape->is_url && !holds ? furl_place_run(&unescape->place, in, n) : 0;

    if (run > 0) {
        memcpy(out, in, run);
        unescape->column += run;
    }
    return run;
}

size_t furl_unescape_feed(struct furl_unescape *unescape, const unsigned char *in, size_t n,
                          unsigned char *out)
{
    bool by_octet = unescape->is_url || unescape->keep_controls;
    unsigned char *to = out;
    size_t i = 0;

    while (i < n) {
        if (!by_octet && unescape->begun_n == 0) {
            struct furl_unescaped run = take_run(unescape, in + i, n - i, to);
            to += run.written;
            i += run.taken;
        }
        size_t run = copy_run(unescape, in + i, n - i, to);
        i += run;
        to += run;
        if (i == n) {
            break;
        }
        /* Where one is no escape, kernels are not asked again as long as others come. */
        do {
            to += take(unescape, in[i++], to);
        } while (i < n && (unescape->begun_n > 0 || in[i] == '%'));
    }
    return (size_t)(to - out);
}

size_t furl_unescape_final(struct furl_unescape *unescape, unsigned char *out)
{
    size_t written = put_begun(unescape, out);

    written += furl_guard_final(&unescape->guard, out + written);
    furl_unescape_restart(unescape);
    return written;
}

void furl_unescape_restart(struct furl_unescape *unescape)
{
    unescape->begun_n = 0;
    unescape->guard = (struct furl_guard){.held = 0};
    unescape->column = 0;
    unescape->place = (struct furl_place){.part = FURL_IN_SCHEME};
}
