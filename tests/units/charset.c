/* The tables are compared with iconv's in charsets.test. */
#include "mail/charset.h"

#include "units.h"

static const struct {
    const char *value, *label;
} values[] = {
    {"CP866 2", "cp866"},
    {"cp866", "cp866"},
    {"  CP866   2 ", "cp866"},
    {"\001CP866 2", "cp866"},
    {"866", "cp866"},
    {"1250", "cp1250"},
    {"+7_FIDO 2", "cp866"},
    {"+7 FIDO 2", "cp866"},
    {"+7 fido", "cp866"},
    {"+7", "cp866"},
    {"+7 2", "cp866"},
    {"MAC 2", "cp10000"},
    {"CP10000 2", "cp10000"},
    {"UTF-8 4", "utf-8"},
    {"utf-8", "utf-8"},
    {"LATIN-1 2", "latin-1"},
    {"LATIN-9 2", "latin-9"},
    {"KOI8-R 2", "koi8-r"},
    {"KOI8-U", "koi8-u"},
    {"CP1125 2", "cp1125"},
    {"CP848 2", "cp848"},
    {"UK 1", "uk"},
    {"GERMAN 1", "german"},
    {"ASCII 1", "ascii"},
    {"IBMPC 2", NULL},
    {"", NULL},
    {"2", NULL},
    {"CP867 2", NULL},
    {"CP8666", NULL},
    {"CP86", NULL},
    {"-1", NULL},
    {"7", NULL},
    {"CP866 22", NULL},
    {"UTF-8 \xFF", NULL},
};

START_TEST(names_are_known)
{
    const struct mail_charset *charset = mail_charset_named(furl_range_of(values[_i].value));

    ck_assert_str_eq(charset != NULL ? mail_charset_label(charset) : "",
                     values[_i].label != NULL ? values[_i].label : "");
}
END_TEST

static const char *const declared[][2] = {
    {"CP866 2", "CP866"}, {"+7 FIDO 2", "+7 FIDO"}, {" IBMPC  2", "IBMPC"},
    {"+7", "+7"},         {"utf-8", "utf-8"},       {"", ""},
    {"2", "2"},           {"A 2 3", "A 2"},
};

START_TEST(names_are_cut_out)
{
    struct furl_range name = mail_charset_name(furl_range_of(declared[_i][0]));

    expect(name.at, name.n, declared[_i][1]);
}
END_TEST

/* What becomes of octets, in one charset after the other, by one converter. */
static const struct {
    const char *label, *octets, *utf8;
} conversions[] = {
    {"cp866", "\x8F\xE0\xA8\xA2\xA5\xE2", "\xD0\x9F\xD1\x80\xD0\xB8\xD0\xB2\xD0\xB5\xD1\x82"},
    {"cp437", "\x8F\xE0", "\xC3\x85\xCE\xB1"},
    {"cp866",
     "12345678\xFF"
     "1234567",
     "12345678\xC2\xA0"
     "1234567"},
    {"german", "[a]",
     "\xC3\x84"
     "a\xC3\x9C"},
    {"german", "\xFF", "\xEF\xBF\xBD"},
    {"ascii", "[\x80]", "[\xEF\xBF\xBD]"},
    {"cp1252", "\x80\x81", "\xE2\x82\xAC\xEF\xBF\xBD"},
    {"cp848", "\xF2\xFD", "\xD2\x90\xC2\xA4"},
    {"cp1125", "\xF2\xF8", "\xD2\x90\xD0\x87"},
    {"swiss", "#@", "\xC3\xB9\xC3\xA0"},
    {"dutch", "#~", "\xC2\xA3\xC2\xB4"},
    {"utf-8", "\xD0\x9F", "\xD0\x9F"},
    {"utf-8", "a\xD0\xD0\x9F\xED\xA0\x80z\xF4",
     "a\xEF\xBF\xBD\xD0\x9F\xEF\xBF\xBD\xEF\xBF\xBD"
     "\xEF\xBF\xBDz\xEF\xBF\xBD"},
    {"utf-8", "123456789\x80", "123456789\xEF\xBF\xBD"},
    {"koi8-r", "\xF0", "\xD0\x9F"},
    {"koi8-r", "", ""},
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
            mail_to_utf8(&converter, mail_charset_named(furl_range_of(conversions[i].label)),
                         (struct furl_range){octets + 1, n});
        expect(made.at, made.n, conversions[i].utf8);
        free(octets);
    }
    free(converter.out.at);
}
END_TEST

/* A URL in ASCII is the same octets in all charsets, whatever else they change. */
START_TEST(letters_digits_and_colons_are_those_of_ascii)
{
    static const char *const labels[] = {
        "ascii",   "canadian", "dutch",   "finnish", "french", "german",  "italian", "norweig",
        "portu",   "spanish",  "swedish", "swiss",   "uk",     "cp437",   "cp850",   "cp852",
        "cp866",   "cp848",    "cp1250",  "cp1251",  "cp1252", "cp10000", "latin-1", "latin-2",
        "latin-5", "latin-9",  "cp1125",  "koi8-r",  "koi8-u"};
    struct mail_converter converter = {0};

    for (size_t i = 0; i < COUNT(labels); i++) {
        const struct mail_charset *charset = mail_charset_named(furl_range_of(labels[i]));
        for (unsigned octet = 0; octet < 256; octet++) {
            unsigned char from = (unsigned char)octet;
            struct furl_range made =
                mail_to_utf8(&converter, charset, (struct furl_range){&from, 1});
            bool is_one = furl_is(from, FURL_ALNUM) || from == ':' || from == '/';
            bool becomes_one =
                furl_is(made.at[0], FURL_ALNUM) || made.at[0] == ':' || made.at[0] == '/';
            ck_assert(is_one == becomes_one && (!is_one || made.at[0] == from));
        }
    }
    free(converter.out.at);
}
END_TEST

START_TEST(utf8_is_told)
{
    static const char *const well[] = {"", "a", "12345678", "1234567\xD0\x9F", "\xF4\x8F\xBF\xBF"};
    static const char *const ill[] = {"\x80", "12345678\xC0\x80", "\xD0", "1234567\xED\xA0\x80",
                                      "\xF4\x90\x80\x80"};

    for (size_t i = 0; i < COUNT(well); i++) {
        ck_assert(mail_is_utf8(furl_range_of(well[i])));
        ck_assert(!mail_is_utf8(furl_range_of(ill[i])));
    }
}
END_TEST

Suite *charset_suite(void)
{
    Suite *suite = suite_create("charset");

    loop_case(suite, "names", names_are_known, COUNT(values));
    loop_case(suite, "declared", names_are_cut_out, COUNT(declared));
    loop_case(suite, "conversions", octets_become_utf8, 1);
    loop_case(suite, "ASCII", letters_digits_and_colons_are_those_of_ascii, 1);
    loop_case(suite, "UTF-8", utf8_is_told, 1);
    return suite;
}
