/* A set of strings of octets that only grows. */
#ifndef UNIQUE_H
#define UNIQUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "furl/core/octets.h"

/* Words in the key of the hash. */
#define UNIQUE_KEY 2

/* A set of strings, which stores only their hashes of 128 bits. Two strings with equal hashes are
 * one string to the set. For n strings, the probability of equal hashes is less than n * n / 2^128,
 * unless somebody who knows the key chose the strings. The memory is about 30 to 60 octets for each
 * string. Free the set with unique_free. */
struct unique {
    uint64_t key[UNIQUE_KEY]; /* key of the hash */
    struct unique_entry *entries;
    unsigned bits; /* bits in the number of an entry */
    size_t n;      /* number of strings, each of which has a hash */
    struct unique_hash {
        uint64_t of[2];
    } * hashes;
    size_t hashes_room;
};

/* Begins an empty set. If strangers choose the strings, the key must be random. */
void unique_init(struct unique *set, const uint64_t key[UNIQUE_KEY]);

enum unique_answer { UNIQUE_NEW, UNIQUE_KNOWN, UNIQUE_NO_MEMORY };

/* Adds the string, unless the set contains it. The time is linear in the string's length. */
enum unique_answer unique_add(struct unique *set, struct furl_range string);

bool unique_has(const struct unique *set, struct furl_range string);

/* Frees a set, which can be all zero. */
void unique_free(struct unique *set);

#endif
