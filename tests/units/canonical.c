#include "furl/url/canonical.h"

#include "units.h"

#define SIZE 4096

static const struct furl_rules *rules_of(int id)
{
    return id < FURL_RULE_BOOKS ? &furl_rule_books[id] : NULL;
}

static struct furl_result write_form(struct furl_canonical *canonical, struct furl_range url,
                                     unsigned char *out)
{
    struct furl_split split = furl_split(&canonical->splitter, url, NULL);

    return furl_canonical_write(canonical, &split, out);
}

/* A URL, and its form under each of the rule books; the last one: those of its scheme. NULL: it is
 * wrong under them, as the row says, and where. */
static const struct {
    const char *url, *forms[FURL_RULE_BOOKS + 1];
    enum furl_error error;
    size_t where;
} rows[] = {
    /* An octet for each of the columns in fidourl(1), normalize. */
    {"x:%7e%24%2b%41 [|",
     {
         [FURL_RFC1630] = "x:%7E$%2BA%20%5B%7C",
         [FURL_RFC1738] = "x:~$+A%20[|",
         [FURL_RFC2396] = "x:~%24%2BA%20%5B%7C",
         [FURL_RFC3986] = "x:~%24%2BA%20%5B%7C",
         [FURL_RULE_BOOKS] = "x:~%24%2BA%20%5B%7C",
     },
     FURL_WRONG_RULES,
     0},
    {"HTTP://A.:80",
     {
         [FURL_RFC1630] = "http://a/",
         [FURL_RFC1738] = "http://a/",
         [FURL_RFC2396] = "http://a/",
         [FURL_RFC3986] = "http://a/",
         [FURL_RULE_BOOKS] = "http://a/",
     },
     FURL_WRONG_RULES,
     0},
    {"http://a/b/../c",
     {
         [FURL_RFC1630] = "http://a/b/../c",
         [FURL_RFC1738] = "http://a/b/../c",
         [FURL_RFC2396] = "http://a/b/../c",
         [FURL_RFC3986] = "http://a/c",
         [FURL_RULE_BOOKS] = "http://a/c",
     },
     FURL_WRONG_RULES,
     0},
    /* Fidonet's, which other rules treat as any other, without a host. */
    {"AREA:X+%7e?a=b=c&",
     {
         [FURL_FIDOURL] = "area://X+%7E?a=b%3Dc",
         [FURL_RFC1630] = "area:X+%7E?a=b=c&",
         [FURL_RFC1738] = "area:X+~?a=b=c&",
         [FURL_RFC2396] = "area:X+~?a=b=c&",
         [FURL_RFC3986] = "area:X+~?a=b=c&",
         [FURL_RULE_BOOKS] = "area://X+%7E?a=b%3Dc",
     },
     FURL_FINE,
     0},
    {"Freq://2:5/6/../A.:80",
     {
         [FURL_FIDOURL] = "freq://2:5/6/../A.:80",
         [FURL_RFC1630] = "freq://2:5/6/../A.:80",
         [FURL_RFC1738] = "freq://2:5/6/../A.:80",
         [FURL_RFC2396] = "freq://2:5/6/../A.:80",
         [FURL_RFC3986] = "freq://2:5/A.:80",
         [FURL_RULE_BOOKS] = "freq://2:5/6/../A.:80",
     },
     FURL_FINE,
     0},
    {"netmail://2:5/6.7@F?to=a%20b#c d",
     {
         [FURL_FIDOURL] = "netmail:2:5/6.7@F?to=a+b#c+d",
         [FURL_RFC1630] = "netmail://2:5/6.7@F?to=a%20b#c%20d",
         [FURL_RFC1738] = "netmail://2:5/6.7@F?to=a%20b#c%20d",
         [FURL_RFC2396] = "netmail://2:5/6.7@F?to=a%20b#c%20d",
         [FURL_RFC3986] = "netmail://2:5/6.7@F?to=a%20b#c%20d",
         [FURL_RULE_BOOKS] = "netmail:2:5/6.7@F?to=a+b#c+d",
     },
     FURL_FINE,
     0},
    {"area://a++b",
     {
         [FURL_RFC1630] = "area://a++b",
         [FURL_RFC1738] = "area://a++b",
         [FURL_RFC2396] = "area://a++b",
         [FURL_RFC3986] = "area://a++b",
     },
     FURL_EMPTY_AREATAG,
     9},
    {"area:", /* relative, or the list of areas (draft 6.2.5, 7.2) */
     {
         [FURL_FIDOURL] = "area://",
         [FURL_RFC1630] = "area:",
         [FURL_RFC1738] = "area:",
         [FURL_RFC2396] = "area:",
         [FURL_RFC3986] = "area:",
         [FURL_RULE_BOOKS] = "area://",
     },
     FURL_FINE,
     0},
    /* What is wrong under all of them. That there is no scheme is said first. */
    {"area://x?a=%4g", {NULL}, FURL_BAD_ESCAPE, 11},
    {"", {NULL}, FURL_NO_SCHEME, 0},
    {"x", {NULL}, FURL_NO_SCHEME, 0},
    {":x", {NULL}, FURL_NO_SCHEME, 0},
    {"//a/b", {NULL}, FURL_NO_SCHEME, 0},
    {"?x:y", {NULL}, FURL_NO_SCHEME, 0},
    {"a/b:c%zz", {NULL}, FURL_NO_SCHEME, 0},
    {"1a:b", {NULL}, FURL_NO_SCHEME, 0},
    {"\xD0:b", {NULL}, FURL_NO_SCHEME, 0},
};

