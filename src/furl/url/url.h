/* URLs: how they are split into parts and made of parts, resolved, and put in order; and what may
 * be wrong with one. */
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
    FURL_BACKSLASH,
    FURL_NO_WEB_HOST,
    /* Errors of changed parts: */
    FURL_PLUS_IN_AREATAG, /* FURL_EMPTY_AREATAG, if areas were set */
    FURL_AT_IN_AREATAG,   /* FURL_EMPTY_DOMAIN, likewise */
    FURL_BAD_SCHEME,
    FURL_NO_HOST,
    FURL_NO_SUCH_PART,
    FURL_PATH_AS_HOST,
    FURL_AUTHORITY_AS_HOST,
    FURL_OTHER_PARTS,
    FURL_ERRORS
};

/* The result of writing a URL: two words, since three take longer to return. */
struct furl_result {
    enum furl_error error;
    union {
        size_t where; /* on error: the offset of what is wrong; the octets written mean nothing */
        size_t n;     /* without error: octets written */
    };
};

/* The message for an error: a phrase in lower case, without a full stop. Never NULL. */
const char *furl_error_text(enum furl_error error);

/* The parts of a URL, each with the name of its member. An authority that is areas, an address or a
 * host is not one here, once furl_split_parts has divided it. */
#define FURL_URL_PARTS(X)                                                                          \
    X(SCHEME, scheme)                                                                              \
    X(AUTHORITY, authority)                                                                        \
    X(HOST, host) /* of URLs that are not Fidonet's (RFC 3986 3.2) */                              \
    X(PORT, port)                                                                                  \
    X(PATH, path) /* of Fidonet, once divided: the objects, without the `/` before them */         \
    X(QUERY, query)                                                                                \
    X(FRAGMENT, fragment)                                                                          \
    /* What furl_split_to leaves unset: */                                                         \
    X(USERINFO, userinfo)                                                                          \
    X(AREAS, areas) /* with their domains, `+` between them */                                     \
    X(AREA, area)   /* the first areatag */                                                        \
    X(ADDRESS, address)                                                                            \
    X(ZONE, zone)                                                                                  \
    X(NET, net)                                                                                    \
    X(NODE, node)                                                                                  \
    X(POINT, point)                                                                                \
    X(DOMAIN, domain) /* of the address, or of the first area */                                   \
    X(REQUEST, request)
#define FURL_URL_PART(NAME, member)   FURL_URL_##NAME,
#define FURL_URL_MEMBER(NAME, member) struct furl_range member;
enum furl_url_part { FURL_URL_PARTS(FURL_URL_PART) FURL_PARTS_MAX };

/*
 * A URL and its parts (RFC 3986 3), as ranges of it without their delimiters. `at` is NULL if a
 * part is absent; the path never is. In a Fidonet URL, furl_split_to makes the areas or the
 * address, with any delimiter, the authority, so that the `/` of an address starts no path; the
 * request and the objects (draft 6, 7) the path; and the parameters (draft 5.3) the query.
 */
struct furl_parts {
    struct furl_range url;
    union {
        struct furl_range of[FURL_PARTS_MAX];
        struct {
            FURL_URL_PARTS(FURL_URL_MEMBER)
        };
    };
    const struct furl_scheme *known; /* the row of the scheme, or of that of the base; NULL: none */
    bool fidonet;                    /* it is split as a URL of Fidonet */
    struct furl_class_masks look;    /* at the first FURL_SPLIT_MASK_OCTETS octets */
};

/* The grammar by which a URL is split. */
enum furl_syntax {
    FURL_AS_SCHEME, /* that of the scheme: of Fidonet, or RFC 3986 */
    FURL_AS_GENERIC /* RFC 3986, whatever the scheme */
};

/* Kinds of octets: the four that divide a URL; those of names (furl_is_in_name), except `~` and
 * `_`; `.` and `-`; those that stay in any part of a Fidonet URL; and those that stay in a
 * canonical form, as its rules say. `+` and `@`, which divide areas, are both a question mark and a
 * hash. */
enum furl_kind {
    FURL_MARK_COLON,
    FURL_MARK_SLASH,
    FURL_MARK_QUESTION,
    FURL_MARK_HASH,
    FURL_MARKS,
    FURL_IN_NAME = FURL_MARKS,
    FURL_DOT_OR_DASH,
    FURL_LITERAL,
    FURL_STAYS,
};

