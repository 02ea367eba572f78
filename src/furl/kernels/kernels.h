/*
 * Kernels: the loops over all octets, compiled for each kind of processor. All kernels give the
 * results of the plain kernels in kernels.c: read those. Tables, not code, define the treatment of
 * an octet.
 */
#ifndef FURL_KERNELS_H
#define FURL_KERNELS_H

#include <stdint.h>

#include "furl/core/bits.h"
#include "furl/core/octets.h"

/* The number of octets that a kernel may overwrite after its output. */
#define FURL_SLACK ((size_t)64)

/* The spelling of an octet. */
struct furl_spelling {
    unsigned char octets[FURL_ESCAPE_SIZE]; /* its escape, or an octet */
    unsigned char n;                        /* the number of valid octets, or FURL_NEEDS_CONTEXT */
};

/* The neighbours decide whether the octet is escaped. Only two octets are like this. `-` is escaped
 * if it is the third one in a row. CR is unchanged if an LF follows. */
#define FURL_NEEDS_CONTEXT 0

static inline bool furl_needs_context(const struct furl_spelling *spelling)
{
    return spelling->n == FURL_NEEDS_CONTEXT;
}

/* Writes a spelling to `out`, which has room for the whole struct, so that no branch is needed.
 * Returns the number of valid octets. */
static inline size_t furl_spell(const struct furl_spelling *spelling, unsigned char *out)
{
    memcpy(out, spelling, sizeof *spelling);
    return spelling->n;
}

/* The spellings of all octets. */
struct furl_escape_table {
    struct furl_spelling of[256];
    struct furl_byteset escaped; /* octets that are escaped, always or by their neighbours */
};

/* The rules of unescaping. */
struct furl_unescape_table {
    unsigned char plus;          /* the meaning of `+` */
    struct furl_byteset stays;   /* octets whose escapes are unchanged */
    struct furl_byteset counted; /* octets whose unchanged escapes are counted */
};

/* The progress of unescaping. */
struct furl_unescaped {
    size_t consumed, written; /* octets read and written */
    uint64_t unchanged_n;     /* the number of unchanged escapes that are counted */
};

/* The number of octets of a name's end that a filter checks. */
#define FURL_ENDING ((size_t)3)

/*
 * A filter for names before an octet: schemes that need only a colon, or the "www" and "ftp" of
 * hosts without a scheme. `of` has a row for each of the last octets, from the end. The low five
 * bits of the octet select its buckets, as bits, so that case does not matter. A name can be one of
 * the wanted names if its last octets have a bucket in common.
 */
struct furl_suffix_filter {
    unsigned char octet;
    unsigned char of[FURL_ENDING][32];
};

/* The kinds of each octet, as bits. 80-FF must all have equal kinds. */
#define FURL_KINDS ((size_t)8)
struct furl_kinds {
    unsigned char of[256];
};

/* For each kind, the mask of its octets. */
struct furl_class_masks {
    uint64_t of[FURL_KINDS];
};

/* The most octets that `classify` reads. */
#define FURL_MASK_OCTETS FURL_MASK_BITS

/* The most octets that `find_names` finds at a time. */
#define FURL_CANDIDATES_MAX ((size_t)256)

/*
 * A kernel reads only the `n` octets at `in` or `ptr`. The room at `out` does not overlap them, and
 * may be overwritten completely. Kernels keep no state, and do not fail.
 *
 * Measured benefit, in rows of the benchmark:
 *   - Without count, extract -n takes 1.3 times as long.
 *   - Without before, rewrite --html of English takes 1.9 times the instructions.
 *   - With memchr for before_octet, encode -c url takes 1.07 times as long, because its branches
 *     are hard to predict in short lines.
 *
 * tests/units/kernels.c compares each kernel with the plain one.
 */
struct furl_kernels {
    const char *name;

    /* Returns whether this processor can run the kernels. */
    bool (*is_supported)(void);

    /* Escapes `n` octets to `out`, which has room for FURL_ESCAPE_SIZE * n + FURL_SLACK. `dashes`
     * is the number of `-` written last, 0 to 2. A CR at the end is treated as a CR without LF.
     * Returns the number of octets written. */
    size_t (*escape)(const struct furl_escape_table *table, unsigned char *dashes,
                     const unsigned char *in, size_t n, unsigned char *out);

    /* Unescapes `n` octets to `out`, which has room for n + FURL_SLACK. Stops before a `%` that
     * starts no escape or an incomplete one. */
    struct furl_unescaped (*unescape)(const struct furl_unescape_table *table,
                                      const unsigned char *in, size_t n, unsigned char *out);

    /* Returns the number of octets before the first octet of the set, or `n`. */
    size_t (*span_until_set)(const struct furl_byteset *set, const unsigned char *ptr, size_t n);

    /* Returns the number of octets before the first `octet`, or `n`. */
    size_t (*span_until_octet)(const unsigned char *ptr, size_t n, unsigned char octet);

    /* Finds octets from ptr[*from] on: after a name that passes the filter, before a `/`, or at the
     * end of the `n` octets. Writes their indexes, in order, to `found`, which has room for
     * FURL_CANDIDATES_MAX. Stops before `found` is full. Sets *from to the place to continue.
     * Returns the number of indexes. */
    size_t (*find_names)(const struct furl_suffix_filter *filter, const unsigned char *ptr,
                         size_t n, size_t *from, size_t *found);

    /* Finds the octets of each kind among `n` octets, at most FURL_MASK_OCTETS. */
    void (*classify)(const struct furl_kinds *kinds, const unsigned char *ptr, size_t n,
                     struct furl_class_masks *masks);

    /* Returns how often `octet` occurs in `n` octets. */
    size_t (*count)(const unsigned char *ptr, size_t n, unsigned char octet);
};

/* The kernels of a build, named furl_NAME: the best first, the plain ones last. With
 * --disable-simd, only the plain kernels. */
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

/* Returns the nth kernels, or NULL if this processor or this build cannot run them. */
const struct furl_kernels *furl_kernels_of(size_t nth);

/* Returns the best kernels that this processor can run. */
const struct furl_kernels *furl_choose_kernels(void);

#endif
