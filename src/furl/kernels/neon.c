/* NEON, which every AArch64 has: 16 octets at a time, packed and expanded by shuffles that tables
 * give. */
#include "simd.h"

#ifdef FURL_NEON

#include <arm_neon.h>

#define BLOCK ((size_t)16)

static bool here(void)
{
    return true;
}

/* Turns a vector of 00 and FF into bits that add up to a mask of each half. */
FURL_INLINE uint8x16_t weighted(uint8x16_t v)
{
    static const unsigned char weights[16] = {1, 2, 4, 8, 16, 32, 64, 128,
                                              1, 2, 4, 8, 16, 32, 64, 128};

    return vandq_u8(v, vld1q_u8(weights));
}

/* The mask of a vector of 00 and FF. */
FURL_INLINE uint64_t mask(uint8x16_t v)
{
    uint8x16_t bits = weighted(v);

    return (uint64_t)vaddv_u8(vget_low_u8(bits)) | (uint64_t)vaddv_u8(vget_high_u8(bits)) << 8;
}

FURL_INLINE bool is_none(uint8x16_t v)
{
    return vmaxvq_u8(v) == 0;
}

FURL_INLINE uint8x16_t equal(uint8x16_t v, unsigned char octet)
{
    return vceqq_u8(v, vdupq_n_u8(octet));
}

/* FF for each octet of `v` that is in the set. */
FURL_INLINE uint8x16_t members(const struct furl_byteset *set, uint8x16_t v)
{
    uint8x16_t low = vandq_u8(v, vdupq_n_u8(15));
    uint8x16_t row = vbslq_u8(vcgeq_u8(v, vdupq_n_u8(0x80)), vqtbl1q_u8(vld1q_u8(set->row[1]), low),
                              vqtbl1q_u8(vld1q_u8(set->row[0]), low));
    uint8x16_t bit = vandq_u8(vshrq_n_u8(v, 4), vdupq_n_u8(7));

    return vtstq_u8(row, vshlq_u8(vdupq_n_u8(1), vreinterpretq_s8_u8(bit)));
}

/* Writes four octets; those of `escaped` become escapes. Returns the number of octets written. */
FURL_INLINE size_t put_four(uint32x4_t four, uint64_t escaped, unsigned char *out)
{
    vst1q_u8(out, vqtbl1q_u8(vreinterpretq_u8_u32(four), vld1q_u8(furl_expanded[escaped])));
    return furl_expanded_n(escaped);
}

/* Writes 16 octets; those of `escaped` become escapes. Returns the number of octets written. */
FURL_INLINE size_t put(uint8x16_t v, uint64_t escaped, unsigned char *out)
{
    uint8x16_t table = vld1q_u8((const unsigned char *)furl_digits);
    uint32x4_t octets = vreinterpretq_u32_u8(v);
    uint32x4_t first = vreinterpretq_u32_u8(vqtbl1q_u8(table, vshrq_n_u8(v, 4)));
    uint32x4_t second = vreinterpretq_u32_u8(vqtbl1q_u8(table, vandq_u8(v, vdupq_n_u8(15))));
    uint32x4_t percent = vreinterpretq_u32_u8(vdupq_n_u8('%'));
    /* Each four octets, their digits and `%`, side by side. */
    uint64x2_t low[2] = {vreinterpretq_u64_u32(vzip1q_u32(octets, first)),
                         vreinterpretq_u64_u32(vzip1q_u32(second, percent))};
    uint64x2_t high[2] = {vreinterpretq_u64_u32(vzip2q_u32(octets, first)),
                          vreinterpretq_u64_u32(vzip2q_u32(second, percent))};
    unsigned char *to = out;

    to += put_four(vreinterpretq_u32_u64(vzip1q_u64(low[0], low[1])), escaped & 15, to);
    to += put_four(vreinterpretq_u32_u64(vzip2q_u64(low[0], low[1])), escaped >> 4 & 15, to);
    to += put_four(vreinterpretq_u32_u64(vzip1q_u64(high[0], high[1])), escaped >> 8 & 15, to);
    to += put_four(vreinterpretq_u32_u64(vzip2q_u64(high[0], high[1])), escaped >> 12, to);
    return (size_t)(to - out);
}

