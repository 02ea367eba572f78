/* AVX-512 with VBMI2: 64 octets at a time, packed by a mask. Only escape and unescape gain much;
 * the other kernels are those of AVX2. */
#include "simd.h"

#ifdef FURL_X86

#include <immintrin.h>

#define TARGET __attribute__((target("avx512f,avx512bw,avx512vbmi,avx512vbmi2,bmi,bmi2,popcnt")))
#define BLOCK  ((size_t)64)

bool furl_avx512_here(void)
{
    return furl_kernels_avx2.here() && FURL_CPU_HAS(AVX512F, "avx512f") &&
           FURL_CPU_HAS(AVX512BW, "avx512bw") && FURL_CPU_HAS(AVX512_VBMI, "avx512vbmi") &&
           FURL_CPU_HAS(AVX512_VBMI2, "avx512vbmi2");
}

/* A set that loops keep in registers. A compiler cannot do so by itself, since writes might change
 * the set. */
struct set {
    __m512i rows[2];
};

TARGET FURL_INLINE struct set load_set(const struct furl_byteset *set)
{
    return (struct set){{_mm512_broadcast_i32x4(_mm_loadu_si128((const void *)set->row[0])),
                         _mm512_broadcast_i32x4(_mm_loadu_si128((const void *)set->row[1]))}};
}

/* The mask of the octets of `v` that are in the set. */
TARGET FURL_INLINE uint64_t members(struct set set, __m512i v)
{
    __m512i bits = _mm512_set1_epi64((long long)0x8040201008040201);
    __m512i high = _mm512_and_si512(_mm512_srli_epi16(v, 4), _mm512_set1_epi8(15));
    /* A shuffle gives 0 for an octet with its top bit set. */
    __m512i row = _mm512_or_si512(
        _mm512_shuffle_epi8(set.rows[0], v),
        _mm512_shuffle_epi8(set.rows[1], _mm512_xor_si512(v, _mm512_set1_epi8((char)0x80))));

    return _mm512_test_epi8_mask(row, _mm512_shuffle_epi8(bits, high));
}

/* The digits of values 0 to 15. */
TARGET FURL_INLINE __m512i digits(__m512i values)
{
    __m512i table = _mm512_broadcast_i32x4(_mm_loadu_si128((const void *)furl_digits));

    return _mm512_shuffle_epi8(table, values);
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
    __m512i octets, first, second;
};

TARGET FURL_INLINE struct expanded expand(__m512i v, uint64_t escaped)
{
    __m512i low_half = _mm512_set1_epi8(15);

    return (struct expanded){
        _mm512_mask_mov_epi8(v, escaped, _mm512_set1_epi8('%')),
        digits(_mm512_and_si512(_mm512_srli_epi16(v, 4), low_half)),
        digits(_mm512_and_si512(v, low_half)),
    };
}

/* Writes `n` octets, at most 21, from `at` on; those of `escaped` become escapes. */
TARGET FURL_INLINE unsigned char *put_third(const struct expanded *expanded, size_t at, size_t n,
                                            uint64_t escaped, unsigned char *to)
{
    __m512i from = _mm512_add_epi8(_mm512_loadu_si512(sources), _mm512_set1_epi8((char)at));
    uint64_t percents = _pdep_u64(escaped, OCTETS);
    uint64_t kept = (OCTETS | percents << 1 | percents << 2) & furl_first(FURL_ESCAPE_SIZE * n);
    __m512i written = _mm512_permutex2var_epi8(expanded->octets, from, expanded->first);

    written = _mm512_mask_permutexvar_epi8(written, SECONDS, from, expanded->second);
    _mm512_storeu_si512(to, _mm512_maskz_compress_epi8(kept, written));
    return to + furl_ones(kept);
}

/* `escaped` without each CR that an LF follows. */
TARGET FURL_INLINE uint64_t without_line_ends(__m512i v, uint64_t escaped)
{
    uint64_t cr = _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8('\r'));

    return escaped & ~(cr & _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8('\n')) >> 1);
}

/* What escaping needs, ready for use. */
struct escaping {
    struct set set;
    __m512i space, dash;
    uint64_t thirds; /* all ones if every third `-` is escaped; else 0 */
    bool lines;
    unsigned char row; /* how many `-` were written last */
};

/* Escapes the first `n` octets of `v`, 1 to 64; but only 63 of a full block, three thirds, since it
 * must see the octet after each CR. Returns how many it escaped. */
