#include "furl/base/buffer.h"

#include "units.h"

START_TEST(memory_grows_by_so_much)
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
        {1 << 19, (1 << 19) + 1, 1 << 20},
        {1 << 20, (1 << 20) + 1, 5 << 18},
        {1 << 20, 5 << 18, 5 << 18},
        {1 << 20, (5 << 18) + 1, (5 << 18) + 1},
        {1 << 24, 3 << 24, 3 << 24},
        {SIZE_MAX / 2 + 1, SIZE_MAX, SIZE_MAX},
        {SIZE_MAX - 1, SIZE_MAX, SIZE_MAX},
        {512, SIZE_MAX, SIZE_MAX},
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        ck_assert_uint_eq(furl_grown(rows[i].capacity, rows[i].n), rows[i].grown);
    }
}
END_TEST

START_TEST(what_is_in_a_buffer_stays)
{
    struct furl_buffer buffer = {0};

    for (size_t n = 1; n < 5000; n++) {
        ck_assert(furl_buffer_reserve(&buffer, n));
        ck_assert(buffer.room >= n);
        buffer.at[n - 1] = (unsigned char)n;
    }
    for (size_t n = 1; n < 5000; n++) {
        ck_assert_uint_eq(buffer.at[n - 1], (unsigned char)n);
    }
    free(buffer.at);
}
END_TEST

START_TEST(without_memory_nothing_changes)
{
    size_t room = 0;

    ck_assert(furl_grow(NULL, &room, SIZE_MAX / 4, 8) == NULL);
    ck_assert_uint_eq(room, 0);
}
END_TEST

START_TEST(what_is_too_large_is_given_back)
{
    struct furl_buffer buffer = {0};

    ck_assert(furl_buffer_reserve(&buffer, 1000));
    furl_buffer_trim(&buffer, 1024);
    ck_assert(buffer.at != NULL && buffer.room == 1024);
    furl_buffer_trim(&buffer, 1023);
    ck_assert(buffer.at == NULL && buffer.room == 0);
    furl_buffer_trim(&buffer, 0);
}
END_TEST

Suite *buffer_suite(void)
{
    Suite *suite = suite_create("buffer");

    loop_case(suite, "grows", memory_grows_by_so_much, 1);
    loop_case(suite, "buffer", what_is_in_a_buffer_stays, 1);
    loop_case(suite, "trimmed", what_is_too_large_is_given_back, 1);
    loop_case(suite, "none", without_memory_nothing_changes, 1);
    return suite;
}
