#include "mail/select.h"

#include "furl/base/utf8.h"
#include "labels.h"
#include "units.h"

/* What folds: Unicode's CaseFolding.txt, and yo. */
static const uint32_t folds[][2] = {
    {'A', 'a'},       {'z', 'z'},         {'1', '1'},         {0xC0, 0xE0},
    {0xD7, 0xD7},     {0xDF, 0xDF},       {0x100, 0x101},     {0x101, 0x101},
    {0x178, 0xFF},    {0x391, 0x3B1},     {0x3C2, 0x3C3},     {0x401, 0x435},
    {0x451, 0x435},   {0x404, 0x454},     {0x410, 0x430},     {0x42F, 0x44F},
    {0x490, 0x491},   {0x52E, 0x52F},     {0x531, 0x561},     {0x1F600, 0x1F600},
    {0x10A0, 0x2D00}, {0x13F8, 0x13F0},   {0xAB70, 0x13A0},   {0x1C80, 0x432},
    {0x1E9E, 0xDF},   {0x1EA0, 0x1EA1},   {0x1F88, 0x1F80},   {0x212A, 'k'},
    {0xFF21, 0xFF41}, {0x10400, 0x10428}, {0x1E921, 0x1E943}, {0x10FFFF, 0x10FFFF},
};

START_TEST(letters_fold)
{
    ck_assert_uint_eq(mail_fold(folds[_i][0]), folds[_i][1]);
}
END_TEST

START_TEST(signs_are_in_no_word)
{
    static const uint32_t in[] = {'0',    'a',    'Z',    0xAA,   0xB5,    0xDF,
                                  0x42F,  0x301,  0x4E2D, 0x1FFF, 0x2C00,  0x2FFF,
                                  0x3040, 0xD7FF, 0xF900, 0xFF21, 0x1EFFF, 0x1FB00},
                          out[] = {' ',    '-',    '_',    0xA0,    0xAB,    0xD7,   0x2014, 0x2116,
                                   0x2500, 0xFEFF, 0xFFFD, 0x2000,  0x207F,  0x212A, 0x2BFF, 0x3000,
                                   0x303F, 0xE000, 0xF8FF, 0x1F000, 0x1F600, 0x1FAFF};

    for (size_t i = 0; i < COUNT(in); i++) {
        ck_assert(mail_is_in_word(in[i]));
    }
    for (size_t i = 0; i < COUNT(out); i++) {
        ck_assert(!mail_is_in_word(out[i]));
    }
}
END_TEST

/* Each letter begins a word with one of the octets that are looked for. */
START_TEST(all_letters_are_looked_for)
{
    /* What is Cyrillic among Cyrillic letters. */
    static const char alike[] = "ABCEHIKMOPTXYabcehikmoptxy";
    static const uint32_t alike_to[] = {0x430, 0x432, 0x441, 0x435, 0x43D, 0x456, 0x43A,
                                        0x43C, 0x43E, 0x440, 0x442, 0x445, 0x443};
    unsigned char octets[FURL_UTF8_MAX];

    for (uint32_t code = 0x80; code < 0x20000; code++) {
        if (code < 0x530 || mail_fold(code) != code) {
            struct furl_byteset set = mail_first_octets(mail_fold(code));
            furl_put_utf8(code, octets);
            ck_assert_msg(set.has[octets[0]], "U+%04X", code);
        }
    }
    for (size_t i = 0; i < strlen(alike); i++) {
        struct furl_byteset set = mail_first_octets(alike_to[i % COUNT(alike_to)]);
        ck_assert(set.has[(unsigned char)alike[i]]);
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
    {"there", "hi\xF0\x9F\x98\x80there", true},                     /* an emoji is in no word */
    {"there", "hi\xE2\x81\xBFthere", true},                         /* nor is a superscript */
    {"\"hi there\"", "hi \xE2\x94\x80\xE3\x80\x80 there", true},    /* nor what draws lines */
    {"\xD4\xB1\xD5\xA2", "\xD5\xA1\xD4\xB2", true},                 /* Armenian */
    {"\xE2\xB0\xB0", "\xE2\x94\x80\xE2\xB0\x80", true},             /* Glagolitic, after a line */
    {"\xE2\xB0\xB0", "\xE2\xB1\x90\xE2\xB0\x80", false},            /* after another letter */
    {"\xF0\x90\x90\xA8", "\xF0\x9F\x98\x80\xF0\x90\x90\x80", true}, /* Deseret */
    {"\xC2\xB5", "\xCE\xBC", true},                                 /* micro, mu */
    {"k", "\xE2\x84\xAA", false}, /* the sign of kelvins is a sign */
    {"aab a", "aaab aab aa", true},
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
    loop_case(suite, "first octets", all_letters_are_looked_for, 1);
    loop_case(suite, "words", words_are_found, COUNT(words));
    return suite;
}
