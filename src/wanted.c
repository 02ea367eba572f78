#include "config.h"

#include "wanted.h"

#include <string.h>

#include "furl/schemes.h"

/* Takes the next name off the list. Returns whether there was one. */
static bool next_name(const char **list, struct furl_range *name)
{
    if (*list == NULL) {
        return false;
    }
    *name = (struct furl_range){(const unsigned char *)*list, strcspn(*list, ",")};
    const char *comma = strchr(*list, ',');
    *list = comma != NULL ? comma + 1 : NULL;
    return true;
}

bool is_scheme_list(const char *list)
{
    struct furl_range name;

    while (next_name(&list, &name)) {
        if (!furl_is_scheme(name)) {
            return false;
        }
    }
    return true;
}

/* Whether two names are one, in any case. */
static bool is_same(struct furl_range a, struct furl_range b)
{
    size_t i = 0;

    while (i < a.n && i < b.n && furl_lower(a.at[i]) == furl_lower(b.at[i])) {
        i++;
    }
    return i == a.n && i == b.n;
}

bool schemes_have(const char *list, struct furl_range scheme)
{
    bool fidonet = furl_is_fidonet(furl_scheme(scheme.at, scheme.n));
    struct furl_range name;

    while (next_name(&list, &name)) {
        if (furl_spells(name.at, name.n, "fido") ? fidonet : is_same(name, scheme)) {
            return true;
        }
    }
    return false;
}
