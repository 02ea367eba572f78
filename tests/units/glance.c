#include "furl/text/glance.h"

#include "units.h"

#define MAX_LENGTH ((size_t)1000)

/* What furl_glance makes of the first URL in the text. */
struct glance {
    struct furl_start start;
    struct furl_read read;
    bool told;
};

static struct glance glance(const struct furl_window *text, size_t from, size_t max_length)
{
    struct glance glance = {.told = false};
    struct furl_reading reading;

    furl_reading_init(&reading, furl_kernels(), max_length, false);
    if (first_start(text, from, &glance.start)) {
        glance.told = furl_glance(&reading, text, &glance.start, &glance.read);
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
    struct furl_range text = range(told[_i].text);
    struct glance got = glance(&(struct furl_window){text.at, text.n, false, 0}, 0, MAX_LENGTH);

    ck_assert(got.told);
    expect(got.read.url.at, got.read.url.n, told[_i].url);
    ck_assert_uint_eq(got.read.at, told[_i].end);
    ck_assert(!got.read.broken && !got.read.open);
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
    struct furl_range text = range(asks[_i]);

    /* The one row whose URL ends before what asks. */
    bool ends_before = strchr(asks[_i], 0x1B) != NULL;
    ck_assert(glance(&(struct furl_window){text.at, text.n, false, 0}, 0, MAX_LENGTH).told ==
              ends_before);
}
END_TEST

START_TEST(too_long_a_url_is_left)
{
    struct furl_range text = range("see http://a/bc. ");
    struct furl_window window = {text.at, text.n, false, 0};

    ck_assert(glance(&window, 0, 12).told);
    ck_assert(!glance(&window, 0, 11).told); /* with what is trimmed */
}
END_TEST

/* What is told is what furl_read reads. */
START_TEST(what_is_told_is_what_is_read)
{
    struct dice dice = {(uint64_t)_i + 1};
    unsigned char octets[200];
    size_t some = 0;

    for (size_t i = sampled(20000); i > 0; i--) {
        size_t n = 1 + roll(&dice, sizeof octets);
        struct furl_window window = {octets, n, roll(&dice, 2) == 0, 0};
        roll_text(&dice, octets, n);
        struct glance got = glance(&window, roll(&dice, 100), 20 + roll(&dice, 100));
        if (!got.told) {
            continue;
        }
        struct furl_reading reading;
        struct furl_read read;
        furl_reading_init(&reading, furl_kernels(), MAX_LENGTH, roll(&dice, 2) == 0);
        furl_reading_begin(&reading, &got.start);
        ck_assert_int_eq(furl_read(&reading, &window, &read), FURL_READ_URL);
        ck_assert_uint_eq(read.url.n, got.read.url.n);
        ck_assert_mem_eq(read.url.at, got.read.url.at, read.url.n);
        ck_assert_uint_eq(read.end, got.read.end);
        ck_assert_uint_eq(read.at, got.read.at);
        ck_assert(!read.broken && !read.open);
        furl_reading_free(&reading);
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
    loop_case(suite, "length", too_long_a_url_is_left, 1);
    loop_case(suite, "truth", what_is_told_is_what_is_read, 8);
    return suite;
}
