#include "octets.h"

#include "bits.h"

/* One letter for each kind of octet, so that the table reads like a code page. */
#define C   FURL_CONTROL
#define U   FURL_UNSAFE
#define R   FURL_RESERVED
#define P   (FURL_RESERVED | FURL_SCHEME)         /* plus */
#define S   FURL_SCHEME                           /* - . */
#define D   (FURL_DIGIT | FURL_HEX | FURL_SCHEME) /* digit */
#define H   (FURL_LETTER | FURL_HEX | FURL_SCHEME)
#define L   (FURL_LETTER | FURL_SCHEME)
#define E   FURL_HIGH
#define o   0 /* only literal */
#define E16 E, E, E, E, E, E, E, E, E, E, E, E, E, E, E, E

const unsigned char furl_class[256] = {
    /* clang-format off */
    C, C, C, C, C, C, C, C, C, C, C, C, C, C, C, C,
    C, C, C, C, C, C, C, C, C, C, C, C, C, C, C, C,
    /*  ! " # $ % & ' ( ) * + , - . / */
    U, o, U, U, o, U, R, o, o, o, o, P, o, S, S, R,
    D, D, D, D, D, D, D, D, D, D, o, o, U, R, U, R,
    R, H, H, H, H, H, H, L, L, L, L, L, L, L, L, L,
    L, L, L, L, L, L, L, L, L, L, L, U, U, U, U, o,
    U, H, H, H, H, H, H, L, L, L, L, L, L, L, L, L,
    L, L, L, L, L, L, L, L, L, L, L, U, U, U, U, C,
    E16, E16, E16, E16, E16, E16, E16, E16,
    /* clang-format on */
};

#define N   FURL_NO_HEX
#define N16 N, N, N, N, N, N, N, N, N, N, N, N, N, N, N, N

const unsigned char furl_hex[256] = {
    /* clang-format off */
    N16, N16, N16,
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, N, N, N, N, N, N,
    N, 10, 11, 12, 13, 14, 15, N, N, N, N, N, N, N, N, N, N16,
    N, 10, 11, 12, 13, 14, 15, N, N, N, N, N, N, N, N, N, N16,
    N16, N16, N16, N16, N16, N16, N16, N16,
    /* clang-format on */
};

const char furl_digits[16] = {'0', '1', '2', '3', '4', '5', '6', '7',
                              '8', '9', 'A', 'B', 'C', 'D', 'E', 'F'};

size_t furl_put_escape(unsigned char octet, unsigned char *out)
{
    out[0] = '%';
    out[1] = (unsigned char)furl_digits[octet >> 4];
    out[2] = (unsigned char)furl_digits[octet & 15];
    return FURL_ESCAPE_SIZE;
}

uint32_t furl_reference_code(struct furl_range digits)
{
    const bool is_hex = digits.n > 1 && furl_lower(digits.ptr[0]) == 'x';
    uint32_t code = digits.n > 0 ? 0 : UINT32_MAX;

    for (size_t i = is_hex ? 1 : 0; i < digits.n; i++) {
        const unsigned value = furl_hex[digits.ptr[i]];
        if (value > (is_hex ? 15u : 9u)) {
            return UINT32_MAX;
        }
        code = code * (is_hex ? 16 : 10) + value;
    }
    return code;
}

/* Returns the top bits of the octets 00-0F in a word. An octet next to one of them can have its
 * bit, too. Few lines have such octets before their end. */
FURL_MODULAR static uint64_t low_octets(const unsigned char *ptr)
{
    const uint64_t word = furl_load_word(ptr);

    return (word - FURL_ALL(0x10)) & ~word & FURL_ALL(0x80);
}

size_t furl_line_length(struct furl_range octets)
{
    size_t n = 0;

    while (octets.n - n >= FURL_WORD) {
        size_t before = furl_octets_before(low_octets(octets.ptr + n));
        n += before;
        if (before < FURL_WORD && furl_ends_line(octets.ptr[n])) {
            return n;
        }
        n += before < FURL_WORD ? 1 : 0;
    }
    while (n < octets.n && !furl_ends_line(octets.ptr[n])) {
        n++;
    }
    return n;
}

size_t furl_last_line_length(struct furl_range octets)
{
    size_t n = octets.n, to = n; /* if n > to, a line end precedes `n` */

    while (n == to && n > 0) {
        while (n >= FURL_WORD && low_octets(octets.ptr + n - FURL_WORD) == 0) {
            n -= FURL_WORD;
        }
        to = n - (n < FURL_WORD ? n : FURL_WORD);
        while (n > to && !furl_ends_line(octets.ptr[n - 1])) {
            n--;
        }
    }
    return octets.n - n;
}

void furl_byteset_put(struct furl_byteset *set, unsigned char octet, bool has)
{
    unsigned char *row = &set->row[octet >> 7][octet & 15];
    unsigned bit = 1u << (octet >> 4 & 7);

    set->has[octet] = has;
    *row = (unsigned char)(has ? *row | bit : *row & ~bit);
}

struct furl_byteset furl_byteset_of(struct furl_range octets)
{
    struct furl_byteset set = {.has = {false}};

    for (size_t i = 0; i < octets.n; i++) {
        furl_byteset_put(&set, octets.ptr[i], true);
    }
    return set;
}

bool furl_has_doubled(struct furl_range octets, unsigned char octet)
{
    if (octets.n == 0) {
        return false; /* `octets.ptr` may be NULL */
    }
    const unsigned char *end = octets.ptr + octets.n;
    const unsigned char *ptr = memchr(octets.ptr, octet, octets.n);

    while (ptr != NULL && !(end - ptr > 1 && ptr[1] == octet)) {
        ptr = memchr(ptr + 1, octet, (size_t)(end - ptr - 1));
    }
    return ptr != NULL;
}
