#include "furl/url/canonical.h"

#include "units.h"

START_TEST(display_decodes_letters_alone)
{
    static const struct {
        const char *url, *shown;
    } rows[] = {
        {"area://%D0%AD%D1%85%D0%BE", "area://\xD0\xAD\xD1\x85\xD0\xBE"},
        {"x:%E2%80%8E%C2%A0%E3%80%80", "x:%E2%80%8E%C2%A0%E3%80%80"},
        {"x:%E2%80%94%FF%D0", "x:\xE2\x80\x94%FF%D0"},
        {"x:%D0%2F%25", "x:%D0%2F%25"},
        {"x:%D0%AD%", "x:\xD0\xAD%"},
        {"x:%F0%9F%98%80", "x:\xF0\x9F\x98\x80"},
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        unsigned char url[64];
        size_t n = strlen(rows[i].url);
        memcpy(url, rows[i].url, n);
        expect(url, furl_readable(url, n), rows[i].shown);
    }
}
END_TEST

Suite *readable_suite(void)
{
    Suite *suite = suite_create("readable");

    loop_case(suite, "letters", display_decodes_letters_alone, 1);
    return suite;
}
