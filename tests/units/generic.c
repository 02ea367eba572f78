#include "furl/url/canonical.h"

#include "furl/url/display.h"
#include "furl/url/repair.h"
#include "furl/url/resolve.h"
#include "furl/url/sort.h"
#include "units.h"

#define SIZE 4096

/*
 * The tables of the rule books again, by hand, in the words of their texts: whether an escape of
 * the octet is decoded, and whether the octet may stand bare.
 */
static bool is_one_of(int octet, const char *list)
{
    return octet != 0 && strchr(list, octet) != NULL;
}

static bool is_alnum(int octet)
{
    return (octet >= 'a' && octet <= 'z') || (octet >= 'A' && octet <= 'Z') ||
           (octet >= '0' && octet <= '9');
}

/* Hyvatti: "IF it is in the range of 0x00-0x20 or 0x7f-0xff or it is one of ..." */
static bool hyvatti_decodes(int octet)
{
    return !(octet <= 0x20 || octet >= 0x7F || is_one_of(octet, "<>\"#%;/?:@=&"));
}

static bool hyvatti_bares(int octet)
{
    return !(octet <= 0x20 || octet >= 0x7F || is_one_of(octet, "<>\""));
}

/* RFC 1630: alpha, digit, safe and extra, without `@` and `&`, which are reserved elsewhere. */
static bool rfc1630_decodes(int octet)
{
    return is_alnum(octet) || is_one_of(octet, "$-_.") || is_one_of(octet, "!*'(),");
}

/* RFC 2396 2.3: unreserved = alphanum | mark */
static bool rfc2396_decodes(int octet)
{
    return is_alnum(octet) || is_one_of(octet, "-_.!~*'()");
}

/* RFC 2396 2.2: reserved */
static bool rfc2396_bares(int octet)
{
    return rfc2396_decodes(octet) || is_one_of(octet, ";/?:@&=+$,");
}

/* RFC 3986 2.3 and 2.2: unreserved; gen-delims and sub-delims */
static bool rfc3986_decodes(int octet)
{
    return is_alnum(octet) || is_one_of(octet, "-._~");
}

static bool rfc3986_bares(int octet)
{
    return rfc3986_decodes(octet) || is_one_of(octet, ":/?#[]@") || is_one_of(octet, "!$&'()*+,;=");
}

static const struct {
    enum furl_rules_id rules;
    bool (*decodes)(int octet), (*bares)(int octet);
} books[] = {
    {FURL_RFC1630, rfc1630_decodes, hyvatti_bares},
    {FURL_RFC1738, hyvatti_decodes, hyvatti_bares},
    {FURL_RFC2396, rfc2396_decodes, rfc2396_bares},
    {FURL_RFC3986, rfc3986_decodes, rfc3986_bares},
};

static enum furl_error write_form(enum furl_rules_id rules, struct furl_range url,
                                  unsigned char *out, size_t *n)
{
    static struct furl_canonical canonical;

    furl_canonical_init(&canonical, &furl_rule_books[rules]);
    struct furl_split split = furl_split(&canonical.splitter, url, NULL);
    struct furl_result result = furl_canonical_write(&canonical, &split, out);
    *n = result.n;
    return result.error;
}

START_TEST(every_octet_bare_and_as_an_escape)
{
    for (int octet = 0; octet < 256; octet++) {
        unsigned char url[16] = "x:a", out[FURL_CANONICAL_MAX(16)];
        char wanted[64];
        size_t n = 0;
        url[3] = (unsigned char)octet;
        snprintf(wanted, sizeof wanted, "x:a%%%02X", (unsigned)octet);
        if (octet == '%') {
            ck_assert_int_eq(write_form(books[_i].rules, (struct furl_range){url, 4}, out, &n),
                             FURL_BAD_ESCAPE);
        } else {
            /* The first `#` is that of a fragment. */
            bool bare = books[_i].bares(octet) || octet == '#';
            ck_assert_int_eq(write_form(books[_i].rules, (struct furl_range){url, 4}, out, &n),
                             FURL_FINE);
            if (bare) {
                ck_assert_uint_eq(n, 4);
                ck_assert_mem_eq(out, url, 4);
            } else {
                expect(out, n, wanted);
            }
        }
        snprintf((char *)url, sizeof url, "x:a%%%02x", (unsigned)octet);
        ck_assert_int_eq(write_form(books[_i].rules, (struct furl_range){url, 6}, out, &n),
                         FURL_FINE);
        if (books[_i].decodes(octet)) {
            ck_assert_uint_eq(n, 4);
            ck_assert_uint_eq(out[3], (unsigned)octet);
        } else {
            expect(out, n, wanted);
        }
    }
}
END_TEST

