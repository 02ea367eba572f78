/* AVX2: 32 octets at a time, packed and expanded by shuffles that tables give. */
#include "simd.h"

#ifdef FURL_X86

#include <immintrin.h>

#define TARGET __attribute__((target("avx2,bmi,bmi2,popcnt")))
#define BLOCK  ((size_t)32)

static bool here(void)
{
    return FURL_CPU_HAS(AVX2, "avx2") && FURL_CPU_HAS(BMI1, "bmi") && FURL_CPU_HAS(BMI2, "bmi2") &&
           FURL_CPU_HAS(POPCNT, "popcnt");
}

TARGET FURL_INLINE __m256i load(const void *at)
{
    return _mm256_loadu_si256(at);
}

TARGET FURL_INLINE void store(void *at, __m256i v)
{
    _mm256_storeu_si256(at, v);
}

TARGET FURL_INLINE __m256i twice(const void *at)
{
    return _mm256_broadcastsi128_si256(_mm_loadu_si128(at));
}

TARGET FURL_INLINE __m256i all(unsigned char octet)
{
    return _mm256_set1_epi8((char)octet);
}

TARGET FURL_INLINE uint64_t mask(__m256i v)
{
    return (uint32_t)_mm256_movemask_epi8(v);
}

TARGET FURL_INLINE uint64_t equal(__m256i v, unsigned char octet)
{
    return mask(_mm256_cmpeq_epi8(v, all(octet)));
}

TARGET FURL_INLINE __m256i high_half(__m256i v)
{
    return _mm256_and_si256(_mm256_srli_epi16(v, 4), all(15));
}

TARGET FURL_INLINE __m256i low_half(__m256i v)
{
    return _mm256_and_si256(v, all(15));
}

/* FF for each octet of `v` that is in the set. */
TARGET FURL_INLINE __m256i members(const struct furl_byteset *set, __m256i v)
{
    __m256i bits =
        _mm256_shuffle_epi8(_mm256_set1_epi64x((long long)0x8040201008040201), high_half(v));
    /* A shuffle gives 0 for an octet with its top bit set. */
    __m256i row =
        _mm256_or_si256(_mm256_shuffle_epi8(twice(set->row[0]), v),
                        _mm256_shuffle_epi8(twice(set->row[1]), _mm256_xor_si256(v, all(0x80))));

    return _mm256_cmpeq_epi8(_mm256_and_si256(row, bits), bits);
}

/* Expands four octets in each half; those of `low` and `high` become escapes. */
TARGET FURL_INLINE __m256i expand(__m256i four, uint64_t low, uint64_t high)
{
    __m128i low_shuffle = _mm_loadu_si128((const void *)furl_expanded[low & 15]);
    __m128i high_shuffle = _mm_loadu_si128((const void *)furl_expanded[high & 15]);

    return _mm256_shuffle_epi8(four, _mm256_set_m128i(high_shuffle, low_shuffle));
}

/* Writes 32 octets; those of `escaped` become escapes. Returns the number of octets written. */
TARGET FURL_INLINE size_t put(__m256i v, uint64_t escaped, unsigned char *out)
{
    __m256i table = twice(furl_digits);
    __m256i first = _mm256_shuffle_epi8(table, high_half(v));
    __m256i second = _mm256_shuffle_epi8(table, low_half(v));
    __m256i percent = all('%');
    /* Each four octets, their digits and `%`, side by side. */
    __m256i octets_first_low = _mm256_unpacklo_epi32(v, first);
    __m256i octets_first_high = _mm256_unpackhi_epi32(v, first);
    __m256i second_percent_low = _mm256_unpacklo_epi32(second, percent);
    __m256i second_percent_high = _mm256_unpackhi_epi32(second, percent);
    __m256i fours[4] = {
        _mm256_unpacklo_epi64(octets_first_low, second_percent_low),
        _mm256_unpackhi_epi64(octets_first_low, second_percent_low),
        _mm256_unpacklo_epi64(octets_first_high, second_percent_high),
        _mm256_unpackhi_epi64(octets_first_high, second_percent_high),
    };
    unsigned char *to = out;

    for (size_t i = 0; i < 4; i++) {
        fours[i] = expand(fours[i], escaped >> 4 * i, escaped >> (16 + 4 * i));
        _mm_storeu_si128((void *)to, _mm256_castsi256_si128(fours[i]));
        to += furl_expanded_n(escaped >> 4 * i & 15);
    }
    for (size_t i = 0; i < 4; i++) {
        _mm_storeu_si128((void *)to, _mm256_extracti128_si256(fours[i], 1));
        to += furl_expanded_n(escaped >> (16 + 4 * i) & 15);
    }
    return (size_t)(to - out);
}

