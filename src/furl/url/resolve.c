#include "resolve.h"

#include <string.h>

#include "dots.h"

/* Cuts `rest` before the first octet that is among `ends`, and returns the part before it. */
static struct furl_range cut(struct furl_range *rest, const char *ends)
{
    struct furl_range head = {rest->at, 0};

    while (head.n < rest->n &&
           (rest->at[head.n] == '\0' || strchr(ends, rest->at[head.n]) == NULL)) {
        head.n++;
    }
    rest->at += head.n;
    rest->n -= head.n;
    return head;
}

/* What `mark` introduces, if it stands at the front: all up to one of `ends`. */
static struct furl_range cut_marked(struct furl_range *rest, const char *mark, const char *ends)
{
    if (!furl_starts(*rest, mark)) {
        return (struct furl_range){NULL, 0};
    }
    furl_skip(rest, strlen(mark));
    return cut(rest, ends);
}

static bool begins_with_address(const struct furl_scheme *scheme)
{
    return scheme->required == FURL_ADDRESS_OBJECT || scheme->required == FURL_ADDRESS_REQUEST;
}

/* The authority of a Fidonet URL: areas, or an address with its one slash. */
static struct furl_range cut_fidonet_authority(struct furl_range *rest,
                                               const struct furl_scheme *scheme)
{
    bool has_path = scheme->required == FURL_AREAS_OBJECT || begins_with_address(scheme);
    const char *ends = has_path ? "/?#" : "?#";
    struct furl_range authority = cut(rest, ends);

    if (begins_with_address(scheme) && furl_starts(*rest, "/")) {
        furl_skip(rest, 1);
        authority.n += 1 + cut(rest, ends).n;
    }
    return authority;
}

struct furl_parts furl_take_apart(struct furl_range url, const struct furl_scheme *scheme)
{
    struct furl_parts parts = {.known = scheme};
    struct furl_range rest = url;
    struct furl_head head = furl_head(url);

    if (head.n > 0) {
        parts.scheme = (struct furl_range){url.at, head.n};
        parts.known = head.scheme;
        furl_skip(&rest, head.n + 1);
    }
    bool fidonet = furl_is_fidonet(parts.known);
    bool slashes = furl_starts(rest, "//");
    if (fidonet && (slashes || parts.scheme.at != NULL)) {
        furl_skip(&rest, slashes ? 2 : 0);
        parts.authority = cut_fidonet_authority(&rest, parts.known);
    } else {
        parts.authority = cut_marked(&rest, "//", "/?#");
    }
    parts.path = cut(&rest, "?#");
    parts.query = cut_marked(&rest, "?", "#");
    parts.fragment = cut_marked(&rest, "#", "");
    return parts;
}

/* A URL being put together. */
struct writer {
    unsigned char *to;
};

static void put(struct writer *writer, struct furl_range range)
{
    if (range.n > 0) {
        memcpy(writer->to, range.at, range.n);
        writer->to += range.n;
    }
}

static void put_text(struct writer *writer, const char *text)
{
    put(writer, (struct furl_range){(const unsigned char *)text, strlen(text)});
}

static void put_marked(struct writer *writer, const char *mark, struct furl_range range)
{
    if (range.at != NULL) {
        put_text(writer, mark);
        put(writer, range);
    }
}

/* The base's path up to its last slash, and the reference's behind that (RFC 3986 5.2.3). */
static void put_merged(struct writer *writer, const struct furl_parts *base, struct furl_range path)
{
    struct furl_range folder = base->path;

    while (folder.n > 0 && folder.at[folder.n - 1] != '/') {
        folder.n--;
    }
    if (base->authority.at != NULL && base->path.n == 0) {
        put_text(writer, "/");
    }
    put(writer, folder);
    put(writer, path);
}

/* Whether a reference of that scheme is one that takes its areas from an area:// base. */
static bool wants_areas(const struct furl_parts *reference)
{
    return reference->scheme.at != NULL && reference->known != NULL &&
           reference->known->required == FURL_AREAS_ALONE && reference->authority.n == 0;
}

static bool has_areas(const struct furl_parts *base)
{
    return base->known != NULL && strcmp(base->known->name, "area") == 0 && base->authority.n > 0;
}

/* Whether URLs of the base's scheme have paths. */
static bool has_paths(const struct furl_parts *base)
{
    return base->known == NULL || (base->known->required != FURL_ADDRESS_ALONE &&
                                   base->known->required != FURL_AREAS_ALONE);
}

enum furl_error furl_resolve(const struct furl_parts *base, struct furl_range reference,
                             unsigned char *out, size_t *out_n)
{
    struct furl_parts parts = furl_take_apart(reference, base->known);
    struct writer writer = {out};

    if (wants_areas(&parts)) {
        if (!has_areas(base)) {
            return FURL_UNRESOLVED;
        }
        parts.authority = base->authority;
        put(&writer, parts.scheme);
        put_marked(&writer, ":", parts.authority);
        put_marked(&writer, "?", parts.query);
    } else if (parts.scheme.at != NULL) {
        put(&writer, reference);
        *out_n = reference.n;
        return FURL_FINE;
    } else if (!has_paths(base) && parts.authority.at == NULL && parts.path.n > 0) {
        return FURL_UNRESOLVED;
    } else {
        bool whole = parts.authority.at != NULL;
        put(&writer, base->scheme);
        put_text(&writer, ":");
        put_marked(&writer, "//", whole ? parts.authority : base->authority);
        unsigned char *path = writer.to;
        if (whole || furl_starts(parts.path, "/")) {
            put(&writer, parts.path);
        } else if (parts.path.n > 0) {
            put_merged(&writer, base, parts.path);
        } else {
            put(&writer, base->path);
        }
        if (whole || parts.path.n > 0) {
            writer.to = furl_remove_dots(path, writer.to);
        }
        if (!whole && base->authority.at == NULL && writer.to - path >= 2 && path[0] == '/' &&
            path[1] == '/') {
            /* It would be read as an authority (RFC 3986 3.3). */
            memmove(path + 2, path, (size_t)(writer.to - path));
            memcpy(path, "/.", 2);
            writer.to += 2;
        }
        put_marked(&writer, "?",
                   whole || parts.path.n > 0 || parts.query.at != NULL ? parts.query : base->query);
    }
    put_marked(&writer, "#", parts.fragment);
    *out_n = (size_t)(writer.to - out);
    return FURL_FINE;
}
