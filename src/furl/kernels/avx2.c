/* AVX2: blocks of 32 octets. Tables of shuffles pack octets and expand escapes. */
#include "simd.h"

#ifdef FURL_X86

#include <immintrin.h>

#define TARGET __attribute__((target("avx2,bmi,bmi2,popcnt")))
#define BLOCK  ((size_t)32)

typedef __m256i vector;

static bool here(void)
{
    return FURL_CPU_HAS(AVX2, "avx2") && FURL_CPU_HAS(BMI1, "bmi") && FURL_CPU_HAS(BMI2, "bmi2") &&
           FURL_CPU_HAS(POPCNT, "popcnt");
}

TARGET FURL_INLINE vector all(unsigned char octet)
{
    return _mm256_set1_epi8((char)(__builtin_constant_p(octet) ? furl_same[octet] : octet));
}

TARGET FURL_INLINE vector repeat(const void *ptr)
{
    return _mm256_broadcastsi128_si256(_mm_loadu_si128(ptr));
}

TARGET FURL_INLINE __m128i load_half(const unsigned char *ptr, size_t n)
{
    return _mm_set_epi64x(n > 8 ? (long long)furl_few(ptr + 8, n - 8) : 0,
                          (long long)furl_few(ptr, n));
}

TARGET FURL_INLINE vector load(const unsigned char *ptr, size_t n)
{
    if (n >= BLOCK) {
        return _mm256_loadu_si256((const void *)ptr);
    }
    return n < 16
               ? _mm256_zextsi128_si256(load_half(ptr, n))
               : _mm256_set_m128i(load_half(ptr + 16, n - 16), _mm_loadu_si128((const void *)ptr));
}

TARGET FURL_INLINE void store(unsigned char *ptr, vector v)
{
    _mm256_storeu_si256((void *)ptr, v);
}

TARGET FURL_INLINE uint64_t mask(vector v)
{
    return (uint32_t)_mm256_movemask_epi8(v);
}

TARGET FURL_INLINE uint64_t equal(vector v, unsigned char octet)
{
    return mask(_mm256_cmpeq_epi8(v, all(octet)));
}

TARGET FURL_INLINE uint64_t equal64(const unsigned char *ptr, unsigned char octet)
{
    return equal(load(ptr, BLOCK), octet) | equal(load(ptr + BLOCK, BLOCK), octet) << BLOCK;
}

TARGET FURL_INLINE vector replace(vector v, unsigned char octet, unsigned char by)
{
    return _mm256_blendv_epi8(v, all(by), _mm256_cmpeq_epi8(v, all(octet)));
}

TARGET FURL_INLINE vector choose(uint64_t these, vector v, vector others)
{
    vector bits = _mm256_set1_epi64x((long long)0x8040201008040201);
    vector from = _mm256_setr_epi64x(0, 0x0101010101010101, 0x0202020202020202, 0x0303030303030303);
    vector octets = _mm256_shuffle_epi8(_mm256_set1_epi32((int)these), from);

    return _mm256_blendv_epi8(others, v, _mm256_cmpeq_epi8(octets & bits, bits));
}

TARGET FURL_INLINE vector high_half(vector v)
{
    return _mm256_srli_epi16(v, 4) & all(15);
}

TARGET FURL_INLINE vector shuffle(vector table, vector v)
{
    return _mm256_shuffle_epi8(table, v);
}

TARGET FURL_INLINE uint64_t common(vector v, vector w)
{
    return mask(_mm256_cmpeq_epi8(v & w, w));
}

/* Writes four octets, with escapes for the octets of `escaped`. Returns the end of the written
 * octets. */
TARGET FURL_INLINE unsigned char *expand_four(__m128i four, uint64_t escaped, unsigned char *to)
{
    __m128i from = _mm_loadu_si128((const void *)furl_expanded[escaped & 15]);

    _mm_storeu_si128((void *)to, _mm_shuffle_epi8(four, from));
    return to + furl_expanded_n(escaped & 15);
}

TARGET FURL_INLINE void expand(vector v, uint64_t escaped, unsigned char *to)
{
    vector table = repeat(furl_digits);
    vector first = shuffle(table, high_half(v));
    vector second = shuffle(table, v & all(15));
    /* For four octets each: the octets, their digits and `%`, side by side. */
    vector low = _mm256_unpacklo_epi32(v, first), high = _mm256_unpackhi_epi32(v, first);
    vector low_rest = _mm256_unpacklo_epi32(second, all('%'));
    vector high_rest = _mm256_unpackhi_epi32(second, all('%'));
    vector fours[4] = {_mm256_unpacklo_epi64(low, low_rest), _mm256_unpackhi_epi64(low, low_rest),
                       _mm256_unpacklo_epi64(high, high_rest),
                       _mm256_unpackhi_epi64(high, high_rest)};

    to = expand_four(_mm256_castsi256_si128(fours[0]), escaped, to);
    to = expand_four(_mm256_castsi256_si128(fours[1]), escaped >> 4, to);
    to = expand_four(_mm256_castsi256_si128(fours[2]), escaped >> 8, to);
    to = expand_four(_mm256_castsi256_si128(fours[3]), escaped >> 12, to);
    to = expand_four(_mm256_extracti128_si256(fours[0], 1), escaped >> 16, to);
    to = expand_four(_mm256_extracti128_si256(fours[1], 1), escaped >> 20, to);
    to = expand_four(_mm256_extracti128_si256(fours[2], 1), escaped >> 24, to);
    expand_four(_mm256_extracti128_si256(fours[3], 1), escaped >> 28, to);
}

/* Writes the octets of `kept` among the first eight. Returns the end of the written octets. */
TARGET FURL_INLINE unsigned char *compress_eight(__m128i v, uint64_t kept, unsigned char *to)
{
    __m128i from = _mm_loadl_epi64((const void *)&furl_packed[kept & 0xFF]);

    _mm_storel_epi64((void *)to, _mm_shuffle_epi8(v, from));
    return to + furl_ones(kept & 0xFF);
}

TARGET FURL_INLINE void compress(vector v, uint64_t kept, unsigned char *to)
{
    __m128i low = _mm256_castsi256_si128(v), high = _mm256_extracti128_si256(v, 1);

    to = compress_eight(low, kept, to);
    to = compress_eight(_mm_srli_si128(low, 8), kept >> 8, to);
    to = compress_eight(high, kept >> 16, to);
    compress_eight(_mm_srli_si128(high, 8), kept >> 24, to);
}

TARGET FURL_INLINE vector kinds_of(const struct furl_kinds *kinds, vector v)
{
    vector found = _mm256_cmpgt_epi8(_mm256_setzero_si256(), v) & all(kinds->of[128]);

#pragma GCC unroll 8
    for (size_t row = 0; row < 128; row += 16) {
        /* The sum sets the top bit of octets outside the row, for which a shuffle gives 0. */
        found |= shuffle(repeat(kinds->of + row), _mm256_adds_epu8(v, all(0x70)));
        v = _mm256_sub_epi8(v, all(16));
    }
    return found;
}

TARGET FURL_INLINE uint64_t next_kind(vector *kinds)
{
    uint64_t top = mask(*kinds);

    *kinds = _mm256_add_epi8(*kinds, *kinds);
    return top;
}

#include "loops.h"

const struct furl_kernels furl_kernels_avx2 = {"AVX2", LOOPS};

#endif
