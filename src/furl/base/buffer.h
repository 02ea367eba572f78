/* Memory that grows, and sorting in it. */
#ifndef FURL_BUFFER_H
#define FURL_BUFFER_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Grows `memory`, which has room for `*room` elements of `size` octets, to room for at least `n`,
 * one or more. The elements stay. Returns the memory, which may have moved, and sets `*room`.
 * Returns NULL, and changes nothing, if memory ran out.
 */
void *furl_grow(void *memory, size_t *room, size_t n, size_t size);

/* Memory that grows. Free `at`. All zero: empty. */
struct furl_buffer {
    unsigned char *at;
    size_t room;
};

/* Makes room for at least `n` octets, one or more. Returns false if memory ran out. */
bool furl_buffer_grow(struct furl_buffer *buffer, size_t n);
static inline bool furl_buffer_reserve(struct furl_buffer *buffer, size_t n)
{
    return n <= buffer->room || furl_buffer_grow(buffer, n);
}

/* Empties the buffer, and frees its memory, if it has room for more than `most` octets. */
void furl_buffer_trim(struct furl_buffer *buffer, size_t most);

/* Compares two elements as the function of qsort does: less than, equal to or more than 0. */
typedef int furl_compare(const void *a, const void *b, const void *context);

/*
 * Sorts `n` elements of `size` octets; equal ones keep their order. `spare` has room for as many,
 * and does not overlap them. `compare` gets `context`. Whatever the elements are, this takes at
 * most n * log2(n) comparisons, rounded up, no recursion and no memory.
 */
void furl_merge_sort(void *elements, void *spare, size_t n, size_t size, furl_compare *compare,
                     const void *context);

#endif
