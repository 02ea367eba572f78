#include "mail/guess.h"

#include "units.h"

static const struct {
    const char *text, *from, *label;
} rows[] = {
    {"Hello", "Ivan", "utf-8"},
    {"\xD0\x9F\xD1\x80", "", "utf-8"},
    {"\x8F\xE0\xA8\xA2\xA5\xE2, Ivan", "", "cp866"},                 /* Привет */
    {"Hello", "\x88\xA2\xA0\xAD \x88\xA2\xA0\xAD\xAE\xA2", "cp866"}, /* Иван Иванов */
    {"H\xA0\xAF\xE0\xA8\xAC\xA5\xE0", "", "cp866"}, /* Hапример, with a Latin H */
    {"\x87\xA4p\xA0\xA2\xE1\xE2\xA2\xE3\xA9, Ivan", "", "cp866"}, /* Здpавствуй, with a Latin p */
    {"p\x84\x84", "", "cp437"},                                   /* pää */
    {"Gr\x81\xE1"
     "e aus K\x94ln",
     "", "cp437"},                                      /* Grüße aus Köln */
    {"d\x82j\x85 vu", "", "cp437"},                     /* déjà vu */
    {"hyv\x84\x84 p\x84iv\x84\x84", "", "cp437"},       /* hyvää päivää */
    {"\xC9\xCD\xBB\xBA \xBA\xC8\xCD\xBC", "", "cp437"}, /* a frame */
    {"\x85", "", "cp437"},                              /* à, or Е */
    {"caf\x82 \x8F\xE0\xA8\xA2\xA5\xE2", "", "cp866"},
};

START_TEST(charsets_are_guessed)
{
    struct mail_message message = {.text = furl_range_of(rows[_i].text),
                                   .from = furl_range_of(rows[_i].from)};

    ck_assert_str_eq(mail_charset_label(mail_guess(&message)), rows[_i].label);
}
END_TEST

Suite *guess_suite(void)
{
    Suite *suite = suite_create("guess");

    loop_case(suite, "guesses", charsets_are_guessed, COUNT(rows));
    return suite;
}
