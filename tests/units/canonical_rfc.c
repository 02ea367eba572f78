#include "furl/url/canonical.h"

#include "units.h"

#define SIZE 4096

/*
 * The tables of the rule books again, by hand, in the words of their texts: whether an escape of
 * the octet is decoded, and whether the octet may be bare.
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

/* RFC 1630: alpha, digit, safe and extra, without `@` and `&`, which are reserved elsewhere, and
 * without those that it reserves itself: "reserved = | * | !". */
static bool rfc1630_decodes(int octet)
{
    return is_alnum(octet) || is_one_of(octet, "$-_.") || is_one_of(octet, "'(),");
}

/* RFC 1630: "national = { | } | vline | [ | ] | \ | ^ | ~", of which and of the backquote no URI is
 * made. */
static bool rfc1630_bares(int octet)
{
    return hyvatti_bares(octet) && !is_one_of(octet, "{}|[]\\^~`");
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

/* RFC 3986 2.3 and 2.2: unreserved; gen-delims, but those that stand in one place alone
 * (3.2.2, 3.5), and sub-delims */
static bool rfc3986_decodes(int octet)
{
    return is_alnum(octet) || is_one_of(octet, "-._~");
}

static bool rfc3986_bares(int octet)
{
    return rfc3986_decodes(octet) || is_one_of(octet, ":/?@") || is_one_of(octet, "!$&'()*+,;=");
}

static const struct {
    enum furl_rules_id rules;
    bool (*decodes)(int octet), (*bares)(int octet);
} books[] = {
    {FURL_RFC1630, rfc1630_decodes, rfc1630_bares},
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
            /* The first `#` is that of a fragment: a void one, which rfc1630 drops. */
            bool bare = books[_i].bares(octet) || octet == '#';
            size_t length = octet == '#' && books[_i].rules == FURL_RFC1630 ? 3 : 4;
            ck_assert_int_eq(write_form(books[_i].rules, (struct furl_range){url, 4}, out, &n),
                             FURL_FINE);
            if (bare) {
                ck_assert_uint_eq(n, length);
                ck_assert_mem_eq(out, url, length);
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

START_TEST(forms)
{
    static const struct {
        const char *url, *form;
        enum furl_rules_id rules;
    } rows[] = {
        /* Draft 5.2.2.4.2: a plus in the query of a form. */
        {"http://a/?q=Fidonet%2BURL", "http://a/?q=Fidonet%2BURL", FURL_RFC1630},
        {"http://a/?q=Fidonet%2bURL", "http://a/?q=Fidonet%2BURL", FURL_RFC1738},
        {"http://a/?q=Fidonet%2BURL", "http://a/?q=Fidonet%2BURL", FURL_RFC2396},
        {"http://a/?q=Fidonet%2BURL", "http://a/?q=Fidonet%2BURL", FURL_RFC3986},
        {"https://a/%2B%7e?%2B%7e#%2B%7e", "https://a/+~?%2B~#+~", FURL_RFC1738},
        {"x://a/%2B?%2B", "x://a/+?+", FURL_RFC1738},
        /* RFC 1630: a void fragment is none; national octets are none, but of an IPv6 host. */
        {"http://a/b#", "http://a/b", FURL_RFC1630},
        {"http://a/b#c", "http://a/b#c", FURL_RFC1630},
        {"http://a/b#", "http://a/b#", FURL_RFC1738},
        {"http://a/b#", "http://a/b#", FURL_RFC3986},
        {"http://[::1]/{a}[b]", "http://[::1]/%7Ba%7D%5Bb%5D", FURL_RFC1630},
        {"ed2k://|a|", "ed2k://%7Ca%7C", FURL_RFC1630},
        {"ed2k://|a|", "ed2k://|a|", FURL_RFC1738},
        {"ed2k://|a|", "ed2k://|a|", FURL_RFC3986},
        {"HTTP://WWW.Example.ORG", "http://www.example.org/", FURL_RFC2396},
        {"http://A:80", "http://a/", FURL_RFC2396},
        {"http://a:", "http://a/", FURL_RFC2396},
        {"http://a:080/", "http://a/", FURL_RFC2396},
        {"http://u@a.:0443/", "http://u@a:443/", FURL_RFC1738},
        {"https://u@a.:0443/", "https://u@a/", FURL_RFC1630},
        {"x-y://A:00", "x-y://a:0", FURL_RFC3986},
        {"http://a:0?q", "http://a:0/?q", FURL_RFC3986},
        {"http://a:%30%380/", "http://a/", FURL_RFC3986},
        {"http://a:0000099999/", "http://a:99999/", FURL_RFC3986},
        {"http://a:08x/", "http://a:08x/", FURL_RFC2396},
        {"ed2k://|a:08|", "ed2k://|a:08|", FURL_RFC2396},
        {"area://x:08", "area://x:08", FURL_RFC2396},
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
        /* RFC 6874: the zone of an address. */
        {"http://[FE80::1%25Eth0]/", "http://[fe80::1%25Eth0]/", FURL_RFC2396},
        {"http://[FE80::1%Eth0]:080", "http://[fe80::1%25Eth0]/", FURL_RFC2396},
        {"http://U@[::A%aB~._-9]:8/", "http://U@[::a%25aB~._-9]:8/", FURL_RFC1630},
        {"http://[::1%25]/", "http://[::1%2525]/", FURL_RFC3986},
        {"http://[::1%2525]/", "http://[::1%2525]/", FURL_RFC3986},
        {"http://[::1%255]/", "http://[::1%255]/", FURL_RFC3986},
        {"http://[::1%2]/", "http://[::1%252]/", FURL_RFC3986},
        {"http://[::1%41]/", "http://[::1%2541]/", FURL_RFC3986},
        {"http://%5BA::1%25%5D/", "http://[a::1%2525]/", FURL_RFC1738},
        {"http://%5BA::1%25Z%5D:080/", "http://[a::1%25Z]/", FURL_RFC1738},
        {"http://[::1%25eth%30]/", "http://%5B::1%25eth0%5D/", FURL_RFC2396},
        {"http://[::1%2541]x/", "http://%5B::1%2541%5Dx/", FURL_RFC2396},
        {"ed2k://[a|b]/", "ed2k://%5Ba|b%5D/", FURL_RFC2396},
        {"http://[[::1]]/", "http://%5B%5B::1%5D%5D/", FURL_RFC2396},
        {"http://[x]/[1]", "http://%5Bx%5D/%5B1%5D", FURL_RFC2396},
        {"http://[::1]x/", "http://%5B::1%5Dx/", FURL_RFC2396},
        {"http://[x]/[1]", "http://%5Bx%5D/%5B1%5D", FURL_RFC3986},
        {"http://%5B::1%5D/", "http://[::1]/", FURL_RFC1738},
        {"http:a/B", "http:a/B", FURL_RFC2396},
        {"ed2k://|file|A%7c|", "ed2k://|file|A%7C|", FURL_RFC2396},
        {"ED2K://|file|", "ed2k://|file|", FURL_RFC3986},
        {"http://a/|", "http://a/%7C", FURL_RFC3986},
        {"http://a/|", "http://a/|", FURL_RFC1738},
        {"http://a/#b#c", "http://a/#b%23c", FURL_RFC2396},
        {"http://a/#b#c", "http://a/#b%23c", FURL_RFC3986},
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

/* Twice is once; and what is shown for reading comes back to the canonical form. */
START_TEST(twice_is_once_and_display_comes_back)
{
    struct dice dice = {(uint64_t)_i + 1};
    unsigned char url[URL_MAX], once[SIZE], twice[SIZE];
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
        struct furl_range display = {shown, furl_readable(shown, n)};
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
    unsigned char url[URL_MAX], form[SIZE], a[SIZE], b[SIZE];

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
        bool is_void = books[_i].rules == FURL_RFC1630 &&
                       memchr(url, '#', length) == url + length - 1; /* which goes */
        size_t a_n = decode_by_hand(url, length - (is_void ? 1 : 0), a);
        size_t b_n = decode_by_hand(form, n, b);
        ck_assert_uint_eq(a_n, b_n);
        ck_assert_mem_eq(a, b, a_n);
    }
}
END_TEST

/* Results fit the size that is named: a buffer of that size, for sanitizers to watch. */
START_TEST(results_fit)
{
    struct dice dice = {(uint64_t)_i + 9};
    unsigned char url[URL_MAX];

    for (size_t i = sampled(3000); i > 0; i--) {
        size_t n = roll_url(&dice, url), written = 0;
        unsigned char *out = malloc(FURL_CANONICAL_MAX(n));
        write_form(books[_i].rules, (struct furl_range){url, n}, out, &written);
        free(out);
    }
}
END_TEST

Suite *canonical_rfc_suite(void)
{
    Suite *suite = suite_create("canonical_rfc");

    loop_case(suite, "tables", every_octet_bare_and_as_an_escape, COUNT(books));
    loop_case(suite, "forms", forms, 1);
    loop_case(suite, "sizes", results_fit, COUNT(books));
    loop_case(suite, "idempotence", twice_is_once_and_display_comes_back, COUNT(books));
    loop_case(suite, "meaning", what_it_decodes_to_stays, COUNT(books));
    return suite;
}
