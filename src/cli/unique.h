/* A set of strings of octets that only grows. */
#ifndef UNIQUE_H
#define UNIQUE_H

#include <stdint.h>

#include "furl/base/buffer.h"
#include "furl/base/octets.h"

/* Words in the key of the hash. */
#define UNIQUE_KEY 2

/* A set of strings. Its memory is that of the strings, and about 20 to 40 octets for each. Free it
 * with unique_free. */
struct unique {
    uint64_t key[UNIQUE_KEY]; /* of the hash */
    struct unique_entry *entries;
    unsigned bits; /* of the number of an entry */
    size_t n;      /* how many strings, one after the other in `octets`, and where each ends */
    size_t *ends, ends_room;
    struct furl_buffer octets;
};

/* Chooses a random key, so that nobody can make strings collide. Call it before sandbox_enter,
 * which forbids random octets. */
void unique_choose_key(uint64_t key[UNIQUE_KEY]);

/* Begins an empty set. */
void unique_init(struct unique *set, const uint64_t key[UNIQUE_KEY]);

enum unique_answer { UNIQUE_NEW, UNIQUE_KNOWN, UNIQUE_NO_MEMORY };

/* Adds a copy of the string, unless it is there, in time linear in its length. */
enum unique_answer unique_add(struct unique *set, struct furl_range string);

bool unique_has(const struct unique *set, struct furl_range string);

/* Frees a set, which may be all zero. */
void unique_free(struct unique *set);

#endif
