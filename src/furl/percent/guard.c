#include "guard.h"

#include <string.h>

/* The control set by its first three octets in UTF-8: the buckets of furl_control_triples. */
enum {
    C1 = 1 << 0,         /* C2 80-9F, and any */
    ALM = 1 << 1,        /* D8 9C, and any */
    ZERO_WIDTH = 1 << 2, /* E2 80 8B-8F */
    BIDI = 1 << 3,       /* E2 80 A8-AE */
    INVISIBLE = 1 << 4,  /* E2 81 A0-AF */
    BOM = 1 << 5,        /* EF BB BF */
    TAG = 1 << 6,        /* F3 A0 80-81 */
    TWO_OCTETS = C1 | ALM,
    ANY_LOW = TWO_OCTETS | INVISIBLE,
};

const struct furl_triples furl_control_triples = {{
    {{[0xC] = C1, [0xD] = ALM, [0xE] = ZERO_WIDTH | BIDI | INVISIBLE | BOM, [0xF] = TAG},
     {[0x2] = C1 | ZERO_WIDTH | BIDI | INVISIBLE, [0x3] = TAG, [0x8] = ALM, [0xF] = BOM}},
    {{[0x8] = C1 | ZERO_WIDTH | BIDI | INVISIBLE, [0x9] = TWO_OCTETS, [0xA] = TAG, [0xB] = BOM},
     {C1 | ZERO_WIDTH | BIDI | TAG, C1 | INVISIBLE, C1, C1, C1, C1, C1, C1, C1, C1, C1, C1 | BOM,
      TWO_OCTETS, C1, C1, C1}},
    {{TWO_OCTETS, TWO_OCTETS, TWO_OCTETS, TWO_OCTETS, TWO_OCTETS, TWO_OCTETS, TWO_OCTETS,
      TWO_OCTETS, TWO_OCTETS | ZERO_WIDTH | TAG, TWO_OCTETS, TWO_OCTETS | BIDI | INVISIBLE,
      TWO_OCTETS | BOM, TWO_OCTETS, TWO_OCTETS, TWO_OCTETS, TWO_OCTETS},
     {ANY_LOW | TAG, ANY_LOW | TAG, ANY_LOW, ANY_LOW, ANY_LOW, ANY_LOW, ANY_LOW, ANY_LOW,
      ANY_LOW | BIDI, ANY_LOW | BIDI, ANY_LOW | BIDI, ANY_LOW | BIDI | ZERO_WIDTH,
      ANY_LOW | BIDI | ZERO_WIDTH, ANY_LOW | BIDI | ZERO_WIDTH, ANY_LOW | BIDI | ZERO_WIDTH,
      ANY_LOW | ZERO_WIDTH | BOM}},
}};

/* Writes the first `n` octets held, bare or as they are to be written instead, and drops them. */
static size_t release(struct furl_guard *guard, size_t n, bool bare, unsigned char *out)
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

size_t furl_guard_feed(struct furl_guard *guard, unsigned char octet, const unsigned char *instead,
                       size_t instead_n, unsigned char *out)
{
    size_t written = 0;

    if (guard->held == 0 && !furl_is(octet, FURL_CONTROL) &&
        furl_triple_buckets(&furl_control_triples, 0, octet) == 0) {
        out[0] = octet;
        return 1;
    }
    guard->octets[guard->held] = octet;
    memcpy(guard->instead[guard->held], instead, instead_n);
    guard->instead_n[guard->held] = (unsigned char)instead_n;
    guard->held++;
    while (guard->held > 0) {
        uint32_t code = 0;
        size_t n = furl_utf8(guard->octets, guard->held, &code);
        if (n == FURL_UTF8_MORE) {
            break;
        }
        bool control = n == 1   ? furl_is(guard->octets[0], FURL_CONTROL)
                       : n == 0 ? false
                                : furl_is_control_code(code);
        /* An octet that begins no sequence is a letter of some other charset. */
        written += release(guard, n == 0 ? 1 : n, !control, out + written);
    }
    return written;
}

size_t furl_guard_final(struct furl_guard *guard, unsigned char *out)
{
    return guard->held > 0 ? release(guard, guard->held, true, out) : 0;
}
