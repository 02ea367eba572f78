#include "furl/url/url.h"

#include "units.h"

/* The parts that are there, in the order of enum furl_url_part; NULL: absent. */
struct row {
    const char *url, *parts[FURL_PARTS_MAX];
};

static void expect_parts(const struct row *row, enum furl_syntax syntax)
{
    struct furl_splitter splitter = furl_splitter(syntax);
    struct furl_split split = furl_split(&splitter, range(row->url), NULL);
    struct furl_parts parts;

    furl_split_parts(&parts, &split, syntax);
    for (size_t i = 0; i < FURL_PARTS_MAX; i++) {
        ck_assert_msg((parts.of[i].at != NULL) == (row->parts[i] != NULL), "%s: %zu", row->url, i);
        if (row->parts[i] != NULL) {
            expect(parts.of[i].at, parts.of[i].n, row->parts[i]);
        }
    }
}

START_TEST(canonical_urls_are_taken_apart)
{
    static const struct row rows[] = {
        {"area://A.B+C@d?x",
         {[FURL_URL_SCHEME] = "area",
          [FURL_URL_AREAS] = "A.B+C@d",
          [FURL_URL_AREA] = "A.B",
          [FURL_URL_QUERY] = "x"}},
        {"area://A@b@c+D/e/f/#g",
         {[FURL_URL_SCHEME] = "area",
          [FURL_URL_AREAS] = "A@b@c+D",
          [FURL_URL_AREA] = "A",
          [FURL_URL_DOMAIN] = "b@c",
          [FURL_URL_PATH] = "e/f/",
          [FURL_URL_FRAGMENT] = "g"}},
        {"area://", {[FURL_URL_SCHEME] = "area", [FURL_URL_AREAS] = "", [FURL_URL_AREA] = ""}},
        {"areafix:a/b?leave",
         {[FURL_URL_SCHEME] = "areafix",
          [FURL_URL_AREAS] = "a/b",
          [FURL_URL_AREA] = "a/b",
          [FURL_URL_QUERY] = "leave"}},
        {"netmail:2:5/6.7@fido.net",
         {[FURL_URL_SCHEME] = "netmail",
          [FURL_URL_ADDRESS] = "2:5/6.7@fido.net",
          [FURL_URL_ZONE] = "2",
          [FURL_URL_NET] = "5",
          [FURL_URL_NODE] = "6",
          [FURL_URL_POINT] = "7",
          [FURL_URL_DOMAIN] = "fido.net"}},
        {"freq://5/6/a",
         {[FURL_URL_SCHEME] = "freq",
          [FURL_URL_ADDRESS] = "5/6",
          [FURL_URL_NET] = "5",
          [FURL_URL_NODE] = "6",
          [FURL_URL_PATH] = "a"}},
        {"faqserv://2:5/6/r",
         {[FURL_URL_SCHEME] = "faqserv",
          [FURL_URL_ADDRESS] = "2:5/6",
          [FURL_URL_ZONE] = "2",
          [FURL_URL_NET] = "5",
          [FURL_URL_NODE] = "6",
          [FURL_URL_REQUEST] = "r"}},
        {"faqserv://5/6/r/o/p",
         {[FURL_URL_SCHEME] = "faqserv",
          [FURL_URL_ADDRESS] = "5/6",
          [FURL_URL_NET] = "5",
          [FURL_URL_NODE] = "6",
          [FURL_URL_REQUEST] = "r",
          [FURL_URL_PATH] = "o/p"}},
        {"http://u:p@h:81/a?b#c",
         {[FURL_URL_SCHEME] = "http",
          [FURL_URL_USERINFO] = "u:p",
          [FURL_URL_HOST] = "h",
          [FURL_URL_PORT] = "81",
          [FURL_URL_PATH] = "/a",
          [FURL_URL_QUERY] = "b",
          [FURL_URL_FRAGMENT] = "c"}},
        {"ws://[::1]/?",
         {[FURL_URL_SCHEME] = "ws",
          [FURL_URL_HOST] = "[::1]",
          [FURL_URL_PATH] = "/",
          [FURL_URL_QUERY] = ""}},
        {"http://a:b/",
         {[FURL_URL_SCHEME] = "http", [FURL_URL_AUTHORITY] = "a:b", [FURL_URL_PATH] = "/"}},
        {"file:///", {[FURL_URL_SCHEME] = "file", [FURL_URL_HOST] = "", [FURL_URL_PATH] = "/"}},
        {"mailto:a@b", {[FURL_URL_SCHEME] = "mailto", [FURL_URL_PATH] = "a@b"}},
        {"x:", {[FURL_URL_SCHEME] = "x", [FURL_URL_PATH] = ""}},
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        expect_parts(&rows[i], FURL_AS_SCHEME);
    }
}
END_TEST

