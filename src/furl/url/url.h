/* URLs: splitting into parts, composing from parts, resolving, sorting of parameters, and the
 * errors of a URL. */
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
    /* Errors of edited parts: */
    FURL_PLUS_IN_AREATAG, /* FURL_EMPTY_AREATAG after areas were set */
    FURL_AT_IN_AREATAG,   /* FURL_EMPTY_DOMAIN after areas were set */
    FURL_BAD_SCHEME,
    FURL_NO_HOST,
    FURL_NO_SUCH_PART,
    FURL_PATH_AS_HOST,
    FURL_AUTHORITY_AS_HOST,
    FURL_OTHER_PARTS,
    FURL_ERRORS
};

/* The result of writing a URL. It has two words because three words take longer to return. */
struct furl_result {
    enum furl_error error;
    union {
        size_t where; /* on error: the offset of the fault; the written octets are invalid */
        size_t n;     /* without an error: the number of octets written */
    };
};

/* Returns the message for an error: a phrase in lower case, without a full stop. Never NULL. */
const char *furl_error_text(enum furl_error error);

/* The parts of a URL, each with the name of its member. furl_split_parts divides the authority into
 * areas, an address, or userinfo, host and port. The authority is absent afterwards. */
#define FURL_URL_PARTS(X)                                                                          \
    X(SCHEME, scheme)                                                                              \
    X(AUTHORITY, authority)                                                                        \
    X(HOST, host) /* only in URLs that are not Fidonet URLs (RFC 3986 3.2) */                      \
    X(PORT, port)                                                                                  \
    X(PATH, path) /* in Fidonet, divided: the objects, without the first `/` */                    \
    X(QUERY, query)                                                                                \
    X(FRAGMENT, fragment)                                                                          \
    /* Parts that furl_split_to does not set: */                                                   \
    X(USERINFO, userinfo)                                                                          \
    X(AREAS, areas) /* areatags with their domains, separated by `+` */                            \
    X(AREA, area)   /* the first areatag */                                                        \
    X(ADDRESS, address)                                                                            \
    X(ZONE, zone)                                                                                  \
    X(NET, net)                                                                                    \
    X(NODE, node)                                                                                  \
    X(POINT, point)                                                                                \
    X(DOMAIN, domain) /* of the address or of the first area */                                    \
    X(REQUEST, request)
#define FURL_URL_PART(NAME, member)   FURL_URL_##NAME,
#define FURL_URL_MEMBER(NAME, member) struct furl_range member;
enum furl_url_part { FURL_URL_PARTS(FURL_URL_PART) FURL_PARTS_MAX };

/*
 * A URL and its parts (RFC 3986 3). Each part is a range of the URL, without its delimiter. `ptr`
 * is NULL if a part is absent. furl_split_to always sets a path, which can be empty. For example:
 *     http://u@h:81/p?q#f     authority u@h:81, path /p, query q, fragment f
 *     faqserv://1/1/r/o?q     authority 1/1, path /r/o, query q
 *
 * In a Fidonet URL, furl_split_to sets three parts:
 *   - The authority is the address with its `/`, or the areas, and any delimiter in them.
 *   - The path is the request and the objects (draft 6, 7).
 *   - The query is the parameters (draft 5.3).
 */
struct furl_parts {
    struct furl_range url;
    union {
        struct furl_range of[FURL_PARTS_MAX];
        struct {
            FURL_URL_PARTS(FURL_URL_MEMBER)
        };
    };
    const struct furl_scheme *known; /* the row of the URL's scheme or, in a relative reference, of
                                        the base's scheme; NULL: none */
    bool fidonet;                    /* the URL was split as a Fidonet URL */
    struct furl_class_masks masks;   /* masks of the first FURL_SPLIT_MASK_OCTETS octets */
};

/* The grammar by which a URL is split. */
enum furl_syntax {
    FURL_AS_SCHEME, /* the grammar of its scheme: Fidonet's or that of RFC 3986 */
    FURL_AS_GENERIC /* RFC 3986 for every scheme */
};

/*
 * Kinds of octets, each of which has a mask:
 *   - The four octets that divide a URL. `+` and `@`, which divide areas, have both the kind of
 *     `?` and the kind of `#`.
 *   - Octets of names (furl_is_in_name), except `~` and `_`.
 *   - Dot and dash.
 *   - Octets that are literal in every part of a Fidonet URL.
 *   - Octets that are unchanged in a canonical form, by the rule book.
 */
enum furl_kind {
    FURL_KIND_COLON,
    FURL_KIND_SLASH,
    FURL_KIND_QUESTION,
    FURL_KIND_HASH,
    FURL_KIND_DELIMITERS,
    FURL_IN_NAME = FURL_KIND_DELIMITERS,
    FURL_DOT_OR_DASH,
    FURL_LITERAL,
    FURL_STAYS,
};

/* Returns the mask of `+` and `@`. */
static inline uint64_t furl_area_separators(const struct furl_class_masks *masks)
{
    return masks->of[FURL_KIND_QUESTION] & masks->of[FURL_KIND_HASH];
}

