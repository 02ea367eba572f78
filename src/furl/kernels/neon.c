/* NEON, which every AArch64 has: blocks of 16 octets. Tables of shuffles pack octets and expand
 * escapes. */
#include "simd.h"

#ifdef FURL_NEON

#include <arm_neon.h>

#define TARGET
#define BLOCK ((size_t)16)

typedef uint8x16_t vector;

static bool here(void)
{
    return true;
}

FURL_INLINE vector all(unsigned char octet)
{
    return vdupq_n_u8(octet);
}

FURL_INLINE vector repeat(const void *ptr)
{
    return vld1q_u8(ptr);
}

FURL_INLINE vector load(const unsigned char *ptr, size_t n)
{
    return n >= BLOCK ? vld1q_u8(ptr)
                      : vcombine_u8(vcreate_u8(furl_few(ptr, n)),
                                    vcreate_u8(n > 8 ? furl_few(ptr + 8, n - 8) : 0));
}

FURL_INLINE void store(unsigned char *ptr, vector v)
{
    vst1q_u8(ptr, v);
}

/* Returns, for the octets of each half, their bits in its mask. */
FURL_INLINE vector weights(void)
{
    return vreinterpretq_u8_u64(vdupq_n_u64(0x8040201008040201));
}

/* Returns the mask of a vector whose octets are 00 or FF. */
FURL_INLINE uint64_t mask(vector v)
{
    vector sums = v & weights();

    for (int i = 0; i < 3; i++) {
        sums = vpaddq_u8(sums, sums);
    }
    return vgetq_lane_u16(vreinterpretq_u16_u8(sums), 0);
}

FURL_INLINE uint64_t equal(vector v, unsigned char octet)
{
    return mask(vceqq_u8(v, all(octet)));
}

FURL_INLINE uint64_t equal64(const unsigned char *ptr, unsigned char octet)
{
    vector bits[4];

    for (size_t i = 0; i < 4; i++) {
        bits[i] = vandq_u8(vceqq_u8(vld1q_u8(ptr + i * BLOCK), all(octet)), weights());
    }
    vector sums = vpaddq_u8(vpaddq_u8(bits[0], bits[1]), vpaddq_u8(bits[2], bits[3]));
    return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(sums, sums)), 0);
}

FURL_INLINE vector choose(uint64_t these, vector v, vector others)
{
    vector octets = vcombine_u8(vdup_n_u8((uint8_t)these), vdup_n_u8((uint8_t)(these >> 8)));

    return vbslq_u8(vtstq_u8(octets, weights()), v, others);
}

FURL_INLINE vector replace(vector v, unsigned char octet, unsigned char by)
{
    return vbslq_u8(vceqq_u8(v, all(octet)), all(by), v);
}

FURL_INLINE vector high_half(vector v)
{
    return vshrq_n_u8(v, 4);
}

FURL_INLINE vector shuffle(vector table, vector v)
{
    return vqtbl1q_u8(table, v & all(0x8F));
}

FURL_INLINE uint64_t common(vector v, vector w)
{
    return mask(vtstq_u8(v, w));
}

/* Writes four octets, with escapes for the octets of `escaped`. Returns the end of the written
 * octets. */
FURL_INLINE unsigned char *expand_four(uint64x2_t four, uint64_t escaped, unsigned char *to)
{
    vst1q_u8(to, vqtbl1q_u8(vreinterpretq_u8_u64(four), vld1q_u8(furl_expanded[escaped])));
    return to + furl_expanded_n(escaped);
}

FURL_INLINE void expand(vector v, uint64_t escaped, unsigned char *to)
{
    vector table = repeat(furl_digits);
    uint32x4_t octets = vreinterpretq_u32_u8(v);
    uint32x4_t first = vreinterpretq_u32_u8(vqtbl1q_u8(table, high_half(v)));
    uint32x4_t second = vreinterpretq_u32_u8(vqtbl1q_u8(table, v & all(15)));
    uint32x4_t percent = vreinterpretq_u32_u8(all('%'));
    /* For four octets each: the octets, their digits and `%`, side by side. */
    uint64x2_t low[2] = {vreinterpretq_u64_u32(vzip1q_u32(octets, first)),
                         vreinterpretq_u64_u32(vzip1q_u32(second, percent))};
    uint64x2_t high[2] = {vreinterpretq_u64_u32(vzip2q_u32(octets, first)),
                          vreinterpretq_u64_u32(vzip2q_u32(second, percent))};

    to = expand_four(vzip1q_u64(low[0], low[1]), escaped & 15, to);
    to = expand_four(vzip2q_u64(low[0], low[1]), escaped >> 4 & 15, to);
    to = expand_four(vzip1q_u64(high[0], high[1]), escaped >> 8 & 15, to);
    expand_four(vzip2q_u64(high[0], high[1]), escaped >> 12, to);
}

FURL_INLINE void compress(vector v, uint64_t kept, unsigned char *to)
{
    uint64_t low = kept & 0xFF, high = kept >> 8;

    vst1_u8(to, vtbl1_u8(vget_low_u8(v), vcreate_u8(furl_packed[low])));
    vst1_u8(to + furl_ones(low), vtbl1_u8(vget_high_u8(v), vcreate_u8(furl_packed[high])));
}

FURL_INLINE vector kinds_of(const struct furl_kinds *kinds, vector v)
{
    vector beyond = vcgeq_u8(v, all(0x80)) & all(kinds->of[128]);
    /* A table of 64 octets gives 0 for an index out of range. */
    vector low = vqtbl4q_u8(vld1q_u8_x4(kinds->of), v);
    vector high = vqtbl4q_u8(vld1q_u8_x4(kinds->of + 64), vsubq_u8(v, all(64)));

    return beyond | low | high;
}

FURL_INLINE uint64_t next_kind(vector *kinds)
{
    uint64_t top = mask(vcgeq_u8(*kinds, all(0x80)));

    *kinds = vaddq_u8(*kinds, *kinds);
    return top;
}

#include "loops.h"

const struct furl_kernels furl_kernels_neon = {"NEON", LOOPS};

#endif
