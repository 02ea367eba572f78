/* LZH: texts that a plain encoder made, which keeps its tree as a list of nodes. */
#include "config.h"

#include "mail/reader.h"

#include "units.h"

enum { SYMBOLS = 314, NODES = 627, WINDOW = 4096, TEXT_MAX = 40000 };

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

static unsigned char out[4 * TEXT_MAX];
static size_t bits;

static void put_bit(unsigned bit)
{
    out[bits / 8] = (unsigned char)((bits % 8 == 0 ? 0 : out[bits / 8]) | bit << (7 - bits % 8));
    bits++;
}

static void put_symbol(unsigned symbol)
{
    size_t path[NODES], n = 0;

    for (size_t at = leaf_of(symbol); at != NODES - 1; at = parent_of(at)) {
        path[n++] = at;
    }
    while (n > 0) {
        put_bit((unsigned)path[--n] % 2);
    }
    if (tree[NODES - 1].often == 0x8000) {
        halve();
    }
    for (size_t at = leaf_of(symbol); at != NODES;) {
        size_t last = at, above = at == NODES - 1 ? NODES : parent_of(at);
        while (last + 1 < NODES && tree[last + 1].often == tree[at].often) {
            last++;
        }
        size_t over = last == NODES - 1 ? NODES : parent_of(last);
        struct node node = tree[at];
        tree[at] = tree[last];
        tree[last] = node;
        tree[last].often++;
        if (above < NODES && over < NODES) {
            rename_pair(at, above);
            rename_pair(last, over);
        }
        at = over;
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

/* The octet before a text that has `n`, at a distance. */
static int octet_at(const unsigned char *text, size_t n, size_t distance)
{
    return distance <= n ? text[n - distance] : distance - n <= 4036 ? ' ' : '\0';
}

/* A text of `n` octets, and its bits. It has so many different octets, and copies if these are few.
 */
static void roll_text_of(struct dice *dice, unsigned char *text, size_t n, uint32_t octets)
{
    bits = next_id = 0;
    for (unsigned i = 0; i < SYMBOLS; i++) {
        tree[i] = (struct node){1, i, 0, next_id++};
    }
    grow();
    for (size_t at = 0; at < n;) {
        size_t length = octets < 256 && roll(dice, 8) == 0 ? 3 + roll(dice, 58) : 1;
        unsigned distance = 1 + roll(dice, roll(dice, 2) == 0 ? WINDOW : 100);
        length = length <= n - at ? length : 1;
        unsigned char octet = (unsigned char)(roll(dice, octets) * 256 / octets);
        put_symbol(length > 1 ? (unsigned)length + 253 : octet);
        if (length > 1) {
            put_distance(distance);
        }
        for (size_t i = 0; i < length; i++, at++) {
            text[at] = length > 1 ? (unsigned char)octet_at(text, at, distance) : octet;
        }
    }
}

START_TEST(texts_are_decoded)
{
    static const size_t sizes[] = {1, 2, 60, 700, 5000, TEXT_MAX};
    static unsigned char text[TEXT_MAX], got[TEXT_MAX];
    struct dice dice = {(uint64_t)_i + 1};
    size_t n = sizes[(size_t)_i % COUNT(sizes)];

    roll_text_of(&dice, text, n, _i % 2 == 0 ? 3 : 256);
    struct furl_range octets = {out, (bits + 7) / 8};
    ck_assert_uint_eq(mail_lzh_decode(octets, got, n), n);
    ck_assert(memcmp(got, text, n) == 0);
    size_t less = n / 2;
    ck_assert_uint_eq(mail_lzh_decode(octets, got, less), less);
    for (size_t step = octets.n / 40 + 1; octets.n > 0;
         octets.n -= step < octets.n ? step : octets.n) {
        size_t front = mail_lzh_decode((struct furl_range){out, octets.n - 1}, got, n);
        ck_assert(front < n && memcmp(got, text, front) == 0);
    }
}
END_TEST

/* Any octets give a text, as far as they go. */
START_TEST(any_octets_are_decoded)
{
    static unsigned char text[TEXT_MAX];
    struct dice dice = {(uint64_t)_i + 1};
    size_t n = roll(&dice, 3000);
    unsigned char *octets = malloc(n + 1);

    ck_assert(octets != NULL);
    for (size_t i = 0; i < n; i++) {
        octets[i] = (unsigned char)(_i % 3 == 0 ? roll(&dice, 256) : _i % 3 == 1 ? 0 : 0xFF);
    }
    ck_assert_uint_le(mail_lzh_decode((struct furl_range){octets, n}, text, TEXT_MAX), 48 * n);
    free(octets);
}
END_TEST

Suite *lzh_suite(void)
{
    Suite *suite = suite_create("lzh");

    loop_case(suite, "texts", texts_are_decoded, 12);
    loop_case(suite, "any octets", any_octets_are_decoded, 30);
    return suite;
}
