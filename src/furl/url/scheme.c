#include "scheme.h"

#include <string.h>

/* Required parts: address, request, objects, slashes. */
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
    {"gs", FURL_SLASHES, NULL, NULL, NULL, 0},
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
    {"s3", FURL_SLASHES, NULL, NULL, NULL, 0},
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

_Static_assert(FURL_SCHEME_MAX == sizeof(uint64_t), "a name fits in a number");

/* Eight octets as a number, which has the order of names: the first octet is the highest. */
static inline uint64_t ordered_word(const void *from)
{
    const unsigned char *at = from;

    return (uint64_t)at[0] << 56 | (uint64_t)at[1] << 48 | (uint64_t)at[2] << 40 |
           (uint64_t)at[3] << 32 | (uint64_t)at[4] << 24 | (uint64_t)at[5] << 16 |
           (uint64_t)at[6] << 8 | (uint64_t)at[7];
}

const struct furl_scheme *furl_scheme(struct furl_range text, size_t n)
{
    unsigned char copy[FURL_SCHEME_MAX] = "";

    if (n == 0 || n > FURL_SCHEME_MAX) {
        return NULL;
    }
    uint64_t word = ordered_word(text.n >= FURL_SCHEME_MAX ? text.at : memcpy(copy, text.at, n));
    size_t after = 8 * (FURL_SCHEME_MAX - n); /* bits after the name */
    uint64_t name = furl_lower_word(word >> after << after);
    const struct furl_scheme *row = furl_schemes;
    for (size_t left = furl_schemes_n; left > 1; left -= left / 2) {
        const struct furl_scheme *middle = row + left / 2;
        row = ordered_word(middle->name) <= name ? middle : row;
    }
    /* Zeros follow a name, and the octets may have NULs. */
    return ordered_word(row->name) == name && row->name[n - 1] != '\0' ? row : NULL;
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