/* What a component leaves literal under each book, by hand from its text. */
static const struct {
    enum furl_rules_id rules;
    const char *literal;
    bool plus;
} components[] = {
    {FURL_RFC1630, "$-_@.&!*'(),", true},
    {FURL_RFC1738, "$-_.+!*'(),", false},
    {FURL_RFC2396, "-_.!~*'()", false},
    {FURL_RFC3986, "-._~", false},
};

START_TEST(every_octet_in_a_component)
{
    for (int path = 0; path < 2; path++) {
        struct furl_escape escape;
        furl_escape_init(&escape, &furl_rule_books[components[_i].rules],
                         &furl_components[path ? FURL_PATH : FURL_VALUE]);
        for (int octet = 0; octet < 256; octet++) {
            unsigned char in = (unsigned char)octet, out[FURL_ESCAPED_MAX(1)];
            char wanted[8];
            bool literal = is_alnum(octet) || is_one_of(octet, components[_i].literal) ||
                           (path && octet == '/');
            snprintf(wanted, sizeof wanted, literal ? "%c" : "%%%02X", (unsigned)octet);
            if (octet == ' ' && components[_i].plus && !path) {
                strcpy(wanted, "+");
            }
            expect(out, furl_escape_feed(&escape, &in, 1, out), wanted);
        }
    }
}
END_TEST

