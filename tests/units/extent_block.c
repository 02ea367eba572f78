#include "furl/text/extent.h"

#include "units.h"

/* What each mask says of an octet below 80, by hand, from what fidourl(1) says of the end of a URL
 * (extract). */
static bool is_in(const char *octets, int octet)
{
    return octet > 0 && octet < 0x80 && strchr(octets, octet) != NULL;
}

static bool is_alnum(int octet)
{
    return is_in("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", octet);
}

static bool ends(int octet)
{
    return octet <= ' ' || octet == 0x7F || is_in("\">\\]^`{}", octet);
}

static void expect_bit(uint64_t mask, size_t at, bool set, int octet)
{
    ck_assert_msg((mask >> at & 1) == set, "octet %02X at %zu", (unsigned)octet, at);
}

/* Each octet at each place of blocks of each length, before others that say nothing. */
START_TEST(every_octet_has_its_masks)
{
    struct furl_kinds kinds;
    unsigned char text[80];

    furl_extent_block_kinds(&kinds);
    memset(text, '/', sizeof text);
    for (size_t n = 1; n <= FURL_LOOK_MAX; n += n < 3 ? 1 : 7) {
        for (size_t at = 0; at < n; at++) {
            struct furl_extent_block block;
            struct furl_window window = {text, 5 + n, false, 1000};
            text[5 + at] = (unsigned char)_i;
            furl_extent_block_look(&block, furl_kernels(), &kinds, &window, 1005);
            text[5 + at] = '/';
            ck_assert_uint_eq(block.offset, 1005);
            if (_i == '%' && n == FURL_LOOK_MAX && at >= FURL_LOOK_MAX - 2) {
                ck_assert_uint_eq(block.n, at);
                continue;
            }
            ck_assert_uint_eq(block.n, n);
            expect_bit(block.ends, at, ends(_i), _i);
            expect_bit(block.asks, at, _i >= 0x80 || is_in("()<[|%", _i), _i);
            expect_bit(block.foreign, at, _i >= 0x80 || is_in("~#[|", _i), _i);
            expect_bit(block.questions, at, _i == '?', _i);
            expect_bit(block.equals, at, _i == '=', _i);
            expect_bit(block.ampersands, at, _i == '&', _i);
            expect_bit(block.trimmed, at, is_in(".,;:!?'", _i), _i);
            expect_bit(block.alnum, at, is_alnum(_i), _i);
            ck_assert((block.asks & ~((uint64_t)1 << at)) == 0);
        }
    }
}
END_TEST

/* A `%` that begins no whole escape asks; one that the block's end cuts is left to the next. */
START_TEST(escapes_are_whole_or_ask)
{
    static const struct {
        const char *text;
        uint64_t asks;
    } rows[] = {{"%41", 0},          {"%4x", 1},   {"%%41", 1},   {"%", 1},        {"%4", 1},
                {"a%dF%Df%zz", 128}, {"%4%41", 1}, {"a%41%", 16}, {"%g1%1g%00", 9}};
    struct furl_kinds kinds;

    furl_extent_block_kinds(&kinds);
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct furl_range text = range(rows[i].text);
        struct furl_window window = {text.at, text.n, false, 0};
        struct furl_extent_block block;
        furl_extent_block_look(&block, furl_kernels(), &kinds, &window, 0);
        ck_assert_uint_eq(block.n, text.n);
        ck_assert_msg(block.asks == rows[i].asks, "%s", rows[i].text);
    }
    for (size_t at = FURL_LOOK_MAX - 4; at < FURL_LOOK_MAX; at++) {
        unsigned char text[80];
        struct furl_window window = {text, sizeof text, false, 0};
        struct furl_extent_block block;
        memset(text, 'a', sizeof text);
        text[at] = '%';
        furl_extent_block_look(&block, furl_kernels(), &kinds, &window, 0);
        ck_assert_uint_eq(block.n, at + 2 < FURL_LOOK_MAX ? FURL_LOOK_MAX : at);
    }
}
END_TEST

Suite *extent_block_suite(void)
{
    Suite *suite = suite_create("extent_block");

    loop_case(suite, "masks", every_octet_has_its_masks, 256);
    loop_case(suite, "escapes", escapes_are_whole_or_ask, 1);
    return suite;
}
