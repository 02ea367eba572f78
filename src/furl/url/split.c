#include <assert.h>

#include "percent.h"
#include "unit.h"
#include "url.h"

const char *furl_error_text(enum furl_error error)
{
    static const char *const texts[FURL_ERRORS] = {
        [FURL_FINE] = "no error",
        [FURL_NO_SCHEME] = "the URL has no scheme; write one, as in http://a.b/",
        [FURL_WRONG_RULES] = "the fidourl rules are only for Fidonet URLs; use rfc3986",
        [FURL_EMPTY_AREATAG] = "an areatag is empty; write it, or remove the +",
        [FURL_EMPTY_DOMAIN] = "the domain after @ is empty; write it, or remove the @",
        [FURL_BAD_ADDRESS] = "not a Fidonet address; write [ZONE:]NET/NODE[.POINT][@DOMAIN]",
        [FURL_EMPTY_REQUEST] = "the request is empty; write it after the address",
        [FURL_EMPTY_PART] = "an object between two slashes is empty; remove one slash",
        [FURL_OBJECT_WITHOUT_AREA] = "the object path has no area; write an areatag after //",
        [FURL_EMPTY_PARAMETER] = "a parameter is empty; remove one &",
        [FURL_NAMELESS_PARAMETER] = "a parameter has no name; write it before =",
        [FURL_BAD_ESCAPE] = "'%' without two hexadecimal digits; write a percent sign as %25",
        [FURL_UNRESOLVED] =
            "the relative URL cannot be resolved against this base; write a whole URL",
        [FURL_BAD_PORT] = "the port is above 65535; write a smaller number",
        [FURL_BAD_HOST] = "not a host or port; write them as in a.b:80 or [::1]:80",
        [FURL_BACKSLASH] =
            "a backslash before the path, where browsers end the host; write a slash",
        [FURL_NO_WEB_HOST] = "no host after //, but browsers find one in the path; write a host",
        [FURL_PLUS_IN_AREATAG] =
            "an areatag is empty; in a tag, write + as %2B and @ as %40, as in C%2B%2B",
        [FURL_AT_IN_AREATAG] = "the domain after @ is empty; in a tag, write @ as %40",
        [FURL_BAD_SCHEME] = "not a scheme; write a letter, then letters, digits, + - or .",
        [FURL_NO_HOST] = "a userinfo or port needs a host; set host, too",
        [FURL_NO_SUCH_PART] = "a URL of this scheme lacks the part that was set; set another part",
        [FURL_PATH_AS_HOST] =
            "the path would be read as a host; remove its first slash, or set host",
        [FURL_AUTHORITY_AS_HOST] = "the authority would be read as a host; set host",
        [FURL_OTHER_PARTS] = "a part would be read as another one; set both",
        [FURL_OPEN_BREAK] = "the URL ends in \"%%\" without a continuation; write the rest",
    };
    return texts[error];
}

static const unsigned char delimiters[FURL_KIND_DELIMITERS] = {':', '/', '?', '#'};

struct furl_splitter furl_splitter_for(enum furl_syntax syntax)
{
    struct furl_splitter splitter = {.kernels = furl_choose_kernels(), .syntax = syntax};
    struct furl_kinds *kinds = &splitter.kinds;
    const struct furl_rules *fidonet = &furl_rule_books[FURL_FIDOURL];

    for (unsigned kind = 0; kind < FURL_KIND_DELIMITERS; kind++) {
        kinds->of[delimiters[kind]] = (unsigned char)(1 << kind);
    }
    kinds->of['+'] = kinds->of['@'] = 1 << FURL_KIND_QUESTION | 1 << FURL_KIND_HASH;
    for (unsigned char octet = 0; octet < 128; octet++) {
        bool in_name = furl_is_in_name(octet) && octet != '~' && octet != '_';
        bool dot = octet == '.' || octet == '-';
        bool literal = furl_octet_in(octet, FURL_ALNUM) ||
                       memchr(fidonet->literal, octet, strlen(fidonet->literal)) != NULL;
        kinds->of[octet] |= (unsigned char)(in_name << FURL_IN_NAME | dot << FURL_DOT_OR_DASH |
                                            literal << FURL_LITERAL);
    }
    return splitter;
}

