/* LZH: texts that the plain encoder of tests/stores made. */
#include "config.h"

#include "mail/reader.h"

#include "stores/stores.h"
#include "units.h"

enum { WINDOW = 4096, TEXT_MAX = 40000 };

/* The octet before a text that has `n`, at a distance. */
static int octet_at(const unsigned char *text, size_t n, size_t distance)
{
    return distance <= n ? text[n - distance] : distance - n <= 4036 ? ' ' : '\0';
}

static struct octets out;

/* A text of `n` octets, and its bits. It has so many different octets, and copies if these are few.
 */
static void roll_text_of(struct dice *dice, unsigned char *text, size_t n, uint32_t octets)
{
    out.n = 0;
    lzh_begin(&out);
    for (size_t pos = 0; pos < n;) {
        size_t length = octets < 256 && roll(dice, 8) == 0 ? 3 + roll(dice, 58) : 1;
        unsigned distance = 1 + roll(dice, roll(dice, 2) == 0 ? WINDOW : 100);
        length = length <= n - pos ? length : 1;
        unsigned char octet = (unsigned char)(roll(dice, octets) * 256 / octets);
        if (length > 1) {
            lzh_put_copy(length, distance);
        } else {
            lzh_put_octet(octet);
        }
        for (size_t i = 0; i < length; i++, pos++) {
            text[pos] = length > 1 ? (unsigned char)octet_at(text, pos, distance) : octet;
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
    struct furl_range octets = {out.ptr, out.n};
    ck_assert_uint_eq(mail_lzh_decode(octets, got, n), n);
    ck_assert(memcmp(got, text, n) == 0);
    size_t less = n / 2;
    ck_assert_uint_eq(mail_lzh_decode(octets, got, less), less);
    for (size_t step = octets.n / 40 + 1; octets.n > 0;
         octets.n -= step < octets.n ? step : octets.n) {
        size_t front = mail_lzh_decode((struct furl_range){out.ptr, octets.n - 1}, got, n);
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
