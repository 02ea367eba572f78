/* Memory that grows. */
#ifndef FURL_GROW_H
#define FURL_GROW_H

#include <stddef.h>
#include <stdint.h>

/* How many octets to ask for instead of `capacity`, where `n`, more than that, are needed: so many
 * that asking anew is rare. */
static inline size_t furl_grown(size_t capacity, size_t n)
{
    size_t grown = capacity < 512 ? 512 : capacity;

    while (grown < n) {
        grown = grown > SIZE_MAX / 2 ? n : grown * 2;
    }
    return grown;
}

#endif
