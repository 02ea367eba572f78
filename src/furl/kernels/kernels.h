/*
 * Kernels: the loops that touch every octet, compiled for each kind of processor. All do what those
 * of kernels.c do, which are the ones to read. What becomes of an octet is data.
 */
#ifndef FURL_KERNELS_H
#define FURL_KERNELS_H

#include <stdint.h>

#include "furl/base/bits.h"
#include "furl/base/octets.h"

/* How many octets a kernel may overwrite after those that it writes. */
#define FURL_SLACK ((size_t)64)

/* How an octet is written. */
struct furl_spelling {
    unsigned char octets[FURL_ESCAPE_SIZE]; /* its escape, or an octet */
    unsigned char n;                        /* how many of them count; or FURL_NEEDS_CONTEXT */
};

/* The neighbours decide whether the octet becomes its escape. This holds for `-`, of which every
 * third one in a row is escaped, and for CR, which stays right before an LF. */
#define FURL_NEEDS_CONTEXT 0

static inline bool furl_needs_context(const struct furl_spelling *spelling)
{
    return spelling->n == FURL_NEEDS_CONTEXT;
}

/* Writes a spelling to `out`, which has room for all of the struct: this needs no branch. Returns
 * how many octets count. */
static inline size_t furl_spell(const struct furl_spelling *spelling, unsigned char *out)
{
    memcpy(out, spelling, sizeof *spelling);
    return spelling->n;
}

/* What escaping makes of each octet. */
struct furl_escape_table {
    struct furl_spelling of[256];
    struct furl_byteset escaped; /* octets that become escapes, always or by their neighbours */
};

/* What unescaping makes of octets. */
struct furl_unescape_table {
    unsigned char plus;          /* what `+` means */
    struct furl_byteset stays;   /* octets whose escapes stay */
    struct furl_byteset counted; /* octets whose escapes are counted if they stay */
};

/* How far unescaping came. */
struct furl_unescaped {
    size_t consumed, written; /* octets in and out */
    uint64_t stayed;          /* escapes that stayed, and are counted */
};

/* Octets in the tail of a name. */
#define FURL_ENDING ((size_t)3)

/*
 * How names end before a mark: schemes that need only a colon, or names before whose dot a scheme
 * is missing. For each of the last octets, from the end, `of` has buckets, as bits, by the low five
 * bits of the octet, so that case does not matter. A name may be one of them if its last octets
 * have a bucket in common.
 */
struct furl_suffix_filter {
    unsigned char mark;
    unsigned char of[FURL_ENDING][32];
};

/* The kinds of each octet, as bits. 80-FF all have the same. */
#define FURL_KINDS ((size_t)8)
struct furl_kinds {
    unsigned char of[256];
};

/* For each kind, a mask of the octets that are of it. */
struct furl_class_masks {
    uint64_t of[FURL_KINDS];
};

/* The most octets that `look` looks at. */
#define FURL_MASK_OCTETS FURL_MASK_BITS

/* The most marks that are noted at a time. */
#define FURL_CANDIDATES_MAX ((size_t)256)

/*
 * A kernel reads nothing but the `n` octets at `in` or `at`. The room at `out` does not overlap
 * them, and may all be overwritten. Kernels keep no state, and do not fail.
 *
 * What they buy, in rows of the bench: without count, extract -n takes 1.3 times as long; without
 * before, rewrite --html of English takes 1.9 times the instructions; with memchr for before_octet,
 * encode -c url takes 1.07 times as long, since short lines make its branches hard to predict.
 * tests/units/kernels.c compares each with the plain one.
 */
struct furl_kernels {
    const char *name;

    /* Whether this processor can run them. */
    bool (*here)(void);

    /* Escapes `n` octets to `out`, room FURL_ESCAPE_SIZE * n + FURL_SLACK. `dashes` counts the `-`
     * that were written last, 0 to 2. No LF follows a CR at the end. Returns the number of octets
     * written. */
    size_t (*escape)(const struct furl_escape_table *spellings, unsigned char *dashes,
                     const unsigned char *in, size_t n, unsigned char *out);

    /* Unescapes `n` octets to `out`, room n + FURL_SLACK. Stops before a `%` that starts no escape,
     * or none that is complete. */
    struct furl_unescaped (*unescape)(const struct furl_unescape_table *meanings,
                                      const unsigned char *in, size_t n, unsigned char *out);

    /* How many of `n` octets come before the first one of the set. */
    size_t (*before)(const struct furl_byteset *set, const unsigned char *at, size_t n);

    /* How many of `n` octets come before the first `octet`. */
    size_t (*before_octet)(const unsigned char *at, size_t n, unsigned char octet);

    /* Finds the marks from at[*from] on that end a name, come before a `/`, or are the last of `n`
     * octets. Writes their indexes, in order, to `found`, room FURL_CANDIDATES_MAX, and stops
     * before that is full. Sets *from to where to go on. Returns how many it found. */
    size_t (*names)(const struct furl_suffix_filter *endings, const unsigned char *at, size_t n,
                    size_t *from, size_t *found);

    /* Finds the octets of each kind among `n`, at most FURL_MASK_OCTETS. */
    void (*look)(const struct furl_kinds *kinds, const unsigned char *at, size_t n,
                 struct furl_class_masks *look);

    /* How many of `n` octets are `octet`. */
    size_t (*count)(const unsigned char *at, size_t n, unsigned char octet);
};

/* The kernels of a build, the best first, the plain ones last: furl_NAME. --disable-simd leaves
 * only those. */
#if !defined FURL_PLAIN_ALONE && defined __GNUC__ && defined __x86_64__
#define FURL_X86             1
#define FURL_EACH_KERNELS(X) X(avx2) X(plain)
#elif !defined FURL_PLAIN_ALONE && defined __GNUC__ && defined __aarch64__ &&                      \
    defined __BYTE_ORDER__ && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define FURL_NEON            1
#define FURL_EACH_KERNELS(X) X(neon) X(plain)
#else
#define FURL_EACH_KERNELS(X) X(plain)
#endif
#define FURL_ONE_MORE(name) +(size_t)1
#define FURL_KERNELS        ((size_t)0 FURL_EACH_KERNELS(FURL_ONE_MORE))

/* Those by number. NULL if this processor or this build does not have them. */
const struct furl_kernels *furl_kernels_of(size_t nth);

/* The best kernels that this processor can run. */
const struct furl_kernels *furl_choose_kernels(void);

#endif
