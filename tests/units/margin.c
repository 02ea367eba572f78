#include "furl/text/wrapped.h"

#include "units.h"

START_TEST(margins_are_known)
{
    static const size_t usual[] = {72, 75, 79, 80};
    struct furl_line quoted = {.angles = 1}, requoted = {.angles = 2};
    size_t next = 0;

    for (size_t width = 0; width < 200; width++) {
        bool wanted = next < COUNT(usual) && width == usual[next];
        next += wanted ? 1 : 0;
        ck_assert_int_eq(furl_is_usual_margin(width), wanted);
        ck_assert_int_eq(furl_is_margin(&quoted, width), wanted || width == 78);
        ck_assert_int_eq(furl_is_margin(&requoted, width), wanted || width == 78 || width == 71);
    }
}
END_TEST

/* Columns of a prefix, `>` in it, columns of text; and whether these fill a line. */
static const struct {
    size_t prefix, angles, text;
    bool fills;
} texts[] = {
    {0, 0, 72, true},   {0, 0, 75, true},    {0, 0, 78, true},
    {0, 0, 79, true},   {0, 0, 80, true},    {0, 0, 71, false},
    {0, 0, 0, false},   {0, 0, 81, false},   {5, 1, 71, true}, /* 71 + 5 - 1 = 75 */
    {5, 1, 70, false},  {6, 2, 70, true},    {6, 2, 71, true},
    {6, 2, 69, false},  {6, 2, 67, true}, /* 67 + 6 - 2 = 71 */
    {6, 2, 66, true},   {6, 2, 65, false},   {0, 5, 60, false},
    {9, 100, 63, true}, {9, 100, 62, false},
};

START_TEST(texts_fill_lines)
{
    struct furl_line line = {.prefix_columns = texts[_i].prefix, .angles = texts[_i].angles};

    ck_assert_int_eq(furl_fills_line(&line, texts[_i].text), texts[_i].fills);
}
END_TEST

#define NEVER FURL_NEVER

/* All points of a line. */
static int points(const struct furl_line *line, bool alone, struct furl_range before,
                  const struct furl_line *next)
{
    struct furl_seen_lines seen = {.n = 0};

    return furl_margin_points(line, alone, furl_before_line(before, before.n, &seen), next, NEVER);
}

/* The width of a line and of the next one, those of the lines before, and the points. */
static const struct {
    size_t width, next;
    const char *before;
    size_t angles;
    int alone, other; /* where the URL is alone in the line, where it is not */
} rows[] = {
    /* Margins, and nothing known */
    {72, 10, "", 0, 3, -1},
    {75, 10, "", 0, 3, -1},
    {78, 10, "", 0, 1, NEVER},
    {79, 10, "", 0, 3, 1},
    {80, 10, "", 0, 3, 1},
    {71, 10, "", 1, -2, NEVER},
    {71, 10, "", 2, 3, NEVER},
    /* Others */
    {74, 10, "", 0, -2, NEVER},
    {60, 10, "", 0, -2, NEVER},
    {59, 10, "", 0, NEVER, NEVER},
    {59, 10, "59 59 59 59 59", 0, NEVER, NEVER},
    {60, 10, "60 60 60 60 60", 0, 5, 6},
    {100, 10, "", 0, -2, NEVER},
    {101, 10, "", 0, NEVER, NEVER},
    {74, 10, "73", 0, -2, NEVER},
    {74, 10, "73 72", 0, 0, NEVER},
    {74, 10, "74 10", 0, 2, NEVER},
    {74, 10, "73 73 75", 0, NEVER, NEVER},
    /* The next line counts, too */
    {74, 73, "73", 0, 0, NEVER},
    {74, 74, "", 0, 2, NEVER},
    {74, 75, "", 0, NEVER, NEVER},
    {74, 83, "", 0, -2, NEVER},
    /* Lines as wide, and wider ones */
    {75, 10, "75 10", 0, 5, -1},
    {75, 10, "78", 0, 2, NEVER},
    {75, 10, "79", 0, 0, NEVER},
    {71, 10, "75", 2, 3, NEVER},
    {71, 10, "76", 2, 0, NEVER},
    {71, 10, "74", 1, NEVER, NEVER},
    /* Lines that are filled: those right before, the next one, any two; ragged ones */
    {75, 10, "75", 0, 5, 1},
    {75, 10, "75 75", 0, 5, 5},
    {75, 10, "75 75 75", 0, 6, 7},
    {75, 10, "75 75 75 75 75", 0, 6, 7},
    {75, 75, "", 0, 5, 1},
    {75, 10, "75 75 10", 0, 5, 1},
    {75, 10, "70 70 75 75", 0, 5, 5},
    {75, 10, "70 70 70 75 75", 0, 5, 2},
    {79, 10, "74 74", 0, 3, -2},
    {74, 10, "74 74 74 10", 0, 2, 0},
    {74, 10, "74 74", 0, 3, 4},
    {78, 10, "78 78", 0, 3, 4},
};

START_TEST(widths_have_points)
{
    char lines[1024];
    size_t n = write_lines("", rows[_i].before, lines, sizeof lines);
    struct furl_range before = {(unsigned char *)lines, n};
    struct furl_line line = {.angles = rows[_i].angles, .width = {rows[_i].width, rows[_i].width}};
    struct furl_line next = {.width = {rows[_i].next, rows[_i].next}};

    ck_assert_int_eq(points(&line, true, before, &next), rows[_i].alone);
    ck_assert_int_eq(points(&line, false, before, &next), rows[_i].other);
}
END_TEST

/* What says more counts: characters or octets. */
START_TEST(both_measures_count)
{
    struct furl_range none = {NULL, 0};
    struct furl_line columns = {.width = {75, 140}}, octets = {.width = {50, 79}};
    struct furl_line neither = {.width = {50, 140}}, next = {.width = {10, 10}};

    ck_assert_int_eq(points(&columns, true, none, &next), 3);
    ck_assert_int_eq(points(&octets, false, none, &next), 1);
    ck_assert_int_eq(points(&neither, true, none, &next), NEVER);
}
END_TEST

Suite *margin_suite(void)
{
    Suite *suite = suite_create("margin");

    loop_case(suite, "known", margins_are_known, 1);
    loop_case(suite, "texts", texts_fill_lines, COUNT(texts));
    loop_case(suite, "points", widths_have_points, COUNT(rows));
    loop_case(suite, "measures", both_measures_count, 1);
    return suite;
}
