/* Parts that all kernels share: processor features, rules of an octet, and masks. */
#ifndef FURL_SIMD_H
#define FURL_SIMD_H

#include <string.h>

#include "furl/core/bits.h"
#include "kernels.h"

#if defined FURL_X86 && defined __has_include
#if __has_include(<sys/platform/x86.h>)
#include <sys/platform/x86.h>
#endif
#endif

/* Whether the processor has a feature, by its name in glibc and in the compiler. glibc already
 * knows the features. The compiler's code asks the processor at each start, which takes a virtual
 * machine a tenth of the time of an empty program. */
#ifdef CPU_FEATURE_ACTIVE
#define FURL_CPU_HAS(glibc, compiler) CPU_FEATURE_ACTIVE(glibc)
#else
#define FURL_CPU_HAS(glibc, compiler) __builtin_cpu_supports(compiler)
#endif

#define FURL_DECLARE(name) extern const struct furl_kernels furl_kernels_##name;
FURL_EACH_KERNELS(FURL_DECLARE)

/* Returns the octet that a bare space becomes, or a space if spaces are escaped. */
static inline unsigned char furl_space(const struct furl_escape_table *table)
{
    return table->escaped.has[' '] ? ' ' : table->of[' '].octets[0];
}

/* Returns whether a name that passes the filter ends before ptr[pos]. At least FURL_ENDING octets
 * must precede the index. */
_Static_assert(FURL_ENDING == 3, "the octets that it looks at");
static inline bool furl_has_ending(const struct furl_suffix_filter *filter,
                                   const unsigned char *ptr, size_t pos)
{
    unsigned char last = ptr[pos - 1];
    unsigned buckets = filter->of[0][last & 31] & filter->of[1][ptr[pos - 2] & 31] &
                       filter->of[2][ptr[pos - 3] & 31];

    return (buckets != 0) & (last >= 0x40) & (last < 0x80);
}

/* Returns whether `find_names` finds the octet at ptr[pos]. The first octet begins a line. */
static inline bool furl_is_candidate(const struct furl_suffix_filter *filter,
                                     const unsigned char *ptr, size_t n, size_t pos)
{
    if (pos + 1 == n || ptr[pos + 1] == '/') {
        return true;
    }
    if (pos == FURL_ENDING - 1) {
        const unsigned char line[] = {'\n', ptr[0], ptr[1]};
        return furl_has_ending(filter, line, FURL_ENDING);
    }
    return pos >= FURL_ENDING && furl_has_ending(filter, ptr, pos);
}

#if defined FURL_X86 || defined FURL_NEON
/* FURL_INLINE functions are parts of kernels, and are compiled for the kernel's processor. */

FURL_INLINE size_t furl_ones(uint64_t mask)
{
    return (size_t)__builtin_popcountll(mask);
}

/* Returns the mask of the octets that are `n` places after those of `mask`. */
FURL_INLINE FURL_MODULAR uint64_t furl_after(uint64_t mask, unsigned n)
{
    return mask << n;
}

/* Returns the first eight of `n` octets as a word in memory, filled with zeros. */
FURL_INLINE uint64_t furl_few(const unsigned char *ptr, size_t n)
{
    uint32_t first = 0, last = 0;

    if (n >= FURL_WORD) {
        return furl_load_word(ptr);
    }
    if (n >= sizeof first) { /* both can overlap */
        memcpy(&first, ptr, sizeof first);
        memcpy(&last, ptr + n - sizeof last, sizeof last);
        return first | (uint64_t)last << 8 * (n - sizeof last);
    }
    return n == 0
               ? 0
               : ptr[0] | (uint64_t)ptr[n / 2] << 8 * (n / 2) | (uint64_t)ptr[n - 1] << 8 * (n - 1);
}

/* Tables of shuffles, by mask. furl_packed selects the octets of a mask among eight: each octet of
 * the number is an index. furl_expanded makes escapes of the octets of a mask among four. Its
 * vector has the four octets, their first digits, their second digits, and `%`. */
extern const uint64_t furl_packed[256];
extern const unsigned char furl_expanded[16][16];
extern const unsigned char furl_same[256];

FURL_INLINE size_t furl_expanded_n(uint64_t mask)
{
    return 4 + (FURL_ESCAPE_SIZE - 1) * furl_ones(mask);
}
#endif

#endif
