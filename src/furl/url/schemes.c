#include "schemes.h"

#include <stdint.h>
#include <string.h>

/* Kinds of required part: address, request, objects. */
static const struct furl_required areas = {false, false, false};
static const struct furl_required areas_objects = {false, false, true};
static const struct furl_required address = {true, false, false};
static const struct furl_required address_objects = {true, false, true};
static const struct furl_required address_request = {true, true, true};

const struct furl_scheme furl_schemes[] = {
    {"area", FURL_EITHER, &areas_objects, "://", NULL, 0},      /* draft 7.2 */
    {"areafix", FURL_EITHER, &areas, ":", NULL, 0},             /* draft 6.2 */
    {"bitcoin", FURL_COLON, NULL, NULL, NULL, 0},               /* BIP 21 */
    {"cid", FURL_COLON, NULL, NULL, NULL, 0},                   /* RFC 2392 */
    {"echomail", FURL_EITHER, &areas, ":", NULL, 0},            /* draft 6.3 */
    {"ed2k", FURL_SLASHES, NULL, NULL, NULL, FURL_BAR},         /* draft 5.2.2.5 */
    {"faqserv", FURL_EITHER, &address_request, "://", NULL, 0}, /* draft 7.3 */
    {"fecho", FURL_EITHER, &areas_objects, "://", NULL, 0},     /* draft 7.4 */
    {"file", FURL_SLASHES, NULL, NULL, NULL, 0},                /* RFC 1738 3.10 */
    {"freq", FURL_EITHER, &address_objects, "://", NULL, 0},    /* draft 7.5 */
    {"ftp", FURL_SLASHES, NULL, NULL, "21", FURL_WEB},          /* RFC 1738 3.2 */
    {"ftps", FURL_SLASHES, NULL, NULL, NULL, FURL_WEB},
    {"gopher", FURL_SLASHES, NULL, NULL, "70", 0},                              /* RFC 1738 3.4 */
    {"http", FURL_SLASHES, NULL, NULL, "80", FURL_ROOT | FURL_WEB | FURL_PLUS}, /* RFC 1738 3.3 */
    {"https", FURL_SLASHES, NULL, NULL, "443", FURL_ROOT | FURL_WEB | FURL_PLUS},
    {"irc", FURL_SLASHES, NULL, NULL, NULL, 0},
    {"ircs", FURL_SLASHES, NULL, NULL, NULL, 0},
    {"magnet", FURL_COLON, NULL, NULL, NULL, 0},
    {"mailto", FURL_COLON, NULL, NULL, NULL, 0}, /* RFC 1738 3.5 */
    {"matrix", FURL_COLON, NULL, NULL, NULL, 0},
    {"mid", FURL_COLON, NULL, NULL, NULL, 0},         /* RFC 2392 */
    {"netmail", FURL_EITHER, &address, ":", NULL, 0}, /* draft 6.1 */
    {"news", FURL_COLON, NULL, NULL, NULL, 0},        /* RFC 1738 3.6 */
    {"nntp", FURL_SLASHES, NULL, NULL, "119", 0},     /* RFC 1738 3.7 */
    {"sftp", FURL_SLASHES, NULL, NULL, NULL, 0},
    {"sip", FURL_COLON, NULL, NULL, NULL, 0}, /* RFC 3261 */
    {"sips", FURL_COLON, NULL, NULL, NULL, 0},
    {"skype", FURL_COLON, NULL, NULL, NULL, 0}, /* draft 5.2.2.5 */
    {"ssh", FURL_SLASHES, NULL, NULL, NULL, 0},
    {"telnet", FURL_SLASHES, NULL, NULL, "23", 0}, /* RFC 1738 3.8 */
    {"tg", FURL_SLASHES, NULL, NULL, NULL, 0},
    {"wais", FURL_SLASHES, NULL, NULL, "210", 0},      /* RFC 1738 3.9 */
    {"ws", FURL_SLASHES, NULL, NULL, "80", FURL_ROOT}, /* RFC 6455 */
    {"wss", FURL_SLASHES, NULL, NULL, "443", FURL_ROOT},
    {"xmpp", FURL_COLON, NULL, NULL, NULL, 0}, /* RFC 5122 */
};

const size_t furl_schemes_n = sizeof furl_schemes / sizeof furl_schemes[0];

_Static_assert(FURL_SCHEME_MAX == sizeof(uint64_t), "names are looked at in numbers of 8 octets");

/* Letters in lower case, of 8 octets at once: the top bit of each octet of `upper` says whether it
 * is a capital. */
static uint64_t lower_eight(uint64_t octets)
{
    const uint64_t each = 0x0101010101010101;
    uint64_t low = octets & each * 0x7F;
    uint64_t upper = (low + each * (0x80 - 'A')) & ~(low + each * (0x7F - 'Z')) & ~octets;

    return octets | (upper & each * 0x80) >> 2;
}

/* By the first, middle and last octet, and the length. The factors were found by trying. */
unsigned furl_scheme_slot(const unsigned char *name, size_t n)
{
    unsigned first = name[0] | 32u, middle = name[n / 2] | 32u, last = name[n - 1] | 32u;

    return (43 * first + 40 * middle + 15 * last + (unsigned)n) % FURL_SCHEME_SLOTS;
}

/* The row, from 1, of the name whose slot it is; 0 where there is none. */
static const unsigned char rows[FURL_SCHEME_SLOTS] = {
    0,  13, 2,  16, 0,  25, 1,  0,  0,  0,  0,  7, 26, 10, 0,  0, 6,  18, 27, 23, 0, 11,
    21, 0,  0,  0,  15, 5,  17, 22, 0,  31, 8,  0, 0,  12, 29, 0, 32, 3,  4,  28, 0, 0,
    14, 20, 24, 0,  0,  9,  0,  0,  33, 34, 19, 0, 0,  0,  0,  0, 35, 0,  30, 0,
};

/* The row whose name the first `n` of 8 octets, at least one, spell. */
static const struct furl_scheme *look_up(const unsigned char *eight, size_t n)
{
    static const unsigned char ones[2 * FURL_SCHEME_MAX] = {255, 255, 255, 255, 255, 255, 255, 255};
    uint64_t name = 0, octets = 0, mask = 0;
    unsigned row = rows[furl_scheme_slot(eight, n)];

    if (row == 0) {
        return NULL;
    }
    const struct furl_scheme *scheme = &furl_schemes[row - 1];
    memcpy(&octets, eight, sizeof octets);
    memcpy(&mask, ones + FURL_SCHEME_MAX - n, sizeof mask); /* of the first n octets */
    memcpy(&name, scheme->name, sizeof name);
    /* Zeros follow a name, and NULs may be among the octets. */
    return name == (lower_eight(octets) & mask) && scheme->name[n - 1] != '\0' ? scheme : NULL;
}

const struct furl_scheme *furl_scheme(struct furl_range text, size_t n)
{
    unsigned char eight[FURL_SCHEME_MAX] = "";

    if (n == 0 || n > FURL_SCHEME_MAX) {
        return NULL;
    }
    if (text.n >= sizeof eight) {
        return look_up(text.at, n);
    }
    memcpy(eight, text.at, n);
    return look_up(eight, n);
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
