#include "config.h"

#include "canonical.h"

#include <stdlib.h>

#include "furl/text/delimiters.h"

void canonical_init(struct canonical *canonical)
{
    furl_canonical_init(&canonical->library, NULL);
    canonical->buffer = (struct furl_buffer){0};
}

bool canonical_form(struct canonical *canonical, struct furl_range url, struct furl_range *form)
{
    if (!furl_buffer_reserve(&canonical->buffer, url.n + FURL_CANONICAL_MAX(url.n))) {
        return false;
    }
    unsigned char *out = canonical->buffer.at + url.n;
    struct furl_undelimited inside = furl_undelimit(url, canonical->buffer.at);
    struct furl_result result = {.error = inside.error};
    if (inside.error == FURL_FINE) {
        struct furl_split split = furl_split(&canonical->library.splitter, inside.url, NULL);
        result = furl_canonical_write(&canonical->library, &split, out);
    }
    *form = result.error == FURL_FINE ? (struct furl_range){out, result.n} : url;
    return true;
}

void canonical_free(struct canonical *canonical)
{
    free(canonical->buffer.at);
}
