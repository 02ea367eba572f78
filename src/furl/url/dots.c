#include "dots.h"

#include <string.h>

unsigned char *furl_remove_dots(unsigned char *path, unsigned char *end)
{
    unsigned char *to = path;
    struct furl_range in = {path, (size_t)(end - path)};

    while (in.n > 0) {
        bool up = furl_starts(in, "/../") || (in.n == 3 && furl_starts(in, "/.."));
        bool here = furl_starts(in, "/./") || (in.n == 2 && furl_starts(in, "/."));
        if (furl_starts(in, "../") || furl_starts(in, "./")) {
            furl_skip(&in, in.at[1] == '.' ? 3 : 2);
        } else if ((in.n == 1 && furl_starts(in, ".")) || (in.n == 2 && furl_starts(in, ".."))) {
            furl_skip(&in, in.n);
        } else if (up || here) {
            bool last = in.n == (up ? 3u : 2u);
            while (up && to > path && *--to != '/') {
            }
            furl_skip(&in, up ? 3 : 2);
            if (last) {
                *to++ = '/';
            }
        } else {
            do {
                *to++ = in.at[0];
                furl_skip(&in, 1);
            } while (in.n > 0 && in.at[0] != '/');
        }
    }
    return to;
}