/* Under the rules of the RFCs, a URL of Fidonet has no host. */
START_TEST(generic_urls_are_taken_apart)
{
    expect_parts(&(struct row){"area://a:1/b?c",
                               {[FURL_URL_SCHEME] = "area",
                                [FURL_URL_AUTHORITY] = "a:1",
                                [FURL_URL_PATH] = "/b",
                                [FURL_URL_QUERY] = "c"}},
                 FURL_AS_GENERIC);
    expect_parts(
        &(struct row){"netmail:2:5/6", {[FURL_URL_SCHEME] = "netmail", [FURL_URL_PATH] = "2:5/6"}},
        FURL_AS_GENERIC);
}
END_TEST

/* Whether it was the grammar of Fidonet. */
START_TEST(grammars_are_told)
{
    static const struct {
        const char *url;
        enum furl_syntax syntax;
        bool fidonet;
    } rows[] = {
        {"area://x", FURL_AS_SCHEME, true},
        {"area://x", FURL_AS_GENERIC, false},
        {"http://x", FURL_AS_SCHEME, false},
        {"mailto:x?a=b", FURL_AS_SCHEME, false},
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        struct furl_splitter splitter = furl_splitter(rows[i].syntax);
        struct furl_split split = furl_split(&splitter, range(rows[i].url), NULL);
        struct furl_parts parts;
        furl_split_parts(&parts, &split, rows[i].syntax);
        ck_assert_msg(parts.fidonet == rows[i].fidonet, "%s", rows[i].url);
    }
}
END_TEST

START_TEST(lists_are_divided)
{
    static const char *const lists[][5] = {
        {"a/b", "a", "b"}, {"a", "a"}, {"", ""}, {"/", "", ""}, {"a//b/", "a", "", "b", ""},
    };

    for (size_t i = 0; i < COUNT(lists); i++) {
        struct furl_range list = range(lists[i][0]), piece;
        size_t n = 1;
        for (; furl_next_piece(&list, '/', &piece); n++) {
            ck_assert_ptr_nonnull(lists[i][n]);
            expect(piece.at, piece.n, lists[i][n]);
        }
        ck_assert(n == COUNT(lists[i]) || lists[i][n] == NULL);
    }
    struct furl_range none = {NULL, 0}, piece;
    ck_assert(!furl_next_piece(&none, '/', &piece));
}
END_TEST

START_TEST(data_is_decoded)
{
    static const struct {
        const char *data, *plain, *plus;
    } rows[] = {
        {"", "", ""},
        {"a+b%2bc", "a+b+c", "a b+c"},
        {"%d0%AF", "\xD0\xAF", "\xD0\xAF"},
        {"%%41%4", "%A%4", "%A%4"},
        {"%25%32%35", "%25", "%25"},
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        unsigned char out[16];
        expect(out, furl_decode(range(rows[i].data), false, out), rows[i].plain);
        expect(out, furl_decode(range(rows[i].data), true, out), rows[i].plus);
    }
}
END_TEST

START_TEST(numbers_are_read)
{
    static const struct {
        const char *digits, *without;
        bool port;
    } rows[] = {
        {"0", "0", true},
        {"00", "0", true},
        {"081", "81", true},
        {"65535", "65535", true},
        {"65536", "65536", false},
        {"0000065535", "65535", true},
        {"655350", "655350", false},
        {"", "", true},
        {"18446744073709551616", "18446744073709551616", false},
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        struct furl_range without = furl_without_zeros(range(rows[i].digits));
        expect(without.at, without.n, rows[i].without);
        ck_assert_msg(furl_is_port(range(rows[i].digits)) == rows[i].port, "%s", rows[i].digits);
    }
    ck_assert(furl_is_port((struct furl_range){NULL, 0}));
}
END_TEST

Suite *parts_suite(void)
{
    Suite *suite = suite_create("parts");

    loop_case(suite, "urls", canonical_urls_are_taken_apart, 1);
    loop_case(suite, "generic", generic_urls_are_taken_apart, 1);
    loop_case(suite, "grammars", grammars_are_told, 1);
    loop_case(suite, "lists", lists_are_divided, 1);
    loop_case(suite, "data", data_is_decoded, 1);
    loop_case(suite, "numbers", numbers_are_read, 1);
    return suite;
}
