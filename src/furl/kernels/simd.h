/* The tables of kernels, and what several of them share. */
#ifndef FURL_SIMD_H
#define FURL_SIMD_H

#include <string.h>

#include "furl/base/bits.h"
#include "kernels.h"

#if defined FURL_X86 && defined __has_include
#if __has_include(<sys/platform/x86.h>)
#include <sys/platform/x86.h>
#endif
#endif

/* Whether the processor has a feature, by its names in glibc and in the compiler. glibc knows it
 * already. The code of the compiler asks at each start, which takes a virtual processor a tenth of
 * the time of an empty program. */
#ifdef CPU_FEATURE_ACTIVE
#define FURL_CPU_HAS(glibc, compiler) CPU_FEATURE_ACTIVE(glibc)
#else
#define FURL_CPU_HAS(glibc, compiler) __builtin_cpu_supports(compiler)
#endif

#define FURL_DECLARE(name) extern const struct furl_kernels furl_kernels_##name;
FURL_EACH_KERNELS(FURL_DECLARE)
#ifdef FURL_X86
/* The kernels of AVX-512 that AVX2 does not provide. */
bool furl_avx512_here(void);
size_t furl_avx512_escape(const struct furl_spellings *spellings, unsigned char *dashes,
                          const unsigned char *in, size_t n, unsigned char *out);
struct furl_unescaped furl_avx512_unescape(const struct furl_meanings *meanings,
                                           const unsigned char *in, size_t n, unsigned char *out);
#endif

/* What SP becomes if it is not escaped; else SP. */
static inline unsigned char furl_space(const struct furl_spellings *spellings)
{
    return spellings->escaped.has[' '] ? ' ' : spellings->of[' '].octets[0];
}

/* Whether a name ends before at[mark], which at least FURL_ENDING octets precede. */
_Static_assert(FURL_ENDING == 3, "the octets that it looks at");
static inline bool furl_has_ending(const struct furl_endings *endings, const unsigned char *at,
                                   size_t mark)
{
    unsigned char last = at[mark - 1];
    unsigned buckets = endings->of[0][last & 31] & endings->of[1][at[mark - 2] & 31] &
                       endings->of[2][at[mark - 3] & 31];

    return (buckets != 0) & (last >= 0x40) & (last < 0x80);
}

/* Whether `names` finds the mark at at[mark]. */
static inline bool furl_is_noted(const struct furl_endings *endings, const unsigned char *at,
                                 size_t n, size_t mark)
{
    return mark + 1 == n || at[mark + 1] == '/' ||
           (mark >= FURL_ENDING && furl_has_ending(endings, at, mark));
}

#if defined FURL_X86 || defined FURL_NEON
/* A part of the kernels that use it, compiled for their processors. */
#define FURL_INLINE static inline __attribute__((always_inline))

/* The mask of the first `n` octets of a block; of all if `n` is 64 or more. */
FURL_INLINE uint64_t furl_first(size_t n)
{
    return n < 64 ? ((uint64_t)1 << n) - 1 : UINT64_MAX;
}

FURL_INLINE size_t furl_ones(uint64_t mask)
{
    return (size_t)__builtin_popcountll(mask);
}

/* The mask of the octets of the block that come `n` after those of `mask`. */
FURL_INLINE FURL_MODULAR uint64_t furl_after(uint64_t mask, unsigned n)
{
    return mask << n;
}

/* The mask without its lowest bit. */
FURL_INLINE FURL_MODULAR uint64_t furl_without_lowest(uint64_t mask)
{
    return mask & (mask - 1);
}

#define FURL_BLOCK ((size_t)64)
_Static_assert(FURL_BLOCK <= FURL_SLACK, "kernels write whole blocks");
_Static_assert(FURL_BLOCK <= FURL_NOTED_MAX, "there is room for the marks of a block");

/* The mask of the octets of a block that are `octet`. */
typedef uint64_t furl_equal(const unsigned char *block, unsigned char octet);

/* `count`, given the mask of a block. */
FURL_INLINE size_t furl_count(const unsigned char *at, size_t n, unsigned char octet,
                              furl_equal *equal)
{
    size_t counted = 0, i = 0;

    for (; n - i >= FURL_BLOCK; i += FURL_BLOCK) {
        counted += furl_ones(equal(at + i, octet));
    }
    return counted + furl_kernels_plain.count(at + i, n - i, octet);
}

/* `indexes`, given the mask of a block. Writes four indexes for each block, however many it has, so
 * that branches are mispredicted only if lines are short. */
