#include "furl/url/url_escape.h"

#include "units.h"

/* Whole URLs escaped and unescaped, in memory of just the size that is named, for sanitizers to
 * watch; to be freed. */

static struct furl_range escaped(const struct furl_url_escape *how, struct furl_range record)
{
    unsigned char *out = malloc(FURL_ESCAPED_MAX(record.n));

    ck_assert(out != NULL);
    struct furl_result result = furl_url_escape(how, record, out);
    if (result.error != FURL_FINE) {
        ck_assert_int_eq(result.error, FURL_WRONG_RULES);
        memcpy(out, record.at, record.n);
        result.n = record.n;
    }
    return (struct furl_range){out, result.n};
}

static struct furl_range unescaped(struct furl_range record, bool keep_controls)
{
    struct reports reports = {.n = 0};
    struct furl_unescape unescape;
    unsigned char *out = malloc(FURL_UNESCAPED_MAX(record.n));

    ck_assert(out != NULL);
    furl_unescape_init(&unescape, ' ', (struct furl_range){NULL, 0}, keep_controls, report,
                       &reports);
    return (struct furl_range){out, furl_url_unescape(&unescape, record, out)};
}

/* To escape twice is to escape once; and what was escaped still says the same, unless what delimits
 * was. */
START_TEST(random_urls)
{
    static const char *const octets[] = {"", "/?", "#[", "@]", " -", "|:", "a+", "=&"};
    struct dice dice = {9};
    unsigned char url[URL_MAX];

    for (size_t i = sampled(5000); i > 0; i--) {
        struct furl_range record = {url, roll_url(&dice, url)};
        size_t book = roll(&dice, FURL_RULE_BOOKS + 1);
        const char *unsafe = octets[roll(&dice, COUNT(octets))];
        struct furl_url_escape how;
        furl_url_escape_init(&how, book < FURL_RULE_BOOKS ? &furl_rule_books[book] : NULL);
        furl_url_escape_adjust(&how, range(octets[roll(&dice, COUNT(octets))]), range(unsafe));
        struct furl_range once = escaped(&how, record), twice = escaped(&how, once);
        struct furl_range says = unescaped(record, false), still = unescaped(once, false);
        ck_assert(furl_is_same(once, twice));
        ck_assert(unsafe[0] != '\0' || furl_is_same(says, still));
        struct furl_range kept = unescaped(record, true);
        struct furl_range all[] = {once, twice, says, still, kept};
        for (size_t n = 0; n < COUNT(all); n++) {
            free((void *)(uintptr_t)all[n].at);
        }
    }
}
END_TEST

Suite *url_escape_suite(void)
{
    Suite *suite = suite_create("url_escape");

    loop_case(suite, "random", random_urls, 1);
    return suite;
}
