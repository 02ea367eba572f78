#include "furl/text/extent.h"
#include "furl/text/reassemble.h"

#include "units.h"

/* What furl_extent_at_a_glance makes of the first URL in the text. */
struct glance {
    struct furl_start start;
    size_t n, kept; /* octets of the body; 0: it does not tell */
};

static struct glance glance(const struct furl_window *text, size_t from)
{
    struct glance glance = {.n = 0};
    struct furl_kinds kinds;
    struct furl_extent_block block;

    furl_extent_block_kinds(&kinds);
    if (first_start(text, from, &glance.start)) {
        furl_extent_block_look(&block, furl_kernels(), &kinds, text, glance.start.body);
        glance.n = furl_extent_at_a_glance(&block, text, &glance.start, &glance.kept);
    }
    return glance;
}

/* Texts, the URL in them, and the octet where the search goes on. */
static const struct {
    const char *text, *url;
    size_t end;
} told[] = {
    {"see area://Ru.Linux, or", "area://Ru.Linux", 20},
    {"http://a.b/c?d=e&f=g=h?i#j~k l", "http://a.b/c?d=e&f=g=h?i#j~k", 28},
    {"area://x?a=b&c=d?e", "area://x?a=b&c=d", 16},
    {"area://x?a=b=c d", "area://x?a=b", 12},
    {"area://x=y=z?a=b d", "area://x=y=z?a=b", 16},
    {"area://x#y", "area://x", 8},
    {"area://x~y", "area://x", 8},
    {"area://x[1] ", "area://x", 8},
    {"area://x|y", "area://x", 8},
    {"area://x\xD0\xA4", "area://x", 8},
    {"<http://a/b.> c", "http://a/b.", 12},
    {"\"area://a!\" c", "area://a!", 10},
    {"http://a/%d1%84?! ", "http://a/%d1%84", 17},
    {"netmail:2:5/6. ", "netmail:2:5/6", 14},
    {"mailto:a@b\n", "mailto:a@b", 10},
    {"http://a/'b' ", "http://a/'b", 12},
};

START_TEST(what_is_common_is_told)
{
    struct furl_window text = {range(told[_i].text).at, strlen(told[_i].text), false, 0};
    struct glance got = glance(&text, 0);
    size_t head = (size_t)(got.start.body - got.start.at);

    ck_assert(got.n > 0);
    expect(text.at + got.start.at, head + got.kept, told[_i].url);
    ck_assert_uint_eq(got.start.body + got.n, told[_i].end);
}
END_TEST

/* What is not at once certain: where a URL ends, what is trimmed, whether it is one. */
static const char *const asks[] = {
    "http://a",          "http://",
    "http://a%%\n%%b ",  "http://a%4 ",
    "http://a/(b) ",     "http://\xD0\xA4 ",
    "http://a?b=[c] ",   "ed2k://|a| ",
    "area://x?a=<b ",    "area://%%41 ",
    "*http://a* ",       "_http://a_ ",
    "-http://a- ",       "~http://a~ ",
    "'http://a' ",       "(http://a) ",
    "@X0Fhttp://a@X07 ", "netmail:a ",
    "netmail:%32 ",      "http://... ",
    "area://x\x1B%4",    "http://a123456789012345678901234567890123456789012345678901234567890123 ",
};

START_TEST(what_asks_for_more_is_left)
{
    struct furl_window text = {range(asks[_i]).at, strlen(asks[_i]), false, 0};

    /* The one row whose URL ends before what asks. */
    bool ends_before = strchr(asks[_i], 0x1B) != NULL;
    ck_assert((glance(&text, 0).n > 0) == ends_before);
}
END_TEST

/* What is told is what is read octet by octet. */
START_TEST(what_is_told_is_what_is_read)
{
    struct dice dice = {(uint64_t)_i + 1};
    unsigned char octets[200];
    size_t some = 0;

    for (size_t i = sampled(20000); i > 0; i--) {
        size_t n = 1 + roll(&dice, sizeof octets);
        struct furl_window window = {octets, n, roll(&dice, 2) == 0, 0};
        roll_text(&dice, octets, n);
        struct glance got = glance(&window, roll(&dice, 100));
        if (got.n == 0) {
            continue;
        }
        struct furl_reassembly reading;
        struct furl_match found;
        struct furl_window front = {octets, (size_t)got.start.body, false, 0};
        furl_reassembly_init(
            &reading, furl_kernels(),
            &(struct furl_scan_options){.max_length = 1000, .eight = roll(&dice, 2) == 0});
        reading.start = got.start;
        /* Where the body is not seen yet, there is nothing to glance at. */
        ck_assert_int_eq(furl_read_first(&reading, &front, &found), FURL_READ_MORE);
        ck_assert_int_eq(furl_read(&reading, &window, &found), FURL_READ_URL);
        ck_assert_uint_eq(found.offset + found.length, got.start.body + got.kept);
        ck_assert_uint_eq(reading.at, got.start.body + got.n);
        ck_assert(found.joined == 0 && !found.open);
        furl_reassembly_free(&reading);
        some++;
    }
    ck_assert(some > sampled(20000) / 20);
}
END_TEST

Suite *glance_suite(void)
{
    Suite *suite = suite_create("glance");

    loop_case(suite, "told", what_is_common_is_told, COUNT(told));
    loop_case(suite, "left", what_asks_for_more_is_left, COUNT(asks));
    loop_case(suite, "truth", what_is_told_is_what_is_read, 8);
    return suite;
}
