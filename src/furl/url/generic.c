#include "generic.h"

#include <string.h>

#include "dots.h"
#include "unit.h"

void furl_generic_init(struct furl_generic *generic, const struct furl_rules *rules)
{
    generic->kernels = furl_kernels();
    generic->removes_dots = rules->removes_dots;
    for (int octet = 0; octet < 256; octet++) {
        bool alnum = furl_is((unsigned char)octet, FURL_ALNUM);
        bool bare = alnum || (octet != 0 && strchr(rules->bare, octet) != NULL);
        bool depends =
            octet == '%' || octet == '#' || (!bare && octet != 0 && strchr("|[]", octet) != NULL);
        unsigned char *form = generic->forms[octet];
        size_t n = furl_put_escape((unsigned char)octet, form);
        if (bare) {
            form[0] = (unsigned char)octet;
            n = 1;
        }
        form[FURL_ESCAPE_SIZE] = (unsigned char)(depends ? FURL_DEPENDS : n);
        furl_set_put(&generic->same, (unsigned char)octet, bare && !depends);
        bool in_name = alnum || (octet != 0 && strchr("-._~", octet) != NULL);
        generic->name[octet] = in_name ? furl_lower((unsigned char)octet) : 0;
        generic->decoded[octet] = alnum || (octet != 0 && strchr(rules->decoded, octet) != NULL);
    }
}

/* A URL being written anew. */
struct writer {
    const struct furl_generic *generic;
    const struct furl_scheme *scheme;
    struct furl_range url;
    size_t at;             /* the next octet of the URL */
    unsigned char *to;     /* where the next octet of its form goes */
    size_t fragment;       /* where it begins; url.n, as long as it has not */
    size_t host, host_end; /* brackets of an IPv6 host: where they open, and the octet behind */
};

/* Whether the octet at writer->at, of which its place decides, may stand bare there. */
static bool may_be_bare(const struct writer *writer, unsigned char octet)
{
    switch (octet) {
    case '#':
        return writer->generic->forms['#'][0] == '#' || writer->fragment == writer->url.n;
    case '|':
        return writer->scheme != NULL && writer->scheme->bar;
    default: /* a bracket */
        return writer->at >= writer->host && writer->at < writer->host_end;
    }
}

/* Writes the escape at writer->at, decoded if it is needless. Returns whether it is one. */
static bool put_escape(struct writer *writer)
{
    const unsigned char *escape = writer->url.at + writer->at;

    if (!furl_is_escape(escape, writer->url.n - writer->at)) {
        return false;
    }
    unsigned char octet = furl_hex_octet(escape + 1);
    if (writer->generic->decoded[octet]) {
        *writer->to++ = octet;
    } else {
        writer->to += furl_put_escape(octet, writer->to);
    }
    writer->at += FURL_ESCAPE_SIZE;
    return true;
}

/* Writes the octet at writer->at, of which its place decides whether it may be bare. */
static void put_dependent(struct writer *writer, unsigned char octet)
{
    if (may_be_bare(writer, octet)) {
        *writer->to++ = octet;
    } else {
        writer->to += furl_put_escape(octet, writer->to);
    }
    if (octet == '#' && writer->fragment == writer->url.n) {
        writer->fragment = writer->at;
    }
    writer->at++;
}

/* Writes octets before `end` that stay as they are. */
static void put_same(struct writer *writer, size_t end)
{
    const struct furl_generic *generic = writer->generic;
    const unsigned char *from = writer->url.at + writer->at;

    if (generic->same.has[*from]) { /* a kernel does not pay where there is nothing to do */
        size_t n = generic->kernels->copy(&generic->same, from, end - writer->at, writer->to);
        writer->at += n;
        writer->to += n;
    }
}

