#include "config.h"

#include "canonical.h"

#include <stdlib.h>

#include "furl/octets/grow.h"
#include "furl/text/delimiters.h"

void canonical_init(struct canonical *canonical)
{
    furl_canonical_init(&canonical->library, NULL);
    canonical->memory = NULL;
    canonical->room = 0;
}

/* Makes room for `n` octets; what is there is lost. */
static bool make_room(struct canonical *canonical, size_t n)
{
    if (n <= canonical->room) {
        return true;
    }
    free(canonical->memory);
    canonical->room = furl_grown(canonical->room, n);
    canonical->memory = malloc(canonical->room);
    if (canonical->memory == NULL) {
        canonical->room = 0;
    }
    return canonical->memory != NULL;
}

bool canonical_form(struct canonical *canonical, struct furl_range url, struct furl_range *form)
{
    if (!make_room(canonical, url.n + FURL_CANONICAL_MAX(url.n))) {
        return false;
    }
    unsigned char *out = canonical->memory + url.n;
    struct furl_undelimited inside = furl_undelimit(url, canonical->memory);
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
    free(canonical->memory);
}