/* Returns the index of the first octet of a kind from `pos` to `end`, or `end`. Masks cover most
 * URLs completely. They need no branches, which would be mispredicted half of the time. */
static inline size_t find(const struct furl_parts *parts, enum furl_kind kind, size_t pos,
                          size_t end)
{
    const uint64_t places = parts->masks.of[kind] &
                            ~(kind >= FURL_KIND_QUESTION ? furl_area_separators(&parts->masks) : 0);

    if (end <= FURL_SPLIT_MASK_OCTETS) {
        return furl_first_of(places, pos, end);
    }
    if (pos < FURL_SPLIT_MASK_OCTETS) {
        pos = furl_first_of(places, pos, FURL_SPLIT_MASK_OCTETS);
        if (pos < FURL_SPLIT_MASK_OCTETS) {
            return pos;
        }
    }
    const unsigned char *found = memchr(parts->url.ptr + pos, delimiters[kind], end - pos);
    return found != NULL ? (size_t)(found - parts->url.ptr) : end;
}

/* Returns the number of octets before the first colon if they are a scheme, otherwise 0. Sets
 * parts->known. */
static inline size_t scheme_length(struct furl_parts *parts)
{
    size_t n = find(parts, FURL_KIND_COLON, 0, parts->url.n);

    if (n == parts->url.n) {
        return 0;
    }
    const struct furl_scheme *known = furl_scheme_of(parts->url, n);
    if (known == NULL && !furl_is_scheme((struct furl_range){parts->url.ptr, n})) {
        return 0;
    }
    parts->known = known;
    return n;
}

static inline struct furl_range between(const struct furl_parts *parts, size_t pos, size_t end)
{
    return (struct furl_range){parts->url.ptr + pos, end - pos};
}

/* Returns the octets from a delimiter to `end`, without the delimiter. They are absent if the
 * delimiter is at `end`. */
static inline struct furl_range after(const struct furl_parts *parts, size_t delimiter, size_t end)
{
    bool there = delimiter < end;
    uintptr_t pos =
        (uintptr_t)(parts->url.ptr + delimiter + there) * there; /* a branch would be slower */

    return (struct furl_range){(const unsigned char *)pos, end - delimiter - there};
}

/* Returns whether "//" is at `pos`. */
static inline bool has_slashes(const struct furl_parts *parts, size_t pos)
{
    struct furl_range rest = {parts->url.ptr + pos, parts->url.n - pos};

    return pos + 2 <= FURL_SPLIT_MASK_OCTETS ? (parts->masks.of[FURL_KIND_SLASH] >> pos & 3) == 3
                                             : furl_starts(rest, "//");
}

/* Returns whether the octets from `pos` to `end` contain an escaped slash, as an address can. */
static bool has_escaped_slash(const struct furl_parts *parts, size_t pos, size_t end)
{
    if (end <= FURL_SPLIT_MASK_OCTETS) { /* no `%` is literal */
        pos = furl_first_of(~parts->masks.of[FURL_LITERAL], pos, end);
    }
    for (; end - pos >= FURL_ESCAPE_SIZE; pos++) {
        if (furl_is_escape(parts->url.ptr + pos, end - pos) &&
            furl_hex_octet(parts->url.ptr + pos + 1) == '/') {
            return true;
        }
    }
    return false;
}

/* Returns the end of the authority that starts at `pos`: its first or second slash, by `nth`.
 * Returns `end` if there is no such slash, or `nth` is 0. The first of two slashes can be escaped.
 * Branches on `nth` would be mispredicted. */
