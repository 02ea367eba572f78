/* The schemes that are known by name. */
#ifndef FURL_SCHEME_H
#define FURL_SCHEME_H

#include "furl/base/octets.h"

/* What the required part of a Fidonet URL has: an address or areas, and what may follow that after
 * a `/` (draft 6, 7). */
struct furl_required {
    bool address;          /* else areas, of which there may be none */
    bool request;          /* before the object path */
    bool objects;          /* an object path; without one, `/` in areas is literal */
    unsigned char slashes; /* the one before which the address or the areas end, the first or the
                              second; 0: none */
};

/* The delimiters by which a scheme is recognized in text. */
enum furl_delimiter {
    FURL_COLON = 1,
    FURL_SLASHES = 2, /* "://" */
    FURL_EITHER = FURL_COLON | FURL_SLASHES,
};

/* Octets in the longest name. */
#define FURL_SCHEME_MAX ((size_t)8)

/* What is special about the URLs of a scheme, as bits. */
enum {
    FURL_BAR = 1 << 0,  /* a bare `|` (draft 5.2.2.5) */
    FURL_ROOT = 1 << 1, /* an empty path is "/" (RFC 3986 6.2.3) */
    FURL_WEB = 1 << 2,  /* they are of the web, as lists of schemes call it */
    FURL_PLUS = 1 << 3, /* `+` in a query is a space, as in forms (draft 5.2.2.4.2) */
    FURL_LINK = 1 << 4, /* a click on one does what a reader expects */
};

struct furl_scheme {
    char name[FURL_SCHEME_MAX + 1]; /* in lower case */
    enum furl_delimiter delimiter;
    const struct furl_required *required; /* NULL: not Fidonet's */
    const char *canonical;                /* the delimiter to write; Fidonet's only (draft 5.1.2) */
    const char *port;                     /* the default one; NULL: none is known */
    unsigned traits;
};

/* The table, in the order of names. A name that needs no more than a colon after it ends with three
 * letters at least. */
extern const struct furl_scheme furl_schemes[];
extern const size_t furl_schemes_n;

/* The row of the scheme that the first `n` octets of `text` spell, in any case; NULL if none does.
 * It is fastest where FURL_SCHEME_MAX octets can be read. */
const struct furl_scheme *furl_scheme(struct furl_range text, size_t n);

/* Whether URLs of `scheme`, which may be NULL, are Fidonet's. */
static inline bool furl_is_fidonet(const struct furl_scheme *scheme)
{
    return scheme != NULL && scheme->required != NULL;
}

/* Whether URLs of `scheme`, which may be NULL, have one of `traits`. */
static inline bool furl_has(const struct furl_scheme *scheme, unsigned traits)
{
    return scheme != NULL && (scheme->traits & traits) != 0;
}

/* Whether a URL of `scheme`, which may be NULL, is made a link: Fidonet's are. */
static inline bool furl_is_link(const struct furl_scheme *scheme)
{
    return furl_is_fidonet(scheme) || furl_has(scheme, FURL_LINK);
}

/* Whether `+` in the query of such a URL stands for a space (draft 5.2.2.4, 5.2.2.4.2). */
static inline bool furl_plus_in_query(const struct furl_scheme *scheme)
{
    return furl_is_fidonet(scheme) || furl_has(scheme, FURL_PLUS);
}

/* Whether `name` is a scheme: letters, digits, `+ . -` (draft 5.1), the first one a letter (RFC
 * 3986 3.1). */
bool furl_is_scheme(struct furl_range name);

#endif
