/* furl/core: classes, lines and sets of octets, UTF-8, memory and order, against what anybody would
 * write. */
#include "config.h"

#include "furl/core/buffer.h"
#include "furl/core/octets.h"
#include "furl/core/utf8.h"

#include "units.h"

/* Lines of up to 40 octets, from any octet on; some of their octets 00-0F end no line. */
START_TEST(a_line_ends_where_the_next_end_is)
{
    static const char ends[] = "\n\r\0";
    unsigned char octets[42];

    for (size_t n = 0; n <= 40; n++) {
        memset(octets, 'x', sizeof octets);
        octets[n / 2] = '\t';
        octets[n / 3] = 0x0F;
        octets[0] = octets[n + 1] = (unsigned char)ends[_i];
        for (size_t from = 1; from <= n + 1; from++) {
            struct furl_range front = {octets + from, sizeof octets - from};
            struct furl_range back = {octets, from};
            ck_assert_uint_eq(furl_line_length(front), n + 1 - from);
            ck_assert_uint_eq(furl_last_line_length(back), from - 1);
        }
        ck_assert_uint_eq(furl_line_length((struct furl_range){octets + 1, n}), n);
        ck_assert_uint_eq(furl_last_line_length((struct furl_range){octets + 1, n}), n);
    }
    struct furl_range none = {NULL, 0};
    ck_assert_uint_eq(furl_line_length(none) + furl_last_line_length(none), 0);
}
END_TEST

/* Octets are put in and taken out. Both forms of the set say the same of each. */
START_TEST(what_was_put_last_counts)
{
    struct furl_byteset set = {.has = {false}};
    bool model[256] = {false};
    struct dice dice = {1};

    for (int i = 0; i < 2000; i++) {
        unsigned char put = (unsigned char)roll(&dice, 256);
        model[put] = roll(&dice, 2) != 0;
        furl_byteset_put(&set, put, model[put]);
        for (size_t octet = 0; octet < 256; octet++) {
            bool bit = (set.row[octet / 128][octet % 16] >> octet / 16 % 8 & 1) != 0;
            ck_assert(set.has[octet] == model[octet] && bit == model[octet]);
        }
    }
}
END_TEST

/* UTF-8 as its definition has it: the shortest form of every code point. */
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
        unsigned char octets[FURL_UTF8_MAX], written[FURL_UTF8_MAX];
        uint32_t got = 0;
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

/* The length of the sequence that the octets start with; 0 if none does. */
static size_t length_by_hand(const unsigned char *octets, size_t n)
{
    for (size_t length = 1; length <= n && length <= FURL_UTF8_MAX; length++) {
        unsigned char form[FURL_UTF8_MAX];
        uint32_t code = octets[0] & (length == 1 ? 0x7F : 0xFF >> (length + 1));
        for (size_t i = 1; i < length; i++) {
            code = code << 6 | (octets[i] & 0x3F);
        }
        if (code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF) &&
            encode_by_hand(code, form) == length && memcmp(form, octets, length) == 0) {
            return length;
        }
    }
    return 0;
}

/* Octets at all bounds, and many that continue sequences, in memory that ends after them: how many
 * of them are one character, and how many at the front are ASCII and well-formed. */
START_TEST(sequences_are_told_from_others)
{
    static const unsigned char bounds[] = "\x7F\x80\x8F\x90\x9F\xA0\xBF\xC0\xC1\xC2\xDF\xE0\xE1\xEC"
                                          "\xED\xEE\xEF\xF0\xF1\xF3\xF4\xF5\xFF";
    static const unsigned char usual[] = "abcdefghij\x80\x90\xBF\x80\x90\xBF";
    struct dice dice = {(uint64_t)_i + 1};

    for (size_t round = sampled(20000); round > 0; round--) {
        size_t n = roll(&dice, 100), characters = 0, ascii = 0, well = 0;
        uint32_t code = 0, some = 1 + roll(&dice, sizeof bounds - 1), rare = 1 + roll(&dice, 10);
        unsigned char *text = malloc(n + 1), *end = text + 1 + n;
        for (unsigned char *ptr = text + 1; ptr < end; ptr++) {
            *ptr = roll(&dice, rare) == 0 ? bounds[roll(&dice, some)] : usual[roll(&dice, 16)];
        }
        for (unsigned char *ptr = text + 1; ptr < end; characters++) {
            size_t left = (size_t)(end - ptr), length = length_by_hand(ptr, left), done = n - left;
            ascii += ascii == done && *ptr < 0x80;
            well += well == done ? length : 0;
            ck_assert(length == 0 || furl_utf8(ptr, left, &code) == length);
            ck_assert_uint_eq(furl_character(ptr, left), length > 0 ? length : 1);
            ptr += length > 0 ? length : 1;
        }
        ck_assert_uint_eq(furl_characters(text + 1, n), characters);
        ck_assert_uint_eq(furl_ascii_front(text + 1, n), ascii);
        ck_assert_uint_eq(furl_utf8_front(text + 1, n), well);
        ck_assert(furl_is_utf8(text + 1, n) == (well == n));
        free(text);
    }
}
END_TEST