START_TEST(forms)
{
    static const struct {
        const char *url, *form;
        enum furl_rules_id rules;
    } rows[] = {
        {"HTTP://WWW.Example.ORG", "http://www.example.org/", FURL_RFC2396},
        {"http://A:80", "http://a/", FURL_RFC2396},
        {"http://a:", "http://a/", FURL_RFC2396},
        {"http://a:080/", "http://a:080/", FURL_RFC2396},
        {"http://a:81?q", "http://a:81/?q", FURL_RFC2396},
        {"http://a:80x/", "http://a:80x/", FURL_RFC2396},
        {"http://A:80:80/", "http://A:80:80/", FURL_RFC2396},
        {"https://a:443", "https://a/", FURL_RFC2396},
        {"https://a:80", "https://a:80/", FURL_RFC2396},
        {"ftp://A:21", "ftp://a", FURL_RFC2396},
        {"ws://a:80#f", "ws://a/#f", FURL_RFC2396},
        {"wss://a:443", "wss://a/", FURL_RFC2396},
        {"gopher://a:70/", "gopher://a/", FURL_RFC2396},
        {"telnet://a:23/", "telnet://a/", FURL_RFC2396},
        {"nntp://a:119/", "nntp://a/", FURL_RFC2396},
        {"wais://a:210/", "wais://a/", FURL_RFC2396},
        {"foo://A:80", "foo://a:80", FURL_RFC2396},
        {"http://a.", "http://a/", FURL_RFC2396},
        {"http://a.:80", "http://a/", FURL_RFC2396},
        {"http://a..", "http://a../", FURL_RFC2396},
        {"http://./", "http://./", FURL_RFC2396},
        {"http://U:P@A/", "http://U:P@a/", FURL_RFC2396},
        {"http://U@B@A/", "http://U@B@a/", FURL_RFC2396},
        {"http://A%2e/", "http://a/", FURL_RFC2396},
        {"http://%d1%84A/", "http://%D1%84a/", FURL_RFC2396},
        {"http://A!/", "http://A!/", FURL_RFC2396},
        {"http://", "http://", FURL_RFC2396},
        {"http:///X", "http:///X", FURL_RFC2396},
        {"file:///X", "file:///X", FURL_RFC2396},
        {"http://[2001:DB8::1]:80", "http://[2001:db8::1]/", FURL_RFC2396},
        {"http://[x]/[1]", "http://%5Bx%5D/%5B1%5D", FURL_RFC2396},
        {"http://[::1]x/", "http://%5B::1%5Dx/", FURL_RFC2396},
        {"http://a/[1]", "http://a/[1]", FURL_RFC3986},
        {"http://%5B::1%5D/", "http://[::1]/", FURL_RFC1738},
        {"http:a/B", "http:a/B", FURL_RFC2396},
        {"ed2k://|file|A%7c|", "ed2k://|file|A%7C|", FURL_RFC2396},
        {"ED2K://|file|", "ed2k://|file|", FURL_RFC3986},
        {"http://a/|", "http://a/%7C", FURL_RFC3986},
        {"http://a/|", "http://a/|", FURL_RFC1738},
        {"http://a/#b#c", "http://a/#b%23c", FURL_RFC2396},
        {"http://a/#b#c", "http://a/#b#c", FURL_RFC3986},
        {"http://a/../b", "http://a/b", FURL_RFC3986},
        {"http://a/../b", "http://a/../b", FURL_RFC2396},
        {"http://a/b c+d%20e", "http://a/b%20c+d%20e", FURL_RFC2396},
        {"AREA://X/", "area://X/", FURL_RFC3986},
        {"area://X:80", "area://X:80", FURL_RFC2396},
        {"mailto:A@B", "mailto:A@B", FURL_RFC2396},
    };
    unsigned char out[SIZE];

    for (size_t i = 0; i < COUNT(rows); i++) {
        size_t n = 0;
        ck_assert_int_eq(write_form(rows[i].rules, range(rows[i].url), out, &n), FURL_FINE);
        expect(out, n, rows[i].form);
        ck_assert_int_eq(write_form(rows[i].rules, range(rows[i].form), out, &n), FURL_FINE);
        expect(out, n, rows[i].form);
    }
}
END_TEST

static size_t roll_url(struct dice *dice, unsigned char *url)
{
    static const char *const parts[] = {
        "a", "B",   ".",   "..",     "/",         "//",     "?",     "&",        "=",
        "#", "%41", "%2e", "%d1%84", "%e2%80%8e", "%c2%a0", "%ff",   "\xD1\x84", "\xFF",
        "+", "%2b", " ",   "%20",    "[",         "]",      "[::1]", "|",        "~",
        "@", ":",   ":80", ":443",   "<",         "\"",     "%zz",   "c=d",      "c=%64"};
    static const char *const schemes[] = {"http://", "HTTPS://", "ftp:", "ed2k://|", "x:", "http:"};
    size_t n = (size_t)sprintf((char *)url, "%s", schemes[roll(dice, COUNT(schemes))]);

    for (uint32_t i = roll(dice, 12); i > 0; i--) {
        const char *part = parts[roll(dice, COUNT(parts))];
        memcpy(url + n, part, strlen(part));
        n += strlen(part);
    }
    return n;
}

/* Twice is once; and what is shown for reading comes back to the canonical form. */
START_TEST(twice_is_once_and_display_comes_back)
{
    struct dice dice = {(uint64_t)_i + 1};
    unsigned char url[200], once[SIZE], twice[SIZE];
    size_t fine = 0;

    for (size_t i = sampled(20000); i > 0; i--) {
        enum furl_rules_id rules = books[_i].rules;
        size_t n = 0, again = 0;
        struct furl_range in = {url, roll_url(&dice, url)};
        if (write_form(rules, in, once, &n) != FURL_FINE) {
            continue;
        }
        fine++;
        ck_assert_uint_le(n, FURL_CANONICAL_MAX(in.n));
        ck_assert_int_eq(write_form(rules, (struct furl_range){once, n}, twice, &again), FURL_FINE);
        ck_assert_uint_eq(n, again);
        ck_assert_mem_eq(once, twice, n);
        unsigned char shown[SIZE];
        memcpy(shown, once, n);
        struct furl_range display = {shown, furl_display(shown, n)};
        ck_assert_int_eq(write_form(rules, display, twice, &again), FURL_FINE);
        ck_assert_uint_eq(n, again);
        ck_assert_mem_eq(once, twice, n);
    }
    ck_assert(fine > sampled(5000));
}
END_TEST

