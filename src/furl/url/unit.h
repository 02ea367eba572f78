/* Units: sequences of octets that belong to a URL in text either completely or not at all
 * (fidourl-text(7)). */
#ifndef FURL_UNIT_H
#define FURL_UNIT_H

#include "furl/core/utf8.h"
#include "furl/core/window.h"

/* The kinds of units, as bits. */
enum {
    FURL_UNIT_HOST = 1 << 0,  /* "[" an IPv6 address "]" (RFC 3986 3.2.2) */
    FURL_UNIT_INDEX = 1 << 1, /* "[" letters, digits, _ - . "]", as in "?id[]=5" */
    FURL_UNIT_ID = 1 << 2,    /* "<" to ">": message identifiers of gateways */
    FURL_UNIT_UTF8 = 1 << 3,  /* UTF-8 beyond ASCII that does not end URLs */
};

/* The least and most octets between the brackets of a host, without a zone. */
#define FURL_HOST_MIN ((size_t)2)
#define FURL_HOST_MAX ((size_t)45)

/* The most octets of a zone, which follows `%25` or `%` after the address. */
#define FURL_ZONE_MAX ((size_t)32)

/* The most octets between the brackets of an index, and between angle brackets. */
#define FURL_INDEX_MAX ((size_t)64)
#define FURL_ANGLE_MAX ((size_t)255)

/* The most octets of a unit without breaks. */
#define FURL_UNIT_MAX (FURL_ANGLE_MAX + 2)

/* A unit that is being read. All zero: none. */
struct furl_unit {
    unsigned kinds;   /* the kinds that are still possible */
    size_t n;         /* octets read so far */
    size_t zone;      /* of a host: octets before its zone; 0: no zone so far */
    unsigned encoded; /* of a host: octets of a "25" at the front of the zone */
    unsigned char sequence[FURL_UTF8_MAX];
    uint32_t code; /* of a complete sequence: its character; otherwise 0 */
};

/* Begins a unit of one of `kinds`. Feed its first octet next. */
void furl_unit_begin(struct furl_unit *unit, unsigned kinds);

enum furl_unit_answer {
    FURL_UNIT_OPEN,   /* the unit needs more octets */
    FURL_UNIT_CLOSED, /* the unit ends with this octet */
    FURL_UNIT_FAILED, /* the octets are no unit of the wanted kinds */
};

/* Feeds the next octet to the unit. The unit is finished if the result is not FURL_UNIT_OPEN. */
enum furl_unit_answer furl_unit_feed(struct furl_unit *unit, unsigned char octet);

/* Returns whether a complete unit is not part of a URL if it is at the end: punctuation beyond
 * ASCII. */
static inline bool furl_is_trimmed(const struct furl_unit *unit)
{
    return unit->code != 0 && furl_code_is(unit->code, FURL_CODE_TRIMMED);
}

/* Returns whether a unit of one of `kinds` begins at an index. If a "%%" mark interrupts the unit,
 * the octets before the mark decide. */
bool furl_unit_begins_at(struct furl_window *text, size_t pos, unsigned kinds);

#endif
