#include "furl/text/wrapped.h"

#include "units.h"

static struct furl_tail tail_of(const char *url)
{
    struct furl_tail tail = {.n = 0};

    furl_tail_take(&tail, range(url));
    return tail;
}

/* URLs, and how they end. */
static const struct {
    const char *url;
    enum furl_tail_end end;
} rows[] = {
    {"http://x/ab", FURL_TAIL_IN},         {"http://x/a1", FURL_TAIL_IN},
    {"http://x/a)", FURL_TAIL_PUNCT},      {"http://x/(a)", FURL_TAIL_IN},
    {"http://x/(a", FURL_TAIL_IN},         {"http://x/%", FURL_TAIL_HALF},
    {"http://x/%d", FURL_TAIL_HALF},       {"http://x/%dg", FURL_TAIL_IN},
    {"http://x/%d0", FURL_TAIL_IN},        {"http://x/%g", FURL_TAIL_IN},
    {"http://x/a-", FURL_TAIL_OPEN},       {"http://x/?a=", FURL_TAIL_OPEN},
    {"http://x/?a&", FURL_TAIL_OPEN},      {"http://x/a+", FURL_TAIL_OPEN},
    {"http://x/~", FURL_TAIL_OPEN},        {"http://x/#", FURL_TAIL_OPEN},
    {"http://x/a_", FURL_TAIL_UNDER},      {"http://x/a?", FURL_TAIL_ASK},
    {"http://x/", FURL_TAIL_DIR},          {"http://", FURL_TAIL_DIR},
    {"http://x/a.html", FURL_TAIL_FILE},   {"http://x/a.HTM", FURL_TAIL_FILE},
    {"http://x/.torrent", FURL_TAIL_FILE}, {"http://x/a.htmlx", FURL_TAIL_IN},
    {"http://x/a?b.html", FURL_TAIL_IN},   {"http://x/a?b/c.html", FURL_TAIL_FILE},
    {"http://x/html", FURL_TAIL_IN},       {"news:x.html", FURL_TAIL_IN},
    {"http://x/a.", FURL_TAIL_DOT},        {"http://x/a..", FURL_TAIL_DOT},
    {"http://x/a).", FURL_TAIL_PUNCT},     {"http://x/a,.", FURL_TAIL_PUNCT},
    {"http://x/a'.", FURL_TAIL_PUNCT},     {"http://x/a,", FURL_TAIL_PUNCT},
    {"http://x/a;", FURL_TAIL_PUNCT},      {"http://x/a:", FURL_TAIL_PUNCT},
    {"http://x/a!", FURL_TAIL_PUNCT},      {"http://x/a'", FURL_TAIL_PUNCT},
};

/* However its octets come. */
START_TEST(ends_are_told)
{
    struct furl_range url = range(rows[_i].url);

    for (size_t some = 1; some <= url.n; some++) {
        struct furl_tail tail = {.n = 0};
        for (size_t i = 0; i < url.n; i += some) {
            size_t n = url.n - i < some ? url.n - i : some;
            furl_tail_take(&tail, (struct furl_range){url.at + i, n});
        }
        furl_tail_take(&tail, (struct furl_range){NULL, 0});
        ck_assert_msg(furl_tail_end(&tail) == rows[_i].end, "%s by %u: %d", rows[_i].url,
                      (unsigned)some, (int)furl_tail_end(&tail));
    }
}
END_TEST

/* URLs, what comes next, and whether it completes an escape or a serial number. */
static const struct {
    const char *url, *next;
    bool completes;
} halves[] = {
    {"http://x/%", "d0x", true},
    {"http://x/%", "d", false},
    {"http://x/%", "dx", false},
    {"http://x/%d", "0x", true},
    {"http://x/%d", "x", false},
    {"http://x/%d", "", false},
    {"http://x/%d0", "00", false},
    {"area://a?msgid=1:2/3+d4", "03aedd", true},
    {"area://a?msgid=1:2/3+d4", "03aedd:", true},
    {"area://a?msgid=1:2/3+", "d403aedd", true},
    {"area://a?msgid=1:2/3+d403aed", "d", true},
    {"area://a?msgid=1:2/3+d403aed", "d&time=1", true},
    {"area://a?msgid=1:2/3+d403aedd", "d", false},
    {"area://a?msgid=1:2/3+d4", "03aed", false},
    {"area://a?msgid=1:2/3+d4", "03aedd1", false},
    {"area://a?msgid=1:2/3+d4", "03aeddx", false},
    {"area://a?msgid=1:2/3+g4", "03aedd", false},
    {"area://a?msgid=1:2/3&x=+d4", "03aedd", false},
    {"area://a?x=1&mmsgid=1:2/3+d4", "03aedd", true},
    {"area://a?msgi=1:2/3+d4", "03aedd", false},
};

START_TEST(halves_are_completed)
{
    struct furl_tail tail = tail_of(halves[_i].url);

    ck_assert_int_eq(furl_tail_is_completed(&tail, range(halves[_i].next)), halves[_i].completes);
}
END_TEST

/* URLs that end with the name of a file, or a dot, what comes next, and whether it goes on. */
static const struct {
    const char *url, *next;
    bool goes_on;
} files[] = {
    {"http://x/a.htm", "l", true},      {"http://x/a.htm", "l#x", true},
    {"http://x/a.asp", "X", true},      {"http://x/a.htm", "lx", false},
    {"http://x/a.php", "?x=1", true},   {"http://x/a.html", "#x", true},
    {"http://x/a.html", "and", false},  {"http://x/a.tar", ".gz", true},
    {"http://x/a.zip", ".gz", false},   {"http://x/a.htm", "", false},
    {"http://x/a.torrent", "s", false}, {"http://x/a.", "html", true},
    {"http://x/a.", "html?", true},     {"http://x/a.", "1", true},
    {"http://x/a.", "Next", false},     {"http://x/a.", "", false},
    {"http://x/a.gif", "s", false},
};

START_TEST(files_go_on)
{
    struct furl_tail tail = tail_of(files[_i].url);

    ck_assert_int_eq(furl_tail_goes_on(&tail, range(files[_i].next)), files[_i].goes_on);
}
END_TEST

START_TEST(octets_are_counted)
{
    struct furl_tail tail = tail_of("http://x/(a)(");

    ck_assert(tail.slashes == 3 && tail.opened == 2 && tail.closed == 1 && !tail.query);
    furl_tail_take(&tail, range("?"));
    ck_assert(tail.query);
}
END_TEST

Suite *tail_suite(void)
{
    Suite *suite = suite_create("tail");

    loop_case(suite, "ends", ends_are_told, COUNT(rows));
    loop_case(suite, "halves", halves_are_completed, COUNT(halves));
    loop_case(suite, "files", files_go_on, COUNT(files));
    loop_case(suite, "counts", octets_are_counted, 1);
    return suite;
}
