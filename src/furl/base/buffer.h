/* Memory that grows, and sorting in it. */
#ifndef FURL_BUFFER_H
#define FURL_BUFFER_H

#include <stdbool.h>
#include <stddef.h>

/* The room to ask for instead of `room`, where `n`, more than that, is needed: so much that asking
 * anew is rare. */
size_t furl_grown(size_t room, size_t n);

/*
 * Gives `memory`, which has room for `*room` things of `size` octets, room for `n` at least, one or
 * more; what is in it stays. Returns it, wherever it is now, and sets `*room`; NULL where there is
 * no memory: then nothing has changed.
 */
void *furl_grow(void *memory, size_t *room, size_t n, size_t size);

/* Octets that grow; the caller's, who frees `at`. All zero: none. */
struct furl_buffer {
    unsigned char *at;
    size_t room;
};

/* Gives the buffer room for `n` octets at least, one or more. Returns whether there is memory. */
bool furl_buffer_grow(struct furl_buffer *buffer, size_t n);
static inline bool furl_buffer_reserve(struct furl_buffer *buffer, size_t n)
{
    return n <= buffer->room || furl_buffer_grow(buffer, n);
}

/* Frees the octets of a buffer that has room for more than `most`: what is in it is not needed any
 * more. */
void furl_buffer_trim(struct furl_buffer *buffer, size_t most);

/* A stable sort whose cost nobody can raise. */

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
