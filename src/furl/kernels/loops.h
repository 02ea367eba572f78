/*
 * The loops over octets, written once. The file of a set of instructions includes this one after
 * it has said, as its trait, what a vector is and what can be done with it. So a set is a page of
 * primitives, and whatever a loop decides is here.
 *
 * The idea: a block of octets is one vector. Questions about it are answered by masks, numbers in
 * which bit i is octet i, as in bits.h; so neighbours are shifts, and all that is hard (a third
 * `-`, an LF after a CR, an escape that a block cuts) is the same on every processor. Only what
 * moves octets (expand, compress, choose) takes masks back to vectors.
 *
 * A trait gives
 *
 *     TARGET            the attribute that compiles a function for the processor
 *     BLOCK             octets in a vector, 16 to 64
 *     AT_ONCE           how many octets of a block `expand` takes
 *     vector            a block; 0 to BLOCK octets, and then zeros
 *     here()            whether this processor has the instructions
 *     load(at, n)       the first octets of `n`, as many as a block has; reads no others
 *     store(at, v)      writes a whole block
 *     equal(v, octet)   the mask of the octets that are `octet`
 *     equal64(at, octet)     the same for 64 octets in memory
 *     replace(v, octet, by)  `by` instead of each `octet`
 *     struct set, load_set   a set of octets, in registers: writes to memory might change it, so
 *                            that a compiler would read it again for each block
 *     members(set, v)   the mask of the octets that are in the set
 *     join(first, second, &octets)  the octets whose digits these are; returns a mask of where
 *                            one of the two is no hexadecimal digit, and the octet has no meaning
 *     choose(mask, v, others)  the octets of `v` in the mask, of `others` elsewhere
 *     expand(v, mask, n, to)   writes `n` octets, at most AT_ONCE, those of the mask as escapes
 *     compress(v, mask, to)    writes the octets of the mask, side by side
 *     kinds_of(kinds, v)       the kinds of each octet
 *     next_kind(&kinds)        the mask of the octets that have the highest kind; the next one
 *                              becomes the highest
 *
 * Reads stay in bounds since `load` is told how many octets there are. It is cheap if there are
 * more than a block: `n` is then a constant, or known to be enough, and the compiler drops the
 * rest. Writes stay in bounds since each overruns what counts by less than FURL_SLACK: `store` by a
 * block, which is no longer than that; `expand` by the rest of a block and of its last shuffle;
 * `compress` by a block. The next write begins where what counts ends.
 */
#define WHOLE ((size_t)64) /* octets that have a mask */
_Static_assert(BLOCK <= FURL_SLACK, "kernels write whole blocks");
_Static_assert(WHOLE <= FURL_NOTED_MAX, "there is room for the marks of 64 octets");

/* What escaping needs, ready for use. */
struct escaping {
    struct set set;
    unsigned char space;
    bool thirds, lines;
    unsigned char row; /* how many `-` were written last */
};

/* The mask of every third `-` in a row in a block of `n` octets, 1 to 64. `d` is the mask of all
 * `-`. `row` counts those written last, before the block and, on return, after it. */
TARGET FURL_INLINE uint64_t every_third(uint64_t d, size_t n, unsigned char *row)
{
    uint64_t one = *row >= 1, two = *row >= 2;
    uint64_t after_two = d & (furl_after(d, 1) | one) & (furl_after(d, 2) | one << 1 | two);
    uint64_t thirds = 0;

    while (after_two != 0) {
        uint64_t third = furl_lowest_of(after_two);
        thirds |= third;
        after_two &= ~(third | furl_after(third, 1) | furl_after(third, 2));
    }
    uint64_t ends = furl_before(~d, n) | thirds;
    *row = (unsigned char)(ends == 0 ? n + *row : n - furl_end_of(ends));
    return thirds;
}

/* Escapes the first `n` octets, 1 to BLOCK, but only AT_ONCE of more that have escapes. `more` says
 * that an octet follows. Returns how many it escaped. */
