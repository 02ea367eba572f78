#include "scheme.h"

#include <string.h>

#include "furl/base/bits.h"

/* Kinds of required part: address, request, objects; slashes. */
static const struct furl_required areas = {false, false, false, 0};
static const struct furl_required areas_objects = {false, false, true, 1};
static const struct furl_required address = {true, false, false, 0};
static const struct furl_required address_objects = {true, false, true, 2};
static const struct furl_required address_request = {true, true, true, 2};

const struct furl_scheme furl_schemes[] = {
    {"area", FURL_EITHER, &areas_objects, "://", NULL, 0},          /* draft 7.2 */
    {"areafix", FURL_EITHER, &areas, ":", NULL, 0},                 /* draft 6.2 */
    {"bitcoin", FURL_COLON, NULL, NULL, NULL, 0},                   /* BIP 21 */
    {"cid", FURL_COLON, NULL, NULL, NULL, 0},                       /* RFC 2392 */
    {"echomail", FURL_EITHER, &areas, ":", NULL, 0},                /* draft 6.3 */
    {"ed2k", FURL_SLASHES, NULL, NULL, NULL, FURL_BAR | FURL_LINK}, /* draft 5.2.2.5 */
    {"faqserv", FURL_EITHER, &address_request, "://", NULL, 0},     /* draft 7.3 */
    {"fecho", FURL_EITHER, &areas_objects, "://", NULL, 0},         /* draft 7.4 */
    {"file", FURL_SLASHES, NULL, NULL, NULL, 0},                    /* RFC 1738 3.10 */
    {"freq", FURL_EITHER, &address_objects, "://", NULL, 0},        /* draft 7.5 */
    {"ftp", FURL_SLASHES, NULL, NULL, "21", FURL_WEB | FURL_LINK},  /* RFC 1738 3.2 */
    {"ftps", FURL_SLASHES, NULL, NULL, NULL, FURL_WEB | FURL_LINK},
    {"gopher", FURL_SLASHES, NULL, NULL, "70", FURL_LINK}, /* RFC 1738 3.4 */
    {"http", FURL_SLASHES, NULL, NULL, "80",
     FURL_ROOT | FURL_WEB | FURL_PLUS | FURL_LINK}, /* RFC 1738 3.3 */
    {"https", FURL_SLASHES, NULL, NULL, "443", FURL_ROOT | FURL_WEB | FURL_PLUS | FURL_LINK},
    {"irc", FURL_SLASHES, NULL, NULL, NULL, FURL_LINK},
    {"ircs", FURL_SLASHES, NULL, NULL, NULL, FURL_LINK},
    {"magnet", FURL_COLON, NULL, NULL, NULL, FURL_LINK},
    {"mailto", FURL_COLON, NULL, NULL, NULL, FURL_LINK}, /* RFC 1738 3.5 */
    {"matrix", FURL_COLON, NULL, NULL, NULL, 0},
    {"mid", FURL_COLON, NULL, NULL, NULL, 0},             /* RFC 2392 */
    {"netmail", FURL_EITHER, &address, ":", NULL, 0},     /* draft 6.1 */
    {"news", FURL_COLON, NULL, NULL, NULL, FURL_LINK},    /* RFC 1738 3.6 */
    {"nntp", FURL_SLASHES, NULL, NULL, "119", FURL_LINK}, /* RFC 1738 3.7 */
    {"sftp", FURL_SLASHES, NULL, NULL, NULL, 0},
    {"sip", FURL_COLON, NULL, NULL, NULL, FURL_LINK}, /* RFC 3261 */
    {"sips", FURL_COLON, NULL, NULL, NULL, FURL_LINK},
    {"skype", FURL_COLON, NULL, NULL, NULL, 0}, /* draft 5.2.2.5 */
    {"ssh", FURL_SLASHES, NULL, NULL, NULL, 0},
    {"telnet", FURL_SLASHES, NULL, NULL, "23", 0}, /* RFC 1738 3.8 */
    {"tg", FURL_SLASHES, NULL, NULL, NULL, 0},
    {"wais", FURL_SLASHES, NULL, NULL, "210", 0},      /* RFC 1738 3.9 */
    {"ws", FURL_SLASHES, NULL, NULL, "80", FURL_ROOT}, /* RFC 6455 */
    {"wss", FURL_SLASHES, NULL, NULL, "443", FURL_ROOT},
    {"xmpp", FURL_COLON, NULL, NULL, NULL, FURL_LINK}, /* RFC 5122 */
};

