/* Content-Type: RFC 2045 5.1, RFC 2231 3 and 4, RFC 3676 4.2. Encodings: RFC 2045 6.7 and 6.8. */
#include "config.h"

#include "mail/mime.h"

#include "units.h"

static const struct {
    const char *value;
    enum mime_kind kind;
    const char *charset, *boundary;
    bool flowed, delsp;
} types[] = {
    {"text/plain", MIME_PLAIN, "", "", false, false},
    {"TEXT/Plain; CharSet=KOI8-R; Format=Flowed; DelSp=Yes", MIME_PLAIN, "KOI8-R", "", true, true},
    {"text/plain (plain text); charset=\"us-ascii\" (a)", MIME_PLAIN, "us-ascii", "", false, false},
    {"text/plain; format=fixed; delsp=no", MIME_PLAIN, "", "", false, false},
    {"text/plain; charset*=utf-8'en'iso%2D8859-1", MIME_PLAIN, "iso-8859-1", "", false, false},
    {"text/html;charset=utf-8", MIME_HTML, "utf-8", "", false, false},
    {"text/x-patch", MIME_TEXT, "", "", false, false},
    {"text", MIME_PLAIN, "", "", false, false},
    {"", MIME_PLAIN, "", "", false, false},
    {"image/png; name=\"a.png\"", MIME_OTHER, "", "", false, false},
    {"/", MIME_OTHER, "", "", false, false},
    {"multipart/mixed; boundary=\"a b=\\\"c\"", MIME_MULTIPART, "", "a b=\"c", false, false},
    {"multipart/mixed; boundary*0=\"a\"; boundary*1=b", MIME_MULTIPART, "", "ab", false, false},
    {"multipart/alternative", MIME_ALTERNATIVE, "", "", false, false},
    {"multipart/digest; boundary=----", MIME_DIGEST, "", "----", false, false},
    {"message/rfc822", MIME_MESSAGE, "", "", false, false},
    {"text/plain;; charset=a", MIME_PLAIN, "a", "", false, false},
    {"text/plain; ;format; charset=a;", MIME_PLAIN, "a", "", false, false},
    {"text/plain; format charset=a", MIME_PLAIN, "", "", false, false},
    {"text/Calendar; charset=a", MIME_CARD, "a", "", false, false},
    {"text/vcard", MIME_CARD, "", "", false, false},
    {"text/x-vcard", MIME_CARD, "", "", false, false},
    {"message/partial; number=1", MIME_OTHER, "", "", false, false},
};

START_TEST(types_are_read)
{
    struct mime_type type;

    memset(&type, 'x', sizeof type);
    mime_parse_type(types[_i].value, &type);
    ck_assert_int_eq((int)type.kind, (int)types[_i].kind);
    ck_assert_str_eq(type.charset, types[_i].charset);
    ck_assert_str_eq(type.boundary, types[_i].boundary);
    ck_assert(type.flowed == types[_i].flowed && type.delsp == types[_i].delsp);
}
END_TEST

/* Strings that are too long are none; the longest value there may be is read. */
START_TEST(long_types_are_read)
{
    static char value[MIME_VALUE_MAX + 1];
    struct mime_type type;

    for (size_t i = 0; i < 2; i++) {
        size_t n = (size_t)sprintf(value, "multipart/mixed; boundary=");
        memset(value + n, 'b', MIME_BOUNDARY_SIZE - 1 + i);
        value[n + MIME_BOUNDARY_SIZE - 1 + i] = '\0';
        mime_parse_type(value, &type);
        ck_assert_uint_eq(strlen(type.boundary), i == 0 ? MIME_BOUNDARY_SIZE - 1 : 0);
    }
    memset(value, ' ', MIME_VALUE_MAX);
    memcpy(value, "text/html", strlen("text/html"));
    memset(value + 20, '(', 1000);
    memset(value + 2000, ')', 1000);
    memcpy(value + 3000, ";name*=", strlen(";name*="));
    memset(value + 3007, 'x', MIME_VALUE_MAX - 3010);
    memcpy(value + MIME_VALUE_MAX - 3, "''y", 3);
    mime_parse_type(value, &type);
    ck_assert_int_eq((int)type.kind, (int)MIME_HTML);
}
END_TEST

static const struct {
    const char *encoding, *octets, *decoded;
} encoded[] = {
    {"", "a=3D\r\n", "a=3D\r\n"},
    {"8bit", "a=3D", "a=3D"},
    {"x-uuencode", "a=3D", "a=3D"},
    {"Quoted-Printable", "a=3D=\r\n b=\nc=C3=a4=xy\r\n", "a= bc\xC3\xA4=xy\r\n"},
    {"BASE64", "aHR0\r\ncDov\nL3g=\r\n--", "http://x"},
    {"base64", "aHR0cDovLw==", "http://"},
    {"base64", "", ""},
    {"base64", "b25lIA==\ndHdvIA==\n\ndGhyZWU=\n", "one two three"},
    {"base64", "b25l\ndHdvI==\r\ndGhyZWU", "onetwothree"},
    {"base64", "b25lIA==dHdv", "one two"},
    {"base64", "b25lIA==\n--\nabcd\n", "one "},
    {"base64", "b25lIA==\n____\nabcd\n", "one "},
    {"base64", "b25lIA==\nTo leave, write\n", "one "},
    {"base64", "====", ""},
};

START_TEST(encodings_are_undone)
{
    struct furl_range octets = range(encoded[_i].octets);
    unsigned char *out = malloc(MIME_DECODED_MAX(octets.n));

    ck_assert(out != NULL);
    size_t n = mime_decode(encoded[_i].encoding, octets, out);
    ck_assert(n <= octets.n);
    expect(out, n, encoded[_i].decoded);
    free(out);
}
END_TEST

Suite *mime_suite(void)
{
    Suite *suite = suite_create("mime");

    loop_case(suite, "types", types_are_read, COUNT(types));
    loop_case(suite, "long types", long_types_are_read, 1);
    loop_case(suite, "encodings", encodings_are_undone, COUNT(encoded));
    return suite;
}