/* The number of octets that masks cover. One bit of a mask remains for the end. */
#define FURL_SPLIT_MASK_OCTETS (FURL_MASK_OCTETS - 1)

/* Tables for splitting, set up once. */
struct furl_splitter {
    const struct furl_kernels *kernels;
    enum furl_syntax syntax;
    struct furl_kinds kinds;
};

struct furl_splitter furl_splitter_for(enum furl_syntax syntax);

/* Splits a URL or a relative reference, which may have any octets, as far as the fragment.
 * `of_base` is the scheme of the base of a relative reference, or NULL. Sets the host and the port
 * only if the masks cover the authority, which must be a name with or without a port. The port must
 * be empty or digits. Otherwise both are absent. */
void furl_split_to(struct furl_parts *parts, const struct furl_splitter *splitter,
                   struct furl_range url, const struct furl_scheme *of_base);

/* Like furl_split_to, where time does not matter. Copying the parts takes as long as splitting. */
static inline struct furl_parts furl_split(const struct furl_splitter *splitter,
                                           struct furl_range url, const struct furl_scheme *of_base)
{
    struct furl_parts parts;

    furl_split_to(&parts, splitter, url, of_base);
    return parts;
}

/* Returns the mask of a range, which is a part of the URL or absent. The result is 0 if the range
 * is empty or the masks do not cover it. */
FURL_MODULAR static inline uint64_t furl_mask(const struct furl_parts *split,
                                              struct furl_range range)
{
    bool some =
        range.n > 0; /* if the range is empty, its ptr may be NULL; a branch would be slower */
    uintptr_t pos = ((uintptr_t)range.ptr - (uintptr_t)split->url.ptr) * some;

    return pos + range.n <= FURL_SPLIT_MASK_OCTETS ? (((uint64_t)1 << range.n) - 1) << pos : 0;
}

/* The parts of an authority, "[userinfo@]host[:port]" (RFC 3986 3.2). The host may have any octets.
 */
struct furl_authority {
    struct furl_range userinfo, host, port;
    struct furl_range
        zone;      /* the zone of an IPv6 address: the part of the host after `%25` or `%` */
    bool brackets; /* the host is an IPv6 address in brackets */
};

struct furl_authority furl_split_authority(struct furl_range authority);

/* Returns whether a host name may contain the octet: a letter, a digit or one of - . _ ~ */
static inline bool furl_is_in_name(unsigned char octet)
{
    return furl_octet_in(octet, FURL_ALNUM) || octet == '-' || octet == '.' || octet == '_' ||
           octet == '~';
}

/* Returns whether the authority has a valid host and port. The host is a name, with or without
 * escapes, or an IPv6 address in brackets. The port is digits, empty or absent. */
bool furl_has_host(const struct furl_authority *authority);

/* Checks whether browsers open the host that RFC 3986 finds. In URLs of FURL_WHATWG, browsers read
 * a backslash as a slash, and any number of slashes as two. `rest` is the URL after the colon of
 * its scheme. If `wants_host`, an authority must have a host. Returns the number of octets that
 * browsers may read as slashes and the authority, or an error with its offset in `rest`. For
 * example, the error in http://a\@b/ is FURL_BACKSLASH at offset 3 of `rest`. */
struct furl_result furl_check_web(const struct furl_scheme *scheme, struct furl_range rest,
                                  bool wants_host);

/*
 * Divides the authority and the path of a canonical URL into their parts (fidourl(1), parse).
 * furl_split_to or furl_canonical_write must have split the URL. Call it once. The parts of an
 * address and of the first area are absent until furl_split_details sets them. For example:
 *     http://u@h:81/p     userinfo u, host h, port 81, path /p
 *     faqserv://1/1/r/o   address 1/1, request r, path o
 */
void furl_split_parts(struct furl_parts *parts);
void furl_split_details(struct furl_parts *parts);

/* The parts before and after a delimiter. `second` is absent if there is no delimiter. */
struct furl_divided {
    struct furl_range first, second;
};

/* Divides a piece at its first delimiter: a parameter at `=`, an area at `@`. */
static inline struct furl_divided furl_divide(struct furl_range piece, char delimiter)
{
    struct furl_divided pair = {.first = piece};
    const unsigned char *ptr = piece.n > 0 ? memchr(piece.ptr, delimiter, piece.n) : NULL;

    if (ptr != NULL) {
        pair.first.n = (size_t)(ptr - piece.ptr);
        pair.second = (struct furl_range){ptr + 1, piece.n - pair.first.n - 1};
    }
    return pair;
}

/* Sets `piece` to the octets of `list` before its first delimiter, and drops both from `list`.
 * After the last piece, `list` is absent. Returns whether there was a piece. An empty list is one
 * empty piece. An absent list has no piece. */
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