/* Code points at both ends of each range, inside and outside, and which sets have them: the
 * controls (c), what ends a URL (e), what is not seen (u), Latin (l), what is no character (n). */
static const struct {
    uint32_t code;
    const char *sets;
} bounds[] = {
    {0x7F, ""},       {0x80, "ceul"},   {0x9F, "ceul"},  {0xA0, "eul"},   {0xA1, "l"},
    {0xAA, "l"},      {0xAB, "el"},     {0xAC, "l"},     {0xAD, "ul"},    {0xAE, "l"},
    {0xBA, "l"},      {0xBB, "el"},     {0xBC, "l"},     {0x34E, "l"},    {0x34F, "ul"},
    {0x350, "l"},     {0x36F, "l"},     {0x370, ""},     {0x444, ""},     {0x61B, ""},
    {0x61C, "ceu"},   {0x61D, ""},      {0x115E, ""},    {0x115F, "u"},   {0x1160, "u"},
    {0x1161, ""},     {0x167F, ""},     {0x1680, "eu"},  {0x1681, ""},    {0x17B3, ""},
    {0x17B4, "u"},    {0x17B5, "u"},    {0x17B6, ""},    {0x180A, ""},    {0x180B, "u"},
    {0x180F, "u"},    {0x1810, ""},     {0x1AAF, ""},    {0x1AB0, "l"},   {0x1AFF, "l"},
    {0x1B00, ""},     {0x1CFF, ""},     {0x1D00, "l"},   {0x1EFF, "l"},   {0x1F00, ""},
    {0x1FFF, ""},     {0x2000, "eu"},   {0x200A, "eu"},  {0x200B, "ceu"}, {0x200F, "ceu"},
    {0x2010, "e"},    {0x2027, "e"},    {0x2028, "ceu"}, {0x202E, "ceu"}, {0x202F, "eu"},
    {0x2030, "e"},    {0x205E, "e"},    {0x205F, "eu"},  {0x2060, "ceu"}, {0x206F, "ceu"},
    {0x2070, "l"},    {0x209F, "l"},    {0x20A0, ""},    {0x20CF, ""},    {0x20D0, "l"},
    {0x20FF, "l"},    {0x2100, "l"},    {0x218F, "l"},   {0x2190, "e"},   {0x22FF, "e"},
    {0x2300, ""},     {0x2307, ""},     {0x2308, "e"},   {0x230B, "e"},   {0x230C, ""},
    {0x2328, ""},     {0x2329, "e"},    {0x232A, "e"},   {0x232B, ""},    {0x23FF, ""},
    {0x2400, "e"},    {0x25FF, "e"},    {0x2600, ""},    {0x2767, ""},    {0x2768, "e"},
    {0x2775, "e"},    {0x2776, ""},     {0x2793, ""},    {0x2794, "e"},   {0x2795, ""},
    {0x2797, ""},     {0x2798, "e"},    {0x27AF, "e"},   {0x27B0, ""},    {0x27B1, "e"},
    {0x27BE, "e"},    {0x27BF, ""},     {0x27E5, ""},    {0x27E6, "e"},   {0x27FF, "e"},
    {0x2800, "u"},    {0x2801, ""},     {0x28FF, ""},    {0x2900, "e"},   {0x297F, "e"},
    {0x2980, ""},     {0x2982, ""},     {0x2983, "e"},   {0x2998, "e"},   {0x2999, ""},
    {0x2AFF, ""},     {0x2B00, "e"},    {0x2B11, "e"},   {0x2B12, ""},    {0x2B5F, ""},
    {0x2B60, "e"},    {0x2BB9, "e"},    {0x2BBA, ""},    {0x2C5F, ""},    {0x2C60, "l"},
    {0x2C7F, "l"},    {0x2C80, ""},     {0x2FFF, ""},    {0x3000, "eu"},  {0x3001, "e"},
    {0x303F, "e"},    {0x3040, ""},     {0x3163, ""},    {0x3164, "u"},   {0x3165, ""},
    {0xA6FF, ""},     {0xA700, "l"},    {0xA7FF, "l"},   {0xA800, ""},    {0xAB2F, ""},
    {0xAB30, "l"},    {0xAB6F, "l"},    {0xAB70, ""},    {0xFAFF, ""},    {0xFB00, "l"},
    {0xFB06, "l"},    {0xFB07, ""},     {0xFDCF, ""},    {0xFDD0, "n"},   {0xFDEF, "n"},
    {0xFDF0, ""},     {0xFDFF, ""},     {0xFE00, "u"},   {0xFE0F, "u"},   {0xFE10, "e"},
    {0xFE1F, ""},     {0xFE20, "l"},    {0xFE2F, "l"},   {0xFE30, "e"},   {0xFEFE, ""},
    {0xFEFF, "ceu"},  {0xFF00, ""},     {0xFF01, "el"},  {0xFF5E, "el"},  {0xFF5F, "e"},
    {0xFF9F, ""},     {0xFFA0, "u"},    {0xFFA1, ""},    {0xFFEF, ""},    {0xFFF0, "u"},
    {0xFFFB, "u"},    {0xFFFC, "e"},    {0xFFFD, "e"},   {0xFFFE, "n"},   {0xFFFF, "n"},
    {0x10000, ""},    {0x1077F, ""},    {0x10780, "l"},  {0x107BF, "l"},  {0x107C0, ""},
    {0x1BC9F, ""},    {0x1BCA0, "u"},   {0x1BCA3, "u"},  {0x1BCA4, ""},   {0x1D172, ""},
    {0x1D173, "u"},   {0x1D17A, "u"},   {0x1D17B, ""},   {0x1DEFF, ""},   {0x1DF00, "l"},
    {0x1DFFF, "l"},   {0x1E000, ""},    {0x1FFFD, ""},   {0x1FFFE, "n"},  {0xDFFFF, "n"},
    {0xE0000, "ceu"}, {0xE007F, "ceu"}, {0xE0080, "u"},  {0xE0FFF, "u"},  {0xE1000, ""},
    {0xFFFE0, ""},    {0x10FFFD, ""},   {0x10FFFF, "n"},
};

