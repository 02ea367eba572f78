#include "url_escape.h"

#include <assert.h>

#include "canonical.h"

/* The URL or relative reference in a record. */
struct inside {
    struct furl_range url;            /* without the scheme, the colon and the wrapper */
    const struct furl_scheme *scheme; /* NULL: unknown or missing */
    bool has_scheme;
};

/* Drops one of the things that can precede a URL: an opening delimiter, one "URL:", or a space,
 * TAB, CR or LF. The first delimiter counts only if its partner is the last octet, which is
 * dropped, too. Returns whether something was dropped. */
static bool skip_front(struct furl_range *rest, bool *wrapped, bool *prefixed)
{
    if (rest->n == 0) {
        return false;
    }
    unsigned char octet = rest->ptr[0], partner = octet == '<' ? '>' : octet;
    bool wraps = !*wrapped && (octet == '<' || octet == '"') && rest->n > 1 &&
                 rest->ptr[rest->n - 1] == partner;
    bool prefix = !*prefixed && rest->n >= 4 && furl_spells(rest->ptr, 4, "url:");

    if (!wraps && !prefix && !furl_is_space(octet)) {
        return false;
    }
    furl_skip(rest, prefix ? 4 : 1);
    rest->n -= wraps;
    *wrapped = *wrapped || wraps;
    *prefixed = *prefixed || prefix;
    return true;
}

static struct inside find_url(struct furl_range record)
{
    struct furl_range rest = record;
    bool wrapped = false, prefixed = false;

    while (skip_front(&rest, &wrapped, &prefixed)) {
    }
    struct furl_divided parts = furl_divide(rest, ':');
    const struct furl_scheme *scheme =
        parts.second.ptr != NULL ? furl_scheme_of(rest, parts.first.n) : NULL;
    bool has_scheme = scheme != NULL || (parts.second.ptr != NULL && furl_is_scheme(parts.first));
    struct inside inside = {
        .url = has_scheme ? parts.second : rest, .scheme = scheme, .has_scheme = has_scheme};
    return inside;
}

/* Sets up the table of Fidonet URLs: all octets are literal except unsafe octets, controls and
 * 80-FF (draft 5.2.2). */
static void init_fidonet(struct furl_escape *escape)
{
    furl_escape_init(escape, &furl_rule_books[FURL_FIDOURL], &furl_components[FURL_URL]);
    for (int i = 0; i < 256; i++) {
        unsigned char octet = (unsigned char)i;
        furl_escape_allow(escape, (struct furl_range){&octet, furl_octet_in(octet, FURL_RESERVED)});
    }
}

static void init_others(struct furl_escape *escape, const struct furl_rules *rules,
                        unsigned char space)
{
    const struct furl_rules bare = {.literal = rules->bare, .space = space, .bare = ""};

    furl_escape_init(escape, &bare, &furl_components[FURL_URL]);
}

/* Completes the tables. Makes `safe` octets literal and `unsafe` octets escaped. */
static void adjust(struct furl_url_escape *how, struct furl_range safe, struct furl_range unsafe)
{
    how->forbidden = furl_byteset_of(unsafe);
    for (size_t i = 0; i < FURL_URL_TABLES; i++) {
        struct furl_escape *table = &how->tables[i];
        furl_escape_allow(table, safe);
        furl_escape_forbid(table, unsafe);
        if (how->forbidden.has['+'] && table->table.of[' '].octets[0] == '+') {
            furl_escape_forbid(table, furl_range_of(" "));
        }
        how->changed[i] = furl_changed(table->table.of);
        furl_byteset_put(&how->changed[i], '%', true);
    }
    furl_byteset_put(&how->changed[FURL_OF_WEB], '@', true);
    furl_byteset_put(&how->changed[FURL_OF_WEB], '\\', true);
}

void furl_url_escape_init(struct furl_url_escape *how, const struct furl_rules *rules,
                          struct furl_range safe, struct furl_range unsafe)
{
    bool fidourl = rules != NULL && furl_is_fidourl(rules);
    bool rfc = rules != NULL && !fidourl;
    const struct furl_rules *others = rfc ? rules : &furl_rule_books[FURL_RULES_OF_OTHERS];
    struct furl_escape *tables = how->tables;

    *how =
        (struct furl_url_escape){.fidonet = !rfc, .others = !fidourl, .wants_host = rules == NULL};
    init_fidonet(&tables[FURL_OF_FIDONET]);
    tables[FURL_OF_PARAMETER] = tables[FURL_OF_FIDONET];
    furl_escape_forbid(&tables[FURL_OF_PARAMETER], furl_range_of("?="));
    init_others(&tables[FURL_OF_OTHERS], others, '\0');
    init_others(&tables[FURL_OF_FORM], others, '+');
    tables[FURL_OF_WEB] = tables[FURL_OF_BARS] = tables[FURL_OF_HOST] = tables[FURL_OF_OTHERS];
    furl_escape_allow(&tables[FURL_OF_BARS], furl_range_of(others->keeps_bars ? "|" : ""));
    furl_escape_allow(&tables[FURL_OF_HOST], furl_range_of("[]~"));
    adjust(how, safe, unsafe);
}

