#include "display.h"

#include <string.h>

#include "furl/octets/utf8.h"

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

size_t furl_display(unsigned char *url, size_t n)
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
