#include "percent.h"

/* The octets that Hyvatti leaves bare (1996, on the robots list): all graphic octets except `< >
 * "`. RFC 1630 does not allow "national" octets in a URL. */
#define GRAPHIC "!#$&'()*+,-./:;=?@_"
#define HYVATTI GRAPHIC "[\\]^`{|}~"

const struct furl_rules furl_rule_books[FURL_RULE_BOOKS] = {
    /* Draft 5.2.2.1-5.2.2.4. */
    [FURL_FIDOURL] = {.name = "fidourl",
                      .literal = "!$'()*,-.:;_",
                      .space = '+',
                      .plus = ' ',
                      .breaks_dashes = true},
    /* RFC 1630, "Recommendations" and BNF: the class safe without `+`, and the class extra without
     * `"`. `!` and `*` are reserved. An empty fragment means the whole object. */
    [FURL_RFC1630] = {.name = "rfc1630",
                      .literal = "$-_@.&!*'(),",
                      .space = '+',
                      .plus = ' ',
                      .decoded = "$-_.'(),",
                      .bare = GRAPHIC,
                      .drops_void = true},
    /* RFC 1738, 2.2 and 5: unreserved. For whole URLs, Hyvatti's table. */
    [FURL_RFC1738] = {.name = "rfc1738",
                      .literal = "$-_.+!*'(),",
                      .plus = '+',
                      .decoded = "!$'()*+,-.[\\]^_`{|}~",
                      .bare = HYVATTI},
    /* RFC 2396, 2.2 and 2.3. */
    [FURL_RFC2396] = {.name = "rfc2396",
                      .literal = "-_.!~*'()",
                      .plus = '+',
                      .decoded = "-_.!~*'()",
                      .bare = ";/?:@&=+$,-_.!~*'()",
                      .keeps_bars = true},
    /* RFC 3986, 2.2 and 2.3. */
    [FURL_RFC3986] = {.name = "rfc3986",
                      .literal = "-._~",
                      .plus = '+',
                      .decoded = "-._~",
                      .bare = ":/?@!$&'()*+,;=-._~",
                      .keeps_bars = true,
                      .drops_userinfo = true,
                      .removes_dots = true},
};

/* `@` is reserved only as a delimiter (draft 5.2.2.3.1), and `/` only in some schemes (6.1 to 7.5).
 */
const struct furl_component furl_components[FURL_COMPONENTS] = {
    [FURL_VALUE] = {"value", "/@", "", false},      [FURL_NAME] = {"name", "/@", NULL, false},
    [FURL_AREATAG] = {"areatag", "", NULL, false}, /* a space separates two areatags */
    [FURL_DOMAIN] = {"domain", "", NULL, false},    [FURL_ADDRESS] = {"address", "/@", NULL, false},
    [FURL_REQUEST] = {"request", "@", NULL, false}, [FURL_OBJECT] = {"object", "@", NULL, false},
    [FURL_PATH] = {"path", "/@", "/", true},        [FURL_URL] = {"url", "", "", false},
};
