#include "furl/url/edit.h"

#include "units.h"

#define SET(which, text)                                                                           \
    {                                                                                              \
        .how = FURL_SET, .part = FURL_URL_##which, .value = RANGE(text)                            \
    }
#define DROP(which)                                                                                \
    {                                                                                              \
        .how = FURL_DROP, .part = FURL_URL_##which                                                 \
    }
#define OF_QUERY .part = FURL_URL_QUERY, .param = true
#define PARAM(text, what)                                                                          \
    {                                                                                              \
        .how = FURL_SET, OF_QUERY, .name = RANGE(text), .value = RANGE(what)                       \
    }
#define ADD(text, what)                                                                            \
    {                                                                                              \
        .how = FURL_APPEND, OF_QUERY, .name = RANGE(text), .value = RANGE(what)                    \
    }
#define MATCH(pattern)                                                                             \
    {                                                                                              \
        .how = FURL_DROP, OF_QUERY, .name = RANGE(pattern)                                         \
    }
#define RANGE(text)                                                                                \
    {                                                                                              \
        (const unsigned char *)(text), sizeof(text) - 1                                            \
    }

/* A canonical URL, changes, and what it becomes; NULL: an error. */
static const struct row {
    const char *url;
    size_t n;
    struct furl_change changes[3];
    const char *changed;
    enum furl_error error;
} rows[] = {
    {"http://h/?a=1&b=2", 1, {PARAM("a", "x y")}, "http://h/?a=x+y&b=2", FURL_FINE},
    {"http://h/?a=1&b=2&a", 1, {PARAM("a", "1")}, "http://h/?a=1&b=2", FURL_FINE},
    {"http://h/?a=1&b=2&a", 1, {PARAM("a", "3")}, "http://h/?a=3&b=2", FURL_FINE},
    {"http://h/", 2, {PARAM("a", ""), ADD("a", "%")}, "http://h/?a=&a=%25", FURL_FINE},
    {"area://A#f", 2, {PARAM("a", ""), ADD("a", "%")}, "area://A?a&a=%25#f", FURL_FINE},
    {"http://h/?A%20b=1", 1, {PARAM("A b", "2")}, "http://h/?A%20b=2", FURL_FINE},
    /* One that goes takes the `&` before it, the first that behind it. */
    {"http://h/?a&b&c", 1, {MATCH("a")}, "http://h/?b&c", FURL_FINE},
    {"http://h/?a&b&c", 1, {MATCH("b")}, "http://h/?a&c", FURL_FINE},
    {"http://h/?a&b&c", 1, {MATCH("c")}, "http://h/?a&b", FURL_FINE},
    {"http://h/?a&a&c", 1, {MATCH("a")}, "http://h/?c", FURL_FINE},
    {"http://h/?a&c&a&a&d", 1, {MATCH("a")}, "http://h/?c&d", FURL_FINE},
    {"http://h/?&a&&b", 1, {MATCH("a")}, "http://h/?&&b", FURL_FINE},
    {"http://h/?&a&", 1, {MATCH("a")}, "http://h/", FURL_FINE},
    {"http://h/?a#f", 1, {MATCH("*")}, "http://h/#f", FURL_FINE},
    {"http://h/?#f", 1, {MATCH("*")}, "http://h/?#f", FURL_FINE},
    {"http://h/?a&", 1, {ADD("b", "1")}, "http://h/?a&b=1", FURL_FINE},
    /* Patterns. */
    {"http://h/?abab&abb&ab", 1, {MATCH("*ab")}, "http://h/?abb", FURL_FINE},
    {"http://h/?aXbXc&aXcXb", 1, {MATCH("a*b*c")}, "http://h/?aXcXb", FURL_FINE},
    {"http://h/?%D1%84&%D1&ab", 1, {MATCH("?")}, "http://h/?ab", FURL_FINE},
    {"http://h/?*&a&%2A", 1, {MATCH("%2A")}, "http://h/?a", FURL_FINE},
    {"http://h/?*&a&%3F", 1, {MATCH("%3f")}, "http://h/?*&a", FURL_FINE},
    {"http://h/?a+b&a", 1, {MATCH("a b")}, "http://h/?a", FURL_FINE},
    {"http://h/?=1&a", 1, {MATCH("*")}, "http://h/", FURL_FINE},
    {"http://h/?=1&a", 1, {MATCH("?*")}, "http://h/?=1", FURL_FINE},
    /* What is written anew is read by the next. */
    {"http://h/?a", 3, {PARAM("b", "1"), MATCH("a"), PARAM("b", "2")}, "http://h/?b=2", FURL_FINE},
    {"http://h/?a", 3, {MATCH("x"), ADD("b", "1"), MATCH("y")}, "http://h/?a&b=1", FURL_FINE},
    {"http://h/?a", 3, {MATCH("a"), ADD("b", "1"), MATCH("a")}, "http://h/?b=1", FURL_FINE},
    /* Parts. */
    {"http://h/x", 1, {SET(PATH, "a?b%zz")}, "http://h/a%3Fb%25zz", FURL_FINE},
    {"area://A/x", 1, {SET(PATH, "/a#b")}, "area://A/a%23b", FURL_FINE},
    {"x:p", 1, {SET(PATH, "a")}, "x:a", FURL_FINE},
    {"faqserv://5/6", 1, {SET(REQUEST, "a/b c+@")}, "faqserv://5/6/a%2Fb+c%2B@", FURL_FINE},
    {"http://h:0081/", 1, {SET(PORT, "82")}, "http://h:82/", FURL_FINE},
    {"http://h/", 1, {SET(PORT, "082")}, "http://h:82/", FURL_FINE},
    {"ed2k://|a|", 1, {SET(HOST, "H")}, "ed2k://h", FURL_FINE},
    {"area://A/o", 3, {DROP(AREAS), SET(HOST, "h"), SET(SCHEME, "ftp")}, "ftp://h/o", FURL_FINE},
    {"http://h/o/p",
     3,
     {DROP(HOST), SET(AREAS, "A"), SET(SCHEME, "area")},
     "area://A/o/p",
     FURL_FINE},
    {"mailto:a@b?a+b", 2, {DROP(AREAS), MATCH("a b")}, "mailto:a@b?a+b", FURL_FINE},
    {"x:?a+b&c", 1, {MATCH("a%2Bb")}, "x:?c", FURL_FINE},

    {"http://h:65536/", 1, {ADD("a", "")}, NULL, FURL_BAD_PORT},
    {"http://h:65536/", 1, {PARAM("a", "")}, NULL, FURL_BAD_PORT},
    {"x://u@h:65536", 1, {MATCH("a")}, NULL, FURL_BAD_PORT},
    {"http://h:65536/", 2, {ADD("a", "b"), DROP(PORT)}, "http://h/?a=b", FURL_FINE},
    {"http://h:65536/", 2, {ADD("a", "b"), SET(PORT, "065535")}, "http://h:65535/?a=b", FURL_FINE},
    {"mailto:a@b", 1, {ADD("a", "b c+")}, "mailto:a@b?a=b%20c%2B", FURL_FINE},
    {"mailto:a@b", 1, {SET(AREAS, "A")}, NULL, FURL_NO_SUCH_PART},
    {"mailto:a@b", 1, {SET(HOST, "h")}, NULL, FURL_OTHER_PARTS},
    {"x://h//a", 1, {DROP(HOST)}, NULL, FURL_OTHER_PARTS},
    {"http://h/", 1, {SET(HOST, "a%21")}, "http://a%21/", FURL_FINE},
    {"http://h/", 1, {DROP(SCHEME)}, NULL, FURL_NO_SCHEME},
    {"area:", 1, {SET(AREAS, "C++")}, NULL, FURL_PLUS_IN_AREATAG},
    {"area:", 1, {SET(AREAS, "C@")}, NULL, FURL_AT_IN_AREATAG},
    {"area:", 1, {SET(AREAS, "C  D")}, NULL, FURL_EMPTY_AREATAG},
    {"area:C++", 1, {DROP(QUERY)}, NULL, FURL_EMPTY_AREATAG},
    {"abc", 1, {SET(SCHEME, "area")}, NULL, FURL_NO_SCHEME},
    {"netmail:5/6", 1, {DROP(ADDRESS)}, NULL, FURL_BAD_ADDRESS},
};