/* The mask of `+` and `@`. */
static inline uint64_t furl_area_separators(const struct furl_class_masks *look)
{
    return look->of[FURL_MARK_QUESTION] & look->of[FURL_MARK_HASH];
}

/* How many octets are looked at: one bit of a mask remains for their end. */
#define FURL_SPLIT_MASK_OCTETS (FURL_MASK_OCTETS - 1)

/* What splitting needs: set up once. */
struct furl_splitter {
    const struct furl_kernels *kernels;
    enum furl_syntax syntax;
    struct furl_kinds kinds;
};

struct furl_splitter furl_splitter_for(enum furl_syntax syntax);

/* Splits a URL or a relative reference, which may have any octets, up to the fragment. `of_base` is
 * the scheme of the base of a relative reference, or NULL. The host and the port are absent unless
 * the authority was looked at, and is a name with or without a port, which is digits or empty. */
void furl_split_to(struct furl_parts *parts, const struct furl_splitter *splitter,
                   struct furl_range url, const struct furl_scheme *of_base);

/* The same, if time does not matter: to copy a split takes as long as to make it. */
static inline struct furl_parts furl_split(const struct furl_splitter *splitter,
                                           struct furl_range url, const struct furl_scheme *of_base)
{
    struct furl_parts parts;

    furl_split_to(&parts, splitter, url, of_base);
    return parts;
}

/* The mask of a range, which is part of the URL or absent. 0 if it is empty, or was not looked at.
 */
FURL_MODULAR static inline uint64_t furl_mask(const struct furl_parts *split,
                                              struct furl_range range)
{
    bool some = range.n > 0; /* else range.at may be NULL; a branch would be slower */
    uintptr_t at = ((uintptr_t)range.ptr - (uintptr_t)split->url.ptr) * some;

    return at + range.n <= FURL_SPLIT_MASK_OCTETS ? (((uint64_t)1 << range.n) - 1) << at : 0;
}

/* The parts of an authority, "[userinfo@]host[:port]" (RFC 3986 3.2). The host may be any octets.
 */
struct furl_authority {
    struct furl_range userinfo, host, port;
    struct furl_range zone; /* the part of the host after the `%25` or `%` of an address */
    bool brackets;          /* the host is an IPv6 address in brackets */
};

struct furl_authority furl_split_authority(struct furl_range authority);

/* Whether a host that is a name may have the octet: letters, digits, - . _ ~ */
static inline bool furl_is_in_name(unsigned char octet)
{
    return furl_octet_in(octet, FURL_ALNUM) || octet == '-' || octet == '.' || octet == '_' ||
           octet == '~';
}

/* Whether the host is a name, which may have escapes, or an IPv6 address in brackets, and the port
 * is digits, empty or absent. */
bool furl_has_host(const struct furl_authority *authority);

/* Checks whether browsers open the host that RFC 3986 reads. In URLs of FURL_WHATWG, they read a
 * backslash as a slash, and any number of slashes as two. `rest` is the URL after the colon of its
 * scheme. If `wants_host`, an authority must have a host. Returns how many octets they may read as
 * slashes and the authority, or an error, with its offset in `rest`. */
struct furl_result furl_check_web(const struct furl_scheme *scheme, struct furl_range rest,
                                  bool wants_host);

/* Divides the authority and the path of a canonical URL, which furl_split_to or
 * furl_canonical_write has split, into the parts that they consist of (fidourl(1), parse). Call it
 * once. What an address and the first area consist of is absent until furl_split_details sets it.
 */
void furl_split_parts(struct furl_parts *parts);
void furl_split_details(struct furl_parts *parts);

/* What comes before a delimiter, and what comes after it; absent if there is none. */
struct furl_divided {
    struct furl_range first, second;
};

/* Divides a piece at its first delimiter: a parameter at `=`, an area at `@`. */
static inline struct furl_divided furl_divide(struct furl_range piece, char delimiter)
{
    struct furl_divided pair = {.first = piece};
    const unsigned char *at = piece.n > 0 ? memchr(piece.ptr, delimiter, piece.n) : NULL;

    if (at != NULL) {
        pair.first.n = (size_t)(at - piece.ptr);
        pair.second = (struct furl_range){at + 1, piece.n - pair.first.n - 1};
    }
    return pair;
}

/* Sets `piece` to the first piece of `list`, up to a delimiter, and drops both; after the last one,
 * the list is absent. Returns whether there was a piece. An empty list is one empty piece; an
 * absent one has none. */
