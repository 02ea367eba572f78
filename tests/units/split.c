#include "furl/url/url.h"

#include "units.h"

/* URLs and their parts: scheme, authority, path, query, fragment; NULL: absent. */
static const struct {
    const char *url, *parts[5];
} rows[] = {
    /* RFC 3986 3 and 1.1.2 */
    {"foo://example.com:8042/over/there?name=ferret#nose",
     {"foo", "example.com:8042", "/over/there", "name=ferret", "nose"}},
    {"urn:example:animal", {"urn", NULL, "example:animal", NULL, NULL}},
    {"ldap://[2001:db8::7]/c=GB?one?two", {"ldap", "[2001:db8::7]", "/c=GB", "one?two", NULL}},
    {"mailto:John.Doe@example.com", {"mailto", NULL, "John.Doe@example.com", NULL, NULL}},
    {"http://a?b#c/d?e", {"http", "a", "", "b", "c/d?e"}},
    {"http://a#b?c", {"http", "a", "", NULL, "b?c"}},
    {"http://a/?#", {"http", "a", "/", "", ""}},
    {"file:///x", {"file", "", "/x", NULL, NULL}},
    {"http:/x//y", {"http", NULL, "/x//y", NULL, NULL}},
    /* References */
    {"", {NULL, NULL, "", NULL, NULL}},
    {"a/b:c", {NULL, NULL, "a/b:c", NULL, NULL}},
    {"//a/b", {NULL, "a", "/b", NULL, NULL}},
    {"?x:", {NULL, NULL, "", "x:", NULL}},
    {"#x", {NULL, NULL, "", NULL, "x"}},
    {"1a:b", {NULL, NULL, "1a:b", NULL, NULL}},
    {":a", {NULL, NULL, ":a", NULL, NULL}},
    /* Draft 5.1, 6, 7 */
    {"area://Ru.Linux+X@d/a/b?msgid=c?d", {"area", "Ru.Linux+X@d", "/a/b", "msgid=c?d", NULL}},
    {"AREA:x/", {"AREA", "x", "/", NULL, NULL}},
    {"area:", {"area", "", "", NULL, NULL}},
    {"areafix:a/b?leave", {"areafix", "a/b", "", "leave", NULL}},
    {"netmail:2:5/6.7@fido/x?to=y", {"netmail", "2:5/6.7@fido/x", "", "to=y", NULL}},
    {"freq://2:5/6/a/b", {"freq", "2:5/6", "/a/b", NULL, NULL}},
    {"faqserv://2:5/6", {"faqserv", "2:5/6", "", NULL, NULL}},
    {"freq:x?/y/z", {"freq", "x", "", "/y/z", NULL}},
};

static void expect_part(struct furl_range part, const char *wanted, const char *url)
{
    ck_assert_msg((part.at == NULL) == (wanted == NULL), "%s: %s", url,
                  wanted != NULL ? wanted : "none");
    if (wanted != NULL) {
        expect(part.at, part.n, wanted);
    }
}

static void expect_parts(const struct furl_split *split, const char *const parts[5],
                         const char *url)
{
    const struct furl_range got[] = {split->scheme, split->authority, split->path, split->query,
                                     split->fragment};

    for (size_t i = 0; i < COUNT(got); i++) {
        expect_part(got[i], parts[i], url);
    }
}

START_TEST(urls_are_split)
{
    struct furl_splitter splitter = furl_splitter(FURL_AS_SCHEME);
    struct furl_split split = furl_split(&splitter, range(rows[_i].url), NULL);

    expect_parts(&split, rows[_i].parts, rows[_i].url);
}
END_TEST