TARGET FURL_INLINE size_t escape_block(struct escaping *escaping, const unsigned char *in, size_t n,
                                       bool more, unsigned char **to)
{
    vector v = load(in, n);
    uint64_t escaped = furl_before(members(escaping->set, v), n);
    vector written = replace(v, ' ', escaping->space);

    if ((escaped | escaping->row) == 0) {
        store(*to, written);
        *to += n;
        return n;
    }
    if (n > AT_ONCE) {
        n = AT_ONCE;
        escaped = furl_before(escaped, n);
    }
    if (escaping->thirds) {
        uint64_t d = furl_before(equal(v, '-'), n);
        escaped &= ~d;
        if ((d | escaping->row) != 0) {
            escaped |= every_third(d, n, &escaping->row);
        }
    }
    if (escaping->lines && escaped != 0) {
        bool next = n == BLOCK && more && in[n] == '\n';
        uint64_t lf = equal(v, '\n') >> 1 | (uint64_t)next << (n - 1);
        escaped &= ~(equal(v, '\r') & lf);
    }
    if (escaped == 0) {
        store(*to, written);
    } else {
        expand(written, escaped, n, *to);
    }
    *to += n + (FURL_ESCAPE_SIZE - 1) * furl_ones(escaped);
    return n;
}

TARGET static size_t escape(const struct furl_spellings *spellings, unsigned char *dashes,
                            const unsigned char *in, size_t n, unsigned char *out)
{
    struct escaping escaping = {
        .set = load_set(&spellings->escaped),
        .space = furl_space(spellings),
        .thirds = furl_depends(&spellings->of['-']),
        .lines = furl_depends(&spellings->of['\r']),
        .row = *dashes,
    };
    unsigned char *to = out;
    size_t i = 0;

    while (n - i > BLOCK) {
        i += escape_block(&escaping, in + i, BLOCK, true, &to);
    }
    while (i < n) {
        i += escape_block(&escaping, in + i, n - i, false, &to);
    }
    *dashes = escaping.row;
    return (size_t)(to - out);
}

/* Where unescaping is. */
struct unescaping {
    const struct furl_meanings *meanings;
    struct set stays;
    uint64_t dropped; /* digits of escapes of the previous block */
    uint64_t stayed;
    unsigned char *to;
};

/* Unescapes the first of `n` octets, a block or, if that is more, all. Returns how many, which is
 * less if a `%` follows that starts no escape. */
TARGET FURL_INLINE size_t unescape_block(struct unescaping *unescaping, const unsigned char *in,
                                         size_t n)
{
    size_t some = n < BLOCK ? n : BLOCK;
    vector v = load(in, n);
    uint64_t percents = equal(v, '%');
    vector octets;

    v = replace(v, '+', unescaping->meanings->plus);
    if ((percents | unescaping->dropped) == 0) {
        store(unescaping->to, v);
        unescaping->to += some;
        return some;
    }
    uint64_t bad = percents & join(load(in + 1, n - 1), load(in + 2, n > 2 ? n - 2 : 0), &octets);
    if (bad != 0) {
        some = furl_lowest_index(bad);
    }
    percents = furl_before(percents, some);
    uint64_t stays = members(unescaping->stays, octets) & percents;
    if (stays != 0) {
        struct set counted = load_set(&unescaping->meanings->counted);
        unescaping->stayed += furl_ones(stays & members(counted, octets));
        percents &= ~stays;
    }
    uint64_t dropped = unescaping->dropped | furl_after(percents, 1) | furl_after(percents, 2);
    uint64_t kept = furl_before(~dropped, some);
    compress(choose(percents, octets, v), kept, unescaping->to);
    unescaping->to += furl_ones(kept);
    uint64_t last = percents >> (BLOCK - 1);
    unescaping->dropped = (percents >> (BLOCK - 2) & 1) | last | last << 1;
    return some;
}

TARGET static struct furl_unescaped unescape(const struct furl_meanings *meanings,
                                             const unsigned char *in, size_t n, unsigned char *out)
{
    struct unescaping unescaping = {meanings, load_set(&meanings->stays), 0, 0, out};
    size_t i = 0, some = BLOCK;

    while (n - i >= BLOCK + 2 && some == BLOCK) {
        some = unescape_block(&unescaping, in + i, BLOCK + 2);
        i += some;
    }
    while (some == BLOCK && i < n) {
        some = unescape_block(&unescaping, in + i, n - i);
        i += some;
    }
    return (struct furl_unescaped){i, (size_t)(unescaping.to - out), unescaping.stayed};
}

TARGET static size_t before(const struct furl_byteset *set, const unsigned char *at, size_t n)
{
    const struct set loaded = load_set(set);
    size_t i = 0;

    for (; n - i >= BLOCK; i += BLOCK) {
        uint64_t found = members(loaded, load(at + i, BLOCK));
        if (found != 0) {
            return i + furl_lowest_index(found);
        }
    }
    return i < n ? i + furl_first_of(members(loaded, load(at + i, n - i)), 0, n - i) : n;
}