START_TEST(sets_have_their_bounds)
{
    uint32_t code = bounds[_i].code;
    char sets[6];

    snprintf(sets, sizeof sets, "%s%s%s%s%s", furl_code_is(code, FURL_CODE_CONTROL) ? "c" : "",
             furl_code_is(code, FURL_CODE_ENDING) ? "e" : "",
             furl_code_is(code, FURL_CODE_UNSEEN) ? "u" : "",
             furl_code_is(code, FURL_CODE_LATIN) ? "l" : "", furl_is_noncharacter(code) ? "n" : "");
    ck_assert_msg(strcmp(sets, bounds[_i].sets) == 0, "code point %X: %s", code, sets);
}
END_TEST

START_TEST(memory_grows_by_so_much)
{
    static const struct {
        size_t room, n, grown;
    } rows[] = {
        {0, 1, 512},
        {500, 501, 512},
        {0, 512, 512},
        {0, 513, 1024},
        {512, 513, 1024},
        {1000, 1001, 2000},
        {1000, 2001, 4000},
        {1024, 5000, 8192},
        {600, 600, 600},
        {1 << 19, (1 << 19) + 1, 1 << 20},
        {1 << 20, 5 << 18, 5 << 18},
        {1 << 20, (1 << 20) + 1, 5 << 18},
        {1 << 24, 3 << 24, 3 << 24},
        {1 << 20, (5 << 18) + 1, (5 << 18) + 1},
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        size_t room = rows[i].room;
        free(furl_grow(NULL, &room, rows[i].n, 1));
        ck_assert_uint_eq(room, rows[i].grown);
    }
    size_t none = 0;
    ck_assert_ptr_null(furl_grow(NULL, &none, SIZE_MAX / 4, 8));
    ck_assert_uint_eq(none, 0);
}
END_TEST

START_TEST(what_is_in_a_buffer_stays_until_it_is_trimmed)
{
    struct furl_buffer buffer = {0};

    for (size_t n = 1; n < 5000; n++) {
        ck_assert(furl_buffer_reserve(&buffer, n) && buffer.room >= n);
        buffer.ptr[n - 1] = (unsigned char)n;
    }
    furl_buffer_trim(&buffer, buffer.room);
    for (size_t n = 1; n < 5000; n++) {
        ck_assert_uint_eq(buffer.ptr[n - 1], (unsigned char)n);
    }
    furl_buffer_trim(&buffer, buffer.room - 1);
    ck_assert(buffer.ptr == NULL && buffer.room == 0);
}
END_TEST

Suite *core_suite(void)
{
    Suite *suite = suite_create("core");

    loop_case(suite, "lines", a_line_ends_where_the_next_end_is, 3);
    loop_case(suite, "sets of octets", what_was_put_last_counts, 1);
    loop_case(suite, "code points", every_code_point_is_read, 1);
    loop_case(suite, "sequences", sequences_are_told_from_others, 4);
    loop_case(suite, "sets", sets_have_their_bounds, COUNT(bounds));
    loop_case(suite, "memory", memory_grows_by_so_much, 1);
    loop_case(suite, "buffer", what_is_in_a_buffer_stays_until_it_is_trimmed, 1);
    return suite;
}
