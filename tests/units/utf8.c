#include "furl/base/utf8.h"

#include "units.h"

/* UTF-8 as its definition has it: the shortest form of every code point but surrogates. */
static size_t encode_by_hand(uint32_t code, unsigned char *out)
{
    if (code < 0x80) {
        out[0] = (unsigned char)code;
        return 1;
    }
    size_t n = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (size_t i = n - 1; i > 0; i--) {
        out[i] = (unsigned char)(0x80 | (code & 0x3F));
        code >>= 6;
    }
    out[0] = (unsigned char)((n == 2 ? 0xC0 : n == 3 ? 0xE0 : 0xF0) | code);
    return n;
}

START_TEST(every_code_point_is_read)
{
    for (uint32_t code = 0; code <= 0x10FFFF; code++) {
        unsigned char octets[4];
        uint32_t got = 0;
        unsigned char written[FURL_UTF8_MAX];
        size_t n = encode_by_hand(code, octets);
        if (furl_put_utf8(code, written) != n || memcmp(written, octets, n) != 0) {
            ck_abort_msg("code point %X is not written", code);
        }
        bool surrogate = code >= 0xD800 && code <= 0xDFFF;
        if (furl_utf8(octets, n, &got) != (surrogate ? 0 : n) || (!surrogate && got != code)) {
            ck_abort_msg("code point %X", code);
        }
        for (size_t some = 1; some < n && !surrogate; some++) {
            if (furl_utf8(octets, some, &got) != FURL_UTF8_MORE) {
                ck_abort_msg("%zu octets of code point %X", some, code);
            }
        }
    }
}
END_TEST

static const char *const ill[] = {"\x80",     "\xBF",     "\xC0\x80",     "\xC1\xBF",
                                  "\xC2\x41", "\xE0\x80", "\xE0\x9F",     "\xED\xA0",
                                  "\xF0\x80", "\xF0\x8F", "\xF4\x90",     "\xF5\x80",
                                  "\xFF",     "\xFE",     "\xE2\x80\x41", "\xF1\x80\x80\xC0"};

START_TEST(what_is_ill_formed_is_not)
{
    uint32_t code = 0;

    ck_assert_uint_eq(furl_utf8((const unsigned char *)ill[_i], strlen(ill[_i]), &code), 0);
}
END_TEST

/* Octets at the front, in memory of just so many: those of ASCII, and those that are well-formed.
 */
static const struct {
    const char *text;
    size_t ascii, well;
} fronts[] = {
    {"", 0, 0},
    {"a", 1, 1},
    {"12345678", 8, 8},
    {"1234567\xD0\x9F", 7, 9},
    {"12345678\xD0\x9F", 8, 10},
    {"\xF4\x8F\xBF\xBFz", 0, 5},
    {"\x80z", 0, 0},
    {"123456789\xC0\x80", 9, 9},
    {"\xC3\xA4\xD0", 0, 2},
    {"\xC3\xA4z\xED\xA0\x80", 0, 3},
    {"1234567890123456\x7F\xC1", 17, 17},
};

START_TEST(fronts_are_counted)
{
    size_t n = strlen(fronts[_i].text);
    unsigned char *octets = malloc(n + 1);

    memcpy(octets + 1, fronts[_i].text, n);
    ck_assert_uint_eq(furl_ascii_front(octets + 1, n), fronts[_i].ascii);
    ck_assert_uint_eq(furl_utf8_front(octets + 1, n), fronts[_i].well);
    free(octets);
}
END_TEST

/* Alone, in the middle of text, and cut by its end. */
START_TEST(text_is_judged_whole)
{
    static const char *const well[] = {"", "a", "\xC3\xA4", "a\xE2\x82\xAC\xF0\x9F\x98\x80z"};

    for (size_t i = 0; i < COUNT(well); i++) {
        ck_assert(furl_is_utf8((const unsigned char *)well[i], strlen(well[i])));
    }
    for (size_t i = 0; i < COUNT(ill); i++) {
        char text[16];
        snprintf(text, sizeof text, "a%sz", ill[i]);
        ck_assert_msg(!furl_is_utf8((const unsigned char *)text, strlen(text)), "%zu", i);
    }
    ck_assert(!furl_is_utf8((const unsigned char *)"a\xE2\x82", 3));
}
END_TEST

/* At both ends of each range, inside and outside: which sets a code point is in, of the controls
 * (c), of what ends a URL (e) and of the blanks (b). */
