#include "config.h"

#include "unique.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "furl/core/bits.h"
#include "furl/core/buffer.h"

_Static_assert(UNIQUE_KEY == 2, "the key that SipHash takes");

/* An entry for a string. `nth` is the number of the string, from 1, or 0 if the entry is free.
 * `tag` is a part of the hash, so that few searches read whole hashes, which are elsewhere in
 * memory. */
struct unique_entry {
    uint32_t tag, nth;
};

FURL_MODULAR static inline uint64_t rotate(uint64_t x, unsigned bits)
{
    return x << bits | x >> (64 - bits);
}

/* A round of SipHash-1-3 (Aumasson and Bernstein), with which strangers cannot make strings
 * collide. */
FURL_MODULAR static inline void sip_round(uint64_t v[4])
{
    v[0] += v[1];
    v[2] += v[3];
    v[1] = rotate(v[1], 13) ^ v[0];
    v[3] = rotate(v[3], 16) ^ v[2];
    v[0] = rotate(v[0], 32);
    v[2] += v[1];
    v[0] += v[3];
    v[1] = rotate(v[1], 17) ^ v[2];
    v[3] = rotate(v[3], 21) ^ v[0];
    v[2] = rotate(v[2], 32);
}

FURL_MODULAR static inline void sip_compress(uint64_t v[4], uint64_t word)
{
    v[3] ^= word;
    sip_round(v);
    v[0] ^= word;
}

/* Returns a word of the result. */
static inline uint64_t sip_final(uint64_t v[4])
{
    sip_round(v);
    sip_round(v);
    sip_round(v);
    return v[0] ^ v[1] ^ v[2] ^ v[3];
}

/* Returns the SipHash of a string, of 128 bits. Its words are in the byte order of the processor,
 * because nobody sees them. */
static struct unique_hash sip_hash(const uint64_t key[UNIQUE_KEY], struct furl_range string)
{
    uint64_t v[4] = {key[0] ^ 0x736f6d6570736575u, key[1] ^ 0x646f72616e646f6du ^ 0xEE,
                     key[0] ^ 0x6c7967656e657261u, key[1] ^ 0x7465646279746573u};
    uint64_t word = 0, last = (uint64_t)(string.n & 0xFF) << 56;

    for (; string.n >= sizeof word; furl_skip(&string, sizeof word)) {
        memcpy(&word, string.ptr, sizeof word);
        sip_compress(v, word);
    }
    for (size_t i = 0; i < string.n; i++) {
        last |= (uint64_t)string.ptr[i] << (8 * i);
    }
    sip_compress(v, last);
    v[2] ^= 0xEE;
    const uint64_t first = sip_final(v);
    v[1] ^= 0xDD;
    return (struct unique_hash){{first, sip_final(v)}};
}

void unique_init(struct unique *set, const uint64_t key[UNIQUE_KEY])
{
    *set = (struct unique){.n = 0};
    memcpy(set->key, key, sizeof set->key);
}

static uint32_t hash_tag(const struct unique_hash *hash)
{
    return (uint32_t)(hash->of[0] >> 32);
}

/* Returns the entry with the hash, or the free entry for the hash. The upper bits of the tag are
 * the index at which the search begins. If `hash` is NULL, returns the next free entry. */
static struct unique_entry *entry_of(const struct unique *set, uint32_t tag,
                                     const struct unique_hash *hash)
{
    const size_t last = ((size_t)1 << set->bits) - 1;
    size_t i = (size_t)((uint64_t)tag << set->bits >> 32);

    assert(set->n <= last); /* an entry is free */
    while (set->entries[i].nth != 0 &&
           (hash == NULL || set->entries[i].tag != tag ||
            memcmp(&set->hashes[set->entries[i].nth - 1], hash, sizeof *hash) != 0)) {
        i = (i + 1) & last;
    }
    return &set->entries[i];
}

/* Returns how many strings the table can have: three quarters of its entries. */
static size_t count_room(const struct unique *set)
{
    return set->entries != NULL ? ((size_t)1 << set->bits) / 4 * 3 : 0;
}

/* Doubles the table, which has at least 1024 entries. Returns false if memory runs out. */
static bool grow(struct unique *set)
{
    const struct unique old = *set;
    const size_t n = old.entries != NULL ? (size_t)1 << old.bits : 0;

    set->bits = n == 0 ? 10 : old.bits + 1;
    set->entries = calloc((size_t)1 << set->bits, sizeof *set->entries);
    if (set->entries == NULL) {
        *set = old;
        return false;
    }
    for (size_t i = 0; i < n; i++) {
        if (old.entries[i].nth != 0) {
            *entry_of(set, old.entries[i].tag, NULL) = old.entries[i];
        }
    }
    free(old.entries);
    return true;
}

enum unique_answer unique_add(struct unique *set, struct furl_range string)
{
    const struct unique_hash hash = sip_hash(set->key, string);
    const uint32_t tag = hash_tag(&hash);

    if (set->n >= count_room(set) && !grow(set)) {
        return UNIQUE_NO_MEMORY;
    }
    struct unique_entry *entry = entry_of(set, tag, &hash);
    if (entry->nth != 0) {
        return UNIQUE_KNOWN;
    }
    struct unique_hash *hashes =
        furl_grow(set->hashes, &set->hashes_room, set->n + 1, sizeof *hashes);
    set->hashes = hashes != NULL ? hashes : set->hashes;
    if (hashes == NULL || set->n == UINT32_MAX) {
        return UNIQUE_NO_MEMORY;
    }
    hashes[set->n++] = hash;
    *entry = (struct unique_entry){tag, (uint32_t)set->n};
    return UNIQUE_NEW;
}

bool unique_has(const struct unique *set, struct furl_range string)
{
    const struct unique_hash hash = sip_hash(set->key, string);

    return set->n > 0 && entry_of(set, hash_tag(&hash), &hash)->nth != 0;
}

void unique_free(struct unique *set)
{
    free(set->hashes);
    free(set->entries);
    *set = (struct unique){.n = 0};
}
