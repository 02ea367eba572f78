#include "buffer.h"

#include <assert.h>
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Small memory doubles. Large memory grows by a quarter, because the system can have too little for
 * more. */
#define LEAST ((size_t)512)
#define LARGE ((size_t)1 << 20)

/* Returns the room to allocate if `n` is needed and the room is `room`, which is less. The result
 * is large enough to make another allocation rare. */
static size_t grown_room(size_t room, size_t n)
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
    assert(n > 0 && size > 0);
    if (n <= *room) {
        return memory;
    }
    size_t more = grown_room(*room, n);
    void *grown = NULL;
    if (more > SIZE_MAX / size) {
        errno = ENOMEM;
    } else if ((grown = realloc(memory, more * size)) != NULL) {
        *room = more;
    }
    return grown;
}

void furl_buffer_trim(struct furl_buffer *buffer, size_t most)
{
    if (buffer->room > most) {
        free(buffer->ptr);
        *buffer = (struct furl_buffer){0};
    }
}

bool furl_buffer_grow(struct furl_buffer *buffer, size_t n)
{
    unsigned char *ptr = furl_grow(buffer->ptr, &buffer->room, n, 1);

    buffer->ptr = ptr != NULL ? ptr : buffer->ptr;
    return ptr != NULL;
}
