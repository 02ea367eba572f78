/* Ranges of octets in records and lines. */
#ifndef MAIL_FIELDS_H
#define MAIL_FIELDS_H

#include <stdint.h>

#include "furl/core/octets.h"

/* Fields of records in Fidonet stores. Numbers are little-endian. A NUL ends a string, unless the
 * string fills the field. */

static inline unsigned mail_u16(const unsigned char *ptr)
{
    return (unsigned)(ptr[0] | ptr[1] << 8);
}

static inline uint32_t mail_u32(const unsigned char *ptr)
{
    return mail_u16(ptr) | (uint32_t)mail_u16(ptr + 2) << 16;
}

/* ^Z, which ends a text file of DOS and pads files. */
enum { MAIL_DOS_END = 0x1A };

/* Returns the octets before the first octet `end`, or all octets if there is none. */
static inline struct furl_range mail_before(struct furl_range octets, unsigned char end)
{
    const unsigned char *ptr = octets.n > 0 ? memchr(octets.ptr, end, octets.n) : NULL;

    return (struct furl_range){octets.ptr, ptr != NULL ? (size_t)(ptr - octets.ptr) : octets.n};
}

/* Skips the octets before the first octet `end`. Returns whether there is such an octet. */
static inline bool mail_skip_to(struct furl_range *rest, unsigned char end)
{
    furl_skip(rest, mail_before(*rest, end).n);
    return rest->n > 0;
}

/* Moves octets to `to`, which can overlap them. Returns the end of the moved octets. */
static inline unsigned char *mail_put(unsigned char *to, struct furl_range octets)
{
    if (octets.n > 0) {
        memmove(to, octets.ptr, octets.n);
    }
    return to + octets.n;
}

/* Removes the octets before the first octet `end` from `rest`, and moves them like mail_put. */
static inline unsigned char *mail_put_before(unsigned char *to, struct furl_range *rest,
                                             unsigned char end)
{
    struct furl_range octets = mail_before(*rest, end);

    furl_skip(rest, octets.n);
    return mail_put(to, octets);
}

/* Returns the index of a word, in any case, in a table of `n` words in lower case, or `n` if there
 * is none. */
static inline size_t mail_place_in(const char *const *words, size_t n, struct furl_range word)
{
    const unsigned char first = word.n > 0 ? furl_lower(word.ptr[0]) : '\0';
    size_t i = 0;

    while (i < n &&
           !((unsigned char)words[i][0] == first && furl_spells(word.ptr, word.n, words[i]))) {
        i++;
    }
    return i;
}

/* Returns the line at the front, with its LF, or all octets if there is no LF. */
static inline struct furl_range mail_line(struct furl_range octets)
{
    size_t n = mail_before(octets, '\n').n;

    octets.n = n < octets.n ? n + 1 : n;
    return octets;
}

/* Removes the line that mail_line would return, and returns it. */
static inline struct furl_range mail_take_line(struct furl_range *rest)
{
    struct furl_range line = mail_line(*rest);

    furl_skip(rest, line.n);
    return line;
}

/* Returns the lines at the front before the first line that begins with the octet. */
static inline struct furl_range mail_lines_before(struct furl_range octets, unsigned char first)
{
    struct furl_range rest = octets;

    while (mail_skip_to(&rest, first) && rest.ptr > octets.ptr && rest.ptr[-1] != '\n') {
        furl_skip(&rest, 1);
    }
    return (struct furl_range){octets.ptr, octets.n - rest.n};
}

/* Skips a line end: CR LF, CR, LF, or another octet that ends a line. */
static inline void mail_skip_line_end(struct furl_range *rest)
{
    furl_skip(rest, furl_starts(*rest, "\r\n") ? 2 : rest->n > 0 ? 1 : 0);
}

/* Removes a line and its end. Returns the line without its end. */
static inline struct furl_range mail_next_line(struct furl_range *rest)
{
    struct furl_range line = {rest->ptr, furl_line_length(*rest)};

    furl_skip(rest, line.n);
    mail_skip_line_end(rest);
    return line;
}

/* Returns the string in a field of `n` octets. */
static inline struct furl_range mail_string(const unsigned char *ptr, size_t n)
{
    return mail_before((struct furl_range){ptr, n}, '\0');
}

/* Returns up to `n` octets from the index on, or none if the range ends before the index. */
static inline struct furl_range mail_part(struct furl_range octets, size_t from, size_t n)
{
    from = from < octets.n ? from : octets.n;
    furl_skip(&octets, from);
    octets.n = octets.n < n ? octets.n : n;
    return octets;
}

/* Sets a value, unless the value is set. The first of several values counts. */
static inline void mail_set_first(struct furl_range *part, struct furl_range value)
{
    *part = part->n > 0 ? *part : value;
}

/* Returns whether the octets are one or more digits. */
static inline bool mail_is_number(struct furl_range octets)
{
    return octets.n > 0 && furl_leading_digits(octets) == octets.n;
}

/* Returns the octets without spaces and control characters at both ends. */
static inline struct furl_range mail_trimmed(struct furl_range octets)
{
    while (octets.n > 0 && octets.ptr[0] <= ' ') {
        furl_skip(&octets, 1);
    }
    while (octets.n > 0 && octets.ptr[octets.n - 1] <= ' ') {
        octets.n--;
    }
    return octets;
}

/* Returns the trimmed octets between angle brackets, or all octets if there are none. */
static inline struct furl_range mail_unbracketed(struct furl_range line)
{
    struct furl_range before = mail_before(line, '<');

    furl_skip(&line, before.n < line.n ? before.n + 1 : 0);
    return mail_trimmed(mail_before(line, '>'));
}

#endif
