/* The schemes that fidourl knows. */
#ifndef FURL_SCHEME_H
#define FURL_SCHEME_H

#include "furl/core/octets.h"

/* The grammar of a Fidonet URL after its delimiter: an address or areas, and the parts that can
 * follow after a `/` (draft 6, 7). */
struct furl_fidonet_grammar {
    bool address;          /* an address is required, otherwise areas, which can be missing */
    bool request;          /* a request can follow, before the object path */
    bool objects;          /* an object path can follow, otherwise `/` is literal in areas */
    unsigned char slashes; /* the `/` that ends the address or areas: 1st, 2nd or 0: none */
};

/* The delimiters after which text is recognized as a URL of a scheme. */
enum furl_delimiter {
    FURL_COLON = 1,
    FURL_SLASHES = 2, /* "://" */
    FURL_EITHER = FURL_COLON | FURL_SLASHES,
};

/* Octets of the longest name of a scheme. */
#define FURL_SCHEME_MAX ((size_t)8)

/* Traits of a scheme, as bits. */
enum {
    FURL_BAR = 1 << 0,       /* a bare `|` is unchanged (draft 5.2.2.5) */
    FURL_ROOT = 1 << 1,      /* an empty path is "/" (RFC 3986 6.2.3) */
    FURL_WEB = 1 << 2,       /* the word "web" in a list of schemes includes the scheme */
    FURL_PLUS = 1 << 3,      /* `+` in a query is a space, as in forms (draft 5.2.2.4.2) */
    FURL_CLICKABLE = 1 << 4, /* a click does the thing that a reader expects */
    /* A click does so only if no part of the URL can be an option of a program. */
    FURL_CLICKABLE_IF_NO_OPTION = 1 << 5,
    FURL_WHATWG = 1 << 6, /* browsers read a backslash as a slash (URL Standard, "special") */
    FURL_AT = 1 << 7,     /* a URL with an `@` can follow a colon, as in calendars */
};

struct furl_scheme {
    char name[FURL_SCHEME_MAX + 1]; /* in lower case */
    enum furl_delimiter delimiter;
    const struct furl_fidonet_grammar *grammar; /* NULL: no Fidonet scheme */
    const char *canonical; /* of a Fidonet scheme: the delimiter in canonical forms (draft 5.1.2) */
    const char *port;      /* the default port, or NULL */
    unsigned traits;
};

/* The table, sorted by name. Each name that needs only a colon ends with at least three letters. */
extern const struct furl_scheme furl_schemes[];
extern const size_t furl_schemes_n;

/* Returns the row of the scheme whose name is the first `n` octets of `text`, in upper or lower
 * case; NULL if there is none. Fastest if `text` has FURL_SCHEME_MAX octets or more. */
const struct furl_scheme *furl_scheme_of(struct furl_range text, size_t n);

/* Returns whether a scheme, which may be NULL, is a Fidonet scheme. */
static inline bool furl_is_fidonet(const struct furl_scheme *scheme)
{
    return scheme != NULL && scheme->grammar != NULL;
}

/* Returns whether a scheme, which may be NULL, has any of `traits`. */
static inline bool furl_scheme_has(const struct furl_scheme *scheme, unsigned traits)
{
    return scheme != NULL && (scheme->traits & traits) != 0;
}

/* Returns whether URLs of a scheme, which may be NULL, become links. URLs of Fidonet do. */
static inline bool furl_is_link(const struct furl_scheme *scheme)
{
    return furl_is_fidonet(scheme) || furl_scheme_has(scheme, FURL_CLICKABLE);
}

/* Returns whether `+` is a space in queries of a scheme, which may be NULL (draft 5.2.2.4,
 * 5.2.2.4.2). */
static inline bool furl_plus_in_query(const struct furl_scheme *scheme)
{
    return furl_is_fidonet(scheme) || furl_scheme_has(scheme, FURL_PLUS);
}

/* Returns whether `name` can be a scheme: a letter (RFC 3986 3.1), then letters, digits and `+ . -`
 * (draft 5.1). */
bool furl_is_scheme(struct furl_range name);

#endif
