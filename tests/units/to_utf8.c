#include "mail/charset.h"

#include "units.h"

/* What becomes of octets, in one charset after the other, by one converter. */
static const struct {
    const struct mail_charset *charset;
    const char *octets, *utf8;
} conversions[] = {
    {&mail_cp866, "\x8F\xE0\xA8\xA2\xA5\xE2", "\xD0\x9F\xD1\x80\xD0\xB8\xD0\xB2\xD0\xB5\xD1\x82"},
    {&mail_cp437, "\x8F\xE0", "\xC3\x85\xCE\xB1"},
    {&mail_cp866,
     "12345678\xFF"
     "1234567",
     "12345678\xC2\xA0"
     "1234567"},
    {&mail_german, "[a]",
     "\xC3\x84"
     "a\xC3\x9C"},
    {&mail_german, "\xFF", "\xEF\xBF\xBD"},
    {&mail_ascii, "[\x80]", "[\xEF\xBF\xBD]"},
    {&mail_utf8, "\xD0\x9F", "\xD0\x9F"},
    {&mail_utf8, "a\xD0\xD0\x9F\xED\xA0\x80z\xF4",
     "a\xEF\xBF\xBD\xD0\x9F\xEF\xBF\xBD\xEF\xBF\xBD"
     "\xEF\xBF\xBDz\xEF\xBF\xBD"},
    {&mail_utf8, "123456789\x80", "123456789\xEF\xBF\xBD"},
    {&mail_koi8r, "\xF0", "\xD0\x9F"},
    {&mail_koi8r, "", ""},
};

START_TEST(octets_become_utf8)
{
    struct mail_converter converter = {0};

    for (size_t i = 0; i < COUNT(conversions); i++) {
        /* In memory of just that many octets. */
        size_t n = strlen(conversions[i].octets);
        unsigned char *octets = malloc(n + 1);
        memcpy(octets + 1, conversions[i].octets, n);
        struct furl_range made =
            mail_to_utf8(&converter, conversions[i].charset, (struct furl_range){octets + 1, n});
        expect(made.at, made.n, conversions[i].utf8);
        free(octets);
    }
    free(converter.out.at);
}
END_TEST

/* UTF-16, which has NULs; in memory of just that many octets. */
static const struct {
    const struct mail_charset *charset;
    const char *octets;
    size_t n;
    const char *utf8;
} wide[] = {
    {&mail_utf16, "\x04\x1F\0a", 4,
     "\xD0\x9F"
     "a"},
    {&mail_utf16be, "\x04\x1F\0a", 4,
     "\xD0\x9F"
     "a"},
    {&mail_utf16le,
     "\x1F\x04"
     "a",
     4,
     "\xD0\x9F"
     "a"},
    {&mail_utf16, "\xFE\xFF\0a", 4, "a"}, /* a byte order mark decides */
    {&mail_utf16,
     "\xFF\xFE"
     "a",
     4, "a"},
    {&mail_utf16be,
     "\xFF\xFE"
     "a",
     4, "a"},
    {&mail_utf16le, "\xFE\xFF\0a", 4, "a"},
    {&mail_utf16, "\xD8\x3D\xDE\x00", 4, "\xF0\x9F\x98\x80"},
    {&mail_utf16le, "\x3D\xD8\x00\xDE", 4, "\xF0\x9F\x98\x80"},
    {&mail_utf16, "\xDB\xFF\xDF\xFF", 4, "\xF4\x8F\xBF\xBF"},
    {&mail_utf16, "\xD8\x3D\0a", 4,
     "\xEF\xBF\xBD"
     "a"}, /* what is ill-formed */
    {&mail_utf16, "\xDE\x00\0a", 4,
     "\xEF\xBF\xBD"
     "a"},
    {&mail_utf16, "\xD8\x3D\xD8\x3D\xDE\x00", 6, "\xEF\xBF\xBD\xF0\x9F\x98\x80"},
    {&mail_utf16, "\0a\xD8\x3D", 4, "a\xEF\xBF\xBD"},
    {&mail_utf16, "\0a\xD8\x3D\xDE", 5, "a\xEF\xBF\xBD\xEF\xBF\xBD"},
    {&mail_utf16, "\0a\0", 3, "a\xEF\xBF\xBD"},
    {&mail_utf16, "\xFF\xFF", 2, "\xEF\xBF\xBF"},
    {&mail_utf16, "\xFE\xFF", 2, ""},
    {&mail_utf16, "a", 1, "\xEF\xBF\xBD"},
    {&mail_utf16, "", 0, ""},
};

START_TEST(utf16_becomes_utf8)
{
    struct mail_converter converter = {0};
    unsigned char *octets = malloc(wide[_i].n + 1);

    memcpy(octets + 1, wide[_i].octets, wide[_i].n);
    struct furl_range made =
        mail_to_utf8(&converter, wide[_i].charset, (struct furl_range){octets + 1, wide[_i].n});
    expect(made.at, made.n, wide[_i].utf8);
    ck_assert(made.n <= MAIL_UTF8_MAX(wide[_i].n));
    free(octets);
    free(converter.out.at);
}
END_TEST

static const struct {
    const struct mail_charset *charset;
    const char *octets;
    bool lacks;
} lacking[] = {
    {&mail_cp866, "\x8F\xFF", false},
    {&mail_cp1252, "a\x81", true},
    {&mail_ascii, "a", false},
    {&mail_ascii, "a\x81", true},
    {&mail_utf8, "\xD0\x9F", false},
    {&mail_utf8, "\xD0\x9F\xD1", false}, /* it is cut */
    {&mail_utf8, "a\xD1", true},
    {&mail_utf8, "\xD0\x9F\xD1 ", true},
    {&mail_utf8, "\xD0\x9F\xFF", true},
    {&mail_utf16, "\xD8", false},
    {&mail_utf8, "", false},
};

START_TEST(a_charset_may_lack_octets)
{
    ck_assert(mail_charset_lacks(lacking[_i].charset, range(lacking[_i].octets)) ==
              lacking[_i].lacks);
}
END_TEST

/* What is UTF-8 already is not copied. */
START_TEST(what_need_not_change_stays_where_it_is)
{
    struct mail_converter converter = {0};
    const struct furl_range ascii = range("12345678 is ASCII"), utf8 = range("\xD0\x9F");

    ck_assert_ptr_eq(mail_to_utf8(&converter, &mail_cp866, ascii).at, ascii.at);
    ck_assert_ptr_eq(mail_to_utf8(&converter, &mail_utf8, utf8).at, utf8.at);
    ck_assert_ptr_null(converter.out.at);
}
END_TEST

Suite *to_utf8_suite(void)
{
    Suite *suite = suite_create("to_utf8");

    loop_case(suite, "conversions", octets_become_utf8, 1);
    loop_case(suite, "UTF-16", utf16_becomes_utf8, COUNT(wide));
    loop_case(suite, "lacking", a_charset_may_lack_octets, COUNT(lacking));
    loop_case(suite, "as they are", what_need_not_change_stays_where_it_is, 1);
    return suite;
}
