#include "errors.h"

const char *furl_error_text(enum furl_error error)
{
    static const char *const texts[FURL_ERRORS] = {
        [FURL_FINE] = "no error",
        [FURL_NO_SCHEME] = "no scheme",
        [FURL_WRONG_RULES] = "the fidourl rules are for Fidonet URLs only",
        [FURL_EMPTY_AREATAG] = "empty areatag",
        [FURL_EMPTY_DOMAIN] = "empty domain",
        [FURL_BAD_ADDRESS] = "bad Fidonet address",
        [FURL_EMPTY_REQUEST] = "empty request",
        [FURL_EMPTY_PART] = "\"//\" in an object path",
        [FURL_OBJECT_WITHOUT_AREA] = "object path without an area",
        [FURL_EMPTY_PARAMETER] = "empty parameter",
        [FURL_NAMELESS_PARAMETER] = "parameter without a name",
        [FURL_BAD_ESCAPE] = "'%' without two hexadecimal digits",
        [FURL_UNRESOLVED] = "the base cannot resolve this relative URL",
        [FURL_BAD_PORT] = "port above 65535",
        [FURL_OPEN_BREAK] = "\"%%\" break without continuation",
    };
    return texts[error];
}