static void check_row(struct furl_canonical *canonical, size_t row, int rules)
{
    const char *form = rows[row].forms[rules];
    unsigned char out[SIZE];
    struct furl_result result = write_form(canonical, range(rows[row].url), out);

    if (form != NULL) {
        ck_assert_msg(result.error == FURL_FINE, "%s: %s", rows[row].url,
                      furl_error_text(result.error));
        expect(out, result.n, form);
        result = write_form(canonical, range(form), out);
        ck_assert_int_eq(result.error, FURL_FINE);
        expect(out, result.n, form);
    } else {
        ck_assert_msg(result.error == rows[row].error && result.where == rows[row].where,
                      "%s: %s at %zu", rows[row].url, furl_error_text(result.error), result.where);
    }
}

START_TEST(forms_are_those_of_the_rules)
{
    for (size_t row = 0; row < COUNT(rows); row++) {
        static struct furl_canonical canonical;
        memset(&canonical, 0xFF, sizeof canonical);
        furl_canonical_init(&canonical, rules_of(_i));
        check_row(&canonical, row, _i);
    }
}
END_TEST

/* One state writes any number of URLs: what was written before, or was wrong, does not matter. */
START_TEST(one_state_writes_all)
{
    static struct furl_canonical canonical;
    struct dice dice = {(uint64_t)_i + 1};

    furl_canonical_init(&canonical, rules_of(_i));
    for (int i = 0; i < 300; i++) {
        check_row(&canonical, roll(&dice, COUNT(rows)), _i);
    }
}
END_TEST

/* A state that is begun anew goes by its new rules alone. */
START_TEST(one_state_is_begun_anew)
{
    static struct furl_canonical canonical;

    for (int before = 0; before <= FURL_RULE_BOOKS; before++) {
        furl_canonical_init(&canonical, rules_of(before));
        for (size_t row = 0; row < COUNT(rows); row++) {
            check_row(&canonical, row, before);
        }
        furl_canonical_init(&canonical, rules_of(_i));
        for (size_t row = 0; row < COUNT(rows); row++) {
            check_row(&canonical, row, _i);
        }
    }
}
END_TEST

/* URLs that are longer by a run of "x" between two parts, and their forms: an octet is written the
 * same wherever it is. */
static const struct {
    const char *front, *back, *form_front, *form_back;
} longer[] = {
    {"HTTP://A:80/", "%7e%41 [|#b c%2b", "http://a/", "~A%20%5B%7C#b%20c%2B"},
    {"http://", ".A.:80?%7E#%41", "http://", ".a/?~#A"},
    {"http://U%3a", "@[::1A]:081", "http://U%3A", "@[::1a]:81/"},
    {"http://", "%2E", "http://", "/"},
    {"http://A", "!/", "http://A", "!/"},
    {"http://a?", "[b]^%5e", "http://a/?", "%5Bb%5D%5E%5E"},
    {"ed2k://|", "|%7c|", "ed2k://|", "|%7C|"},
    {"s", "://A.%41", "s", "://a.a"},
    {"mailto:", "\xD1\x84@A%40", "mailto:", "%D1%84@A%40"},
    {"AREA:", "+Y%41~@d?a=b=c&#e f", "area://", "+YA%7E@d?a=b%3Dc#e+f"},
    {"areafix:a/", "---%2d%20b", "areafix:a/", "--%2D-+b"},
    {"netmail://2:5/6@", "?%74o=%61+b", "netmail:2:5/6@", "?to=a+b"},
    {"freq:2:5/6/", "/%2f%40", "freq://2:5/6/", "/%2F@"},
};

