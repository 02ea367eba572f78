/* A set of strings of octets that only grows. */
#ifndef UNIQUE_H
#define UNIQUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "furl/base/octets.h"

/* Words in the key of the hash. */
#define UNIQUE_KEY 2

/* A set of strings, of which it has only hashes of 128 bits. The probability that two of n strings
 * have one hash, and so are one string to the set, is less than n * n / 2^128, unless somebody
 * who knows the key chose them. Its memory is about 30 to 60 octets for each string. Free it with
 * unique_free. */
struct unique {
    uint64_t key[UNIQUE_KEY]; /* of the hash */
    struct unique_entry *entries;
    unsigned bits; /* of the number of an entry */
    size_t n;      /* how many strings, each of which has a hash */
    struct unique_hash {
        uint64_t of[2];
    } * hashes;
    size_t hashes_room;
};

/* Begins an empty set. The key of a set whose strings strangers choose is random. */
void unique_init(struct unique *set, const uint64_t key[UNIQUE_KEY]);

enum unique_answer { UNIQUE_NEW, UNIQUE_KNOWN, UNIQUE_NO_MEMORY };

/* Adds the string, unless it is there, in time linear in its length. */
enum unique_answer unique_add(struct unique *set, struct furl_range string);

bool unique_has(const struct unique *set, struct furl_range string);

/* Frees a set, which may be all zero. */
void unique_free(struct unique *set);

#endif
