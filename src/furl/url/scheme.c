#include "scheme.h"

#include <string.h>

#include "furl/core/bits.h"

/* The grammars: address, request, objects, slashes. */
static const struct furl_fidonet_grammar areas = {false, false, false, 0};
static const struct furl_fidonet_grammar areas_objects = {false, false, true, 1};
static const struct furl_fidonet_grammar address = {true, false, false, 0};
static const struct furl_fidonet_grammar address_objects = {true, false, true, 2};
static const struct furl_fidonet_grammar address_request = {true, true, true, 2};

const struct furl_scheme furl_schemes[] = {
    {"area", FURL_EITHER, &areas_objects, "://", NULL, 0},               /* draft 7.2 */
    {"areafix", FURL_EITHER, &areas, ":", NULL, 0},                      /* draft 6.2 */
    {"bitcoin", FURL_COLON, NULL, NULL, NULL, 0},                        /* BIP 21 */
    {"cid", FURL_COLON, NULL, NULL, NULL, 0},                            /* RFC 2392 */
    {"echomail", FURL_EITHER, &areas, ":", NULL, 0},                     /* draft 6.3 */
    {"ed2k", FURL_SLASHES, NULL, NULL, NULL, FURL_BAR | FURL_CLICKABLE}, /* draft 5.2.2.5 */
    {"faqserv", FURL_EITHER, &address_request, "://", NULL, 0},          /* draft 7.3 */
    {"fecho", FURL_EITHER, &areas_objects, "://", NULL, 0},              /* draft 7.4 */
    {"file", FURL_SLASHES, NULL, NULL, NULL, 0},                         /* RFC 1738 3.10 */
    {"freq", FURL_EITHER, &address_objects, "://", NULL, 0},             /* draft 7.5 */
    {"ftp", FURL_SLASHES, NULL, NULL, "21",
     FURL_WEB | FURL_CLICKABLE | FURL_WHATWG}, /* RFC 1738 3.2 */
    {"ftps", FURL_SLASHES, NULL, NULL, NULL, FURL_WEB | FURL_CLICKABLE},
    {"gopher", FURL_SLASHES, NULL, NULL, "70", FURL_CLICKABLE}, /* RFC 1738 3.4 */
    {"gs", FURL_SLASHES, NULL, NULL, NULL, 0},
    {"http", FURL_SLASHES, NULL, NULL, "80",
     FURL_ROOT | FURL_WEB | FURL_PLUS | FURL_CLICKABLE | FURL_WHATWG}, /* RFC 1738 3.3 */
    {"https", FURL_SLASHES, NULL, NULL, "443",
     FURL_ROOT | FURL_WEB | FURL_PLUS | FURL_CLICKABLE | FURL_WHATWG},
    {"irc", FURL_SLASHES, NULL, NULL, NULL, FURL_CLICKABLE},
    {"ircs", FURL_SLASHES, NULL, NULL, NULL, FURL_CLICKABLE},
    {"magnet", FURL_COLON, NULL, NULL, NULL, FURL_CLICKABLE},
    {"mailto", FURL_COLON, NULL, NULL, NULL, FURL_CLICKABLE | FURL_AT}, /* RFC 1738 3.5 */
    {"matrix", FURL_COLON, NULL, NULL, NULL, 0},
    {"mid", FURL_COLON, NULL, NULL, NULL, 0},                  /* RFC 2392 */
    {"netmail", FURL_EITHER, &address, ":", NULL, 0},          /* draft 6.1 */
    {"news", FURL_COLON, NULL, NULL, NULL, FURL_CLICKABLE},    /* RFC 1738 3.6 */
    {"nntp", FURL_SLASHES, NULL, NULL, "119", FURL_CLICKABLE}, /* RFC 1738 3.7 */
    {"s3", FURL_SLASHES, NULL, NULL, NULL, 0},
    {"sftp", FURL_SLASHES, NULL, NULL, NULL, 0},
    {"sip", FURL_COLON, NULL, NULL, NULL, FURL_CLICKABLE | FURL_AT}, /* RFC 3261 */
    {"sips", FURL_COLON, NULL, NULL, NULL, FURL_CLICKABLE | FURL_AT},
    {"skype", FURL_COLON, NULL, NULL, NULL, 0}, /* draft 5.2.2.5 */
    {"ssh", FURL_SLASHES, NULL, NULL, NULL, 0},
    {"telnet", FURL_SLASHES, NULL, NULL, "23",
     FURL_CLICKABLE | FURL_CLICKABLE_IF_NO_OPTION}, /* RFC 1738 3.8 */
    {"tg", FURL_SLASHES, NULL, NULL, NULL, 0},
    {"wais", FURL_SLASHES, NULL, NULL, "210", 0},                    /* RFC 1738 3.9 */
    {"ws", FURL_SLASHES, NULL, NULL, "80", FURL_ROOT | FURL_WHATWG}, /* RFC 6455 */
    {"wss", FURL_SLASHES, NULL, NULL, "443", FURL_ROOT | FURL_WHATWG},
    {"xmpp", FURL_COLON, NULL, NULL, NULL, FURL_CLICKABLE | FURL_AT}, /* RFC 5122 */
};

