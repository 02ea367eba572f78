#include <assert.h>
#include <string.h>

#include "canonical.h"
#include "furl/core/octets.h"
#include "url.h"

/* Returns the number of octets before the first "/.". */
static size_t before_dot(struct furl_range path)
{
    const unsigned char *end = path.ptr + path.n, *dot = path.ptr;

    do {
        dot = memchr(dot + 1, '.', (size_t)(end - dot - 1));
    } while (dot != NULL && dot[-1] != '/');
    return dot != NULL ? (size_t)(dot - 1 - path.ptr) : path.n;
}

unsigned char *furl_remove_dots(unsigned char *path, unsigned char *end)
{
    unsigned char *to = path;
    struct furl_range in = {path, (size_t)(end - path)};

    while (furl_starts(in, "../") || furl_starts(in, "./")) {
        furl_skip(&in, in.ptr[1] == '.' ? 3 : 2);
    }
    if ((in.n == 1 && furl_starts(in, ".")) || (in.n == 2 && furl_starts(in, ".."))) {
        furl_skip(&in, in.n);
    }
    while (in.n > 0) {
        size_t n = before_dot(in);
        memmove(to, in.ptr, n);
        to += n;
        furl_skip(&in, n);
        if (in.n == 0) {
            break;
        }
        const bool up = furl_starts(in, "/..");
        const size_t dots = up ? 3 : 2;
        const bool last = in.n == dots, whole = last || in.ptr[dots] == '/';
        while (up && whole && to > path && *--to != '/') {
        }
        furl_skip(&in, whole ? dots : 1);
        if (last || !whole) {
            *to++ = '/';
        }
    }
    return to;
}

static void put_delimited(struct furl_cursor *cursor, const char *delimiter,
                          struct furl_range range)
{
    if (range.ptr != NULL) {
        furl_put_text(cursor, delimiter);
        furl_put_range(cursor, range);
    }
}

/* Writes the path of the base as far as its last slash, and then `path` (RFC 3986 5.2.3). */
static void put_merged(struct furl_cursor *cursor, const struct furl_parts *base,
                       struct furl_range path)
{
    struct furl_range directory = base->path;

    while (directory.n > 0 && directory.ptr[directory.n - 1] != '/') {
        directory.n--;
    }
    if (base->authority.ptr != NULL && base->path.n == 0) {
        furl_put_text(cursor, "/");
    }
    furl_put_range(cursor, directory);
    furl_put_range(cursor, path);
}

/* Returns whether the reference needs the areas of the base: its scheme allows only areas, and it
 * has none. */
static bool wants_areas(const struct furl_parts *reference)
{
    return reference->scheme.ptr != NULL && furl_is_fidonet(reference->known) &&
           !reference->known->grammar->address && !reference->known->grammar->objects &&
           reference->authority.n == 0;
}

static bool has_areas(const struct furl_parts *base)
{
    return base->known != NULL && strcmp(base->known->name, "area") == 0 && base->authority.n > 0;
}

/* Returns whether URLs of the base's scheme have paths. */
static bool has_paths(const struct furl_parts *base)
{
    return !furl_is_fidonet(base->known) || base->known->grammar->objects;
}

/* Writes the scheme and parameters of the reference with the areas of the base (draft 6.2.5). */
static struct furl_result put_base_areas(struct furl_cursor *cursor, const struct furl_parts *base,
                                         const struct furl_parts *reference)
{
    if (!has_areas(base)) {
        return (struct furl_result){.error = FURL_UNRESOLVED};
    }
    furl_put_range(cursor, reference->scheme);
    put_delimited(cursor, ":", base->authority);
    put_delimited(cursor, "?", reference->query);
    return (struct furl_result){.error = FURL_FINE};
}

/* Writes the path of a reference without a scheme and an authority. */
static void put_resolved_path(struct furl_cursor *cursor, const struct furl_parts *base,
                              const struct furl_parts *reference)
{
    unsigned char *path = cursor->out;

    if (reference->path.n == 0) {
        furl_put_range(cursor, base->path);
    } else if (reference->path.ptr[0] == '/') {
        furl_put_range(cursor, reference->path);
    } else {
        put_merged(cursor, base, reference->path);
    }
    if (reference->path.n > 0) {
        cursor->out = furl_remove_dots(path, cursor->out);
    }
    if (base->authority.ptr == NULL && cursor->out - path >= 2 && path[0] == '/' &&
        path[1] == '/') {
        /* "//" would start an authority (RFC 3986 3.3). */
        memmove(path + 2, path, (size_t)(cursor->out - path));
        memcpy(path, "/.", 2);
        cursor->out += 2;
    }
}

/* Writes a reference without a scheme (RFC 3986 5.2.2). */
static void put_resolved(struct furl_cursor *cursor, const struct furl_parts *base,
                         const struct furl_parts *reference)
{
    bool own_query =
        reference->authority.ptr != NULL || reference->path.n > 0 || reference->query.ptr != NULL;

    furl_put_range(cursor, base->scheme);
    furl_put_text(cursor, ":");
    if (reference->authority.ptr != NULL) {
        put_delimited(cursor, "//", reference->authority);
        unsigned char *path = cursor->out;
        furl_put_range(cursor, reference->path);
        cursor->out = furl_remove_dots(path, cursor->out);
    } else {
        put_delimited(cursor, "//", base->authority);
        put_resolved_path(cursor, base, reference);
    }
    put_delimited(cursor, "?", own_query ? reference->query : base->query);
}

/* Returns the number of octets before a backslash that browsers read as a slash before an
 * authority. Returns reference.n if there is none. */
static size_t before_backslash(struct furl_range reference)
{
    size_t slashes = 0, backslash = reference.n;

    while (slashes < 2 && slashes < reference.n && furl_is_one_of(reference.ptr[slashes], "/\\")) {
        backslash =
            reference.ptr[slashes] == '\\' && backslash == reference.n ? slashes : backslash;
        slashes++;
    }
    return slashes == 2 ? backslash : reference.n;
}

struct furl_result furl_resolve(const struct furl_splitter *splitter, const struct furl_parts *base,
                                struct furl_range reference, unsigned char *out)
{
    struct furl_parts split = furl_split(splitter, reference, base->known);
    struct furl_cursor cursor = {.out = out};
    struct furl_result result = {.error = FURL_FINE};

    if (wants_areas(&split)) {
        result = put_base_areas(&cursor, base, &split);
    } else if (split.scheme.ptr != NULL) {
        furl_put_range(&cursor, reference);
        split.fragment.ptr = NULL; /* the fragment is written already */
    } else if (furl_scheme_has(base->known, FURL_WHATWG) &&
               before_backslash(reference) < reference.n) {
        result.error = FURL_BACKSLASH;
        result.where = before_backslash(reference);
    } else if (!has_paths(base) && split.authority.ptr == NULL && split.path.n > 0) {
        result.error = FURL_UNRESOLVED;
    } else {
        put_resolved(&cursor, base, &split);
    }
    put_delimited(&cursor, "#", split.fragment);
    if (result.error == FURL_FINE) {
        result.n = (size_t)(cursor.out - out);
        assert(result.n <= FURL_RESOLVED_MAX(base->url.n, reference.n));
    }
    return result;
}
