/* A set of strings of octets that only grows. */
#ifndef UNIQUE_H
#define UNIQUE_H

#include <stdint.h>

#include "furl/base/octets.h"

/* Words in the key of the hash. */
#define SEEN_KEY 2

/* The set; the caller's, except its memory, which is near the size of the strings in it. */
struct seen {
    uint64_t key[SEEN_KEY]; /* of the hash */
    uint64_t *entries;
    size_t n, room; /* how many, and places for them: a power of two */
    unsigned char **blocks;
    size_t blocks_n, used; /* of the last block */
};

/* Chooses a key that nobody who writes strings knows. It asks the system for randomness, which the
 * sandbox does not give. */
void seen_choose_key(uint64_t key[SEEN_KEY]);

/* Begins an empty set. */
void seen_init(struct seen *set, const uint64_t key[SEEN_KEY]);

enum seen_answer { SEEN_NEW, SEEN_KNOWN, SEEN_NO_MEMORY };

/* Adds a copy of the string, if it is not there yet: in constant time, its length aside. */
enum seen_answer seen_add(struct seen *set, struct furl_range string);

/* Gives the memory back; of a set that is all zero, too. */
void seen_free(struct seen *set);

#endif
