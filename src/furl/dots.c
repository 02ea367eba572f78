#include "dots.h"

#include <string.h>

static bool starts(struct furl_range range, const char *text)
{
    return range.n >= strlen(text) && memcmp(range.at, text, strlen(text)) == 0;
}

static void skip(struct furl_range *range, size_t n)
{
    range->at += n;
    range->n -= n;
}

unsigned char *furl_remove_dots(unsigned char *path, unsigned char *end)
{
    unsigned char *to = path;
    struct furl_range in = {path, (size_t)(end - path)};

    while (in.n > 0) {
        bool up = starts(in, "/../") || (in.n == 3 && starts(in, "/.."));
        bool here = starts(in, "/./") || (in.n == 2 && starts(in, "/."));
        if (starts(in, "../") || starts(in, "./")) {
            skip(&in, in.at[1] == '.' ? 3 : 2);
        } else if ((in.n == 1 && starts(in, ".")) || (in.n == 2 && starts(in, ".."))) {
            skip(&in, in.n);
        } else if (up || here) {
            bool last = in.n == (up ? 3u : 2u);
            while (up && to > path && *--to != '/') {
            }
            skip(&in, up ? 3 : 2);
            if (last) {
                *to++ = '/';
            }
        } else {
            do {
                *to++ = in.at[0];
                skip(&in, 1);
            } while (in.n > 0 && in.at[0] != '/');
        }
    }
    return to;
}
