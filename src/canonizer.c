#include "config.h"

#include "canonizer.h"

#include <stdlib.h>

#include "furl/text/delimiters.h"

void canonizer_init(struct canonizer *canonizer)
{
    furl_canonical_init(&canonizer->library, NULL);
    canonizer->buffer = (struct furl_buffer){0};
}

bool canonizer_form(struct canonizer *canonizer, struct furl_range url, struct furl_range *form)
{
    if (!furl_buffer_reserve(&canonizer->buffer, url.n + FURL_CANONICAL_MAX(url.n))) {
        return false;
    }
    unsigned char *out = canonizer->buffer.at + url.n;
    struct furl_undelimited inside = furl_undelimit(url, canonizer->buffer.at);
    struct furl_result result = {.error = inside.error};
    if (inside.error == FURL_FINE) {
        struct furl_split split = furl_split(&canonizer->library.splitter, inside.url, NULL);
        result = furl_canonical_write(&canonizer->library, &split, out);
    }
    *form = result.error == FURL_FINE ? (struct furl_range){out, result.n} : url;
    return true;
}

void canonizer_free(struct canonizer *canonizer)
{
    free(canonizer->buffer.at);
}
