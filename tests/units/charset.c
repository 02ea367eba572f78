/* The tables are compared with iconv's in charsets.test. */
#include "mail/charset.h"

#include "units.h"

static const struct {
    const char *value;
    const struct mail_charset *charset;
} values[] = {
    {"CP866 2", &mail_cp866},
    {"cp866", &mail_cp866},
    {"  CP866 \t 2 ", &mail_cp866},
    {"\001CP866 2", &mail_cp866},
    {"\001\001CP866\001", &mail_cp866},
    {"866", &mail_cp866},
    {"1250", &mail_cp1250},
    {"+7_FIDO 2", &mail_cp866},
    {"+7 FIDO 2", &mail_cp866},
    {"+7 fido", &mail_cp866},
    {"+7", &mail_cp866},
    {"+7 2", &mail_cp866},
    {"MAC 2", &mail_macroman},
    {"CP10000 2", &mail_macroman},
    {"UTF-8 4", &mail_utf8},
    {"utf-8", &mail_utf8},
    {"LATIN-1 2", &mail_latin1},
    {"LATIN-9 2", &mail_latin9},
    {"KOI8-R 2", &mail_koi8r},
    {"KOI8-U", &mail_koi8u},
    {"ISO-8859-5", &mail_iso5},
    {"ISO-8859-1", &mail_latin1},
    {"iso-8859-2", &mail_latin2},
    {"iso-8859-9", &mail_latin5},
    {"ISO-8859-15", &mail_latin9},
    {"Windows-1250", &mail_cp1250},
    {"Windows-1251", &mail_cp1251},
    {"windows-1252", &mail_cp1252},
    {"IBM437", &mail_cp437},
    {"IBM850", &mail_cp850},
    {"IBM852", &mail_cp852},
    {"IBM866", &mail_cp866},
    {"macintosh", &mail_macroman},
    {"US-ASCII", &mail_ascii},
    {"UTF8", &mail_utf8},
    {"ISO8859-1 2", &mail_latin1},
    {"ISO_8859-1", &mail_latin1},
    {"iso 8859 15", &mail_latin9},
    {"ISO88592", &mail_latin2},
    {"LATIN1 2", &mail_latin1},
    {"LATIN 1", &mail_latin1},
    {"LATIN 1 2", &mail_latin1},
    {"Latin_9", &mail_latin9},
    {"KOI8R", &mail_koi8r},
    {"koi8_u 2", &mail_koi8u},
    {"WINDOWS1251", &mail_cp1251},
    {"windows 1251 2", &mail_cp1251},
    {"CP-866", &mail_cp866},
    {"CP 866 2", &mail_cp866},
    {"USASCII", &mail_ascii},
    {"ISO10", &mail_finnish},
    {"+7FIDO", &mail_cp866},
    {"+7-fido 2", &mail_cp866},
    {"WIN 2", &mail_cp1251},
    {"UKR", &mail_cp1125},
    {"UTF 8 4", &mail_utf8},
    {"UTF-16", &mail_utf16},
    {"UTF16LE", &mail_utf16le},
    {"utf-16be", &mail_utf16be},
    {"ISO-8859-1 5", &mail_latin1}, /* a level comes before a longer name */
    {"c-p-8-6-6-_-_-_-_-_-_-_-_-_-_-_-_", &mail_cp866},
    {"---", NULL},
    {"CP866x", NULL},
    {"LATIN", NULL},
    {"UTF-1", NULL},
    {"UTF-16L", NULL},
    {"+7 FIDOX", NULL},
    {"CP1125 2", &mail_cp1125},
    {"CP848 2", &mail_cp848},
    {"UK 1", &mail_uk},
    {"GERMAN 1", &mail_german},
    {"ASCII 1", &mail_ascii},
    {"IBMPC 2", NULL},
    {"", NULL},
    {" ", NULL},
    {"2", NULL},
    {" 2", NULL},
    {"CP867 2", NULL},
    {"CP8666", NULL},
    {"CP86", NULL},
    {"-1", NULL},
    {"7", NULL},
    {"CP866 22", NULL},
    {"CP8662", NULL},
    {"UTF-8 \xFF", NULL},
    {"12345678901234567890", NULL},
    {"1234567890123", NULL},
    {"123456789012", NULL},
    {"12345678901", NULL},
    {"1234567890", NULL},
    {"windows-12522", NULL},
};

START_TEST(names_are_known)
{
    ck_assert_ptr_eq(mail_charset_named(range(values[_i].value)), values[_i].charset);
}
END_TEST

