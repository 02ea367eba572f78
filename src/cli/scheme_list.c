#include "config.h"

#include "scheme_list.h"

#include <string.h>

#include "furl/url/scheme.h"

bool scheme_list_next(const char **list, struct furl_range *name)
{
    if (*list == NULL) {
        return false;
    }
    *name = (struct furl_range){(const unsigned char *)*list, strcspn(*list, ",")};
    const char *comma = strchr(*list, ',');
    *list = comma != NULL ? comma + 1 + strspn(comma + 1, " \t") : NULL;
    return true;
}

bool scheme_list_is_one(const char *list)
{
    struct furl_range name;

    while (scheme_list_next(&list, &name)) {
        if (!furl_is_scheme(name)) {
            return false;
        }
    }
    return true;
}

const char *scheme_list_word(const void *table, size_t nth)
{
    static const char *const sets[] = {"fido", "web"};
    const size_t sets_n = sizeof sets / sizeof sets[0];

    (void)table;
    return nth < sets_n                    ? sets[nth]
           : nth - sets_n < furl_schemes_n ? furl_schemes[nth - sets_n].name
                                           : NULL;
}

/* Returns whether a name in a list means the scheme. */
static bool names_scheme(struct furl_range name, struct furl_range scheme)
{
    if (furl_spells(name.ptr, name.n, "fido")) {
        return furl_is_fidonet(furl_scheme_of(scheme, scheme.n));
    }
    if (furl_spells(name.ptr, name.n, "web")) {
        return furl_scheme_has(furl_scheme_of(scheme, scheme.n), FURL_WEB);
    }
    return furl_is_same_word(name, scheme);
}

/* Returns whether the list contains the scheme. Adds the bits of the names that mean the scheme to
 * `seen`. */
static bool has_scheme(const char *list, struct furl_range scheme, uint64_t *seen)
{
    struct furl_range name;
    bool found = false;

    for (uint64_t bit = 1; scheme_list_next(&list, &name); bit <<= 1) {
        bool is = names_scheme(name, scheme);
        found = found || is;
        *seen |= is ? bit : 0;
    }
    return found;
}

bool scheme_list_wants(struct furl_range scheme, const char *only, const char *except,
                       uint64_t *seen)
{
    uint64_t excepted = 0;

    return (only == NULL || has_scheme(only, scheme, seen)) &&
           (except == NULL || !has_scheme(except, scheme, &excepted));
}
