/* The schemes that fidourl knows. */
#ifndef FURL_SCHEME_H
#define FURL_SCHEME_H

#include "furl/base/octets.h"

/* The required part of a Fidonet URL: an address or areas, and what may follow after a `/` (draft
 * 6, 7). */
struct furl_fidonet_grammar {
    bool address;          /* an address; else areas, or none */
    bool request;          /* a request, before the object path */
    bool objects;          /* an object path; without one, `/` in areas is literal */
    unsigned char slashes; /* which `/` ends the address or areas, the first or second; 0: none */
};

/* The delimiters by which a scheme is recognized in text. */
enum furl_delimiter {
    FURL_COLON = 1,
    FURL_SLASHES = 2, /* "://" */
    FURL_EITHER = FURL_COLON | FURL_SLASHES,
};

/* Octets in the longest name. */
#define FURL_SCHEME_MAX ((size_t)8)

/* Traits of a scheme, as bits. */
enum {
    FURL_BAR = 1 << 0,       /* `|` is bare (draft 5.2.2.5) */
    FURL_ROOT = 1 << 1,      /* an empty path is "/" (RFC 3986 6.2.3) */
    FURL_WEB = 1 << 2,       /* it belongs to "web" in lists of schemes */
    FURL_PLUS = 1 << 3,      /* `+` in a query is a space, as in forms (draft 5.2.2.4.2) */
    FURL_CLICKABLE = 1 << 4, /* a click on a URL does what a reader expects, */
    FURL_CLICKABLE_IF_NO_OPTION = 1 << 5, /* if no part of it can be an option of a program */
    FURL_WHATWG = 1 << 6, /* a backslash is a slash to browsers (URL Standard, "special") */
    FURL_AT = 1 << 7,     /* one with an `@` may come after a colon, as in calendars */
};

struct furl_scheme {
    char name[FURL_SCHEME_MAX + 1]; /* in lower case */
    enum furl_delimiter delimiter;
    const struct furl_fidonet_grammar *required; /* NULL: it is not of Fidonet */
    const char *canonical; /* the delimiter to write, of Fidonet (draft 5.1.2) */
    const char *port;      /* the default port, or NULL */
    unsigned traits;
};

/* The table, sorted by name. A name that only a colon has to follow ends with at least three
 * letters.
 */
extern const struct furl_scheme furl_schemes[];
extern const size_t furl_schemes_n;

/* The row of the scheme whose name is the first `n` octets of `text`, in any case, or NULL. Fastest
 * if `text` has FURL_SCHEME_MAX octets. */
const struct furl_scheme *furl_scheme_of(struct furl_range text, size_t n);

/* Whether a scheme, which may be NULL, is of Fidonet. */
static inline bool furl_is_fidonet(const struct furl_scheme *scheme)
{
    return scheme != NULL && scheme->required != NULL;
}

/* Whether a scheme, which may be NULL, has one of `traits`. */
static inline bool furl_scheme_has(const struct furl_scheme *scheme, unsigned traits)
{
    return scheme != NULL && (scheme->traits & traits) != 0;
}

/* Whether URLs of a scheme, which may be NULL, become links, as those of Fidonet do. */
static inline bool furl_is_link(const struct furl_scheme *scheme)
{
    return furl_is_fidonet(scheme) || furl_scheme_has(scheme, FURL_CLICKABLE);
}

/* Whether `+` in the query of such a URL is a space (draft 5.2.2.4, 5.2.2.4.2). */
static inline bool furl_plus_in_query(const struct furl_scheme *scheme)
{
    return furl_is_fidonet(scheme) || furl_scheme_has(scheme, FURL_PLUS);
}

/* Whether `name` is a scheme: a letter (RFC 3986 3.1), then letters, digits and `+ . -`
 * (draft 5.1).
 */
bool furl_is_scheme(struct furl_range name);

#endif
