#include "furl/text/fold.h"

#include "units.h"

/* Texts, and what is known at their end: columns, quote prefix, the end of the line before, and
 * whether the line is one that programs write. */
static const struct {
    const char *text;
    size_t columns;
    const char *prefix;
    enum furl_line_end end;
    bool control;
} rows[] = {
    {"", 0, "", FURL_END_UNKNOWN, false},
    {"ab", 2, "", FURL_END_UNKNOWN, false},
    {"a\nbcd", 3, "", FURL_END_LF, false},
    {"a\r\nbcd", 3, "", FURL_END_CR_LF, false},
    {"a\rbcd", 3, "", FURL_END_CR, false},
    {"a\n\rb", 1, "", FURL_END_CR, false},
    {"a\r\r\n", 0, "", FURL_END_CR_LF, false},
    {"a\r\nb\nc", 1, "", FURL_END_LF, false},
    {"\xEF\xBB\xBF> a", 3, "> ", FURL_END_UNKNOWN, false},
    {"a\n\xEF\xBB\xBF> ", 3, "\xEF\xBB\xBF> ", FURL_END_LF, false},
    {" AK>> \xD0\x90\xFF\t", 9, " AK>> ", FURL_END_UNKNOWN, false},
    {">", 1, ">", FURL_END_UNKNOWN, false},
    {"AK>", 3, "", FURL_END_UNKNOWN, false},
    {"   a", 4, "   ", FURL_END_UNKNOWN, false},
    {"\xE2\x80\x94> a", 4, "\xE2\x80\x94> ", FURL_END_UNKNOWN, false},
    {"a\n\1", 1, "", FURL_END_LF, true},
    {"SEEN-BY: 5", 10, "", FURL_END_UNKNOWN, true},
    {"SEEN-BY", 7, "", FURL_END_UNKNOWN, false},
    {"seen-by: 5", 10, "", FURL_END_UNKNOWN, false},
    {"AREA:A ", 7, "", FURL_END_UNKNOWN, true},
    {"--- a", 5, "", FURL_END_UNKNOWN, true},
    {"---a", 4, "", FURL_END_UNKNOWN, false},
    {" * Origin: ", 11, " ", FURL_END_UNKNOWN, true},
    {"\xEF\xBB\xBF--- a", 5, "", FURL_END_UNKNOWN, true},
};

static void expect_lead(struct furl_fold_prefix *lead, size_t i)
{
    const char *text = rows[i].text;

    ck_assert_msg(furl_fold_prefix_columns(lead) == rows[i].columns, "%s", text);
    ck_assert_msg(lead->end == rows[i].end, "%s", text);
    ck_assert_msg(furl_fold_prefix_is_kludge(lead) == rows[i].control, "%s", text);
    ck_assert_uint_eq(lead->prefix, strlen(rows[i].prefix));
    ck_assert(memcmp(lead->octets, rows[i].prefix, lead->prefix) == 0);
}

START_TEST(a_line_is_known_at_every_cut)
{
    const struct furl_range text = range(rows[_i].text);

    for (size_t cut = 0; cut <= text.n; cut++) {
        struct furl_fold_prefix lead = {0};
        furl_fold_prefix_feed(&lead, text.at, cut);
        furl_fold_prefix_feed(&lead, text.at + cut, 0);
        furl_fold_prefix_feed(&lead, text.at + cut, text.n - cut);
        expect_lead(&lead, (size_t)_i);
    }
}
END_TEST

START_TEST(nul_begins_a_line_and_ends_none)
{
    struct furl_fold_prefix lead = {0};

    furl_fold_prefix_feed(&lead, (const unsigned char *)"a\rb\0> cd", 8);
    ck_assert_uint_eq(furl_fold_prefix_columns(&lead), 4);
    ck_assert_uint_eq(lead.prefix, 2);
    ck_assert(lead.end == FURL_END_CR);
    furl_fold_prefix_feed(&lead, (const unsigned char *)"\r\0\n", 3);
    ck_assert(lead.end == FURL_END_LF);
}
END_TEST

START_TEST(columns_may_be_asked_again_and_again)
{
    struct furl_fold_prefix lead = {0};

    for (size_t columns = 3; columns < 3000; columns += 3) {
        furl_fold_prefix_feed(&lead,
                              (const unsigned char *)"a\xD0\x90"
                                                     "b",
                              4);
        size_t got = furl_fold_prefix_columns(&lead);
        ck_assert(got == columns ||
                  (got >= FURL_FOLD_PREFIX_COLUMNS && columns > FURL_FOLD_PREFIX_COLUMNS));
    }
    furl_fold_prefix_feed(&lead, (const unsigned char *)"\na", 2);
    ck_assert_uint_eq(furl_fold_prefix_columns(&lead), 1);
}
END_TEST

START_TEST(a_wide_line_counts_as_wide)
{
    static unsigned char line[100000];
    struct furl_fold_prefix lead = {0};

    for (size_t i = 0; i < sizeof line; i += 4) {
        memcpy(line + i, "\xF0\x9F\x98\x80", 4);
    }
    furl_fold_prefix_feed(&lead, line, 4 * (FURL_FOLD_PREFIX_COLUMNS - 1));
    ck_assert_uint_eq(furl_fold_prefix_columns(&lead), FURL_FOLD_PREFIX_COLUMNS - 1);
    furl_fold_prefix_feed(&lead, line, sizeof line);
    ck_assert_uint_ge(furl_fold_prefix_columns(&lead), FURL_FOLD_PREFIX_COLUMNS);
}
END_TEST

START_TEST(a_line_goes_on_with_its_prefix)
{
    struct furl_fold_prefix lead = {0};
    const struct furl_range text = range("\xD0\x90> >> abc");

    furl_fold_prefix_feed(&lead, text.at, text.n);
    ck_assert_uint_eq(furl_fold_prefix_columns(&lead), 9);
    furl_fold_prefix_feed(&lead, text.at, text.n);
    struct furl_range prefix = furl_fold_prefix_break(&lead, 20);
    expect(prefix.at, prefix.n, "\xD0\x90> >> ");
    ck_assert_uint_eq(furl_fold_prefix_columns(&lead), 6);
    furl_fold_prefix_feed(&lead, (const unsigned char *)"%%de", 4);
    ck_assert_uint_eq(furl_fold_prefix_columns(&lead), 10);
    prefix = furl_fold_prefix_break(&lead, 4);
    expect(prefix.at, prefix.n, "\xD0\x90> >");
    prefix = furl_fold_prefix_break(&lead, 0);
    expect(prefix.at, prefix.n, "");
    ck_assert_uint_eq(furl_fold_prefix_columns(&lead), 0);
}
END_TEST

Suite *fold_prefix_suite(void)
{
    Suite *suite = suite_create("fold_prefix");

    loop_case(suite, "lines", a_line_is_known_at_every_cut, COUNT(rows));
    loop_case(suite, "nul", nul_begins_a_line_and_ends_none, 1);
    loop_case(suite, "again", columns_may_be_asked_again_and_again, 1);
    loop_case(suite, "wide", a_wide_line_counts_as_wide, 1);
    loop_case(suite, "breaks", a_line_goes_on_with_its_prefix, 1);
    return suite;
}
