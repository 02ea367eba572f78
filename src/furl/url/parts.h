/* What the parts of a canonical URL consist of (fidourl(1), parse). */
#ifndef FURL_PARTS_H
#define FURL_PARTS_H

#include "split.h"

/* What a URL may consist of. */
enum furl_its {
    FURL_ITS_SCHEME,
    /* Fidonet's: */
    FURL_ITS_AREAS,   /* with their domains, `+` between them */
    FURL_ITS_AREA,    /* the first areatag */
    FURL_ITS_ADDRESS, /* all of it */
    FURL_ITS_ZONE,
    FURL_ITS_NET,
    FURL_ITS_NODE,
    FURL_ITS_POINT,
    FURL_ITS_DOMAIN, /* of the address, or of the first area */
    FURL_ITS_REQUEST,
    /* Others' (RFC 3986 3.2): */
    FURL_ITS_USERINFO,
    FURL_ITS_HOST,
    FURL_ITS_PORT,
    FURL_ITS_AUTHORITY, /* one that has no host, and so none of these three */
    /* Any URL's: */
    FURL_ITS_PATH, /* of Fidonet's the object path, without the `/` before it */
    FURL_ITS_QUERY,
    FURL_ITS_FRAGMENT,
    FURL_PARTS_MAX
};

/* Ranges of the URL, escaped as they are there; `at` is NULL in those that are absent. */
struct furl_parts {
    struct furl_range of[FURL_PARTS_MAX];
    bool fidonet; /* it was split as a URL of Fidonet */
    bool pairs;   /* the query is parameters, in which `+` is a space */
};

/* Takes apart a canonical URL that was split by `syntax`. */
void furl_take_apart(struct furl_parts *parts, const struct furl_split *split,
                     enum furl_syntax syntax);

/* Takes the next of the pieces between delimiters off `list`, which is absent after the last one.
 * Returns whether there was one. An empty list is one empty piece; an absent one has none. */
bool furl_next_piece(struct furl_range *list, char delimiter, struct furl_range *piece);

/* What comes before a delimiter, and what after it; absent if there is none. */
struct furl_pair {
    struct furl_range first, second;
};

/* Divides a piece at its first delimiter: a parameter at `=`, an area at `@`. */
struct furl_pair furl_divide(struct furl_range piece, char delimiter);

/* Takes the octet or escape at the front off escaped data. Returns the octet that it means, a
 * space for `+` if `plus`; -1 at the end. A `%` that starts no escape means itself. */
static inline int furl_next_data(struct furl_range *data, bool plus)
{
    if (data->n == 0) {
        return -1;
    }
    bool escape = furl_is_escape(data->at, data->n);
    int octet = escape ? furl_hex_octet(data->at + 1) : data->at[0];

    furl_skip(data, escape ? FURL_ESCAPE_SIZE : 1);
    return plus && octet == '+' && !escape ? ' ' : octet;
}

/* Decodes escaped data to `out`, room for as many octets; it may be where the data is. `plus` is as
 * in furl_next_data. Returns the number written. */
size_t furl_decode(struct furl_range data, bool plus, unsigned char *out);

/* Whether these digits, which may be absent, are a port: at most 65535. */
bool furl_is_port(struct furl_range digits);

/* Digits without needless zeros at their front. */
struct furl_range furl_without_zeros(struct furl_range digits);

#endif
