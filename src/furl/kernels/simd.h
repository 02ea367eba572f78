/* The kernels, each in a file of its own, and what several of them share; for those files. */
#ifndef FURL_SIMD_H
#define FURL_SIMD_H

#include <string.h>

#include "furl/base/bits.h"
#include "kernels.h"

/* --disable-simd leaves the plain ones. */
#if !defined FURL_PLAIN_ALONE && defined __GNUC__ && defined __x86_64__
#define FURL_X86 1
#elif !defined FURL_PLAIN_ALONE && defined __GNUC__ && defined __aarch64__ &&                      \
    defined __BYTE_ORDER__ && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define FURL_NEON 1
#endif

#if defined FURL_X86 && defined __has_include
#if __has_include(<sys/platform/x86.h>)
#include <sys/platform/x86.h>
#endif
#endif

/* Whether the processor has a feature, named as glibc and as the compiler name it. glibc has asked
 * already; the compiler's code asks anew at each start, which takes a tenth of an empty program's
 * time where the processor is a virtual one. */
#ifdef CPU_FEATURE_ACTIVE
#define FURL_CPU_HAS(glibc, compiler) CPU_FEATURE_ACTIVE(glibc)
#else
#define FURL_CPU_HAS(glibc, compiler) __builtin_cpu_supports(compiler)
#endif

extern const struct furl_kernels furl_plain;
#ifdef FURL_X86
extern const struct furl_kernels furl_avx2, furl_avx512;
/* What of AVX-512 is its own. */
bool furl_avx512_here(void);
size_t furl_avx512_escape(const struct furl_spellings *spellings, unsigned char *dashes,
                          const unsigned char *in, size_t n, unsigned char *out);
struct furl_unescaped furl_avx512_unescape(const struct furl_meanings *meanings,
                                           const unsigned char *in, size_t n, unsigned char *out);
#endif
#ifdef FURL_NEON
extern const struct furl_kernels furl_neon;
#endif

/* What is written for SP where it is not escaped; else SP. */
static inline unsigned char furl_space(const struct furl_spellings *spellings)
{
    return spellings->escaped.has[' '] ? ' ' : spellings->of[' '].octets[0];
}

/* Whether the tail of a name comes before at[mark]; FURL_TAIL octets do. */
_Static_assert(FURL_TAIL == 3, "the octets that it looks at");
static inline bool furl_has_tail(const struct furl_tails *tails, const unsigned char *at,
                                 size_t mark)
{
    unsigned char last = at[mark - 1];
    unsigned buckets =
        tails->of[0][last & 31] & tails->of[1][at[mark - 2] & 31] & tails->of[2][at[mark - 3] & 31];

    return (buckets != 0) & (last >= 0x40) & (last < 0x80);
}

/* Whether the mark at at[mark] is one to note. */
static inline bool furl_is_noted(const struct furl_tails *tails, const unsigned char *at, size_t n,
                                 size_t mark)
{
    return mark + 1 == n || at[mark + 1] == '/' ||
           (mark >= FURL_TAIL && furl_has_tail(tails, at, mark));
}

#if defined FURL_X86 || defined FURL_NEON
/* What becomes part of the kernel that uses it, to be translated for its processor. */
#define FURL_PART static inline __attribute__((always_inline))

/*
 * Blocks of up to 64 octets, of which masks tell: bit i is about octet i.
 */

/* The mask of the first `n` octets of a block, or of all if `n` is 64 or more. */
FURL_PART uint64_t furl_first(size_t n)
{
    return n < 64 ? ((uint64_t)1 << n) - 1 : UINT64_MAX;
}

FURL_PART size_t furl_ones(uint64_t mask)
{
    return (size_t)__builtin_popcountll(mask);
}

/* The number of the first octet in a mask, which has one. */
FURL_PART size_t furl_lowest(uint64_t mask)
{
    return (size_t)__builtin_ctzll(mask);
}

/* The octets that come `n` after those of a mask, except those after the block. */
FURL_PART FURL_MODULAR uint64_t furl_after(uint64_t mask, unsigned n)
{
    return mask << n;
}

/* A mask without its lowest octet, if it has any. */
FURL_PART FURL_MODULAR uint64_t furl_without_lowest(uint64_t mask)
{
    return mask & (mask - 1);
}

#define FURL_BLOCK ((size_t)64)
_Static_assert(FURL_BLOCK <= FURL_SLACK, "a whole block may be written though little of it counts");
_Static_assert(FURL_BLOCK <= FURL_NOTED_MAX, "the marks of a block can be noted");

/* Which octets of a block are `octet`. */
typedef uint64_t furl_equal(const unsigned char *block, unsigned char octet);

