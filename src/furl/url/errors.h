/* What can be wrong with a URL, and how that is said. */
#ifndef FURL_ERRORS_H
#define FURL_ERRORS_H

#include <stddef.h>

enum furl_error {
    FURL_FINE,
    FURL_NO_SCHEME,
    FURL_WRONG_RULES,
    FURL_EMPTY_AREATAG,
    FURL_EMPTY_DOMAIN,
    FURL_BAD_ADDRESS,
    FURL_EMPTY_REQUEST,
    FURL_EMPTY_PART,
    FURL_OBJECT_WITHOUT_AREA,
    FURL_EMPTY_PARAMETER,
    FURL_NAMELESS_PARAMETER,
    FURL_BAD_ESCAPE,
    FURL_OPEN_BREAK,
    FURL_UNRESOLVED,
    FURL_BAD_PORT,
    FURL_ERRORS
};

/* How writing something of a URL went: two words, which are returned faster than three. */
struct furl_result {
    enum furl_error error;
    union {
        size_t where; /* of an error: the offset of what is wrong; what was written means nothing */
        size_t n;     /* without one: octets written */
    };
};

/* The message for an error: a phrase in lower case, without a full stop. Never NULL. */
const char *furl_error_text(enum furl_error error);

#endif
