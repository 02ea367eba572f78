#include "rules.h"

/* Draft 5.2.2.1-5.2.2.4. */
const struct furl_rules furl_fidourl = {
    .name = "fidourl",
    .literal = "!$'()*,-.:;_",
    .space = '+',
    .plus_is_space = true,
    .breaks_dashes = true,
};

/* `/` and `@` are reserved only where they delimit (draft 5.2.2.3, 5.2.2.3.1, 7.1). */
const struct furl_component furl_components[FURL_COMPONENTS] = {
    [FURL_VALUE] = {"value", "/@"},     /* value of a parameter */
    [FURL_NAME] = {"name", "/@"},       /* name of a parameter */
    [FURL_AREATAG] = {"areatag", ""},   /* areatag; a space separates two */
    [FURL_DOMAIN] = {"domain", ""},     /* domain suffix of an areatag */
    [FURL_ADDRESS] = {"address", "/@"}, /* Fidonet address */
    [FURL_REQUEST] = {"request", "@"},  /* FAQ request */
    [FURL_OBJECT] = {"object", "@"},    /* one part of an object path */
    [FURL_PATH] = {"path", "/@"},       /* whole object path */
};