static const struct {
    uint32_t code;
    const char *sets;
} bounds[] = {
    {0x7F, ""},      {0x80, "ce"},    {0x9F, "ce"},   {0xA0, "eb"},   {0xA1, ""},
    {0xAA, ""},      {0xAB, "e"},     {0xAC, ""},     {0xBA, ""},     {0xBB, "e"},
    {0xBC, ""},      {0x444, ""},     {0x61B, ""},    {0x61C, "ce"},  {0x61D, ""},
    {0x167F, ""},    {0x1680, "eb"},  {0x1681, ""},   {0x1FFF, ""},   {0x2000, "eb"},
    {0x200A, "eb"},  {0x200B, "ce"},  {0x200F, "ce"}, {0x2010, "e"},  {0x2027, "e"},
    {0x2028, "ce"},  {0x202E, "ce"},  {0x202F, "eb"}, {0x2030, "e"},  {0x205E, "e"},
    {0x205F, "eb"},  {0x2060, "ce"},  {0x206F, "ce"}, {0x2070, ""},   {0x218F, ""},
    {0x2190, "e"},   {0x25FF, "e"},   {0x2600, ""},   {0x2FFF, ""},   {0x3000, "eb"},
    {0x3001, "e"},   {0x303F, "e"},   {0x3040, ""},   {0xFEFE, ""},   {0xFEFF, "ce"},
    {0xFF00, ""},    {0xFFFC, ""},    {0xFFFD, "e"},  {0xFFFE, ""},   {0xDFFFF, ""},
    {0xE0000, "ce"}, {0xE007F, "ce"}, {0xE0080, ""},  {0x10FFFF, ""},
};

START_TEST(sets_have_their_bounds)
{
    uint32_t code = bounds[_i].code;
    char sets[4] = "", *to = sets;

    if (furl_is_control_code(code)) {
        *to++ = 'c';
    }
    if (furl_is_ending_code(code)) {
        *to++ = 'e';
    }
    if (furl_is_blank_code(code)) {
        *to++ = 'b';
    }
    ck_assert_msg(strcmp(sets, bounds[_i].sets) == 0, "code point %X: %s", code, sets);
}
END_TEST

START_TEST(noncharacters_are_told)
{
    static const struct {
        uint32_t code;
        bool is;
    } rows[] = {
        {0xFDCF, false}, {0xFDD0, true},    {0xFDEF, true},   {0xFDF0, false},  {0xFFFD, false},
        {0xFFFE, true},  {0xFFFF, true},    {0x10000, false}, {0x1FFFD, false}, {0x1FFFE, true},
        {0x2FFFF, true}, {0x10FFFD, false}, {0x10FFFE, true}, {0x10FFFF, true}, {0xFFFE0, false},
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        ck_assert_msg(furl_is_noncharacter(rows[i].code) == rows[i].is, "%X", rows[i].code);
    }
}
END_TEST

/* Texts, their characters, and the octets of the first one. */
static const struct {
    const char *text;
    size_t characters, first;
} counts[] = {
    {"a", 1, 1},
    {"\xD0\x90z", 2, 2},
    {"\xE2\x80\x94", 1, 3},
    {"\xF0\x9F\x98\x80", 1, 4},
    {"\xD0", 1, 1},
    {"\xE2\x80", 2, 1},
    {"\xE2\x80\xE2\x80\x94", 3, 1},
    {"\xC0\x80\xFF\x80", 4, 1},
    {"\xED\xA0\x80", 3, 1},
    {"0123456789\xD0\x90ghijklmn\xD0\x90", 20, 1},
    {"\xD0\x90\xD0\x90\xD0\x90\xD0\x90\xD0\x90", 5, 2},
};

START_TEST(characters_are_counted)
{
    struct furl_range text = range(counts[_i].text);

    ck_assert_uint_eq(furl_characters(text.at, text.n), counts[_i].characters);
    ck_assert_uint_eq(furl_character(text.at, text.n), counts[_i].first);
    ck_assert_uint_eq(furl_characters(text.at, 0), 0);
}
END_TEST

Suite *utf8_suite(void)
{
    Suite *suite = suite_create("utf8");

    loop_case(suite, "well-formed", every_code_point_is_read, 1);
    loop_case(suite, "ill-formed", what_is_ill_formed_is_not, COUNT(ill));
    loop_case(suite, "fronts", fronts_are_counted, COUNT(fronts));
    loop_case(suite, "whole", text_is_judged_whole, 1);
    loop_case(suite, "noncharacters", noncharacters_are_told, 1);
    loop_case(suite, "characters", characters_are_counted, COUNT(counts));
    loop_case(suite, "sets", sets_have_their_bounds, COUNT(bounds));
    return suite;
}