static inline bool furl_next_piece(struct furl_range *list, char delimiter,
                                   struct furl_range *piece)
{
    if (list->ptr == NULL) {
        return false;
    }
    struct furl_divided pair = furl_divide(*list, delimiter);
    *piece = pair.first;
    *list = pair.second;
    return true;
}

/* Decodes escaped data to `out`, room for as many octets, which may be the same memory. `plus` is
 * as in furl_next_data. Returns the number of octets written. */
size_t furl_decode(struct furl_range data, bool plus, unsigned char *out);

/* Whether escaped data decodes to `text`; `plus` is as in furl_next_data. */
bool furl_decodes_to(struct furl_range data, bool plus, struct furl_range text);

/* Copies text of a URL to `out`, room FURL_ESCAPED_MAX, with an escape for each `%` that starts
 * none, and for the octets of `ends`. Returns the number of octets written. */
size_t furl_escape_strays(struct furl_range text, const char *ends, unsigned char *out);

/* Whether a text matches a pattern, in which `|` separates alternatives, `*` means any octets, `?`
 * one character, and an escape its octet; with `lower`, letters of ASCII in the pattern mean those
 * in lower case. Takes at most as many steps as the product of the lengths. */
bool furl_matches(struct furl_range pattern, struct furl_range text, bool lower);

/* Returns whether a pattern has several alternatives, of which one is empty. */
bool furl_has_empty_alternative(struct furl_range pattern);

/* Whether text, which may be absent, is a port: digits, at most 65535. */
bool furl_is_port(struct furl_range digits);

/* Digits without leading zeros. */
struct furl_range furl_without_zeros(struct furl_range digits);

/* The most octets of a URL whose parts have `n` octets. */
#define FURL_COMPOSED_MAX(n) ((n) + sizeof "://@:/?#")

/* Writes a URL of parts, which have a scheme, and the delimiter after that, to `out`, room
 * FURL_COMPOSED_MAX. Sets the parts to what it wrote. Returns the number of octets. */
size_t furl_put_parts(struct furl_parts *parts, const char *delimiter, unsigned char *out);

/* Makes a URL of parts, the inverse of furl_split_parts (draft 5.1, 6, 7; RFC 3986 5.3), as
 * furl_put_parts does; it need not be canonical. Fails if the scheme has no such parts, or if they
 * are wrong in a way that the URL would not show. furl_split may split it into other parts all the
 * same. */
struct furl_result furl_compose(struct furl_parts *parts, unsigned char *out);

/* The parts, as bits, that a URL of the scheme of these may have. */
unsigned furl_allowed_parts(const struct furl_parts *parts);

/* Whether some URL can have the value as this part: a scheme, host or port cannot be any text. In a
 * host, octets beyond ASCII mean their escapes. */
bool furl_fits(enum furl_url_part part, struct furl_range value);

/* Whether another URL, divided, consists of these parts. */
bool furl_is_of_parts(const struct furl_parts *parts, const struct furl_parts *other);

/* The octets that a part may not have bare, since they would end it. */
const char *furl_ends_of(const struct furl_parts *parts, enum furl_url_part part);

/* The most octets of a reference of `n` octets resolved against a base of `base`: all of both, and
 * delimiters that neither has: "//", "/", "/.". */
#define FURL_RESOLVED_MAX(base, n) ((base) + (n) + 8)

/*
 * Resolves a relative reference against `base` (RFC 3986 5.2; draft 6.2.5). The base has a scheme;
 * `splitter`, of FURL_AS_SCHEME, has split it. `out` has room for FURL_RESOLVED_MAX of their
 * lengths, and overlaps neither. An absolute URL stays as it is, with its dot segments. The error
 * is FURL_UNRESOLVED if the base has no such references, or FURL_BACKSLASH if browsers read another
 * authority in the reference.
 */
struct furl_result furl_resolve(const struct furl_splitter *splitter, const struct furl_parts *base,
                                struct furl_range reference, unsigned char *out);

/* Memory for sorting parameters. All zero: ready. Free it with furl_params_free. */
struct furl_params {
    struct furl_parameter *parameters;
    unsigned char *octets;
    size_t parameters_room, octets_room;
};

/*
 * Sorts the parameters of a canonical URL that was split, in place, by their decoded names (`+` as
 * in furl_plus_in_query); those of one name keep their order. Takes the time of qsort. Returns
 * false, and changes nothing, if memory ran out.
 */
bool furl_params_sort(struct furl_params *sorter, const struct furl_parts *split,
                      unsigned char *url);

void furl_params_free(struct furl_params *sorter);

#endif
