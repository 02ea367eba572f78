#include "furl/url/url_escape.h"

#include "units.h"

#define SIZE 4096

START_TEST(repairs_at_every_cut)
{
    static const struct {
        const char *url, *repaired;
        enum furl_rules_id rules; /* FURL_RULE_BOOKS: none is named */
    } rows[] = {
        {"no colon <>~ %", "no colon <>~ %", FURL_RULE_BOOKS},
        {"http://x/a b?c d#e f#g", "http://x/a%20b?c+d#e%20f%23g", FURL_RULE_BOOKS},
        {"ftp://x/a?c d", "ftp://x/a?c%20d", FURL_RULE_BOOKS},
        {"http://x/%41%zz%4", "http://x/%41%25zz%254", FURL_RULE_BOOKS},
        {"http://x/%e4\xE4{}", "http://x/%e4%E4%7B%7D", FURL_RULE_BOOKS},
        {"area://a b~%7e%#---", "area://a+b%7E%7e%25%23--%2D", FURL_RULE_BOOKS},
        {"area://x?a=b&c=@/+", "area://x?a=b&c=@/+", FURL_RULE_BOOKS},
        {"area://x/--%2D-", "area://x/--%2D-", FURL_RULE_BOOKS},
        {"area://x y", "area://x%20y", FURL_RFC3986},
        {"http://[::1]:80/[x]", "http://[::1]:80/%5Bx%5D", FURL_RULE_BOOKS},
        {"http://u@[::1]/", "http://u@[::1]/", FURL_RULE_BOOKS},
        {"http://[::1/", "http://%5B::1/", FURL_RULE_BOOKS},
        {"http://[::1]a/", "http://%5B::1%5Da/", FURL_RULE_BOOKS},
        {"http://[::1]", "http://[::1]", FURL_RULE_BOOKS},
        {"http://[::1]]", "http://%5B::1%5D%5D", FURL_RULE_BOOKS},
        {"http://[]/", "http://%5B%5D/", FURL_RULE_BOOKS},
        {"http://[", "http://%5B", FURL_RULE_BOOKS},
        {"http://a/[1]", "http://a/[1]", FURL_RFC3986},
        {"ed2k://|file|a b|", "ed2k://|file|a%20b|", FURL_RULE_BOOKS},
        {"http://x/|", "http://x/|", FURL_RFC1738},
        {"http://x/ <", "http://x/ <", FURL_FIDOURL},
        {"s p:a b", "s p:a%20b", FURL_RULE_BOOKS},
        {"Echomail:a b", "Echomail:a+b", FURL_RULE_BOOKS},
        {":a b", ":a%20b", FURL_RULE_BOOKS},
        /* A second `?`, and a second `=` in a parameter (draft 5.3.1). */
        {"netmail:2:5/1?subject=Why? Yes", "netmail:2:5/1?subject=Why%3F+Yes", FURL_RULE_BOOKS},
        {"area:x?a=b=c&d==?&=e", "area:x?a=b%3Dc&d=%3D%3F&=e", FURL_RULE_BOOKS},
        {"area:x=y=z?a", "area:x=y=z?a", FURL_RULE_BOOKS},
        {"area:x?a=b%3Dc=", "area:x?a=b%3Dc%3D", FURL_RULE_BOOKS},
        {"area:x?a=b=c?", "area:x?a=b=c?", FURL_RFC1738},
        {"http://x/?a=b=c?", "http://x/?a=b=c?", FURL_RULE_BOOKS},
        /* What is around a URL. */
        {"<http://a/b c>", "<http://a/b%20c>", FURL_RULE_BOOKS},
        {"\"area:a b\"", "\"area:a+b\"", FURL_RULE_BOOKS},
        {"<URL:area:a b>", "<URL:area:a+b>", FURL_RULE_BOOKS},
        {"<uRl:http://a/b c?d e>", "<uRl:http://a/b%20c?d+e>", FURL_RULE_BOOKS},
        {"<urn:a b>", "<urn:a%20b>", FURL_RULE_BOOKS},
        {"<ur:a b>", "<ur:a%20b>", FURL_RULE_BOOKS},
        {"<URL:URL:a b>", "<URL:URL:a%20b>", FURL_RULE_BOOKS},
        {"URL:area:a b~", "URL:area:a+b%7E", FURL_RULE_BOOKS},
        {" \tarea:a b~", " \tarea:a+b%7E", FURL_RULE_BOOKS},
        {"\r\n< URL: area:a b~>", "\r\n< URL: area:a+b%7E>", FURL_RULE_BOOKS},
        {"u rl:area:a b", "u rl:area:a%20b", FURL_RULE_BOOKS},
        {"URL:a b", "URL:a b", FURL_RULE_BOOKS},
        {"<<area:a b>", "<<area:a%20b>", FURL_RULE_BOOKS},
        {"URL:<area:a b>", "URL:<area:a+b>", FURL_RULE_BOOKS},
        {"<http://a/>b>", "<http://a/%3Eb>", FURL_RULE_BOOKS},
        {"<http://a/>>", "<http://a/%3E>", FURL_RULE_BOOKS},
        {"<http://a/%4>", "<http://a/%254>", FURL_RULE_BOOKS},
        {"<http://[::1]>", "<http://[::1]>", FURL_RULE_BOOKS},
        {"<http://[::1>]", "<http://%5B::1%3E%5D", FURL_RULE_BOOKS},
        {"<http://a/b\"", "<http://a/b%22", FURL_RULE_BOOKS},
        {"http://a/b>", "http://a/b%3E", FURL_RULE_BOOKS},
        {"\"http://a/\"\"", "\"http://a/%22\"", FURL_RULE_BOOKS},
        {"<http://x/ >", "<http://x/ >", FURL_FIDOURL},
        {"<", "<", FURL_RULE_BOOKS},
        {"<URL:", "<URL:", FURL_RULE_BOOKS},
        {"<>", "<>", FURL_RULE_BOOKS},
        {" \r\nUR", " \r\nUR", FURL_RULE_BOOKS},
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        for (size_t cut = 1; cut < 30; cut++) {
            struct furl_url_escape repair;
            unsigned char out[SIZE], again[SIZE];
            struct furl_range in = range(rows[i].url);
            struct dice dice = {1};
            size_t n = 0;
            furl_url_escape_init(
                &repair, rows[i].rules < FURL_RULE_BOOKS ? &furl_rule_books[rows[i].rules] : NULL);
            for (size_t at = 0; at < in.n;) {
                size_t length = piece_length(&dice, cut, in.n - at);
                n += furl_url_escape_feed(&repair, in.at + at, length, out + n);
                at += length;
            }
            n += furl_url_escape_final(&repair, out + n);
            expect(out, n, rows[i].repaired);
            size_t m = furl_url_escape_feed(&repair, out, n, again);
            m += furl_url_escape_final(&repair, again + m);
            expect(again, m, rows[i].repaired);
        }
    }
}
END_TEST

