#include <assert.h>
#include <string.h>

#include "terminal.h"

/* C2 80-9F, D8 9C, E2 80 8B-8F, E2 80 A8-AE, E2 81 A0-AF, EF BB BF and F3 A0 80-81. */
const struct furl_byteset furl_control_starts = FURL_BYTESET(FURL_STARTS_CONTROL);

/* Writes the first `n` held octets, bare or as their replacements, and drops them. */
static size_t release(struct furl_terminal *guard, size_t n, bool bare, unsigned char *out)
{
    size_t written = 0;

    for (size_t i = 0; i < n; i++) {
        if (bare) {
            out[written++] = guard->octets[i];
        } else {
            memcpy(out + written, guard->instead[i], guard->instead_n[i]);
            written += guard->instead_n[i];
        }
    }
    guard->held -= n;
    memmove(guard->octets, guard->octets + n, guard->held);
    memmove(guard->instead, guard->instead + n, guard->held * sizeof guard->instead[0]);
    memmove(guard->instead_n, guard->instead_n + n, guard->held);
    return written;
}

size_t furl_terminal_feed(struct furl_terminal *guard, unsigned char octet,
                          const unsigned char *instead, size_t instead_n, unsigned char *out)
{
    size_t written = 0;

    if (guard->held == 0 && !furl_octet_in(octet, FURL_CONTROL) &&
        !furl_control_starts.has[octet]) {
        guard->joins = octet >= 0x80;
        out[0] = octet;
        return 1;
    }
    assert(guard->held < FURL_SHOWN_MAX && instead_n <= FURL_INSTEAD);
    guard->octets[guard->held] = octet;
    memcpy(guard->instead[guard->held], instead, instead_n);
    guard->instead_n[guard->held] = (unsigned char)instead_n;
    guard->held++;
    while (guard->held > 0) {
        uint32_t code = 0;
        bool control = false;
        size_t n = furl_utf8_shown(guard->octets, guard->held, guard->joins, &code, &control);
        if (n == FURL_UTF8_MORE) {
            break;
        }
        control = n == 1 ? furl_octet_in(guard->octets[0], FURL_CONTROL) : control;
        guard->joins = n == 0 || furl_may_join(guard->joins, code);
        /* An octet that starts no sequence is a letter of another charset. */
        written += release(guard, n == 0 ? 1 : n, !control, out + written);
    }
    return written;
}

size_t furl_terminal_final(struct furl_terminal *guard, unsigned char *out)
{
    uint32_t code = 0;

    guard->joins = false;
    if (guard->held == 0) {
        return 0;
    }
    const size_t n = furl_utf8(guard->octets, guard->held, &code);
    const size_t joiner = release(guard, n == FURL_UTF8_MORE ? 0 : n, false, out);
    return joiner + release(guard, guard->held, true, out + joiner);
}
