/* The schemes that are known by name. */
#ifndef FURL_SCHEMES_H
#define FURL_SCHEMES_H

#include "furl/octets/octets.h"

/* What stands between the colon and the parameters of a Fidonet URL (draft 6, 7). */
enum furl_required {
    FURL_OTHER,           /* not a Fidonet URL */
    FURL_ADDRESS_ALONE,   /* address */
    FURL_AREAS_ALONE,     /* areas, or nothing; `/` is literal */
    FURL_AREAS_OBJECT,    /* areas [ "/" object-path ], or nothing */
    FURL_ADDRESS_REQUEST, /* address [ "/" request [ "/" object-path ] ] */
    FURL_ADDRESS_OBJECT,  /* address [ "/" object-path ] */
};

/* The delimiters by which a scheme is recognized in text. */
enum furl_delimiter {
    FURL_COLON = 1,
    FURL_SLASHES = 2, /* "://" */
    FURL_EITHER = FURL_COLON | FURL_SLASHES,
};

/* Octets in the longest name. */
#define FURL_SCHEME_MAX ((size_t)8)

struct furl_scheme {
    char name[FURL_SCHEME_MAX + 1]; /* in lower case */
    enum furl_delimiter delimiter;
    enum furl_required required;
    const char *canonical; /* the delimiter to write; Fidonet URLs only (draft 5.1.2) */
    bool bar;              /* `|` may stand in it (draft 5.2.2.5) */
    const char *port;      /* the default one; NULL: none is known */
    bool root;             /* an empty path is "/" (RFC 3986 6.2.3) */
};

/* The table, in the order of names. A name that a colon alone makes a scheme has three letters at
 * least, which it ends with. */
extern const struct furl_scheme furl_schemes[];
extern const size_t furl_schemes_n;

/* The row of the scheme that the first `n` octets of `text` spell, in any case; NULL if none does.
 * It is fastest where FURL_SCHEME_MAX octets can be read. */
const struct furl_scheme *furl_scheme(struct furl_range text, size_t n);

/* Whether URLs of `scheme`, which may be NULL, are Fidonet's. */
static inline bool furl_is_fidonet(const struct furl_scheme *scheme)
{
    return scheme != NULL && scheme->required != FURL_OTHER;
}

/* Whether `name` is a scheme: a letter, then letters, digits, `+ . -` (draft 5.1, RFC 3986 3.1) */
bool furl_is_scheme(struct furl_range name);

/* How a URL begins. */
struct furl_head {
    size_t n;                         /* octets of its scheme, before the first colon; 0: none */
    const struct furl_scheme *scheme; /* NULL: not in the table */
};

/* How `url`, any octets, begins. */
struct furl_head furl_head(struct furl_range url);

#endif
