#include "mail/areas.h"

#include <stdlib.h>

#include "labels.h"
#include "units.h"

/* Paths as they are, and as they are compared. */
static const char *const paths[][2] = {
    {"C:\\Mail\\Ru.SQD", "c:/mail/ru"},
    {"/a/b/", "/a/b"},
    {"/a/b.jhr//", "/a/b"},
    {"/a/b.JDT", "/a/b"},
    {"/a/b.msg", "/a/b.msg"},
    {".sqd", ".sqd"},
    {"", ""},
    {"///", ""},
};

START_TEST(paths_are_folded)
{
    char path[32];
    size_t n = strlen(paths[_i][0]);

    memcpy(path, paths[_i][0], n + 1);
    path[mail_areas_fold((unsigned char *)path, n)] = '\0';
    ck_assert_str_eq(path, paths[_i][1]);
}
END_TEST

/* A list, a base's path, or a board's number, and its areatag; "-": none is told. */
static const struct {
    const char *list, *path, *tag;
    bool is_board, is_doubtful;
} rows[] = {
    {"!/a/b T", "/x/a/b", "T", false, false},
    {"$b T", "/x/a/b", "T", false, false},
    {"$ b T", "/x/a/b", "T", false, false},
    {"b T\n/a/b U", "/x/a/b", "U", false, false},
    {"!/c/b T", "/x/a/b", "T", false, false},
    {"!/c/b T\n!/d/b U", "/x/a/b", "-", false, false},
    {"!/c/b T\n!/d/b U\n!/a/b V", "/x/a/b", "V", false, false},
    {"!/a/b T\n!/a/b T", "/x/a/b", "T", false, false},
    {"!/a/b T\n!/a/b U", "/x/a/b", "T", false, true},
    {"!/a/$x T\n!/a/b U", "/x/a/b", "U", false, false}, /* equal parts go first */
    {"!/a/b U\n!/a/$x T", "/x/a/b", "U", false, false},
    {"!/$y/b T\n!$x U\n!/a/b V", "/x/a/b", "V", false, false},
    {"!/$y/b T\n!b V", "/x/a/b", "V", false, false},
    {"!/c/b V\n!/$y/b T", "/x/a/b", "T", false, false},
    {"!/a/$x T\n!/$y/b U", "/x/a/b", "T", false, true},
    {"!/$y/b T\n!/a/$x U", "/x/a/b", "T", false, true},
    {"!/$y/$x T\n!/a/$x T\n!$x U", "/x/a/b", "T", false, true},
    {"!/$y/$x T\n!/d/$x U\n!/$y/d V", "/x/a/b", "T", false, false},
    {"!/a/b T\n!b T\n!/a/b U", "/x/a/b", "T", false, true},
    {"!b U\n!/a/b T\n!b U\n!/a/b U", "/x/a/b", "U", false, true},
    {"!/c/b T\n!/d/b T", "/x/a/b", "-", false, false},
    {"!/c/b T\n!/c/ba U", "/x/a/b", "T", false, false},
    {"!/c/b T\n5 U", "/x/a/b", "T", false, false},
    {"!b T", "/b", "T", false, false},
    {"!/a/b T", "/b", "T", false, false},
    {"!/a/b T\n!/c/b U", "/b", "-", false, false}, /* a base at the root has no part more */
    {"!/%dir%/b T", "/x/a/b", "T", false, false},
    {"!/[c]/b T", "/x/a/b", "T", false, false},
    {"!c:/b T", "/x/a/b", "T", false, false},
    {"a ! b\n!/a/b T", "/x/a/b", "T", false, false},
    {"; x\r\n\r\n#/c ! d\nTCP/IP * Anytown! Ivan\n!/a/b T", "/x/a/b", "T", false, false},
    {"a/b ! T\n!/a/b U", "/x/a/b", "U", false, false},
    {"a/b T!\n!/a/b U", "/x/a/b", "T!", false, true},
    {"a/b T Hello!\n", "/x/a/b", "T", false, false},
    {"!/c/d T\na/b T! U", "/x/a/b", "T!", false, false},
    {"#$/a/b T\n!/a/b U", "/x/a/b", "U", false, false},
    {"! b T\n!/a/b U", "/x/a/b", "T", false, true},
    {"!/a/b", "/x/a/b", "-", false, false},
    {"!/a/b\0T", "/x/a/b", "-", false, false},
    {"\"/a/b c\" T", "/x/a/b c", "T", false, false},
    {"5 T", "5", "T", true, false},
    {"5 T", "/a/5", "-", false, false},
    {"!/a/5 T", "5", "-", true, false},
    {"15 T\n5 U\n5 V", "5", "U", true, true},
    {"EchoArea T /a/b -b Squish", "/x/a/b", "T", false, false},
    {"echoAREA \"T\" \"/a/b\"", "/x/a/b", "T", false, false},
    {"LocalArea T \\a\\b", "/x/a/b", "T", false, false},
    {"NetmailArea T /a/b", "/x/a/b", "", false, false},
    {"NetArea T \\a\\b -$", "/x/a/b", "", false, false},
    {"EchoArea T passthrough\nEchoArea U /a/b", "/x/a/b", "U", false, false},
    {"EchoArea T\nEchoArea U /a/b\n!/a/b V", "/x/a/b", "U", false, false},
    {"# EchoArea T /a/b\nx", "/x/a/b", "-", false, false},
    {"!/a/b T\x1A", "/x/a/b", "T", false, false}, /* ^Z ends a text of DOS */
    {"!/c/b T\r\n\x1A!/a/b U\r\n", "/x/a/b", "T", false, false},
    {"EchoArea T /a/b\x1A", "/x/a/b", "T", false, false},
    {"\x1A!/a/b U\r\n", "/x/a/b", "-", false, false},
    {"", "/x/a/b", "-", false, false},
};

START_TEST(lines_are_found)
{
    struct mail_areas areas = {.octets_n = strlen(rows[_i].list)};
    const struct mail_area *other = NULL;

    areas.octets.at = malloc(areas.octets_n + 1);
    ck_assert_ptr_nonnull(areas.octets.at);
    memcpy(areas.octets.at, rows[_i].list, areas.octets_n);
    bool has_lines = mail_areas_read(&areas) == NULL;
    ck_assert(has_lines == (areas.n > 0));
    const struct mail_area *area =
        mail_areas_find(&areas, rows[_i].is_board, furl_range_of(rows[_i].path), &other);
    if (strcmp(rows[_i].tag, "-") == 0) {
        ck_assert_ptr_null(area);
    } else {
        ck_assert_ptr_nonnull(area);
        ck_assert_uint_eq(area->tag.n, strlen(rows[_i].tag));
        ck_assert(area->tag.n == 0 || memcmp(area->tag.at, rows[_i].tag, area->tag.n) == 0);
    }
    ck_assert_int_eq(other != NULL, rows[_i].is_doubtful);
    mail_areas_free(&areas);
}
END_TEST

Suite *areas_suite(void)
{
    Suite *suite = suite_create("areas");

    loop_case(suite, "paths", paths_are_folded, COUNT(paths));
    loop_case(suite, "lines", lines_are_found, COUNT(rows));
    return suite;
}
