/* Memory that grows. */
#ifndef FURL_GROW_H
#define FURL_GROW_H

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
bool furl_buffer_reserve(struct furl_buffer *buffer, size_t n);

/* Frees the octets of a buffer that has room for more than `most`: what is in it is not needed any
 * more. */
void furl_buffer_trim(struct furl_buffer *buffer, size_t most);

#endif