static size_t escape(const struct furl_spellings *spellings, unsigned char *dashes,
                     const unsigned char *in, size_t n, unsigned char *out)
{
    const uint8x16_t space = vdupq_n_u8(furl_space(spellings));
    const bool thirds = furl_depends(&spellings->of['-']),
               lines = furl_depends(&spellings->of['\r']);
    unsigned char *to = out;
    size_t i = 0;

    for (; n - i > BLOCK; i += BLOCK) {
        uint8x16_t v = vld1q_u8(in + i);
        uint8x16_t are_escaped = members(&spellings->escaped, v);
        uint8x16_t are_dashes = equal(v, '-');
        uint8x16_t written = vbslq_u8(equal(v, ' '), space, v);
        if (*dashes == 0 && is_none(vorrq_u8(are_escaped, are_dashes))) {
            vst1q_u8(to, written);
            to += BLOCK;
            continue;
        }
        uint64_t escaped = mask(are_escaped);
        if (lines) {
            uint64_t after = mask(equal(vld1q_u8(in + i + 1), '\n'));
            escaped &= ~(mask(equal(v, '\r')) & after);
        }
        escaped |= furl_thirds(thirds ? mask(are_dashes) : 0, BLOCK, dashes);
        to += put(written, escaped, to);
    }
    to += furl_kernels_plain.escape(spellings, dashes, in + i, n - i, to);
    return (size_t)(to - out);
}

/* FF for each octet that is a hexadecimal digit; and the values of digits. */
FURL_INLINE uint8x16_t are_hex(uint8x16_t v)
{
    uint8x16_t letter = vsubq_u8(vorrq_u8(v, vdupq_n_u8(0x20)), vdupq_n_u8('a'));

    return vorrq_u8(vcltq_u8(vsubq_u8(v, vdupq_n_u8('0')), vdupq_n_u8(10)),
                    vcltq_u8(letter, vdupq_n_u8(6)));
}

FURL_INLINE uint8x16_t hex_value(uint8x16_t v)
{
    uint8x16_t nine = vandq_u8(vcgtq_u8(v, vdupq_n_u8('9')), vdupq_n_u8(9));

    return vaddq_u8(vandq_u8(v, vdupq_n_u8(15)), nine);
}

/* Writes 16 octets without those of `dropped`. Returns the number of octets written. */
FURL_INLINE size_t pack(uint8x16_t v, uint64_t dropped, unsigned char *out)
{
    uint64_t low = dropped & 0xFF, high = dropped >> 8 & 0xFF;
    size_t first = 8 - furl_ones(low);

    vst1_u8(out, vtbl1_u8(vget_low_u8(v), vcreate_u8(furl_packed[low])));
    vst1_u8(out + first, vtbl1_u8(vget_high_u8(v), vcreate_u8(furl_packed[high])));
    return first + 8 - furl_ones(high);
}

