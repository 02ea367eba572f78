#include "grow.h"

#include <stdint.h>
#include <stdlib.h>

/* What is small is doubled; what is large grows by a quarter, since it may be all that there is. */
#define LEAST ((size_t)512)
#define LARGE ((size_t)1 << 20)

size_t furl_grown(size_t room, size_t n)
{
    size_t grown = room < LEAST ? LEAST : room;

    while (grown < n && grown < LARGE) {
        grown *= 2;
    }
    if (grown < n) {
        size_t more = grown <= SIZE_MAX - grown / 4 ? grown + grown / 4 : SIZE_MAX;
        grown = more > n ? more : n;
    }
    return grown;
}

void *furl_grow(void *memory, size_t *room, size_t n, size_t size)
{
    if (n <= *room) {
        return memory;
    }
    size_t more = furl_grown(*room, n);
    void *grown = more > SIZE_MAX / size ? NULL : realloc(memory, more * size);
    if (grown != NULL) {
        *room = more;
    }
    return grown;
}

void furl_buffer_trim(struct furl_buffer *buffer, size_t most)
{
    if (buffer->room > most) {
        free(buffer->at);
        *buffer = (struct furl_buffer){0};
    }
}

bool furl_buffer_reserve(struct furl_buffer *buffer, size_t n)
{
    unsigned char *at = furl_grow(buffer->at, &buffer->room, n, 1);

    buffer->at = at != NULL ? at : buffer->at;
    return at != NULL;
}
