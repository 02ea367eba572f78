/* Masks of up to 64 octets: bit i means octet i. */
#ifndef FURL_BITS_H
#define FURL_BITS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Marks a function whose unsigned sums and shifts overflow on purpose, as in hashes. Clang's
 * sanitizers then skip the function. */
#if defined __clang__ && __clang_major__ >= 12
#define FURL_MODULAR                                                                               \
    __attribute__((no_sanitize("unsigned-integer-overflow", "unsigned-shift-base")))
#else
#define FURL_MODULAR
#endif

#define FURL_MASK_BITS ((size_t)64)

/* Returns the lowest bit alone, or 0 if the mask is 0. */
FURL_MODULAR static inline uint64_t furl_lowest_of(uint64_t mask)
{
    return mask & (~mask + 1);
}

/* Returns the index of the lowest bit. The mask must not be 0. */
static inline size_t furl_lowest_index(uint64_t mask)
{
#ifdef __GNUC__
    return (size_t)__builtin_ctzll(mask);
#else
    size_t n = 0;

    for (; (mask & 1) == 0; mask >>= 1) {
        n++;
    }
    return n;
#endif
}

/* Returns the index of the lowest bit from `pos` to `end`, or `end` if there is none. `end` must be
 * less than FURL_MASK_BITS. */
static inline size_t furl_first_of(uint64_t mask, size_t pos, size_t end)
{
    return furl_lowest_index((mask >> pos << pos) | (uint64_t)1 << end);
}

/* Returns the bits of the mask from `from` on, which is 0 to 63. */
static inline uint64_t furl_from(uint64_t mask, size_t from)
{
    return mask >> from << from;
}

/* Returns the bits of the mask before `to`, which is 0 to 64. */
static inline uint64_t furl_before(uint64_t mask, size_t to)
{
    return to < FURL_MASK_BITS ? mask & (((uint64_t)1 << to) - 1) : mask;
}

/* Returns the index after the highest bit. The mask must not be 0. */
static inline size_t furl_end_of(uint64_t mask)
{
#ifdef __GNUC__
    return FURL_MASK_BITS - (size_t)__builtin_clzll(mask);
#else
    size_t n = 0;

    for (; mask != 0; mask >>= 1) {
        n++;
    }
    return n;
#endif
}

/* Returns the `%` that start an escape, which are before two hexadecimal digits. */
static inline uint64_t furl_escapes_of(uint64_t percents, uint64_t hex)
{
    return percents & hex >> 1 & hex >> 2;
}

/* A word is a number of eight octets, in the order of the processor. */
#define FURL_WORD       sizeof(uint64_t)
#define FURL_ALL(octet) ((uint64_t)0x0101010101010101 * (octet))

/* Returns the word at `ptr`. */
static inline uint64_t furl_load_word(const unsigned char *ptr)
{
    uint64_t word = 0;

    memcpy(&word, ptr, FURL_WORD);
    return word;
}

/* Returns the number of octets of a word before the first one whose top bit is in `found`. */
static inline size_t furl_octets_before(uint64_t found)
{
#if defined __GNUC__ && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    return found == 0 ? FURL_WORD : (size_t)__builtin_ctzll(found) / 8;
#else
    unsigned char octets[FURL_WORD];
    size_t n = 0;

    memcpy(octets, &found, FURL_WORD);
    while (n < FURL_WORD && octets[n] == 0) {
        n++;
    }
    return n;
#endif
}

#endif
