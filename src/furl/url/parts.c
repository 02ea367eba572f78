#include "url.h"

#include "furl/core/address.h"
#include "furl/core/utf8.h"

size_t furl_decode(struct furl_range data, bool plus, unsigned char *out)
{
    size_t n = 0;

    for (int octet = furl_next_data(&data, plus); octet >= 0; octet = furl_next_data(&data, plus)) {
        out[n++] = (unsigned char)octet;
    }
    return n;
}

bool furl_decodes_to(struct furl_range data, bool plus, struct furl_range text)
{
    while (text.n > 0 && furl_next_data(&data, plus) == text.ptr[0]) {
        furl_skip(&text, 1);
    }
    return text.n == 0 && data.n == 0;
}

size_t furl_escape_strays(struct furl_range text, const char *ends, unsigned char *out)
{
    unsigned char *to = out;

    for (; text.n > 0; furl_skip(&text, 1)) {
        if (furl_is_stray(text) || furl_is_one_of(text.ptr[0], ends)) {
            to += furl_put_escape(text.ptr[0], to);
        } else {
            *to++ = text.ptr[0];
        }
    }
    return (size_t)(to - out);
}

/* Returns whether a text matches a pattern without alternatives. Tries the octets after a `*` at
 * every place. Only the last `*` is tried again, because an earlier `*` never needs to match more.
 */
static bool matches_one(struct furl_range pattern, struct furl_range text, bool lower)
{
    struct furl_range after = {NULL, 0}, rest = text;

    while (pattern.n > 0 || text.n > 0) {
        struct furl_range next = pattern;
        const int octet = furl_next_data(&next, false);
        const int meant = lower && octet >= 0 ? furl_lower((unsigned char)octet) : octet;
        if (furl_starts(pattern, "*")) {
            furl_skip(&pattern, 1);
            after = pattern;
            rest = text;
        } else if (text.n > 0 && furl_starts(pattern, "?")) {
            furl_skip(&pattern, 1);
            furl_skip(&text, furl_character(text.ptr, text.n));
        } else if (text.n > 0 && meant == text.ptr[0]) {
            pattern = next;
            furl_skip(&text, 1);
        } else if (after.ptr != NULL && rest.n > 0) {
            furl_skip(&rest, 1);
            pattern = after;
            text = rest;
        } else {
            return false;
        }
    }
    return true;
}

bool furl_matches(struct furl_range pattern, struct furl_range text, bool lower)
{
    struct furl_divided pair = furl_divide(pattern, '|');

    while (!matches_one(pair.first, text, lower)) {
        if (pair.second.ptr == NULL) {
            return false;
        }
        pair = furl_divide(pair.second, '|');
    }
    return true;
}

bool furl_has_empty_alternative(struct furl_range pattern)
{
    struct furl_divided pair = furl_divide(pattern, '|');
    bool is_one = pair.second.ptr == NULL;

    while (pair.first.n > 0 && pair.second.ptr != NULL) {
        pair = furl_divide(pair.second, '|');
    }
    return !is_one && pair.first.n == 0;
}

struct furl_range furl_without_zeros(struct furl_range digits)
{
    while (digits.n > 1 && digits.ptr[0] == '0') {
        furl_skip(&digits, 1);
    }
    return digits;
}

bool furl_is_port(struct furl_range digits)
{
    unsigned long port = 0;

    for (; digits.n > 0 && port <= 65535 && furl_octet_in(digits.ptr[0], FURL_DIGIT);
         furl_skip(&digits, 1)) {
        port = port * 10 + (digits.ptr[0] - (unsigned)'0');
    }
    return digits.n == 0 && port <= 65535;
}

static void split_address(struct furl_parts *parts)
{
    struct furl_address address;

    furl_address_read(parts->address, &address);
    parts->zone = address.zone;
    parts->net = address.net;
    parts->node = address.node;
    parts->point = address.point;
    parts->domain = address.domain;
}

static void split_areas(struct furl_parts *parts)
{
    struct furl_divided area = furl_divide(furl_divide(parts->areas, '+').first, '@');

    parts->area = area.first;
    parts->domain = area.second;
}

/* Divides a path: "/" request ["/" objects], or "/" objects. Each part and its slash can be
 * missing. */
static void split_path(struct furl_parts *parts, bool request)
{
    parts->path = furl_divide(parts->path, '/').second;
    if (request) {
        struct furl_divided pair = furl_divide(parts->path, '/');
        parts->request = pair.first;
        parts->path = pair.second;
    }
}

static void split_authority(struct furl_parts *parts)
{
    const struct furl_range authority = parts->authority;

    if (parts->host.ptr == NULL) {
        struct furl_authority pieces = furl_split_authority(authority);
        if (authority.n > 0 && !furl_has_host(&pieces)) {
            return;
        }
        parts->userinfo = pieces.userinfo;
        parts->host = pieces.host; /* can be empty (RFC 3986 3.2.2) */
        parts->port = pieces.port;
    }
    parts->authority = (struct furl_range){NULL, 0};
}

void furl_split_parts(struct furl_parts *parts)
{
    const struct furl_fidonet_grammar *grammar = parts->fidonet ? parts->known->grammar : NULL;

    /* memset would be slower, and compilers do not unroll the loop by themselves */
#pragma GCC unroll 10
    for (size_t part = FURL_URL_FRAGMENT + 1; part < FURL_PARTS_MAX; part++) {
        parts->of[part] = (struct furl_range){NULL, 0};
    }
    if (grammar != NULL) {
        parts->of[grammar->address ? FURL_URL_ADDRESS : FURL_URL_AREAS] = parts->authority;
        parts->authority = (struct furl_range){NULL, 0};
        split_path(parts, grammar->request);
    } else if (parts->authority.ptr != NULL && !furl_is_fidonet(parts->known)) {
        split_authority(parts); /* by the rules of an RFC, a Fidonet URL has no host */
    }
}

void furl_split_details(struct furl_parts *parts)
{
    if (parts->address.ptr != NULL) {
        split_address(parts);
    } else if (parts->areas.ptr != NULL) {
        split_areas(parts);
    }
}
