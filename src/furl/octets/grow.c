#include "grow.h"

#include <stdint.h>
#include <stdlib.h>

size_t furl_grown(size_t room, size_t n)
{
    size_t grown = room < 512 ? 512 : room;

    while (grown < n) {
        grown = grown > SIZE_MAX / 2 ? n : grown * 2;
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

bool furl_buffer_reserve(struct furl_buffer *buffer, size_t n)
{
    unsigned char *at = furl_grow(buffer->at, &buffer->room, n, 1);

    buffer->at = at != NULL ? at : buffer->at;
    return at != NULL;
}
