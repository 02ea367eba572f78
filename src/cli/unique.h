/* A set of strings of octets that only grows. */
#ifndef UNIQUE_H
#define UNIQUE_H

#include <stdint.h>

#include "furl/base/octets.h"

/* Words in the key of the hash. */
#define UNIQUE_KEY 2

/* The set. unique_free frees its memory, about as much as its strings have. */
struct unique {
    uint64_t key[UNIQUE_KEY]; /* of the hash */
    uint64_t *entries;
    size_t n;      /* how many; */
    unsigned bits; /* of an entry's number */
    struct unique_block *blocks;
    size_t blocks_n;
};

/* Chooses a random key, so that nobody can write strings that collide. Call it
 * before sandbox_enter, which forbids asking for random octets. */
void unique_choose_key(uint64_t key[UNIQUE_KEY]);

/* Begins an empty set. */
void unique_init(struct unique *set, const uint64_t key[UNIQUE_KEY]);

enum unique_answer { UNIQUE_NEW, UNIQUE_KNOWN, UNIQUE_NO_MEMORY };

/* Adds a copy of the string, if it is not there yet: in constant time, its length aside. */
enum unique_answer unique_add(struct unique *set, struct furl_range string);

/* Whether the string is there. */
bool unique_has(const struct unique *set, struct furl_range string);

/* Gives the memory back; of a set that is all zero, too. */
void unique_free(struct unique *set);

#endif
