#include "canonical.h"

#include <assert.h>
#include <string.h>

#include "furl/core/utf8.h"

void furl_canonical_init(struct furl_canonical *canonical, const struct furl_rules *rules)
{
    bool rfc = rules != NULL && !furl_is_fidourl(rules);

    canonical->rules = rules;
    canonical->splitter = furl_splitter_for(rfc ? FURL_AS_GENERIC : FURL_AS_SCHEME);
    canonical->fidonet_ready = false;
    furl_rfc_init(&canonical->rfc, rfc ? rules : &furl_rule_books[FURL_RULES_OF_OTHERS],
                  &canonical->splitter);
    canonical->rfc.wants_host = rules == NULL;
}

/* Returns the range from `ptr` to `end`, which is absent if `ptr` is NULL. */
static struct furl_range range_between(const unsigned char *ptr, const unsigned char *end)
{
    return (struct furl_range){ptr, ptr != NULL ? (size_t)(end - ptr) : 0};
}

/* Completes the parts of `url`, the canonical form of `split`. The `ptr` of the authority, path,
 * query and fragment are set already. */
static void set_parts(struct furl_parts *parts, const struct furl_parts *split,
                      struct furl_range url)
{
    const unsigned char *end = url.ptr + url.n, *path = parts->path.ptr;
    const unsigned char *query_end = parts->fragment.ptr != NULL ? parts->fragment.ptr - 1 : end;
    const unsigned char *path_end = parts->query.ptr != NULL ? parts->query.ptr - 1 : query_end;

    assert(url.ptr < parts->authority.ptr && parts->authority.ptr <= path);
    assert(path <= path_end && path_end <= query_end && query_end <= end);
    parts->url = url;
    parts->scheme = (struct furl_range){url.ptr, split->scheme.n};
    parts->authority =
        range_between(split->authority.ptr != NULL ? parts->authority.ptr : NULL, path);
    parts->path = range_between(path, path_end);
    parts->query = range_between(parts->query.ptr, query_end);
    parts->fragment = range_between(parts->fragment.ptr, end);
    parts->host = (struct furl_range){NULL, 0};
    parts->port = (struct furl_range){NULL, 0};
    parts->known = split->known;
    parts->fidonet = split->fidonet;
    parts->masks = (struct furl_class_masks){{0}};
    if (split->port.ptr != NULL) {
        struct furl_divided pair = furl_divide(parts->authority, ':');
        parts->host = pair.first;
        parts->port = pair.second;
    } else if (split->host.ptr != NULL) {
        parts->host = parts->authority;
    }
}

struct furl_result furl_canonical_write(struct furl_canonical *canonical,
                                        const struct furl_parts *split, unsigned char *out,
                                        struct furl_parts *parts)
{
    const struct furl_rules *rules = canonical->rules;
    bool fidonet = furl_is_fidonet(split->known);
    struct furl_parts *form = parts != NULL ? parts : &canonical->unwanted;
    struct furl_result result;

    if (split->scheme.ptr == NULL) {
        return (struct furl_result){.error = FURL_NO_SCHEME};
    }
    if (rules == NULL ? !fidonet : !furl_is_fidourl(rules)) {
        result = furl_rfc_write(&canonical->rfc, split, out, form);
    } else if (!fidonet) {
        return (struct furl_result){.error = FURL_WRONG_RULES};
    } else {
        if (!canonical->fidonet_ready) {
            furl_fidonet_init(&canonical->fidonet);
            canonical->fidonet_ready = true;
        }
        result = furl_fidonet_write(&canonical->fidonet, split, out, form);
    }
    if (parts != NULL && result.error == FURL_FINE) {
        struct furl_range url = {out, result.n};
        if (form->authority.ptr != NULL) {
            set_parts(parts, split, url);
        } else {
            furl_split_to(parts, &canonical->splitter, url, NULL);
        }
    }
    return result;
}

void furl_octet_rules_finish(struct furl_octet_rules *octet_rules)
{
    octet_rules->kernels = furl_choose_kernels();
    octet_rules->changed = furl_changed(octet_rules->bare);
    octet_rules->slashes = octet_rules->changed.has['/'] ? 0 : UINT64_MAX;
    octet_rules->joins =
        octet_rules->changed.has['+'] || octet_rules->changed.has['@'] ? 0 : UINT64_MAX;
}

/* Returns whether `n` octets, 1 or those of an escape, are equal to the spelling. */
static inline bool is_spelled(const struct furl_spelling *spelling, const unsigned char *ptr,
                              size_t n)
{
    return spelling->n == n && spelling->octets[0] == ptr[0] &&
           (n == 1 || (spelling->octets[1] == ptr[1] && spelling->octets[2] == ptr[2]));
}

