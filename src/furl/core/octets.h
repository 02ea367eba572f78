/* Octets: their classes, ranges, sets and spellings. All other files of src/furl use this one. */
#ifndef FURL_OCTETS_H
#define FURL_OCTETS_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* The classes of an octet, as bits (draft 5.2.2.1-5.2.2.3; for schemes 5.1). */
enum {
    FURL_CONTROL = 1 << 0,  /* 00-1F, 7F */
    FURL_HIGH = 1 << 1,     /* 80-FF */
    FURL_UNSAFE = 1 << 2,   /* always escaped: SP " # % < > [ \ ] ^ ` { | } ~ */
    FURL_RESERVED = 1 << 3, /* escaped in data: ? = & @ + / */
    FURL_LETTER = 1 << 4,
    FURL_DIGIT = 1 << 5,
    FURL_HEX = 1 << 6,    /* a hexadecimal digit, in upper or lower case */
    FURL_SCHEME = 1 << 7, /* allowed in a scheme: letters, digits, + - . */
    FURL_ALNUM = FURL_LETTER | FURL_DIGIT,
};

/* The classes of each octet. */
extern const unsigned char furl_class[256];

static inline bool furl_octet_in(unsigned char octet, unsigned classes)
{
    return (furl_class[octet] & classes) != 0;
}

/* Like furl_octet_in, for an octet or -1, which is in no class. */
static inline bool furl_octet_is(int octet, unsigned classes)
{
    return octet >= 0 && furl_octet_in((unsigned char)octet, classes);
}

/* The value of a constant, as a string of digits. */
#define FURL_DIGITS(constant)    FURL_DIGITS_OF(constant)
#define FURL_DIGITS_OF(constant) #constant

/* A function that is always inlined. Compilers then know the lengths of constant strings, and parse
 * takes 0.88 of the time. */
#ifdef __GNUC__
#define FURL_INLINE static inline __attribute__((always_inline))
#else
#define FURL_INLINE static inline
#endif

/* Octets that somebody else owns. `ptr` can be NULL if `n` is 0. Set ranges in separate statements.
 * After `a = b = range`, compilers copy `a` from `b`, and wait until `b` is in memory. */
struct furl_range {
    const unsigned char *ptr;
    size_t n;
};

/* Returns the octets of a string, without the NUL. */
static inline struct furl_range furl_range_of(const char *text)
{
    return (struct furl_range){(const unsigned char *)text, strlen(text)};
}

/* Returns whether the range starts with the string. */
static inline bool furl_starts(struct furl_range range, const char *text)
{
    return range.n >= strlen(text) && memcmp(range.ptr, text, strlen(text)) == 0;
}

/* Returns whether the two ranges are equal, octet by octet. */
static inline bool furl_is_same(struct furl_range one, struct furl_range other)
{
    return one.n == other.n &&
           (one.n == 0 || one.ptr == other.ptr || memcmp(one.ptr, other.ptr, one.n) == 0);
}

/* Drops the first `n` octets of the range. `n` must be at most range->n. */
static inline void furl_skip(struct furl_range *range, size_t n)
{
    assert(n <= range->n);
    if (n > 0) { /* `ptr` can be NULL */
        range->ptr += n;
        range->n -= n;
    }
}

/* Returns whether the octet is a space or TAB. */
static inline bool furl_is_blank(unsigned char octet)
{
    return octet == ' ' || octet == '\t';
}

/* Returns whether the octet is a space, TAB, CR or LF. */
static inline bool furl_is_space(unsigned char octet)
{
    return furl_is_blank(octet) || octet == '\n' || octet == '\r';
}

/* Returns the number of spaces and TABs at the front. */
static inline size_t furl_blanks(struct furl_range octets)
{
    size_t n = 0;

    while (n < octets.n && furl_is_blank(octets.ptr[n])) {
        n++;
    }
    return n;
}

/* Returns the octets without spaces and TABs at the end. */
static inline struct furl_range furl_without_blanks(struct furl_range octets)
{
    while (octets.n > 0 && furl_is_blank(octets.ptr[octets.n - 1])) {
        octets.n--;
    }
    return octets;
}

