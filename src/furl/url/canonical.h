/* The canonical form of a URL: by the draft, or by the RFCs; and the form for reading. */
#ifndef FURL_CANONICAL_H
#define FURL_CANONICAL_H

#include "furl/base/octets.h"
#include "furl/percent/percent.h"
#include "url.h"

/* What tidying makes of octets, as bits. */
enum {
    FURL_BARE = 0x80,    /* stays as it is; never `%` */
    FURL_DECODED = 0x40, /* its escape is decoded */
    FURL_KEPT = 0x20,    /* its escape stays, with digits in upper case; not both */
};
struct furl_tidying {
    unsigned char kinds[128]; /* of 00-7F; 80-FF are FURL_KEPT */
    unsigned char space;      /* what a space becomes whose escape is decoded */
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

/* Copies `n` octets of escaped text to `out`, room n + FURL_SLACK, with no needless escape. Stops
 * before the first octet that is neither bare nor begins, within the `n` octets, an escape that is
 * decoded or kept. */
struct furl_tidied furl_tidy(const struct furl_tidying *tidying, const unsigned char *in, size_t n,
                             unsigned char *out);

/* Dot segments of a path (RFC 3986 5.2.4). */

/* Removes the dot segments of the path from `path` to `end`, in place, in linear time. Returns the
 * new end. */
unsigned char *furl_remove_dots(unsigned char *path, unsigned char *end);

/* The one canonical form of a Fidonet URL (draft 5.1-5.3, 6, 7). */

/* The most octets that may be written for `n` octets: all escaped, and ":" made "://". */
#define FURL_FIDONET_MAX(n) (FURL_ESCAPED_MAX(n) + 2)

/* Parts of a Fidonet URL that are decoded and encoded anew, each by itself. */
enum furl_fidonet_part {
    FURL_PART_AREA,          /* areatag or domain */
    FURL_PART_AREA_OR_SLASH, /* the same, of schemes in which `/` is literal */
    FURL_PART_ADDRESS,
    FURL_PART_REQUEST,
    FURL_PART_OBJECT,
    FURL_PART_NAME,
    FURL_PART_VALUE,
    FURL_PART_FRAGMENT,
    FURL_PARTS
};

/* What writing needs: set up once, used for any number of URLs; the caller's. For each part, how
 * its bare octets are written, and how the data of its escapes is; FURL_DEPENDS for `-`, and for
 * bare octets that are `%` or end the part. */
struct furl_fidonet {
    struct furl_part_spellings {
        struct furl_spelling bare[256], data[256];
        struct furl_tidying tidying; /* what does not depend on anything */
    } parts[FURL_PARTS];
};

void furl_fidonet_init(struct furl_fidonet *fidonet);

/*
 * Writes the canonical form of a Fidonet URL that furl_split split and that has no "%%" breaks to
 * `out`, which has room for FURL_FIDONET_MAX of its length, all of which may be overwritten, and
 * does not overlap it. A fragment is decoded and encoded as a value. URLs that the draft calls
 * equivalent, the order of parameters aside, give the same octets; others do not.
 */
struct furl_result furl_fidonet_write(const struct furl_fidonet *fidonet,
                                      const struct furl_split *split, unsigned char *out);

/* The canonical form of URLs of any scheme, under the rule books of the RFCs. */

/* The most octets that may be written for `n` octets: all escaped, and a "/" for the path. */
#define FURL_RFC_MAX(n) (FURL_ESCAPE_SIZE * (n) + 1 + FURL_SLACK)

/* What writing needs: set up once for a rule book, used for any number of URLs; the caller's. */
struct furl_rfc {
    const struct furl_rules *rules;
    struct furl_tidying tidying; /* octets that are bare wherever they are, and escapes */
    struct furl_tidying query;   /* the same where `+` is a space, and `%2B` is none */
    bool plus_differs;           /* the two are not the same */
};

/* Sets up for a rule book, which is not fidourl. */
void furl_rfc_init(struct furl_rfc *rfc, const struct furl_rules *rules);

/*
 * Writes the canonical form of a URL that is split, has a scheme and has no "%%" breaks, to `out`,
 * which has room for FURL_RFC_MAX of its length, all of which may be overwritten, and does not
 * overlap it: scheme and host in lower case, needless escapes decoded, octets that may not be bare
 * escaped, a port without needless zeros, none that is the default or empty, "/" for the empty path
 * of a scheme that has a root; where the rule book says so, no dot segments in a path after an
 * authority. An offset of what is wrong is one in the URL. (RFC 1738 2.2, RFC 2396 2.1-2.4, RFC
 * 3986 5.2.4, 6.2.2 and 6.2.3; RFC 1630)
 */
struct furl_result furl_rfc_write(const struct furl_rfc *rfc, const struct furl_split *split,
                                  unsigned char *out);

/* The most octets that may be written for `n` octets. */
#define FURL_CANONICAL_MAX(n) FURL_FIDONET_MAX(n)
_Static_assert(FURL_CANONICAL_MAX(0) >= FURL_RFC_MAX(0) && FURL_CANONICAL_MAX(9) >= FURL_RFC_MAX(9),
               "room");

/* What writing canonical forms needs: set up once, used for any number of URLs; the caller's. */
struct furl_canonical {
    const struct furl_rules *rules; /* NULL: those of each URL's scheme */
    struct furl_splitter splitter;  /* for URLs to be written */
    bool fidonet_ready;             /* it is set up, which takes as long as a hundred URLs */
    struct furl_fidonet fidonet;
    struct furl_rfc rfc;
};

/* Begins with a rule book for all URLs; NULL: the rules of each URL's scheme. */
void furl_canonical_init(struct furl_canonical *canonical, const struct furl_rules *rules);

/* Writes the canonical form of a URL that was split by canonical->splitter to `out`, room
 * FURL_CANONICAL_MAX of its length: as furl_fidonet_write or furl_rfc_write. */
struct furl_result furl_canonical_write(struct furl_canonical *canonical,
                                        const struct furl_split *split, unsigned char *out);

/*
 * Decodes, in place, the escapes in the `n` octets of a canonical URL that are the UTF-8 form of a
 * code point beyond ASCII, except controls and blanks. Returns how many octets are left. Bringing
 * the result to its canonical form gives the URL back.
 */
size_t furl_readable(unsigned char *url, size_t n);

#endif
