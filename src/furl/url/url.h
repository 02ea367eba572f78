/* What a URL consists of: splitting it, its parts, resolving it, the order of its parameters; and
 * what may be wrong with one. */
#ifndef FURL_URL_H
#define FURL_URL_H

#include <stddef.h>

#include "furl/kernels/kernels.h"
#include "scheme.h"

enum furl_error {
    FURL_FINE,
    FURL_NO_SCHEME,
    FURL_WRONG_RULES,
    FURL_EMPTY_AREATAG,
    FURL_EMPTY_DOMAIN,
    FURL_BAD_ADDRESS,
    FURL_EMPTY_REQUEST,
    FURL_EMPTY_PART,
    FURL_OBJECT_WITHOUT_AREA,
    FURL_EMPTY_PARAMETER,
    FURL_NAMELESS_PARAMETER,
    FURL_BAD_ESCAPE,
    FURL_OPEN_BREAK,
    FURL_UNRESOLVED,
    FURL_BAD_PORT,
    FURL_BAD_HOST,
    /* Of a URL whose parts were changed: */
    FURL_PLUS_IN_AREATAG, /* FURL_EMPTY_AREATAG, in areas that were set */
    FURL_AT_IN_AREATAG,   /* FURL_EMPTY_DOMAIN, likewise */
    FURL_BAD_SCHEME,
    FURL_NO_HOST,
    FURL_NO_SUCH_PART,
    FURL_OTHER_PARTS,
    FURL_ERRORS
};

/* How writing something of a URL went: two words, which are returned faster than three. */
struct furl_result {
    enum furl_error error;
    union {
        size_t where; /* of an error: the offset of what is wrong; what was written means nothing */
        size_t n;     /* without one: octets written */
    };
};

/* The message for an error: a phrase in lower case, without a full stop. Never NULL. */
const char *furl_error_text(enum furl_error error);

/* A URL taken apart. */

/*
 * The parts of a URL (RFC 3986 3), as ranges of it without their delimiters; `at` is NULL in those
 * that are absent, and the path is always there. In a Fidonet URL the areas or the address are the
 * authority, whatever the delimiter, so that the `/` in an address begins no path; the path is the
 * request and the objects (draft 6, 7), and the query the parameters (draft 5.3).
 */
struct furl_split {
    struct furl_range url; /* all of it */
    struct furl_range scheme, authority, path, query, fragment;
    const struct furl_scheme *known; /* the row of the scheme, or of that of the base; NULL: it
                                        is not in the table */
    struct furl_look look;           /* at the first FURL_SPLIT_LOOK octets */
};

/* The grammar by which a URL is split. */
enum furl_syntax {
    FURL_AS_SCHEME, /* as its scheme has it: that of Fidonet, or RFC 3986 */
    FURL_AS_GENERIC /* by RFC 3986, whatever the scheme */
};

/* Kinds of octets: the four that divide a URL, those of names (furl_is_in_name), and decimal
 * digits.
 */
enum furl_kind {
    FURL_MARK_COLON,
    FURL_MARK_SLASH,
    FURL_MARK_QUESTION,
    FURL_MARK_HASH,
    FURL_MARKS,
    FURL_IN_NAME = FURL_MARKS,
    FURL_NUMERAL,
};

/* Octets that are looked at: one bit of a mask is left for their end. */
#define FURL_SPLIT_LOOK (FURL_LOOK_MAX - 1)

/* What splitting needs: set up once. */
struct furl_splitter {
    const struct furl_kernels *kernels;
    enum furl_syntax syntax;
    struct furl_kinds kinds;
};

struct furl_splitter furl_splitter(enum furl_syntax syntax);

/* Splits a URL or a relative reference; any octets will do. A reference without a scheme is one to
 * a URL of the scheme `of_base`, which may be NULL. */
void furl_split_to(struct furl_split *parts, const struct furl_splitter *splitter,
                   struct furl_range url, const struct furl_scheme *of_base);

