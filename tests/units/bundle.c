#include "mail/bundle.h"

#include "units.h"

static const struct {
    const char *front, *name;
} fronts[] = {
    {"PK\003\004\x14", "ZIP"},
    {"\x60\xEA\x29", "ARJ"},
    {"\x22\x0B-lh5-\x10", "LHA"},
    {"\x22\x0B-lz4-\x10", "LHA"},
    {"Rar!\x1A\x07\x01", "RAR"},
    {"PK\003", ""},
    {"PK\001\002", ""},
    {"-lh5-", ""},
    {"xx-lh5", ""},
    {"Rar!", ""},
    {"", ""},
};

START_TEST(archives_are_told_by_their_front)
{
    const struct mail_bundle *bundle = mail_bundle_of(range(fronts[_i].front));

    ck_assert_str_eq(bundle != NULL ? bundle->name : "", fronts[_i].name);
    ck_assert(bundle == NULL || strlen(bundle->command) > 0);
}
END_TEST

Suite *bundle_suite(void)
{
    Suite *suite = suite_create("bundle");

    loop_case(suite, "fronts", archives_are_told_by_their_front, COUNT(fronts));
    return suite;
}
