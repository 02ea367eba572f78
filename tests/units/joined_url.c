#include "furl/text/reassemble.h"

#include "units.h"

START_TEST(octets_are_put_aside)
{
    static const unsigned char text[] = "abcdef";
    const struct furl_window window = {text, 6, false, 100};

    for (size_t most = 0; most < 8; most++) {
        struct furl_joined_url joining = {.max = most};
        furl_joined_url_begin(&joining, 100);
        for (size_t end = 1; end <= 6; end += end == 1 ? 3 : 1) { /* 1, 4, 5, 6 */
            size_t fits = end < most ? end : most;
            ck_assert(furl_put_aside(&joining, &window, 100 + end));
            ck_assert(furl_put_aside(&joining, &window, 100 + end));
            ck_assert_uint_eq(joining.n, end);
            ck_assert_uint_eq(joining.from, 100 + end);
            ck_assert(fits == 0 || memcmp(joining.octets.at, text, fits) == 0);
        }
        ck_assert((joining.octets.at == NULL) == (most == 0));
        furl_joined_url_free(&joining);
        ck_assert(joining.octets.at == NULL && joining.max == most);
    }
}
END_TEST

/* Pieces that others come between are put aside one after the other. */
START_TEST(pieces_are_joined)
{
    static const unsigned char text[] = "abXXcXdef";
    struct furl_joined_url joining = {.max = 100};
    const struct furl_window front = {text, 4, false, 0}, rest = {text + 3, 6, false, 3};

    furl_joined_url_begin(&joining, 0);
    ck_assert(furl_put_aside(&joining, &front, 2));
    joining.from = 4;
    ck_assert(furl_put_aside(&joining, &rest, 5));
    joining.from = 6;
    ck_assert(furl_put_aside(&joining, &rest, 9));
    expect(joining.octets.at, (size_t)joining.n, "abcdef");
    furl_joined_url_begin(&joining, 4);
    ck_assert(furl_put_aside(&joining, &rest, 5));
    expect(joining.octets.at, (size_t)joining.n, "c");
    furl_joined_url_free(&joining);
}
END_TEST

/* Of a URL that is too long only the number of octets counts, whatever it is. */
START_TEST(what_is_too_long_takes_no_memory)
{
    static unsigned char text[20000];
    struct furl_joined_url joining = {.max = 1000};

    memset(text, 'x', sizeof text);
    for (size_t n = 7; n <= 700; n *= 100) { /* 7, 700 */
        struct furl_window window = {text, sizeof text, false, UINT64_C(1) << 33};
        furl_joined_url_begin(&joining, window.offset);
        for (uint64_t done = n; done <= sizeof text; done += n) {
            ck_assert(furl_put_aside(&joining, &window, window.offset + done));
            ck_assert_uint_eq(joining.n, done);
        }
        ck_assert_uint_le(joining.octets.room, 2000);
    }
    joining.n = UINT64_C(1) << 32;
    joining.from = 0;
    ck_assert(furl_put_aside(&joining, &(struct furl_window){text, 9, false, 0}, 9));
    ck_assert_uint_eq(joining.n, (UINT64_C(1) << 32) + 9);
    furl_joined_url_free(&joining);
}
END_TEST

Suite *joined_url_suite(void)
{
    Suite *suite = suite_create("joined_url");

    loop_case(suite, "aside", octets_are_put_aside, 1);
    loop_case(suite, "pieces", pieces_are_joined, 1);
    loop_case(suite, "memory", what_is_too_long_takes_no_memory, 1);
    return suite;
}
