#include "rules.h"

/* What Hyvatti leaves bare (1996, on the robots list): all that is graphic but `< > "`. */
#define HYVATTI "!#$&'()*+,-./:;=?@[\\]^_`{|}~"

const struct furl_rules furl_rule_books[FURL_RULE_BOOKS] = {
    /* Draft 5.2.2.1-5.2.2.4. */
    [FURL_FIDOURL] = {"fidourl", "!$'()*,-.:;_", '+', ' ', true, NULL, NULL, false},
    /* RFC 1630, BNF: safe without `+`, extra without `"`. */
    [FURL_RFC1630] = {"rfc1630", "$-_@.&!*'(),", '+', ' ', false, "$-_.!*'(),", HYVATTI, false},
    /* RFC 1738, 2.2 and 5: unreserved; of whole URLs, Hyvatti's table. */
    [FURL_RFC1738] = {"rfc1738", "$-_.+!*'(),", '\0', '+', false, "!$'()*+,-.[\\]^_`{|}~", HYVATTI,
                      false},
    /* RFC 2396, 2.2 and 2.3. */
    [FURL_RFC2396] = {"rfc2396", "-_.!~*'()", '\0', '+', false, "-_.!~*'()", ";/?:@&=+$,-_.!~*'()",
                      false},
    /* RFC 3986, 2.2 and 2.3. */
    [FURL_RFC3986] = {"rfc3986", "-._~", '\0', '+', false, "-._~", ":/?#[]@!$&'()*+,;=-._~", true},
};

/* `/` and `@` are reserved only where they delimit (draft 5.2.2.3, 5.2.2.3.1, 7.1). */
const struct furl_component furl_components[FURL_COMPONENTS] = {
    [FURL_VALUE] = {"value", "/@", "", false},      [FURL_NAME] = {"name", "/@", NULL, false},
    [FURL_AREATAG] = {"areatag", "", NULL, false}, /* a space separates two */
    [FURL_DOMAIN] = {"domain", "", NULL, false},    [FURL_ADDRESS] = {"address", "/@", NULL, false},
    [FURL_REQUEST] = {"request", "@", NULL, false}, [FURL_OBJECT] = {"object", "@", NULL, false},
    [FURL_PATH] = {"path", "/@", "/", true},        [FURL_URL] = {"url", "", "", false},
};
