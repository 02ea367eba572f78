#include "config.h"

#include "canonizer.h"

#include <stdlib.h>

#include "furl/text/delimiters.h"

void canonizer_init(struct canonizer *canonizer)
{
    furl_canonical_init(&canonizer->library, NULL);
    canonizer->buffer = canonizer->display = (struct furl_buffer){0};
}

/* Writes the canonical form of a URL to the buffer, in which there is room for it. */
static struct furl_result write_form(struct canonizer *canonizer, struct furl_range url)
{
    struct furl_undelimited inside = furl_undelimit(url, canonizer->buffer.at);

    if (inside.error != FURL_FINE) {
        return (struct furl_result){.error = inside.error};
    }
    struct furl_split split = furl_split(&canonizer->library.splitter, inside.url, NULL);
    return furl_canonical_write(&canonizer->library, &split, canonizer->buffer.at + url.n);
}

/* Sets what there is to know of a URL that has no canonical form. */
static void know_little(struct canonizer *canonizer, size_t scheme_n, struct values *values)
{
    values->canonical = values->display = values->url;
    values->parts = (struct furl_parts){.fidonet = false};
    for (size_t i = 0; i < scheme_n; i++) {
        canonizer->scheme[i] = furl_lower(values->url.at[i]);
    }
    values->parts.of[FURL_ITS_SCHEME] = (struct furl_range){canonizer->scheme, scheme_n};
}

bool canonizer_know(struct canonizer *canonizer, unsigned needs, size_t scheme_n,
                    struct values *values)
{
    size_t n = values->url.n;

    if ((needs & NEEDS_ALONE) == 0) {
        return true;
    }
    if (!furl_buffer_reserve(&canonizer->buffer, n + FURL_CANONICAL_MAX(n))) {
        return false;
    }
    struct furl_result form = write_form(canonizer, values->url);
    if (form.error != FURL_FINE) {
        know_little(canonizer, scheme_n, values);
        return true;
    }
    values->canonical = (struct furl_range){canonizer->buffer.at + n, form.n};
    return values_of_canonical(values, needs, &canonizer->library.splitter, &canonizer->display);
}

void canonizer_free(struct canonizer *canonizer)
{
    free(canonizer->buffer.at);
    free(canonizer->display.at);
}
