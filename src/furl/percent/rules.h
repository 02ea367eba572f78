/* Rule books and components: which octets stay, and what becomes of a space. Data, no code. */
#ifndef FURL_RULES_H
#define FURL_RULES_H

#include "furl/octets/octets.h"

/* A rule book: a row of data. Letters and digits stay as they are in all of them. */
struct furl_rules {
    const char *name;
    const char *literal; /* what else stays, where data is escaped for a component */
    unsigned char space; /* what a space becomes there; '\0': an escape */
    unsigned char plus;  /* what `+` in a component stands for */
    bool breaks_dashes;  /* no three `-` in a row are written (draft 5.2.2.2) */
    /* Of whole URLs, but Fidonet's under their own rules: NULL there. */
    const char *decoded; /* octets whose escapes are needless */
    const char *bare;    /* octets that may be bare */
    bool drops_void;     /* an empty fragment goes */
    bool keeps_bars;     /* a bare `|` stays in ed2k (draft 5.2.2.5) */
    bool removes_dots;   /* a path after an authority loses its dot segments (RFC 3986 6.2.2.3) */
};

enum furl_rules_id {
    FURL_FIDOURL,
    FURL_RFC1630,
    FURL_RFC1738,
    FURL_RFC2396,
    FURL_RFC3986,
    FURL_RULE_BOOKS
};

extern const struct furl_rules furl_rule_books[FURL_RULE_BOOKS];

/* Whether it is the rule book of Fidonet's URLs, and no RFC's. */
static inline bool furl_is_fidourl(const struct furl_rules *rules)
{
    return rules->bare == NULL;
}

/* The rule book of URLs that are not Fidonet's, unless another one is named. */
#define FURL_RULES_OF_OTHERS FURL_RFC2396

/* A component of a URL: a row of data. */
struct furl_component {
    const char *name;
    const char *literal;     /* what stays, besides what the rule book leaves: under fidourl */
    const char *rfc_literal; /* under the others; NULL: they do not know this component */
    bool rfc_escapes_space;  /* there, a space is always an escape */
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
    FURL_URL, /* a whole one, as somebody typed it */
    FURL_COMPONENTS
};

extern const struct furl_component furl_components[FURL_COMPONENTS];

#endif
