#include "sort.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "place.h"

struct furl_parameter {
    struct furl_range name, value;
    const unsigned char *end;
    size_t nth;
    bool plus; /* `+` is a space */
};

/* The octet that the escape or octet at the front stands for, which is taken off; -1 at the end. */
static int next(struct furl_range *data, bool plus)
{
    if (data->n == 0) {
        return -1;
    }
    bool escape = furl_is_escape(data->at, data->n);
    int octet = escape ? furl_hex_octet(data->at + 1) : data->at[0];
    size_t n = escape ? FURL_ESCAPE_SIZE : 1;

    if (plus && octet == '+' && !escape) {
        octet = ' ';
    }
    data->at += n;
    data->n -= n;
    return octet;
}

static int compare_ranges(struct furl_range a, struct furl_range b, bool plus)
{
    for (;;) {
        int x = next(&a, plus), y = next(&b, plus);
        if (x != y || x < 0) {
            return x - y;
        }
    }
}

static int compare(const void *a, const void *b)
{
    const struct furl_parameter *x = a, *y = b;
    int order = compare_ranges(x->name, y->name, x->plus);

    if (order == 0) {
        order = compare_ranges(x->value, y->value, x->plus);
    }
    return order != 0 ? order : x->nth < y->nth ? -1 : 1; /* stable */
}

/* Makes room for `n` things of `size` octets. */
static bool grow(void **memory, size_t *room, size_t n, size_t size)
{
    if (n <= *room) {
        return true;
    }
    void *grown = n > SIZE_MAX / 2 / size ? NULL : realloc(*memory, 2 * n * size);
    if (grown == NULL) {
        return false;
    }
    *memory = grown;
    *room = 2 * n;
    return true;
}

/* The parameters of a URL: behind its first `?`, before its fragment. */
static struct furl_range parameters_of(const unsigned char *url, size_t n)
{
    const unsigned char *hash = memchr(url, '#', n);
    const unsigned char *end = hash != NULL ? hash : url + n;
    const unsigned char *mark = memchr(url, '?', (size_t)(end - url));

    return mark == NULL ? (struct furl_range){end, 0}
                        : (struct furl_range){mark + 1, (size_t)(end - mark) - 1};
}

/* The end of the stretch at `at` that the octet ends. */
static const unsigned char *end_of(const unsigned char *at, const unsigned char *end, int octet)
{
    const unsigned char *found = at < end ? memchr(at, octet, (size_t)(end - at)) : NULL;

    return found != NULL ? found : end;
}

/* The parameter that begins at `at`, up to its `&`. */
static struct furl_parameter parameter(const unsigned char *at, const unsigned char *last)
{
    const unsigned char *end = end_of(at, last, '&');
    const unsigned char *equals = end_of(at, end, '=');
    size_t behind = equals < end ? 1 : 0;

    return (struct furl_parameter){
        .name = {at, (size_t)(equals - at)},
        .value = {equals + behind, (size_t)(end - equals) - behind},
        .end = end,
    };
}

static bool plus_in_parameters(const unsigned char *url, size_t n)
{
    struct furl_place place = {.part = FURL_IN_SCHEME};

    for (size_t i = 0; i < n; i++) {
        furl_place_feed(&place, url[i]);
    }
    return furl_plus_is_space(&place);
}

bool furl_sort_parameters(struct furl_sorter *sorter, unsigned char *url, size_t n)
{
    struct furl_range all = parameters_of(url, n);
    const unsigned char *end = all.at + all.n;
    void *parameters = sorter->parameters, *sorted = sorter->sorted;
    size_t count = 0;

    if (all.n == 0) {
        return true;
    }
    bool plus = plus_in_parameters(url, (size_t)(all.at - url));
    const unsigned char *at = all.at;
    do {
        bool room =
            grow(&parameters, &sorter->parameters_room, count + 1, sizeof *sorter->parameters);
        sorter->parameters = parameters;
        if (!room) {
            return false;
        }
        struct furl_parameter *last = &sorter->parameters[count];
        *last = parameter(at + (count > 0 ? 1 : 0), end);
        last->nth = count;
        last->plus = plus;
        count++;
        at = last->end;
    } while (at < end);
    bool room = grow(&sorted, &sorter->sorted_room, all.n, 1);
    sorter->sorted = sorted;
    if (!room) {
        return false;
    }
    qsort(sorter->parameters, count, sizeof *sorter->parameters, compare);
    unsigned char *to = sorter->sorted;
    for (size_t i = 0; i < count; i++) {
        const struct furl_parameter *next_one = &sorter->parameters[i];
        size_t length = (size_t)(next_one->end - next_one->name.at);
        if (i > 0) {
            *to++ = '&';
        }
        memcpy(to, next_one->name.at, length);
        to += length;
    }
    memcpy(url + (all.at - url), sorter->sorted, all.n);
    return true;
}

void furl_sorter_free(struct furl_sorter *sorter)
{
    free(sorter->parameters);
    free(sorter->sorted);
    *sorter = (struct furl_sorter){.parameters = NULL};
}