/* The same with so long an authority, path or query that the kernel does not see all of it. */
START_TEST(lengths_do_not_matter)
{
    struct furl_splitter splitter = furl_splitter(FURL_AS_SCHEME);
    char url[1024], parts[3][256];

    for (size_t n = 0; n < 200; n++) {
        for (size_t longer = 0; longer < COUNT(parts); longer++) {
            for (size_t i = 0; i < COUNT(parts); i++) {
                size_t length = i == longer ? n : 3;
                memset(parts[i], 'x', length);
                parts[i][length] = '\0';
            }
            snprintf(url, sizeof url, "http://%s/%s?%s#x", parts[0], parts[1], parts[2]);
            struct furl_split split = furl_split(&splitter, range(url), NULL);
            char path[257];
            snprintf(path, sizeof path, "/%s", parts[1]);
            const char *const wanted[] = {"http", parts[0], path, parts[2], "x"};
            expect_parts(&split, wanted, url);
        }
    }
}
END_TEST

START_TEST(fidonet_may_be_generic)
{
    struct furl_splitter splitter = furl_splitter(FURL_AS_GENERIC);
    struct furl_range url = range("freq://2:5/6/a");
    struct furl_split split = furl_split(&splitter, url, NULL);

    expect(split.authority.at, split.authority.n, "2:5");
    expect(split.path.at, split.path.n, "/6/a");
}
END_TEST

START_TEST(a_reference_is_one_of_its_base)
{
    static const unsigned char freq[] = "freq";
    struct furl_splitter splitter = furl_splitter(FURL_AS_SCHEME);
    const struct furl_scheme *base = furl_scheme((struct furl_range){freq, 4}, 4);
    struct furl_split split = furl_split(&splitter, range("//2:5/6/a"), base);

    expect(split.authority.at, split.authority.n, "2:5/6");
    expect(split.path.at, split.path.n, "/a");
    split = furl_split(&splitter, range("a/b"), base);
    ck_assert(split.authority.at == NULL);
    expect(split.path.at, split.path.n, "a/b");
}
END_TEST

START_TEST(authorities_are_split)
{
    static const struct {
        const char *authority, *userinfo, *host, *port;
        bool brackets;
    } authorities[] = {
        {"a", NULL, "a", NULL, false},
        {"", NULL, "", NULL, false},
        {"u:p@a:80", "u:p", "a", "80", false},
        {"@a:", "", "a", "", false},
        {"u@v@a", "u@v", "a", NULL, false},
        {"[::1]:80", NULL, "[::1]", "80", true},
        {"u@[::1]", "u", "[::1]", NULL, true},
        {"[::1]x", NULL, "[", ":1]x", false},
        {"a:b:c", NULL, "a", "b:c", false},
        {"u@[::1%a]:8", "u", "[::1%a]", "8", true},
        {"[::1%25a]", NULL, "[::1%25a]", NULL, true},
        {"[:1%25]", NULL, "[:1%25]", NULL, true},
        {"[1%a]", NULL, "[1%a]", NULL, false},
        {"[11%]", NULL, "[11%]", NULL, false},
        {"[11%a", NULL, "[11%a", NULL, false},
        {"[11%a!]", NULL, "[11%a!]", NULL, false},
        {"[11%25%41]", NULL, "[11%25%41]", NULL, false},
        {"[11%", NULL, "[11%", NULL, false},
    };

    for (size_t i = 0; i < COUNT(authorities); i++) {
        const char *text = authorities[i].authority;
        struct furl_authority parts = furl_split_authority(range(text));
        expect_part(parts.userinfo, authorities[i].userinfo, text);
        expect_part(parts.host, authorities[i].host, text);
        expect_part(parts.port, authorities[i].port, text);
        ck_assert(parts.brackets == authorities[i].brackets);
    }
}
END_TEST

Suite *split_suite(void)
{
    Suite *suite = suite_create("split");

    loop_case(suite, "urls", urls_are_split, COUNT(rows));
    loop_case(suite, "lengths", lengths_do_not_matter, 1);
    loop_case(suite, "generic", fidonet_may_be_generic, 1);
    loop_case(suite, "references", a_reference_is_one_of_its_base, 1);
    loop_case(suite, "authorities", authorities_are_split, 1);
    return suite;
}
