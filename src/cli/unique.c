#include "config.h"

#include "unique.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "furl/base/bits.h"
#include "system/system.h"

/*
 * An entry of the table: 24 bits of the hash, and 40 for the position of the
 * string, from 1; 0 is free. Each string is in one block, after its length.
 */
enum { WHERE_BITS = 40, BLOCK_BITS = 20 };
#define BLOCK_SIZE ((size_t)1 << BLOCK_BITS)
#define WHERE_MASK (((uint64_t)1 << WHERE_BITS) - 1)
_Static_assert(BLOCK_BITS < WHERE_BITS && WHERE_BITS < 64, "a block, an octet in it, and a hash");
_Static_assert(UNIQUE_KEY == 2, "the key that SipHash takes");

FURL_MODULAR static uint64_t turned(uint64_t x, unsigned bits)
{
    return x << bits | x >> (64 - bits);
}

/* SipHash-1-3 (Aumasson and Bernstein): strangers cannot make strings collide. */
FURL_MODULAR static void sip_round(uint64_t v[4])
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

static uint64_t hash(const uint64_t key[UNIQUE_KEY], struct furl_range string)
{
    uint64_t v[4] = {key[0] ^ 0x736f6d6570736575u, key[1] ^ 0x646f72616e646f6du,
                     key[0] ^ 0x6c7967656e657261u, key[1] ^ 0x7465646279746573u};
    uint64_t word = 0;

    for (size_t i = 0; i < string.n; i++) {
        word |= (uint64_t)string.at[i] << (8 * (i % 8));
        if (i % 8 == 7) {
            v[3] ^= word;
            sip_round(v);
            v[0] ^= word;
            word = 0;
        }
    }
    word |= (uint64_t)(string.n & 0xFF) << 56;
    v[3] ^= word;
    sip_round(v);
    v[0] ^= word;
    v[2] ^= 0xFF;
    sip_round(v);
    sip_round(v);
    sip_round(v);
    return v[0] ^ v[1] ^ v[2] ^ v[3];
}

void unique_choose_key(uint64_t key[UNIQUE_KEY])
{
    if (!system_random(key, UNIQUE_KEY * sizeof key[0])) {
        key[0] = (uint64_t)time(NULL); /* nothing better is left */
        key[1] = 0;
    }
}

void unique_init(struct unique *set, const uint64_t key[UNIQUE_KEY])
{
    *set = (struct unique){.n = 0};
    memcpy(set->key, key, sizeof set->key);
}

/* The string that a place holds. */
static struct furl_range held(const struct unique *set, uint64_t entry)
{
    uint64_t where = (entry & WHERE_MASK) - 1;
    const unsigned char *at = set->blocks[where >> BLOCK_BITS] + (where & (BLOCK_SIZE - 1));
    size_t n = 0;

    memcpy(&n, at, sizeof n);
    return (struct furl_range){at + sizeof n, n};
}

/* The string's entry, or the free one for it. */
static uint64_t *place(const struct unique *set, uint64_t key, struct furl_range string)
{
    size_t i = (size_t)key & (set->room - 1);

    for (; set->entries[i] != 0; i = (i + 1) & (set->room - 1)) {
        if (set->entries[i] >> WHERE_BITS == key >> WHERE_BITS) {
            struct furl_range other = held(set, set->entries[i]);
            if (other.n == string.n && memcmp(other.at, string.at, string.n) == 0) {
                break;
            }
        }
    }
    return &set->entries[i];
}

/* Doubles the table, from 1024 entries on. Returns whether there was memory. */
static bool grow(struct unique *set)
{
    struct unique old = *set;

    set->room = old.room == 0 ? 1024 : old.room * 2;
    set->entries = calloc(set->room, sizeof *set->entries);
    if (set->entries == NULL) {
        *set = old;
        return false;
    }
    for (size_t i = 0; i < old.room; i++) {
        if (old.entries[i] != 0) {
            struct furl_range string = held(set, old.entries[i]);
            *place(set, hash(set->key, string), string) = old.entries[i];
        }
    }
    free(old.entries);
    return true;
}

/* Begins a block with room for at least `n` octets. */
static bool add_block(struct unique *set, size_t n)
{
    unsigned char **blocks = realloc(set->blocks, (set->blocks_n + 1) * sizeof *blocks);

    if (blocks == NULL) {
        return false;
    }
    set->blocks = blocks;
    blocks[set->blocks_n] = malloc(n > BLOCK_SIZE ? n : BLOCK_SIZE);
    if (blocks[set->blocks_n] == NULL) {
        return false;
    }
    set->blocks_n++;
    set->used = 0;
    return true;
}

/* Keeps a copy of the string. Returns where, counted from 1; 0 where there is no memory. */
static uint64_t keep(struct unique *set, struct furl_range string)
{
    size_t n = sizeof string.n + string.n;

    if ((set->blocks_n == 0 || set->used >= BLOCK_SIZE || n > BLOCK_SIZE - set->used) &&
        !add_block(set, n)) {
        return 0;
    }
    unsigned char *copy = set->blocks[set->blocks_n - 1] + set->used;
    uint64_t where = (uint64_t)(set->blocks_n - 1) << BLOCK_BITS | set->used;
    memcpy(copy, &string.n, sizeof string.n);
    memcpy(copy + sizeof string.n, string.at, string.n);
    set->used += n;
    return where + 1;
}

enum unique_answer unique_add(struct unique *set, struct furl_range string)
{
    if (set->n >= set->room / 4 * 3 && !grow(set)) {
        return UNIQUE_NO_MEMORY;
    }
    uint64_t key = hash(set->key, string);
    uint64_t *entry = place(set, key, string);
    if (*entry != 0) {
        return UNIQUE_KNOWN;
    }
    uint64_t where = keep(set, string);
    if (where == 0 || where > WHERE_MASK) {
        return UNIQUE_NO_MEMORY;
    }
    *entry = (key & ~WHERE_MASK) | where;
    set->n++;
    return UNIQUE_NEW;
}

void unique_free(struct unique *set)
{
    for (size_t i = 0; i < set->blocks_n; i++) {
        free(set->blocks[i]);
    }
    free(set->blocks);
    free(set->entries);
    *set = (struct unique){.n = 0};
}
