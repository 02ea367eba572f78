#include "config.h"

#include "json.h"

#include <stdio.h>
#include <string.h>

#include "furl/octets/utf8.h"

/* Writes a code point as \uXXXX, or as two of them. Returns the octets written. */
static size_t put_code(uint32_t code, unsigned char *out)
{
    char text[16];
    int n = 0;

    if (code < 0x10000) {
        n = snprintf(text, sizeof text, "\\u%04X", (unsigned)code);
    } else {
        uint32_t rest = code - 0x10000;
        n = snprintf(text, sizeof text, "\\u%04X\\u%04X", (unsigned)(0xD800 + (rest >> 10)),
                     (unsigned)(0xDC00 + (rest & 0x3FF)));
    }
    memcpy(out, text, (size_t)n);
    return (size_t)n;
}

size_t json_string(struct furl_range octets, bool percent, unsigned char *out)
{
    unsigned char *to = out;

    for (size_t i = 0; i < octets.n;) {
        unsigned char octet = octets.at[i];
        uint32_t code = 0;
        size_t n = furl_utf8(octets.at + i, octets.n - i, &code);
        if (n == 0 || n == FURL_UTF8_MORE || (percent && octet == '%')) {
            to += furl_put_escape(octet, to);
            n = 1;
        } else if (octet < ' ' || octet == 0x7F) {
            to += put_code(octet, to);
        } else if (n > 1 && furl_is_control_code(code)) {
            to += put_code(code, to);
        } else {
            if (octet == '"' || octet == '\\') {
                *to++ = '\\';
            }
            memcpy(to, octets.at + i, n);
            to += n;
        }
        i += n;
    }
    return (size_t)(to - out);
}
