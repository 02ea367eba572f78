/* format=flowed: RFC 3676 4. */
#include "config.h"

#include "mail/mime.h"

#include "units.h"

static const struct {
    const char *text, *together, *without; /* the blank: DelSp */
} flowed[] = {
    {"", "", ""},
    {"a", "a\n", "a\n"},
    {"a \r\nb\r\n", "a b\n", "ab\n"},
    {"a \nb \nc\n", "a b c\n", "abc\n"},
    {"a \n\nb\n", "a \nb\n", "a\nb\n"}, /* an empty line ends a paragraph, as part of it */
    {" From a \n  b\n", "From a  b\n", "From a b\n"},
    {"> a \n> b\n>> c \n> d\n", "> a b\n>> c \n> d\n", "> ab\n>> c \n> d\n"},
    {">a \n>b\n", ">a b\n", ">ab\n"},
    {"> a \nb\n", "> a \nb\n", "> a \nb\n"},
    {"a \n-- \nb\n", "a \n-- \nb\n", "a \n-- \nb\n"},
    {"> -- \n> b\n", "> -- \n> b\n", "> -- \n> b\n"},
    {"http://x/ \ny ", "http://x/ y \n", "http://x/y \n"},
    {" \n \na", "\n\na\n", "\n\na\n"},
    {"  \n  \na", "  a\n", "a\n"},
    {">", ">\n", ">\n"},
};

START_TEST(lines_are_put_together)
{
    const char *const wanted[] = {flowed[_i].together, flowed[_i].without};
    size_t n = strlen(flowed[_i].text);

    for (size_t i = 0; i < COUNT(wanted); i++) {
        unsigned char *text = malloc(n + 1);
        ck_assert(text != NULL);
        memcpy(text, flowed[_i].text, n);
        size_t left = mail_unflow(text, n, i == 1);
        ck_assert(left <= n + 1);
        expect(text, left, wanted[i]);
        free(text);
    }
}
END_TEST

static const char *const escaped[][2] = {
    {"", ""},
    {"a", "a"},
    {"<a href=\"http://x/?a=1&amp;b=2&amp;amp;\">&lt;b&gt;</a>",
     "<a href=\"http://x/?a=1&b=2&amp;\"><b></a>"},
    {"&quot;&apos;&#39;&#38;&#038;", "\"''&&"},
    {"http://a/&nbsp;b&eacute;&Eacute;", "http://a/\xC2\xA0"
                                         "b\xC3\xA9\xC3\x89"},
    {"&hellip;&thetasym;&zwnj;&AElig;&zwj;",
     "\xE2\x80\xA6\xCF\x91\xE2\x80\x8C\xC3\x86\xE2\x80\x8D"},
    {"&#8230;&#x2026;&#X2026;&#1087;&#x1F600;",
     "\xE2\x80\xA6\xE2\x80\xA6\xE2\x80\xA6\xD0\xBF\xF0\x9F\x98\x80"},
    {"&#150;&#9;&#10;", "\xE2\x80\x93\t\n"}, /* a dash of Windows */
    {"&#0;&#27;&#xD800;&#1114112;&#;&#x;&#a;&#xg;", "&#0;&#27;&#xD800;&#1114112;&#;&#x;&#a;&#xg;"},
    {"&nbsp&NBSP;&AMP;&amp&", "&nbsp&NBSP;&AMP;&amp&"},
    {"&;&thetasymb;&amp-;&#99999999999;", "&;&thetasymb;&amp-;&#99999999999;"},
    {"&copy", "&copy"},
};

START_TEST(entities_are_characters)
{
    size_t n = strlen(escaped[_i][0]);
    unsigned char *text = malloc(n + 1);

    ck_assert(text != NULL);
    memcpy(text, escaped[_i][0], n);
    n = mail_unescape(text, n);
    expect(text, n, escaped[_i][1]);
    free(text);
}
END_TEST

/* Calendars and contacts: folded lines, and escapes in texts. */
static const char *const cards[][2] = {
    {"", ""},
    {"URL:http://a/b\r\n c\r\nX:\n\td\n", "URL:http://a/bc\r\nX:d\n"},
    {"A:b\\, c\\; d\\\\n\\ne\\Nf\\g\\", "A:b, c; d\\n\ne\nf\\g\\"},
    {"A:b\\\n nc\n", "A:b\nc\n"},
    {"A:b\r c\n\n d\n", "A:b\r c\nd\n"},
};

START_TEST(cards_are_plain)
{
    unsigned char text[256];
    size_t n = strlen(cards[_i][0]);

    memcpy(text, cards[_i][0], n);
    expect(text, mail_plain_card(text, n), cards[_i][1]);
}
END_TEST

Suite *plain_suite(void)
{
    Suite *suite = suite_create("plain");

    loop_case(suite, "flowed", lines_are_put_together, COUNT(flowed));
    loop_case(suite, "entities", entities_are_characters, COUNT(escaped));
    loop_case(suite, "cards", cards_are_plain, COUNT(cards));
    return suite;
}
