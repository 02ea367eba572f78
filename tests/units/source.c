#include "mail/mail.h"

#include "units.h"

/* A file in which each octet is made of its offset. */
struct file {
    size_t n, cut, reads, fails_at;
    uint64_t octets_read;
    bool is_pipe;
};

static unsigned char octet_at(uint64_t offset)
{
    return (unsigned char)(offset * 7 % 251);
}

static size_t read_file(void *context, uint64_t offset, unsigned char *octets, size_t n)
{
    struct file *file = context;
    size_t some = offset < file->n ? file->n - (size_t)offset : 0;

    file->reads++;
    ck_assert(!file->is_pipe || offset == file->octets_read);
    if (file->reads == file->fails_at) {
        return MAIL_READ_FAILED;
    }
    some = some < n ? some : n;
    some = file->cut > 0 && file->cut < some ? file->cut : some;
    for (size_t i = 0; i < some; i++) {
        octets[i] = octet_at(offset + i);
    }
    file->octets_read += some;
    return some;
}

static void check(struct mail_source *source, uint64_t offset, size_t n, size_t wanted)
{
    struct furl_range octets = mail_source_at(source, offset, n);

    ck_assert_uint_eq(octets.n, wanted);
    size_t i = 0;
    while (i < octets.n && octets.ptr[i] == octet_at(offset + i)) {
        i++;
    }
    ck_assert_uint_eq(i, octets.n); /* once: libcheck writes each assertion down */
}

START_TEST(any_stretch_is_had)
{
    struct file file = {.n = 300000, .cut = cuts[_i] > 2 ? cuts[_i] * 100 : 0};
    struct mail_source source = {.file = {&file, read_file, 300000}};
    struct dice dice = {1};

    for (int i = 0; i < 1000; i++) {
        uint64_t offset = roll(&dice, 310000);
        size_t n = roll(&dice, 5000);
        size_t left = offset < file.n ? file.n - (size_t)offset : 0;
        check(&source, offset, n, n < left ? n : left);
        check(&source, offset + n / 2, n,
              n < left - left % 1 && n + n / 2 <= left ? n
              : left > n / 2                           ? left - n / 2
                                                       : 0);
    }
    check(&source, UINT64_MAX - 10, 10, 0);
    mail_source_free(&source);
}
END_TEST

/* One octet after the other, in ever longer stretches from the same place: each is read once. */
START_TEST(nothing_is_read_twice)
{
    struct file file = {.n = 1000000};
    struct mail_source source = {.file = {&file, read_file, MAIL_SIZE_UNKNOWN}};
    uint64_t offset = 0;

    while (offset < file.n) {
        for (size_t n = 100; n <= 6400; n *= 2) {
            size_t left = file.n - (size_t)offset;
            check(&source, offset, n, n < left ? n : left);
        }
        offset += 5000;
    }
    ck_assert_uint_eq(file.octets_read, file.n);
    ck_assert_uint_le(file.reads, 20);
    mail_source_free(&source);
}
END_TEST

/* Files of all sizes about a limit, and the memory that they take. */
START_TEST(a_pipe_is_read_through)
{
    struct file file = {.n = 300000, .cut = cuts[_i], .is_pipe = true};
    struct mail_source source = {.file = {&file, read_file, MAIL_SIZE_UNKNOWN}};

    check(&source, 10, 5, 5);
    check(&source, 200000, 100, 100);
    check(&source, 200050, 70000, 70000);
    check(&source, 299990, 20, 10);
    check(&source, 300001, 1, 0);
    check(&source, 400000, 1, 0);
    mail_source_free(&source);
}
END_TEST

START_TEST(all_of_a_file_is_had)
{
    static const size_t limits[] = {0, 1, 4095, 4096, 4097, 20000};

    for (size_t i = 0; i < COUNT(limits); i++) {
        for (size_t n = limits[i] > 3 ? limits[i] - 3 : 0; n < limits[i] + 4; n++) {
            struct file file = {.n = n, .cut = cuts[_i] > 2 ? cuts[_i] * 100 : 0};
            struct mail_source source = {.file = {&file, read_file, n}};
            size_t wanted = n <= limits[i] ? n : limits[i] + 1;
            ck_assert_uint_eq(mail_source_all(&source, limits[i]).n, wanted);
            check(&source, 0, wanted, wanted);
            mail_source_free(&source);
        }
    }
    struct file file = {.n = 100};
    struct mail_source source = {.file = {&file, read_file, 100}};
    ck_assert_uint_eq(mail_source_all(&source, MAIL_MESSAGE_MAX).n, 100);
    ck_assert_uint_le(source.stretch.room, 4 * MAIL_BLOCK);
    mail_source_free(&source);
}
END_TEST

