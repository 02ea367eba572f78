/* Memory that grows. */
#ifndef FURL_BUFFER_H
#define FURL_BUFFER_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Grows `memory`, which has room for `*room` elements of `size` octets, to room for at least `n`,
 * one or more. Keeps the elements. Returns the memory, which can have moved, and sets `*room`.
 * Returns NULL, and changes nothing, if memory ran out.
 */
void *furl_grow(void *memory, size_t *room, size_t n, size_t size);

/* Memory that grows. Free `ptr`. All zero: empty. */
struct furl_buffer {
    unsigned char *ptr;
    size_t room;
};

/* Makes room for at least `n` octets, one or more. Returns false if memory ran out.
 * furl_buffer_reserve allows 0. */
bool furl_buffer_grow(struct furl_buffer *buffer, size_t n);
static inline bool furl_buffer_reserve(struct furl_buffer *buffer, size_t n)
{
    return n <= buffer->room || furl_buffer_grow(buffer, n);
}

/* Frees the memory, and empties the buffer, if its room is larger than `most` octets. */
void furl_buffer_trim(struct furl_buffer *buffer, size_t most);

#endif
