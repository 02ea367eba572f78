#include <stdlib.h>
#include <string.h>

#include "furl/base/buffer.h"
#include "url.h"

/* A parameter of the URL: a name, and perhaps `=` and a value. */
struct furl_parameter {
    struct furl_range all;
    size_t name_n;
};

/* For furl_merge_sort: `context` says whether `+` is a space. */
static int compare(const void *a, const void *b, const void *context)
{
    const bool plus = *(const bool *)context;
    const struct furl_parameter *first = a, *second = b;
    struct furl_range x = {first->all.at, first->name_n}, y = {second->all.at, second->name_n};

    for (;;) {
        int i = furl_next_data(&x, plus), j = furl_next_data(&y, plus);
        if (i != j || i < 0) {
            return i - j;
        }
    }
}

/* Makes room for sorting `count` parameters of `n` octets together. */
static bool reserve(struct furl_params *sorter, size_t count, size_t n)
{
    struct furl_parameter *parameters =
        furl_grow(sorter->parameters, &sorter->parameters_room, 2 * count, sizeof *parameters);

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

/* Counts parameters, and writes them to `to` unless it is NULL. */
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

/* Writes parameters, `&` between them. */
static void put(const struct furl_parameter *parameters, size_t count, unsigned char *to)
{
    for (size_t i = 0; i < count; i++) {
        if (i > 0) {
            *to++ = '&';
        }
        memcpy(to, parameters[i].all.at, parameters[i].all.n);
        to += parameters[i].all.n;
    }
}

bool furl_params_sort(struct furl_params *sorter, const struct furl_split *split,
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
    bool plus = furl_plus_in_query(split->known);
    split_params(query, sorter->parameters);
    furl_merge_sort(sorter->parameters, sorter->parameters + count, count,
                    sizeof *sorter->parameters, compare, &plus);
    put(sorter->parameters, count, sorter->octets);
    memcpy(url + (query.at - url), sorter->octets, query.n);
    return true;
}

void furl_params_free(struct furl_params *sorter)
{
    free(sorter->parameters);
    free(sorter->octets);
    *sorter = (struct furl_params){.parameters = NULL};
}
