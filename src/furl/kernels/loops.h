/*
 * The loops over octets, written once for all processors. The file of an instruction set first
 * defines a trait: the type of a vector, and primitives for vectors. Then it includes this file. A
 * new processor therefore needs one page of primitives, and every decision of a loop is here.
 *
 * A block of octets is one vector. Masks answer questions about a block. A mask is a number in
 * which bit i means octet i, as in bits.h, and a shift moves to a neighbour. The hard cases are
 * solved for all processors: a third `-`, an LF after a CR, an escape that a block cuts. Only the
 * primitives that move octets (expand, compress, choose) convert masks to vectors.
 *
 * A trait defines
 *
 *     TARGET                   the attribute that compiles a function for the processor
 *     BLOCK                    the number of octets of a vector, 16 or 32
 *     vector                   the type, with the operators & | ^ + and << of the compiler
 *     here()                   whether this processor has the instructions
 *     load(ptr, n)             a block with the first of `n` octets, filled with zeros
 *     store(ptr, v)            writes a whole block
 *     all(octet)               the octet in every place
 *     repeat(ptr)              the 16 octets at `ptr`, repeated
 *     equal(v, octet)          the mask of octets that are equal to `octet`
 *     equal64(ptr, octet)      the mask of such octets among 64 in memory
 *     common(v, w)             the mask of places where `v` has the bits of `w`
 *     replace(v, octet, by)    `v` with `by` in place of each `octet`
 *     choose(mask, v, others)  the octets of `v` in the mask, and of `others` elsewhere
 *     high_half(v)             the upper four bits of each octet
 *     shuffle(table, v)        in each place, the octet of a repeated `table` whose index is the
 *                              lower half of the octet of `v`, or 0 if its top bit is set
 *     expand(v, mask, to)      writes the octets, with escapes for the octets of the mask
 *     compress(v, mask, to)    writes only the octets of the mask
 *     kinds_of(kinds, v)       the kinds of each octet
 *     next_kind(&kinds)        the mask of the octets of the highest kind, which the next kind
 *                              replaces
 *
 * Reads stay in bounds because `load` knows the number of octets. If a loop always has a whole
 * block, this costs nothing, because the compiler drops the other cases. Writes stay in bounds
 * because a write ends at most one block after its valid octets, and a block is at most FURL_SLACK
 * long. The next write begins at the end of the valid octets. The mask for `expand` has no octets
 * after the last valid one, so that they take no more than one block.
 */
#define WHOLE ((size_t)64) /* the number of octets of a mask */
_Static_assert(BLOCK <= FURL_SLACK, "kernels write whole blocks");
_Static_assert(WHOLE <= FURL_CANDIDATES_MAX, "there is room for all of 64 octets");

/* A set that loops keep in registers. The compiler would read a set in memory again for each block,
 * because writes could change it. */
struct set {
    vector rows[2];
};

TARGET FURL_INLINE struct set load_set(const struct furl_byteset *set)
{
    return (struct set){{repeat(set->row[0]), repeat(set->row[1])}};
}

/* Returns the mask of the octets that are in the set. */
TARGET FURL_INLINE uint64_t members(struct set set, vector v)
{
    static const unsigned char bits[16] = {1, 2, 4, 8, 16, 32, 64, 128,
                                           1, 2, 4, 8, 16, 32, 64, 128};
    vector row = shuffle(set.rows[0], v) | shuffle(set.rows[1], v ^ all(0x80));

    return common(row, shuffle(repeat(bits), high_half(v)));
}

/* Returns the mask of the hexadecimal digits, which are 3x or, from A on, 4x and 6x. */
TARGET FURL_INLINE uint64_t are_hex(vector v)
{
    static const unsigned char lows[16] = {1, 3, 3, 3, 3, 3, 3, 1, 1, 1};
    static const unsigned char highs[16] = {4, 4, 4, 1, 2, 4, 2, 4, 4, 4, 4, 4, 4, 4, 4, 4};

    return common(shuffle(repeat(lows), v), shuffle(repeat(highs), high_half(v)));
}

/* Returns the values of digits, and numbers below 32 for other octets. */
TARGET FURL_INLINE vector hex_values(vector v)
{
    static const unsigned char nines[16] = {0, 0, 0, 0, 9, 0, 9};

    return (v & all(15)) + shuffle(repeat(nines), high_half(v));
}

