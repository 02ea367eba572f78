/* The kernels, each in a file of its own, and what several of them share; for those files. */
#ifndef FURL_KERNELS_EACH_H
#define FURL_KERNELS_EACH_H

#include <string.h>

#include "kernels.h"

/* --disable-simd leaves the plain ones. */
#if !defined FURL_PLAIN_ALONE && defined __GNUC__ && defined __x86_64__
#define FURL_X86 1
#elif !defined FURL_PLAIN_ALONE && defined __GNUC__ && defined __aarch64__ &&                      \
    defined __BYTE_ORDER__ && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define FURL_NEON 1
#endif

extern const struct furl_kernels furl_plain;
#ifdef FURL_X86
extern const struct furl_kernels furl_sse2, furl_avx2, furl_avx512;
#endif
#ifdef FURL_NEON
extern const struct furl_kernels furl_neon;
#endif

/* Whether the colon at at[colon] is one that kernels look for. */
static inline bool furl_is_candidate(const struct furl_tails *tails, const unsigned char *at,
                                     size_t colon, size_t n)
{
    if (colon + 1 == n || at[colon + 1] == '/') {
        return true;
    }
    return colon >= 2 && at[colon - 1] >= 0x40 && at[colon - 1] < 0x80 &&
           (tails->last[at[colon - 1] & 31] & tails->before[at[colon - 2] & 31]) != 0;
}

#if defined FURL_X86 || defined FURL_NEON
/*
 * Blocks of up to 64 octets, of which masks tell: bit i is about octet i.
 */

/* The mask of the first `n` octets, 0 to 64. */
static inline uint64_t furl_first(size_t n)
{
    return n < 64 ? ((uint64_t)1 << n) - 1 : UINT64_MAX;
}

static inline size_t furl_ones(uint64_t mask)
{
    return (size_t)__builtin_popcountll(mask);
}

/* The number of the first octet in a mask, which has one. */
static inline size_t furl_lowest(uint64_t mask)
{
    return (size_t)__builtin_ctzll(mask);
}

/* Of a block of `n` octets, 1 to 64, in which those of `d` are `-`: the third ones in a row,
 * `dashes` being those written last, before the block and then behind it. */
static inline uint64_t furl_thirds(uint64_t d, size_t n, unsigned char *dashes)
{
    uint64_t one = *dashes >= 1, two = *dashes >= 2;
    uint64_t behind_two = d & (d << 1 | one) & (d << 2 | one << 1 | two);
    uint64_t thirds = 0;

    while (behind_two != 0) {
        uint64_t third = behind_two & (~behind_two + 1);
        thirds |= third;
        behind_two &= ~(third | third << 1 | third << 2);
    }
    uint64_t others = ~d & furl_first(n); /* what ends a row */
    uint64_t ends = others | thirds;
    size_t behind = ends == 0 ? n + *dashes : n - 1 - (63 - (size_t)__builtin_clzll(ends));
    *dashes = (unsigned char)behind;
    return thirds;
}

/* Shuffles, by mask: how 8 octets are packed that lose those of the mask (their places, in the
 * octets of a number); and how 4 octets are expanded of which those of the mask become escapes, in
 * a vector of the four, their first digits, their second ones, and `%`. */
extern const uint64_t furl_packed[256];
extern const unsigned char furl_expanded[16][16];

static inline size_t furl_expanded_n(uint64_t mask)
{
    return 4 + (FURL_ESCAPE_SIZE - 1) * furl_ones(mask);
}
#endif

#endif
