/* LZH: LZHUF of 1988, by a plain encoder, which keeps its tree as a list of nodes. */
#include "stores.h"

enum { SYMBOLS = 314, NODES = 627, OCTETS = 256, SHORTEST = 3, LONGEST = 60 };

/* A node of the tree: how often it occurred, and its symbol, or SYMBOLS, with the node of its
 * children before it by `id`. */
static struct node {
    unsigned often, symbol, first, id;
} tree[NODES];
static unsigned next_id;

/* Puts a node after all those that did not occur more often. */
static void insert(size_t n, struct node node)
{
    while (n > 0 && tree[n - 1].often > node.often) {
        tree[n] = tree[n - 1];
        n--;
    }
    tree[n] = node;
}

/* Puts pairs over the leaves, which come first. Pairs are named by the id of their left one. */
static void grow(void)
{
    for (size_t i = 0, n = SYMBOLS; n < NODES; i += 2, n++) {
        insert(n, (struct node){tree[i].often + tree[i + 1].often, SYMBOLS, tree[i].id, next_id++});
    }
}

static void halve(void)
{
    size_t n = 0;

    for (size_t i = 0; i < NODES; i++) {
        if (tree[i].symbol < SYMBOLS) {
            tree[i].often = (tree[i].often + 1) / 2;
            tree[n++] = tree[i];
        }
    }
    grow();
}

/* The index of the parent of the node at an index: siblings are side by side, from an even one. */
static size_t parent_of(size_t index)
{
    size_t parent = 0;

    while (tree[parent].symbol < SYMBOLS || tree[parent].first != tree[index / 2 * 2].id) {
        parent++;
    }
    return parent;
}

static size_t leaf_of(unsigned symbol)
{
    size_t index = 0;

    while (tree[index].symbol != symbol) {
        index++;
    }
    return index;
}

/* Names the pair of nodes by its left one, where one changed. */
static void rename_pair(size_t index, size_t parent)
{
    tree[parent].first = tree[index / 2 * 2].id;
}

static struct octets *out;
static size_t bits; /* of the last octet that are in use */

static void put_bit(unsigned bit)
{
    if (bits % 8 == 0) {
        put_filling(out, '\0', 1);
    }
    out->ptr[out->n - 1] |= (unsigned char)(bit << (7 - bits % 8));
    bits++;
}

static void put_symbol(unsigned symbol)
{
    size_t path[NODES], n = 0;

    for (size_t pos = leaf_of(symbol); pos != NODES - 1; pos = parent_of(pos)) {
        path[n++] = pos;
    }
    while (n > 0) {
        put_bit((unsigned)path[--n] % 2);
    }
    if (tree[NODES - 1].often == 0x8000) {
        halve();
    }
    for (size_t pos = leaf_of(symbol); pos != NODES;) {
        size_t last = pos, above = pos == NODES - 1 ? NODES : parent_of(pos);
        while (last + 1 < NODES && tree[last + 1].often == tree[pos].often) {
            last++;
        }
        size_t over = last == NODES - 1 ? NODES : parent_of(last);
        struct node node = tree[pos];
        tree[pos] = tree[last];
        tree[last] = node;
        tree[last].often++;
        if (above < NODES && over < NODES) {
            rename_pair(pos, above);
            rename_pair(last, over);
        }
        pos = over;
    }
}

static void put_distance(unsigned distance)
{
    static const unsigned lengths[] = {3, 4, 5, 6, 7, 8}, counts[] = {1, 3, 8, 12, 24, 16};
    unsigned upper = (distance - 1) / 64, code = 0, i = 0;

    for (; upper >= counts[i]; i++) {
        code = (code + counts[i]) * 2;
        upper -= counts[i];
    }
    for (unsigned bit = lengths[i]; bit > 0; bit--) {
        put_bit((code + upper) >> (bit - 1) & 1);
    }
    for (unsigned bit = 6; bit > 0; bit--) {
        put_bit((distance - 1) >> (bit - 1) & 1);
    }
}

void lzh_begin(struct octets *octets)
{
    out = octets;
    bits = next_id = 0;
    for (unsigned i = 0; i < SYMBOLS; i++) {
        tree[i] = (struct node){1, i, 0, next_id++};
    }
    grow();
}

void lzh_put_octet(unsigned char octet)
{
    put_symbol(octet);
}

void lzh_put_copy(size_t length, unsigned distance)
{
    put_symbol((unsigned)length + OCTETS - SHORTEST);
    put_distance(distance);
}

void put_smb_lzh(struct octets *octets, const unsigned char *text, size_t n)
{
    put_u32(octets, 9);
    put_u32(octets, (uint32_t)n);
    lzh_begin(octets);
    for (size_t pos = 0, length = 1; pos < n; pos += length) {
        length = 0;
        while (pos > 0 && pos + length < n && length < LONGEST &&
               text[pos + length] == text[pos - 1]) {
            length++;
        }
        if (length >= SHORTEST) {
            lzh_put_copy(length, 1);
        } else {
            lzh_put_octet(text[pos]);
            length = 1;
        }
    }
}
