#include <assert.h>
#include <string.h>

#include "percent.h"

/* The number of octets that are unescaped one by one after a `%` that starts no escape. Such `%`
 * often come together, and a kernel is slow for the few octets between them. */
#define DOUBTFUL ((size_t)16)

void furl_unescape_init(struct furl_unescape *unescape, unsigned char plus, struct furl_range stays,
                        bool keep_controls, furl_bad_escape *bad_escape, void *context)
{
    *unescape = (struct furl_unescape){
        .kernels = furl_choose_kernels(),
        .table = {.plus = plus, .stays = furl_byteset_of(stays), .counted = furl_byteset_of(stays)},
        .keep_controls = keep_controls,
        .bad_escape = bad_escape,
        .context = context,
    };
}

/* Writes one octet of data, which the `n` octets at `source` mean. */
static size_t put_octet(struct furl_unescape *unescape, unsigned char octet,
                        const unsigned char *source, size_t n, unsigned char *out)
{
    if (!unescape->keep_controls) {
        out[0] = octet;
        return 1;
    }
    return furl_terminal_feed(&unescape->guard, octet, source, n, out);
}

static size_t put_bare(struct furl_unescape *unescape, unsigned char octet, unsigned char *out)
{
    return put_octet(unescape, octet, &octet, 1, out);
}

/* Writes the octet that the complete escape in `begun` means. */
static size_t put_escape(struct furl_unescape *unescape, unsigned char *out)
{
    unsigned char octet = furl_hex_octet(unescape->begun + 1);
    size_t written = 0;

    unescape->begun_n = 0;
    if (!unescape->table.stays.has[octet]) {
        return put_octet(unescape, octet, unescape->begun, FURL_ESCAPE_SIZE, out);
    }
    unescape->unchanged_n += unescape->table.counted.has[octet];
    written = furl_terminal_final(&unescape->guard, out);
    memcpy(out + written, unescape->begun, FURL_ESCAPE_SIZE);
    return written + FURL_ESCAPE_SIZE;
}

/* Writes `begun` unchanged: a `%` that starts no escape, with or without a digit. */
static size_t put_begun(struct furl_unescape *unescape, unsigned char *out)
{
    size_t written = 0;

    unescape->bad_escape(unescape->context, unescape->column - unescape->begun_n + 1, 1);
    for (size_t i = 0; i < unescape->begun_n; i++) {
        written += put_bare(unescape, unescape->begun[i], out + written);
    }
    unescape->begun_n = 0;
    return written;
}

/* Like put_begun, if the next octet does not continue an escape. Otherwise writes nothing. */
static size_t put_unfinished(struct furl_unescape *unescape, unsigned char next, unsigned char *out)
{
    return unescape->begun_n == 0 || furl_octet_in(next, FURL_HEX) ? 0 : put_begun(unescape, out);
}

static size_t feed_octet(struct furl_unescape *unescape, unsigned char octet, unsigned char *out)
{
    size_t written = put_unfinished(unescape, octet, out);

    if (unescape->begun_n == 0 && octet != '%') {
        written += put_bare(unescape, octet == '+' ? unescape->table.plus : octet, out + written);
    } else {
        assert(unescape->begun_n < FURL_ESCAPE_SIZE);
        unescape->begun[unescape->begun_n++] = octet;
        if (unescape->begun_n == FURL_ESCAPE_SIZE) {
            written += put_escape(unescape, out + written);
        }
    }
    unescape->column++;
    return written;
}

/* Returns whether a `%`, the first octet, certainly starts no escape. */
static bool is_bad(const unsigned char *in, size_t n)
{
    return (n > 1 && !furl_octet_in(in[1], FURL_HEX)) || (n > 2 && !furl_octet_in(in[2], FURL_HEX));
}

/* Copies the `%` at the front that start no escape. Returns their number. */
static size_t feed_bad(struct furl_unescape *unescape, const unsigned char *in, size_t n,
                       unsigned char *out)
{
    size_t bad = 0;

    while (bad < n && in[bad] == '%' && is_bad(in + bad, n - bad)) {
        out[bad++] = '%';
    }
    if (bad > 0) {
        unescape->bad_escape(unescape->context, unescape->column + 1, bad);
        unescape->column += bad;
    }
    return bad;
}

size_t furl_unescape_feed(struct furl_unescape *unescape, const unsigned char *in, size_t n,
                          unsigned char *out)
{
    unsigned char *to = out;
    size_t i = 0;

    while (i < n) {
        size_t alone = 1;
        to += put_unfinished(unescape, in[i], to);
        if (!unescape->keep_controls && unescape->begun_n == 0) {
            struct furl_unescaped run = {0, 0, 0};
            size_t bad = feed_bad(unescape, in + i, n - i, to);
            if (bad == 0) {
                run = unescape->kernels->unescape(&unescape->table, in + i, n - i, to);
            }
            unescape->unchanged_n += run.unchanged_n;
            unescape->column += run.consumed;
            to += bad + run.written;
            i += bad + run.consumed;
            alone = bad > 0 ? DOUBTFUL : run.consumed == 0 ? 1 : 0;
        }
        for (; alone > 0 && i < n; alone--) {
            to += feed_octet(unescape, in[i++], to);
        }
    }
    return (size_t)(to - out);
}

size_t furl_unescape_bare(struct furl_unescape *unescape, const unsigned char *in, size_t n,
                          unsigned char *out)
{
    if (n > 0) {
        memcpy(out, in, n);
        unescape->column += n;
    }
    return n;
}

size_t furl_unescape_final(struct furl_unescape *unescape, unsigned char *out)
{
    size_t written = unescape->begun_n > 0 ? put_begun(unescape, out) : 0;

    written += furl_terminal_final(&unescape->guard, out + written);
    furl_unescape_restart(unescape);
    return written;
}

void furl_unescape_restart(struct furl_unescape *unescape)
{
    unescape->begun_n = 0;
    unescape->guard.held = 0;
    unescape->guard.joins = false;
    unescape->column = 0;
}
