/*
 * LZH, the compression of texts by Synchronet: LZHUF (H. Yoshizaki, 1988). The most significant bit
 * of an octet is first. A symbol is an octet of the text, or the length of a copy, whose distance
 * follows.
 *
 * The Huffman code is adaptive. The nodes of its tree are sorted by their counts, and siblings are
 * side by side. When the count of a node grows, the node changes places with the last node that had
 * an equal count. The nodes above do so, too. Any bits stay within the tree, whose size limits the
 * steps.
 */
#include "config.h"

#include <assert.h>

#include "mail/reader.h"

/* Symbols, and nodes of their tree. A child of at least NODES is the leaf of a symbol. All counts
 * are halved when the count of the root is MOST. */
enum { OCTETS = 256, SYMBOLS = 314, NODES = 2 * SYMBOLS - 1, ROOT = NODES - 1, MOST = 0x8000 };

enum { SHORTEST_COPY = 3, BLANKS = 4036 }; /* before the text, after NULs */

struct lzh {
    struct furl_range octets;
    size_t pos;                /* number of bits read (bits after the last octet are 0) */
    uint16_t often[NODES + 1]; /* count of each node, and a sentinel */
    uint16_t child[NODES];     /* first of the two children */
    uint16_t parent[NODES + SYMBOLS];
};

static void set_child(struct lzh *lzh, size_t node, uint16_t child)
{
    lzh->child[node] = child;
    lzh->parent[child] = (uint16_t)node;
    if (child < NODES) {
        lzh->parent[child + 1] = (uint16_t)node;
    }
}

/* Halves the counts of the leaves, and builds the tree again. */
static void halve(struct lzh *lzh)
{
    size_t n = 0;

    for (size_t i = 0; i < NODES; i++) {
        if (lzh->child[i] >= NODES) {
            lzh->often[n] = (uint16_t)((lzh->often[i] + 1) / 2);
            lzh->child[n++] = lzh->child[i];
        }
    }
    assert(n == SYMBOLS); /* each symbol has one leaf, whatever the bits were */
    for (size_t i = 0; n < NODES; i += 2, n++) {
        unsigned both = lzh->often[i] + (unsigned)lzh->often[i + 1];
        size_t pos = n;
        for (; both < lzh->often[pos - 1]; pos--) {
            lzh->often[pos] = lzh->often[pos - 1];
            lzh->child[pos] = lzh->child[pos - 1];
        }
        lzh->often[pos] = (uint16_t)both;
        lzh->child[pos] = (uint16_t)i;
    }
    for (size_t i = 0; i < NODES; i++) {
        set_child(lzh, i, lzh->child[i]);
    }
}

static void count(struct lzh *lzh, size_t symbol)
{
    if (lzh->often[ROOT] == MOST) {
        halve(lzh);
    }
    size_t node = lzh->parent[NODES + symbol];
    do {
        uint16_t often = ++lzh->often[node], child = lzh->child[node];
        size_t last = node;
        while (often > lzh->often[last + 1]) {
            last++;
        }
        lzh->often[node] = lzh->often[last];
        lzh->often[last] = often;
        set_child(lzh, node, lzh->child[last]);
        set_child(lzh, last, child);
        node = lzh->parent[last];
    } while (node != 0);
}

static unsigned next_bit(struct lzh *lzh)
{
    size_t nth = lzh->pos++;

    return nth / 8 < lzh->octets.n ? lzh->octets.ptr[nth / 8] >> (7 - nth % 8) & 1u : 0;
}

static size_t next_symbol(struct lzh *lzh)
{
    size_t node = lzh->child[ROOT];

    while (node < NODES) {
        node = lzh->child[node + next_bit(lzh)];
    }
    count(lzh, node - NODES);
    return node - NODES;
}

/* Reads the distance of a copy. The upper six bits have a fixed code. The codes of each length are
 * consecutive numbers, and follow the codes of the length before. */
static size_t next_distance(struct lzh *lzh)
{
    static const unsigned char codes[] = {0, 0, 1, 3, 8, 12, 24, 16}; /* of 1 to 8 bits */
    unsigned code = next_bit(lzh), first = 0, upper = 0;

    for (size_t i = 0; code - first >= codes[i]; i++) {
        upper += codes[i];
        first = 2 * (first + codes[i]);
        code = code << 1 | next_bit(lzh);
    }
    size_t distance = upper + code - first;
    for (int i = 0; i < 6; i++) {
        distance = distance << 1 | next_bit(lzh);
    }
    return distance + 1;
}

size_t mail_lzh_decode(struct furl_range octets, unsigned char *out, size_t n)
{
    struct lzh lzh = {.octets = octets};
    size_t made = 0;

    for (size_t i = 0; i < SYMBOLS; i++) {
        lzh.often[i] = 1;
        lzh.child[i] = (uint16_t)(NODES + i);
    }
    lzh.often[NODES] = UINT16_MAX;
    halve(&lzh);
    while (made < n) {
        size_t symbol = next_symbol(&lzh);
        size_t length = symbol < OCTETS ? 1 : symbol - OCTETS + SHORTEST_COPY;
        size_t distance = symbol < OCTETS ? 0 : next_distance(&lzh);
        if (lzh.pos > 8 * octets.n) {
            break;
        }
        for (; length > 0 && made < n; length--, made++) {
            out[made] = (unsigned char)(distance == 0               ? symbol
                                        : distance <= made          ? out[made - distance]
                                        : distance - made <= BLANKS ? ' '
                                                                    : '\0');
        }
    }
    return made;
}
