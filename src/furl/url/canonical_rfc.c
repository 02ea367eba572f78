#include <assert.h>

#include "canonical.h"
#include "furl/core/bits.h"

void furl_rfc_init(struct furl_rfc *rfc, const struct furl_rules *rules,
                   struct furl_splitter *splitter)
{
    const struct furl_byteset bare_too = furl_byteset_of(furl_range_of(rules->bare));
    const struct furl_byteset decoded_too = furl_byteset_of(furl_range_of(rules->decoded));
    struct furl_octet_rules *octet_rules = &rfc->octet_rules;

    *rfc = (struct furl_rfc){.rules = rules};
    octet_rules->stays = FURL_STAYS;
    for (unsigned octet = 0; octet < 256; octet++) {
        struct furl_spelling itself = {{(unsigned char)octet}, 1}, escape = {.n = FURL_ESCAPE_SIZE};
        bool alnum = furl_octet_in((unsigned char)octet, FURL_ALNUM);
        bool bare = alnum || bare_too.has[octet];
        furl_put_escape((unsigned char)octet, escape.octets);
        octet_rules->bare[octet] = bare ? itself : escape;
        octet_rules->escapes[octet] = alnum || decoded_too.has[octet] ? itself : escape;
        splitter->kinds.of[octet] |= (unsigned char)(bare << FURL_STAYS);
    }
    octet_rules->bare['%'].n = FURL_NEEDS_CONTEXT;
    if (rules->keeps_bars) {
        octet_rules->bare['|'].n = FURL_NEEDS_CONTEXT; /* the scheme decides */
    }
    rfc->plus = octet_rules->escapes['+'];
    rfc->backslash = octet_rules->escapes['\\'];
    octet_rules->escapes['+'].n = FURL_NEEDS_CONTEXT; /* the scheme and the part decide */
    octet_rules->escapes['\\'].n = FURL_NEEDS_CONTEXT;
    furl_octet_rules_finish(octet_rules);
}

/* A URL that is being written range by range. */
struct writer {
    const struct furl_rfc *rfc;
    const struct furl_parts *split;
    struct furl_writer to;
    struct furl_parts *form;
    size_t head;                /* octets of the scheme, its delimiter and a host that is a name */
    const unsigned char *front; /* the end of the octets that browsers may read as an authority */
    enum furl_error error;      /* the error to report after a failure */
};

/* Returns whether a bare `|` is unchanged. */
static bool keeps_bar(const struct writer *writer)
{
    return writer->rfc->rules->keeps_bars && furl_scheme_has(writer->split->known, FURL_BAR);
}

/* Returns whether the escape of `+` or of a backslash at `ptr` is unchanged, against the rule book.
 * A bare `+` would be a space in the query of a form (draft 5.2.2.4.2) and anywhere in a Fidonet
 * URL (5.2.2.4). Browsers read a bare backslash as a slash. */
static bool keeps_escape(const struct writer *writer, const unsigned char *ptr, bool plus)
{
    const struct furl_parts *split = writer->split;
    const struct furl_range query = split->query;

    return !plus ? ptr < writer->front
                 : furl_is_fidonet(split->known) ||
                       (furl_scheme_has(split->known, FURL_PLUS) && query.ptr != NULL &&
                        ptr >= query.ptr && ptr < query.ptr + query.n);
}

/* Writes the octet or escape of FURL_NEEDS_CONTEXT at the front. Returns false if it is a `%` that
 * starts no escape. */
static bool put_depending(struct writer *writer)
{
    struct furl_writer *to = &writer->to;
    const unsigned char *ptr = to->in.ptr;
    struct furl_spelling spelling;

    if (furl_is_escape(ptr, to->in.n)) {
        const unsigned char octet = furl_hex_octet(ptr + 1);
        const bool plus = octet == '+';
        assert(plus || octet == '\\'); /* no other escape needs context */
        spelling = plus ? writer->rfc->plus : writer->rfc->backslash;
        if (keeps_escape(writer, ptr, plus)) {
            spelling.n = (unsigned char)furl_put_escape(octet, spelling.octets);
        }
        furl_write_change(to, FURL_ESCAPE_SIZE, &spelling);
    } else if (*ptr == '|' && !keeps_bar(writer)) {
        spelling.n = (unsigned char)furl_put_escape('|', spelling.octets);
        furl_write_change(to, 1, &spelling);
    } else if (*ptr == '|') {
        furl_skip(&to->in, 1);
    }
    return to->in.ptr > ptr;
}

