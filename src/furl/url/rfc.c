#include "rfc.h"

#include "dots.h"
#include "furl/octets/cursor.h"

void furl_rfc_init(struct furl_rfc *rfc, const struct furl_rules *rules)
{
    rfc->kernels = furl_kernels();
    rfc->removes_dots = rules->removes_dots;
    const struct furl_byteset bare_too = furl_byteset_of(furl_range_of(rules->bare));
    const struct furl_byteset decoded_too = furl_byteset_of(furl_range_of(rules->decoded));
    const struct furl_byteset in_name_too = furl_byteset_of(furl_range_of("-._~"));
    for (int octet = 0; octet < 256; octet++) {
        bool alnum = furl_is((unsigned char)octet, FURL_ALNUM);
        bool bare = alnum || bare_too.has[octet];
        bool depends = octet == '%' || (octet == '|' && !bare);
        struct furl_spelling *spelling = &rfc->bare[octet];
        spelling->n = (unsigned char)furl_put_escape((unsigned char)octet, spelling->octets);
        if (bare) {
            *spelling = (struct furl_spelling){{(unsigned char)octet}, 1};
        }
        if (depends) {
            spelling->n = FURL_DEPENDS;
        }
        furl_byteset_put(&rfc->same, (unsigned char)octet, bare && !depends);
        bool in_name = alnum || in_name_too.has[octet];
        rfc->name[octet] = in_name ? furl_lower((unsigned char)octet) : 0;
        rfc->decoded[octet] = alnum || decoded_too.has[octet];
    }
}

void furl_rfc_add_kinds(const struct furl_rfc *rfc, struct furl_splitter *splitter)
{
    for (unsigned octet = 0; octet < sizeof splitter->kinds.of; octet++) {
        bool in_name = octet != 0 && rfc->name[octet] == octet;
        bool digit = furl_is((unsigned char)octet, FURL_HEX) && octet < 'a';
        splitter->kinds.of[octet] |=
            (unsigned char)(rfc->same.has[octet] << FURL_SAME | in_name << FURL_IN_NAME |
                            (digit || octet == '%') << FURL_SPLIT_HEX |
                            (digit && octet >= '8') << FURL_SPLIT_HIGH);
    }
}

/* A URL being written anew, range by range. */
struct writer {
    const struct furl_rfc *rfc;
    const struct furl_split *split;
    struct furl_cursor cursor;
};

/* Writes the escape that is next, decoded if it is needless. Returns whether it is one. */
static bool put_escape(struct writer *writer)
{
    struct furl_cursor *cursor = &writer->cursor;

    if (!furl_is_escape(cursor->in.at, cursor->in.n)) {
        return false;
    }
    unsigned char octet = furl_hex_octet(cursor->in.at + 1);
    if (writer->rfc->decoded[octet]) {
        *cursor->out++ = octet;
    } else {
        cursor->out += furl_put_escape(octet, cursor->out);
    }
    furl_skip(&cursor->in, FURL_ESCAPE_SIZE);
    return true;
}

/* Writes the `|` that is next. */
static void put_bar(struct writer *writer)
{
    struct furl_cursor *cursor = &writer->cursor;

    if (furl_has(writer->split->known, FURL_BAR)) {
        furl_put(cursor, '|');
    } else {
        cursor->out += furl_put_escape('|', cursor->out);
    }
    furl_skip(&cursor->in, 1);
}

/* Writes octets that stay as they are. */
static void put_same(struct writer *writer)
{
    const struct furl_rfc *rfc = writer->rfc;
    struct furl_cursor *cursor = &writer->cursor;

    if (rfc->same.has[cursor->in.at[0]]) { /* a kernel does not pay where there is nothing to do */
        size_t n = rfc->kernels->copy(&rfc->same, cursor->in.at, cursor->in.n, cursor->out);
        furl_skip(&cursor->in, n);
        cursor->out += n;
    }
}

