/* The plain kernels, which process octet by octet. The others imitate them. */
#include "simd.h"

static bool here(void)
{
    return true;
}

/* Returns whether a `-` or a CR is unchanged. `row` is the number of `-` written before. `after` is
 * the next octet, or -1 at the end. */
static bool is_unchanged(unsigned char octet, unsigned row, int after)
{
    return octet == '-' ? row < 2 : after == '\n';
}

static size_t escape(const struct furl_escape_table *table, unsigned char *dashes,
                     const unsigned char *in, size_t n, unsigned char *out)
{
    unsigned char *to = out;
    unsigned row = *dashes;

    for (size_t i = 0; i < n; i++) {
        size_t octets = furl_spell(&table->of[in[i]], to);
        if (octets != FURL_NEEDS_CONTEXT) {
            row = 0;
        } else if (is_unchanged(in[i], row, i + 1 < n ? in[i + 1] : -1)) {
            *to = in[i];
            row = in[i] == '-' ? row + 1 : 0;
            octets = 1;
        } else {
            row = 0;
            octets = FURL_ESCAPE_SIZE;
        }
        to += octets;
    }
    *dashes = (unsigned char)row;
    return (size_t)(to - out);
}

/* Returns the top bits of all octets of a word that are equal to `octet`. */
static uint64_t equal(uint64_t word, unsigned char octet)
{
    uint64_t differences = word ^ FURL_ALL(octet);

    return ~(((differences & FURL_ALL(0x7F)) + FURL_ALL(0x7F)) | differences | FURL_ALL(0x7F));
}

/* Unescapes the octets of a word before the first `%`. Returns their number. */
static size_t unescape_word(unsigned char plus, const unsigned char *in, unsigned char *out)
{
    uint64_t word = furl_load_word(in);
    size_t n = furl_octets_before(equal(word, '%'));

    word ^= (equal(word, '+') >> 7) * (unsigned)('+' ^ plus);
    memcpy(out, &word, FURL_WORD);
    return n;
}

/* Like unescape_word, for `n` octets. */
static size_t unescape_last(unsigned char plus, const unsigned char *in, size_t n,
                            unsigned char *out)
{
    size_t i = 0;

    for (; i < n && in[i] != '%'; i++) {
        out[i] = in[i] == '+' ? plus : in[i];
    }
    return i;
}

static struct furl_unescaped unescape(const struct furl_unescape_table *table,
                                      const unsigned char *in, size_t n, unsigned char *out)
{
    const unsigned char plus = table->plus;
    unsigned char *to = out;
    uint64_t stayed = 0;
    size_t i = 0;

    while (i < n) {
        if (in[i] != '%') {
            size_t some = n - i >= FURL_WORD ? unescape_word(plus, in + i, to)
                                             : unescape_last(plus, in + i, n - i, to);
            to += some;
            i += some;
            if (some == FURL_WORD || i == n) {
                continue;
            }
        } /* a `%` is next; a second branch would be mispredicted */
        if (n - i < FURL_ESCAPE_SIZE || !furl_is_hex(in[i + 1], in[i + 2])) {
            break;
        }
        unsigned char octet = furl_hex_octet(in + i + 1);
        if (table->stays.has[octet]) {
            memcpy(to, in + i, FURL_ESCAPE_SIZE);
            to += FURL_ESCAPE_SIZE;
            stayed += table->counted.has[octet];
        } else {
            *to++ = octet;
        }
        i += FURL_ESCAPE_SIZE;
    }
    return (struct furl_unescaped){i, (size_t)(to - out), stayed};
}

static size_t before(const struct furl_byteset *set, const unsigned char *ptr, size_t n)
{
    const bool *has = set->has;
    size_t i = 0;

    while (n - i >= 4 && !(has[ptr[i]] | has[ptr[i + 1]] | has[ptr[i + 2]] | has[ptr[i + 3]])) {
        i += 4;
    }
    while (i < n && !set->has[ptr[i]]) {
        i++;
    }
    return i;
}

static size_t before_octet(const unsigned char *ptr, size_t n, unsigned char octet)
{
    const unsigned char *found = n > 0 ? memchr(ptr, octet, n) : NULL;

    return found != NULL ? (size_t)(found - ptr) : n;
}

static size_t find_names(const struct furl_suffix_filter *filter, const unsigned char *ptr,
                         size_t n, size_t *from, size_t *found)
{
    size_t noted = 0;

    while (*from < n && noted < FURL_CANDIDATES_MAX) {
        const unsigned char *end = memchr(ptr + *from, filter->octet, n - *from);
        size_t pos = end != NULL ? (size_t)(end - ptr) : n;
        if (pos < n && furl_is_candidate(filter, ptr, n, pos)) {
            found[noted++] = pos;
        }
        *from = pos < n ? pos + 1 : n;
    }
    return noted;
}

/* Adds eight octets to the masks, from bit `pos` on. The octets of `word` are their kinds, the
 * lowest octet first. The factor collects the lowest bits of all octets in the top octet. */
FURL_MODULAR static void add_kinds(struct furl_class_masks *masks, uint64_t word, size_t pos)
{
    const uint64_t factor = 0x0102040810204080;

    masks->of[0] |= ((word & FURL_ALL(1)) * factor >> 56) << pos;
    masks->of[1] |= ((word >> 1 & FURL_ALL(1)) * factor >> 56) << pos;
    masks->of[2] |= ((word >> 2 & FURL_ALL(1)) * factor >> 56) << pos;
    masks->of[3] |= ((word >> 3 & FURL_ALL(1)) * factor >> 56) << pos;
    masks->of[4] |= ((word >> 4 & FURL_ALL(1)) * factor >> 56) << pos;
    masks->of[5] |= ((word >> 5 & FURL_ALL(1)) * factor >> 56) << pos;
    masks->of[6] |= ((word >> 6 & FURL_ALL(1)) * factor >> 56) << pos;
    masks->of[7] |= ((word >> 7 & FURL_ALL(1)) * factor >> 56) << pos;
}

