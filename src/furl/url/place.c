#include "place.h"

#include <string.h>

/* What an octet may mean after the first colon. */
enum { OTHER, SLASH, QUESTION, HASH, MEANINGS };
static const unsigned char meaning[256] = {['/'] = SLASH, ['?'] = QUESTION, ['#'] = HASH};

/* The part that comes after an octet of each meaning. */
static const unsigned char next[FURL_PLACES][MEANINGS] = {
    [FURL_AFTER_COLON] = {FURL_IN_PATH, FURL_AFTER_SLASH, FURL_IN_QUERY, FURL_IN_FRAGMENT},
    [FURL_AFTER_SLASH] = {FURL_IN_PATH, FURL_IN_AUTHORITY, FURL_IN_QUERY, FURL_IN_FRAGMENT},
    [FURL_IN_AUTHORITY] = {FURL_IN_AUTHORITY, FURL_IN_PATH, FURL_IN_QUERY, FURL_IN_FRAGMENT},
    [FURL_IN_PATH] = {FURL_IN_PATH, FURL_IN_PATH, FURL_IN_QUERY, FURL_IN_FRAGMENT},
    [FURL_IN_QUERY] = {FURL_IN_QUERY, FURL_IN_QUERY, FURL_IN_QUERY, FURL_IN_FRAGMENT},
    [FURL_IN_FRAGMENT] = {FURL_IN_FRAGMENT, FURL_IN_FRAGMENT, FURL_IN_FRAGMENT, FURL_IN_FRAGMENT},
};

static size_t feed_scheme(struct furl_place *place, const unsigned char *at, size_t n)
{
    const unsigned char *colon = memchr(at, ':', n);
    size_t some = colon != NULL ? (size_t)(colon - at) : n;
    size_t room = sizeof place->name - place->name_n;
    size_t fits = some < room ? some : room; /* what does not is in no table */

    memcpy(place->name + place->name_n, at, fits);
    place->name_n += fits;
    if (colon == NULL) {
        return n;
    }
    place->scheme =
        furl_scheme((struct furl_range){place->name, sizeof place->name}, place->name_n);
    place->part = FURL_AFTER_COLON;
    return some + 1;
}

size_t furl_place_feed(struct furl_place *place, const unsigned char *at, size_t n)
{
    enum furl_part part = place->part;
    size_t i = 0;

    if (part == FURL_IN_SCHEME) {
        return feed_scheme(place, at, n);
    }
    if (part == FURL_IN_FRAGMENT) {
        return n;
    }
    while (i < n && place->part == part) {
        place->part = next[part][meaning[at[i++]]];
    }
    return i;
}

bool furl_plus_is_space(const struct furl_place *place)
{
    return furl_is_fidonet(place->scheme) ||
           (place->part == FURL_IN_QUERY && furl_plus_in_query(place->scheme));
}
