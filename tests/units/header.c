/* Fields: RFC 5322 2.2. Encoded words: RFC 2047 8 has the first examples. */
#include "config.h"

#include "mail/mime.h"

#include "guarded.h"
#include "units.h"

/* Headers, and what is made of them: "name=body;", the body in one line; what is left. */
static const struct {
    const char *octets, *fields, *rest;
} headers[] = {
    {"", "", ""},
    {"\nA: b", "", "A: b"},
    {"\r\nA: b", "", "A: b"},
    {"A: b", "A=b;", ""},
    {"A: b\n", "A=b;", ""},
    {"A:b\r\nC:  d \r\n\r\ntext", "A=b;C=d;", "text"},
    {"A: b\r\n\tc\r\n  d\r\nE:\n\n\n", "A=b c  d;E=;", "\n"},
    {"A \t: b:c\n", "A=b:c;", ""},
    {"A: \n b\n", "A=b;", ""},
    {"From x 1:2\nA: b\n", "=From x 1:2;A=b;", ""},
    {" A: b\nC: d\n", "=A: b;C=d;", ""},
    {": b\nA\nC: d\n", "=: b;", "A\nC: d\n"},
    {"From x\n>From y\n z\nC: d\nsee e: f\n", "=From x;=>From y;=z;C=d;", "see e: f\n"},
    {"A\xC3: b\nC: d\n", "=A\xC3: b;C=d;", ""},
    {"A: b\n \nC: d\n", "A=b;C=d;", ""},
    {"A: b\rC: d\n", "A=bC: d;", ""},
    {"A: b\nc\nTo: d\n\ne", "A=b;=c;To=d;", "e"}, /* a line that is no field */
    {"A: b\nc d\nE: f\n", "A=b;", "c d\nE: f\n"},
    {"a\nFrom: b\n", "=a;From=b;", ""},
};

START_TEST(fields_are_taken)
{
    struct furl_range rest = range(headers[_i].octets);
    struct mail_header_field field;
    unsigned char out[256];
    size_t n = 0;

    while (mail_next_field(&rest, &field)) {
        memcpy(out + n, field.name.at, field.name.n);
        n += field.name.n;
        out[n++] = '=';
        n += mail_unfold(field.body, out + n);
        out[n++] = ';';
    }
    expect(out, n, headers[_i].fields);
    expect(rest.at, rest.n, headers[_i].rest);
}
END_TEST

#define CYRILLIC "\xD0\x98\xD0\xB2\xD0\xB0\xD0\xBD"

/* Lines; the charset that is declared; what they are. */
static const struct {
    const char *line, *declared, *decoded;
} lines[] = {
    {"", "", ""},
    {"a b", "", "a b"},
    {"(=?ISO-8859-1?Q?a?=)", "", "(a)"},
    {"(=?ISO-8859-1?Q?a?= b)", "", "(a b)"},
    {"(=?ISO-8859-1?Q?a?= =?ISO-8859-1?Q?b?=)", "", "(ab)"},
    {"(=?ISO-8859-1?Q?a?=  =?ISO-8859-1?Q?b?=)", "", "(ab)"},
    {"(=?ISO-8859-1?Q?a_b?=)", "", "(a b)"},
    {"(=?ISO-8859-1?Q?a?= =?ISO-8859-2?Q?_b?=)", "", "(a b)"},
    {"=?iso-8859-1*de?q?Gr=FC=df=3?= <a@b>", "", "Gr\xC3\xBC\xC3\x9F=3 <a@b>"},
    {"=?utf-8?Q?=C3?= =?utf-8?Q?=BC?=", "", "\xC3\xBC"},
    {"=?windows-1251?Q?=C8?= =?utf-8?Q?=D0=B2?=", "", "\xD0\x98\xD0\xB2"},
    {"=?koi8-r?q?=E9=D7=C1=CE?=x", "", CYRILLIC "x"},
    {"=?iso-8859-1?q?=93a=94?=", "",
     "\xE2\x80\x9C"
     "a\xE2\x80\x9D"}, /* read as CP1252 */
    {"=?utf-16?b?BBg=?= =?utf-16?b?BDI=?=", "", "\xD0\x98\xD0\xB2"},
    {"=?x-unknown?q?a=88=D0=98?=", "", "a\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"},
    {"=?us-ascii?q?=E9=D7=C1=CE?=", "", CYRILLIC},
    {"=?Unknown-8bit?q?=E9=D7=C1=CE?=", "", CYRILLIC},
    {"\x88\xA2\xA0\xAD", "", CYRILLIC},
    {"\xE9\xD7\xC1\xCE", "koi8-r", CYRILLIC},
    {CYRILLIC, "koi8-r", CYRILLIC},
    {"\x88\xA2\xA0\xAD", "us-ascii", CYRILLIC},
    {"=?", "", "=?"},
    {"=?=?=?", "", "=?=?=?"},
    {"=?a?q?b", "", "=?a?q?b"},
    {"=?a?q?b?", "", "=?a?q?b?"},
    {"=?a?x?b?=", "", "=?a?x?b?="},
    {"=?\?q?=41?=", "", "=?\?q?=41?="}, /* a charset has a name */
    {"=?*en?q?=41?=", "", "=?*en?q?=41?="},
    {"=?utf-8?q?\?=", "", ""},
    {"=?=?utf-8?q?a?=", "", "=?a"},
    {"a =?utf-8?q?=00=0A?= b", "", "a \0\n b"},
};