static void look(const struct furl_kinds *kinds, const unsigned char *ptr, size_t n,
                 struct furl_class_masks *masks)
{
    const unsigned char *of = kinds->of;
    uint64_t last = 0;
    size_t i = 0;

    *masks = (struct furl_class_masks){{0}};
    for (; n - i >= FURL_WORD; i += FURL_WORD) {
        const unsigned char *in = ptr + i;
        add_kinds(masks,
                  (uint64_t)of[in[0]] | (uint64_t)of[in[1]] << 8 | (uint64_t)of[in[2]] << 16 |
                      (uint64_t)of[in[3]] << 24 | (uint64_t)of[in[4]] << 32 |
                      (uint64_t)of[in[5]] << 40 | (uint64_t)of[in[6]] << 48 |
                      (uint64_t)of[in[7]] << 56,
                  i);
    }
    if (i == n) {
        return;
    }
    for (size_t left = n; left > i; left--) {
        last = last << 8 | of[ptr[left - 1]];
    }
    add_kinds(masks, last, i);
}

/* Counts by words: with memchr, decode of short lines takes 1.4 times as long. */
FURL_MODULAR static size_t count(const unsigned char *ptr, size_t n, unsigned char octet)
{
    size_t counted = 0, i = 0;

    for (; n - i >= FURL_WORD; i += FURL_WORD) {
        counted += (size_t)((equal(furl_load_word(ptr + i), octet) >> 7) * FURL_ALL(1) >> 56);
    }
    for (; i < n; i++) {
        counted += ptr[i] == octet ? 1 : 0;
    }
    return counted;
}

const struct furl_kernels furl_kernels_plain = {"plain",      here,       escape, unescape, before,
                                                before_octet, find_names, look,   count};

#if defined FURL_X86 || defined FURL_NEON

/* Mask `m` has the octets that are kept. STAYS is 1 if octet `i` is kept. BEFORE is the number of
 * kept octets before it. */
#define STAYS(m, i) ((uint64_t)((m) >> (i)&1))
#define BEFORE1(m)  (STAYS(m, 0))
#define BEFORE2(m)  (BEFORE1(m) + STAYS(m, 1))
#define BEFORE3(m)  (BEFORE2(m) + STAYS(m, 2))
#define BEFORE4(m)  (BEFORE3(m) + STAYS(m, 3))
#define BEFORE5(m)  (BEFORE4(m) + STAYS(m, 4))
#define BEFORE6(m)  (BEFORE5(m) + STAYS(m, 5))
#define BEFORE7(m)  (BEFORE6(m) + STAYS(m, 6))
#define ROW(m)                                                                                     \
    (STAYS(m, 1) * 1 << 8 * BEFORE1(m) | STAYS(m, 2) * 2 << 8 * BEFORE2(m) |                       \
     STAYS(m, 3) * 3 << 8 * BEFORE3(m) | STAYS(m, 4) * 4 << 8 * BEFORE4(m) |                       \
     STAYS(m, 5) * 5 << 8 * BEFORE5(m) | STAYS(m, 6) * 6 << 8 * BEFORE6(m) |                       \
     STAYS(m, 7) * 7 << 8 * BEFORE7(m))
#define ROWS4(m)  ROW(m), ROW((m) + 1), ROW((m) + 2), ROW((m) + 3)
#define ROWS16(m) ROWS4(m), ROWS4((m) + 4), ROWS4((m) + 8), ROWS4((m) + 12)
#define ROWS64(m) ROWS16(m), ROWS16((m) + 16), ROWS16((m) + 32), ROWS16((m) + 48)

const uint64_t furl_packed[256] = {ROWS64(0), ROWS64(64), ROWS64(128), ROWS64(192)};

/* For each mask, indexes into four octets, their first digits, their second digits, and `%`. */
#define E(i) 12, 4 + (i), 8 + (i)
const unsigned char furl_expanded[16][16] = {
    {0, 1, 2, 3},       {E(0), 1, 2, 3},       {0, E(1), 2, 3},       {E(0), E(1), 2, 3},
    {0, 1, E(2), 3},    {E(0), 1, E(2), 3},    {0, E(1), E(2), 3},    {E(0), E(1), E(2), 3},
    {0, 1, 2, E(3)},    {E(0), 1, 2, E(3)},    {0, E(1), 2, E(3)},    {E(0), E(1), 2, E(3)},
    {0, 1, E(2), E(3)}, {E(0), 1, E(2), E(3)}, {0, E(1), E(2), E(3)}, {E(0), E(1), E(2), E(3)},
};

#define SAME(octet) (octet)
const unsigned char furl_same[256] = {FURL_HAS64(SAME, 0), FURL_HAS64(SAME, 64),
                                      FURL_HAS64(SAME, 128), FURL_HAS64(SAME, 192)};

#endif

const struct furl_kernels *furl_kernels_of(size_t nth)
{
#define ADDRESS(name) &furl_kernels_##name,
    static const struct furl_kernels *const kernels[] = {FURL_EACH_KERNELS(ADDRESS)};

    return nth < FURL_KERNELS && kernels[nth]->is_supported() ? kernels[nth] : NULL;
}

const struct furl_kernels *furl_choose_kernels(void)
{
    const struct furl_kernels *best = NULL;

    for (size_t nth = 0; best == NULL; nth++) {
        best = furl_kernels_of(nth);
    }
    return best;
}