const size_t furl_schemes_n = sizeof furl_schemes / sizeof furl_schemes[0];

_Static_assert(FURL_SCHEME_MAX == sizeof(uint64_t), "names are looked at in numbers of 8 octets");

/* Eight octets as a number, the first one lowest. */
static inline uint64_t eight_octets(const void *from)
{
    const unsigned char *at = from;

    return (uint64_t)at[0] | (uint64_t)at[1] << 8 | (uint64_t)at[2] << 16 | (uint64_t)at[3] << 24 |
           (uint64_t)at[4] << 32 | (uint64_t)at[5] << 40 | (uint64_t)at[6] << 48 |
           (uint64_t)at[7] << 56;
}

FURL_MODULAR unsigned furl_scheme_slot(uint64_t word, uint64_t factor)
{
    return (unsigned)(word * factor >> 57);
}

/* A factor that gives each name a slot of its own; and for each slot the row of its name, from 1,
 * or 0 where it has none. Where both no longer fit, the unit `slots` prints others. */
#define FACTOR 0xB6962BD63CA40BCB
static const unsigned char rows[FURL_SCHEME_SLOTS] = {
    0, 0, 22, 34, 27, 0,  0, 15, 0, 0,  0, 0,  0,  0,  0,  0,  0,  0,  0,  31, 28, 0,
    0, 0, 0,  0,  0,  12, 0, 0,  0, 0,  0, 0,  5,  8,  0,  29, 0,  0,  23, 4,  33, 0,
    0, 0, 9,  0,  0,  0,  0, 0,  0, 0,  0, 35, 0,  25, 21, 0,  0,  10, 0,  0,  2,  0,
    0, 1, 0,  0,  0,  0,  0, 24, 0, 18, 0, 0,  19, 0,  0,  0,  0,  7,  0,  0,  20, 0,
    0, 0, 0,  16, 0,  0,  0, 0,  0, 13, 0, 0,  30, 26, 6,  0,  14, 0,  0,  0,  3,  0,
    0, 0, 0,  0,  0,  0,  0, 0,  0, 0,  0, 0,  17, 0,  11, 0,  0,  32,
};

/* The row whose name the first `n` of 8 octets, at least one, spell. */
static const struct furl_scheme *look_up(const unsigned char *eight, size_t n)
{
    uint64_t all = UINT64_MAX >> 8 * (FURL_SCHEME_MAX - n);
    uint64_t word = furl_lower_eight(eight_octets(eight) & all);
    unsigned row = rows[furl_scheme_slot(word, FACTOR)];

    if (row == 0) {
        return NULL;
    }
    const struct furl_scheme *scheme = &furl_schemes[row - 1];
    /* Zeros follow a name, and NULs may be among the octets. */
    return eight_octets(scheme->name) == word && scheme->name[n - 1] != '\0' ? scheme : NULL;
}

/* The same where there may be fewer octets than 8. */
static const struct furl_scheme *look_up_short(struct furl_range name)
{
    unsigned char eight[FURL_SCHEME_MAX] = "";

    memcpy(eight, name.at, name.n);
    return look_up(eight, name.n);
}

const struct furl_scheme *furl_scheme(struct furl_range text, size_t n)
{
    if (n == 0 || n > FURL_SCHEME_MAX) {
        return NULL;
    }
    return text.n >= FURL_SCHEME_MAX ? look_up(text.at, n)
                                     : look_up_short((struct furl_range){text.at, n});
}

bool furl_is_scheme(struct furl_range name)
{
    for (size_t i = 0; i < name.n; i++) {
        if (!furl_is(name.at[i], i == 0 ? FURL_LETTER : FURL_SCHEME)) {
            return false;
        }
    }
    return name.n > 0;
}
