#include "canonical.h"
#include "furl/base/octets.h"

void furl_rfc_init(struct furl_rfc *rfc, const struct furl_rules *rules)
{
    const struct furl_byteset bare_too = furl_byteset_of(furl_range_of(rules->bare));
    const struct furl_byteset decoded_too = furl_byteset_of(furl_range_of(rules->decoded));

    *rfc = (struct furl_rfc){.rules = rules};
    for (size_t octet = 0; octet < sizeof rfc->tidying.kinds; octet++) {
        bool alnum = furl_is((unsigned char)octet, FURL_ALNUM);
        bool bare = alnum || bare_too.has[octet];
        bool decoded = alnum || decoded_too.has[octet];
        rfc->tidying.kinds[octet] =
            (unsigned char)((bare ? FURL_BARE : 0) | (decoded ? FURL_DECODED : FURL_KEPT));
    }
    rfc->query = rfc->tidying;
    rfc->query.kinds['+'] = FURL_BARE | FURL_KEPT; /* draft 5.2.2.4.2 */
    rfc->plus_differs = rfc->query.kinds['+'] != rfc->tidying.kinds['+'];
}

/* A URL that is being written, range by range. */
struct writer {
    const struct furl_rfc *rfc;
    const struct furl_split *split;
    const struct furl_tidying *tidying; /* of the part */
    struct furl_cursor cursor;
    enum furl_error error; /* the error if something is wrong */
};

/* Whether a bare `|` stays. */
static bool keeps_bar(const struct writer *writer)
{
    return writer->rfc->rules->keeps_bars && furl_has(writer->split->known, FURL_BAR);
}

/* Writes the next octet, `|`. */
static void put_bar(struct writer *writer)
{
    struct furl_cursor *cursor = &writer->cursor;

    if (keeps_bar(writer)) {
        furl_put(cursor, '|');
    } else {
        cursor->out += furl_put_escape('|', cursor->out);
    }
    furl_skip(&cursor->in, 1);
}

/* Writes octets that become escapes. */
static void put_escaped(struct writer *writer)
{
    struct furl_cursor *cursor = &writer->cursor;

    while (cursor->in.n > 0) {
        unsigned char octet = cursor->in.at[0];
        if (octet == '%' || octet == '|' ||
            (furl_tidied_as(writer->tidying, octet) & FURL_BARE) != 0) {
            break;
        }
        cursor->out += furl_put_escape(octet, cursor->out);
        furl_skip(&cursor->in, 1);
    }
}

/* Writes octets as far as tidying can. */
static inline void tidy(struct writer *writer)
{
    struct furl_cursor *cursor = &writer->cursor;
    struct furl_tidied done = furl_tidy(writer->tidying, cursor->in.at, cursor->in.n, cursor->out);

    furl_skip(&cursor->in, done.consumed);
    cursor->out += done.written;
}

/* Writes a range. Returns whether every `%` in it starts an escape. */
static bool put_range(struct writer *writer, struct furl_range range)
{
    struct furl_cursor *cursor = &writer->cursor;

    cursor->in = range;
    for (tidy(writer); cursor->in.n > 0; tidy(writer)) {
        unsigned char octet = cursor->in.at[0];
        if (octet == '%') {
            return false;
        }
        if (octet == '|') {
            put_bar(writer);
        } else {
            put_escaped(writer);
        }
    }
    return true;
}

/* Writes a mark and the range after it, if that is there. */
static bool put_marked(struct writer *writer, char mark, struct furl_range range)
{
    if (range.at == NULL) {
        return true;
    }
    furl_put(&writer->cursor, mark);
    return put_range(writer, range);
}

/* Makes letters lower case, except in escapes. */
static void lower_host(unsigned char *at, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (at[i] == '%') {
            i += FURL_ESCAPE_SIZE - 1;
        } else {
            at[i] = furl_lower(at[i]);
        }
    }
}

/* The length of a host without one dot at its end. */
static size_t without_dot(const unsigned char *host, size_t n)
{
    return n > 1 && host[n - 1] == '.' && host[n - 2] != '.' ? n - 1 : n;
}

/* Whether a port is empty or the default. */
static bool is_needless(struct furl_range port, const struct furl_scheme *scheme)
{
    const char *usual = scheme != NULL && scheme->port != NULL ? scheme->port : "";

    return port.n == 0 || (port.n == strlen(usual) && memcmp(port.at, usual, port.n) == 0);
}

/* Ends a host of `n` octets at `host`: drops a dot, and writes the port, which may be absent, or be
 * part of what was written after the host. */
static void end_host(struct writer *writer, unsigned char *host, size_t n, struct furl_range port)
{
    struct furl_cursor *cursor = &writer->cursor;

    cursor->out = host + without_dot(host, n);
    port = furl_without_zeros(port);
    if (port.at != NULL && !is_needless(port, writer->split->known)) {
        furl_put(cursor, ':');
        memmove(cursor->out, port.at, port.n);
        cursor->out += port.n;
    }
}

/* Splits the authority that was written from `from` on. Makes a `%` before a zone `%25`. */
static struct furl_authority written_authority(struct writer *writer, unsigned char *from)
{
    unsigned char **end = &writer->cursor.out;
    struct furl_range authority = {from, (size_t)(*end - from)};
    struct furl_authority parts = furl_split_authority(authority);

    if (parts.zone.at == NULL || parts.zone.at[-1] != '%') {
        return parts;
    }
    unsigned char *zone = from + (parts.zone.at - from);
    memmove(zone + 2, zone, (size_t)(*end - zone));
    memcpy(zone, "25", 2);
    *end += 2;
    authority.n += 2;
    return furl_split_authority(authority);
}