/* Writes a range, and the delimiter of `n` octets before it. Returns false at a `%` that starts no
 * escape. */
FURL_INLINE bool put_range(struct writer *writer, struct furl_range range, size_t n)
{
    struct furl_writer *to = &writer->to;

    furl_writer_seek(to, range, n);
    furl_normalize_part(&writer->rfc->octet_rules, to);
    while (to->in.n > 0 && put_depending(writer)) {
        furl_normalize_part(&writer->rfc->octet_rules, to);
    }
    return to->in.n == 0;
}

/* Makes letters lower case, except in escapes. */
static void lower_host(unsigned char *ptr, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (ptr[i] == '%') {
            i += FURL_ESCAPE_SIZE - 1;
        } else {
            ptr[i] = furl_lower(ptr[i]);
        }
    }
}

/* Returns the length of a host without one dot at its end. "a.." keeps both dots. */
static size_t without_dot(const unsigned char *host, size_t n)
{
    return n > 1 && host[n - 1] == '.' && host[n - 2] != '.' ? n - 1 : n;
}

/* Returns whether a port is empty or the default port. */
static bool is_needless(struct furl_range port, const struct furl_scheme *scheme)
{
    const char *usual = scheme != NULL && scheme->port != NULL ? scheme->port : "";

    return port.n == 0 || (port.n == strlen(usual) && memcmp(port.ptr, usual, port.n) == 0);
}

/* Completes a host of `n` octets at `host`: drops a dot at the end, and writes the port. `port` can
 * be absent, or be in the output after the host. */
static void end_host(struct writer *writer, unsigned char *host, size_t n, struct furl_range port)
{
    unsigned char *to = host + without_dot(host, n);

    port = furl_without_zeros(port);
    if (port.ptr != NULL && !is_needless(port, writer->split->known)) {
        *to++ = ':';
        memmove(to, port.ptr, port.n);
        to += port.n;
    }
    writer->to.out = to;
}

/* Splits the authority that was written at `from`. Changes a `%` before a zone to `%25`. */
static struct furl_authority written_authority(struct writer *writer, unsigned char *from)
{
    unsigned char **end = &writer->to.out;
    struct furl_range authority = {from, (size_t)(*end - from)};
    struct furl_authority parts = furl_split_authority(authority);

    if (parts.zone.ptr == NULL || parts.zone.ptr[-1] != '%') {
        return parts;
    }
    unsigned char *zone = from + (parts.zone.ptr - from);
    memmove(zone + 2, zone, (size_t)(*end - zone));
    memcpy(zone, "25", 2);
    *end += 2;
    authority.n += 2;
    return furl_split_authority(authority);
}

/* Drops an empty userinfo, `@` or `:@`, from the authority that was written at `from`. */
static void drop_userinfo(struct writer *writer, unsigned char *from, struct furl_authority *parts)
{
    const size_t n = (size_t)(parts->host.ptr - from), rest = (size_t)(writer->to.out - from) - n;

    if (writer->rfc->rules->drops_userinfo && (n == 1 || (n == 2 && from[0] == ':'))) {
        memmove(from, from + n, rest);
        writer->to.out -= n;
        *parts = furl_split_authority((struct furl_range){from, rest});
    }
}

/* Makes the authority that was written at `from` canonical. Returns false if the authority has no
 * valid host. */
static bool settle_authority(struct writer *writer, unsigned char *from)
{
    struct furl_authority parts = written_authority(writer, from);

    if (!furl_has_host(&parts)) {
        return false;
    }
    drop_userinfo(writer, from, &parts);
    unsigned char *host = from + (parts.host.ptr - from);
    lower_host(host, parts.zone.ptr != NULL ? (size_t)(parts.zone.ptr - host) : parts.host.n);
    end_host(writer, host, parts.host.n, parts.port);
    return true;
}

/* Checks the brackets of a host, which ends with the authority. Returns false if an octet in them
 * needs an escape, because the escape would change the address. */
