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

/* The escapes in a row at `url`, up to FURL_UTF8_MAX of them, of octets 80-FF, decoded. */
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

size_t furl_readable(unsigned char *url, size_t n)
{
    unsigned char octets[FURL_UTF8_MAX];
    size_t to = 0;

    for (size_t from = 0; from < n;) {
        size_t count = escaped(url + from, n - from, octets);
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