/* The rules of escaping, prepared for blocks. */
struct escaping {
    struct set set;
    unsigned char space;
    bool thirds, lines;
    unsigned char row; /* the number of `-` written last */
};

/* Returns the mask of every third `-` in a row in a block of `n` octets, 1 to 64. `d` is the mask
 * of all `-`. `row` is the number of `-` directly before the block, and is set to that at its end.
 */
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

/* Escapes `n` octets, 1 to BLOCK. If `more`, an octet follows. */
TARGET FURL_INLINE void escape_block(struct escaping *escaping, const unsigned char *in, size_t n,
                                     bool more, unsigned char **to)
{
    vector v = load(in, n);
    uint64_t escaped = furl_before(members(escaping->set, v), n);
    vector written = replace(v, ' ', escaping->space);

    if ((escaped | escaping->row) == 0) {
        store(*to, written);
        *to += n;
        return;
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
        expand(written, escaped, *to);
    }
    *to += n + (FURL_ESCAPE_SIZE - 1) * furl_ones(escaped);
}

TARGET static size_t escape(const struct furl_escape_table *table, unsigned char *dashes,
                            const unsigned char *in, size_t n, unsigned char *out)
{
    struct escaping escaping = {
        .set = load_set(&table->escaped),
        .space = furl_space(table),
        .thirds = furl_needs_context(&table->of['-']),
        .lines = furl_needs_context(&table->of['\r']),
        .row = *dashes,
    };
    unsigned char *to = out;
    size_t i = 0;

    for (; n - i > BLOCK; i += BLOCK) {
        escape_block(&escaping, in + i, BLOCK, true, &to);
    }
    if (i < n) {
        escape_block(&escaping, in + i, n - i, false, &to);
    }
    *dashes = escaping.row;
    return (size_t)(to - out);
}

/* The progress of unescaping. */
struct unescaping {
    const struct furl_unescape_table *table;
    struct set stays;
    uint64_t dropped; /* digits of escapes of the previous block */
    uint64_t unchanged_n;
    unsigned char *to;
};

/* Unescapes the first block of `n` octets, or all of them if they are fewer. Returns the number of
 * octets read. The number is less than that if a `%` starts no escape. */