/* The same, where time does not matter: to copy a split takes as long as to make it. */
static inline struct furl_split furl_split(const struct furl_splitter *splitter,
                                           struct furl_range url, const struct furl_scheme *of_base)
{
    struct furl_split parts;

    furl_split_to(&parts, splitter, url, of_base);
    return parts;
}

/* The mask of a range, which is part of the URL or absent; 0 where it was not looked at, or is
 * empty. */
FURL_MODULAR static inline uint64_t furl_mask(const struct furl_split *split,
                                              struct furl_range range)
{
    bool some = range.n > 0; /* if not, it may be nowhere; that is not worth a branch */
    uintptr_t at = ((uintptr_t)range.at - (uintptr_t)split->url.at) * some;

    return at + range.n <= FURL_SPLIT_LOOK ? (((uint64_t)1 << range.n) - 1) << at : 0;
}

/* The parts of an authority, "[userinfo@]host[:port]" (RFC 3986 3.2), the host being any octets. */
struct furl_authority {
    struct furl_range userinfo, host, port;
    struct furl_range zone; /* of the address, after its `%25` or `%`; of the host, too */
    bool brackets;          /* the host is an IPv6 address in brackets */
};

struct furl_authority furl_split_authority(struct furl_range authority);

/* Whether the octet may be in a host that is a name: letters, digits, - . _ ~ */
static inline bool furl_is_in_name(unsigned char octet)
{
    return furl_is(octet, FURL_ALNUM) || octet == '-' || octet == '.' || octet == '_' ||
           octet == '~';
}

/* Whether its host is one, letters, digits, - . _ ~ and escapes or an IPv6 address in brackets, and
 * its port, if there is one, is digits or empty. */
bool furl_has_host(const struct furl_authority *authority);

/* Whether masks tell that the authority, if there is one, is a name, or a name and a port; the name
 * is not empty, and the port, which may be empty, is digits. If so, sets `parts`. `false` says
 * nothing. */
bool furl_split_name(const struct furl_split *split, struct furl_authority *parts);

/* What the parts of a canonical URL consist of (fidourl(1), parse). */

/* What a URL may consist of. */
enum furl_its {
    FURL_ITS_SCHEME,
    /* Fidonet's: */
    FURL_ITS_AREAS,   /* with their domains, `+` between them */
    FURL_ITS_AREA,    /* the first areatag */
    FURL_ITS_ADDRESS, /* all of it */
    FURL_ITS_ZONE,
    FURL_ITS_NET,
    FURL_ITS_NODE,
    FURL_ITS_POINT,
    FURL_ITS_DOMAIN, /* of the address, or of the first area */
    FURL_ITS_REQUEST,
    /* Others' (RFC 3986 3.2): */
    FURL_ITS_USERINFO,
    FURL_ITS_HOST,
    FURL_ITS_PORT,
    FURL_ITS_AUTHORITY, /* one that has no host, and so none of these three */
    /* Any URL's: */
    FURL_ITS_PATH, /* of Fidonet's the object path, without the `/` before it */
    FURL_ITS_QUERY,
    FURL_ITS_FRAGMENT,
    FURL_PARTS_MAX
};

/* Ranges of the URL, escaped as they are there; `at` is NULL in those that are absent. */
struct furl_parts {
    struct furl_range of[FURL_PARTS_MAX];
    const struct furl_scheme *known; /* the row of the scheme, as in furl_split */
    bool fidonet;                    /* it was split as a URL of Fidonet */
    bool pairs;                      /* the query is parameters, in which `+` is a space */
};

/* Begins with what the scheme says, and no part. */
struct furl_parts furl_parts_of(const struct furl_scheme *known, enum furl_syntax syntax);

/* Takes apart a canonical URL that was split by `syntax`. */
void furl_split_parts(struct furl_parts *parts, const struct furl_split *split,
                      enum furl_syntax syntax);

/* Takes the next of the pieces between delimiters off `list`, which is absent after the last one.
 * Returns whether there was one. An empty list is one empty piece; an absent one has none. */
bool furl_next_piece(struct furl_range *list, char delimiter, struct furl_range *piece);

