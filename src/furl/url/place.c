#include "place.h"

#include <string.h>

/* Keeps octets of the name, as many as fit: one that does not is in no table. */
static void keep_name(struct furl_place *place, const unsigned char *at, size_t n)
{
    size_t room = sizeof place->name - place->name_n;
    size_t fits = n < room ? n : room;

    memcpy(place->name + place->name_n, at, fits);
    place->name_n += fits;
}

size_t furl_place_scheme(struct furl_place *place, const unsigned char *at, size_t n)
{
    const unsigned char *colon = memchr(at, ':', n);
    size_t name_n = colon != NULL ? (size_t)(colon - at) : n;
    struct furl_range text = {at, n};

    if (colon == NULL || place->name_n > 0) {
        keep_name(place, at, name_n);
        text = (struct furl_range){place->name, sizeof place->name};
        name_n = place->name_n;
    }
    if (colon == NULL) {
        return n;
    }
    place->scheme = furl_scheme(text, name_n);
    place->part = FURL_AFTER_COLON;
    return (size_t)(colon - at) + 1;
}

/* The part after one octet, a slash or another one, in what may come before an authority. */
static enum furl_part after_octet(enum furl_part part, bool slash)
{
    return !slash ? FURL_IN_PATH : part == FURL_AFTER_COLON ? FURL_AFTER_SLASH : FURL_IN_AUTHORITY;
}

void furl_place_feed(struct furl_place *place, size_t n, struct furl_marks marks)
{
    if (place->part == FURL_IN_FRAGMENT || marks.hashes != 0) {
        place->part = FURL_IN_FRAGMENT;
    } else if (place->part == FURL_IN_QUERY || marks.questions != 0) {
        place->part = FURL_IN_QUERY;
    } else {
        for (; n > 0 && place->part < FURL_IN_AUTHORITY; n--, marks.slashes >>= 1) {
            place->part = after_octet(place->part, (marks.slashes & 1) != 0);
        }
        if (marks.slashes != 0) {
            place->part = FURL_IN_PATH;
        }
    }
}

size_t furl_place_query(struct furl_place *place, const unsigned char *at, size_t n)
{
    if (place->part == FURL_IN_FRAGMENT) {
        return n;
    }
    const unsigned char *hash = memchr(at, '#', n);
    size_t before = hash != NULL ? (size_t)(hash - at) : n;
    const unsigned char *question = place->part != FURL_IN_QUERY ? memchr(at, '?', before) : NULL;
    if (question != NULL) {
        place->part = FURL_IN_QUERY;
        return (size_t)(question - at) + 1;
    }
    if (hash == NULL) {
        return n;
    }
    place->part = FURL_IN_FRAGMENT;
    return before + 1;
}
