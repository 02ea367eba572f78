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
    unsigned char octet = text.n > 0 ? text.at[0] : '\0';

    if (is_blank(octet) || octet == '<' || octet == '"') {
        return 1;
    }
    bool letter = octet == 'U' || octet == 'u';
    return letter && text.n >= 4 && furl_spells(text.at, 4, "url:") ? 4 : 0;
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

struct furl_range furl_without_delimiters(struct furl_range text)
{
    for (size_t n = front(text); n > 0; n = front(text)) {
        furl_skip(&text, n);
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

struct furl_undelimited furl_undelimit(struct furl_range record, unsigned char *scratch)
{
    struct furl_range outside = furl_without_delimiters(record);
    struct furl_undelimited undelimited = {.url = outside, .record = record, .outside = outside};

    if (has_mark(outside)) {
        struct furl_result joined = furl_join(outside, scratch);
        if (joined.error != FURL_FINE) {
            undelimited.error = joined.error;
            undelimited.where = (size_t)(outside.at - record.at) + joined.where;
            return undelimited;
        }
        undelimited.url = furl_without_delimiters((struct furl_range){scratch, joined.n});
        undelimited.joined = scratch;
    }
    return undelimited;
}

size_t furl_undelimited_at(const struct furl_undelimited *undelimited, size_t i)
{
    const unsigned char *at = undelimited->url.at + i;

    if (undelimited->joined != NULL) {
        size_t joined = (size_t)(at - undelimited->joined);
        at = undelimited->outside.at + furl_unjoined(undelimited->outside, joined);
    }
    return (size_t)(at - undelimited->record.at);
}
