#include "furl/text/wrapped.h"

#include "units.h"

/* Lines, and what they say. */
static const struct {
    const char *line;
    size_t angles, prefix, prefix_columns, columns, octets;
} rows[] = {
    {"", 0, 0, 0, 0, 0},
    {"text", 0, 0, 0, 4, 4},
    {"  text \t ", 0, 2, 2, 6, 6},
    {"   ", 0, 3, 3, 0, 0},
    {"> text", 1, 2, 2, 6, 6},
    {">text", 1, 1, 1, 5, 5},
    {" AK>> text", 2, 6, 6, 10, 10},
    {" AK> > text", 2, 7, 7, 11, 11},
    {" AK> ", 1, 5, 5, 4, 4},
    {" AK>", 1, 4, 4, 4, 4}, /* the line's end is as good as a blank */
    {" AK>x", 0, 1, 1, 5, 5},
    {">", 1, 1, 1, 1, 1},
    {"> >", 2, 3, 3, 3, 3},
    /* Characters: two of two octets, in the prefix and after it; one of three; one of four. */
    {"\xD0\x90\xD0\x91> x\xD0\x90", 1, 6, 4, 6, 9},
    {"\xE2\x80\x94 \xF0\x9F\x98\x80", 0, 0, 0, 3, 8},
    /* Octets that are in no sequence are a character each. */
    {"\x80\x81\xD0 \xE2\x80", 0, 0, 0, 6, 6},
    {"0123456\xD0\x90 89012345678\xD0\x90", 0, 0, 0, 21, 23},
    {"01234567012345670123456\xD0", 0, 0, 0, 24, 24},
};

START_TEST(lines_are_read)
{
    struct furl_line line = furl_line_of(range(rows[_i].line), UINT64_MAX);

    ck_assert_uint_eq(line.angles, rows[_i].angles);
    ck_assert_uint_eq(line.prefix, rows[_i].prefix);
    ck_assert_uint_eq(line.prefix_columns, rows[_i].prefix_columns);
    ck_assert_uint_eq(line.width[FURL_COLUMNS], rows[_i].columns);
    ck_assert_uint_eq(line.width[FURL_OCTETS], rows[_i].octets);
}
END_TEST

/* Which lines belong together. */
static const struct {
    const char *one, *other;
    bool belong;
} pairs[] = {
    {"x", "    y", true},
    {"> x", ">y", true},
    {"> x", "y", false},
    {"> x", ">> y", false},
    {">> x", "> > y", true},
    {" AK> x", "AK> y", true},
    {" AK> x", " AB> y", false},
    {" AK> x", " KA> y", false},
    {" AK> x", "> y", false},
    {" AK>> x", " AK> > y", true},
    {" AK>> x", " AK> y", false},
    {" A> K> x", " AK>> y", true}, /* the same letters, the same number */
    {" * Origin: x", " * Origin: x", true},
    {" * Origin: x", " * x", false},
};

static uint64_t kind(const char *line)
{
    return furl_line_of(range(line), UINT64_MAX).kind;
}

START_TEST(lines_belong_together)
{
    ck_assert_int_eq(kind(pairs[_i].one) == kind(pairs[_i].other), pairs[_i].belong);
}
END_TEST

START_TEST(kinds_have_names)
{
    ck_assert(kind("x") == 0 && kind("") == 0 && kind("> x") != 0 && kind("AK> x") != 0);
    ck_assert(kind(" * Origin: x (1:2/3)") == FURL_KIND_ORIGIN);
}
END_TEST

/* Lines, how many `>` their prefix may have, and the octets that it has then. */
static const struct {
    const char *line;
    uint64_t angles;
    size_t prefix;
} limits[] = {
    {"  x> y", 0, 0},       {"> y", 0, 0},   {"> html> y", 1, 2}, {">html> y", 1, 1},
    {">> y", 1, 1},         {">> y", 2, 3},  {">> y", 3, 3},      {" AK>html> y", 1, 1},
    {" AK> html> y", 1, 5}, {"> > y", 2, 4}, {">>> y", 2, 2},
};

START_TEST(angles_are_limited)
{
    struct furl_line line = furl_line_of(range(limits[_i].line), limits[_i].angles);

    ck_assert_uint_eq(line.prefix, limits[_i].prefix);
    ck_assert_uint_le(line.angles, limits[_i].angles);
}
END_TEST

static void expect_text(const char *octets, const char *wanted)
{
    struct furl_line line = furl_line_of(range(octets), UINT64_MAX);
    struct furl_range text = furl_line_text(&line, range(octets));

    expect(text.at, text.n, wanted);
}

