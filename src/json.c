#include "config.h"

#include "json.h"

#include <stdio.h>
#include <string.h>

#include "furl/utf8.h"

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
            to += snprintf((char *)to, sizeof "\\u0000", "\\u%04X", (unsigned)octet);
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
