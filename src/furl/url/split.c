#include "split.h"

#include "unit.h"

static const unsigned char mark_octets[FURL_MARKS] = {':', '/', '?', '#'};

struct furl_splitter furl_splitter(enum furl_syntax syntax)
{
    struct furl_splitter splitter = {.kernels = furl_kernels(), .syntax = syntax};

    for (unsigned mark = 0; mark < FURL_MARKS; mark++) {
        splitter.kinds.of[mark_octets[mark]] = (unsigned char)(1 << mark);
    }
    return splitter;
}

/* The first octet of a kind from `at` to `end`; `end` where there is none. */
static inline size_t find(const struct furl_split *parts, enum furl_kind mark, size_t at,
                          size_t end)
{
    if (parts->url.n <= FURL_SPLIT_LOOK) {
        return furl_first_of(parts->look.of[mark], at, end);
    }
    if (at < FURL_SPLIT_LOOK) {
        size_t seen = end < FURL_SPLIT_LOOK ? end : FURL_SPLIT_LOOK;
        at = furl_first_of(parts->look.of[mark], at, seen);
        if (at < seen) {
            return at;
        }
    }
    const unsigned char *found = memchr(parts->url.at + at, mark_octets[mark], end - at);
    return found != NULL ? (size_t)(found - parts->url.at) : end;
}

/* The octets before the first colon, if they are a scheme; else 0. Sets its row. */
static inline size_t scheme_length(struct furl_split *parts)
{
    size_t n = find(parts, FURL_MARK_COLON, 0, parts->url.n);

    if (n == parts->url.n) {
        return 0;
    }
    const struct furl_scheme *known = furl_scheme(parts->url, n);
    if (known == NULL && !furl_is_scheme((struct furl_range){parts->url.at, n})) {
        return 0;
    }
    parts->known = known;
    return n;
}

/* The end of the areas, or of the address with its one slash, that begin at `at`: at most `end`,
 * where the required part ends. */
static size_t required_end(const struct furl_split *parts, size_t at, size_t end,
                           const struct furl_required *required)
{
    if (!required->objects) {
        return end;
    }
    size_t slash = find(parts, FURL_MARK_SLASH, at, end);
    return required->address && slash < end ? find(parts, FURL_MARK_SLASH, slash + 1, end) : slash;
}

static struct furl_range between(const struct furl_split *parts, size_t at, size_t end)
{
    return (struct furl_range){parts->url.at + at, end - at};
}

void furl_split_to(struct furl_split *parts, const struct furl_splitter *splitter,
                   struct furl_range url, const struct furl_scheme *of_base)
{
    static const struct furl_range absent = {NULL, 0};

    parts->url = url;
    parts->known = of_base;
    parts->scheme = parts->authority = parts->query = parts->fragment = absent;
    splitter->kernels->look(&splitter->kinds, url.at,
                            url.n < FURL_SPLIT_LOOK ? url.n : FURL_SPLIT_LOOK, &parts->look);
    size_t n = scheme_length(parts);
    size_t at = n > 0 ? n + 1 : 0;
    if (n > 0) {
        parts->scheme = (struct furl_range){url.at, n};
    }
    bool slashes = url.n - at >= 2 && url.at[at] == '/' && url.at[at + 1] == '/';
    at += slashes ? 2 : 0;
    size_t hash = find(parts, FURL_MARK_HASH, at, url.n);
    if (hash < url.n) {
        parts->fragment = between(parts, hash + 1, url.n);
    }
    size_t question = find(parts, FURL_MARK_QUESTION, at, hash);
    if (question < hash) {
        parts->query = between(parts, question + 1, hash);
    }
    size_t path = at;
    if (splitter->syntax == FURL_AS_SCHEME && furl_is_fidonet(parts->known)) {
        if (slashes || n > 0) {
            path = required_end(parts, at, question, parts->known->required);
            parts->authority = between(parts, at, path);
        }
    } else if (slashes) {
        path = find(parts, FURL_MARK_SLASH, at, question);
        parts->authority = between(parts, at, path);
    }
    parts->path = between(parts, path, question);
}

struct furl_authority furl_split_authority(struct furl_range authority)
{
    struct furl_authority parts = {.brackets = false};
    struct furl_range rest = authority;
    size_t host = authority.n;

    while (host > 0 && authority.at[host - 1] != '@') {
        host--;
    }
    if (host > 0) {
        parts.userinfo = (struct furl_range){authority.at, host - 1};
        furl_skip(&rest, host);
    }
    size_t n = furl_unit_length(rest, FURL_UNIT_HOST);
    parts.brackets = n > 0 && (n == rest.n || rest.at[n] == ':');
    if (!parts.brackets) {
        const unsigned char *colon = rest.n > 0 ? memchr(rest.at, ':', rest.n) : NULL;
        n = colon != NULL ? (size_t)(colon - rest.at) : rest.n;
    }
    parts.host = (struct furl_range){rest.at, n};
    if (n < rest.n) {
        parts.port = (struct furl_range){rest.at + n + 1, rest.n - n - 1};
    }
    return parts;
}