/* Makes the authority that was written from `from` on canonical, if it has a host. Returns whether
 * it has. */
static bool settle_authority(struct writer *writer, unsigned char *from)
{
    struct furl_authority parts = written_authority(writer, from);
    unsigned char *host = from + (parts.host.at - from);

    if (!furl_has_host(&parts)) {
        return false;
    }
    lower_host(host, parts.zone.at != NULL ? (size_t)(parts.zone.at - host) : parts.host.n);
    end_host(writer, host, parts.host.n, parts.port);
    return true;
}

/* Whether nothing in the brackets of a host would become an escape: an address would become
 * something else. The range ends with the authority. */
static bool judge_brackets(struct writer *writer, struct furl_range host)
{
    const unsigned char *end = host.n > 0 ? memchr(host.at, ']', host.n) : NULL;
    size_t n = end != NULL ? (size_t)(end - host.at) : 0;

    if (n == 0 || host.at[0] != '[' || (n + 1 < host.n && end[1] != ':')) {
        return true;
    }
    for (const unsigned char *at = host.at + 1; at < end; at++) {
        bool bare = *at == '%' || (furl_tidied_as(writer->tidying, *at) & FURL_BARE) != 0;
        if (!bare && !(*at == '|' && keeps_bar(writer))) {
            writer->cursor.in.at = at;
            writer->error = FURL_BAD_HOST;
            return false;
        }
    }
    return true;
}

/* Writes the authority. An IPv6 address stays bare, with its brackets and zone. */
static bool put_octets(struct writer *writer, bool has_host)
{
    struct furl_range authority = writer->split->authority;
    struct furl_authority parts = furl_split_authority(authority);

    if (!has_host) {
        return put_range(writer, authority);
    }
    if (!parts.brackets) {
        parts.host.n = authority.n - (size_t)(parts.host.at - authority.at);
        return judge_brackets(writer, parts.host) && put_range(writer, authority);
    }
    if (parts.userinfo.at != NULL) {
        if (!put_range(writer, parts.userinfo)) {
            return false;
        }
        furl_put(&writer->cursor, '@');
    }
    furl_put_range(&writer->cursor, parts.host);
    return put_marked(writer, ':', parts.port);
}

/* Writes the authority after "//". Returns whether it has no bad escape. Clears `has_host` if it
 * has no host. */
static bool put_authority(struct writer *writer, bool *has_host)
{
    unsigned char *from = writer->cursor.out;
    bool fine = put_octets(writer, *has_host);

    *has_host = fine && *has_host && settle_authority(writer, from);
    return fine;
}

/* Writes the scheme, the authority, and the path of a root. One loop writes the scheme and, if
 * masks show that it is a name, as usual, the host. */
static bool put_head(struct writer *writer)
{
    const struct furl_split *split = writer->split;
    struct furl_cursor *cursor = &writer->cursor;
    bool slashes = split->authority.at != NULL;
    bool has_host = slashes && !furl_is_fidonet(split->known);
    struct furl_authority parts = {.brackets = false};
    bool name = has_host && furl_split_name(split, &parts);
    size_t lower = split->scheme.n + (slashes ? strlen("://") : strlen(":")) + parts.host.n;

    for (size_t i = 0; i < lower; i++) {
        *cursor->out++ = furl_lower(split->url.at[i]);
    }
    if (name) {
        end_host(writer, cursor->out - parts.host.n, parts.host.n, parts.port);
    } else if (slashes && !put_authority(writer, &has_host)) {
        return false;
    }
    if (has_host && split->path.n == 0 && furl_has(split->known, FURL_ROOT)) {
        furl_put(cursor, '/');
    }
    return true;
}

/* Writes the path and the query, together if the same rules hold for both: `?` is bare under all
 * rules. */
static bool put_path(struct writer *writer)
{
    const struct furl_split *split = writer->split;
    const struct furl_rfc *rfc = writer->rfc;
    bool has_dots = split->authority.at != NULL && rfc->rules->removes_dots;
    bool plus = rfc->plus_differs && furl_has(split->known, FURL_PLUS);
    unsigned char *path = writer->cursor.out;

    if (!has_dots && !plus) {
        size_t query = (split->query.at != NULL) + split->query.n;
        return put_range(writer, (struct furl_range){split->path.at, split->path.n + query});
    }
    if (!put_range(writer, split->path)) {
        return false;
    }
    if (has_dots) {
        writer->cursor.out = furl_remove_dots(path, writer->cursor.out);
    }
    writer->tidying = plus ? &rfc->query : &rfc->tidying;
    bool fine = put_marked(writer, '?', split->query);
    writer->tidying = &rfc->tidying;
    return fine;
}

static bool put_fragment(struct writer *writer)
{
    struct furl_range fragment = writer->split->fragment;

    return (fragment.n == 0 && writer->rfc->rules->drops_void) || put_marked(writer, '#', fragment);
}

struct furl_result furl_rfc_write(const struct furl_rfc *rfc, const struct furl_split *split,
                                  unsigned char *out)
{
    /* `+` is a space anywhere in a Fidonet URL (draft 5.2.2.4). */
    const bool plus = furl_is_fidonet(split->known);
    struct writer writer = {.rfc = rfc,
                            .split = split,
                            .tidying = plus ? &rfc->query : &rfc->tidying,
                            .cursor = {.out = out},
                            .error = FURL_BAD_ESCAPE};

    if (!put_head(&writer) || !put_path(&writer) || !put_fragment(&writer)) {
        size_t where = (size_t)(writer.cursor.in.at - split->url.at);
        return (struct furl_result){.error = writer.error, .where = where};
    }
    return (struct furl_result){.n = (size_t)(writer.cursor.out - out)};
}