void furl_tidy_rest(const struct furl_octet_rules *octet_rules, struct furl_writer *writer)
{
    const unsigned char *end = writer->in.ptr + writer->in.n;

    while (writer->in.n > 0) {
        const unsigned char *ptr = writer->in.ptr;
        bool escape = furl_is_escape(ptr, writer->in.n);
        size_t n = escape ? FURL_ESCAPE_SIZE : 1;
        const struct furl_spelling *spelling =
            escape ? &octet_rules->escapes[furl_hex_octet(ptr + 1)] : &octet_rules->bare[*ptr];
        if (furl_needs_context(spelling)) {
            break;
        }
        if (is_spelled(spelling, ptr, n)) {
            furl_skip(&writer->in, n);
        } else {
            furl_write_change(writer, n, spelling);
        }
        ptr = furl_may_change(octet_rules, writer->split, writer->in.ptr, end);
        writer->in = (struct furl_range){ptr, (size_t)(end - ptr)};
    }
}

/* A character beyond ASCII, read from escapes. */
struct character {
    uint32_t code;
    size_t n; /* the number of its octets, each of which is an escape; 0: none */
};

/* Reads the character that the escapes at the front of `url` mean. */
static struct character read_escaped(struct furl_range url)
{
    struct character character = {.code = 0};
    unsigned char octets[FURL_UTF8_MAX];
    size_t n = 0;

    while (n < FURL_UTF8_MAX && furl_is_escape(url.ptr, url.n)) {
        octets[n++] = furl_hex_octet(url.ptr + 1);
        furl_skip(&url, FURL_ESCAPE_SIZE);
    }
    character.n = n > 0 ? furl_utf8(octets, n, &character.code) : 0;
    return character.n > 1 && character.n != FURL_UTF8_MORE ? character
                                                            : (struct character){.n = 0};
}

static bool is_shown(struct character character)
{
    return character.n > 0 && !furl_code_is(character.code, FURL_CODE_UNSEEN);
}

/* Returns whether a joiner can be decoded before or after the character. */
static bool may_be_joined(struct character character)
{
    return is_shown(character) && !furl_code_is(character.code, FURL_CODE_LATIN);
}

/* Returns the number of octets of a joiner at the front of `url`, before a character that it joins.
 * The joiner is U+200C, or U+200D with or without U+FE0F before, as in emoji. Returns 0 if there is
 * no joiner. Each octet is an escape. */
static size_t joiner_length(struct furl_range url)
{
    struct character first = read_escaped(url), second;
    size_t n = 0;

    if (first.code == 0xFE0F) {
        n = first.n;
        furl_skip(&url, n * FURL_ESCAPE_SIZE);
        first = read_escaped(url);
    }
    if (first.code != 0x200D && (first.code != 0x200C || n > 0)) {
        return 0;
    }
    furl_skip(&url, first.n * FURL_ESCAPE_SIZE);
    second = read_escaped(url);
    return may_be_joined(second) ? n + first.n : 0;
}

/* Returns the authority from the `[` of its host to its end, where an octet beyond ASCII must not
 * be bare. The result is empty if the host does not begin with `[`. */
static struct furl_range find_brackets(struct furl_range authority)
{
    const unsigned char *end = authority.ptr + authority.n;
    const unsigned char *host = furl_split_authority(authority).host.ptr;

    return range_between(authority.n > 0 && host < end && *host == '[' ? host : end, end);
}

size_t furl_decode_for_display(const struct furl_parts *split, unsigned char *out)
{
    struct furl_range url = split->url;
    const struct furl_range authority =
        split->authority.ptr != NULL ? split->authority : (struct furl_range){url.ptr, 0};
    const struct furl_range brackets = find_brackets(authority);
    bool joins = false; /* a joiner can follow the previous character */
    unsigned char *to = out;

    while (url.n > 0) {
        const bool stays = url.ptr >= brackets.ptr && url.ptr < brackets.ptr + brackets.n;
        struct character character = {.n = 0};
        if (!stays && *url.ptr == '%') {
            character = read_escaped(url);
        }
        size_t n = is_shown(character) ? character.n : 0;
        if (joins && n == 0 && url.ptr >= authority.ptr + authority.n) {
            n = joiner_length(url);
        }
        joins = may_be_joined(character);
        if (n == 0) {
            *to++ = *url.ptr;
            furl_skip(&url, 1);
        }
        for (; n > 0; n--) {
            *to++ = furl_hex_octet(url.ptr + 1);
            furl_skip(&url, FURL_ESCAPE_SIZE);
        }
        assert(out != split->url.ptr || to <= url.ptr); /* unread octets are intact */
    }
    return (size_t)(to - out);
}
