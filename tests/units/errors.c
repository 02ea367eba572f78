#include "furl/url/url.h"

#include "units.h"

START_TEST(every_error_has_its_own_message)
{
    for (int i = 0; i < FURL_ERRORS; i++) {
        for (int j = 0; j < i; j++) {
            ck_assert(strcmp(furl_error_text((enum furl_error)i),
                             furl_error_text((enum furl_error)j)) != 0);
        }
    }
}
END_TEST

/* A message follows "fidourl: NAME:RECORD:COLUMN: ". */
START_TEST(messages_are_phrases)
{
    for (int i = 0; i < FURL_ERRORS; i++) {
        const char *text = furl_error_text((enum furl_error)i);
        size_t n = strlen(text);
        ck_assert_msg(n > 0 && (text[0] < 'A' || text[0] > 'Z') && text[n - 1] != '.' &&
                          strchr(text, '\n') == NULL,
                      "%s", text);
    }
}
END_TEST

Suite *errors_suite(void)
{
    Suite *suite = suite_create("errors");

    loop_case(suite, "messages", every_error_has_its_own_message, 1);
    loop_case(suite, "phrases", messages_are_phrases, 1);
    return suite;
}