/* Writes octets before `end` that do not, up to one of which its place decides. */
static void put_forms(struct writer *writer, size_t end)
{
    const struct furl_generic *generic = writer->generic;

    for (; writer->at < end; writer->at++) {
        const unsigned char *form = generic->forms[writer->url.at[writer->at]];
        if (form[FURL_ESCAPE_SIZE] != FURL_ESCAPE_SIZE) {
            break;
        }
        memcpy(writer->to, form, FURL_ESCAPE_SIZE);
        writer->to += FURL_ESCAPE_SIZE;
    }
}

/* Applies the table to the octets before `end`. Returns whether all escapes are escapes. */
static bool put_until(struct writer *writer, size_t end)
{
    while (writer->at < end) {
        unsigned char octet = writer->url.at[writer->at];
        if (octet == '%') {
            if (!put_escape(writer)) {
                return false;
            }
        } else if (furl_depends(writer->generic->forms[octet])) {
            put_dependent(writer, octet);
        } else {
            put_same(writer, end);
            put_forms(writer, end);
        }
    }
    return true;
}

static bool ends_authority(unsigned char octet)
{
    return octet == '/' || octet == '?' || octet == '#';
}

/* The end of the authority that begins at `at`. */
static size_t authority_end(struct furl_range url, size_t at)
{
    while (at < url.n && !ends_authority(url.at[at])) {
        at++;
    }
    return at;
}

/* The octet behind the last `@` between `from` and `end`; `from` where there is none. */
static const unsigned char *host_start(const unsigned char *from, const unsigned char *end)
{
    const unsigned char *at = end;

    while (at > from && at[-1] != '@') {
        at--;
    }
    return at;
}

/* The octets of the brackets of an IPv6 host that stand at `at`; 0: there are none. */
static size_t brackets(const unsigned char *at, const unsigned char *end)
{
    return furl_unit_length((struct furl_range){at, (size_t)(end - at)}, FURL_UNIT_HOST);
}

/* The octets of a host that begins at `at`: brackets, or letters, digits, - . _ ~ and escapes. */
static size_t host_length(const struct furl_generic *generic, const unsigned char *at,
                          const unsigned char *end)
{
    size_t n = brackets(at, end);

    if (n > 0) {
        return n;
    }
    while (at + n < end && (generic->name[at[n]] != 0 || at[n] == '%')) {
        n++;
    }
    return n;
}

static bool is_digits(const unsigned char *at, const unsigned char *end)
{
    while (at < end && furl_is(*at, FURL_DIGIT)) {
        at++;
    }
    return at == end;
}

/* In lower case, but not the digits of escapes. */
static void lower_host(unsigned char *at, const unsigned char *end)
{
    for (; at < end; at++) {
        if (*at == '%') {
            at += FURL_ESCAPE_SIZE - 1;
        } else {
            *at = furl_lower(*at);
        }
    }
}

/* Without the one dot at its end. */
static size_t without_dot(const unsigned char *host, size_t n)
{
    return n > 1 && host[n - 1] == '.' && host[n - 2] != '.' ? n - 1 : n;
}

/*
 * Brings the authority that was written last, from `from` on, to its form, if it is one that has
 * a host: [userinfo "@"] host [":" port]. Returns whether it is.
 */
static bool settle_authority(struct writer *writer, unsigned char *from)
{
    unsigned char *host = from + (host_start(from, writer->to) - from);
    size_t n = host_length(writer->generic, host, writer->to);
    unsigned char *port = host + n;
    const char *usual = writer->scheme != NULL ? writer->scheme->port : NULL;

    if (n == 0 || (port < writer->to && (*port != ':' || !is_digits(port + 1, writer->to)))) {
        return false;
    }
    lower_host(host, port);
    size_t port_n = (size_t)(writer->to - port); /* its colon included */
    bool needless = port_n == 1 || (usual != NULL && port_n == strlen(usual) + 1 &&
                                    memcmp(port + 1, usual, port_n - 1) == 0);
    size_t kept = without_dot(host, n);
    if (needless) {
        port_n = 0;
    }
    memmove(host + kept, port, port_n);
    writer->to = host + kept + port_n;
    return true;
}