/* Writes octets that become escapes. */
static void put_escaped(struct writer *writer)
{
    struct furl_cursor *cursor = &writer->cursor;

    while (cursor->in.n > 0) {
        const struct furl_spelling *spelling = &writer->rfc->bare[cursor->in.at[0]];
        if (spelling->n != FURL_ESCAPE_SIZE) {
            break;
        }
        cursor->out += furl_spell(spelling, cursor->out);
        furl_skip(&cursor->in, 1);
    }
}

/* Whether a range was seen to need no change: all of it is the same, or escapes of octets 80-FF in
 * upper case, which no rule book decodes. */
static bool is_same(const struct furl_split *split, struct furl_range range)
{
    const uint64_t *of = split->look.of;
    uint64_t octets = furl_mask(split, range), same = of[FURL_SAME];
    uint64_t hex = of[FURL_SPLIT_HEX];
    uint64_t escapes = furl_escapes_of(hex & ~same, of[FURL_SPLIT_HIGH], hex & same);

    return octets != 0 && (octets & ~(same | escapes)) == 0;
}

/* Applies the table to a range. Returns whether every `%` in it begins an escape. */
static bool put_range(struct writer *writer, struct furl_range range)
{
    struct furl_cursor *cursor = &writer->cursor;

    if (is_same(writer->split, range)) {
        furl_put_range(cursor, range);
        return true;
    }
    cursor->in = range;
    while (cursor->in.n > 0) {
        unsigned char octet = cursor->in.at[0];
        if (octet == '%') {
            if (!put_escape(writer)) {
                return false;
            }
        } else if (octet == '|' && furl_depends(&writer->rfc->bare[octet])) {
            put_bar(writer);
        } else {
            put_same(writer);
            put_escaped(writer);
        }
    }
    return true;
}

/* Writes what `mark` introduces, if it is there. */
static bool put_marked(struct writer *writer, char mark, struct furl_range range)
{
    if (range.at == NULL) {
        return true;
    }
    furl_put(&writer->cursor, mark);
    return put_range(writer, range);
}

static bool is_digits(struct furl_range range)
{
    while (range.n > 0 && furl_is(range.at[0], FURL_DIGIT)) {
        furl_skip(&range, 1);
    }
    return range.n == 0;
}

/* Whether it is a host: brackets, or letters, digits, - . _ ~ and escapes. */
static bool is_host(const struct furl_rfc *rfc, const struct furl_authority *authority)
{
    struct furl_range host = authority->host;

    while (!authority->brackets && host.n > 0 &&
           (rfc->name[host.at[0]] != 0 || host.at[0] == '%')) {
        furl_skip(&host, 1);
    }
    return authority->host.n > 0 && (authority->brackets || host.n == 0);
}

/* In lower case, but not the digits of escapes. */
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

/* Without the one dot at its end. */
static size_t without_dot(const unsigned char *host, size_t n)
{
    return n > 1 && host[n - 1] == '.' && host[n - 2] != '.' ? n - 1 : n;
}

/* Whether the port, which is there, need not be written. */
static bool is_needless(struct furl_range port, const struct furl_scheme *scheme)
{
    const char *usual = scheme != NULL && scheme->port != NULL ? scheme->port : "";

    return port.n == 0 || (port.n == strlen(usual) && memcmp(port.at, usual, port.n) == 0);
}

/* Brings the authority that was written from `from` on to its form, if it is one that has a host.
 * Returns whether it is. */
static bool settle_authority(struct writer *writer, unsigned char *from)
{
    struct furl_cursor *cursor = &writer->cursor;
    struct furl_authority parts =
        furl_split_authority((struct furl_range){from, (size_t)(cursor->out - from)});
    unsigned char *host = from + (parts.host.at - from);

    if (!is_host(writer->rfc, &parts) || !is_digits(parts.port)) {
        return false;
    }
    lower_host(host, parts.host.n);
    cursor->out = host + without_dot(host, parts.host.n);
    if (parts.port.at != NULL && !is_needless(parts.port, writer->split->known)) {
        furl_put(cursor, ':');
        memmove(cursor->out, parts.port.at, parts.port.n);
        cursor->out += parts.port.n;
    }
    return true;
}

