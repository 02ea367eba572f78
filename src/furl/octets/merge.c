#include "merge.h"

#include <string.h>

/* Two neighbouring runs, each in order, and where they are merged to. */
struct runs {
    const unsigned char *left, *right, *end; /* right: where left ends */
    unsigned char *to;
};

static void merge(struct runs runs, size_t size, furl_compare *compare, const void *context)
{
    const unsigned char *left = runs.left, *right = runs.right;
    unsigned char *to = runs.to;

    while (left < runs.right && right < runs.end) {
        const unsigned char **from = compare(left, right, context) <= 0 ? &left : &right;
        memcpy(to, *from, size);
        *from += size;
        to += size;
    }
    /* One of the two is at its end. */
    memcpy(to, left, (size_t)(runs.right - left));
    memcpy(to, right, (size_t)(runs.end - right));
}

void furl_merge_sort(void *elements, void *spare, size_t n, size_t size, furl_compare *compare,
                     const void *context)
{
    unsigned char *from = elements, *to = spare;

    for (size_t run = 1; run < n; run = (run > n / 2 ? n : 2 * run)) {
        for (size_t at = 0; at < n;) {
            size_t left = n - at < run ? n - at : run;
            size_t right = n - at - left < run ? n - at - left : run;
            const unsigned char *begin = from + at * size;
            merge((struct runs){begin, begin + left * size, begin + (left + right) * size,
                                to + at * size},
                  size, compare, context);
            at += left + right;
        }
        unsigned char *sorted = to;
        to = from;
        from = sorted;
    }
    if (n > 0 && from != elements) {
        memcpy(elements, from, n * size);
    }
}
