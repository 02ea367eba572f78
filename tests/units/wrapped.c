#include "furl/text/wrapped.h"

#include "units.h"

/* The most octets of a text here, and of a URL. */
#define ROOM 20000

/* What furl_wrapped_resume makes of the first URL of a text. */
struct joined {
    char url[ROOM];
    bool delimited, closed;
    size_t asked; /* how often more text was asked for */
};

/* Puts the URL together, and shows the text to furl_wrapped_resume so many octets further each
 * time.
 */
static void join(struct joined *joined, struct furl_range text, size_t more)
{
    struct furl_window window = {text.at, text.n, true, 0};
    const unsigned char *colon = memchr(text.at, ':', text.n);
    struct furl_start start;
    struct furl_wrapped wrap = {.wrapping = FURL_WRAPPED_NEW};
    size_t n = 0;

    while (furl_start(&window, (uint64_t)(colon - text.at), 0, &start) != FURL_YES) {
        colon = memchr(colon + 1, ':', text.n - (size_t)(colon + 1 - text.at));
    }
    size_t at = (size_t)start.at;
    window.n = 0;
    joined->asked = 0;
    for (;;) {
        size_t piece = furl_front_word((struct furl_range){text.at + at, text.n - at}).n;
        memcpy(joined->url + n, text.at + at, piece);
        n += piece;
        at += piece;
        if (at == text.n || (text.at[at] != ' ' && text.at[at] != '\t' && text.at[at] != '\n' &&
                             text.at[at] != '\r')) {
            break;
        }
        window.n = at < window.n ? window.n : at + 1;
        window.last = window.n == text.n;
        enum furl_answer answer = FURL_MORE;
        struct furl_point here = {at, n};
        uint64_t next = at;
        while ((answer = furl_wrapped_resume(&wrap, &window, &start, here, &next)) == FURL_MORE) {
            joined->asked++;
            ck_assert(!window.last);
            window.n = more < text.n - window.n ? window.n + more : text.n;
            window.last = window.n == text.n;
        }
        if (answer == FURL_NO) {
            break;
        }
        at = (size_t)next;
        ck_assert(at > here.at && at <= window.n);
    }
    joined->url[n] = '\0';
    joined->delimited = wrap.delimited;
    joined->closed = wrap.closed;
}

#define NINE   "123456789"
#define TEN    "1234567890"
#define URL_70 "http://example.org/" TEN TEN TEN TEN TEN "/" /* 70 octets */

enum { DELIMITED = 1, CLOSED = 2 };

