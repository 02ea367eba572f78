#include "furl/text/breaks.h"

#include "units.h"

static const struct {
    const char *url, *joined; /* NULL: a mark that nothing continues */
} rows[] = {
    {"", ""},
    {"abc", "abc"},
    {"a%%\n%%b", "ab"},
    {"a%%\r\n%%b", "ab"},
    {"a%%\r%%b", "ab"},
    {"a%%  *\n* %%b", "ab"},
    {"a%% %% x\n%%b", "a x\n%%b"},
    {"a%%x%%\n%%b", "a%%xb"},
    {"a%%\n\n> \n%%b%%\n%%c", "abc"},
    {"a%% %%b", "ab"},
    {"a%%\t\x8D %%b", "ab"},
    {"a%% x %%b", NULL},
    {"a%%%%b", "a%%%%b"},
    {"a%%%%\n%%b", "ab"},
    {"a%%\n%%%%\n%%b", "ab"},
    {"a%%\n%%", "a"},
    {"a%%", NULL},
    {"a%%\n%", NULL},
    {"a%%\n% %b", NULL},
    {"a%%\nhttp://x%%b", NULL},
    {"a%%\nhttp:// %%b", "ab"},
    {"a%%\nhttp://%%b", NULL},
    {"a%%\nNETMAIL:C %%b", "ab"},
    {"a%%\n netmail:2 %%b", NULL},
    {"%D%%\n%%1", "%D1"},
    {"%D1%%%\n%%82", "%D1%82"},
    {"%D1%%\n%%%82", "%D1%82"},
    {"a%%%\n%%8", "a8"},
    {"a%%%\n%%8g", "a8g"},
    {"a%%%% x\n%%41", "a%41"},
    {"a%%% %%41", "a%41"},
    {"a%%% %%x", NULL},
    {"a%%f", "a%%f"},
    {"a%%%41", "a%%%41"},
};

START_TEST(breaks_are_taken_out)
{
    unsigned char out[64];
    struct furl_result joined = furl_join(range(rows[_i].url), out);

    ck_assert_int_eq(joined.error, rows[_i].joined != NULL ? FURL_FINE : FURL_OPEN_BREAK);
    if (rows[_i].joined != NULL) {
        expect(out, joined.n, rows[_i].joined);
    } else {
        ck_assert_mem_eq(rows[_i].url + joined.where, "%%", 2);
    }
}
END_TEST

/* A gap, shown an octet more at a time, ends as it does when it is shown whole. */
START_TEST(gaps_end_the_same_at_every_cut)
{
    struct furl_range url = range(rows[_i].url);
    size_t mark = strcspn(rows[_i].url, "%");
    size_t run = strspn(rows[_i].url + mark, "%");
    struct furl_gap whole, gap;
    struct furl_window text = {url.at, url.n, true, 0};

    if (run < 2) {
        return;
    }
    furl_gap_init(&whole, mark, run, false);
    enum furl_gap_end end = furl_gap_read(&whole, &text);
    furl_gap_init(&gap, mark, run, false);
    enum furl_gap_end piecewise = FURL_GAP_OPEN;
    for (text.n = mark + run; piecewise == FURL_GAP_OPEN; text.n++) {
        text.last = text.n == url.n;
        piecewise = furl_gap_read(&gap, &text);
    }
    ck_assert_int_eq(piecewise, end);
    if (end == FURL_GAP_RESUMES) {
        ck_assert_uint_eq(gap.at, whole.at);
        ck_assert(gap.first_kept == whole.first_kept);
    }
}
END_TEST

/* "a%%", `octets` octets among which are `lines` line breaks, "%%b" */
static enum furl_error join_gap(size_t octets, size_t lines, unsigned char filler)
{
    static unsigned char url[8192], out[8192];

    memset(url, filler, sizeof url);
    memcpy(url, "a%%", 3);
    memset(url + 3, '\n', lines);
    memcpy(url + 3 + octets, "%%b", 3);
    return furl_join((struct furl_range){url, octets + 6}, out).error;
}

START_TEST(gaps_have_their_bounds)
{
    ck_assert_int_eq(join_gap(16, 16, ' '), FURL_FINE);
    ck_assert_int_eq(join_gap(17, 17, ' '), FURL_OPEN_BREAK);
    ck_assert_int_eq(join_gap(4096, 1, 'x'), FURL_FINE);
    ck_assert_int_eq(join_gap(4097, 1, 'x'), FURL_OPEN_BREAK);
    ck_assert_int_eq(join_gap(4096, 0, ' '), FURL_FINE);
    ck_assert_int_eq(join_gap(4097, 0, ' '), FURL_OPEN_BREAK);
    ck_assert_int_eq(join_gap(100, 1, '\0'), FURL_OPEN_BREAK);
}
END_TEST

Suite *breaks_suite(void)
{
    Suite *suite = suite_create("breaks");

    loop_case(suite, "join", breaks_are_taken_out, COUNT(rows));
    loop_case(suite, "gaps", gaps_end_the_same_at_every_cut, COUNT(rows));
    loop_case(suite, "bounds", gaps_have_their_bounds, 1);
    return suite;
}