static const char *const declared[][2] = {
    {"CP866 2", "CP866"},
    {"+7 FIDO 2", "+7 FIDO"},
    {" IBMPC  2", "IBMPC"},
    {"+7", "+7"},
    {"utf-8", "utf-8"},
    {"", ""},
    {"2", "2"},
    {"A 2 3", "A 2"},
    {"LATIN 1", "LATIN 1"},
    {"LATIN 1 2", "LATIN 1"},
};

START_TEST(names_are_cut_out)
{
    struct furl_range name = mail_charset_bare(range(declared[_i][0]));

    expect(name.at, name.n, declared[_i][1]);
}
END_TEST

/* Each is listed, and found by what is listed. */
START_TEST(names_are_listed)
{
    size_t n = 0;

    for (; mail_charset_name(NULL, n) != NULL; n++) {
        ck_assert_ptr_nonnull(mail_charset_named(range(mail_charset_name(NULL, n))));
    }
    ck_assert_uint_eq(n, 53);
}
END_TEST

/* What becomes of octets, in one charset after the other. */
static const struct {
    const struct mail_charset *charset;
    const char *octets, *utf8;
} conversions[] = {
    {&mail_cp866, "\x8F\xE0\xA8\xA2\xA5\xE2", "\xD0\x9F\xD1\x80\xD0\xB8\xD0\xB2\xD0\xB5\xD1\x82"},
    {&mail_cp437, "\x8F\xE0", "\xC3\x85\xCE\xB1"},
    {&mail_cp866, "a\xFFz", "a\xC2\xA0z"},
    {&mail_german, "[a]",
     "\xC3\x84"
     "a\xC3\x9C"},
    {&mail_german, "\xFF", "\xEF\xBF\xBD"},
    {&mail_ascii, "[\x80]\x7F\n", "[\xEF\xBF\xBD]\x7F\n"},
    {&mail_cp1252, "\x80\x81", "\xE2\x82\xAC\xEF\xBF\xBD"},
    {&mail_cp848, "\xF2\xFD", "\xD2\x90\xC2\xA4"},
    {&mail_cp1125, "\xF2\xF8", "\xD2\x90\xD0\x87"},
    {&mail_swiss, "#@", "\xC3\xB9\xC3\xA0"},
    {&mail_dutch, "#~", "\xC2\xA3\xC2\xB4"},
    {&mail_koi8r, "\xF0", "\xD0\x9F"},
    {&mail_koi8r, "", ""},
};

START_TEST(octets_become_utf8)
{
    struct mail_forms forms;

    for (size_t i = 0; i < COUNT(conversions); i++) {
        /* In memory of just that many octets. */
        size_t n = strlen(conversions[i].octets);
        unsigned char *octets = malloc(n + 1), *out = malloc(MAIL_TRANSLATED_MAX(n));
        memcpy(octets + 1, conversions[i].octets, n);
        mail_forms_init(&forms, conversions[i].charset);
        size_t made = mail_translate(&forms, (struct furl_range){octets + 1, n}, out);
        expect(out, made, conversions[i].utf8);
        free(octets);
        free(out);
    }
}
END_TEST

static bool is_plain(unsigned char octet)
{
    return furl_is(octet, FURL_ALNUM) || octet == ':' || octet == '/';
}

/* A URL in ASCII is the same octets in all charsets, whatever else they change. */
START_TEST(letters_digits_and_colons_are_those_of_ascii)
{
    struct mail_forms forms;

    for (size_t i = 0; mail_charset_name(NULL, i) != NULL; i++) {
        const struct mail_charset *charset = mail_charset_named(range(mail_charset_name(NULL, i)));
        if (charset == &mail_utf8 || mail_is_utf16(charset)) {
            continue;
        }
        mail_forms_init(&forms, charset);
        for (unsigned octet = 0; octet < 256; octet++) {
            const unsigned char *form = forms.of[octet];
            bool plain = is_plain((unsigned char)octet);
            ck_assert(plain == is_plain(form[0]) && (!plain || form[0] == octet));
            ck_assert(!furl_is((unsigned char)octet, FURL_CONTROL) || form[0] == octet);
        }
    }
}
END_TEST

Suite *charset_suite(void)
{
    Suite *suite = suite_create("charset");

    loop_case(suite, "names", names_are_known, COUNT(values));
    loop_case(suite, "declared", names_are_cut_out, COUNT(declared));
    loop_case(suite, "list", names_are_listed, 1);
    loop_case(suite, "conversions", octets_become_utf8, 1);
    loop_case(suite, "ASCII", letters_digits_and_colons_are_those_of_ascii, 1);
    return suite;
}