/* Texts, the URL that comes of them, and how. */
static const struct {
    const char *text, *url;
    unsigned how;
} rows[] = {
    /* delimiters */
    {"<http://x/y\nz>", "http://x/yz", DELIMITED},
    {"<http://x/y\nz> and", "http://x/yz", DELIMITED},
    {"<http://x/y\nz\nw>", "http://x/yzw", DELIMITED},
    {"<http://x/y  \r\nz \r\nw>", "http://x/yzw", DELIMITED},
    {"<http://x/y\rz>", "http://x/yz", DELIMITED},
    {"<http://x/y\n            z>", "http://x/yz", DELIMITED},
    {"<http://x/y.\n>", "http://x/y.", DELIMITED | CLOSED},
    {"<http://x/y\nz\n>", "http://x/yz", DELIMITED | CLOSED},
    {"<http://x/y\nhtml> and", "http://x/yhtml", DELIMITED},
    {"<http://x/y\nz w>", "http://x/y", 0},
    {"<http://x/y\nz<", "http://x/y", 0},
    {"<http://x/y\n\nz>", "http://x/y", 0},
    {"<http://x/y\nz'\nw>", "http://x/y", 0},
    {"<http://x/y'\nz>", "http://x/y'", 0},
    {"<http://x/y\nz", "http://x/y", 0},
    {"> <http://x/y\n> z>", "http://x/yz", DELIMITED},
    {"> <http://x/y\n> html> and", "http://x/yhtml", DELIMITED},
    {"> <http://x/y\n>html> and", "http://x/yhtml", DELIMITED},
    {"> <http://x/y\nhtml> and", "http://x/y", 0},
    {" AK> <http://x/y\n AK> z>", "http://x/yz", DELIMITED},
    {" AK> <http://x/y\n AB> z>", "http://x/y", 0},
    {" AK> <http://x/y\n AK>z>", "http://x/y", 0},
    {"<URL:http://x/y\nz>", "http://x/yz", DELIMITED},
    {"\"http://x/y\nz\"", "http://x/yz", DELIMITED},
    {"\"URL:http://x/y\nz\"", "http://x/yz", DELIMITED},
    {"\"http://x/y\nz>", "http://x/y", 0},
    {"\"a\" \"http://x/y\nz\"", "http://x/y", 0},
    {"a \"http://x/y\nz\"", "http://x/yz", DELIMITED},
    {"(http://x/y\nz)", "http://x/y", 0},
    {"<http://x/y\na\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\nl\nm\nn\no\np>", "http://x/yabcdefghijklmnop",
     DELIMITED},
    {"<http://x/y\na\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\nl\nm\nn\no\np\nq>", "http://x/y", 0},
    {"<http://x/y\nhttp://x/z>", "http://x/y", 0},
    {"<http://x/y\n---\nz>", "http://x/y", 0},
    /* a margin of 75, and one of 79 */
    {URL_70 "abcd/\nef/12", URL_70 "abcd/ef/12", 0},
    {URL_70 "abcdefgh/\r\nef12", URL_70 "abcdefgh/ef12", 0},
    {URL_70 "abcde \t\nfg/12 and so on", URL_70 "abcdefg/12", 0},
    {"\xEF\xBB\xBF" URL_70 "abcde\nfg/12", URL_70 "abcdefg/12", 0},
    {URL_70 "abcde\nthe end", URL_70 "abcde", 0},
    {URL_70 "abcde\n\nfg/12", URL_70 "abcde", 0},
    {"\n> " URL_70 "abc\n> fg/12\n", URL_70 "abcfg/12", 0},
    {"\n> " URL_70 "abc\nfg/12\n", URL_70 "abc", 0},
    {URL_70 "abcde\n" TEN TEN TEN TEN TEN TEN TEN "/abcd\nef12\n",
     URL_70 "abcde" TEN TEN TEN TEN TEN TEN TEN "/abcdef12", 0},
    /* a blank at column 79 */
    {"see " URL_70 NINE " 1a/2b, then", URL_70 NINE "1a/2b,", 0},
    {"see " URL_70 NINE "  1a/2b, then", URL_70 NINE, 0},
    {"see " URL_70 TEN " 1a/2b, then", URL_70 TEN, 0},
    {"see " URL_70 NINE " it is", URL_70 NINE, 0},
    {"see " URL_70 NINE " " URL_70 NINE, URL_70 NINE, 0},
};

START_TEST(urls_are_joined)
{
    static struct joined joined, other;
    struct furl_range text = range(rows[_i].text);

    join(&joined, text, text.n);
    ck_assert_str_eq(joined.url, rows[_i].url);
    ck_assert(joined.delimited == ((rows[_i].how & DELIMITED) != 0));
    ck_assert(joined.closed == ((rows[_i].how & CLOSED) != 0));
    for (size_t more = 1; more <= text.n; more = 2 * more + 1) {
        join(&other, text, more);
        ck_assert_str_eq(other.url, joined.url);
        ck_assert(other.delimited == joined.delimited && other.closed == joined.closed);
    }
}
END_TEST

/* What comes after so many octets is not looked at, but is not waited for, either. */
START_TEST(far_octets_do_not_count)
{
    static const char head[] = "<" URL_70 "abcd\n", tail[] = "ef/12";
    static char text[ROOM];
    static struct joined joined;
    const size_t stop = sizeof head - 2;

    for (size_t i = FURL_WRAPPED_OCTETS - 30; i < FURL_WRAPPED_OCTETS + 30; i++) {
        size_t n = sizeof head - 1;
        memcpy(text, head, n);
        memset(text + n, 'a', stop + i - n);
        text[stop + i] = '>';
        n = stop + i + 1;
        memcpy(text + n, tail, sizeof tail);
        text[n++] = '\n';
        join(&joined, (struct furl_range){(unsigned char *)text, n}, 1000);
        ck_assert(joined.delimited == (i + 1 < FURL_WRAPPED_OCTETS));
    }
}
END_TEST

Suite *wrapped_suite(void)
{
    Suite *suite = suite_create("wrapped");

    loop_case(suite, "joined", urls_are_joined, COUNT(rows));
    loop_case(suite, "far octets", far_octets_do_not_count, 1);
    return suite;
}
