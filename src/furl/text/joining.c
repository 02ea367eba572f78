#include "joining.h"

#include <stdlib.h>
#include <string.h>

void furl_joining_begin(struct furl_joining *joining, uint64_t from)
{
    joining->from = from;
    joining->n = 0;
}

void furl_joining_free(struct furl_joining *joining)
{
    free(joining->octets.at);
    *joining = (struct furl_joining){.max = joining->max};
}

bool furl_put_aside(struct furl_joining *joining, const struct furl_window *text, uint64_t end)
{
    uint64_t n = end - joining->from;
    uint64_t room = joining->n < joining->max ? joining->max - joining->n : 0;
    size_t kept = (size_t)(n < room ? n : room);

    if (kept > 0) {
        size_t at = (size_t)joining->n;
        if (!furl_buffer_reserve(&joining->octets, at + kept)) {
            return false;
        }
        memcpy(joining->octets.at + at, text->at + furl_index(text, joining->from), kept);
    }
    joining->n += n;
    joining->from = end;
    return true;
}
