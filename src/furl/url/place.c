#include "place.h"

static void end_scheme(struct furl_place *place)
{
    place->scheme =
        furl_scheme((struct furl_range){place->name, sizeof place->name}, place->name_n);
    place->part = FURL_AFTER_COLON;
}

static void feed_scheme(struct furl_place *place, unsigned char octet)
{
    if (octet == ':') {
        end_scheme(place);
    } else if (place->name_n < sizeof place->name) {
        place->name[place->name_n++] = octet; /* one that does not fit is in no table */
    }
}

void furl_place_feed(struct furl_place *place, unsigned char octet)
{
    if (place->part == FURL_IN_SCHEME) {
        feed_scheme(place, octet);
    } else if (octet == '#' || place->part == FURL_IN_FRAGMENT) {
        place->part = FURL_IN_FRAGMENT;
    } else if (octet == '?' || place->part == FURL_IN_QUERY) {
        place->part = FURL_IN_QUERY;
    } else if (octet == '/' && place->part == FURL_AFTER_COLON) {
        place->part = FURL_AFTER_SLASH;
    } else if (octet == '/' && place->part == FURL_AFTER_SLASH) {
        place->part = FURL_IN_AUTHORITY;
    } else if (octet == '/' || place->part != FURL_IN_AUTHORITY) {
        place->part = FURL_IN_PATH;
    }
}

bool furl_plus_is_space(const struct furl_place *place)
{
    return furl_is_fidonet(place->scheme) ||
           (place->part == FURL_IN_QUERY && furl_plus_in_query(place->scheme));
}
