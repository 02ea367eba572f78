#include "furl/octets/grow.h"

#include "units.h"

START_TEST(memory_is_doubled)
{
    static const struct {
        size_t capacity, n, grown;
    } rows[] = {
        {0, 1, 512},
        {500, 501, 512},
        {0, 512, 512},
        {0, 513, 1024},
        {512, 513, 1024},
        {1000, 1001, 2000},
        {1000, 2001, 4000},
        {1024, 5000, 8192},
        {SIZE_MAX / 2 + 1, SIZE_MAX, SIZE_MAX},
        {512, SIZE_MAX, SIZE_MAX},
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        ck_assert_uint_eq(furl_grown(rows[i].capacity, rows[i].n), rows[i].grown);
    }
}
END_TEST

Suite *grow_suite(void)
{
    Suite *suite = suite_create("grow");

    loop_case(suite, "doubles", memory_is_doubled, 1);
    return suite;
}
