/* Rule books and components: which octets stay, and what becomes of a space. Data, no code. */
#ifndef FURL_RULES_H
#define FURL_RULES_H

#include "octets.h"

/* A rule book: a row of data. */
struct furl_rules {
    const char *name;
    const char *literal; /* what stays as it is, besides letters and digits */
    unsigned char space; /* what a space becomes; '\0': an escape */
    bool plus_is_space;  /* how `+` is read */
    bool breaks_dashes;  /* no three `-` in a row are written (draft 5.2.2.2) */
};

/* A component of a URL: a row of data. */
struct furl_component {
    const char *name;
    const char *literal; /* what stays as it is, besides what the rule book leaves */
};

enum furl_component_id {
    FURL_VALUE,
    FURL_NAME,
    FURL_AREATAG,
    FURL_DOMAIN,
    FURL_ADDRESS,
    FURL_REQUEST,
    FURL_OBJECT,
    FURL_PATH,
    FURL_COMPONENTS
};

/* The rule book of the Fidonet URLs. */
extern const struct furl_rules furl_fidourl;

/* The components under that rule book, by furl_component_id. */
extern const struct furl_component furl_components[FURL_COMPONENTS];

#endif
