/*
 * Kernels: the loops that touch every octet, written once for each kind of processor. They all do
 * what those of kernels.c do, which is the one to read; what becomes of an octet is data.
 */
#ifndef FURL_KERNELS_H
#define FURL_KERNELS_H

#include <stdint.h>

#include "furl/base/bits.h"
#include "furl/base/octets.h"

/* Octets after those that a kernel writes that it may overwrite with anything. */
#define FURL_SLACK ((size_t)64)

/* How an octet is written. */
struct furl_spelling {
    unsigned char octets[FURL_ESCAPE_SIZE]; /* its escape, or an octet */
    unsigned char n;                        /* how many of them count; or FURL_DEPENDS */
};

/* What is around the octet decides: it is written as it is, or as its escape. So it may be for `-`,
 * the third one in a row of which is escaped, the next being a first one; and for CR, which stays
 * right before an LF. */
#define FURL_DEPENDS 0

static inline bool furl_depends(const struct furl_spelling *spelling)
{
    return spelling->n == FURL_DEPENDS;
}

/* Writes a spelling to `out`, room for all of the struct, since how many of its octets count is not
 * worth a branch. Returns that number. */
static inline size_t furl_spell(const struct furl_spelling *spelling, unsigned char *out)
{
    memcpy(out, spelling, sizeof *spelling);
    return spelling->n;
}

/* What escaping makes of each octet. */
struct furl_spellings {
    struct furl_spelling of[256];
    struct furl_byteset
        escaped; /* octets that become escapes, or would if they were no line's end */
};

/* What unescaping makes of octets. */
struct furl_meanings {
    unsigned char plus;          /* what `+` stands for */
    struct furl_byteset stays;   /* octets whose escapes are not decoded */
    struct furl_byteset counted; /* those of them whose escapes are counted */
};

/* How far unescaping came. */
struct furl_unescaped {
    size_t consumed, written; /* octets in and out */
    uint64_t stayed;          /* escapes that stayed as they are, and are counted */
};

/* Octets in the tail of a name. */
#define FURL_TAIL ((size_t)3)

/*
 * How names end before a mark: those that a colon alone makes the schemes of URLs, or those before
 * whose dot one is missing. For each of their last octets, the last one first, buckets, as bits, by
 * the low five bits of a letter, case not mattering. A name may be one of them if its last octets
 * have a bucket in common.
 */
struct furl_tails {
    unsigned char mark;
    unsigned char of[FURL_TAIL][32];
};

/* Of which kinds octets are, up to FURL_KINDS: a bit for each, the first kind's being the lowest.
 */
#define FURL_KINDS ((size_t)8)
struct furl_kinds {
    unsigned char of[256]; /* of 80-FF all the same */
};

/* Where octets of each kind are, by bits, the first octet's being the lowest. */
struct furl_look {
    uint64_t of[FURL_KINDS];
};

/* The most octets that are looked at in one go. */
#define FURL_LOOK_MAX FURL_MASK_BITS

/* Places that are noted at a time. */
#define FURL_NOTED_MAX ((size_t)256)

/*
 * Each reads only the `n` octets at `in` or `at`. The room at `out` does not overlap them, and all
 * of it may be overwritten. No kernel keeps a state or fails.
 *
 * What they buy, on the rows of the bench: escape and unescape take AVX-512 0.7 of AVX2's time.
 * Without indexes, `normalize, urls` takes 1.08 times as long; without count, extract -n 1.3 times;
 * without before, rewrite --html of English takes 1.9 times the instructions. tests/units/kernels.c
 * compares each with the plain one.
 */
struct furl_kernels {
    const char *name;

    /* Whether this processor has what they need. */
    bool (*here)(void);

    /* Escapes `n` octets to `out`, room FURL_ESCAPE_SIZE * n + FURL_SLACK. `dashes` is the number
     * of `-` written last, in a row, 0 to 2, before and after. A CR at the end is not right before
     * an LF. Returns the octets written. */
    size_t (*escape)(const struct furl_spellings *spellings, unsigned char *dashes,
                     const unsigned char *in, size_t n, unsigned char *out);

    /* Unescapes `n` octets to `out`, room n + FURL_SLACK; stops before a `%` that starts no escape
     * within them. */
    struct furl_unescaped (*unescape)(const struct furl_meanings *meanings, const unsigned char *in,
                                      size_t n, unsigned char *out);

    /* How many of `n` octets come before the first one that the set has. */
    size_t (*before)(const struct furl_byteset *set, const unsigned char *at, size_t n);

    /* Notes, in order, the marks from at[*from] on, of `n` octets, after which a `/` or nothing
     * comes, or before which the tail of a name does. Stops at the end, or before `found`, room
     * FURL_NOTED_MAX, is full; sets *from to the first octet not looked at. Returns how many. */
    size_t (*names)(const struct furl_tails *tails, const unsigned char *at, size_t n, size_t *from,
                    size_t *found);

    /* Notes, in order, where `octet` is from at[*from] on, of `n` octets; stops, sets *from and
     * returns as `names` does. */
    size_t (*indexes)(const unsigned char *at, size_t n, unsigned char octet, size_t *from,
                      size_t *found);

    /* Looks which of `n` octets, FURL_LOOK_MAX at most, are of which kinds. */
    void (*look)(const struct furl_kinds *kinds, const unsigned char *at, size_t n,
                 struct furl_look *look);

    /* How often `octet` is among `n` octets. */
    size_t (*count)(const unsigned char *at, size_t n, unsigned char octet);
};

/* Kernels by number, the best first, the plain ones last; NULL where this processor, or this
 * build, does not have them. */
#define FURL_KERNELS ((size_t)3)
const struct furl_kernels *furl_kernels_of(size_t nth);

/* The best kernels that this processor has. */
const struct furl_kernels *furl_kernels(void);

#endif
