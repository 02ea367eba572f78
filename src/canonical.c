#include "config.h"

#include "canonical.h"

#include <stdlib.h>

#include "furl/octets/grow.h"
#include "furl/text/unwrap.h"

void canonical_init(struct canonical *canonical)
{
    furl_former_init(&canonical->former, NULL);
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
    struct furl_range inside;
    size_t n = 0, where = 0;

    if (!make_room(canonical, url.n + FURL_FORM_MAX(url.n))) {
        return false;
    }
    unsigned char *out = canonical->memory + url.n;
    bool fine = furl_unwrap(url, true, canonical->memory, &inside, &where) == FURL_FINE &&
                furl_former_write(&canonical->former, NULL, inside, furl_head(inside), out, &n,
                                  &where) == FURL_FINE;
    *form = fine ? (struct furl_range){out, n} : url;
    return true;
}

void canonical_free(struct canonical *canonical)
{
    free(canonical->memory);
}
