#include "unwrap.h"

#include <string.h>

#include "breaks.h"

static bool is_blank(unsigned char octet)
{
    return octet == ' ' || octet == '\t' || octet == '\r' || octet == '\n';
}

/* The octets of what may be taken off the front: a blank, `<`, `"` or `URL:` (RFC 1738,
 * appendix); 0 if none is there. */
static size_t front(struct furl_range text)
{
    if (text.n > 0 && (is_blank(text.at[0]) || text.at[0] == '<' || text.at[0] == '"')) {
        return 1;
    }
    return text.n >= 4 && furl_spells(text.at, 4, "url:") ? 4 : 0;
}

static bool may_be_last(unsigned char octet)
{
    return !is_blank(octet) && octet != '>' && octet != '"';
}

/* The length of `text` without blanks, `"` and `>` at its end; but a `>` that a `<` inside awaits
 * stays, and all before it. */
static size_t without_back(struct furl_range text)
{
    size_t body = text.n;
    size_t awaited = 0;

    while (body > 0 && !may_be_last(text.at[body - 1])) {
        body--;
    }
    if (body == text.n) {
        return body;
    }
    for (size_t i = 0; i < body; i++) {
        if (text.at[i] == '<') {
            awaited++;
        } else if (text.at[i] == '>' && awaited > 0) {
            awaited--;
        }
    }
    size_t n = body;
    for (size_t i = body; i < text.n && awaited > 0; i++) {
        if (text.at[i] == '>') {
            awaited--;
            n = i + 1;
        }
    }
    return n;
}

struct furl_range furl_unwrap_outside(struct furl_range text)
{
    for (size_t n = front(text); n > 0; n = front(text)) {
        text.at += n;
        text.n -= n;
    }
    text.n = without_back(text);
    return text;
}

static bool has_mark(struct furl_range text)
{
    if (text.n == 0) {
        return false;
    }
    const unsigned char *at = text.at;
    const unsigned char *end = text.at + text.n;

    while ((at = memchr(at, '%', (size_t)(end - at))) != NULL) {
        at++;
        if (at < end && *at == '%') {
            return true;
        }
    }
    return false;
}

enum furl_error furl_unwrap(struct furl_range record, bool keep_fragment, unsigned char *scratch,
                            struct furl_range *url, size_t *where)
{
    struct furl_range text = furl_unwrap_outside(record);

    if (has_mark(text)) {
        size_t n = 0;
        if (furl_join(text, scratch, &n, where) != FURL_FINE) {
            *where += (size_t)(text.at - record.at);
            return FURL_OPEN_BREAK;
        }
        text = furl_unwrap_outside((struct furl_range){scratch, n});
    }
    const unsigned char *fragment =
        text.n > 0 && !keep_fragment ? memchr(text.at, '#', text.n) : NULL;
    *url = text;
    if (fragment != NULL) {
        url->n = (size_t)(fragment - text.at);
    }
    if (fragment == NULL || url->n > 0) {
        return FURL_FINE;
    }
    *where = furl_unwrapped_at(record, scratch, *url, 0);
    return FURL_NO_SCHEME;
}

size_t furl_unwrapped_at(struct furl_range record, const unsigned char *scratch,
                         struct furl_range url, size_t i)
{
    struct furl_range text = furl_unwrap_outside(record);

    if (!has_mark(text)) {
        return (size_t)(url.at - record.at) + i;
    }
    return (size_t)(text.at - record.at) + furl_unjoined(text, (size_t)(url.at - scratch) + i);
}
