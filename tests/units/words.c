#include "mail/select.h"

#include "labels.h"
#include "units.h"

/* What folds: Unicode's CaseFolding.txt, and yo. */
static const uint32_t folds[][2] = {
    {'A', 'a'},     {'z', 'z'},     {'1', '1'},     {0xC0, 0xE0},   {0xD7, 0xD7},
    {0xDF, 0xDF},   {0x100, 0x101}, {0x101, 0x101}, {0x178, 0xFF},  {0x391, 0x3B1},
    {0x3C2, 0x3C3}, {0x401, 0x435}, {0x451, 0x435}, {0x404, 0x454}, {0x410, 0x430},
    {0x42F, 0x44F}, {0x490, 0x491}, {0x52E, 0x52F}, {0x531, 0x531}, {0x1F600, 0x1F600},
};

START_TEST(letters_fold)
{
    ck_assert_uint_eq(mail_fold(folds[_i][0]), folds[_i][1]);
}
END_TEST

START_TEST(signs_are_in_no_word)
{
    static const uint32_t in[] = {'0', 'a', 'Z', 0xAA, 0xB5, 0xDF, 0x42F, 0x301, 0x4E2D},
                          out[] = {' ',    '-',    '_',    0xA0,   0xAB,  0xD7,
                                   0x2014, 0x2116, 0x2500, 0xFEFF, 0xFFFD};

    for (size_t i = 0; i < COUNT(in); i++) {
        ck_assert(mail_is_in_word(in[i]));
    }
    for (size_t i = 0; i < COUNT(out); i++) {
        ck_assert(!mail_is_in_word(out[i]));
    }
}
END_TEST

/* A filter by words, a text, and whether it has them. */
static const struct {
    const char *value, *text;
    bool has;
} words[] = {
    {"a", "x a", true},
    {"a", "xa", false},
    {"ab", "a", false},
    {"a", "ab", true},
    {"\"a\"", "ab", false},
    {"\"a\"", "a.", true},
    {"\"a", "ab a", true},
    {"a b", "b a", true},
    {"a b", "a c", false},
    {"\"a b\"", "a\n> b", true},
    {"\"a b\"", "a c b", false},
    {"\"a b\"", "a a b", true},
    {"\"a a b\"", "a a a b", true},
    {"a.b", "x a b2", true},
    {"a.b", "a1 b", false},
    {"C++", "c", true},
    {"\xD0\x81\xD0\xBB\xD0\xBA\xD0\xB0", "\xD0\xB5\xD0\x9B\xD0\x9A\xD0\xB0",
     true},                                           /* yolka, YELKA */
    {"\xD0\xBD\xD0\xB5\xD1\x82", "H\xD0\xB5t", true}, /* a Cyrillic net; H and t are Latin */
    {"H\xD0\xB5t", "\xD0\x9D\xD0\x95\xD0\xA2", true},
    {"\xD0\xBD\xD0\xB5\xD1\x82", "Het", false},
    {"het", "\xD0\xBD\xD0\xB5\xD1\x82", false},
    {"a",
     "\xFF"
     "a",
     true},
    {"a", "", false},
};

START_TEST(words_are_found)
{
    struct mail_selection selection = {.n = 0};
    const struct mail_head head = {0};
    const struct mail_judged message = {.head = &head, .text = furl_range_of(words[_i].text)};

    ck_assert_ptr_null(
        mail_selection_add(&selection, MAIL_BY_TEXT, furl_range_of(words[_i].value)));
    ck_assert_int_eq(mail_selects_text(&selection, &message), words[_i].has);
    ck_assert(mail_selects_head(&selection, &message));
    mail_selection_free(&selection);
}
END_TEST

Suite *words_suite(void)
{
    Suite *suite = suite_create("words");

    loop_case(suite, "folding", letters_fold, COUNT(folds));
    loop_case(suite, "signs", signs_are_in_no_word, 1);
    loop_case(suite, "words", words_are_found, COUNT(words));
    return suite;
}