/* Writes a host that is a name alone, as most authorities are, without the second look that others
 * need. Returns whether it is one. */
static bool put_name(struct writer *writer)
{
    struct furl_range name = writer->split->authority;
    unsigned char *to = writer->cursor.out;
    unsigned char octet = 0;

    uint64_t octets = furl_mask(writer->split, name);
    if (octets != 0 && (octets & ~writer->split->look.of[FURL_IN_NAME]) == 0) {
        furl_put_range(&writer->cursor, (struct furl_range){name.at, without_dot(name.at, name.n)});
        return true;
    }
    for (size_t i = 0; i < name.n; i++) {
        octet = writer->rfc->name[name.at[i]];
        if (octet == 0) {
            return false;
        }
        to[i] = octet;
    }
    writer->cursor.out += without_dot(to, name.n);
    return name.n > 0;
}

/* Writes the octets of the authority; the brackets of an IPv6 host are bare. */
static bool put_octets(struct writer *writer, bool has_host)
{
    struct furl_range authority = writer->split->authority;
    struct furl_authority parts = furl_split_authority(authority);

    if (!has_host || !parts.brackets) {
        return put_range(writer, authority);
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

/* Writes "//", the authority, and the path of a root. */
static bool put_authority(struct writer *writer)
{
    const struct furl_split *split = writer->split;

    furl_put_text(&writer->cursor, "//");
    bool has_host = !furl_is_fidonet(split->known);
    if (!has_host || !put_name(writer)) {
        unsigned char *from = writer->cursor.out;
        if (!put_octets(writer, has_host)) {
            return false;
        }
        has_host = has_host && settle_authority(writer, from);
    }
    if (has_host && split->path.n == 0 && furl_has(split->known, FURL_ROOT)) {
        furl_put(&writer->cursor, '/');
    }
    return true;
}

/* Writes the path, and the query. */
static bool put_path(struct writer *writer)
{
    const struct furl_split *split = writer->split;

    if (split->authority.at == NULL || !writer->rfc->removes_dots) {
        /* In one go, the `?` being bare under all rules. */
        return put_range(writer, split->query.at != NULL ? furl_span(split->path, split->query)
                                                         : split->path);
    }
    unsigned char *path = writer->cursor.out;
    if (!put_range(writer, split->path)) {
        return false;
    }
    writer->cursor.out = furl_remove_dots(path, writer->cursor.out);
    return put_marked(writer, '?', split->query);
}

static void put_scheme(struct writer *writer)
{
    const struct furl_split *split = writer->split;
    unsigned char *to = writer->cursor.out;

    if (split->known != NULL) {
        memcpy(to, split->known->name, FURL_SCHEME_MAX);
    } else {
        for (size_t i = 0; i < split->scheme.n; i++) {
            to[i] = furl_lower(split->scheme.at[i]);
        }
    }
    writer->cursor.out += split->scheme.n;
    furl_put(&writer->cursor, ':');
}

struct furl_result furl_rfc_write(const struct furl_rfc *rfc, const struct furl_split *split,
                                  unsigned char *out)
{
    struct writer writer = {.rfc = rfc, .split = split, .cursor = {.out = out}};

    put_scheme(&writer);
    if ((split->authority.at != NULL && !put_authority(&writer)) || !put_path(&writer) ||
        !put_marked(&writer, '#', split->fragment)) {
        size_t where = (size_t)(writer.cursor.in.at - split->url.at);
        return (struct furl_result){.error = FURL_BAD_ESCAPE, .where = where};
    }
    return (struct furl_result){.n = (size_t)(writer.cursor.out - out)};
}
