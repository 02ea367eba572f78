#include "url.h"

/* The parts that are written: the others are parts of these. */
static const enum furl_url_part written[] = {FURL_URL_SCHEME,  FURL_URL_AREAS,     FURL_URL_ADDRESS,
                                             FURL_URL_REQUEST, FURL_URL_USERINFO,  FURL_URL_HOST,
                                             FURL_URL_PORT,    FURL_URL_AUTHORITY, FURL_URL_PATH,
                                             FURL_URL_QUERY,   FURL_URL_FRAGMENT};
enum { WRITTEN = sizeof written / sizeof written[0] };

/* The parts that a URL of this scheme may have, as bits. */
static unsigned allowed(const struct furl_parts *parts)
{
    const unsigned all = 1u << FURL_URL_SCHEME | 1u << FURL_URL_QUERY | 1u << FURL_URL_FRAGMENT;
    const unsigned host = 1u << FURL_URL_USERINFO | 1u << FURL_URL_HOST | 1u << FURL_URL_PORT;
    const struct furl_required *required = parts->known != NULL ? parts->known->required : NULL;

    if (!parts->fidonet) {
        return all | 1u << FURL_URL_AUTHORITY | 1u << FURL_URL_PATH | (required == NULL ? host : 0);
    }
    return all | 1u << (required->address ? FURL_URL_ADDRESS : FURL_URL_AREAS) |
           (unsigned)required->request << FURL_URL_REQUEST |
           (unsigned)required->objects << FURL_URL_PATH;
}

const char *furl_ends_of(const struct furl_parts *parts, enum furl_url_part part)
{
    switch (part) {
    case FURL_URL_AREAS:
    case FURL_URL_ADDRESS:
        return parts->fidonet && parts->known->required->slashes > 0 ? "/?#" : "?#";
    case FURL_URL_USERINFO:
        return "/?#@";
    case FURL_URL_PATH:
        return "?#";
    case FURL_URL_QUERY:
        return "#";
    default:
        return "";
    }
}

/* Checks for what is wrong with the parts, but would not show in a URL made of them. */
static enum furl_error judge(const struct furl_parts *parts)
{
    const struct furl_range *of = parts->of;
    struct furl_range scheme = of[FURL_URL_SCHEME], port = of[FURL_URL_PORT];
    struct furl_authority authority = {.host = of[FURL_URL_HOST], .port = port};

    unsigned there = 0;

    for (size_t i = 0; i < WRITTEN; i++) {
        there |= (unsigned)(of[written[i]].at != NULL) << written[i];
    }
    if ((there & ~allowed(parts)) != 0) {
        return FURL_NO_SUCH_PART;
    }
    if ((parts->known == NULL && !furl_is_scheme(scheme)) ||
        furl_spells(scheme.at, scheme.n, "url")) {
        return FURL_BAD_SCHEME; /* "URL:" may precede any URL */
    }
    if (of[FURL_URL_HOST].n == 0 && (of[FURL_URL_USERINFO].at != NULL || port.at != NULL)) {
        return FURL_NO_HOST;
    }
    if (of[FURL_URL_HOST].n > 0 && !furl_has_host(&authority)) {
        authority = furl_split_authority(of[FURL_URL_HOST]); /* it may have brackets */
        bool more = authority.userinfo.at != NULL || authority.port.at != NULL;
        authority.port = port;
        if (more || !furl_has_host(&authority)) {
            return FURL_BAD_HOST;
        }
    }
    return furl_is_port(port) ? FURL_FINE : FURL_BAD_PORT;
}

/* Writes a part, if it is there, after what comes before it, and sets it to what was written. */
FURL_INLINE void put_part(struct furl_parts *parts, struct furl_cursor *to, const char *before,
                          enum furl_url_part part)
{
    struct furl_range *range = &parts->of[part];

    if (range->at != NULL) {
        furl_put_text(to, before);
        furl_put_range(to, *range);
        range->at = to->out - range->n;
    }
}

struct furl_result furl_compose(struct furl_parts *parts, unsigned char *out)
{
    const struct furl_range *of = parts->of;
    struct furl_cursor to = {.out = out};
    enum furl_error error = judge(parts);

    if (error != FURL_FINE) {
        return (struct furl_result){.error = error};
    }
    put_part(parts, &to, "", FURL_URL_SCHEME);
    furl_put_text(&to, parts->fidonet ? "://" : ":");
    put_part(parts, &to, "", FURL_URL_AREAS);
    put_part(parts, &to, "", FURL_URL_ADDRESS);
    put_part(parts, &to, "/", FURL_URL_REQUEST);
    put_part(parts, &to, "//", FURL_URL_AUTHORITY);
    put_part(parts, &to, "//", FURL_URL_USERINFO);
    put_part(parts, &to, of[FURL_URL_USERINFO].at != NULL ? "@" : "//", FURL_URL_HOST);
    put_part(parts, &to, ":", FURL_URL_PORT);
    if (parts->fidonet && of[FURL_URL_PATH].at != NULL) {
        /* Without a request, the path must not become one. */
        bool lacks = parts->known->required->request && of[FURL_URL_REQUEST].at == NULL;
        furl_put_text(&to, lacks ? "//" : "/");
    }
    put_part(parts, &to, "", FURL_URL_PATH);
    put_part(parts, &to, "?", FURL_URL_QUERY);
    put_part(parts, &to, "#", FURL_URL_FRAGMENT);
    return (struct furl_result){.n = (size_t)(to.out - out)};
}

bool furl_is_of_parts(const struct furl_parts *parts, const struct furl_split *split,
                      enum furl_syntax syntax)
{
    struct furl_parts now;

    furl_split_parts(&now, split, syntax);
    for (size_t i = 0; i < WRITTEN; i++) {
        if (!furl_is_same(now.of[written[i]], parts->of[written[i]])) {
            return false;
        }
    }
    return true;
}
