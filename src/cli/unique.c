#include "config.h"

#include "unique.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "furl/base/bits.h"
#include "system/system.h"

_Static_assert(UNIQUE_KEY == 2, "the key that SipHash takes");

/* Strings are numbered from 1. If `nth` is 0, the entry is free. */
struct unique_entry {
    uint32_t hash, nth;
};

FURL_MODULAR static inline uint64_t turned(uint64_t x, unsigned bits)
{
    return x << bits | x >> (64 - bits);
}

/* SipHash-1-3 (Aumasson and Bernstein): strangers cannot make strings collide. */
FURL_MODULAR static inline void sip_round(uint64_t v[4])
{
    v[0] += v[1];
    v[2] += v[3];
    v[1] = turned(v[1], 13) ^ v[0];
    v[3] = turned(v[3], 16) ^ v[2];
    v[0] = turned(v[0], 32);
    v[2] += v[1];
    v[0] += v[3];
    v[1] = turned(v[1], 17) ^ v[2];
    v[3] = turned(v[3], 21) ^ v[0];
    v[2] = turned(v[2], 32);
}

FURL_MODULAR static inline void sip_compress(uint64_t v[4], uint64_t word)
{
    v[3] ^= word;
    sip_round(v);
    v[0] ^= word;
}

/* SipHash of a string. Its words are in the byte order of the processor, since nobody sees it. */
static uint32_t sip_hash(const uint64_t key[UNIQUE_KEY], struct furl_range string)
{
    uint64_t v[4] = {key[0] ^ 0x736f6d6570736575u, key[1] ^ 0x646f72616e646f6du,
                     key[0] ^ 0x6c7967656e657261u, key[1] ^ 0x7465646279746573u};
    uint64_t word = 0, last = (uint64_t)(string.n & 0xFF) << 56;

    for (; string.n >= sizeof word; furl_skip(&string, sizeof word)) {
        memcpy(&word, string.at, sizeof word);
        sip_compress(v, word);
    }
    for (size_t i = 0; i < string.n; i++) {
        last |= (uint64_t)string.at[i] << (8 * i);
    }
    sip_compress(v, last);
    v[2] ^= 0xFF;
    sip_round(v);
    sip_round(v);
    sip_round(v);
    return (uint32_t)(v[0] ^ v[1] ^ v[2] ^ v[3]);
}

void unique_choose_key(uint64_t key[UNIQUE_KEY])
{
    if (!system_random(key, UNIQUE_KEY * sizeof key[0])) {
        key[0] = (uint64_t)time(NULL); /* nothing better is available */
        key[1] = 0;
    }
}

void unique_init(struct unique *set, const uint64_t key[UNIQUE_KEY])
{
    *set = (struct unique){.n = 0};
    memcpy(set->key, key, sizeof set->key);
}

static struct furl_range string_of(const struct unique *set, uint32_t nth)
{
    const size_t from = nth > 1 ? set->ends[nth - 2] : 0;

    return (struct furl_range){set->octets.at + from, set->ends[nth - 1] - from};
}

/* The entry of the string, or the free one for it: the upper bits of the hash say where to begin.
 * Without a string, the next free one. */
static struct unique_entry *entry_of(const struct unique *set, uint32_t hash,
                                     const struct furl_range *string)
{
    const size_t last = ((size_t)1 << set->bits) - 1;
    size_t i = (size_t)((uint64_t)hash << set->bits >> 32);

    while (set->entries[i].nth != 0 &&
           (string == NULL || set->entries[i].hash != hash ||
            !furl_is_same(string_of(set, set->entries[i].nth), *string))) {
        i = (i + 1) & last;
    }
    return &set->entries[i];
}

/* How many strings the table may have: three quarters of its entries. */
static size_t room(const struct unique *set)
{
    return set->entries != NULL ? ((size_t)1 << set->bits) / 4 * 3 : 0;
}

/* Doubles the table, from 1024 entries on. Returns false if memory runs out. */
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
            *entry_of(set, old.entries[i].hash, NULL) = old.entries[i];
        }
    }
    free(old.entries);
    return true;
}

enum unique_answer unique_add(struct unique *set, struct furl_range string)
{
    const uint32_t hash = sip_hash(set->key, string);

    if (set->n >= room(set) && !grow(set)) {
        return UNIQUE_NO_MEMORY;
    }
    struct unique_entry *entry = entry_of(set, hash, &string);
    if (entry->nth != 0) {
        return UNIQUE_KNOWN;
    }
    const size_t from = set->n > 0 ? set->ends[set->n - 1] : 0;
    size_t *ends = furl_grow(set->ends, &set->ends_room, set->n + 1, sizeof *ends);
    set->ends = ends != NULL ? ends : set->ends;
    if (ends == NULL || set->n == UINT32_MAX ||
        !furl_buffer_reserve(&set->octets, from + string.n + 1)) {
        return UNIQUE_NO_MEMORY;
    }
    memcpy(set->octets.at + from, string.at, string.n);
    ends[set->n++] = from + string.n;
    *entry = (struct unique_entry){hash, (uint32_t)set->n};
    return UNIQUE_NEW;
}

bool unique_has(const struct unique *set, struct furl_range string)
{
    return set->n > 0 && entry_of(set, sip_hash(set->key, string), &string)->nth != 0;
}

void unique_free(struct unique *set)
{
    free(set->octets.at);
    free(set->ends);
    free(set->entries);
    *set = (struct unique){.n = 0};
}