static struct furl_unescaped unescape(const struct furl_meanings *meanings, const unsigned char *in,
                                      size_t n, unsigned char *out)
{
    unsigned char *to = out;
    uint64_t stayed = 0;
    uint64_t dropped = 0; /* digits of escapes of the previous block */
    size_t i = 0;

    for (; n - i >= BLOCK + 2; i += BLOCK) {
        uint8x16_t v = vld1q_u8(in + i);
        uint8x16_t are_percents = equal(v, '%');
        v = vbslq_u8(equal(v, '+'), vdupq_n_u8(meanings->plus), v);
        if (dropped == 0 && is_none(are_percents)) {
            vst1q_u8(to, v);
            to += BLOCK;
            continue;
        }
        uint8x16_t first = vld1q_u8(in + i + 1);
        uint8x16_t second = vld1q_u8(in + i + 2);
        if (!is_none(vbicq_u8(are_percents, vandq_u8(are_hex(first), are_hex(second))))) {
            break;
        }
        uint8x16_t octets = vorrq_u8(vshlq_n_u8(hex_value(first), 4), hex_value(second));
        uint8x16_t stays = vandq_u8(members(&meanings->stays, octets), are_percents);
        are_percents = vbicq_u8(are_percents, stays);
        uint64_t percents = mask(are_percents);
        if (!is_none(stays)) {
            stayed += furl_ones(mask(vandq_u8(stays, members(&meanings->counted, octets))));
        }
        to += pack(vbslq_u8(are_percents, octets, v),
                   (dropped | percents << 1 | percents << 2) & furl_first(BLOCK), to);
        dropped = furl_dropped(percents, BLOCK);
    }
    i += furl_ones(dropped);
    struct furl_unescaped rest = furl_kernels_plain.unescape(meanings, in + i, n - i, to);
    return (struct furl_unescaped){i + rest.consumed, (size_t)(to - out) + rest.written,
                                   stayed + rest.stayed};
}

static size_t before(const struct furl_byteset *set, const unsigned char *at, size_t n)
{
    size_t i = 0;

    while (n - i >= BLOCK && is_none(members(set, vld1q_u8(at + i)))) {
        i += BLOCK;
    }
    return i < n ? i + furl_kernels_plain.before(set, at + i, n - i) : n; /* `at` may be NULL */
}

FURL_INLINE uint64_t equal_block(const unsigned char *block, unsigned char octet)
{
    uint8x16_t bits[4];

    for (size_t i = 0; i < 4; i++) {
        bits[i] = weighted(equal(vld1q_u8(block + i * BLOCK), octet));
    }
    uint8x16_t sums = vpaddq_u8(vpaddq_u8(bits[0], bits[1]), vpaddq_u8(bits[2], bits[3]));
    return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(sums, sums)), 0);
}

static size_t names(const struct furl_endings *endings, const unsigned char *at, size_t n,
                    size_t *from, size_t *found)
{
    return furl_names(endings, at, n, from, found, equal_block);
}

/* The kinds of 16 octets. */
FURL_INLINE uint8x16_t kinds_of(const struct furl_kinds *kinds, uint8x16_t v)
{
    uint8x16_t beyond = vandq_u8(vcgeq_u8(v, vdupq_n_u8(0x80)), vdupq_n_u8(kinds->of[128]));
    /* A table of 64 gives 0 for an index that is out of range. */
    uint8x16_t low = vqtbl4q_u8(vld1q_u8_x4(kinds->of), v);
    uint8x16_t high = vqtbl4q_u8(vld1q_u8_x4(kinds->of + 64), vsubq_u8(v, vdupq_n_u8(64)));

    return vorrq_u8(beyond, vorrq_u8(low, high));
}

static size_t indexes(const unsigned char *at, size_t n, unsigned char octet, size_t *from,
                      size_t *found)
{
    return furl_indexes(at, n, octet, from, found, equal_block);
}

static void look(const struct furl_kinds *kinds, const unsigned char *at, size_t n,
                 struct furl_look *look)
{
    if (n < BLOCK) {
        furl_kernels_plain.look(kinds, at, n, look);
        return;
    }
    *look = (struct furl_look){{0}};
    for (size_t i = 0; i < n; i += BLOCK) {
        size_t from = i < n - BLOCK ? i : n - BLOCK; /* blocks may overlap */
        uint8x16_t found = kinds_of(kinds, vld1q_u8(at + from));
        for (unsigned kind = 0; kind < FURL_KINDS; kind++) {
            look->of[kind] |= mask(vtstq_u8(found, vdupq_n_u8((unsigned char)(1 << kind)))) << from;
        }
    }
}

static size_t count(const unsigned char *at, size_t n, unsigned char octet)
{
    return furl_count(at, n, octet, equal_block);
}

const struct furl_kernels furl_kernels_neon = {"NEON", here,    escape, unescape, before,
                                               names,  indexes, look,   count};

#endif