START_TEST(words_are_decoded)
{
    struct guarded page;
    struct furl_range line = range(lines[_i].line);
    struct mail_converter converter = {0};
    struct mail_charsets charsets = {0};
    charsets.raw = mail_charset_of(&charsets, range(lines[_i].declared), line);
    unsigned char *out = malloc(MIME_DECODED_MAX(MAIL_UTF8_MAX(line.n)));

    ck_assert(out != NULL && guarded_page(&page));
    line.at = memcpy(page.end - line.n, line.at, line.n);
    size_t n = mail_decode_words(line, &charsets, &converter, out);
    ck_assert(n <= MAIL_UTF8_MAX(line.n));
    if (strchr(lines[_i].line, '0') != NULL && strstr(lines[_i].line, "=00") != NULL) {
        ck_assert_uint_eq(n, 6);
        ck_assert_mem_eq(out, "a \0\n b", 6);
    } else {
        expect(out, n, lines[_i].decoded);
    }
    free(out);
    free(converter.out.at);
    ck_assert(guarded_free(&page));
}
END_TEST

START_TEST(words_in_base64_are_decoded)
{
    static const char *const words[][2] = {
        {"=?ISO-8859-1?B?SWYgeW91IGNhbiByZWFkIHRoaXMgeW8=?=\t=?ISO-8859-2?B?dSB1bmRlcnN0YW5k?=",
         "If you can read this you understand"},
        {"=?utf-8?b?0JjQ?= =?utf-8?B?stCw0L0=?= x", CYRILLIC " x"},
        {"=?utf-8?b?!?=", ""},
    };
    struct mail_charsets charsets = {.raw = &mail_utf8};
    struct mail_converter converter = {0};
    unsigned char out[512];

    for (size_t i = 0; i < COUNT(words); i++) {
        size_t n = mail_decode_words(range(words[i][0]), &charsets, &converter, out);
        expect(out, n, words[i][1]);
    }
    free(converter.out.at);
}
END_TEST

START_TEST(a_fallback_comes_before_a_guess)
{
    struct mail_charsets charsets = {.fallback = &mail_koi8r};

    ck_assert(mail_charset_of(&charsets, range(" "), range(CYRILLIC)) == &mail_koi8r);
    ck_assert(mail_charset_of(&charsets, range("US-ASCII"), range(CYRILLIC)) == &mail_koi8r);
    ck_assert(mail_charset_of(&charsets, range("Windows-1251"), range(CYRILLIC)) == &mail_cp1251);
    ck_assert(!charsets.unknown);
    ck_assert(mail_charset_of(&charsets, range("x-unknown"), range(CYRILLIC)) == &mail_ascii);
    ck_assert(charsets.unknown);
    charsets.fallback = NULL;
    ck_assert(mail_charset_of(&charsets, range("US-ASCII"), range(CYRILLIC)) == &mail_utf8);
}
END_TEST

Suite *header_suite(void)
{
    Suite *suite = suite_create("header");

    loop_case(suite, "fields", fields_are_taken, COUNT(headers));
    loop_case(suite, "words", words_are_decoded, COUNT(lines));
    loop_case(suite, "fallback", a_fallback_comes_before_a_guess, 1);
    loop_case(suite, "base64", words_in_base64_are_decoded, 1);
    return suite;
}
