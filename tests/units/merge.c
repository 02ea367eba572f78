#include "furl/base/buffer.h"

#include "units.h"

struct element {
    unsigned char key, nth; /* nth: its place before */
};

static int compare(const void *a, const void *b, const void *context)
{
    const struct element *x = a, *y = b;
    size_t *const *comparisons = context;

    ++**comparisons;
    return (int)x->key - (int)y->key;
}

/* The most comparisons that n elements may take. */
static size_t most(size_t n)
{
    size_t levels = 0;

    while (((size_t)1 << levels) < n) {
        levels++;
    }
    return n * levels;
}

/* Of each length, with keys that are many, few, or all one. */
START_TEST(elements_are_in_order)
{
    struct element elements[256], spare[256];
    struct dice dice = {(uint64_t)_i + 1};
    size_t n = (size_t)_i;

    for (uint32_t keys = 1; keys <= 256; keys *= 4) {
        size_t counts[256] = {0};
        for (size_t i = 0; i < n; i++) {
            elements[i] = (struct element){(unsigned char)roll(&dice, keys), (unsigned char)i};
            counts[elements[i].key]++;
        }
        size_t comparisons = 0, *counted = &comparisons;
        furl_merge_sort(elements, spare, n, sizeof elements[0], compare, &counted);
        ck_assert_uint_le(comparisons, most(n));
        for (size_t i = 0; i < n; i++) {
            counts[elements[i].key]--;
            ck_assert(
                i == 0 || elements[i - 1].key < elements[i].key ||
                (elements[i - 1].key == elements[i].key && elements[i - 1].nth < elements[i].nth));
        }
        for (size_t key = 0; key < 256; key++) {
            ck_assert_uint_eq(counts[key], 0);
        }
    }
}
END_TEST

Suite *merge_suite(void)
{
    Suite *suite = suite_create("merge");

    loop_case(suite, "order", elements_are_in_order, 257);
    return suite;
}
