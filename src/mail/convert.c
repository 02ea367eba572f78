#include "config.h"

#include "convert.h"

#include "furl/octets/utf8.h"

#define REPLACEMENT   "\xEF\xBF\xBD" /* U+FFFD */
#define REPLACEMENT_N (sizeof REPLACEMENT - 1)

/* Makes UTF-8 of what is ill-formed in part. Returns how many octets that has. */
static size_t mend(struct furl_range octets, unsigned char *out)
{
    unsigned char *to = out;

    while (octets.n > 0) {
        size_t n = furl_utf8_front(octets.at, octets.n);
        memcpy(to, octets.at, n);
        to += n;
        furl_skip(&octets, n);
        if (octets.n > 0) {
            memcpy(to, REPLACEMENT, REPLACEMENT_N);
            to += REPLACEMENT_N;
            furl_skip(&octets, 1);
        }
    }
    return (size_t)(to - out);
}

/* Whether the octets are UTF-8 as they are. */
static bool is_made(const struct mail_charset *charset, struct furl_range octets)
{
    if (charset == &mail_utf8) {
        return furl_is_utf8(octets.at, octets.n);
    }
    return charset->first == 128 && furl_ascii_front(octets.at, octets.n) == octets.n;
}

struct furl_range mail_to_utf8(struct mail_converter *converter, const struct mail_charset *charset,
                               struct furl_range octets)
{
    if (is_made(charset, octets)) {
        return octets;
    }
    /* Forms are written whole: the last one needs room for all of it. */
    size_t room = MAIL_UTF8_MAX(octets.n) + sizeof converter->forms.of[0];
    if (!furl_buffer_reserve(&converter->out, room)) {
        return (struct furl_range){NULL, 0};
    }
    unsigned char *out = converter->out.at;
    if (charset == &mail_utf8) {
        return (struct furl_range){out, mend(octets, out)};
    }
    if (converter->charset != charset) {
        mail_forms_init(&converter->forms, charset);
        converter->charset = charset;
    }
    return (struct furl_range){out, mail_translate(&converter->forms, octets, out)};
}
