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
    {"URL:abc|//x", 4, 10, -1},
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
    {"\x1B[000000000000000000000000000000000mhttp|//", 36, 43, 'm'},
    {"\x1B(Bhttp|//", 3, 10, 'B'},
    {"\x1B !#Bhttp|//", 5, 12, 'B'},
    {"\x1B !#$Bhttp|//", 6, 13, 'B'},
    {"\x1B"
     "0http|//",
     2, 9, '0'},
    {"[31mhttp|//", 4, 11, 'm'},
    {"\x1B[31m2+http|//", 7, 14, '+'},
    {"\001hhttp|//", 2, 9, 'h'},
    {"\001http|//", 1, 8, 1},
    {"\001abc|//", 1, 7, 1},
    {"\001xarea|y", 2, 7, 'x'},
    {"@X0Fhttp|//", 4, 11, 'F'},
    {"@Xa9area|y", 4, 9, '9'},
    {"@x0Fhttp|//", 4, 11, 'F'},
    {"@X0Ghttp|//", 4, 11, 'G'},
    {"@X0Gtg|//", 1, 9, '@'},
    {"shttp|//", 0, 8, -1},
    {"xshttps|//", 2, 10, 's'},
    {"a+http|//", 0, 9, -1},
    {"ahttp|x", -1, 0, 0},
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

/* Writes the text, with the colon in it, to `octets`. */
static struct furl_window window_of(const char *text, size_t *colon, unsigned char octets[64])
{
    *colon = strcspn(text, "|");
    strcpy((char *)octets, text);
    octets[*colon] = ':';
    return furl_window_of(range((char *)octets));
}

START_TEST(urls_start_where_the_rules_say)
{
    unsigned char octets[64];
    size_t colon = 0;
    struct furl_start start;
    struct furl_window text = window_of(rows[_i].text, &colon, octets);
    bool starts = furl_start(&text, colon, 0, &start);

    ck_assert_msg(starts == (rows[_i].at >= 0), "%s", rows[_i].text);
    if (starts) {
        ck_assert_int_eq((int)start.at, rows[_i].at);
        ck_assert_int_eq((int)start.body, rows[_i].body);
        ck_assert_int_eq(start.before, rows[_i].before);
    }
    /* Nothing is decided otherwise when more is seen. */
    text.ends = false;
    for (size_t n = colon + 1; n < text.n; n++) {
        struct furl_window front = text;
        front.n = n;
        bool starts_there = furl_start(&front, colon, 0, &start);
        ck_assert(front.beyond || starts_there == starts);
    }
}
END_TEST

START_TEST(the_run_has_its_bounds)
{
    static const unsigned char text[] = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa://x";
    struct furl_window window = {text, sizeof text - 1, .begins = true, .ends = true};
    struct furl_start start;

    ck_assert(furl_start(&window, 44, 0, &start));
    ck_assert_uint_eq(start.at, 44 - 32);
    ck_assert(furl_start(&window, 44, 41, &start));
    ck_assert_uint_eq(start.at, 41);
    ck_assert(!furl_start(&window, 44, 42, &start));
}
END_TEST

START_TEST(what_may_stand_first)
{
    static const struct {
        const char *url;
        bool stands;
    } cases[] = {
        {"area|x", true},         {"area|%41", true},
        {"area|%%", true},        {"area|%4", false},
        {"area| ", false},        {"area|", false},
        {"area|~", false},        {"area|[", false},
        {"area|\xD1\x84", false}, {"http|//~", true},
        {"http|//%z", true},      {"http|//[::1]", true},
        {"http|//[", false},      {"http|//\xD1\x84", true},
        {"http|//\xD1", false},   {"http|//|", false},
        {"ed2k|//|", true},       {"http|//<", false},
        {"netmail|2", true},      {"netmail|%32", true},
        {"netmail|C", false},     {"http|//\xE2\x80\x94", false},
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        unsigned char octets[64];
        size_t colon = 0;
        struct furl_start start;
        struct furl_window text = window_of(cases[i].url, &colon, octets);
        ck_assert(furl_start(&text, colon, 0, &start));
        ck_assert_msg(furl_start_stands(&text, &start, false) == cases[i].stands, "%s",
                      cases[i].url);
    }
}
END_TEST

Suite *start_suite(void)
{
    Suite *suite = suite_create("start");

    loop_case(suite, "starts", urls_start_where_the_rules_say, COUNT(rows));
    loop_case(suite, "run", the_run_has_its_bounds, 1);
    loop_case(suite, "first octet", what_may_stand_first, 1);
    return suite;
}