/* All escapes undone, `%` itself but once. */
static size_t decode_by_hand(const unsigned char *url, size_t n, unsigned char *out)
{
    size_t written = 0;

    for (size_t i = 0; i < n; i++) {
        unsigned value = 0;
        if (url[i] == '%' && sscanf((const char *)url + i + 1, "%2x", &value) == 1) {
            out[written++] = (unsigned char)value;
            i += 2;
        } else {
            out[written++] = url[i];
        }
    }
    return written;
}

/* Of URLs without an authority the form decodes to what the URL decodes to. */
START_TEST(what_it_decodes_to_stays)
{
    struct dice dice = {(uint64_t)_i + 77};
    unsigned char url[200], form[SIZE], a[SIZE], b[SIZE];

    for (size_t i = sampled(20000); i > 0; i--) {
        size_t n = 0;
        size_t length = roll_url(&dice, url);
        memcpy(url, "x:", 2);
        memset(url + length, 0, 4);
        if (write_form(books[_i].rules, (struct furl_range){url, length}, form, &n) != FURL_FINE ||
            memcmp(url + 2, "//", 2) == 0) {
            continue;
        }
        form[n] = '\0';
        size_t a_n = decode_by_hand(url, length, a), b_n = decode_by_hand(form, n, b);
        ck_assert_uint_eq(a_n, b_n);
        ck_assert_mem_eq(a, b, a_n);
    }
}
END_TEST

START_TEST(display_decodes_letters_alone)
{
    static const struct {
        const char *url, *shown;
    } rows[] = {
        {"area://%D0%AD%D1%85%D0%BE", "area://\xD0\xAD\xD1\x85\xD0\xBE"},
        {"x:%E2%80%8E%C2%A0%E3%80%80", "x:%E2%80%8E%C2%A0%E3%80%80"},
        {"x:%E2%80%94%FF%D0", "x:\xE2\x80\x94%FF%D0"},
        {"x:%D0%2F%25", "x:%D0%2F%25"},
        {"x:%D0%AD%", "x:\xD0\xAD%"},
        {"x:%F0%9F%98%80", "x:\xF0\x9F\x98\x80"},
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        unsigned char url[64];
        size_t n = strlen(rows[i].url);
        memcpy(url, rows[i].url, n);
        expect(url, furl_display(url, n), rows[i].shown);
    }
}
END_TEST

