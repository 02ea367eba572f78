#include "furl/url/canonical.h"

#include "units.h"

static const struct {
    const char *path, *without;
} rows[] = {
    /* RFC 3986, 5.2.4 */
    {"/a/b/c/./../../g", "/a/g"},
    {"mid/content=5/../6", "mid/6"},
    /* The paths of 5.4, after those of the base "/b/c/d" */
    {"/b/c/./g", "/b/c/g"},
    {"/b/c/.", "/b/c/"},
    {"/b/c/./", "/b/c/"},
    {"/b/c/..", "/b/"},
    {"/b/c/../", "/b/"},
    {"/b/c/../..", "/"},
    {"/b/c/../../", "/"},
    {"/b/c/../../../g", "/g"},
    {"/b/c/../../../../g", "/g"},
    {"/./g", "/g"},
    {"/../g", "/g"},
    {"/b/c/g.", "/b/c/g."},
    {"/b/c/.g", "/b/c/.g"},
    {"/b/c/g..", "/b/c/g.."},
    {"/b/c/..g", "/b/c/..g"},
    {"/b/c/./g/.", "/b/c/g/"},
    {"/b/c/g;x=1/../y", "/b/c/y"},
    /* By its steps: what has no slash before it; empty segments, which are segments */
    {"", ""},
    {"/", "/"},
    {".", ""},
    {"..", ""},
    {"./a", "a"},
    {"../a", "a"},
    {"../../a", "a"},
    {"/..", "/"},
    {"/a/...", "/a/..."},
    {"//a/../b", "//b"},
    {"/a//../b", "/a/b"},
    {"/a/b/..//c", "/a//c"},
};

START_TEST(segments_are_removed)
{
    unsigned char path[64];
    size_t n = strlen(rows[_i].path);

    memcpy(path, rows[_i].path, n);
    expect(path, (size_t)(furl_remove_dots(path, path + n) - path), rows[_i].without);
}
END_TEST

START_TEST(twice_is_once)
{
    unsigned char path[64];
    size_t n = strlen(rows[_i].without);

    memcpy(path, rows[_i].without, n);
    expect(path, (size_t)(furl_remove_dots(path, path + n) - path), rows[_i].without);
}
END_TEST

Suite *dots_suite(void)
{
    Suite *suite = suite_create("dots");

    loop_case(suite, "segments", segments_are_removed, COUNT(rows));
    loop_case(suite, "idempotence", twice_is_once, COUNT(rows));
    return suite;
}
