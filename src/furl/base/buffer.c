#include "buffer.h"

#include <assert.h>
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Small memory doubles. Large memory grows by a quarter, since the system may have no more. */
#define LEAST ((size_t)512)
#define LARGE ((size_t)1 << 20)

/* The room to allocate if `n` is needed and `room`, which is less, is there: enough to make another
 * allocation rare. */
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
        free(buffer->at);
        *buffer = (struct furl_buffer){0};
    }
}

bool furl_buffer_grow(struct furl_buffer *buffer, size_t n)
{
    unsigned char *at = furl_grow(buffer->at, &buffer->room, n, 1);

    buffer->at = at != NULL ? at : buffer->at;
    return at != NULL;
}

/* Two neighbouring runs, each sorted, and where to merge them. */
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