const size_t furl_schemes_n = sizeof furl_schemes / sizeof furl_schemes[0];

_Static_assert(FURL_SCHEME_MAX == sizeof(uint64_t), "a name fits in a number");

/* Returns eight octets as a number, with the first octet as the highest. */
static inline uint64_t word_of(const void *from)
{
    const unsigned char *ptr = from;

    return (uint64_t)ptr[0] << 56 | (uint64_t)ptr[1] << 48 | (uint64_t)ptr[2] << 40 |
           (uint64_t)ptr[3] << 32 | (uint64_t)ptr[4] << 24 | (uint64_t)ptr[5] << 16 |
           (uint64_t)ptr[6] << 8 | (uint64_t)ptr[7];
}

/* The top six bits of a product are the index of a name's row. If a new scheme has the bits of
 * another scheme, tests/units/find.c fails, and prints the new numbers. */
static const uint64_t factor = 0x0200107F9E6203C7;
static const unsigned char indexes[64] = {
    0,  11, 0, 0, 36, 0, 0, 0, 0,  25, 19, 20, 34, 16, 35, 0,  14, 0, 33, 0,  0, 5,
    17, 7,  0, 0, 1,  0, 0, 0, 18, 0,  0,  2,  0,  9,  21, 15, 26, 0, 12, 0,  0, 8,
    32, 23, 0, 0, 13, 0, 3, 0, 27, 24, 0,  6,  10, 31, 30, 4,  29, 0, 28, 22,
};

FURL_MODULAR const struct furl_scheme *furl_scheme_of(struct furl_range text, size_t n)
{
    unsigned char copy[FURL_SCHEME_MAX] = "";

    if (n == 0 || n > FURL_SCHEME_MAX) {
        return NULL;
    }
    uint64_t word = word_of(text.n >= FURL_SCHEME_MAX ? text.ptr : memcpy(copy, text.ptr, n));
    size_t after = 8 * (FURL_SCHEME_MAX - n); /* bits after the name */
    uint64_t name = word >> after << after;
    name |= (name & FURL_ALL(0x40)) >> 1; /* to lower case; no octet becomes a digit */
    const struct furl_scheme *row = &furl_schemes[indexes[name * factor >> 58]];
    /* NULs follow a name in the table, and the text can contain NULs. */
    return word_of(row->name) == name && row->name[n - 1] != '\0' ? row : NULL;
}

bool furl_is_scheme(struct furl_range name)
{
    for (size_t i = 0; i < name.n; i++) {
        if (!furl_octet_in(name.ptr[i], i == 0 ? FURL_LETTER : FURL_SCHEME)) {
            return false;
        }
    }
    return name.n > 0;
}
