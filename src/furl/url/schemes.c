#include "schemes.h"

#include <stdint.h>
#include <string.h>

const struct furl_scheme furl_schemes[] = {
    {"area", FURL_EITHER, FURL_AREAS_OBJECT, "://", false, NULL, false},       /* draft 7.2 */
    {"areafix", FURL_EITHER, FURL_AREAS_ALONE, ":", false, NULL, false},       /* draft 6.2 */
    {"bitcoin", FURL_COLON, FURL_OTHER, NULL, false, NULL, false},             /* BIP 21 */
    {"cid", FURL_COLON, FURL_OTHER, NULL, false, NULL, false},                 /* RFC 2392 */
    {"echomail", FURL_EITHER, FURL_AREAS_ALONE, ":", false, NULL, false},      /* draft 6.3 */
    {"ed2k", FURL_SLASHES, FURL_OTHER, NULL, true, NULL, false},               /* draft 5.2.2.5 */
    {"faqserv", FURL_EITHER, FURL_ADDRESS_REQUEST, "://", false, NULL, false}, /* draft 7.3 */
    {"fecho", FURL_EITHER, FURL_AREAS_OBJECT, "://", false, NULL, false},      /* draft 7.4 */
    {"file", FURL_SLASHES, FURL_OTHER, NULL, false, NULL, false},              /* RFC 1738 3.10 */
    {"freq", FURL_EITHER, FURL_ADDRESS_OBJECT, "://", false, NULL, false},     /* draft 7.5 */
    {"ftp", FURL_SLASHES, FURL_OTHER, NULL, false, "21", false},               /* RFC 1738 3.2 */
    {"ftps", FURL_SLASHES, FURL_OTHER, NULL, false, NULL, false},
    {"gopher", FURL_SLASHES, FURL_OTHER, NULL, false, "70", false}, /* RFC 1738 3.4 */
    {"http", FURL_SLASHES, FURL_OTHER, NULL, false, "80", true},    /* RFC 1738 3.3 */
    {"https", FURL_SLASHES, FURL_OTHER, NULL, false, "443", true},
    {"irc", FURL_SLASHES, FURL_OTHER, NULL, false, NULL, false},
    {"ircs", FURL_SLASHES, FURL_OTHER, NULL, false, NULL, false},
    {"magnet", FURL_COLON, FURL_OTHER, NULL, false, NULL, false},
    {"mailto", FURL_COLON, FURL_OTHER, NULL, false, NULL, false}, /* RFC 1738 3.5 */
    {"matrix", FURL_COLON, FURL_OTHER, NULL, false, NULL, false},
    {"mid", FURL_COLON, FURL_OTHER, NULL, false, NULL, false},             /* RFC 2392 */
    {"netmail", FURL_EITHER, FURL_ADDRESS_ALONE, ":", false, NULL, false}, /* draft 6.1 */
    {"news", FURL_COLON, FURL_OTHER, NULL, false, NULL, false},            /* RFC 1738 3.6 */
    {"nntp", FURL_SLASHES, FURL_OTHER, NULL, false, "119", false},         /* RFC 1738 3.7 */
    {"sftp", FURL_SLASHES, FURL_OTHER, NULL, false, NULL, false},
    {"sip", FURL_COLON, FURL_OTHER, NULL, false, NULL, false}, /* RFC 3261 */
    {"sips", FURL_COLON, FURL_OTHER, NULL, false, NULL, false},
    {"skype", FURL_COLON, FURL_OTHER, NULL, false, NULL, false}, /* draft 5.2.2.5 */
    {"ssh", FURL_SLASHES, FURL_OTHER, NULL, false, NULL, false},
    {"telnet", FURL_SLASHES, FURL_OTHER, NULL, false, "23", false}, /* RFC 1738 3.8 */
    {"tg", FURL_SLASHES, FURL_OTHER, NULL, false, NULL, false},
    {"wais", FURL_SLASHES, FURL_OTHER, NULL, false, "210", false}, /* RFC 1738 3.9 */
    {"ws", FURL_SLASHES, FURL_OTHER, NULL, false, "80", true},     /* RFC 6455 */
    {"wss", FURL_SLASHES, FURL_OTHER, NULL, false, "443", true},
    {"xmpp", FURL_COLON, FURL_OTHER, NULL, false, NULL, false}, /* RFC 5122 */
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

/* The row whose name the first `n` of 8 octets, at least one, spell. */
static const struct furl_scheme *find(const unsigned char *eight, size_t n)
{
    static const unsigned char ones[2 * FURL_SCHEME_MAX] = {255, 255, 255, 255, 255, 255, 255, 255};
    uint64_t name = 0, octets = 0, mask = 0;

    memcpy(&octets, eight, sizeof octets);
    memcpy(&mask, ones + FURL_SCHEME_MAX - n, sizeof mask); /* of the first n octets */
    octets = lower_eight(octets) & mask;
    const struct furl_scheme *scheme = furl_schemes, *end = furl_schemes + furl_schemes_n;
    for (; scheme < end; scheme++) {
        memcpy(&name, scheme->name, sizeof name);
        if (name == octets) {
            break;
        }
    }
    /* Zeros follow a name, and NULs may be among the octets. */
    return scheme < end && scheme->name[n - 1] != '\0' ? scheme : NULL;
}

const struct furl_scheme *furl_scheme(struct furl_range text, size_t n)
{
    unsigned char eight[FURL_SCHEME_MAX] = "";

    if (n == 0 || n > FURL_SCHEME_MAX) {
        return NULL;
    }
    if (text.n >= sizeof eight) {
        return find(text.at, n);
    }
    memcpy(eight, text.at, n);
    return find(eight, n);
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

struct furl_head furl_head(struct furl_range url)
{
    size_t most = url.n <= FURL_SCHEME_MAX ? url.n : FURL_SCHEME_MAX + 1;
    const unsigned char *colon = url.n > 0 ? memchr(url.at, ':', most) : NULL;
    struct furl_head head = {colon != NULL ? (size_t)(colon - url.at) : 0, NULL};

    head.scheme = furl_scheme(url, head.n);
    if (head.scheme != NULL) {
        return head;
    }
    head.n = 0;
    while (head.n < url.n && furl_is(url.at[head.n], FURL_SCHEME)) {
        head.n++;
    }
    bool named = head.n > 0 && head.n < url.n && url.at[head.n] == ':';
    if (!named || !furl_is(url.at[0], FURL_LETTER)) {
        head.n = 0;
    }
    return head;
}
