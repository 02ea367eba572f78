/* The canonical form of a URL: by the draft, or by the RFCs; and the form for reading. */
#ifndef FURL_CANONICAL_H
#define FURL_CANONICAL_H

#include "furl/base/octets.h"
#include "furl/percent/percent.h"
#include "url.h"

/* What tidying does with an octet, as bits. */
enum {
    FURL_BARE = 0x80,    /* it stays bare; never `%` */
    FURL_DECODED = 0x40, /* its escape is decoded */
    FURL_KEPT = 0x20,    /* its escape stays, with digits in upper case; not with FURL_DECODED */
};
struct furl_tidying {
    unsigned char kinds[128]; /* of 00-7F; 80-FF are FURL_KEPT */
    unsigned char space;      /* what the escape of a space becomes if it is decoded */
};

/* The kinds of an octet. */
static inline unsigned furl_tidied_as(const struct furl_tidying *tidying, unsigned char octet)
{
    return octet < sizeof tidying->kinds ? tidying->kinds[octet] : FURL_KEPT;
}

/* How far tidying came. */
struct furl_tidied {
    size_t consumed, written; /* octets in and out */
};

/* Copies `n` octets of escaped text to `out`, room n + FURL_SLACK, without needless escapes. Stops
 * before the first octet that neither stays bare nor starts a complete escape that is decoded or
 * kept. */
struct furl_tidied furl_tidy(const struct furl_tidying *tidying, const unsigned char *in, size_t n,
                             unsigned char *out);

/* Removes the dot segments of a path from `path` to `end` (RFC 3986 5.2.4), in place, in linear
 * time. Returns the new end. */
unsigned char *furl_remove_dots(unsigned char *path, unsigned char *end);

/* Room for the canonical form of a Fidonet URL of `n` octets: all escaped, and ":" made "://". */
#define FURL_FIDONET_MAX(n) (FURL_ESCAPED_MAX(n) + 2)

/* The parts of a Fidonet URL, each of which is decoded and encoded again. */
enum furl_fidonet_part {
    FURL_PART_AREA,          /* areatag or domain */
    FURL_PART_AREA_OR_SLASH, /* the same, if `/` is literal in the scheme */
    FURL_PART_ADDRESS,
    FURL_PART_REQUEST,
    FURL_PART_OBJECT,
    FURL_PART_NAME,
    FURL_PART_VALUE,
    FURL_PART_FRAGMENT,
    FURL_PARTS
};

/* Tables for writing Fidonet URLs, set up once. For each part, how to write its bare octets, and
 * the data of its escapes; FURL_DEPENDS for `-`, and for bare octets that are `%` or end the part.
 */
struct furl_fidonet {
    struct furl_part_spellings {
        struct furl_spelling bare[256], data[256];
        struct furl_tidying tidying; /* octets that do not depend on their neighbours */
    } parts[FURL_PARTS];
};

void furl_fidonet_init(struct furl_fidonet *fidonet);

/*
 * Writes the one canonical form of a Fidonet URL without "%%" breaks (draft 5.1-5.3, 6, 7) to
 * `out`, room FURL_FIDONET_MAX, all of which may be overwritten, and which does not overlap the
 * URL. A fragment is treated as a value. URLs give the same octets if and only if the draft calls
 * them equivalent, apart from the order of parameters.
 */
struct furl_result furl_fidonet_write(const struct furl_fidonet *fidonet,
                                      const struct furl_split *split, unsigned char *out);

/* Room for the canonical form of `n` octets by the rules of an RFC: all escaped, and "/" for a
 * path. */
#define FURL_RFC_MAX(n) (FURL_ESCAPE_SIZE * (n) + 1 + FURL_SLACK)

/* Tables for writing URLs by the rules of an RFC, set up once. */
struct furl_rfc {
    const struct furl_rules *rules;
    struct furl_tidying tidying;
    struct furl_tidying query; /* the same if `+` is a space, and `%2B` is not */
    bool plus_differs;         /* the two differ */
};

/* Sets up tables for a rule book of an RFC. */
void furl_rfc_init(struct furl_rfc *rfc, const struct furl_rules *rules);

/*
 * Writes the canonical form of a URL that has a scheme and no "%%" breaks to `out`, room
 * FURL_RFC_MAX, all of which may be overwritten, and which does not overlap the URL. The scheme and
 * host are in lower case; needless escapes are decoded, and octets that must not be bare escaped; a
 * port has no leading zeros, and goes if it is empty or the default; an empty path becomes "/" if
 * the scheme has a root; dot segments after an authority go if the rule book says so. (RFC
 * 1738 2.2, RFC 2396 2.1-2.4, RFC 3986 5.2.4, 6.2.2 and 6.2.3; RFC 1630)
 */
struct furl_result furl_rfc_write(const struct furl_rfc *rfc, const struct furl_split *split,
                                  unsigned char *out);

/* Room for the canonical form of `n` octets, by any rules. */
#define FURL_CANONICAL_MAX(n) FURL_FIDONET_MAX(n)
_Static_assert(FURL_CANONICAL_MAX(0) >= FURL_RFC_MAX(0) && FURL_CANONICAL_MAX(9) >= FURL_RFC_MAX(9),
               "room");

/* What writing canonical forms needs, set up once. */
struct furl_canonical {
    const struct furl_rules *rules; /* NULL: those of the scheme of each URL */
    struct furl_splitter splitter;
    bool fidonet_ready; /* `fidonet` is set up, which takes as long as a hundred URLs */
    struct furl_fidonet fidonet;
    struct furl_rfc rfc;
};

/* Sets up for a rule book, or, if it is NULL, for the rules of the scheme of each URL. */
void furl_canonical_init(struct furl_canonical *canonical, const struct furl_rules *rules);

/* Writes the canonical form of a URL that canonical->splitter split to `out`, room
 * FURL_CANONICAL_MAX, as furl_fidonet_write or furl_rfc_write does. */
struct furl_result furl_canonical_write(struct furl_canonical *canonical,
                                        const struct furl_split *split, unsigned char *out);

/*
 * Decodes, in place, the escapes in a canonical URL of `n` octets that are the UTF-8 form of a code
 * point beyond ASCII, except controls and blanks. Returns the number of octets left. The canonical
 * form of the result is the URL again.
 */
size_t furl_readable(unsigned char *url, size_t n);

#endif
