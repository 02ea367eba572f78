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

START_TEST(delimiters_are_left_out)
{
    static const struct {
        const char *record, *url;
        size_t at; /* where the url's first octet is in the record */
    } records[] = {
        {"", "", 0},
        {" \t\r\n", "", 0},
        {"<>", "", 0},
        {"<\"URL: uRl:<", "", 0},
        {" x ", "x", 1},
        {"<URL:x>", "x", 5},
        {"\"x\"", "x", 1},
        {"x\"> \"", "x", 0},
        {"x\"<", "x\"<", 0},
        {"<a<b>>", "a<b>", 1},
        {"a<b>>>", "a<b>", 0},
        {"a<b\">", "a<b\">", 0},
        {"a<<b>>>", "a<<b>>", 0},
        {"a>b<c>", "a>b<c>", 0},
        {"x#y", "x#y", 0},
        {"a%%\n%%b", "ab", 0},
        {"<a%%\r\n> %%b#c>", "ab#c", 1},
        {"%%\n%%<URL:a", "a", 10},
        {"%% %%a", "a", 5},
        {"a%%f", "a%%f", 0},
    };

    for (size_t i = 0; i < COUNT(records); i++) {
        unsigned char scratch[64];
        struct furl_undelimited inside = furl_undelimit(range(records[i].record), scratch);
        ck_assert_int_eq(inside.error, FURL_FINE);
        expect(inside.url.at, inside.url.n, records[i].url);
        if (inside.url.n > 0) {
            ck_assert_uint_eq(furl_undelimited_at(&inside, 0), records[i].at);
        }
    }
}
END_TEST

START_TEST(what_is_wrong_has_its_place)
{
    unsigned char scratch[64];
    struct furl_undelimited inside = furl_undelimit(range(" <a%%\n"), scratch);

    ck_assert_int_eq(inside.error, FURL_OPEN_BREAK);
    ck_assert_uint_eq(inside.where, 3);
    inside = furl_undelimit(range("a%%\n%%b%%"), scratch);
    ck_assert_int_eq(inside.error, FURL_OPEN_BREAK);
    ck_assert_uint_eq(inside.where, 7);
}
END_TEST

/* Each octet of the result is the octet of the record that its place says. */
START_TEST(places_are_those_of_the_record)
{
    struct dice dice = {3};
    unsigned char octets[120], scratch[120];

    for (size_t i = sampled(20000); i > 0; i--) {
        struct furl_range record = {octets, roll(&dice, 120)};
        roll_text(&dice, octets, record.n);
        struct furl_undelimited inside = furl_undelimit(record, scratch);
        for (size_t j = 0; inside.error == FURL_FINE && j < inside.url.n; j++) {
            size_t at = furl_undelimited_at(&inside, j);
            ck_assert(at < record.n);
            ck_assert_uint_eq(octets[at], inside.url.at[j]);
        }
    }
}
END_TEST

Suite *breaks_suite(void)
{
    Suite *suite = suite_create("breaks");

    loop_case(suite, "join", breaks_are_taken_out, COUNT(rows));
    loop_case(suite, "bounds", gaps_have_their_bounds, 1);
    loop_case(suite, "delimiters", delimiters_are_left_out, 1);
    loop_case(suite, "errors", what_is_wrong_has_its_place, 1);
    loop_case(suite, "places", places_are_those_of_the_record, 1);
    return suite;
}