static bool check_brackets(struct writer *writer, struct furl_range host)
{
    const unsigned char *end = host.n > 0 ? memchr(host.ptr, ']', host.n) : NULL;
    size_t n = end != NULL ? (size_t)(end - host.ptr) : 0;

    if (n == 0 || host.ptr[0] != '[' || (n + 1 < host.n && end[1] != ':')) {
        return true;
    }
    for (const unsigned char *ptr = host.ptr + 1; ptr < end; ptr++) {
        bool bare = *ptr == '%' || writer->rfc->octet_rules.bare[*ptr].n == 1;
        if (!bare && !(*ptr == '|' && keeps_bar(writer))) {
            writer->to.in.ptr = ptr;
            writer->error = FURL_BAD_HOST;
            return false;
        }
    }
    return true;
}

/* Writes the authority. An IPv6 address in brackets is unchanged, with its zone. */
static bool put_octets(struct writer *writer, bool has_host)
{
    struct furl_range authority = writer->split->authority;
    struct furl_authority parts = furl_split_authority(authority);

    if (!has_host) {
        return put_range(writer, authority, 0);
    }
    if (!parts.brackets) {
        parts.host.n = authority.n - (size_t)(parts.host.ptr - authority.ptr);
        return check_brackets(writer, parts.host) && put_range(writer, authority, 0);
    }
    if (parts.userinfo.ptr != NULL && !put_range(writer, parts.userinfo, 0)) {
        return false;
    }
    furl_writer_seek(&writer->to, parts.host, parts.userinfo.ptr != NULL);
    furl_skip(&writer->to.in, parts.host.n);
    return parts.port.ptr == NULL || put_range(writer, parts.port, 1);
}

/* Writes the authority after "//". Returns false at a bad escape. Clears `has_host` if the
 * authority has no valid host. */
static bool put_authority(struct writer *writer, bool *has_host)
{
    unsigned char *from = writer->to.out;
    bool fine = put_octets(writer, *has_host);

    furl_writer_flush(&writer->to, writer->to.in.ptr);
    *has_host = fine && *has_host && settle_authority(writer, from);
    return fine;
}

/* Writes eight octets in lower case, by setting a bit. Other octets of schemes, delimiters and
 * names, as far as masks show them, already have this bit. */
static inline void put_lower_word(const unsigned char *ptr, unsigned char *to)
{
    const uint64_t word = furl_load_word(ptr) | FURL_ALL(0x20);

    memcpy(to, &word, FURL_WORD);
}

/* Writes the head at `out` once more, in lower case. Reads it from the URL, because reading octets
 * that were just written is slow. The last word can overlap the previous one. */
static void lower_head(const struct writer *writer, unsigned char *out)
{
    const unsigned char *url = writer->split->url.ptr;
    const size_t n = writer->head;

    for (size_t i = 0; n - i >= FURL_WORD; i += FURL_WORD) {
        put_lower_word(url + i, out + i);
    }
    if (n >= FURL_WORD) {
        put_lower_word(url + n - FURL_WORD, out + n - FURL_WORD);
    }
    for (size_t i = 0; i < n && n < FURL_WORD; i++) {
        out[i] = url[i] | 0x20;
    }
}

/* Like put_authority, but first completes the head. */
static bool put_late_authority(struct writer *writer, bool *has_host)
{
    const struct furl_parts *split = writer->split;
    struct furl_writer *to = &writer->to;

    furl_writer_flush(to, to->in.ptr);
    lower_head(writer, to->out - writer->head);
    writer->head = 0;
    if (split->host.ptr == NULL) {
        return put_authority(writer, has_host);
    }
    end_host(writer, to->out - split->host.n, split->host.n, split->port);
    to->pending = to->in.ptr = split->path.ptr;
    return true;
}

/* Like furl_check_web, for authorities that the masks do not cover. */
static bool check_web(struct writer *writer)
{
    const struct furl_parts *split = writer->split;
    struct furl_range rest = split->url;

    furl_skip(&rest, split->scheme.n + strlen(":"));
    const struct furl_result web = furl_check_web(split->known, rest, writer->rfc->wants_host);
    if (web.error != FURL_FINE) {
        writer->to.in.ptr = rest.ptr + web.where;
        writer->error = web.error;
        return false;
    }
    writer->front = rest.ptr + web.n;
    return true;
}

