/* AVX-512 with VBMI2: 64 octets at a time, of which any number is read, by a mask. */
#include "simd.h"

#ifdef FURL_X86

#include <immintrin.h>

#define TARGET  __attribute__((target("avx512f,avx512bw,avx512vbmi,avx512vbmi2,bmi,bmi2,popcnt")))
#define BLOCK   ((size_t)64)
#define AT_ONCE (3 * THIRD)

typedef __m512i vector;

static bool here(void)
{
    return FURL_CPU_HAS(AVX512F, "avx512f") && FURL_CPU_HAS(AVX512BW, "avx512bw") &&
           FURL_CPU_HAS(AVX512_VBMI, "avx512vbmi") && FURL_CPU_HAS(AVX512_VBMI2, "avx512vbmi2") &&
           FURL_CPU_HAS(BMI1, "bmi") && FURL_CPU_HAS(BMI2, "bmi2") &&
           FURL_CPU_HAS(POPCNT, "popcnt");
}

TARGET FURL_INLINE vector all(unsigned char octet)
{
    return _mm512_set1_epi8((char)octet);
}

TARGET FURL_INLINE vector repeat(const void *at)
{
    return _mm512_broadcast_i32x4(_mm_loadu_si128(at));
}

TARGET FURL_INLINE vector load(const unsigned char *at, size_t n)
{
    return n >= BLOCK ? _mm512_loadu_si512(at)
                      : _mm512_maskz_loadu_epi8(furl_before(UINT64_MAX, n), at);
}

TARGET FURL_INLINE void store(unsigned char *at, vector v)
{
    _mm512_storeu_si512(at, v);
}

TARGET FURL_INLINE uint64_t equal(vector v, unsigned char octet)
{
    return _mm512_cmpeq_epi8_mask(v, all(octet));
}

TARGET FURL_INLINE uint64_t equal64(const unsigned char *at, unsigned char octet)
{
    return equal(load(at, BLOCK), octet);
}

TARGET FURL_INLINE vector choose(uint64_t these, vector v, vector others)
{
    return _mm512_mask_mov_epi8(others, these, v);
}

TARGET FURL_INLINE vector replace(vector v, unsigned char octet, unsigned char by)
{
    return choose(equal(v, octet), all(by), v);
}

TARGET FURL_INLINE vector high_half(vector v)
{
    return _mm512_srli_epi16(v, 4) & all(15);
}

TARGET FURL_INLINE vector shuffle(vector table, vector v)
{
    return _mm512_shuffle_epi8(table, v);
}

TARGET FURL_INLINE uint64_t common(vector v, vector w)
{
    return _mm512_test_epi8_mask(v, w);
}

/*
 * 21 octets become 63 at most. For each octet three indexes: of the octet or `%`; of its first
 * digit, 64 more; and of its second digit, in another vector. The last index does not matter.
 */
#define FROM(i) (i), 64 + (i), (i)
static const unsigned char sources[BLOCK] = {
    FROM(0),  FROM(1),  FROM(2),  FROM(3),  FROM(4),  FROM(5),  FROM(6),
    FROM(7),  FROM(8),  FROM(9),  FROM(10), FROM(11), FROM(12), FROM(13),
    FROM(14), FROM(15), FROM(16), FROM(17), FROM(18), FROM(19), FROM(20)};
#define THIRD   ((size_t)21)
#define OCTETS  ((uint64_t)0x1249249249249249) /* the first of each three */
#define SECONDS (OCTETS << 2)

/* The octets of a block, `%` instead of those that become escapes, and the digits of all. */
struct expanded {
    vector octets, first, second;
};

/* Writes 21 octets from `at` on; those of `escaped` become escapes. Returns where the next ones go.
 */
TARGET FURL_INLINE unsigned char *expand_third(const struct expanded *expanded, size_t at,
                                               uint64_t escaped, unsigned char *to)
{
    vector from = _mm512_add_epi8(_mm512_loadu_si512(sources), all((unsigned char)at));
    uint64_t percents = _pdep_u64(escaped >> at, OCTETS);
    uint64_t kept = OCTETS | percents << 1 | percents << 2;
    vector written = _mm512_permutex2var_epi8(expanded->octets, from, expanded->first);

    written = _mm512_mask_permutexvar_epi8(written, SECONDS, from, expanded->second);
    store(to, _mm512_maskz_compress_epi8(kept, written));
    return to + furl_ones(kept);
}

TARGET FURL_INLINE void expand(vector v, uint64_t escaped, size_t n, unsigned char *to)
{
    vector table = repeat(furl_digits);
    struct expanded expanded = {choose(escaped, all('%'), v), shuffle(table, high_half(v)),
                                shuffle(table, v & all(15))};

    to = expand_third(&expanded, 0, escaped, to);
    if (n > THIRD) {
        to = expand_third(&expanded, THIRD, escaped, to);
    }
    if (n > 2 * THIRD) {
        expand_third(&expanded, 2 * THIRD, escaped, to);
    }
}

TARGET FURL_INLINE void compress(vector v, uint64_t kept, unsigned char *to)
{
    store(to, _mm512_maskz_compress_epi8(kept, v));
}

TARGET FURL_INLINE vector kinds_of(const struct furl_kinds *kinds, vector v)
{
    vector found = _mm512_permutex2var_epi8(_mm512_loadu_si512(kinds->of), v,
                                            _mm512_loadu_si512(kinds->of + BLOCK));

    return choose(_mm512_movepi8_mask(v), all(kinds->of[128]), found);
}

TARGET FURL_INLINE uint64_t next_kind(vector *kinds)
{
    uint64_t top = _mm512_movepi8_mask(*kinds);

    *kinds = _mm512_add_epi8(*kinds, *kinds);
    return top;
}

#include "loops.h"

const struct furl_kernels furl_kernels_avx512 = {"AVX-512", LOOPS};

#endif
