#include "canonical.h"

#include <string.h>

#include "furl/base/utf8.h"

void furl_canonical_init(struct furl_canonical *canonical, const struct furl_rules *rules)
{
    bool rfc = rules != NULL && !furl_is_fidourl(rules);

    canonical->rules = rules;
    canonical->splitter = furl_splitter(rfc ? FURL_AS_GENERIC : FURL_AS_SCHEME);
    canonical->fidonet_ready = false;
    furl_rfc_init(&canonical->rfc, rfc ? rules : &furl_rule_books[FURL_RULES_OF_OTHERS]);
}

struct furl_result furl_canonical_write(struct furl_canonical *canonical,
                                        const struct furl_split *split, unsigned char *out)
{
    const struct furl_rules *rules = canonical->rules;
    bool fidonet = furl_is_fidonet(split->known);

    if (split->scheme.at == NULL) {
        return (struct furl_result){.error = FURL_NO_SCHEME};
    }
    if (rules == NULL ? !fidonet : !furl_is_fidourl(rules)) {
        return furl_rfc_write(&canonical->rfc, split, out);
    }
    if (!fidonet) {
        return (struct furl_result){.error = FURL_WRONG_RULES};
    }
    if (!canonical->fidonet_ready) {
        furl_fidonet_init(&canonical->fidonet);
        canonical->fidonet_ready = true;
    }
    return furl_fidonet_write(&canonical->fidonet, split, out);
}

struct furl_tidied furl_tidy(const struct furl_tidying *tidying, const unsigned char *in, size_t n,
                             unsigned char *out)
{
    unsigned char *to = out;
    size_t i = 0;

    while (i < n) {
        if ((furl_tidied_as(tidying, in[i]) & FURL_BARE) != 0) {
            *to++ = in[i++];
            continue;
        }
        if (!furl_is_escape(in + i, n - i)) {
            break;
        }
        unsigned char octet = furl_hex_octet(in + i + 1);
        unsigned kind = furl_tidied_as(tidying, octet);
        if ((kind & FURL_KEPT) != 0) {
            to += furl_put_escape(octet, to);
        } else if ((kind & FURL_DECODED) != 0) {
            *to++ = octet == ' ' ? tidying->space : octet;
        } else {
            break;
        }
        i += FURL_ESCAPE_SIZE;
    }
    return (struct furl_tidied){i, (size_t)(to - out)};
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
        bool shown = length > 0 && length != FURL_UTF8_MORE && !furl_is_control_code(code) &&
                     !furl_is_blank_code(code);
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