/* Writes the scheme, the authority, and the path "/" of FURL_ROOT. */
static bool put_head(struct writer *writer)
{
    const struct furl_parts *split = writer->split;
    struct furl_writer *to = &writer->to;
    bool slashes = split->authority.ptr != NULL;
    bool has_host = slashes && !furl_is_fidonet(split->known);
    struct furl_range host = split->host;

    writer->head = split->scheme.n + (slashes ? strlen("://") : strlen(":")) + host.n;
    to->in.ptr = split->url.ptr + writer->head;
    writer->form->authority.ptr = to->out + (writer->head - host.n);
    bool stays = host.ptr != NULL && split->port.ptr == NULL && to->in.ptr[-1] != '.';
    if (host.ptr == NULL && !check_web(writer)) {
        return false;
    }
    if (slashes && !stays && !put_late_authority(writer, &has_host)) {
        return false;
    }
    writer->form->path.ptr = furl_writer_position(to);
    if (has_host && split->path.n == 0 && furl_scheme_has(split->known, FURL_ROOT)) {
        furl_writer_flush(to, to->in.ptr);
        *to->out++ = '/';
    }
    return true;
}

/* Removes the dot segments of the path from `path` to `end`. Returns false if there is no authority
 * and the rest would begin with "//", like an authority. */
static bool drop_dots(struct writer *writer, unsigned char *path, unsigned char *end)
{
    struct furl_writer *to = &writer->to;

    furl_writer_flush(to, to->in.ptr);
    unsigned char *kept = furl_remove_dots(path, end);
    if (writer->split->authority.ptr == NULL && kept > path + 1 && path[0] == '/' &&
        path[1] == '/') {
        return false;
    }
    memmove(kept, end, (size_t)(to->out - end));
    to->out -= end - kept;
    to->tracked_out -= end - kept;
    return true;
}

/* Writes the path and the query as one range, because the same octets are unchanged in both, and
 * `?` is unchanged. No branch asks whether there is a query: it would be mispredicted. */
static bool put_path_and_query(struct writer *writer, bool keeps_dots)
{
    const struct furl_parts *split = writer->split;
    const struct furl_range path = split->path;
    const unsigned char *looked = split->url.ptr + FURL_SPLIT_MASK_OCTETS;
    const size_t there = split->query.ptr != NULL;
    struct furl_writer *to = &writer->to;
    unsigned char *out = furl_writer_position(to);

    to->tracked = path.ptr + path.n + there;
    to->tracked_out = out + path.n + there;
    to->dots = ((split->masks.of[FURL_KIND_SLASH] & split->masks.of[FURL_DOT_OR_DASH] >> 1) != 0) |
               (path.ptr + path.n > looked);
    if (!put_range(writer, (struct furl_range){path.ptr, path.n + there + split->query.n}, 0)) {
        return false;
    }
    if (to->dots && !keeps_dots && writer->rfc->rules->removes_dots &&
        (split->authority.ptr != NULL || furl_starts(path, "/")) &&
        !drop_dots(writer, out, to->tracked_out - there)) {
        to->out = out;
        to->pending = to->in.ptr = path.ptr;
        return put_path_and_query(writer, true);
    }
    writer->form->query.ptr = (const unsigned char *)((uintptr_t)to->tracked_out * there);
    return true;
}

struct furl_result furl_rfc_write(const struct furl_rfc *rfc, const struct furl_parts *split,
                                  unsigned char *out, struct furl_parts *form)
{
    const struct furl_range *fragment = &split->fragment;
    struct writer writer = {.rfc = rfc,
                            .split = split,
                            .to = {.split = split, .pending = split->url.ptr, .out = out},
                            .form = form,
                            .front = split->url.ptr,
                            .error = FURL_BAD_ESCAPE};

    form->fragment.ptr = NULL;
    bool fine = put_head(&writer) && put_path_and_query(&writer, false);
    if (fine && fragment->ptr != NULL && (fragment->n > 0 || !rfc->rules->drops_void)) {
        form->fragment.ptr = furl_writer_position(&writer.to) + 1;
        fine = put_range(&writer, *fragment, 1);
    }
    if (!fine) {
        size_t where = (size_t)(writer.to.in.ptr - split->url.ptr);
        return (struct furl_result){.error = writer.error, .where = where};
    }
    furl_writer_flush(&writer.to, writer.to.in.ptr);
    lower_head(&writer, out);
    assert((size_t)(writer.to.out - out) <= FURL_RFC_MAX(split->url.n));
    return (struct furl_result){.n = (size_t)(writer.to.out - out)};
}