START_TEST(lengths_do_not_matter)
{
    static struct furl_canonical canonical;

    furl_canonical_init(&canonical, NULL);
    for (size_t n = 1; n < 150; n++) {
        char url[512], form[512], run[151];
        unsigned char out[SIZE];
        memset(run, 'x', n);
        run[n] = '\0';
        snprintf(url, sizeof url, "%s%s%s", longer[_i].front, run, longer[_i].back);
        snprintf(form, sizeof form, "%s%s%s", longer[_i].form_front, run, longer[_i].form_back);
        struct furl_result result = write_form(&canonical, range(url), out);
        ck_assert_msg(result.error == FURL_FINE, "%s: %s", url, furl_error_text(result.error));
        expect(out, result.n, form);
    }
}
END_TEST

/* An offset of what is wrong is one in the URL, not in its form. */
START_TEST(errors_have_their_place)
{
    static const struct {
        const char *url;
        enum furl_error error;
        size_t where;
    } wrong[] = {
        {"http://a/%", FURL_BAD_ESCAPE, 9},
        {"http://a/%4", FURL_BAD_ESCAPE, 9},
        {"http://\xFF\xFF/%41%4g", FURL_BAD_ESCAPE, 13},
        {"http://a?%41#%", FURL_BAD_ESCAPE, 13},
        {"x:%%41", FURL_BAD_ESCAPE, 2},
        {"area:\xFF\xFF?a=%zz", FURL_BAD_ESCAPE, 10},
        {"http://u@[a\xFF]:8/", FURL_BAD_HOST, 11},
        {"http://[::1%25a b]", FURL_BAD_HOST, 15},
        {"ed2k://[a|\"]", FURL_BAD_HOST, 10},
        {"http://[a]b\"]%/", FURL_BAD_ESCAPE, 13},
        {"http://[a b]c%/", FURL_BAD_ESCAPE, 13},
        {"http:[a b]%", FURL_BAD_ESCAPE, 10},
        {"netmail:x", FURL_BAD_ADDRESS, 8},
        {"area:a?b&&c", FURL_EMPTY_PARAMETER, 9},
    };
    static struct furl_canonical canonical;
    unsigned char out[SIZE];

    furl_canonical_init(&canonical, NULL);
    for (size_t i = 0; i < COUNT(wrong); i++) {
        struct furl_result result = write_form(&canonical, range(wrong[i].url), out);
        ck_assert_msg(result.error == wrong[i].error && result.where == wrong[i].where,
                      "%s: %s at %zu", wrong[i].url, furl_error_text(result.error), result.where);
    }
}
END_TEST

/* Each octet takes the most room where it is escaped; and "/" or "//" is added. Output has memory
 * of the size that is named, for sanitizers to watch. */
START_TEST(forms_fit)
{
    static const char *const fronts[] = {"area:", "http://", "http:a?", "netmail:2:5/6?", "x:"};
    static struct furl_canonical canonical;

    furl_canonical_init(&canonical, rules_of(_i));
    for (size_t front = 0; front < COUNT(fronts); front++) {
        for (size_t n = 0; n < 100; n++) {
            unsigned char url[128];
            size_t length = (size_t)sprintf((char *)url, "%s", fronts[front]);
            memset(url + length, 0xFF, n);
            length += n;
            unsigned char *out = malloc(FURL_CANONICAL_MAX(length));
            ck_assert(out != NULL);
            struct furl_result result =
                write_form(&canonical, (struct furl_range){url, length}, out);
            ck_assert_uint_le(result.error == FURL_FINE ? result.n : 0, FURL_CANONICAL_MAX(length));
            free(out);
        }
    }
}
END_TEST

Suite *canonical_suite(void)
{
    Suite *suite = suite_create("canonical");

    loop_case(suite, "forms", forms_are_those_of_the_rules, FURL_RULE_BOOKS + 1);
    loop_case(suite, "any", one_state_writes_all, FURL_RULE_BOOKS + 1);
    loop_case(suite, "anew", one_state_is_begun_anew, FURL_RULE_BOOKS + 1);
    loop_case(suite, "lengths", lengths_do_not_matter, COUNT(longer));
    loop_case(suite, "errors", errors_have_their_place, 1);
    loop_case(suite, "sizes", forms_fit, FURL_RULE_BOOKS + 1);
    return suite;
}
