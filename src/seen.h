/* A set of strings of octets that only grows. */
#ifndef SET_H
#define SET_H

#include <stdint.h>

#include "furl/octets/octets.h"

/* Words in the key of the hash. */
#define SET_KEY 2

/* The set; the caller's, but for its memory, which is near the size of the strings in it. */
struct set {
    uint64_t key[SET_KEY]; /* of the hash */
    uint64_t *entries;
    size_t n, room; /* how many, and places for them: a power of two */
    unsigned char **blocks;
    size_t blocks_n, used; /* of the last block */
};

/* Chooses a key that nobody who writes strings knows. It asks the system for randomness, which the
 * sandbox does not give. */
void set_choose_key(uint64_t key[SET_KEY]);

/* Begins an empty set. */
void set_init(struct set *set, const uint64_t key[SET_KEY]);

enum set_answer { SET_NEW, SET_KNOWN, SET_NO_MEMORY };

/* Adds a copy of the string, if it is not there yet: in constant time, but for its length. */
enum set_answer set_add(struct set *set, struct furl_range string);

/* Gives the memory back; of a set that is all zero, too. */
void set_free(struct set *set);

#endif
