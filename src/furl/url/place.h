/* Where in a URL an octet is, told as its octets come. */
#ifndef FURL_PLACE_H
#define FURL_PLACE_H

#include <stdint.h>

#include "schemes.h"

enum furl_part {
    FURL_IN_SCHEME,   /* before the first colon */
    FURL_AFTER_COLON, /* right after it */
    FURL_AFTER_SLASH, /* after ":/" */
    FURL_IN_AUTHORITY,
    FURL_IN_PATH,
    FURL_IN_QUERY,
    FURL_IN_FRAGMENT,
};

/* The place of the next octet; the caller's. All zero: a URL begins. */
struct furl_place {
    enum furl_part part;
    const struct furl_scheme *scheme;        /* NULL: not in the table, or not known yet */
    unsigned char name[FURL_SCHEME_MAX + 1]; /* the scheme, as far as it was read and fits */
    size_t name_n;
};

/* Makes it the place where a URL begins. */
static inline void furl_place_restart(struct furl_place *place)
{
    place->part = FURL_IN_SCHEME;
    place->scheme = NULL;
    place->name_n = 0;
}

/* In the scheme: takes octets up to the colon that ends it, and that one, too. Returns how many;
 * the place is now after them. */
size_t furl_place_scheme(struct furl_place *place, const unsigned char *at, size_t n);

/* Masks of the octets that a place depends on; the first octet's bit is the lowest. */
struct furl_marks {
    uint64_t slashes, questions, hashes;
};

/* After the scheme: takes `n` octets, 64 at most, of which the marks tell. */
void furl_place_feed(struct furl_place *place, size_t n, struct furl_marks marks);

/* After the scheme, in place of furl_place_feed: takes octets up to the `?` or `#` that begins the
 * query or the fragment, and that one, too. Returns how many; no other parts are told apart. */
size_t furl_place_query(struct furl_place *place, const unsigned char *at, size_t n);

#endif