/* Stretches that are far apart cost little more than their own octets. */
START_TEST(what_is_far_apart_costs_a_page)
{
    struct file file = {.n = 10000000};
    struct mail_source source = {.file = {&file, read_file, 10000000}};

    for (uint64_t i = 0; i < 100; i++) {
        check(&source, i * 37 % 100 * 100000, 100, 100);
    }
    ck_assert_uint_le(file.octets_read, MAIL_BLOCK + 101 * MAIL_PAGE);
    mail_source_free(&source);
}
END_TEST

/* The memory of a long stretch is freed once a short one is asked for, farther on. */
START_TEST(memory_is_given_back)
{
    struct file file = {.n = 1000000};
    struct mail_source source = {.file = {&file, read_file, 1000000}};

    check(&source, 0, 500000, 500000);
    ck_assert_uint_ge(source.stretch.room, 500000);
    check(&source, 990000, 20, 20);
    ck_assert_uint_le(source.stretch.room, MAIL_SOURCE_KEPT);
    mail_source_free(&source);
}
END_TEST

START_TEST(a_failed_read_is_trouble)
{
    struct file file = {.n = 1000, .cut = 100, .fails_at = 3};
    struct mail_source source = {.file = {&file, read_file, 1000}};

    check(&source, 0, 150, 150);
    ck_assert_int_eq((int)source.trouble, (int)MAIL_NO_TROUBLE);
    check(&source, 0, 1000, 200);
    ck_assert_int_eq((int)source.trouble, (int)MAIL_UNREADABLE);
    check(&source, 500, 10, 0);
    ck_assert_uint_eq(file.reads, 3);
    mail_source_free(&source);
}
END_TEST

/* A file of 200,000 "x", with "pattern" at an offset. */
static size_t read_pattern(void *context, uint64_t offset, unsigned char *octets, size_t n)
{
    static const char pattern[] = "pattern";
    uint64_t pos = *(uint64_t *)context;
    uint64_t size = 200000;
    size_t some = offset < size ? (n < size - offset ? n : (size_t)(size - offset)) : 0;

    for (size_t i = 0; i < some; i++) {
        bool is_in = offset + i >= pos && offset + i < pos + strlen(pattern);
        octets[i] = (unsigned char)(is_in ? pattern[offset + i - pos] : 'x');
    }
    return some;
}

/* A pattern that a block's end cuts at each of its octets, or that comes right before or after. */
START_TEST(patterns_are_found_across_blocks)
{
    for (uint64_t offset = MAIL_BLOCK - 10; offset < MAIL_BLOCK + 3; offset++) {
        struct mail_source source = {.file = {&offset, read_pattern, 200000}};
        ck_assert_uint_eq(mail_source_find(&source, 0, 200000, "pattern", 7), offset);
        ck_assert_uint_eq(mail_source_find(&source, offset + 1, 200000, "pattern", 7), 200000);
        ck_assert_uint_eq(mail_source_find(&source, 200010, 200000, "pattern", 7), 200010);
        ck_assert(mail_source_has(&source, offset, "pattern", 7));
        ck_assert(!mail_source_has(&source, offset + 1, "pattern", 7));
        mail_source_free(&source);
    }
}
END_TEST

Suite *source_suite(void)
{
    Suite *suite = suite_create("source");

    loop_case(suite, "stretches", any_stretch_is_had, COUNT(cuts));
    loop_case(suite, "pipe", a_pipe_is_read_through, COUNT(cuts));
    loop_case(suite, "once", nothing_is_read_twice, 1);
    loop_case(suite, "all", all_of_a_file_is_had, COUNT(cuts));
    loop_case(suite, "far apart", what_is_far_apart_costs_a_page, 1);
    loop_case(suite, "given back", memory_is_given_back, 1);
    loop_case(suite, "failed", a_failed_read_is_trouble, 1);
    loop_case(suite, "across", patterns_are_found_across_blocks, 1);
    return suite;
}
