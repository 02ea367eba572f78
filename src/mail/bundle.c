#include "config.h"

#include "bundle.h"

#include "fields.h"

/* What archives have at their front; in LHA's the size and the checksum of the header come first,
 * and a letter tells the method. */
static const struct magic {
    struct mail_bundle bundle;
    size_t at;
    const char *octets; /* `?` is any */
} magics[] = {
    {{"ZIP", "unzip -p"}, 0, "PK\003\004"},   {{"ARJ", "7z x -so"}, 0, "\x60\xEA"},
    {{"LHA", "7z x -so"}, 2, "-lh?-"},        {{"LHA", "7z x -so"}, 2, "-lz?-"},
    {{"RAR", "7z x -so"}, 0, "Rar!\x1A\x07"},
};

static bool matches(struct furl_range front, const struct magic *magic)
{
    struct furl_range octets = mail_part(front, magic->at, strlen(magic->octets));
    bool same = octets.n == strlen(magic->octets);

    for (size_t i = 0; same && i < octets.n; i++) {
        same = magic->octets[i] == '?' || octets.at[i] == (unsigned char)magic->octets[i];
    }
    return same;
}

const struct mail_bundle *mail_bundle_of(struct furl_range front)
{
    for (size_t i = 0; i < sizeof magics / sizeof magics[0]; i++) {
        if (matches(front, &magics[i])) {
            return &magics[i].bundle;
        }
    }
    return NULL;
}
