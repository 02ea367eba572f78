/* Where in a URL an octet is, told as its octets come. */
#ifndef FURL_PLACE_H
#define FURL_PLACE_H

#include "schemes.h"

enum furl_part {
    FURL_IN_SCHEME,   /* before the first colon */
    FURL_AFTER_COLON, /* right after it */
    FURL_AFTER_SLASH, /* after ":/" */
    FURL_IN_AUTHORITY,
    FURL_IN_PATH,
    FURL_IN_QUERY,
    FURL_IN_FRAGMENT,
    FURL_PLACES
};

/* The place of the next octet; the caller's. All zero: a URL begins. */
struct furl_place {
    enum furl_part part;
    const struct furl_scheme *scheme;        /* NULL: not in the table, or not known yet */
    unsigned char name[FURL_SCHEME_MAX + 1]; /* the scheme, as far as it was read and fits */
    size_t name_n;
};

/* Takes octets of the URL up to one that changes the part, and that one, too. Returns how many; the
 * place is now after them. */
size_t furl_place_feed(struct furl_place *place, const unsigned char *at, size_t n);

/* Whether `+` is read as a space there, and a space written as `+` (draft 5.2.2.4): in the
 * scheme-specific part of a Fidonet URL, and in the query of an http(s) URL. */
bool furl_plus_is_space(const struct furl_place *place);

#endif
