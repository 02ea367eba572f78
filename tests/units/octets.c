#include "units.h"

/* The classes again, by hand, from the draft's own words (5.2.2.1-5.2.2.3). */
static unsigned class_by_hand(int octet)
{
    unsigned class = 0;

    if (octet <= 0x1F || octet == 0x7F) {
        class |= FURL_CONTROL;
    }
    if (octet >= 0x80) {
        class |= FURL_HIGH;
    }
    if (octet != 0 && strchr(" <>\"#%{}|\\^~[]`", octet) != NULL) {
        class |= FURL_UNSAFE;
    }
    if (octet != 0 && strchr("?=&@/+", octet) != NULL) {
        class |= FURL_RESERVED;
    }
    if ((octet >= 'a' && octet <= 'z') || (octet >= 'A' && octet <= 'Z')) {
        class |= FURL_LETTER | FURL_SCHEME;
    }
    if (octet >= '0' && octet <= '9') {
        class |= FURL_DIGIT | FURL_HEX | FURL_SCHEME;
    }
    if (octet != 0 && strchr("abcdefABCDEF", octet) != NULL) {
        class |= FURL_HEX;
    }
    if (octet == '+' || octet == '.' || octet == '-') {
        class |= FURL_SCHEME;
    }
    return class;
}

START_TEST(every_octet_has_its_classes)
{
    ck_assert_uint_eq(furl_class[_i], class_by_hand(_i));
}
END_TEST

START_TEST(an_escape_is_written_in_upper_case_and_read_in_either)
{
    unsigned char escape[FURL_ESCAPE_SIZE];
    char wanted[8], lower[8];

    snprintf(wanted, sizeof wanted, "%%%02X", (unsigned)_i);
    snprintf(lower, sizeof lower, "%02x", (unsigned)_i);
    ck_assert_uint_eq(furl_put_escape((unsigned char)_i, escape), 3);
    ck_assert_mem_eq(escape, wanted, 3);
    ck_assert_uint_eq(furl_hex_octet(escape + 1), (unsigned)_i);
    ck_assert_uint_eq(furl_hex_octet((unsigned char *)lower), (unsigned)_i);
}
END_TEST

START_TEST(names_are_spelled_in_any_case)
{
    ck_assert(furl_spells((const unsigned char *)"uRl:", 4, "url:"));
    ck_assert(!furl_spells((const unsigned char *)"url", 3, "url:"));
    ck_assert(!furl_spells((const unsigned char *)"url::", 5, "url:"));
    ck_assert(!furl_spells((const unsigned char *)"ur\0:", 4, "url:"));
}
END_TEST

/* Lines of up to 40 octets, with octets 00-0F in them that end none, from any octet on. */
START_TEST(a_line_ends_where_the_next_end_is)
{
    static const char ends[] = "\n\r\0";
    unsigned char octets[42];

    for (size_t n = 0; n <= 40; n++) {
        memset(octets, 'x', sizeof octets);
        octets[n / 2] = '\t';
        octets[n / 3] = 0x0F;
        octets[0] = octets[n + 1] = (unsigned char)ends[_i];
        for (size_t from = 1; from <= n + 1; from++) {
            struct furl_range front = {octets + from, sizeof octets - from};
            struct furl_range back = {octets, from};
            ck_assert_uint_eq(furl_line_length(front), n + 1 - from);
            ck_assert_uint_eq(furl_last_line_length(back), from - 1);
        }
        ck_assert_uint_eq(furl_line_length((struct furl_range){octets + 1, n}), n);
        ck_assert_uint_eq(furl_last_line_length((struct furl_range){octets + 1, n}), n);
    }
}
END_TEST

/* A range of none may be nowhere. */
START_TEST(no_octets_have_no_line)
{
    struct furl_range none = {NULL, 0};

    ck_assert_uint_eq(furl_line_length(none), 0);
    ck_assert_uint_eq(furl_last_line_length(none), 0);
}
END_TEST

Suite *octets_suite(void)
{
    Suite *suite = suite_create("octets");

    loop_case(suite, "classes", every_octet_has_its_classes, 256);
    loop_case(suite, "escapes", an_escape_is_written_in_upper_case_and_read_in_either, 256);
    loop_case(suite, "lines", a_line_ends_where_the_next_end_is, 3);
    loop_case(suite, "no line", no_octets_have_no_line, 1);
    loop_case(suite, "names", names_are_spelled_in_any_case, 1);
    return suite;
}