START_TEST(lines_have_text)
{
    expect_text("", "");
    expect_text("    ", "");
    expect_text(" AK> ", "");
    expect_text(" AK>", "");
    expect_text(" AK> a b  ", "a b");
    expect_text("  a\t", "a");
}
END_TEST

static void expect_near(struct furl_near near, size_t longest, size_t same, size_t close,
                        size_t run)
{
    ck_assert_uint_eq(near.longest, longest);
    ck_assert_uint_eq(near.same, same);
    ck_assert_uint_eq(near.close, close);
    ck_assert_uint_eq(near.run, run);
}

/* What the text before it says about a line that is so wide, in columns or octets. */
static struct furl_near near_of(struct furl_range before, const char *prefix, size_t width,
                                enum furl_measure measure)
{
    struct furl_line line = {.kind = kind(prefix), .width = {width, width}};
    struct furl_near near[FURL_MEASURES] = {{0}, {0}};

    struct furl_seen_lines seen = {.n = 0};
    struct furl_before text = furl_before_line(before, before.n, &seen);
    while (furl_near_take(near, &text, &line)) {
    }
    return near[measure];
}

START_TEST(near_lines_are_counted)
{
    char text[2048];
    size_t n = write_lines("", "82 83 75 74 67 66 60 75 75", text, sizeof text);
    struct furl_range before = {(unsigned char *)text, n};

    expect_near(near_of((struct furl_range){NULL, 0}, "", 75, FURL_COLUMNS), 0, 0, 0, 0);
    expect_near(near_of(before, "", 75, FURL_COLUMNS), 82, 3, 2, 2);
    expect_near(near_of(before, "", 75, FURL_OCTETS), 82, 3, 2, 2);
    expect_near(near_of(before, "> ", 75, FURL_COLUMNS), 0, 0, 0, 0);
    /* A line of another kind breaks the run alone. */
    before.n += write_lines("> ", "75", text + n, sizeof text - n);
    expect_near(near_of(before, "", 75, FURL_COLUMNS), 82, 3, 2, 0);
    expect_near(near_of(before, "> ", 75, FURL_COLUMNS), 75, 1, 0, 1);
    struct furl_near near = {.longest = 70};
    furl_near_add(&near, 75, 75);
    furl_near_add(&near, 75, 83);
    furl_near_add(&near, 75, 67);
    expect_near(near, 75, 1, 1, 0);
}
END_TEST

START_TEST(measures_differ)
{
    struct furl_range before = range("\xD0\x90\xD0\x91q\nqqqqq\n");

    expect_near(near_of(before, "", 5, FURL_OCTETS), 5, 2, 0, 2);
    expect_near(near_of(before, "", 5, FURL_COLUMNS), 5, 1, 1, 1);
    expect_near(near_of(before, "", 3, FURL_COLUMNS), 5, 1, 0, 0);
}
END_TEST

/* Texts before a line of three columns, and how long a run there is. */
static const struct {
    const char *text;
    size_t n, run;
} ends[] = {
    {"abc\nabc\n", 8, 2},      {"abc\r\nabc\r\n", 10, 2}, {"abc\rabc\r", 8, 2},
    {"abc\n\nabc\n", 9, 1},    {"abc\n\n", 5, 0},         {"abc\r\rabc\r", 9, 1},
    {"abc\0abc\n", 8, 1},      {"abc\nabc\0", 8, 0},      {"abc\n  abc \n", 11, 0},
    {"abc  \nabc\t\n", 11, 2}, {"\nabc\n", 5, 1},
};

START_TEST(lines_end)
{
    struct furl_range before = {(const unsigned char *)ends[_i].text, ends[_i].n};

    ck_assert_uint_eq(near_of(before, "", 3, FURL_COLUMNS).run, ends[_i].run);
}
END_TEST

Suite *line_suite(void)
{
    Suite *suite = suite_create("line");

    loop_case(suite, "lines", lines_are_read, COUNT(rows));
    loop_case(suite, "together", lines_belong_together, COUNT(pairs));
    loop_case(suite, "kinds", kinds_have_names, 1);
    loop_case(suite, "limits", angles_are_limited, COUNT(limits));
    loop_case(suite, "text", lines_have_text, 1);
    loop_case(suite, "near", near_lines_are_counted, 1);
    loop_case(suite, "measures", measures_differ, 1);
    loop_case(suite, "ends", lines_end, COUNT(ends));
    return suite;
}