START_TEST(parameters_are_sorted)
{
    static const struct {
        const char *url, *sorted;
    } rows[] = {
        {"area://x", "area://x"},
        {"area://x?b&a", "area://x?a&b"},
        {"area://x?b=2&a=2&b=1&a=1", "area://x?a=1&a=2&b=1&b=2"},
        {"area://x?b&a=&a&b=", "area://x?a=&a&b&b="},
        {"area://x?a+b&a%20a&a", "area://x?a&a%20a&a+b"},
        {"http://x/?a+b&a%20a", "http://x/?a%20a&a+b"},
        {"x:?a%20b&a+a", "x:?a%20b&a+a"},
        {"http://x/?c&b#a&d", "http://x/?b&c#a&d"},
        {"http://x/?%62=1&a=2&b=0", "http://x/?a=2&b=0&%62=1"},
        {"http://x/?b&&a&", "http://x/?&&a&b"},
        {"http://x/?", "http://x/?"},
        {"x:a", "x:a"},
        {"area://x?a%2Ba&a+b", "area://x?a+b&a%2Ba"},
    };
    struct furl_sorter sorter = {NULL, NULL, 0, 0};

    for (size_t i = 0; i < COUNT(rows); i++) {
        unsigned char url[64];
        size_t n = strlen(rows[i].url);
        memcpy(url, rows[i].url, n);
        ck_assert(furl_sort_parameters(&sorter, url, n));
        expect(url, n, rows[i].sorted);
    }
    furl_sorter_free(&sorter);
}
END_TEST

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
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        for (size_t cut = 1; cut < 30; cut++) {
            struct furl_repair repair;
            unsigned char out[SIZE], again[SIZE];
            struct furl_range in = range(rows[i].url);
            struct dice dice = {1};
            size_t n = 0;
            furl_repair_init(
                &repair, rows[i].rules < FURL_RULE_BOOKS ? &furl_rule_books[rows[i].rules] : NULL);
            for (size_t at = 0; at < in.n;) {
                size_t length = piece_length(&dice, cut, in.n - at);
                n += furl_repair_feed(&repair, in.at + at, length, out + n);
                at += length;
            }
            n += furl_repair_final(&repair, out + n);
            expect(out, n, rows[i].repaired);
            size_t m = furl_repair_feed(&repair, out, n, again);
            m += furl_repair_final(&repair, again + m);
            expect(again, m, rows[i].repaired);
        }
    }
}
END_TEST

/* Results fit the sizes that are named: buffers of these sizes, for sanitizers to watch. */
START_TEST(results_fit)
{
    struct dice dice = {(uint64_t)_i + 9};
    struct furl_splitter splitter = furl_splitter(FURL_AS_SCHEME);
    unsigned char url[400];

    for (size_t i = sampled(3000); i > 0; i--) {
        size_t n = roll_url(&dice, url), written = 0;
        if (roll(&dice, 4) == 0) {
            memset(url + 7, roll(&dice, 2) ? 0xFF : '[', n = 7 + roll(&dice, 100));
            n += 7;
        }
        unsigned char *out = malloc(FURL_CANONICAL_MAX(n));
        write_form(books[_i].rules, (struct furl_range){url, n}, out, &written);
        free(out);
        struct furl_repair repair;
        furl_repair_init(&repair, NULL);
        for (size_t at = 0; at < n;) {
            size_t length = piece_length(&dice, 0, n - at);
            out = malloc(FURL_REPAIRED_MAX(length));
            furl_repair_feed(&repair, url + at, length, out);
            free(out);
            at += length;
        }
        out = malloc(FURL_REPAIRED_MAX(0));
        furl_repair_final(&repair, out);
        free(out);
        size_t base_n = 2 + roll(&dice, (uint32_t)n);
        struct furl_range base = {url, base_n < n ? base_n : n};
        struct furl_split parts = furl_split(&splitter, base, NULL);
        if (parts.scheme.at != NULL) {
            size_t from = roll(&dice, (uint32_t)n);
            out = malloc(FURL_RESOLVED_MAX(base.n, n - from));
            struct furl_range reference = {url + from, n - from};
            ck_assert_uint_le(furl_resolve(&parts, reference, out).n,
                              FURL_RESOLVED_MAX(base.n, n - from));
            free(out);
        }
    }
}
END_TEST

Suite *generic_suite(void)
{
    Suite *suite = suite_create("generic");

    loop_case(suite, "tables", every_octet_bare_and_as_an_escape, COUNT(books));
    loop_case(suite, "components", every_octet_in_a_component, COUNT(components));
    loop_case(suite, "forms", forms, 1);
    loop_case(suite, "sizes", results_fit, COUNT(books));
    loop_case(suite, "idempotence", twice_is_once_and_display_comes_back, COUNT(books));
    loop_case(suite, "meaning", what_it_decodes_to_stays, COUNT(books));
    loop_case(suite, "display", display_decodes_letters_alone, 1);
    loop_case(suite, "sort", parameters_are_sorted, 1);
    loop_case(suite, "repair", repairs_at_every_cut, 1);
    return suite;
}