/* The kernels `count`, apart from the mask of a block. */
FURL_PART size_t furl_count(const unsigned char *at, size_t n, unsigned char octet,
                            furl_equal *equal)
{
    size_t counted = 0, i = 0;

    for (; n - i >= FURL_BLOCK; i += FURL_BLOCK) {
        counted += furl_ones(equal(at + i, octet));
    }
    return counted + furl_plain.count(at + i, n - i, octet);
}

/* The kernels `indexes`, apart from the mask of a block. Writes the first four places of each block
 * without asking how many it has: a branch is mispredicted only where lines are short. */
FURL_PART size_t furl_indexes(const unsigned char *at, size_t n, unsigned char octet, size_t *from,
                              size_t *found, furl_equal *equal)
{
    size_t i = *from, noted = 0;

    for (; n - i >= FURL_BLOCK && noted + FURL_BLOCK <= FURL_NOTED_MAX; i += FURL_BLOCK) {
        uint64_t mask = equal(at + i, octet);
        size_t end = noted + furl_ones(mask);
        for (size_t some = 0; some < 4; some++, mask = furl_without_lowest(mask)) {
            found[noted + some] = i + furl_lowest(mask | (uint64_t)1 << 63);
        }
        for (noted += 4; mask != 0; mask &= mask - 1) {
            found[noted++] = i + furl_lowest(mask);
        }
        noted = end;
    }
    *from = i;
    if (n - i < FURL_BLOCK && noted + FURL_BLOCK <= FURL_NOTED_MAX) {
        noted += furl_plain.indexes(at, n, octet, from, found + noted);
    }
    return noted;
}

/* The kernels `names`, apart from the masks of a block. Which blocks have marks is asked first,
 * for many of them: a branch for each would be mispredicted all the time. */
FURL_PART size_t furl_names(const struct furl_tails *tails, const unsigned char *at, size_t n,
                            size_t *from, size_t *found, furl_equal *equal)
{
    const unsigned char mark = tails->mark;
    size_t i = *from, noted = 0;

    while (i < n && noted + FURL_BLOCK <= FURL_NOTED_MAX) {
        if (i < FURL_TAIL || n - i <= FURL_BLOCK) {
            size_t end = i < FURL_TAIL && n > FURL_TAIL ? FURL_TAIL : n;
            const unsigned char *next = memchr(at + i, mark, end - i);
            i = next != NULL ? (size_t)(next - at) : end;
            if (next != NULL) {
                found[noted] = i;
                noted += furl_is_noted(tails, at, n, i);
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
            size_t block = i + furl_lowest(with_marks) * FURL_BLOCK;
            if (noted + FURL_BLOCK > FURL_NOTED_MAX) {
                end = block;
                break;
            }
            uint64_t mask = equal(at + block, mark);
            for (; mask != 0; mask &= mask - 1) {
                size_t place = block + furl_lowest(mask);
                found[noted] = place;
                noted += (at[place + 1] == '/') | furl_has_tail(tails, at, place);
            }
        }
        i = end;
    }
    *from = i;
    return noted;
}

/* Of a block of `n` octets, 1 to 64, in which those of `d` are `-`: the third ones in a row,
 * `dashes` being those written last, before the block and then after it. */
FURL_PART uint64_t furl_thirds(uint64_t d, size_t n, unsigned char *dashes)
{
    uint64_t one = *dashes >= 1, two = *dashes >= 2;
    uint64_t after_two = d & (furl_after(d, 1) | one) & (furl_after(d, 2) | one << 1 | two);
    uint64_t thirds = 0;

    while (after_two != 0) {
        uint64_t third = after_two & (~after_two + 1);
        thirds |= third;
        after_two &= ~(third | furl_after(third, 1) | furl_after(third, 2));
    }
    uint64_t others = ~d & furl_first(n); /* what ends a row */
    uint64_t ends = others | thirds;
    size_t after = ends == 0 ? n + *dashes : n - 1 - (63 - (size_t)__builtin_clzll(ends));
    *dashes = (unsigned char)after;
    return thirds;
}

/* Of a block of `n` octets whose escapes begin where `percents` says: those of the next block that
 * are digits of the last ones. */
FURL_PART uint64_t furl_dropped(uint64_t percents, size_t n)
{
    uint64_t last_but_one = percents >> (n - 2) & 1, last = percents >> (n - 1);

    return last_but_one | last | last << 1;
}

/* Shuffles, by mask: how 8 octets are packed that lose those of the mask (their places, in the
 * octets of a number); and how 4 octets are expanded of which those of the mask become escapes, in
 * a vector of the four, their first digits, their second ones, and `%`. */
extern const uint64_t furl_packed[256];
extern const unsigned char furl_expanded[16][16];

FURL_PART size_t furl_expanded_n(uint64_t mask)
{
    return 4 + (FURL_ESCAPE_SIZE - 1) * furl_ones(mask);
}
#endif

#endif
