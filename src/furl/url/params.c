#include <stdlib.h>
#include <string.h>

#include "furl/core/buffer.h"
#include "url.h"

/* A parameter of the URL: a name, or a name, `=` and a value. */
struct furl_parameter {
    struct furl_range all;
    size_t name_n;
};

/* Compares two parameters for qsort: by name, and by place if the names are equal. `plus` means
 * that `+` is a space. */
static int compare(const struct furl_parameter *first, const struct furl_parameter *second,
                   bool plus)
{
    struct furl_range x = {first->all.ptr, first->name_n}, y = {second->all.ptr, second->name_n};

    for (;;) {
        int i = furl_next_data(&x, plus), j = furl_next_data(&y, plus);
        if (i != j) {
            return i - j;
        }
        if (i < 0) {
            return (first->all.ptr > second->all.ptr) - (first->all.ptr < second->all.ptr);
        }
    }
}

static int compare_pluses(const void *a, const void *b)
{
    return compare(a, b, true);
}

static int compare_others(const void *a, const void *b)
{
    return compare(a, b, false);
}

/* Makes room for sorting `count` parameters, `n` octets in all. */
static bool reserve(struct furl_params *sorter, size_t count, size_t n)
{
    struct furl_parameter *parameters =
        furl_grow(sorter->parameters, &sorter->parameters_room, count, sizeof *parameters);

    if (parameters == NULL) {
        return false;
    }
    sorter->parameters = parameters;
    unsigned char *octets = furl_grow(sorter->octets, &sorter->octets_room, n, 1);
    if (octets == NULL) {
        return false;
    }
    sorter->octets = octets;
    return true;
}

/* Counts parameters. Stores them in `to` unless it is NULL. */
static size_t split_params(struct furl_range all, struct furl_parameter *to)
{
    struct furl_range piece;
    size_t count = 0;

    for (; furl_next_piece(&all, '&', &piece); count++) {
        if (to != NULL) {
            to[count] = (struct furl_parameter){piece, furl_divide(piece, '=').first.n};
        }
    }
    return count;
}

/* Writes parameters, separated by `&`. */
static void put_sorted(const struct furl_parameter *parameters, size_t count, unsigned char *to)
{
    for (size_t i = 0; i < count; i++) {
        if (i > 0) {
            *to++ = '&';
        }
        memcpy(to, parameters[i].all.ptr, parameters[i].all.n);
        to += parameters[i].all.n;
    }
}

bool furl_params_sort(struct furl_params *sorter, const struct furl_parts *split,
                      unsigned char *url)
{
    struct furl_range query = split->query;
    size_t count = split_params(query, NULL);

    if (count < 2) {
        return true;
    }
    if (!reserve(sorter, count, query.n)) {
        return false;
    }
    split_params(query, sorter->parameters);
    qsort(sorter->parameters, count, sizeof *sorter->parameters,
          furl_plus_in_query(split->known) ? compare_pluses : compare_others);
    put_sorted(sorter->parameters, count, sorter->octets);
    memcpy(url + (query.ptr - url), sorter->octets, query.n);
    return true;
}

void furl_params_free(struct furl_params *sorter)
{
    free(sorter->parameters);
    free(sorter->octets);
    *sorter = (struct furl_params){.parameters = NULL};
}