static inline size_t authority_end(const struct furl_parts *parts, unsigned nth, size_t pos,
                                   size_t end)
{
    const size_t first = find(parts, FURL_KIND_SLASH, nth == 0 ? end : pos, end);
    const bool next = (nth == 2) & (first < end);

    return next && has_escaped_slash(parts, pos, first)
               ? first
               : find(parts, FURL_KIND_SLASH, first + next, end);
}

/* Sets the host and the port, if masks show that the authority from `pos` to `end` is valid. */
static inline void set_host(struct furl_parts *parts, size_t pos, size_t end)
{
    size_t host_end = furl_first_of(~parts->masks.of[FURL_IN_NAME], pos, end);
    struct furl_range port = after(parts, host_end, end);

    if (host_end > pos && (port.ptr == NULL || port.ptr[-1] == ':') &&
        furl_leading_digits(port) == port.n) {
        parts->host = between(parts, pos, host_end);
        parts->port = port;
    }
}

void furl_split_to(struct furl_parts *parts, const struct furl_splitter *splitter,
                   struct furl_range url, const struct furl_scheme *of_base)
{
    parts->url = url;
    parts->known = of_base;
    splitter->kernels->classify(&splitter->kinds, url.ptr,
                                url.n < FURL_SPLIT_MASK_OCTETS ? url.n : FURL_SPLIT_MASK_OCTETS,
                                &parts->masks);
    size_t n = scheme_length(parts), end = url.n;
    size_t pos = n > 0 ? n + 1 : 0;
    bool slashes = has_slashes(parts, pos);
    bool authority = slashes;
    unsigned nth = 1;

    parts->scheme = (struct furl_range){n > 0 ? parts->url.ptr : NULL, n};
    pos += slashes * strlen("//");
    size_t hash = find(parts, FURL_KIND_HASH, 0, end); /* a scheme contains neither `#` nor `?` */
    size_t question = find(parts, FURL_KIND_QUESTION, 0, hash);
    parts->fragment = after(parts, hash, end);
    parts->query = after(parts, question, hash);
    parts->fidonet = splitter->syntax == FURL_AS_SCHEME && furl_is_fidonet(parts->known);
    if (parts->fidonet) {
        authority = slashes || n > 0;
        nth = parts->known->grammar->slashes;
    }
    size_t path = authority ? authority_end(parts, nth, pos, question) : pos;
    parts->authority = (struct furl_range){authority ? parts->url.ptr + pos : NULL, path - pos};
    parts->path = between(parts, path, question);
    parts->host = (struct furl_range){NULL, 0};
    parts->port = (struct furl_range){NULL, 0};
    if (slashes && path <= FURL_SPLIT_MASK_OCTETS && !furl_is_fidonet(parts->known)) {
        set_host(parts, pos, path);
    }
}

/* Returns the end of the zone that starts at `pos`, or 0 if there is none. */
static size_t zone_end(struct furl_range text, size_t pos)
{
    size_t end = pos;

    while (end < text.n && furl_is_in_name(text.ptr[end])) {
        end++;
    }
    return end > pos && end - pos <= FURL_ZONE_MAX ? end : 0;
}

/* Returns the length of the bracketed address of a future version at the front of `text` (RFC 3986
 * 3.2.2), or 0 if there is none. */
static size_t future_length(struct furl_range text)
{
    size_t version = 2, pos;

    while (version < text.n && furl_octet_in(text.ptr[version], FURL_HEX)) {
        version++;
    }
    for (pos = version + 1; pos < text.n && text.ptr[pos] != ']'; pos++) {
        if (!furl_is_in_name(text.ptr[pos]) && !furl_is_one_of(text.ptr[pos], "!$&'()*+,;=:")) {
            return 0;
        }
    }
    bool future = pos < text.n && furl_lower(text.ptr[1]) == 'v' && text.ptr[version] == '.';
    return future && version > 2 && pos > version + 1 ? pos + 1 : 0;
}