/* Repairs the URL in pieces of length `cut`, 0 meaning random ones. */
static size_t feed(struct furl_url_escape *repair, struct furl_range url, size_t cut,
                   unsigned char *out)
{
    struct dice dice = {5};
    size_t n = 0;

    for (size_t i = 0; i < url.n;) {
        size_t length = piece_length(&dice, cut, url.n - i);
        n += furl_url_escape_feed(repair, url.at + i, length, out + n);
        i += length;
    }
    return n + furl_url_escape_final(repair, out + n);
}

/* Random URLs give the same in pieces, whatever was made safe or unsafe. */
START_TEST(whole_equals_piecewise)
{
    static const char *const octets[] = {"", "/?", "#[", "@]", " -", "|:", "a+"};
    struct dice dice = {(uint64_t)_i + 1};
    unsigned char url[URL_MAX], whole[FURL_URL_ESCAPED_MAX(URL_MAX)],
        pieces[FURL_URL_ESCAPED_MAX(URL_MAX)];

    for (size_t i = sampled(1000); i > 0; i--) {
        struct furl_range in = {url, roll_url(&dice, url)};
        size_t book = roll(&dice, FURL_RULE_BOOKS + 1);
        struct furl_url_escape repair;
        furl_url_escape_init(&repair, book < FURL_RULE_BOOKS ? &furl_rule_books[book] : NULL);
        furl_url_escape_allow(&repair, range(octets[roll(&dice, COUNT(octets))]));
        furl_url_escape_forbid(&repair, range(octets[roll(&dice, COUNT(octets))]));
        size_t n = feed(&repair, in, in.n, whole);
        size_t m = feed(&repair, in, cuts[_i], pieces);
        ck_assert_uint_eq(m, n);
        ck_assert_mem_eq(pieces, whole, n);
    }
}
END_TEST

/* What is made to be escaped divides nothing, and begins nothing. */
START_TEST(what_is_unsafe_has_no_place)
{
    static const struct {
        const char *unsafe, *url, *repaired;
    } rows[] = {
        {"/", "http://[::1]/", "http:%2F%2F%5B::1%5D%2F"},
        {"?", "http://a?b c", "http://a%3Fb%20c"},
        {"#", "http://a#b#", "http://a%23b%23"},
        {"@", "http://a@[::1]/", "http://a%40%5B::1%5D/"},
        {"[", "http://[::1]/", "http://%5B::1%5D/"},
        {"|", "ed2k://|a|", "ed2k://%7Ca%7C"},
        {"+", "http://a?b c+", "http://a?b%20c%2B"},
        {"+", "area://a b+", "area://a%20b%2B"},
        {" ", "area://a b", "area://a%20b"},
        {"-", "area://a---", "area://a%2D%2D%2D"},
        {"%", "http://a%41%", "http://a%41%25"},
        {":", "http://a:1", "http://a%3A1"},
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        struct furl_url_escape repair;
        unsigned char out[SIZE];
        furl_url_escape_init(&repair, NULL);
        furl_url_escape_forbid(&repair, range(rows[i].unsafe));
        expect(out, feed(&repair, range(rows[i].url), 100, out), rows[i].repaired);
    }
}
END_TEST

/* What is written fits the size that is named, whatever the pieces. */
START_TEST(results_fit)
{
    struct dice dice = {9};
    unsigned char url[URL_MAX];

    for (size_t i = sampled(10000); i > 0; i--) {
        size_t n = roll_url(&dice, url);
        struct furl_url_escape repair;
        unsigned char *out = NULL;
        furl_url_escape_init(&repair, NULL);
        for (size_t at = 0; at < n;) {
            size_t length = piece_length(&dice, 0, n - at);
            out = malloc(FURL_URL_ESCAPED_MAX(length));
            furl_url_escape_feed(&repair, url + at, length, out);
            free(out);
            at += length;
        }
        out = malloc(FURL_URL_ESCAPED_MAX(0));
        furl_url_escape_final(&repair, out);
        free(out);
    }
}
END_TEST

Suite *url_escape_suite(void)
{
    Suite *suite = suite_create("url_escape");

    loop_case(suite, "cuts", repairs_at_every_cut, 1);
    loop_case(suite, "sizes", results_fit, 1);
    loop_case(suite, "pieces", whole_equals_piecewise, COUNT(cuts));
    loop_case(suite, "unsafe", what_is_unsafe_has_no_place, 1);
    return suite;
}
