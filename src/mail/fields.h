/* Fields of records, as all stores of Fidonet have them: little-endian numbers, and strings that a
 * NUL, or their room, ends. */
#ifndef MAIL_FIELDS_H
#define MAIL_FIELDS_H

#include <stdint.h>

#include "furl/octets/octets.h"

static inline unsigned mail_u16(const unsigned char *at)
{
    return (unsigned)(at[0] | at[1] << 8);
}

static inline uint32_t mail_u32(const unsigned char *at)
{
    return mail_u16(at) | (uint32_t)mail_u16(at + 2) << 16;
}

static inline void mail_set_u32(unsigned char *at, uint32_t number)
{
    for (int i = 0; i < 4; i++) {
        at[i] = (unsigned char)(number >> 8 * i & 0xFF);
    }
}

/* What comes before the first octet `end`; all of it where there is none. */
static inline struct furl_range mail_before(struct furl_range octets, unsigned char end)
{
    const unsigned char *at = octets.n > 0 ? memchr(octets.at, end, octets.n) : NULL;

    return (struct furl_range){octets.at, at != NULL ? (size_t)(at - octets.at) : octets.n};
}

/* The line at the front, with the LF that ends it; all octets where there is none. */
static inline struct furl_range mail_line(struct furl_range octets)
{
    size_t n = mail_before(octets, '\n').n;

    octets.n = n < octets.n ? n + 1 : n;
    return octets;
}

/* A string in a field of `n` octets. */
static inline struct furl_range mail_string(const unsigned char *at, size_t n)
{
    return mail_before((struct furl_range){at, n}, '\0');
}

/* The octets from the index on, `n` at most: none where the range ends before it. */
static inline struct furl_range mail_part(struct furl_range octets, size_t from, size_t n)
{
    from = from < octets.n ? from : octets.n;
    furl_skip(&octets, from);
    octets.n = octets.n < n ? octets.n : n;
    return octets;
}

/* The octets without blanks, controls and NULs at both ends. */
static inline struct furl_range mail_trimmed(struct furl_range octets)
{
    while (octets.n > 0 && octets.at[0] <= ' ') {
        furl_skip(&octets, 1);
    }
    while (octets.n > 0 && octets.at[octets.n - 1] <= ' ') {
        octets.n--;
    }
    return octets;
}

#endif
