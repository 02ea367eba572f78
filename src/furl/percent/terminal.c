#include <string.h>

#include "percent.h"

/* The UTF-8 forms of the control set by their first three octets: the buckets of the triples. */
enum {
    C1 = 1 << 0,     /* C2 80-9F */
    ALM = 1 << 1,    /* D8 9C */
    ZERO = 1 << 2,   /* E2 80 8B-8F */
    BIDI = 1 << 3,   /* E2 80 A8-AE */
    HIDDEN = 1 << 4, /* E2 81 A0-AF */
    BOM = 1 << 5,    /* EF BB BF */
    TAG = 1 << 6,    /* F3 A0 80-81 */
    TWO = C1 | ALM,  /* those of two octets, which any third one may follow */
};

/* For each octet its high and its low half. */
const struct furl_triples furl_control_triples = {{
    {{[0xC] = C1, [0xD] = ALM, [0xE] = ZERO | BIDI | HIDDEN | BOM, [0xF] = TAG},
     {[2] = C1 | ZERO | BIDI | HIDDEN, [3] = TAG, [8] = ALM, [0xF] = BOM}},
    {{[8] = C1 | ZERO | BIDI | HIDDEN, [9] = C1 | ALM, [0xA] = TAG, [0xB] = BOM},
     {C1 | ZERO | BIDI | TAG, C1 | HIDDEN, C1, C1, C1, C1, C1, C1, /* 0 to 7 */
      C1, C1, C1, C1 | BOM, C1 | ALM, C1, C1, C1}},
    {{TWO, TWO, TWO, TWO, TWO, TWO, TWO, TWO, /* 0 to 7 */
      TWO | ZERO | TAG, TWO, TWO | BIDI | HIDDEN, TWO | BOM, TWO, TWO, TWO, TWO},
     {TWO | HIDDEN | TAG, TWO | HIDDEN | TAG, TWO | HIDDEN, TWO | HIDDEN, /* 0 to 3 */
      TWO | HIDDEN, TWO | HIDDEN, TWO | HIDDEN, TWO | HIDDEN,             /* 4 to 7 */
      TWO | HIDDEN | BIDI, TWO | HIDDEN | BIDI, TWO | HIDDEN | BIDI, TWO | HIDDEN | BIDI | ZERO,
      TWO | HIDDEN | BIDI | ZERO, TWO | HIDDEN | BIDI | ZERO, TWO | HIDDEN | BIDI | ZERO,
      TWO | HIDDEN | ZERO | BOM}},
}};

/* Writes the first `n` octets held, bare or as they are to be written instead, and drops them. */
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

size_t furl_terminal_final(struct furl_terminal *guard, unsigned char *out)
{
    return release(guard, guard->held, true, out);
}