/* A URL that is being written. */
struct writer {
    const struct furl_url_escape *how;
    unsigned char dashes; /* as in struct furl_escape */
    struct furl_writer to;
};

/* Like furl_divide, but an octet that is always escaped is no delimiter. */
static struct furl_divided divide(const struct furl_url_escape *how, struct furl_range range,
                                  char delimiter)
{
    return how->forbidden.has[(unsigned char)delimiter] ? (struct furl_divided){.first = range}
                                                        : furl_divide(range, delimiter);
}

/* Escapes a range, and copies the delimiter of `n` octets before it. Escapes are unchanged. Does
 * nothing if the range is absent. */
static void escape_part(struct writer *writer, enum furl_url_table table, struct furl_range range,
                        size_t n)
{
    const struct furl_escape *escape = &writer->how->tables[table];
    struct furl_writer *to = &writer->to;
    struct furl_range *in = &to->in;

    if (range.ptr == NULL) {
        return;
    }
    furl_writer_seek(to, range, n);
    writer->dashes = n > 0 ? 0 : writer->dashes;
    while (in->n > 0) {
        bool percent = in->ptr[0] == '%';
        size_t stays =
            percent ? (furl_is_escape(in->ptr, in->n) ? FURL_ESCAPE_SIZE : 0)
                    : escape->kernels->span_until_set(&writer->how->changed[table], in->ptr, in->n);
        furl_skip(in, stays);
        if (stays == 0) {
            size_t some = percent ? 1 : furl_divide(*in, '%').first.n;
            furl_writer_flush(to, in->ptr);
            to->out += percent ? furl_put_escape('%', to->out)
                               : escape->kernels->escape(&escape->table, &writer->dashes, in->ptr,
                                                         some, to->out);
            furl_write_drop(to, some);
        }
        writer->dashes = percent || stays > 0 ? 0 : writer->dashes;
    }
}

/* Returns whether a table leaves all octets of a URL unchanged. Such a URL need not be divided. */
static bool all_stay(const struct furl_url_escape *how, enum furl_url_table table,
                     struct furl_range url)
{
    const struct furl_escape *escape = &how->tables[table];

    for (;;) {
        furl_skip(&url, escape->kernels->span_until_set(&how->changed[table], url.ptr, url.n));
        bool dash = furl_starts(url, "-") && furl_needs_context(&escape->table.of['-']) &&
                    !furl_starts(url, "--");
        if (!dash && !furl_is_escape(url.ptr, url.n)) {
            return url.n == 0;
        }
        furl_skip(&url, dash ? 1 : FURL_ESCAPE_SIZE);
    }
}

/* Returns whether a query has no `?`, and none of its parameters has a second `=`. */
static bool is_regular(struct furl_range query)
{
    bool regular = true;
    unsigned equals = 0;

    for (size_t i = 0; i < query.n; i++) {
        equals = query.ptr[i] == '&' ? 0 : equals + (query.ptr[i] == '=');
        regular = regular & (query.ptr[i] != '?') & (equals < 2);
    }
    return regular;
}

static void put_fidonet(struct writer *writer, struct furl_range url)
{
    const struct furl_url_escape *how = writer->how;
    struct furl_divided parts = divide(how, url, '?');

    if (all_stay(how, FURL_OF_FIDONET, url) && is_regular(parts.second)) {
        return;
    }
    escape_part(writer, FURL_OF_FIDONET, parts.first, 0);
    while (parts.second.ptr != NULL) {
        parts = divide(how, parts.second, '&');
        struct furl_divided parameter = divide(how, parts.first, '=');
        escape_part(writer, FURL_OF_PARAMETER, parameter.first, 1);
        escape_part(writer, FURL_OF_PARAMETER, parameter.second, 1);
    }
}

/* Returns the host if it is an IPv6 address in brackets. The result is absent otherwise, or if
 * `unsafe` has octets of the host. */
static struct furl_range bracketed_host(const struct furl_url_escape *how, struct furl_range url)
{
    const struct furl_range none = {NULL, 0};

    if (!furl_starts(url, "//") || how->forbidden.has['/'] || memchr(url.ptr, '[', url.n) == NULL) {
        return none;
    }
    furl_skip(&url, strlen("//"));
    struct furl_authority parts = furl_split_authority(furl_divide(url, '/').first);
    const unsigned char *ptr = parts.host.ptr - (parts.userinfo.ptr != NULL);
    const unsigned char *end = parts.host.ptr + parts.host.n + (parts.port.ptr != NULL);
    if (!parts.brackets) {
        return none;
    }
    while (ptr < end && (*ptr == '%' || !how->forbidden.has[*ptr])) {
        ptr = *ptr == '%' ? parts.zone.ptr : ptr + 1; /* even "%25" only delimits the zone */
    }
    return ptr == end ? parts.host : none;
}

/* Returns the error of furl_check_web, if there is one. A reference that begins with "//" is
 * checked like a web URL. */