TARGET FURL_INLINE size_t escape_block(struct escaping *escaping, __m512i v, size_t n,
                                       unsigned char **to)
{
    uint64_t block = furl_first(n);
    uint64_t escaped = members(escaping->set, v) & block;
    uint64_t d = _mm512_cmpeq_epi8_mask(v, escaping->dash) & escaping->thirds & block;
    uint64_t spaces = _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8(' '));
    __m512i written = _mm512_mask_mov_epi8(v, spaces, escaping->space);

    if ((escaped | d | escaping->row) == 0) {
        _mm512_storeu_si512(*to, written);
        *to += n;
        return n;
    }
    if (n == BLOCK) {
        n = 3 * THIRD;
        d &= furl_first(n);
        escaped &= furl_first(n);
    }
    if (escaping->lines) {
        escaped = without_line_ends(v, escaped);
    }
    if ((d | escaping->row) != 0) {
        escaped |= furl_thirds(d, n, &escaping->row);
    }
    struct expanded expanded = expand(written, escaped);
    if (n == 3 * THIRD) {
        *to = put_third(&expanded, 0, THIRD, escaped, *to);
        *to = put_third(&expanded, THIRD, THIRD, escaped >> THIRD, *to);
        *to = put_third(&expanded, 2 * THIRD, THIRD, escaped >> 2 * THIRD, *to);
        return n;
    }
    for (size_t at = 0; at < n; at += THIRD) {
        size_t third = n - at < THIRD ? n - at : THIRD;
        *to = put_third(&expanded, at, third, escaped >> at, *to);
    }
    return n;
}

TARGET size_t furl_avx512_escape(const struct furl_spellings *spellings, unsigned char *dashes,
                                 const unsigned char *in, size_t n, unsigned char *out)
{
    struct escaping escaping = {
        .set = load_set(&spellings->escaped),
        .space = _mm512_set1_epi8((char)furl_space(spellings)),
        .dash = _mm512_set1_epi8('-'),
        .thirds = furl_depends(&spellings->of['-']) ? UINT64_MAX : 0,
        .lines = furl_depends(&spellings->of['\r']),
        .row = *dashes,
    };
    unsigned char *to = out;
    size_t i = 0;

    while (n - i >= BLOCK) {
        i += escape_block(&escaping, _mm512_loadu_si512(in + i), BLOCK, &to);
    }
    while (i < n) {
        __m512i v = _mm512_maskz_loadu_epi8(furl_first(n - i), in + i);
        i += escape_block(&escaping, v, n - i, &to);
    }
    *dashes = escaping.row;
    return (size_t)(to - out);
}

/* The value of each octet, with the top bit set if it is no hexadecimal digit. */
TARGET FURL_INLINE __m512i hex_value(__m512i v)
{
    __m512i values = _mm512_permutex2var_epi8(_mm512_loadu_si512(furl_hex), v,
                                              _mm512_loadu_si512(furl_hex + BLOCK));

    return _mm512_or_si512(values, _mm512_and_si512(v, _mm512_set1_epi8((char)FURL_NO_HEX)));
}

/* The values of the octets that come `n` after those of the block. */
TARGET FURL_INLINE __m512i after(const unsigned char *at, size_t left, size_t n)
{
    size_t some = left > n ? left - n : 0;

    return hex_value(_mm512_maskz_loadu_epi8(furl_first(some), at + n));
}

/* The octets that have these digits. */
TARGET FURL_INLINE __m512i join(__m512i first, __m512i second)
{
    __m512i high = _mm512_and_si512(_mm512_slli_epi16(first, 4), _mm512_set1_epi8((char)0xF0));

    return _mm512_or_si512(high, second);
}

TARGET struct furl_unescaped furl_avx512_unescape(const struct furl_meanings *meanings,
                                                  const unsigned char *in, size_t n,
                                                  unsigned char *out)
{
    const struct set staying = load_set(&meanings->stays);
    const __m512i plus = _mm512_set1_epi8((char)meanings->plus);
    unsigned char *to = out;
    uint64_t stayed = 0;
    uint64_t dropped = 0; /* digits of escapes of the previous block */
    size_t i = 0, some = 0;

    for (; i < n; i += some) {
        size_t left = n - i;
        uint64_t block = furl_first(some = left < BLOCK ? left : BLOCK);
        __m512i v = _mm512_maskz_loadu_epi8(block, in + i);
        uint64_t percents = _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8('%'));
        uint64_t pluses = _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8('+'));
        v = _mm512_mask_mov_epi8(v, pluses, plus);
        if ((percents | dropped) == 0) {
            _mm512_storeu_si512(to, v);
            to += some;
            continue;
        }
        __m512i first = after(in + i, left, 1);
        __m512i second = after(in + i, left, 2);
        uint64_t bad = percents & _mm512_movepi8_mask(_mm512_or_si512(first, second));
        if (bad != 0) {
            some = furl_lowest_index(bad);
            block = furl_first(some);
        }
        __m512i octets = join(first, second);
        uint64_t stays = members(staying, octets) & percents & block;
        percents &= block & ~stays;
        if (stays != 0) {
            stayed += furl_ones(stays & members(load_set(&meanings->counted), octets));
        }
        uint64_t kept = block & ~(dropped | furl_after(percents, 1) | furl_after(percents, 2));
        v = _mm512_mask_mov_epi8(v, percents, octets);
        _mm512_storeu_si512(to, _mm512_maskz_compress_epi8(kept, v));
        to += furl_ones(kept);
        dropped = furl_dropped(percents, BLOCK);
        if (bad != 0) {
            i += some;
            break;
        }
    }
    return (struct furl_unescaped){i, (size_t)(to - out), stayed};
}

#endif
