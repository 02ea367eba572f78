#include "furl/text/start.h"

#include "units.h"

/* A text, and the offset at which a URL starts whose scheme its `|` ends; -1: none does. */
static const struct {
    const char *text;
    int at, body, before;
} rows[] = {
    {"area|x", 0, 5, -1},
    {"area|//x", 0, 7, -1},
    {" AREA|//x", 1, 8, ' '},
    {"AREA|x", -1, 0, 0},
    {"\nAREA|x", -1, 0, 0},
    {"\001AREA|x", -1, 0, 0},
    {" AREA|x", 1, 6, ' '},
    {"\nArea|x", 1, 6, '\n'},
    {"http|x", -1, 0, 0},
    {"http|/x", -1, 0, 0},
    {"http|//x", 0, 7, -1},
    {"'http|//x", 1, 8, '\''},
    {"mailto|//x", 0, 7, -1},
    {":mailto|x", -1, 0, 0},
    {":area|x", -1, 0, 0},
    {":area|//x", 1, 8, ':'},
    {"<URL:mailto|x", 5, 12, '<'},
    {"\"url:area|x", 5, 10, '"'},
    {"(URL:mailto|x", 5, 12, '('},
    {"URL:mailto|x", 4, 11, -1},
    {"\nurl:area|x", 5, 10, '\n'},
    {"\xD1uRl:area|x", 5, 10, 0xD1},
    {"URL:http|//x", 4, 11, -1},
    {"URL:x.http|//x", 6, 13, '.'},
    {"URL:abc|//x", 4, 10, ':'}, /* not a known scheme */
    {"CURL:mailto|x", -1, 0, 0},
    {"4URL:mailto|x", -1, 0, 0},
    {":URL:mailto|x", -1, 0, 0},
    {"CURL:http|//x", 5, 12, ':'},
    {"RL:mailto|x", -1, 0, 0},
    {"see.http|//x", 4, 11, '.'},
    {"a-area|x", 2, 7, '-'},
    {"x.http|x", -1, 0, 0},
    {"ab|//x", -1, 0, 0},
    {"abc|//x", 0, 6, -1},
    {"abc|x", -1, 0, 0},
    {"12abc|//x", 2, 8, '2'},
    {"+.-abc|//", 3, 9, '-'},
    {"|//x", -1, 0, 0},
    {"\xD1http|//x", 1, 8, 0xD1},
    {"a+area|//x", 0, 9, -1},
    {"tg|//x", 0, 5, -1},
    {"x.tg|//", 2, 7, '.'},
    /* Control sequences: ECMA-48's, Synchronet's, PCBoard's. */
    {"\x1B[mhttp|//", 3, 10, 'm'},
    {"\x1B[1;31mhttp|//", 7, 14, 'm'},
    {"\x1B[ !?/mhttp|//", 7, 14, 'm'},
    {"\x1B[00000000000000000000000000000000mhttp|//", 35, 42, 'm'},
    {"\x1B[000000000000000000000000000000000mhttp|//", 35, 43, '0'},
    {"\x1B(Bhttp|//", 3, 10, 'B'},
    {"\x1B !#Bhttp|//", 5, 12, 'B'},
    {"\x1B !#$Bhttp|//", 5, 13, '$'},
    {"\x1B"
     "0http|//",
     2, 9, '0'},
    {"[31mhttp|//", 3, 11, '1'},
    {"\x1B[31m2+http|//", 7, 14, '+'},
    {"\001hhttp|//", 2, 9, 'h'},
    {"\001http|//", 1, 8, 1},
    {"\001abc|//", 1, 7, 1},
    {"\001xarea|y", 2, 7, 'x'},
    {"@X0Fhttp|//", 4, 11, 'F'},
    {"@Xa9area|y", 4, 9, '9'},
    {"@x0Fhttp|//", 1, 11, '@'},
    {"@X0Ghttp|//", 1, 11, '@'},
    {"@X0F|//", 1, 7, '@'},
    {"\xEF\xBB\xBF"
     "AREA|x",
     -1, 0, 0},
    {"\xEF\xBB\xBF"
     "area|x",
     3, 8, -1},
    {" \xEF\xBB\xBF"
     "AREA|x",
     4, 9, 0xBF},
};

static enum furl_answer start_at(const char *text, size_t n, bool last, struct furl_start *start)
{
    char copy[64];

    strcpy(copy, text);
    size_t colon = strcspn(copy, "|");
    copy[colon] = ':';
    struct furl_window window = {(unsigned char *)copy, n, last, 0};
    return furl_start(&window, colon, 0, start);
}

