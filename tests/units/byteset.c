#include "furl/base/octets.h"

#include "units.h"

/* Whether the set has `octet`, in both of its forms; fails if they differ. */
static bool has(const struct furl_byteset *set, unsigned octet)
{
    unsigned char row = set->row[octet / 128][octet % 16];
    bool bit = (row >> octet / 16 % 8 & 1) != 0;

    ck_assert_msg(set->has[octet] == bit, "octet %02X", octet);
    return bit;
}

/* Fails unless the set has exactly the octets that `model` says. */
static void expect_set(const struct furl_byteset *set, const bool model[256])
{
    for (unsigned octet = 0; octet < 256; octet++) {
        ck_assert_msg(has(set, octet) == model[octet], "octet %02X", octet);
    }
}

/* Put into an empty set, and taken out of a full one. */
START_TEST(each_octet_is_put_alone)
{
    struct furl_byteset some = {.has = {false}}, all = {.has = {false}};
    bool model[256] = {false};

    expect_set(&some, model);
    furl_byteset_put(&some, (unsigned char)_i, true);
    model[_i] = true;
    expect_set(&some, model);
    for (int octet = 0; octet < 256; octet++) {
        furl_byteset_put(&all, (unsigned char)octet, true);
        model[octet] = octet != _i;
    }
    furl_byteset_put(&all, (unsigned char)_i, false);
    expect_set(&all, model);
}
END_TEST

START_TEST(what_was_put_last_counts)
{
    struct furl_byteset set = {.has = {false}};
    bool model[256] = {false};
    struct dice dice = {1};

    for (int i = 0; i < 2000; i++) {
        unsigned char octet = (unsigned char)roll(&dice, 256);
        model[octet] = roll(&dice, 2) != 0;
        furl_byteset_put(&set, octet, model[octet]);
        has(&set, octet);
        if (i % 50 == 0) {
            expect_set(&set, model);
        }
    }
}
END_TEST

START_TEST(a_set_is_made_of_a_range)
{
    static const unsigned char octets[] = {0xFF, 'a', 0, 'b', 'a', 0x80, 0x7F};
    bool model[256] = {false};

    for (size_t n = 0; n <= sizeof octets; n++) {
        struct furl_byteset set = furl_byteset_of((struct furl_range){octets, n});
        expect_set(&set, model);
        model[octets[n < sizeof octets ? n : 0]] = true;
    }
    struct furl_byteset none = furl_byteset_of((struct furl_range){NULL, 0});
    memset(model, 0, sizeof model);
    expect_set(&none, model);
}
END_TEST

Suite *byteset_suite(void)
{
    Suite *suite = suite_create("byteset");

    loop_case(suite, "octets", each_octet_is_put_alone, 256);
    loop_case(suite, "order", what_was_put_last_counts, 1);
    loop_case(suite, "range", a_set_is_made_of_a_range, 1);
    return suite;
}
