/* Fields: RFC 5322 3.6, RFC 5536 3; dates: RFC 5322 3.3 and 4.3. */
#include "config.h"

#include "mail/reader.h"

#include "bases.h"
#include "units.h"

static struct octets octets;
static struct base base;

#define PARTS    "Content-Type: multipart/mixed; boundary=b\n\n"
#define CYRILLIC "\xD0\x98\xD0\xB2\xD0\xB0\xD0\xBD"

static const struct {
    const char *message, *wanted;
} letters[] = {
    {"From: Ivan <i@example.org>\nTo: a@b,\n c@d\nSubject: s\nMessage-ID: <x@y>\n"
     "Date: Sat, 5 Feb 1994 21:47:34 +0300\n\nHi\n",
     "1|Ivan <i@example.org>|a@b, c@d|s||x@y|1994-02-05T21:47:34+03:00||utf-8|Hi\n"},
    {"FROM: a\nFrom: b\nmessage-id: x@y (z)\nNewsgroups: fido7.a,comp.b\n\r\nHi",
     "1|a|||fido7.a,comp.b|x@y (z)|||utf-8|Hi\n"},
    {"Message-ID: a <x@y> b\nSubject:\n\n", "1|||||x@y|||utf-8|"},
    /* Charsets: of the parts, each its own; of what is in the head, that of the first one. */
    {"Subject: \xE9\xD7\xC1\xCE =?windows-1251?q?=C8?=\nContent-Type: text/plain; "
     "charset=KOI8-R\n\n"
     "\xE9\xD7\xC1\xCE",
     "1|||" CYRILLIC " \xD0\x98||||KOI8-R|utf-8|" CYRILLIC "\n"},
    {"Subject: " CYRILLIC "\n\n\x88\xA2\xA0\xAD\n", "1|||" CYRILLIC "|||||utf-8|" CYRILLIC "\n"},
    {PARTS "--b\nContent-Type: text/plain; charset=a\n\nx\xD0\x98\n--b\n"
           "Content-Type: text/html; charset=windows-1251\n\n&lt;\xC8\r\n\n--b--\n",
     "1|||||||a|utf-8|x\xEF\xBF\xBD\xEF\xBF\xBD\n<\xD0\x98\n"},
    /* A head is in the first text's charset, unless that lacks octets of it. */
    {"Subject: \xE9\xD7\n\n\xE9\xD7\xC1\xCE", "1|||\xD0\x98\xD0\xB2|||||utf-8|" CYRILLIC "\n"},
    {"Subject: \xE9\xD7\xC1\xCE\nContent-Type: text/plain; charset=utf-8\n\nx",
     "1|||" CYRILLIC "||||utf-8|utf-8|x\n"},
    {"Subject: \xE9\xD7\xC1\xCE\nContent-Type: text/plain; charset=a\n\nx",
     "1|||" CYRILLIC "||||a|utf-8|x\n"},
    {"To: \xFFr\nSubject: " CYRILLIC "\n\nx", "1||\xC3\xBFr|" CYRILLIC "|||||utf-8|x\n"},
    /* Encodings, and what comes after them. */
    {PARTS "--b\nContent-Type: text/plain; format=flowed; delsp=yes\n"
           "Content-Transfer-Encoding: quoted-printable\n\nhttp://x/=20\ny\n--b\n"
           "Content-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: base64\n\n"
           "PGEgaHJlZj0iaHR0cDovL3gvP2EmYW1wO2IiPg==\n--b--\n",
     "1||||||||utf-8|http://x/y\n<a href=\"http://x/?a&b\">\n"},
    {"Content-Type: image/png\n\nx", "1||||||||utf-8|"},
};

static void open_letter(const char *message, size_t cut)
{
    octets.n = 0;
    put_text(&octets, message);
    open_base(&base, &mail_rfc, "x.eml", &octets, NULL, cut);
}

START_TEST(letters_are_read)
{
    for (size_t i = 0; i < COUNT(cuts); i++) {
        open_letter(letters[_i].message, cuts[i]);
        expect_message(&base, letters[_i].wanted);
        expect_end(&base);
    }
}
END_TEST

static const char *const dates[][2] = {
    {"Sat, 5 Feb 1994 21:47:34 +0300", "1994-02-05T21:47:34+03:00"},
    {"5 Feb 1994 21:47 -0530 (comment)", "1994-02-05T21:47:00-05:30"},
    {"Sat, 05 Feb 94 21:47:34 GMT", "1994-02-05T21:47:34+00:00"},
    {"Sat, 05 Feb 1994 21:47:34 edt", "1994-02-05T21:47:34-04:00"},
    {"Sat, 05 Feb 1994 21:47:34 EST", "1994-02-05T21:47:34-05:00"},
    {"Sat, 05 Feb 1994 21:47:34 CDT", "1994-02-05T21:47:34-05:00"},
    {"Sat, 05 Feb 1994 21:47:34 CST", "1994-02-05T21:47:34-06:00"},
    {"Sat, 05 Feb 1994 21:47:34 MDT", "1994-02-05T21:47:34-06:00"},
    {"Sat, 05 Feb 1994 21:47:34 MST", "1994-02-05T21:47:34-07:00"},
    {"Sat, 05 Feb 1994 21:47:34 PDT", "1994-02-05T21:47:34-07:00"},
    {"Sat, 05 Feb 1994 21:47:34 PST", "1994-02-05T21:47:34-08:00"},
    {"Sat, 05 Feb 1994 21:47:34 UT", "1994-02-05T21:47:34+00:00"},
    {"Sat, 05 Feb 1994 21:47:34 Z", "1994-02-05T21:47:34+00:00"},
    {"Sat, 05 Feb 1994 21:47:34 utc", "1994-02-05T21:47:34+00:00"},
    {"Sat, 05 Feb 1994 21:47:34 -0000", "1994-02-05T21:47:34+00:00"},
    {"Sat,\n 05 Feb 1994\n 21:47:34\n\t+0300", "1994-02-05T21:47:34+03:00"},
    {"Sat, 05 Feb 1994 21:47:34", "1994-02-05T21:47:34"},
    {"Sat, 05 Feb 1994 21:47:34 A", "1994-02-05T21:47:34"},
    {"Sat, 31 Feb 1994 21:47:34 +0300", ""},
    {"Sat Feb  5 21:47:34 1994", ""},
    {"", ""},
    {":", ""},
};

START_TEST(dates_are_read)
{
    char message[256];
    char wanted[256];

    sprintf(message, "Date: %s\n\n", dates[_i][0]);
    sprintf(wanted, "1||||||%s||utf-8|", dates[_i][1]);
    open_letter(message, 0);
    expect_message(&base, wanted);
    expect_end(&base);
}
END_TEST

/* A fallback is for what tells no charset, in the head as in the text. */
START_TEST(a_fallback_is_used)
{
    open_letter("Subject: \xE9\n\n\xE9", 0);
    base.store.settings.fallback = &mail_koi8r;
    expect_message(&base, "1|||\xD0\x98|||||utf-8|\xD0\x98\n");
    expect_end(&base);
    open_letter("Subject: caf\xE9\n\nx", 0);
    base.store.settings.fallback = &mail_utf8; /* which lacks that */
    expect_message(&base, "1|||caf\xC3\xA9|||||utf-8|x\n");
    expect_end(&base);
}
END_TEST

Suite *letter_suite(void)
{
    Suite *suite = suite_create("letter");

    loop_case(suite, "letters", letters_are_read, COUNT(letters));
    loop_case(suite, "dates", dates_are_read, COUNT(dates));
    loop_case(suite, "fallback", a_fallback_is_used, 1);
    return suite;
}
