#include "schemes.h"

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

const unsigned char furl_schemes_by_letter[27] = {0,  2,  3,  4,  4,  6,  12, 13, 15,
                                                  17, 17, 17, 17, 21, 24, 24, 24, 24,
                                                  24, 29, 31, 31, 31, 34, 35, 35, 35};

const struct furl_scheme *furl_scheme(const unsigned char *name, size_t n)
{
    size_t letter = n > 0 ? (size_t)furl_lower(name[0]) - 'a' : 26;

    if (letter >= 26 || n > FURL_SCHEME_MAX) {
        return NULL;
    }
    for (size_t i = furl_schemes_by_letter[letter]; i < furl_schemes_by_letter[letter + 1]; i++) {
        if (furl_schemes[i].name[n] == '\0' && furl_spells(name, n, furl_schemes[i].name)) {
            return &furl_schemes[i];
        }
    }
    return NULL;
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
    struct furl_head head = {0, NULL};
    size_t n = 0;

    while (n < url.n && furl_is(url.at[n], FURL_SCHEME)) {
        n++;
    }
    if (n > 0 && n < url.n && url.at[n] == ':' && furl_is(url.at[0], FURL_LETTER)) {
        head = (struct furl_head){n, furl_scheme(url.at, n)};
    }
    return head;
}