/* Decodes escaped data to `out`, which has room for data.n octets and may be the memory of `data`.
 * `plus` has the meaning that furl_next_data gives it. Returns the number of octets written. With
 * `plus`, "a%41+b" becomes "aA b". */
size_t furl_decode(struct furl_range data, bool plus, unsigned char *out);

/* Returns whether escaped data decodes to `text`. `plus` has the meaning that furl_next_data gives
 * it. */
bool furl_decodes_to(struct furl_range data, bool plus, struct furl_range text);

/* Copies text of a URL to `out`, which has room for FURL_ESCAPED_MAX(text.n). Escapes each `%` that
 * starts no escape, and each octet of `ends`. Returns the number of octets written. With "?#" for
 * `ends`, "a?b%41%zz" becomes "a%3Fb%41%25zz". */
size_t furl_escape_strays(struct furl_range text, const char *ends, unsigned char *out);

/* Returns whether a text matches a pattern. In a pattern, `|` separates alternatives, `*` means any
 * octets, `?` one character, and an escape its octet. If `lower`, ASCII letters of the pattern mean
 * lower case. Takes at most as many steps as the product of the lengths. "utm_*" matches
 * "utm_source". */
bool furl_matches(struct furl_range pattern, struct furl_range text, bool lower);

/* Returns whether a pattern has several alternatives, one of which is empty. */
bool furl_has_empty_alternative(struct furl_range pattern);

/* Returns whether `digits`, which may be absent, is a valid port: only digits, at most 65535. */
bool furl_is_port(struct furl_range digits);

/* Returns the digits without leading zeros: "081" -> "81", "00" -> "0". */
struct furl_range furl_without_zeros(struct furl_range digits);

/* An upper bound for the length of a URL whose parts have `n` octets in all. */
#define FURL_COMPOSED_MAX(n) ((n) + sizeof "://@:/?#")

/* Writes the URL that has these parts, a scheme among them, to `out`, which has room for
 * FURL_COMPOSED_MAX. Writes `delimiter` after the scheme. Sets the parts to the written octets.
 * Returns the number of octets written. */
size_t furl_put_parts(struct furl_parts *parts, const char *delimiter, unsigned char *out);

/* Writes the URL that has these parts, like furl_put_parts. This is the inverse of furl_split_parts
 * (draft 5.1, 6, 7; RFC 3986 5.3). The result can be uncanonical, and furl_split can split it into
 * other parts: check it with furl_is_of_parts. Fails if the scheme has no such parts, or if the
 * parts have a fault that the URL would hide. */
struct furl_result furl_compose(struct furl_parts *parts, unsigned char *out);

/* Returns the parts that a URL of this scheme may have, as bits 1 << part. */
unsigned furl_allowed_parts(const struct furl_parts *parts);

/* Returns whether any URL can have `value` as this part. Only a scheme, a host and a port are
 * limited. In a host, octets beyond ASCII mean their escapes. */
bool furl_fits(enum furl_url_part part, struct furl_range value);

/* Returns whether another URL, after furl_split_parts, has exactly these parts. */
bool furl_is_of_parts(const struct furl_parts *parts, const struct furl_parts *other);

/* Returns the octets that a part must escape, because they would end the part. */
const char *furl_ends_of(const struct furl_parts *parts, enum furl_url_part part);

/* Room for a reference of `n` octets resolved against a base of `base` octets: all octets of both,
 * and the delimiters "//", "/" and "/.". */
#define FURL_RESOLVED_MAX(base, n) ((base) + (n) + 8)

/*
 * Resolves a relative reference against `base` (RFC 3986 5.2; draft 6.2.5). The base has a scheme,
 * and `splitter`, of FURL_AS_SCHEME, has split it. `out` has room for FURL_RESOLVED_MAX of both
 * lengths, and overlaps neither. An absolute URL is unchanged, and keeps its dot segments. The
 * error is FURL_UNRESOLVED if URLs of the base have no such references, and FURL_BACKSLASH if
 * browsers find another authority in the reference. For example:
 *     http://a/b/c/d;p?q    ../g            -> http://a/b/g
 *     area://Ru.PHP/x?y     areafix:?leave  -> areafix:Ru.PHP?leave
 */
struct furl_result furl_resolve(const struct furl_splitter *splitter, const struct furl_parts *base,
                                struct furl_range reference, unsigned char *out);

/* Memory for sorting parameters, ready if all zero. Free it with furl_params_free. */
struct furl_params {
    struct furl_parameter *parameters;
    unsigned char *octets;
    size_t parameters_room, octets_room;
};

/*
 * Sorts the parameters of a canonical URL in place, by their decoded names: "?b=2&a=1&b=1" becomes
 * "?a=1&b=2&b=1". furl_plus_in_query decides whether `+` is a space. Parameters of equal names keep
 * their order. Takes the time of qsort. Returns false, and changes nothing, if memory ran out.
 */
bool furl_params_sort(struct furl_params *sorter, const struct furl_parts *split,
                      unsigned char *url);

void furl_params_free(struct furl_params *sorter);

#endif
