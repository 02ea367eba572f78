/* Units: what a URL in text takes in one piece or not at all (fidourl-text(7)). */
#ifndef FURL_BRACKETED_H
#define FURL_BRACKETED_H

#include "furl/base/utf8.h"
#include "furl/base/window.h"

/* What a unit may be, as bits. */
enum {
    FURL_BRACKETED_HOST = 1 << 0,     /* "[" an IPv6 address "]" (RFC 3986 3.2.2) */
    FURL_BRACKETED_INDEX = 1 << 1,    /* "[" letters, digits, _ - . "]", as in "?id[]=5" */
    FURL_BRACKETED_ID = 1 << 2,       /* "<" to ">", as gates write message identifiers */
    FURL_BRACKETED_SEQUENCE = 1 << 3, /* a UTF-8 sequence beyond ASCII, of those that people type */
};

/* The octets between the brackets of a host. */
#define FURL_HOST_MIN ((size_t)2)
#define FURL_HOST_MAX ((size_t)45)

/* The most octets of a zone, after the `%25` or `%` that is behind the address. */
#define FURL_ZONE_MAX ((size_t)32)

/* The most octets between the brackets of an index, and of an angle, whose `>` is the 256th octet
 * after its `<` at the latest. */
#define FURL_INDEX_MAX ((size_t)64)
#define FURL_ANGLE_MAX ((size_t)255)

/* The most octets of a unit that has no breaks. */
#define FURL_BRACKETED_MAX (FURL_ANGLE_MAX + 2)

/* A unit as far as it was read. All zero: none is being read. */
struct furl_bracketed {
    unsigned kinds;   /* those that it may still be */
    size_t n;         /* its octets so far */
    size_t zone;      /* of a host: those before its zone, 0 so far; */
    unsigned encoded; /* and octets of a "25" that begins the zone */
    unsigned char sequence[FURL_UTF8_MAX];
    uint32_t code; /* of a sequence that is closed, its character; of other units 0 */
};

/* Begins a unit of one of `kinds`, before its first octet. */
void furl_bracketed_begin(struct furl_bracketed *unit, unsigned kinds);

enum furl_unit {
    FURL_UNIT_OPEN,   /* it goes on */
    FURL_UNIT_CLOSED, /* it ends with the octet */
    FURL_UNIT_FAILED, /* it is none of its kinds */
};

/* Feeds the unit its next octet. It is over unless it is open then. */
enum furl_unit furl_bracketed_feed(struct furl_bracketed *unit, unsigned char octet);

/* Whether the unit, which is closed, is trimmed where it ends a URL: punctuation beyond ASCII. */
static inline bool furl_is_trimmed(const struct furl_bracketed *unit)
{
    return unit->code != 0 && furl_code_is(unit->code, FURL_CODE_TRIMMED);
}

/* Whether a unit of one of `kinds` begins at an index, or a part of it that a "%%" mark ends: what
 * follows the break is not looked at. */
bool furl_begins_bracketed(struct furl_window *text, size_t at, unsigned kinds);

#endif