/* Returns whether the octet is in the string. The octet can be -1, which is in no string. Compilers
 * test bits if the string is constant: check takes 0.85 of the time on a log. */
FURL_INLINE bool furl_is_one_of(int octet, const char *octets)
{
    bool is = false;

#pragma GCC unroll 16
    for (size_t i = 0; i < strlen(octets); i++) {
        is = is || octet == (unsigned char)octets[i];
    }
    return is;
}

/* Returns the code point of a numeric reference of HTML, or UINT32_MAX if it is invalid. `digits`
 * are the octets after its "#", at most 7. After an "x" they are hexadecimal. */
uint32_t furl_reference_code(struct furl_range digits);

/* Returns whether the octet ends a line. */
static inline bool furl_ends_line(unsigned char octet)
{
    return octet == '\n' || octet == '\r' || octet == '\0';
}

/* The value, 0 to 15, of each hexadecimal digit, in upper or lower case. Other octets have
 * FURL_NO_HEX, which shares no bit with a value. */
#define FURL_NO_HEX 0x80
extern const unsigned char furl_hex[256];

/* Returns whether both octets are hexadecimal digits. */
static inline bool furl_is_hex(unsigned char first, unsigned char second)
{
    return ((furl_hex[first] | furl_hex[second]) & FURL_NO_HEX) == 0;
}

/* Returns the octet 00-FF that two hexadecimal digits mean. */
static inline unsigned char furl_hex_octet(const unsigned char *digits)
{
    return (unsigned char)(furl_hex[digits[0]] << 4 | furl_hex[digits[1]]);
}

/* Returns an ASCII letter in lower case, and any other octet unchanged. */
static inline unsigned char furl_lower(unsigned char octet)
{
    return octet >= 'A' && octet <= 'Z' ? (unsigned char)(octet + 32) : octet;
}

/* The hexadecimal digits. */
extern const char furl_digits[16];

/* The number of octets of an escape. */
#define FURL_ESCAPE_SIZE ((size_t)3)

/* Returns whether the `n` octets start with an escape, in upper or lower case. */
static inline bool furl_is_escape(const unsigned char *ptr, size_t n)
{
    return n >= FURL_ESCAPE_SIZE && ptr[0] == '%' && furl_is_hex(ptr[1], ptr[2]);
}

/* Returns the number of digits at the front. */
static inline size_t furl_leading_digits(struct furl_range octets)
{
    size_t n = 0;

    while (n < octets.n && furl_octet_in(octets.ptr[n], FURL_DIGIT)) {
        n++;
    }
    return n;
}

/* Returns whether the data starts with a `%` that starts no escape. */
static inline bool furl_is_stray(struct furl_range data)
{
    return data.n > 0 && data.ptr[0] == '%' && !furl_is_escape(data.ptr, data.n);
}

/* Drops the first octet or escape of escaped data. Returns the octet that it means, or -1 at the
 * end. If `plus`, a `+` means a space. A `%` that starts no escape means itself. */
static inline int furl_next_data(struct furl_range *data, bool plus)
{
    if (data->n == 0) {
        return -1;
    }
    bool escape = furl_is_escape(data->ptr, data->n);
    int octet = escape ? furl_hex_octet(data->ptr + 1) : data->ptr[0];

    furl_skip(data, escape ? FURL_ESCAPE_SIZE : 1);
    return plus && octet == '+' && !escape ? ' ' : octet;
}

/* Writes the escape of `octet`, in upper case, to out[0..2]. Returns FURL_ESCAPE_SIZE. The octet FF
 * becomes "%FF". */
size_t furl_put_escape(unsigned char octet, unsigned char *out);

/* Returns whether the `n` octets are `name`, in any case. `name` must be in lower case. */
static inline bool furl_spells(const unsigned char *octets, size_t n, const char *name)
{
    const char *end = name;

    while (n > 0 && *end != '\0' && furl_lower(*octets) == (unsigned char)*end) {
        octets++;
        end++;
        n--;
    }
    return n == 0 && *end == '\0';
}

