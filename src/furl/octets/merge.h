/* A stable sort whose cost nobody can raise. */
#ifndef FURL_MERGE_H
#define FURL_MERGE_H

#include <stddef.h>

/* Compares two elements as qsort's function does: less than, equal to or more than 0. */
typedef int furl_compare(const void *a, const void *b, const void *context);

/*
 * Sorts the `n` elements of `size` octets each at `elements`; equal ones stay in their order.
 * `spare` has room for as many and does not overlap them; what it holds afterwards means nothing.
 * `compare` is given `context`.
 * At most n * log2(n) comparisons, rounded up, whatever the elements are; no recursion, no memory.
 */
void furl_merge_sort(void *elements, void *spare, size_t n, size_t size, furl_compare *compare,
                     const void *context);

#endif
