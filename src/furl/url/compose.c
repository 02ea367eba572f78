#include "url.h"

#include <assert.h>

/* The parts that are written, in order, each with the delimiter before. They contain all other
 * parts. */
static const struct {
    enum furl_url_part part;
    const char *before;
} written[] = {{FURL_URL_SCHEME, ""},   {FURL_URL_AREAS, ""},       {FURL_URL_ADDRESS, ""},
               {FURL_URL_REQUEST, "/"}, {FURL_URL_AUTHORITY, "//"}, {FURL_URL_USERINFO, "//"},
               {FURL_URL_HOST, "//"},   {FURL_URL_PORT, ":"},       {FURL_URL_PATH, ""},
               {FURL_URL_QUERY, "?"},   {FURL_URL_FRAGMENT, "#"}};
enum { WRITTEN = sizeof written / sizeof written[0] };

unsigned furl_allowed_parts(const struct furl_parts *parts)
{
    const unsigned all = 1u << FURL_URL_SCHEME | 1u << FURL_URL_QUERY | 1u << FURL_URL_FRAGMENT;
    const unsigned host = 1u << FURL_URL_USERINFO | 1u << FURL_URL_HOST | 1u << FURL_URL_PORT;
    const struct furl_fidonet_grammar *grammar =
        parts->known != NULL ? parts->known->grammar : NULL;

    if (!parts->fidonet) {
        return all | 1u << FURL_URL_AUTHORITY | 1u << FURL_URL_PATH | (grammar == NULL ? host : 0);
    }
    return all | 1u << (grammar->address ? FURL_URL_ADDRESS : FURL_URL_AREAS) |
           (unsigned)grammar->request << FURL_URL_REQUEST |
           (unsigned)grammar->objects << FURL_URL_PATH;
}

const char *furl_ends_of(const struct furl_parts *parts, enum furl_url_part part)
{
    switch (part) {
    case FURL_URL_AREAS:
    case FURL_URL_ADDRESS:
        return parts->fidonet && parts->known->grammar->slashes > 0 ? "/?#" : "?#";
    case FURL_URL_USERINFO:
        return "/?#@\\";
    case FURL_URL_PATH: /* browsers can read a backslash after no authority as an authority */
        return "?#\\";
    case FURL_URL_QUERY:
        return "#";
    default:
        return "";
    }
}

bool furl_fits(enum furl_url_part part, struct furl_range value)
{
    struct furl_authority authority;
    struct furl_range rest = value;

    switch (part) {
    case FURL_URL_SCHEME: /* "URL:" can precede any URL */
        return furl_is_scheme(value) && !furl_spells(value.ptr, value.n, "url");
    case FURL_URL_HOST:
        while (rest.n > 0 &&
               (furl_is_in_name(rest.ptr[0]) || furl_octet_in(rest.ptr[0], FURL_HIGH) ||
                furl_is_escape(rest.ptr, rest.n))) {
            furl_skip(&rest, 1);
        }
        authority = furl_split_authority(value);
        return rest.n == 0 || (authority.brackets && authority.host.n == value.n);
    case FURL_URL_PORT:
        return furl_is_port(value);
    default:
        return true;
    }
}

/* Checks for faults that a URL would hide. */
static enum furl_error check_parts(const struct furl_parts *parts)
{
    const struct furl_range port = parts->port;
    unsigned there = 0;

    for (size_t i = 0; i < WRITTEN; i++) {
        enum furl_url_part part = written[i].part;
        there |= (unsigned)(parts->of[part].ptr != NULL) << part;
    }
    if ((there & ~furl_allowed_parts(parts)) != 0) {
        return FURL_NO_SUCH_PART;
    }
    if (parts->known == NULL && !furl_fits(FURL_URL_SCHEME, parts->scheme)) {
        return FURL_BAD_SCHEME;
    }
    if (parts->host.n == 0 && (parts->userinfo.ptr != NULL || port.ptr != NULL)) {
        return FURL_NO_HOST;
    }
    return furl_is_port(port) ? FURL_FINE : FURL_BAD_PORT;
}

/* Returns the delimiter before the nth written part. */
FURL_INLINE const char *before(const struct furl_parts *parts, size_t nth)
{
    switch (written[nth].part) {
    case FURL_URL_HOST:
        return parts->userinfo.ptr != NULL ? "@" : "//";
    case FURL_URL_PATH:
        if (!parts->fidonet) {
            return "";
        }
        /* Without a request, "//" keeps the path from becoming a request. */
        return parts->path.n > 0 && parts->known->grammar->request && parts->request.ptr == NULL
                   ? "//"
                   : "/";
    default:
        return written[nth].before;
    }
}

size_t furl_put_parts(struct furl_parts *parts, const char *delimiter, unsigned char *out)
{
    struct furl_cursor to = {.out = out};

    assert(parts->scheme.ptr != NULL);
    assert(!parts->fidonet || furl_is_fidonet(parts->known));
#pragma GCC unroll 11 /* makes each delimiter a constant */
    for (size_t i = 0; i < WRITTEN; i++) {
        struct furl_range *part = &parts->of[written[i].part];
        if (part->ptr != NULL) {
            furl_put_text(&to, before(parts, i));
            furl_put_range(&to, *part);
            part->ptr = to.out - part->n;
        }
        furl_put_text(&to, written[i].part == FURL_URL_SCHEME ? delimiter : "");
    }
    return (size_t)(to.out - out);
}

struct furl_result furl_compose(struct furl_parts *parts, unsigned char *out)
{
    enum furl_error error = check_parts(parts);

    return error != FURL_FINE ? (struct furl_result){.error = error}
                              : (struct furl_result){
                                    .n = furl_put_parts(parts, parts->fidonet ? "://" : ":", out)};
}

bool furl_is_of_parts(const struct furl_parts *parts, const struct furl_parts *other)
{
    for (size_t i = 0; i < WRITTEN; i++) {
        enum furl_url_part part = written[i].part;
        if (!furl_is_same(other->of[part], parts->of[part])) {
            return false;
        }
    }
    return true;
}