TARGET FURL_INLINE size_t unescape_block(struct unescaping *unescaping, const unsigned char *in,
                                         size_t n)
{
    size_t some = n < BLOCK ? n : BLOCK;
    vector v = load(in, n);
    uint64_t percents = equal(v, '%');

    v = replace(v, '+', unescaping->table->plus);
    if ((percents | unescaping->dropped) == 0) {
        store(unescaping->to, v);
        unescaping->to += some;
        return some;
    }
    vector first = load(in + 1, n - 1), second = load(in + 2, n > 2 ? n - 2 : 0);
    uint64_t digits = are_hex(second);
    bool starts = n > 1 && (furl_hex[in[1]] & FURL_NO_HEX) == 0;
    uint64_t bad = percents & ~(digits & (furl_after(digits, 1) | starts));
    /* The shift moves bits of large values into the next octet. The octet before the value of an
     * escape comes from its `%`, whose value is small. */
    vector octets = hex_values(first) << 4 | hex_values(second);
    if (bad != 0) {
        some = furl_lowest_index(bad);
    }
    percents = furl_before(percents, some);
    uint64_t stays = members(unescaping->stays, octets) & percents;
    if (stays != 0) {
        struct set counted = load_set(&unescaping->table->counted);
        unescaping->unchanged_n += furl_ones(stays & members(counted, octets));
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

TARGET static struct furl_unescaped unescape(const struct furl_unescape_table *table,
                                             const unsigned char *in, size_t n, unsigned char *out)
{
    struct unescaping unescaping = {table, load_set(&table->stays), 0, 0, out};
    size_t i = 0, some = BLOCK;

    while (n - i >= BLOCK + 2 && some == BLOCK) {
        some = unescape_block(&unescaping, in + i, BLOCK + 2);
        i += some;
    }
    while (some == BLOCK && i < n) {
        some = unescape_block(&unescaping, in + i, n - i);
        i += some;
    }
    return (struct furl_unescaped){i, (size_t)(unescaping.to - out), unescaping.unchanged_n};
}

TARGET static size_t before(const struct furl_byteset *set, const unsigned char *ptr, size_t n)
{
    const struct set loaded = load_set(set);
    size_t i = 0;

    for (; n - i >= BLOCK; i += BLOCK) {
        uint64_t found = members(loaded, load(ptr + i, BLOCK));
        if (found != 0) {
            return i + furl_lowest_index(found);
        }
    }
    return i < n ? i + furl_first_of(members(loaded, load(ptr + i, n - i)), 0, n - i) : n;
}

/* First asks many blocks whether they have the octet. A branch for each block would be
 * mispredicted. */
TARGET static size_t names(const struct furl_suffix_filter *filter, const unsigned char *ptr,
                           size_t n, size_t *from, size_t *found)
{
    const unsigned char octet = filter->octet;
    size_t i = *from, noted = 0;

    for (; i < n && i < FURL_ENDING; i++) {
        found[noted] = i;
        noted += ptr[i] == octet && furl_is_candidate(filter, ptr, n, i);
    }
    while (n - i > WHOLE && noted + WHOLE <= FURL_CANDIDATES_MAX) {
        size_t blocks = (n - i - 1) / WHOLE;
        uint64_t candidates = 0;
        blocks = blocks < 64 ? blocks : 64;
        for (size_t block = 0; block < blocks; block++) {
            candidates |= (uint64_t)(equal64(ptr + i + block * WHOLE, octet) != 0) << block;
        }
        size_t end = i + blocks * WHOLE;
        for (; candidates != 0; candidates &= candidates - 1) {
            size_t block = i + furl_lowest_index(candidates) * WHOLE;
            if (noted + WHOLE > FURL_CANDIDATES_MAX) {
                end = block;
                break;
            }
            for (uint64_t ends = equal64(ptr + block, octet); ends != 0; ends &= ends - 1) {
                size_t pos = block + furl_lowest_index(ends);
                found[noted] = pos;
                noted += (ptr[pos + 1] == '/') | furl_has_ending(filter, ptr, pos);
            }
        }
        i = end;
    }
    *from = i;
    if (n - i <= WHOLE && noted + WHOLE <= FURL_CANDIDATES_MAX) {
        noted += furl_kernels_plain.find_names(filter, ptr, n, from, found + noted);
    }
    return noted;
}

TARGET static size_t before_octet(const unsigned char *ptr, size_t n, unsigned char octet)
{
    size_t i = 0;

    for (; n - i >= WHOLE; i += WHOLE) {
        uint64_t found = equal64(ptr + i, octet);
        if (found != 0) {
            return i + furl_lowest_index(found);
        }
    }
    return i + furl_kernels_plain.span_until_octet(ptr + i, n - i, octet);
}

TARGET static size_t count(const unsigned char *ptr, size_t n, unsigned char octet)
{
    size_t counted = 0, i = 0;

    for (; n - i >= WHOLE; i += WHOLE) {
        counted += furl_ones(equal64(ptr + i, octet));
    }
    if (i > 0) { /* the last block overlaps the one before */
        return counted + furl_ones(equal64(ptr + n - WHOLE, octet) >> 1 >> (WHOLE - 1 - (n - i)));
    }
    for (size_t some; i < n; i += some) {
        some = n - i < BLOCK ? n - i : BLOCK;
        counted += furl_ones(furl_before(equal(load(ptr + i, some), octet), some));
    }
    return counted;
}

TARGET static void look(const struct furl_kinds *kinds, const unsigned char *ptr, size_t n,
                        struct furl_class_masks *masks)
{
    const uint64_t there = furl_before(UINT64_MAX, n);
    vector v = kinds_of(kinds, load(ptr, n));

    /* GCC does not unroll the loop by itself. Unrolled, lists of URLs take 0.94 of the
     * instructions. */
#pragma GCC unroll 8
    for (size_t kind = FURL_KINDS; kind > 0; kind--) {
        masks->of[kind - 1] = next_kind(&v) & there;
    }
    for (size_t i = BLOCK; i < n; i += BLOCK) {
        size_t from = i < n - BLOCK ? i : n - BLOCK; /* blocks can overlap */
        v = kinds_of(kinds, load(ptr + from, BLOCK));
#pragma GCC unroll 8
        for (size_t kind = FURL_KINDS; kind > 0; kind--) {
            masks->of[kind - 1] |= next_kind(&v) << from;
        }
    }
}

#define LOOPS here, escape, unescape, before, before_octet, names, look, count