/* What comes before a delimiter, and what after it; absent if there is none. */
struct furl_pair {
    struct furl_range first, second;
};

/* Divides a piece at its first delimiter: a parameter at `=`, an area at `@`. */
struct furl_pair furl_divide(struct furl_range piece, char delimiter);

/* Takes the octet or escape at the front off escaped data. Returns the octet that it means, a
 * space for `+` if `plus`; -1 at the end. A `%` that starts no escape means itself. */
static inline int furl_next_data(struct furl_range *data, bool plus)
{
    if (data->n == 0) {
        return -1;
    }
    bool escape = furl_is_escape(data->at, data->n);
    int octet = escape ? furl_hex_octet(data->at + 1) : data->at[0];

    furl_skip(data, escape ? FURL_ESCAPE_SIZE : 1);
    return plus && octet == '+' && !escape ? ' ' : octet;
}

/* Decodes escaped data to `out`, room for as many octets; it may be where the data is. `plus` is as
 * in furl_next_data. Returns the number written. */
size_t furl_decode(struct furl_range data, bool plus, unsigned char *out);

/* Whether escaped data decodes to the octets of `text`; `plus` is as in furl_next_data. */
bool furl_decodes_to(struct furl_range data, bool plus, struct furl_range text);

/* Whether these digits, which may be absent, are a port: at most 65535. */
bool furl_is_port(struct furl_range digits);

/* Digits without needless zeros at their front. */
struct furl_range furl_without_zeros(struct furl_range digits);

/* A URL made of parts, the inverse of furl_split_parts (draft 5.1, 6, 7; RFC 3986 5.3). */

/* The most octets of a URL whose parts have `n`, in all. */
#define FURL_COMPOSED_MAX(n) ((n) + sizeof "://@:/?#")

/* Writes the URL that the parts make, which need not be in canonical form, to `out`, room
 * FURL_COMPOSED_MAX. The error is that of parts which are not in its scheme, or that no URL would
 * show to be wrong; what furl_split makes of the URL may be other parts all the same. */
struct furl_result furl_compose(const struct furl_parts *parts, unsigned char *out);

/* Whether a URL that was split by `syntax` consists of these parts. */
bool furl_is_of_parts(const struct furl_parts *parts, const struct furl_split *split,
                      enum furl_syntax syntax);

/* The octets that may not be bare in a part: they would end it. */
const char *furl_ends_of(const struct furl_parts *parts, enum furl_its its);

/* Relative references, resolved against a base (RFC 3986 5.2; draft 6.2.5). */

/* The most octets that a reference of `n` octets, resolved against a base of `base`, has: all of
 * both, and delimiters that neither has: "//", "/", "/.". */
#define FURL_RESOLVED_MAX(base, n) ((base) + (n) + 8)

/*
 * Resolves `reference` against `base`, which `splitter`, FURL_AS_SCHEME, split and which has a
 * scheme, to `out`, which has room for FURL_RESOLVED_MAX of their lengths and overlaps neither. An
 * absolute URL stays as it is, dot segments too; a reference that the base says nothing about is
 * FURL_UNRESOLVED.
 */
struct furl_result furl_resolve(const struct furl_splitter *splitter, const struct furl_split *base,
                                struct furl_range reference, unsigned char *out);

/* Parameters in one order. */

/* What sorting needs, kept from URL to URL; the caller's, except its memory. All zero: ready. */
struct furl_params {
    struct furl_parameter *parameters; /* with room for merging */
    unsigned char *octets;
    size_t parameters_room, octets_room;
};

/*
 * Orders, in place, the parameters of the `n` octets of a canonical URL by name, then by value, by
 * what these decode to (`+` as furl_plus_in_query says); equal ones stay in their order. Takes n
 * log n steps at worst. The splitter is one of FURL_AS_SCHEME. Returns whether there was memory for
 * it; if not, the URL is as it was.
 */
bool furl_params_sort(struct furl_params *sorter, const struct furl_splitter *splitter,
                      unsigned char *url, size_t n);

/* Gives the memory back. */
void furl_params_free(struct furl_params *sorter);

#endif
