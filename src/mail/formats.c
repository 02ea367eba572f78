#include "reader.h"

/* In the order in which they are tried. The last one is anything. */
static const struct mail_format *const formats[] = {
    &mail_squish, &mail_jam, &mail_pkt, &mail_hudson, &mail_qwk, &mail_msg, &mail_text};
#define FORMATS (sizeof formats / sizeof formats[0])

const struct mail_format *mail_format_named(const char *name)
{
    for (size_t i = 0; i < FORMATS; i++) {
        if (strcmp(formats[i]->name, name) == 0) {
            return formats[i];
        }
    }
    return NULL;
}

const char *mail_format_name(const struct mail_format *format)
{
    return format->name;
}

bool mail_format_seeks(const struct mail_format *format)
{
    return format->seeks;
}

/* Whether the path ends so, in any case: a suffix, or a name whole. */
static bool is_named(const char *path, const char *wanted)
{
    size_t n = strlen(path);
    size_t wanted_n = strlen(wanted);

    if (n < wanted_n ||
        !furl_spells((const unsigned char *)path + n - wanted_n, wanted_n, wanted)) {
        return false;
    }
    return wanted[0] == '.' || n == wanted_n || path[n - wanted_n - 1] == '/';
}

const struct mail_format *mail_recognize(const char *name, struct furl_range front, uint64_t size)
{
    size_t i = 0;

    while (i + 1 < FORMATS) {
        bool named =
            name == NULL || formats[i]->suffix == NULL || is_named(name, formats[i]->suffix);
        if (named && formats[i]->is_plausible(front, size)) {
            break;
        }
        i++;
    }
    return formats[i];
}
