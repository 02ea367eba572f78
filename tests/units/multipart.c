/* Multiparts: RFC 2046 5.1. */
#include "config.h"

#include "mail/mime.h"

#include "units.h"

#define MIXED       "Content-Type: multipart/mixed; boundary=b\n\n"
#define MIXED_IN    "Content-Type: multipart/mixed; boundary=c\n\n"
#define ALTERNATIVE "Content-Type: multipart/alternative; boundary=a\n\n"
#define HTML        "Content-Type: text/html\n\n"
#define PLAIN       "Content-Type: text/plain\n\n"
#define IMAGE       "Content-Type: image/png\n\n"
#define MESSAGE     "Content-Type: message/rfc822\n\n"

/* Messages, and the texts in them: each in brackets, of kinds other than plain with a letter. */
static const struct {
    const char *message, *texts;
} messages[] = {
    {"", "[]"},
    {"Subject: x\n", "[]"},
    {"Subject: x\n\n", "[]"},
    {"Subject: x\n\na\nb", "[a\nb]"},
    {"Subject: x\r\n\r\na\r\n", "[a\r\n]"},
    {"\n\na", "[\na]"},
    {HTML "<p>", "[h<p>]"},
    {"Content-Type: text/x-diff\n\na", "[ta]"},
    {IMAGE "a", ""},
    /* RFC 2046 5.1.1: what is before and after is left out, and the line end before a delimiter. */
    {MIXED "before\n--b\n\n1\n--b\n" HTML "2\n\n--b--\nafter\n--b\n\nno", "[1][h2\n]"},
    {MIXED "--b\r\n\r\n1\r\n--b  \r\n\r\n2\r\n--b-- \r\n", "[1][2]"},
    {MIXED "--b\n\n1\n--bb\n --b\n--b-\n--b---\n---b\n--b--",
     "[1\n--bb\n --b\n--b-\n--b---\n---b]"},
    {MIXED "--b\n\n1", "[1]"},
    {MIXED "--b\n\n1\n--b", "[1][]"},
    {MIXED "--b\n" IMAGE "1\n--b\n\n2\n--b--\n", "[2]"},
    {MIXED "no delimiter", "[no delimiter]"},
    {MIXED "--b\n" MIXED_IN "1\n--b\n\n2\n--b--\n", "[1][2]"},
    {MIXED "--b--\n--b\n\n1", "[--b--\n--b\n\n1]"},
    {MIXED "--b\n--b\n\n--b\nA: b\n--b\n\n1\n--b--", "[][][][1]"},
    {"Content-Type: multipart/mixed\n\n--b\n\n1\n--b--\n", "[t--b\n\n1\n--b--\n]"},
    /* One in the other; the inner one is not closed, or with the boundary of the outer one. */
    {MIXED "--b\n" ALTERNATIVE "--a\n\n1\n--b\n\n2\n--a\n--b--\n", "[1][2\n--a]"},
    {MIXED "--b\n" ALTERNATIVE "--a\n\n1\n--a--\nx\n--b\n\n2\n--b--\n", "[1][2]"},
    {MIXED "--b\n" MIXED "--b\n\n1\n--b--\n--b\n\n2\n--b--\n", "[1][2]"},
    /* Alternatives. */
    {ALTERNATIVE "--a\n" PLAIN "1\n--a\n" HTML "2\n--a--\n", "[1]"},
    {ALTERNATIVE "--a\n" HTML "2\n--a\n" PLAIN "1\n--a--\n", "[h2][1]"},
    {ALTERNATIVE "--a\n" PLAIN " \n\n--a\n" HTML "2\n--a--\n", "[ \n][h2]"},
    {ALTERNATIVE "--a\n" PLAIN "1\n--a\n" MIXED "--b\n" HTML "2\n--b\n\n3\n--b--\n--a--\n",
     "[1][3]"},
    {MIXED "--b\n" ALTERNATIVE "--a\n\n1\n--a\n" HTML "2\n--a--\n--b\n" HTML "3\n--b--\n",
     "[1][h3]"},
    /* A message that was forwarded is no alternative to what is around it; in it, there may be
       some. */
    {ALTERNATIVE "--a\n" PLAIN "1\n--a\n" MIXED "--b\n" HTML "2\n--b\n" MESSAGE HTML "3\n--b\n" HTML
                 "4\n--b--\n--a--\n",
     "[1][h3]"},
    {MIXED "--b\n" MESSAGE ALTERNATIVE "--a\n" PLAIN "1\n--a\n" HTML "2\n--a--\n--b\n" HTML
           "3\n--b--\n",
     "[1][h3]"},
    {ALTERNATIVE "--a\n" MESSAGE PLAIN "1\n--a\n" HTML "2\n--a--\n", "[1][h2]"},
    {ALTERNATIVE "--a\n" PLAIN "1\n--a\n" MIXED "--b\n" MESSAGE MIXED_IN "no\n--b\n" HTML
                 "2\n--b--\n--a--\n",
     "[1][no]"},
    /* Messages in messages. */
    {MESSAGE "Subject: x\n\n1\n", "[1\n]"},
    {MIXED "--b\n" MESSAGE "A: b\n" HTML "1\n--b\n" MESSAGE "--b\n\n2\n--b--\n", "[h1][][2]"},
    {"Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\nQQ==\n", "[QQ==\n]"},
    {"Content-Type: text/plain\nContent-Transfer-Encoding: 8bit (x)\nA: b\nsee c: d\n\ne",
     "[see c: d\n\ne]"},
    {"Content-Type: multipart/digest; boundary=b\n\n--b\n\nA: b\n\n1\n--b\n" PLAIN "2\n--b--\n",
     "[1][2]"},
};

