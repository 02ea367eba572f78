#include "split.h"

#include "unit.h"

/* The octets of a URL, and the marks among its first ones: among all, if it is short. */
struct text {
    const unsigned char *at;
    struct furl_marks marks;
    bool is_short;
};

/* The first octet of a kind from `at` to `end`; `end` where there is none. */
static inline size_t find(const struct text *text, enum furl_mark mark, size_t at, size_t end)
{
    if (text->is_short) {
        return furl_first_mark(text->marks.of[mark], at, end);
    }
    if (at < FURL_MARKED_MAX) {
        size_t marked = end < FURL_MARKED_MAX ? end : FURL_MARKED_MAX;
        at = furl_first_mark(text->marks.of[mark], at, marked);
        if (at < marked) {
            return at;
        }
    }
    const unsigned char *found = memchr(text->at + at, furl_mark_octets[mark], end - at);
    return found != NULL ? (size_t)(found - text->at) : end;
}

/* The octets before the first colon, if they are a scheme; else 0. Sets its row. */
static inline size_t scheme_length(const struct text *text, struct furl_split *parts)
{
    size_t n = find(text, FURL_MARK_COLON, 0, parts->url.n);

    if (n == parts->url.n) {
        return 0;
    }
    const struct furl_scheme *known = furl_scheme(parts->url, n);
    if (known == NULL && !furl_is_scheme((struct furl_range){text->at, n})) {
        return 0;
    }
    parts->known = known;
    return n;
}

/* The end of the areas, or of the address with its one slash, that begin at `at`; `end` is that of
 * all that is required. */
static size_t required_end(const struct text *text, size_t at, size_t end,
                           const struct furl_required *required)
{
    if (!required->objects) {
        return end;
    }
    size_t slash = find(text, FURL_MARK_SLASH, at, end);
    return required->address && slash < end ? find(text, FURL_MARK_SLASH, slash + 1, end) : slash;
}

static struct furl_range between(const struct text *text, size_t at, size_t end)
{
    return (struct furl_range){text->at + at, end - at};
}

struct furl_split furl_split(const struct furl_splitter *splitter, struct furl_range url,
                             const struct furl_scheme *base)
{
    struct furl_split parts = {.url = url, .known = base};
    struct text text;

    text.at = url.at;
    text.is_short = url.n <= FURL_MARKED_MAX;
    splitter->kernels->marks(url.at, text.is_short ? url.n : FURL_MARKED_MAX, &text.marks);
    size_t n = scheme_length(&text, &parts);
    size_t at = n > 0 ? n + 1 : 0;
    if (n > 0) {
        parts.scheme = (struct furl_range){url.at, n};
    }
    bool slashes = url.n - at >= 2 && url.at[at] == '/' && url.at[at + 1] == '/';
    at += slashes ? 2 : 0;
    size_t hash = find(&text, FURL_MARK_HASH, at, url.n);
    if (hash < url.n) {
        parts.fragment = between(&text, hash + 1, url.n);
    }
    size_t question = find(&text, FURL_MARK_QUESTION, at, hash);
    if (question < hash) {
        parts.query = between(&text, question + 1, hash);
    }
    size_t path = at;
    if (splitter->syntax == FURL_AS_SCHEME && furl_is_fidonet(parts.known)) {
        if (slashes || n > 0) {
            path = required_end(&text, at, question, parts.known->required);
            parts.authority = between(&text, at, path);
        }
    } else if (slashes) {
        path = find(&text, FURL_MARK_SLASH, at, question);
        parts.authority = between(&text, at, path);
    }
    parts.path = between(&text, path, question);
    return parts;
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
