#include "furl/utf8.h"

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
        size_t n = encode_by_hand(code, octets);
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

START_TEST(sets_have_their_bounds)
{
    static const struct {
        uint32_t code;
        bool control, ending;
    } rows[] = {
        {0x7F, false, false},    {0x80, true, true},     {0x9F, true, true},
        {0xA0, false, true},     {0xA1, false, false},   {0xAB, false, true},
        {0xBB, false, true},     {0x444, false, false},  {0x61B, false, false},
        {0x61C, true, true},     {0x1680, false, true},  {0x1FFF, false, false},
        {0x2000, false, true},   {0x200A, false, true},  {0x200B, true, true},
        {0x200F, true, true},    {0x2010, false, true},  {0x2027, false, true},
        {0x2028, true, true},    {0x202E, true, true},   {0x202F, false, true},
        {0x205F, false, true},   {0x2060, true, true},   {0x206F, true, true},
        {0x2070, false, false},  {0x218F, false, false}, {0x2190, false, true},
        {0x25FF, false, true},   {0x2600, false, false}, {0x2FFF, false, false},
        {0x3000, false, true},   {0x303F, false, true},  {0x3040, false, false},
        {0xFEFF, true, true},    {0xFFFD, false, true},  {0xFFFE, false, false},
        {0xE0000, true, true},   {0xE007F, true, true},  {0xE0080, false, false},
        {0xDFFFF, false, false},
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        ck_assert_msg(furl_is_control_code(rows[i].code) == rows[i].control &&
                          furl_is_ending_code(rows[i].code) == rows[i].ending,
                      "code point %X", rows[i].code);
    }
}
END_TEST

Suite *utf8_suite(void)
{
    Suite *suite = suite_create("utf8");

    loop_case(suite, "well-formed", every_code_point_is_read, 1);
    loop_case(suite, "ill-formed", what_is_ill_formed_is_not, COUNT(ill));
    loop_case(suite, "sets", sets_have_their_bounds, 1);
    return suite;
}