/* Changes a URL as often as there are rows, with one editor, and twice each. */
START_TEST(urls_are_changed)
{
    const struct row *row = &rows[_i];
    struct furl_change changes[3];
    struct furl_canonical canonical;
    struct furl_editor editor;

    memcpy(changes, row->changes, sizeof changes);
    furl_canonical_init(&canonical, NULL);
    ck_assert(furl_editor_init(&editor, changes, row->n));
    for (int canonical_first = 0; canonical_first < 2; canonical_first++) {
        ck_assert(furl_editor_reserve(&editor, strlen(row->url)));
        struct furl_result result =
            furl_edit(&editor, &canonical, range(row->url), canonical_first);
        ck_assert_int_eq(result.error, row->error);
        if (row->changed != NULL) {
            expect(editor.url, result.n, row->changed);
        }
    }
    furl_editor_free(&editor);
}
END_TEST

/* Of parameters alone, the short way and the long one give the same, in room that is just enough;
 * so does the canonical form of what keeps the octets of the URL. */
START_TEST(both_ways_are_one)
{
    struct furl_change changes[] = {MATCH("a*"), PARAM("b", "- --- /@"), ADD("c", ""), MATCH("?")};
    struct furl_canonical canonical;
    struct dice dice = {13};
    unsigned char url[URL_MAX], form[FURL_CANONICAL_MAX(URL_MAX)], first[8 * URL_MAX];
    unsigned char again[FURL_CANONICAL_MAX(8 * URL_MAX)];
    size_t changed = 0;

    furl_canonical_init(&canonical, NULL);
    for (size_t i = sampled(20000); i > 0; i--) {
        size_t n = roll_url(&dice, url);
        struct furl_split split =
            furl_split(&canonical.splitter, (struct furl_range){url, n}, NULL);
        struct furl_result result = furl_canonical_write(&canonical, &split, form);
        if (result.error != FURL_FINE) {
            continue;
        }
        struct furl_range range = {form, result.n};
        struct furl_editor editor;
        ck_assert(furl_editor_init(&editor, changes, 1 + roll(&dice, COUNT(changes))) &&
                  furl_editor_reserve(&editor, range.n));
        struct furl_result one = furl_edit(&editor, &canonical, range, true);
        if (one.error == FURL_FINE) {
            memcpy(first, editor.url, one.n);
        }
        struct furl_result other = furl_edit(&editor, &canonical, range, false);
        ck_assert_int_eq(one.error, other.error);
        if (one.error == FURL_FINE) {
            ck_assert_uint_eq(one.n, other.n);
            ck_assert_mem_eq(first, editor.url, one.n);
            struct furl_range edited = {first, one.n};
            ck_assert(furl_editor_reserve(&editor, n + range.n) &&
                      furl_edit_kept(&editor, &canonical.splitter, (struct furl_range){url, n},
                                     range, &edited));
            split = furl_split(&canonical.splitter, edited, NULL);
            other = furl_canonical_write(&canonical, &split, again);
            ck_assert_int_eq(other.error, FURL_FINE);
            ck_assert_uint_eq(one.n, other.n);
            ck_assert_mem_eq(first, again, one.n);
            changed++;
        }
        furl_editor_free(&editor);
    }
    ck_assert(changed > 0);
}
END_TEST

Suite *edit_suite(void)
{
    Suite *suite = suite_create("edit");

    loop_case(suite, "rows", urls_are_changed, COUNT(rows));
    loop_case(suite, "both ways", both_ways_are_one, 1);
    return suite;
}