START_TEST(urls_start_where_the_rules_say)
{
    struct furl_start start;
    bool starts = start_at(rows[_i].text, strlen(rows[_i].text), true, &start) == FURL_YES;

    ck_assert_msg(starts == (rows[_i].at >= 0), "%s", rows[_i].text);
    if (starts) {
        ck_assert_int_eq((int)start.at, rows[_i].at);
        ck_assert_int_eq((int)start.body, rows[_i].body);
        ck_assert_int_eq(start.before, rows[_i].before);
    }
}
END_TEST

/* What is seen so far is never decided otherwise when more is seen. */
START_TEST(a_window_that_ends_early_gives_no_other_answer)
{
    struct furl_start start;
    size_t n = strlen(rows[_i].text);
    enum furl_answer whole = start_at(rows[_i].text, n, true, &start);

    for (size_t some = strcspn(rows[_i].text, "|") + 1; some < n; some++) {
        enum furl_answer answer = start_at(rows[_i].text, some, false, &start);
        ck_assert(answer == FURL_MORE || answer == whole);
    }
}
END_TEST

/* A window that begins later says the same, by offsets in the text; and nothing is before the text
 * but there. */
START_TEST(offsets_are_the_texts)
{
    struct furl_start start, later;

    if (start_at(rows[_i].text, strlen(rows[_i].text), true, &start) == FURL_YES &&
        start.before >= 0) {
        char copy[64];
        size_t colon = strcspn(rows[_i].text, "|");
        strcpy(copy, rows[_i].text);
        copy[colon] = ':';
        struct furl_window window = {(unsigned char *)copy, strlen(copy), true, 1000};
        ck_assert_int_eq(furl_start(&window, 1000 + colon, 0, &later), FURL_YES);
        ck_assert_uint_eq(later.at, 1000 + start.at);
        ck_assert_uint_eq(later.body, 1000 + start.body);
        ck_assert_uint_eq(later.n, start.n);
        ck_assert_int_eq(later.before, start.before);
    }
}
END_TEST

START_TEST(the_run_has_its_bounds)
{
    static const unsigned char text[] = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa://x";
    struct furl_window window = {text, sizeof text - 1, true, 0};
    struct furl_start start;

    ck_assert_int_eq(furl_start(&window, 44, 0, &start), FURL_YES);
    ck_assert_uint_eq(start.at, 44 - 32);
    ck_assert_int_eq(furl_start(&window, 44, 41, &start), FURL_YES);
    ck_assert_uint_eq(start.at, 41);
    ck_assert_int_eq(furl_start(&window, 44, 42, &start), FURL_NO);
}
END_TEST

START_TEST(what_may_stand_first)
{
    static const struct {
        const char *url;
        enum furl_answer answer;
    } cases[] = {
        {"area|x", FURL_YES},       {"area|%41", FURL_YES},
        {"area|%%", FURL_YES},      {"area|%4", FURL_NO},
        {"area| ", FURL_NO},        {"area|", FURL_NO},
        {"area|~", FURL_NO},        {"area|[", FURL_NO},
        {"area|\xD1\x84", FURL_NO}, {"http|//~", FURL_YES},
        {"http|//%z", FURL_YES},    {"http|//[::1]", FURL_YES},
        {"http|//[", FURL_NO},      {"http|//\xD1\x84", FURL_YES},
        {"http|//\xD1", FURL_NO},   {"http|//|", FURL_NO},
        {"ed2k|//|", FURL_YES},     {"http|//<", FURL_NO},
        {"netmail|2", FURL_YES},    {"netmail|%32", FURL_YES},
        {"netmail|C", FURL_NO},     {"http|//\xE2\x80\x94", FURL_NO},
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        char copy[64];
        struct furl_start start;
        strcpy(copy, cases[i].url);
        size_t colon = strcspn(copy, "|");
        copy[colon] = ':';
        struct furl_window window = {(unsigned char *)copy, strlen(copy), true, 0};
        ck_assert_int_eq(furl_start(&window, colon, 0, &start), FURL_YES);
        ck_assert_msg(furl_start_stands(&window, &start, false) == cases[i].answer, "%s",
                      cases[i].url);
    }
}
END_TEST

Suite *start_suite(void)
{
    Suite *suite = suite_create("start");

    loop_case(suite, "starts", urls_start_where_the_rules_say, COUNT(rows));
    loop_case(suite, "windows", a_window_that_ends_early_gives_no_other_answer, COUNT(rows));
    loop_case(suite, "offsets", offsets_are_the_texts, COUNT(rows));
    loop_case(suite, "run", the_run_has_its_bounds, 1);
    loop_case(suite, "first octet", what_may_stand_first, 1);
    return suite;
}
