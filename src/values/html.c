#include "config.h"

#include "html.h"

#include "furl/octets/utf8.h"

/* In the place of what HTML may not contain (the Unicode Standard, 23.8). */
#define REPLACEMENT "\xEF\xBF\xBD"

/* The reference that an octet of ASCII is written as; NULL: none. */
static const char *reference(unsigned char octet)
{
    switch (octet) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\'':
        return "&#39;";
    default:
        return NULL;
    }
}

static size_t put(struct furl_range octets, unsigned char *out)
{
    memcpy(out, octets.at, octets.n);
    return octets.n;
}

static size_t put_ascii(const unsigned char *octet, enum html_controls controls, unsigned char *out)
{
    const char *text = reference(*octet);

    if (furl_is(*octet, FURL_CONTROL) && controls == HTML_ESCAPES) {
        return furl_put_escape(*octet, out);
    }
    if (furl_is(*octet, FURL_CONTROL) && *octet != '\t') {
        text = REPLACEMENT;
    }
    return put(text != NULL ? furl_range_of(text) : (struct furl_range){octet, 1}, out);
}

/* How many octets at the front stay as they are. */
static size_t plain(struct furl_range octets)
{
    size_t n = 0;

    while (n < octets.n && !furl_is(octets.at[n], FURL_CONTROL | FURL_EIGHT) &&
           reference(octets.at[n]) == NULL) {
        n++;
    }
    return n;
}

/* Writes the sequence at the front, which is not plain. Returns the octets written, and takes off
 * those read. */
static size_t put_special(struct furl_range *octets, enum html_controls controls,
                          unsigned char *out)
{
    struct furl_range sequence = *octets;
    uint32_t code = 0;
    size_t n = furl_utf8(octets->at, octets->n, &code);
    bool ill = n == 0 || n == FURL_UTF8_MORE;

    sequence.n = ill ? 1 : n;
    furl_skip(octets, sequence.n);
    if (n == 1) {
        return put_ascii(sequence.at, controls, out);
    }
    bool replaced = ill || furl_is_control_code(code) || furl_is_noncharacter(code);
    return put(replaced ? furl_range_of(REPLACEMENT) : sequence, out);
}

size_t html_text(struct furl_range octets, enum html_controls controls, unsigned char *out)
{
    unsigned char *to = out;

    while (octets.n > 0) {
        size_t n = plain(octets);
        to += put((struct furl_range){octets.at, n}, to);
        furl_skip(&octets, n);
        if (octets.n > 0) {
            to += put_special(&octets, controls, to);
        }
    }
    return (size_t)(to - out);
}