START_TEST(texts_are_found)
{
    struct mail_entities entities = {.rest = range(messages[_i].message)};
    struct mail_entity text;
    unsigned char out[1024];
    size_t n = 0;

    while (mail_next_text(&entities, &text)) {
        if (text.content.n > 0 && text.content.at[0] > ' ') {
            mail_had_text(&entities, &text);
        }
        out[n++] = '[';
        if (text.type.kind != MIME_PLAIN) {
            out[n++] = text.type.kind == MIME_HTML ? 'h' : 't';
        }
        if (text.content.n > 0) {
            memcpy(out + n, text.content.at, text.content.n);
        }
        n += text.content.n;
        out[n++] = ']';
    }
    expect(out, n, messages[_i].texts);
}
END_TEST

START_TEST(headers_are_read)
{
    static const char message[] = "content-type: text/plain;\n charset=x; format=flowed\n"
                                  "CONTENT-TRANSFER-ENCODING:\tBase64\n\n";
    struct mail_entities entities = {.rest = range(message)};
    struct mail_entity text;

    ck_assert(mail_next_text(&entities, &text));
    ck_assert_str_eq(text.type.charset, "x");
    ck_assert(text.type.flowed);
    ck_assert_str_eq(text.encoding, "Base64");
    ck_assert(!mail_next_text(&entities, &text));
}
END_TEST

/* Multiparts in each other: as many as may be, and one more, which is not taken apart. */
START_TEST(depth_has_a_limit)
{
    for (size_t depth = MAIL_NESTED; depth <= MAIL_NESTED + 1; depth++) {
        char message[4096] = "";
        struct mail_entity text;
        size_t n = 0;
        for (size_t i = 0; i < depth; i++) {
            n += (size_t)sprintf(message + n,
                                 "Content-Type: multipart/mixed; boundary=b%zu\n\n--b%zu\n", i, i);
        }
        strcpy(message + n, "\nx");
        struct mail_entities entities = {.rest = range(message)};
        enum mime_kind wanted = depth == MAIL_NESTED ? MIME_PLAIN : MIME_MULTIPART;
        ck_assert(mail_next_text(&entities, &text));
        ck_assert_int_eq((int)text.type.kind, (int)wanted);
    }
}
END_TEST

/* A value that is too long for what reads it is none. */
START_TEST(values_have_a_limit)
{
    static char message[2 * MIME_VALUE_MAX];

    for (size_t i = 0; i < 2; i++) {
        struct mail_entity text;
        size_t n = (size_t)sprintf(message, "Content-Type: text/html; a=");
        size_t room = MIME_VALUE_MAX - strlen("text/html; a=") - strlen(" \n");
        memset(message + n, 'x', room + i);
        strcpy(message + n + room + i, "\n\ny");
        struct mail_entities entities = {.rest = range(message)};
        ck_assert(mail_next_text(&entities, &text));
        ck_assert_int_eq((int)text.type.kind, (int)(i == 0 ? MIME_HTML : MIME_PLAIN));
    }
}
END_TEST

Suite *multipart_suite(void)
{
    Suite *suite = suite_create("multipart");

    loop_case(suite, "texts", texts_are_found, COUNT(messages));
    loop_case(suite, "headers", headers_are_read, 1);
    loop_case(suite, "depth", depth_has_a_limit, 1);
    loop_case(suite, "values", values_have_a_limit, 1);
    return suite;
}