TARGET static size_t escape(const struct furl_spellings *spellings, unsigned char *dashes,
                            const unsigned char *in, size_t n, unsigned char *out)
{
    const __m256i space = all(furl_space(spellings));
    const bool thirds = furl_depends(&spellings->of['-']),
               lines = furl_depends(&spellings->of['\r']);
    unsigned char *to = out;
    size_t i = 0;

    for (; n - i > BLOCK; i += BLOCK) {
        __m256i v = load(in + i);
        uint64_t escaped = mask(members(&spellings->escaped, v));
        uint64_t d = thirds ? equal(v, '-') : 0;
        if (lines && escaped != 0) {
            uint64_t cr = equal(v, '\r');
            escaped &= ~(cr & (equal(v, '\n') >> 1 | (uint64_t)(in[i + BLOCK] == '\n') << 31));
        }
        if ((d | *dashes) != 0) {
            escaped |= furl_thirds(d, BLOCK, dashes);
        }
        __m256i spaces = _mm256_cmpeq_epi8(v, all(' '));
        __m256i written = _mm256_blendv_epi8(v, space, spaces);
        if (escaped == 0) {
            store(to, written);
            to += BLOCK;
        } else {
            to += put(written, escaped, to);
        }
    }
    to += furl_kernels_plain.escape(spellings, dashes, in + i, n - i, to);
    return (size_t)(to - out);
}

/* FF for each octet that is a hexadecimal digit; and the values of digits. */
TARGET FURL_INLINE __m256i are_hex(__m256i v)
{
    /* 0 to 9 are 3x, A to F and a to f 4x and 6x. */
    static const struct furl_byteset hex = {
        .row = {{0x08, 0x58, 0x58, 0x58, 0x58, 0x58, 0x58, 0x08, 0x08, 0x08}}};

    return members(&hex, v);
}

TARGET FURL_INLINE __m256i hex_value(__m256i v)
{
    __m256i nine = twice("\0\0\0\0\x09\0\x09\0\0\0\0\0\0\0\0");

    return _mm256_add_epi8(low_half(v), _mm256_shuffle_epi8(nine, high_half(v)));
}

/* Writes 32 octets without those of `dropped`. Returns the number of octets written. */
TARGET FURL_INLINE size_t pack(__m256i v, uint64_t dropped, unsigned char *out)
{
    __m128i halves[2] = {_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1)};
    unsigned char *to = out;

    for (size_t i = 0; i < 4; i++) {
        uint64_t drop = dropped >> 8 * i & 0xFF;
        __m128i octets = i % 2 == 0 ? halves[i / 2] : _mm_srli_si128(halves[i / 2], 8);
        __m128i shuffle = _mm_loadl_epi64((const void *)&furl_packed[drop]);
        _mm_storel_epi64((void *)to, _mm_shuffle_epi8(octets, shuffle));
        to += 8 - furl_ones(drop);
    }
    return (size_t)(to - out);
}

TARGET static struct furl_unescaped unescape(const struct furl_meanings *meanings,
                                             const unsigned char *in, size_t n, unsigned char *out)
{
    unsigned char *to = out;
    uint64_t stayed = 0;
    uint64_t dropped = 0; /* digits of escapes of the previous block */
    size_t i = 0;

    for (; n - i >= BLOCK + 2; i += BLOCK) {
        __m256i v = load(in + i);
        __m256i are_percents = _mm256_cmpeq_epi8(v, all('%'));
        uint64_t percents = mask(are_percents);
        v = _mm256_blendv_epi8(v, all(meanings->plus), _mm256_cmpeq_epi8(v, all('+')));
        if ((percents | dropped) == 0) {
            store(to, v);
            to += BLOCK;
            continue;
        }
        __m256i first = load(in + i + 1);
        __m256i second = load(in + i + 2);
        if ((percents & ~mask(_mm256_and_si256(are_hex(first), are_hex(second)))) != 0) {
            break;
        }
        __m256i high = _mm256_and_si256(_mm256_slli_epi16(hex_value(first), 4), all(0xF0));
        __m256i octets = _mm256_or_si256(high, hex_value(second));
        __m256i stays = _mm256_and_si256(members(&meanings->stays, octets), are_percents);
        if (mask(stays) != 0) {
            stayed += furl_ones(mask(_mm256_and_si256(stays, members(&meanings->counted, octets))));
        }
        octets = _mm256_blendv_epi8(v, octets, _mm256_andnot_si256(stays, are_percents));
        percents &= ~mask(stays);
        to += pack(octets, (dropped | percents << 1 | percents << 2) & furl_first(BLOCK), to);
        dropped = furl_dropped(percents, BLOCK);
    }
    i += furl_ones(dropped);
    struct furl_unescaped rest = furl_kernels_plain.unescape(meanings, in + i, n - i, to);
    return (struct furl_unescaped){i + rest.consumed, (size_t)(to - out) + rest.written,
                                   stayed + rest.stayed};
}

