#include "unescape.h"

#include <string.h>

void furl_unescape_init(struct furl_unescape *unescape, unsigned char plus, struct furl_range stays,
                        bool keep_controls, furl_bad_escape *bad_escape, void *context)
{
    *unescape = (struct furl_unescape){
        .kernels = furl_kernels(),
        .meanings = {.plus = plus, .stays = furl_byteset_of(stays)},
        .keep_controls = keep_controls,
        .bad_escape = bad_escape,
        .context = context,
    };
}

/* Writes one octet of data, which was the `n` octets at `source`. */
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

/* A whole escape is in `begun`. */
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

/* What is in `begun` is no escape: the `%` stays, and so does the digit after it. */
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

size_t furl_unescape_literal(struct furl_unescape *unescape, unsigned char octet,
                             unsigned char *out)
{
    size_t written = put_begun(unescape, out);

    written += put_bare(unescape, octet, out + written);
    unescape->column++;
    return written;
}

size_t furl_unescape_octet(struct furl_unescape *unescape, unsigned char octet, unsigned char *out)
{
    bool goes_on = unescape->begun_n > 0 && furl_is(octet, FURL_HEX);
    size_t written = 0;

    if (!goes_on && octet != '%') {
        return furl_unescape_literal(unescape, octet == '+' ? unescape->meanings.plus : octet, out);
    }
    if (!goes_on) {
        written = put_begun(unescape, out);
    }
    unescape->begun[unescape->begun_n++] = octet;
    if (unescape->begun_n == FURL_ESCAPE_SIZE) {
        written += put_escape(unescape, out + written);
    }
    unescape->column++;
    return written;
}

size_t furl_unescape_same(struct furl_unescape *unescape, const unsigned char *in, size_t n,
                          unsigned char *out)
{
    if (n > 0) {
        memcpy(out, in, n);
        unescape->column += n;
    }
    return n;
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

size_t furl_unescape_feed(struct furl_unescape *unescape, const unsigned char *in, size_t n,
                          unsigned char *out)
{
    unsigned char *to = out;
    size_t i = 0;

    while (i < n) {
        if (!unescape->keep_controls && unescape->begun_n == 0) {
            struct furl_unescaped run = take_run(unescape, in + i, n - i, to);
            to += run.written;
            i += run.taken;
        }
        if (i == n) {
            break;
        }
        /* Where one is no escape, kernels are not asked again as long as others come. */
        do {
            to += furl_unescape_octet(unescape, in[i++], to);
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
}