/* Returns the length of the bracketed IPv6 address at the front of `text`, or 0 if there is none.
 * Sets `zone` if there is one (RFC 6874). If octets of a zone follow "%25", "%25" is the delimiter.
 * Otherwise `%` is the delimiter, and "25" is the zone. */
static size_t address_length(struct furl_range text, struct furl_range *zone)
{
    size_t pos = 1, end;

    while (pos < text.n && (furl_octet_in(text.ptr[pos], FURL_HEX) || text.ptr[pos] == ':' ||
                            text.ptr[pos] == '.')) {
        pos++;
    }
    if (pos >= text.n || text.ptr[0] != '[' || pos - 1 < FURL_HOST_MIN || pos - 1 > FURL_HOST_MAX) {
        return 0;
    }
    end = pos;
    if (text.ptr[pos] == '%') {
        bool escaped = text.n - pos > FURL_ESCAPE_SIZE && memcmp(text.ptr + pos, "%25", 3) == 0 &&
                       furl_is_in_name(text.ptr[pos + FURL_ESCAPE_SIZE]);
        pos += escaped ? FURL_ESCAPE_SIZE : 1;
        end = zone_end(text, pos);
        *zone = (struct furl_range){text.ptr + pos, end > 0 ? end - pos : 0};
    }
    return end > 0 && end < text.n && text.ptr[end] == ']' ? end + 1 : 0;
}

struct furl_authority furl_split_authority(struct furl_range authority)
{
    struct furl_authority parts = {.brackets = false};
    struct furl_range rest = authority;

    for (struct furl_range after; (after = furl_divide(rest, '@').second).ptr != NULL;) {
        rest = after;
        parts.userinfo =
            (struct furl_range){authority.ptr, (size_t)(after.ptr - authority.ptr) - 1};
    }
    size_t n = address_length(rest, &parts.zone);
    n = n == 0 && furl_starts(rest, "[") ? future_length(rest) : n;
    parts.brackets = n > 0 && (n == rest.n || rest.ptr[n] == ':');
    if (!parts.brackets) {
        parts.zone.ptr = NULL;
        const unsigned char *colon = rest.n > 0 ? memchr(rest.ptr, ':', rest.n) : NULL;
        n = colon != NULL ? (size_t)(colon - rest.ptr) : rest.n;
    }
    parts.host = (struct furl_range){rest.ptr, n};
    if (n < rest.n) {
        parts.port = (struct furl_range){rest.ptr + n + 1, rest.n - n - 1};
    }
    return parts;
}

bool furl_has_host(const struct furl_authority *authority)
{
    struct furl_range rest = authority->host;

    while (rest.n > 0 && (furl_is_in_name(rest.ptr[0]) || rest.ptr[0] == '%')) {
        furl_skip(&rest, 1);
    }
    bool host = authority->brackets || (authority->host.n > 0 && rest.n == 0);
    return host && furl_leading_digits(authority->port) == authority->port.n;
}

struct furl_result furl_check_web(const struct furl_scheme *scheme, struct furl_range rest,
                                  bool wants_host)
{
    const size_t slashes = strlen("//");
    size_t host = 0, end;

    if (!furl_scheme_has(scheme, FURL_WHATWG)) {
        return (struct furl_result){.n = 0};
    }
    while (host < rest.n && rest.ptr[host] == '/') {
        host++;
    }
    for (end = host; end < rest.n && !furl_is_one_of(rest.ptr[end], "/?#\\"); end++) {
    }
    if (end < rest.n && rest.ptr[end] == '\\') {
        return (struct furl_result){.error = FURL_BACKSLASH, .where = end};
    }
    if (wants_host && host >= slashes) {
        struct furl_range authority = {rest.ptr + slashes, host > slashes ? 0 : end - slashes};
        struct furl_range found = furl_split_authority(authority).host;
        if (found.n == 0) {
            return (struct furl_result){.error = FURL_NO_WEB_HOST,
                                        .where = (size_t)(found.ptr - rest.ptr)};
        }
    }
    return (struct furl_result){.n = end};
}