FURL_INLINE size_t furl_indexes(const unsigned char *at, size_t n, unsigned char octet,
                                size_t *from, size_t *found, furl_equal *equal)
{
    size_t i = *from, noted = 0;

    for (; n - i >= FURL_BLOCK && noted + FURL_BLOCK <= FURL_NOTED_MAX; i += FURL_BLOCK) {
        uint64_t mask = equal(at + i, octet);
        size_t end = noted + furl_ones(mask);
        for (size_t some = 0; some < 4; some++, mask = furl_without_lowest(mask)) {
            found[noted + some] = i + furl_lowest_index(mask | (uint64_t)1 << 63);
        }
        for (noted += 4; mask != 0; mask &= mask - 1) {
            found[noted++] = i + furl_lowest_index(mask);
        }
        noted = end;
    }
    *from = i;
    if (n - i < FURL_BLOCK && noted + FURL_BLOCK <= FURL_NOTED_MAX) {
        noted += furl_kernels_plain.indexes(at, n, octet, from, found + noted);
    }
    return noted;
}

/* `names`, given the mask of a block. First asks many blocks whether they have marks: a branch for
 * each would be mispredicted all the time. */
FURL_INLINE size_t furl_names(const struct furl_endings *endings, const unsigned char *at, size_t n,
                              size_t *from, size_t *found, furl_equal *equal)
{
    const unsigned char mark = endings->mark;
    size_t i = *from, noted = 0;

    while (i < n && noted + FURL_BLOCK <= FURL_NOTED_MAX) {
        if (i < FURL_ENDING || n - i <= FURL_BLOCK) {
            size_t end = i < FURL_ENDING && n > FURL_ENDING ? FURL_ENDING : n;
            const unsigned char *next = memchr(at + i, mark, end - i);
            i = next != NULL ? (size_t)(next - at) : end;
            if (next != NULL) {
                found[noted] = i;
                noted += furl_is_noted(endings, at, n, i);
                i++;
            }
            continue;
        }
        size_t blocks = (n - i - 1) / FURL_BLOCK;
        uint64_t with_marks = 0;
        blocks = blocks < 64 ? blocks : 64;
        for (size_t block = 0; block < blocks; block++) {
            with_marks |= (uint64_t)(equal(at + i + block * FURL_BLOCK, mark) != 0) << block;
        }
        size_t end = i + blocks * FURL_BLOCK;
        for (; with_marks != 0; with_marks &= with_marks - 1) {
            size_t block = i + furl_lowest_index(with_marks) * FURL_BLOCK;
            if (noted + FURL_BLOCK > FURL_NOTED_MAX) {
                end = block;
                break;
            }
            uint64_t mask = equal(at + block, mark);
            for (; mask != 0; mask &= mask - 1) {
                size_t mark_at = block + furl_lowest_index(mask);
                found[noted] = mark_at;
                noted += (at[mark_at + 1] == '/') | furl_has_ending(endings, at, mark_at);
            }
        }
        i = end;
    }
    *from = i;
    return noted;
}

/* The mask of every third `-` in a row in a block of `n` octets, 1 to 64. `d` is the mask of all
 * `-`. `dashes` counts those written last, before the block and, on return, after it. */
FURL_INLINE uint64_t furl_thirds(uint64_t d, size_t n, unsigned char *dashes)
{
    uint64_t one = *dashes >= 1, two = *dashes >= 2;
    uint64_t after_two = d & (furl_after(d, 1) | one) & (furl_after(d, 2) | one << 1 | two);
    uint64_t thirds = 0;

    while (after_two != 0) {
        uint64_t third = furl_lowest_of(after_two);
        thirds |= third;
        after_two &= ~(third | furl_after(third, 1) | furl_after(third, 2));
    }
    uint64_t others = ~d & furl_first(n);
    uint64_t ends = others | thirds;
    size_t after = ends == 0 ? n + *dashes : n - 1 - (63 - (size_t)__builtin_clzll(ends));
    *dashes = (unsigned char)after;
    return thirds;
}

/* The mask of the octets of the next block that are digits of escapes of this one, which has `n`
 * octets. `percents` is the mask of the starts of its escapes. */
FURL_INLINE uint64_t furl_dropped(uint64_t percents, size_t n)
{
    uint64_t last_but_one = percents >> (n - 2) & 1, last = percents >> (n - 1);

    return last_but_one | last | last << 1;
}

/* Shuffles by mask. furl_packed: drops the octets of the mask from eight; each octet of the number
 * is an index. furl_expanded: makes escapes of the octets of the mask among four, given a vector of
 * the four, their first digits, their second digits, and `%`. */
extern const uint64_t furl_packed[256];
extern const unsigned char furl_expanded[16][16];

FURL_INLINE size_t furl_expanded_n(uint64_t mask)
{
    return 4 + (FURL_ESCAPE_SIZE - 1) * furl_ones(mask);
}
#endif

#endif