static struct furl_result put_other(struct writer *writer, const struct inside *inside)
{
    const struct furl_url_escape *how = writer->how;
    const struct furl_range url = inside->url;
    const bool slashes = furl_starts(url, "//"), refers = slashes && !inside->has_scheme;
    const struct furl_scheme *scheme =
        refers ? furl_scheme_of(furl_range_of("http"), strlen("http")) : inside->scheme;
    enum furl_url_table table = furl_scheme_has(scheme, FURL_BAR)      ? FURL_OF_BARS
                                : furl_scheme_has(scheme, FURL_WHATWG) ? FURL_OF_WEB
                                                                       : FURL_OF_OTHERS;
    const bool stays = all_stay(how, table, url);

    if (stays && (!slashes || (url.n > 2 && furl_octet_in(url.ptr[2], FURL_ALNUM)))) {
        return (struct furl_result){.n = 0};
    }
    const struct furl_result web = furl_check_web(scheme, url, how->wants_host && !refers);
    if (stays || web.error != FURL_FINE) {
        return web;
    }
    struct furl_divided fragment = divide(how, url, '#');
    struct furl_divided parts = divide(how, fragment.first, '?');
    struct furl_range host = {NULL, 0};

    if (!furl_is_fidonet(scheme)) {
        host = bracketed_host(how, parts.first);
    }
    if (host.ptr != NULL) {
        size_t before = (size_t)(host.ptr - parts.first.ptr);
        escape_part(writer, table, (struct furl_range){parts.first.ptr, before}, 0);
        escape_part(writer, FURL_OF_HOST, host, 0);
        furl_skip(&parts.first, before + host.n);
    }
    escape_part(writer, table, parts.first, 0);
    escape_part(writer, furl_scheme_has(inside->scheme, FURL_PLUS) ? FURL_OF_FORM : table,
                parts.second, 1);
    escape_part(writer, table, fragment.second, 1);
    return web;
}

struct furl_result furl_escape_url(const struct furl_url_escape *how, struct furl_range record,
                                   unsigned char *out)
{
    struct inside inside = find_url(record);
    const unsigned char *end = record.n > 0 ? record.ptr + record.n : record.ptr;
    struct writer writer = {.how = how,
                            .to = {.in = inside.url, .pending = record.ptr, .out = out}};
    bool fidonet = furl_is_fidonet(inside.scheme);

    /* Then an offset in the URL gives an offset in the record. */
    assert(inside.url.n == 0 || inside.url.ptr + inside.url.n <= end);
    if (!fidonet && !how->others && (inside.has_scheme || inside.url.n > 0)) {
        return (struct furl_result){.error = FURL_WRONG_RULES};
    }
    if (fidonet && how->fidonet) {
        put_fidonet(&writer, inside.url);
    } else {
        struct furl_result result = put_other(&writer, &inside);
        if (result.error != FURL_FINE) {
            result.where += (size_t)(inside.url.ptr - record.ptr);
            return result;
        }
    }
    furl_writer_flush(&writer.to, end);
    return (struct furl_result){.n = (size_t)(writer.to.out - out)};
}

/* Returns the part of a URL in which `+` is a space (draft 5.2.2.4, 5.2.2.4.2). Returns an empty
 * range at the end of the URL if there is none. */
static struct furl_range find_spaced(const struct inside *inside)
{
    struct furl_range url = inside->url;
    struct furl_range query = furl_divide(furl_divide(url, '#').first, '?').second;

    if (furl_scheme_has(inside->scheme, FURL_PLUS) && query.ptr != NULL) {
        return query;
    }
    furl_skip(&url, furl_is_fidonet(inside->scheme) ? 0 : url.n);
    return url;
}

size_t furl_url_unescape(struct furl_unescape *unescape, struct furl_range record,
                         unsigned char *out)
{
    record.ptr = record.n > 0 ? record.ptr : out;    /* an empty record can have a NULL ptr */
    if (memchr(record.ptr, '+', record.n) == NULL) { /* without `+`, the parts need not be found */
        size_t n = furl_unescape_feed(unescape, record.ptr, record.n, out);
        return n + furl_unescape_final(unescape, out + n);
    }
    struct inside inside = find_url(record);
    const unsigned char *ptr = inside.url.ptr, *end = record.ptr + record.n;
    struct furl_range spaces = find_spaced(&inside);
    unsigned char *to = out;

    to += furl_unescape_bare(unescape, record.ptr, (size_t)(ptr - record.ptr), to);
    unescape->table.plus = '+';
    to += furl_unescape_feed(unescape, ptr, (size_t)(spaces.ptr - ptr), to);
    unescape->table.plus = ' ';
    to += furl_unescape_feed(unescape, spaces.ptr, spaces.n, to);
    unescape->table.plus = '+';
    ptr = spaces.ptr + spaces.n;
    to += furl_unescape_feed(unescape, ptr, (size_t)(end - ptr), to);
    to += furl_unescape_final(unescape, to);
    return (size_t)(to - out);
}