/* Returns whether two ranges are equal, apart from the case of ASCII letters. */
static inline bool furl_is_same_word(struct furl_range one, struct furl_range other)
{
    size_t i = 0;

    while (i < one.n && i < other.n && furl_lower(one.ptr[i]) == furl_lower(other.ptr[i])) {
        i++;
    }
    return i == one.n && i == other.n;
}

/* Returns the length of the first line: the octets before the first LF, CR or NUL, or all. */
size_t furl_line_length(struct furl_range octets);

/* Returns the length of the last line: the octets after the last LF, CR or NUL, or all. */
size_t furl_last_line_length(struct furl_range octets);

/* Returns whether `octet` occurs twice in a row. */
bool furl_has_doubled(struct furl_range octets, unsigned char octet);

/* A set of octets, stored twice: in `has` for loops, and in `row` for shuffles. The bit of an octet
 * is bit (octet >> 4 & 7) of row[octet >> 7][octet & 15]. All zero: empty. */
struct furl_byteset {
    bool has[256];
    unsigned char row[2][16];
};

/* A constant set of the octets, 0 to 255, for which the macro `has` is 1. */
#define FURL_BYTESET(has)                                                                          \
    {                                                                                              \
        {FURL_HAS64(has, 0), FURL_HAS64(has, 64), FURL_HAS64(has, 128), FURL_HAS64(has, 192)},     \
        {                                                                                          \
            {FURL_ROW16(has, 0)},                                                                  \
            {                                                                                      \
                FURL_ROW16(has, 128)                                                               \
            }                                                                                      \
        }                                                                                          \
    }
#define FURL_HAS4(has, o) has(o), has((o) + 1), has((o) + 2), has((o) + 3)
#define FURL_HAS16(has, o)                                                                         \
    FURL_HAS4(has, o), FURL_HAS4(has, (o) + 4), FURL_HAS4(has, (o) + 8), FURL_HAS4(has, (o) + 12)
#define FURL_HAS64(has, o)                                                                         \
    FURL_HAS16(has, o), FURL_HAS16(has, (o) + 16), FURL_HAS16(has, (o) + 32),                      \
        FURL_HAS16(has, (o) + 48)
#define FURL_ROW(has, o)                                                                           \
    (has(o) | has((o) + 16) << 1 | has((o) + 32) << 2 | has((o) + 48) << 3 | has((o) + 64) << 4 |  \
     has((o) + 80) << 5 | has((o) + 96) << 6 | has((o) + 112) << 7)
#define FURL_ROW4(has, o)                                                                          \
    FURL_ROW(has, o), FURL_ROW(has, (o) + 1), FURL_ROW(has, (o) + 2), FURL_ROW(has, (o) + 3)
#define FURL_ROW16(has, o)                                                                         \
    FURL_ROW4(has, o), FURL_ROW4(has, (o) + 4), FURL_ROW4(has, (o) + 8), FURL_ROW4(has, (o) + 12)

/* Adds an octet to the set, or removes it. */
void furl_byteset_put(struct furl_byteset *set, unsigned char octet, bool has);

/* Returns the set of the octets of a range. */
struct furl_byteset furl_byteset_of(struct furl_range octets);

/* A cursor: octets that are being read, and octets that are being written. */

/* The caller sets `out` to memory with room for all octets to write. */
struct furl_cursor {
    struct furl_range in; /* the unread octets */
    unsigned char *out;   /* the place of the next octet */
};

static inline void furl_put(struct furl_cursor *cursor, char octet)
{
    *cursor->out++ = (unsigned char)octet;
}

static inline void furl_put_range(struct furl_cursor *cursor, struct furl_range range)
{
    if (range.n > 0) {
        memcpy(cursor->out, range.ptr, range.n);
        cursor->out += range.n;
    }
}

static inline void furl_put_text(struct furl_cursor *cursor, const char *text)
{
    furl_put_range(cursor, furl_range_of(text));
}

#endif
