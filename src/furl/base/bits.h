/* Masks of up to 64 octets: bit i stands for octet i. */
#ifndef FURL_BITS_H
#define FURL_BITS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Marks a function whose unsigned sums and shifts overflow on purpose, as those of hashes do. The
 * sanitizers of clang then skip it. */
#if defined __clang__ && __clang_major__ >= 12
#define FURL_MODULAR                                                                               \
    __attribute__((no_sanitize("unsigned-integer-overflow", "unsigned-shift-base")))
#else
#define FURL_MODULAR
#endif

#define FURL_MASK_BITS ((size_t)64)

/* The lowest bit alone; 0 if the mask is 0. */
FURL_MODULAR static inline uint64_t furl_lowest_of(uint64_t mask)
{
    return mask & (~mask + 1);
}

/* The index of the lowest bit. The mask is not 0. */
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

/* The index of the lowest bit from `at` to `end`, which is less than FURL_MASK_BITS; `end` if there
 * is none. */
static inline size_t furl_first_of(uint64_t mask, size_t at, size_t end)
{
    return furl_lowest_index((mask >> at << at) | (uint64_t)1 << end);
}

/* The bits of the mask from `from` on, 0 to 63. */
static inline uint64_t furl_from(uint64_t mask, size_t from)
{
    return mask >> from << from;
}

/* The bits of the mask before `to`, 0 to 64. */
static inline uint64_t furl_before(uint64_t mask, size_t to)
{
    return to < FURL_MASK_BITS ? mask & (((uint64_t)1 << to) - 1) : mask;
}

/* The index after the highest bit. The mask is not 0. */
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

/* The `%` that start an escape: two hexadecimal digits follow. */
static inline uint64_t furl_escapes_of(uint64_t percents, uint64_t hex)
{
    return percents & hex >> 1 & hex >> 2;
}

/* A word is eight octets in a number, in the processor's order. */
#define FURL_WORD       sizeof(uint64_t)
#define FURL_ALL(octet) ((uint64_t)0x0101010101010101 * (octet))

/* The word that begins at `at`. */
static inline uint64_t furl_load_word(const unsigned char *at)
{
    uint64_t word = 0;

    memcpy(&word, at, FURL_WORD);
    return word;
}

/* How many octets of a word come before the first one whose top bit `found` has. */
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
