/*
 * LZH, by which Synchronet compresses texts: LZHUF (H. Yoshizaki, 1988). Bits come most significant
 * first. A symbol is an octet of the text, or the length of a copy, and then its distance follows.
 *
 * The Huffman code adapts: nodes of its tree are in the order of how often they occurred, siblings
 * side by side. A node that occurs once more changes places with the last one that had occurred as
 * often, and so do those above it. Any bits stay within the tree, whose size limits the steps.
 */
#include "config.h"

#include "reader.h"

/* Symbols, and nodes of their tree: a child from NODES on is the leaf of a symbol. All counts are
 * halved when the root occurred MOST times. */
enum { OCTETS = 256, SYMBOLS = 314, NODES = 2 * SYMBOLS - 1, ROOT = NODES - 1, MOST = 0x8000 };

enum { SHORTEST_COPY = 3, BLANKS = 4036 }; /* before the text; NULs come before them */

struct tree {
    uint16_t often[NODES + 1]; /* how often each node occurred, and then a sentinel */
    uint16_t child[NODES];     /* the first of two */
    uint16_t parent[NODES + SYMBOLS];
};

static void set_child(struct tree *tree, size_t node, uint16_t child)
{
    tree->child[node] = child;
    tree->parent[child] = (uint16_t)node;
    if (child < NODES) {
        tree->parent[child + 1] = (uint16_t)node;
    }
}

/* Halves the counts of the leaves, and makes the tree anew. */
static void halve(struct tree *tree)
{
    size_t n = 0;

    for (size_t i = 0; i < NODES; i++) {
        if (tree->child[i] >= NODES) {
            tree->often[n] = (uint16_t)((tree->often[i] + 1) / 2);
            tree->child[n++] = tree->child[i];
        }
    }
    for (size_t i = 0; n < NODES; i += 2, n++) {
        unsigned both = tree->often[i] + (unsigned)tree->often[i + 1];
        size_t at = n;
        for (; both < tree->often[at - 1]; at--) {
            tree->often[at] = tree->often[at - 1];
            tree->child[at] = tree->child[at - 1];
        }
        tree->often[at] = (uint16_t)both;
        tree->child[at] = (uint16_t)i;
    }
    for (size_t i = 0; i < NODES; i++) {
        set_child(tree, i, tree->child[i]);
    }
}

static void count(struct tree *tree, size_t symbol)
{
    if (tree->often[ROOT] == MOST) {
        halve(tree);
    }
    size_t node = tree->parent[NODES + symbol];
    do {
        uint16_t often = ++tree->often[node], child = tree->child[node];
        size_t last = node;
        while (often > tree->often[last + 1]) {
            last++;
        }
        tree->often[node] = tree->often[last];
        tree->often[last] = often;
        set_child(tree, node, tree->child[last]);
        set_child(tree, last, child);
        node = tree->parent[last];
    } while (node != 0);
}

struct bits {
    struct furl_range octets;
    size_t at; /* bits read so far; those after the last octet are 0 */
};

static unsigned next_bit(struct bits *bits)
{
    size_t nth = bits->at++;

    return nth / 8 < bits->octets.n ? bits->octets.at[nth / 8] >> (7 - nth % 8) & 1u : 0;
}

static size_t next_symbol(struct tree *tree, struct bits *bits)
{
    size_t node = tree->child[ROOT];

    while (node < NODES) {
        node = tree->child[node + next_bit(bits)];
    }
    count(tree, node - NODES);
    return node - NODES;
}

/* The distance of a copy. Its upper six bits have a fixed code: codes of a length are numbers in a
 * row, after those of the length before. */
static size_t next_distance(struct bits *bits)
{
    static const unsigned char codes[] = {0, 0, 1, 3, 8, 12, 24, 16}; /* of 1 to 8 bits */
    unsigned code = next_bit(bits), first = 0, upper = 0;

    for (size_t i = 0; code - first >= codes[i]; i++) {
        upper += codes[i];
        first = 2 * (first + codes[i]);
        code = code << 1 | next_bit(bits);
    }
    size_t distance = upper + code - first;
    for (int i = 0; i < 6; i++) {
        distance = distance << 1 | next_bit(bits);
    }
    return distance + 1;
}

size_t mail_lzh_decode(struct furl_range octets, unsigned char *out, size_t n)
{
    struct bits bits = {.octets = octets};
    struct tree tree = {.often = {0}};
    size_t made = 0;

    for (size_t i = 0; i < SYMBOLS; i++) {
        tree.often[i] = 1;
        tree.child[i] = (uint16_t)(NODES + i);
    }
    tree.often[NODES] = UINT16_MAX;
    halve(&tree);
    while (made < n) {
        size_t symbol = next_symbol(&tree, &bits);
        size_t length = symbol < OCTETS ? 1 : symbol - OCTETS + SHORTEST_COPY;
        size_t distance = symbol < OCTETS ? 0 : next_distance(&bits);
        if (bits.at > 8 * octets.n) {
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