/* First asks many blocks whether they have marks: a branch for each would be mispredicted all the
 * time. */
TARGET static size_t names(const struct furl_endings *endings, const unsigned char *at, size_t n,
                           size_t *from, size_t *found)
{
    const unsigned char mark = endings->mark;
    size_t i = *from, noted = 0;

    for (; i < n && i < FURL_ENDING; i++) {
        found[noted] = i;
        noted += at[i] == mark && furl_is_noted(endings, at, n, i);
    }
    while (n - i > WHOLE && noted + WHOLE <= FURL_NOTED_MAX) {
        size_t blocks = (n - i - 1) / WHOLE;
        uint64_t with_marks = 0;
        blocks = blocks < 64 ? blocks : 64;
        for (size_t block = 0; block < blocks; block++) {
            with_marks |= (uint64_t)(equal64(at + i + block * WHOLE, mark) != 0) << block;
        }
        size_t end = i + blocks * WHOLE;
        for (; with_marks != 0; with_marks &= with_marks - 1) {
            size_t block = i + furl_lowest_index(with_marks) * WHOLE;
            if (noted + WHOLE > FURL_NOTED_MAX) {
                end = block;
                break;
            }
            for (uint64_t marks = equal64(at + block, mark); marks != 0; marks &= marks - 1) {
                size_t mark_at = block + furl_lowest_index(marks);
                found[noted] = mark_at;
                noted += (at[mark_at + 1] == '/') | furl_has_ending(endings, at, mark_at);
            }
        }
        i = end;
    }
    *from = i;
    if (n - i <= WHOLE && noted + WHOLE <= FURL_NOTED_MAX) {
        noted += furl_kernels_plain.names(endings, at, n, from, found + noted);
    }
    return noted;
}

/* Writes four indexes for each 64 octets, however many there are, so that branches are mispredicted
 * only if lines are short. */
TARGET static size_t indexes(const unsigned char *at, size_t n, unsigned char octet, size_t *from,
                             size_t *found)
{
    size_t i = *from, noted = 0;

    for (; n - i >= WHOLE && noted + WHOLE <= FURL_NOTED_MAX; i += WHOLE) {
        uint64_t mask = equal64(at + i, octet);
        size_t end = noted + furl_ones(mask);
        for (size_t some = 0; some < 4; some++, mask = furl_without_lowest(mask)) {
            found[noted + some] = i + furl_lowest_index(mask | (uint64_t)1 << 63);
        }
        for (noted += 4; mask != 0; mask &= mask - 1) {
            found[noted++] = i + furl_lowest_index(mask);
        }
        noted = end;
    }
    *from = i;
    if (n - i < WHOLE && noted + WHOLE <= FURL_NOTED_MAX) {
        noted += furl_kernels_plain.indexes(at, n, octet, from, found + noted);
    }
    return noted;
}

TARGET static size_t count(const unsigned char *at, size_t n, unsigned char octet)
{
    size_t counted = 0, i = 0;

    for (; n - i >= WHOLE; i += WHOLE) {
        counted += furl_ones(equal64(at + i, octet));
    }
    return counted + furl_kernels_plain.count(at + i, n - i, octet);
}

TARGET static void look(const struct furl_kinds *kinds, const unsigned char *at, size_t n,
                        struct furl_look *look)
{
    const uint64_t there = furl_before(UINT64_MAX, n);
    vector v = kinds_of(kinds, load(at, n));

    /* GCC unrolls no loop by itself; lists of URLs take 0.94 of the instructions if it does. */
#pragma GCC unroll 8
    for (size_t kind = FURL_KINDS; kind > 0; kind--) {
        look->of[kind - 1] = next_kind(&v) & there;
    }
    for (size_t i = BLOCK; i < n; i += BLOCK) {
        size_t from = i < n - BLOCK ? i : n - BLOCK; /* blocks may overlap */
        v = kinds_of(kinds, load(at + from, BLOCK));
#pragma GCC unroll 8
        for (size_t kind = FURL_KINDS; kind > 0; kind--) {
            look->of[kind - 1] |= next_kind(&v) << from;
        }
    }
}

#define LOOPS here, escape, unescape, before, names, indexes, look, count
