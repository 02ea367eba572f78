#include "canonical.h"

#include <string.h>

#include "furl/base/utf8.h"

void furl_canonical_init(struct furl_canonical *canonical, const struct furl_rules *rules)
{
    bool rfc = rules != NULL && !furl_is_fidourl(rules);

    canonical->rules = rules;
    canonical->splitter = furl_splitter(rfc ? FURL_AS_GENERIC : FURL_AS_SCHEME);
    canonical->fidonet_ready = false;
    furl_rfc_init(&canonical->rfc, rfc ? rules : &furl_rule_books[FURL_RULES_OF_OTHERS],
                  &canonical->splitter);
    canonical->rfc.wants_host = rules == NULL;
}

/* A part up to `end`; absent if it begins nowhere. */
static struct furl_range range(const unsigned char *at, const unsigned char *end)
{
    return (struct furl_range){at, at != NULL ? (size_t)(end - at) : 0};
}

/* Sets the parts of a canonical form of `split`. */
static void set_parts(struct furl_split *parts, const struct furl_split *split,
                      const struct furl_form *form, struct furl_range url)
{
    const unsigned char *end = url.at + url.n;
    const unsigned char *query_end = form->fragment != NULL ? form->fragment - 1 : end;
    const unsigned char *path_end = form->query != NULL ? form->query - 1 : query_end;
    bool authority = split->authority.at != NULL;

    parts->url = url;
    parts->scheme = (struct furl_range){url.at, split->scheme.n};
    parts->authority.at = authority ? form->authority : NULL;
    parts->authority.n = authority ? (size_t)(form->path - form->authority) : 0;
    parts->path = (struct furl_range){form->path, (size_t)(path_end - form->path)};
    parts->query = range(form->query, query_end);
    parts->fragment = range(form->fragment, end);
    parts->known = split->known;
    parts->look = (struct furl_look){{0}};
    parts->host = (struct furl_range){NULL, 0};
    parts->port = (struct furl_range){NULL, 0};
    if (split->port.at != NULL) {
        struct furl_pair pair = furl_divide(parts->authority, ':');
        parts->host = pair.first;
        parts->port = pair.second;
    } else if (split->host.at != NULL) {
        parts->host = range(form->authority, form->path);
    }
}

struct furl_result furl_canonical_write(struct furl_canonical *canonical,
                                        const struct furl_split *split, unsigned char *out,
                                        struct furl_split *parts)
{
    const struct furl_rules *rules = canonical->rules;
    bool fidonet = furl_is_fidonet(split->known);
    struct furl_result result;
    struct furl_form form;

    if (split->scheme.at == NULL) {
        return (struct furl_result){.error = FURL_NO_SCHEME};
    }
    if (rules == NULL ? !fidonet : !furl_is_fidourl(rules)) {
        result = furl_rfc_write(&canonical->rfc, split, out, &form);
    } else if (!fidonet) {
        return (struct furl_result){.error = FURL_WRONG_RULES};
    } else {
        if (!canonical->fidonet_ready) {
            furl_fidonet_init(&canonical->fidonet);
            canonical->fidonet_ready = true;
        }
        result = furl_fidonet_write(&canonical->fidonet, split, out, &form);
    }
    if (parts != NULL && result.error == FURL_FINE) {
        struct furl_range url = {out, result.n};
        if (form.authority != NULL) {
            set_parts(parts, split, &form, url);
        } else {
            furl_split_to(parts, &canonical->splitter, url, NULL);
        }
    }
    return result;
}

void furl_tidying_end(struct furl_tidying *tidying)
{
    tidying->kernels = furl_kernels();
    tidying->changed = furl_changed(tidying->bare);
    tidying->slashes = tidying->changed.has['/'] ? 0 : UINT64_MAX;
    tidying->joins = tidying->changed.has['+'] || tidying->changed.has['@'] ? 0 : UINT64_MAX;
}

/* Whether `n` octets, 1 or those of an escape, are the spelling. */
static inline bool is_spelled(const struct furl_spelling *spelling, const unsigned char *at,
                              size_t n)
{
    return spelling->n == n && spelling->octets[0] == at[0] &&
           (n == 1 || (spelling->octets[1] == at[1] && spelling->octets[2] == at[2]));
}

void furl_tidy_rest(const struct furl_tidying *tidying, struct furl_writer *writer)
{
    const unsigned char *end = writer->in.at + writer->in.n;

    while (writer->in.n > 0) {
        const unsigned char *at = writer->in.at;
        bool escape = furl_is_escape(at, writer->in.n);
        size_t n = escape ? FURL_ESCAPE_SIZE : 1;
        const struct furl_spelling *spelling =
            escape ? &tidying->escapes[furl_hex_octet(at + 1)] : &tidying->bare[*at];
        if (furl_depends(spelling)) {
            break;
        }
        if (is_spelled(spelling, at, n)) {
            furl_skip(&writer->in, n);
        } else {
            furl_write_change(writer, n, spelling);
        }
        at = furl_may_change(tidying, writer->split, writer->in.at, end);
        writer->in = (struct furl_range){at, (size_t)(end - at)};
    }
}

/* Decodes the escapes of octets 80-FF that `url` starts with, at most FURL_UTF8_MAX. Returns how
 * many.
 */
static size_t escaped(const unsigned char *url, size_t n, unsigned char octets[FURL_UTF8_MAX])
{
    size_t count = 0;

    while (count < FURL_UTF8_MAX && furl_is_escape(url, n)) {
        octets[count] = furl_hex_octet(url + 1);
        if (octets[count] < 0x80) {
            break;
        }
        count++;
        url += FURL_ESCAPE_SIZE;
        n -= FURL_ESCAPE_SIZE;
    }
    return count;
}

/* Finds what follows the `[` of a host, up to the end of the authority, where an octet beyond ASCII
 * must not be bare. Sets both to 0 if there is no `[`. */
static void find_brackets(const unsigned char *url, size_t n, size_t *from, size_t *end)
{
    struct furl_range rest = furl_divide((struct furl_range){url, n}, ':').second;
    size_t length = 2;

    *from = *end = 0;
    if (!furl_starts(rest, "//")) {
        return;
    }
    while (length < rest.n && strchr("/?#", rest.at[length]) == NULL) {
        length++;
    }
    struct furl_range authority = {rest.at + 2, length - 2};
    const unsigned char *host = furl_split_authority(authority).host.at;
    if (host < authority.at + authority.n && *host == '[') {
        *from = (size_t)(host - url);
        *end = (size_t)(authority.at + authority.n - url);
    }
}

size_t furl_readable(unsigned char *url, size_t n)
{
    unsigned char octets[FURL_UTF8_MAX];
    size_t to = 0, brackets, end;

    find_brackets(url, n, &brackets, &end);
    for (size_t from = 0; from < n;) {
        bool stays = from >= brackets && from < end;
        size_t count = stays ? 0 : escaped(url + from, n - from, octets);
        uint32_t code = 0;
        size_t length = count > 0 ? furl_utf8(octets, count, &code) : 0;
        bool shown = length > 0 && length != FURL_UTF8_MORE &&
                     !furl_code_is(code, FURL_CODE_CONTROL) && !furl_code_is(code, FURL_CODE_BLANK);
        if (shown) {
            memcpy(url + to, octets, length);
            to += length;
            from += length * FURL_ESCAPE_SIZE;
        } else {
            url[to++] = url[from++];
        }
    }
    return to;
}