/* Writes the "/" of an empty path, in schemes that have a root. */
static void put_root(struct writer *writer)
{
    bool empty = writer->at == writer->url.n || writer->url.at[writer->at] != '/';

    if (empty && writer->scheme != NULL && writer->scheme->root) {
        *writer->to++ = '/';
    }
}

/* Writes an authority that is a name alone, as most are, without the second look that others need.
 * Returns whether it is. */
static bool put_name(struct writer *writer, size_t from)
{
    const struct furl_generic *generic = writer->generic;
    struct furl_range url = writer->url;
    unsigned char *to = writer->to;
    size_t at = from;
    unsigned char octet = 0;

    while (at < url.n && (octet = generic->name[url.at[at]]) != 0) {
        *to++ = octet;
        at++;
    }
    if (at == from || (at < url.n && !ends_authority(url.at[at]))) {
        return false;
    }
    writer->to += without_dot(writer->to, at - from);
    writer->at = at;
    return true;
}

/* Writes "//" and what is behind it, up to the path, and the path of a root. */
static bool put_authority(struct writer *writer)
{
    size_t from = writer->at + 2;

    *writer->to++ = '/';
    *writer->to++ = '/';
    if (put_name(writer, from)) {
        put_root(writer);
        return true;
    }
    size_t end = authority_end(writer->url, from);
    const unsigned char *host = host_start(writer->url.at + from, writer->url.at + end);
    writer->host = (size_t)(host - writer->url.at);
    writer->host_end = writer->host + brackets(host, writer->url.at + end);
    if (writer->host_end < end && writer->url.at[writer->host_end] != ':') {
        writer->host_end = writer->host; /* what goes on is no IPv6 host */
    }
    unsigned char *authority = writer->to;
    writer->at = from;
    if (!put_until(writer, end)) {
        return false;
    }
    if (settle_authority(writer, authority)) {
        put_root(writer);
    }
    return true;
}

static void lower(unsigned char *out, const unsigned char *in, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        out[i] = furl_lower(in[i]);
    }
}

/* Removes the dot segments of the path that was written from `path` on; a query and a fragment may
 * follow it. */
static void remove_dots(struct writer *writer, unsigned char *path)
{
    unsigned char *end = path;

    while (end < writer->to && *end != '?' && *end != '#') {
        end++;
    }
    unsigned char *shorter = furl_remove_dots(path, end);
    memmove(shorter, end, (size_t)(writer->to - end));
    writer->to -= end - shorter;
}

enum furl_error furl_generic_write(const struct furl_generic *generic, struct furl_range url,
                                   struct furl_head head, unsigned char *out, size_t *out_n,
                                   size_t *where)
{
    struct writer writer = {
        .generic = generic, .scheme = head.scheme, .url = url, .to = out, .fragment = url.n};

    *where = 0;
    if (head.n == 0) {
        return FURL_NO_SCHEME;
    }
    if (head.scheme != NULL) {
        memcpy(writer.to, head.scheme->name, FURL_SCHEME_MAX);
    } else {
        lower(writer.to, url.at, head.n);
    }
    writer.at = head.n;
    writer.to += head.n;
    *writer.to++ = ':';
    writer.at++;
    bool has_authority =
        url.n - writer.at >= 2 && url.at[writer.at] == '/' && url.at[writer.at + 1] == '/';
    bool has_host = has_authority && !furl_is_fidonet(writer.scheme);
    size_t path = has_authority && !has_host ? authority_end(url, writer.at + 2) : writer.at;
    bool fine = has_host ? put_authority(&writer) : put_until(&writer, path);
    unsigned char *written = writer.to;
    if (!fine || !put_until(&writer, url.n)) {
        *where = writer.at;
        return FURL_BAD_ESCAPE;
    }
    if (generic->removes_dots && has_authority) {
        remove_dots(&writer, written);
    }
    *out_n = (size_t)(writer.to - out);
    *where = writer.fragment;
    return FURL_FINE;
}