TARGET static size_t before(const struct furl_byteset *set, const unsigned char *at, size_t n)
{
    size_t i = 0;

    for (; n - i >= BLOCK; i += BLOCK) {
        uint64_t found = mask(members(set, load(at + i)));
        if (found != 0) {
            return i + furl_lowest_index(found);
        }
    }
    return i < n ? i + furl_kernels_plain.before(set, at + i, n - i) : n; /* `at` may be NULL */
}

TARGET FURL_INLINE uint64_t equal_block(const unsigned char *block, unsigned char octet)
{
    return equal(load(block), octet) | equal(load(block + BLOCK), octet) << BLOCK;
}

TARGET static size_t names(const struct furl_endings *endings, const unsigned char *at, size_t n,
                           size_t *from, size_t *found)
{
    return furl_names(endings, at, n, from, found, equal_block);
}

TARGET static size_t indexes(const unsigned char *at, size_t n, unsigned char octet, size_t *from,
                             size_t *found)
{
    return furl_indexes(at, n, octet, from, found, equal_block);
}

/* The kinds of 32 octets. */
TARGET FURL_INLINE __m256i kinds_of(const struct furl_kinds *kinds, __m256i v)
{
    __m256i found =
        _mm256_and_si256(_mm256_cmpgt_epi8(_mm256_setzero_si256(), v), all(kinds->of[128]));

    for (unsigned row = 0; row < 8; row++) {
        /* Octets outside the row get their top bit set, for which a shuffle gives 0. */
        __m256i in_row =
            _mm256_adds_epu8(_mm256_sub_epi8(v, all((unsigned char)(16 * row))), all(0x70));
        found = _mm256_or_si256(found, _mm256_shuffle_epi8(twice(kinds->of + 16 * row), in_row));
    }
    return found;
}

TARGET static void look(const struct furl_kinds *kinds, const unsigned char *at, size_t n,
                        struct furl_look *look)
{
    if (n < BLOCK / 2) {
        furl_kernels_plain.look(kinds, at, n, look);
        return;
    }
    /* The blocks, or the halves of one, may overlap. */
    bool halves = n < BLOCK;
    size_t last = n - (halves ? BLOCK / 2 : BLOCK);
    __m256i first = halves ? _mm256_set_m128i(_mm_loadu_si128((const void *)(at + last)),
                                              _mm_loadu_si128((const void *)at))
                           : load(at);
    __m256i first_kinds = kinds_of(kinds, first);
    __m256i last_kinds = halves ? first_kinds : kinds_of(kinds, load(at + last));
    for (unsigned kind = 0; kind < FURL_KINDS; kind++) {
        int to_top = 7 - (int)kind;
        uint64_t low = mask(_mm256_slli_epi16(first_kinds, to_top));
        look->of[kind] = halves ? (low & 0xFFFF) | low >> BLOCK / 2 << last
                                : low | mask(_mm256_slli_epi16(last_kinds, to_top)) << last;
    }
}

TARGET static size_t count(const unsigned char *at, size_t n, unsigned char octet)
{
    return furl_count(at, n, octet, equal_block);
}

#define OTHERS before, names, indexes, look, count
const struct furl_kernels furl_kernels_avx2 = {"AVX2", here, escape, unescape, OTHERS};
const struct furl_kernels furl_kernels_avx512 = {"AVX-512", furl_avx512_here, furl_avx512_escape,
                                                 furl_avx512_unescape, OTHERS};

#endif
