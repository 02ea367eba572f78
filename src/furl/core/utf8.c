#include "utf8.h"

#include "bits.h"

/* Returns the length of the sequence that an octet starts, or 0 if it starts none. */
static size_t length_of(unsigned char first)
{
    return first < 0x80   ? 1
           : first < 0xC2 ? 0
           : first < 0xE0 ? 2
           : first < 0xF0 ? 3
           : first < 0xF5 ? 4
                          : 0;
}

/* Returns whether the second octet is in bounds, which exclude overlong forms, surrogates and
 * values beyond 10FFFF. */
static bool may_be_second(unsigned char first, unsigned char second)
{
    const unsigned char low = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
    const unsigned char high = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;

    return second >= low && second <= high;
}

size_t furl_utf8(const unsigned char *octets, size_t n, uint32_t *code)
{
    const size_t length = length_of(octets[0]);

    *code = length > 1 ? octets[0] & (0x7Fu >> length) : octets[0];
    for (size_t i = 1; i < length; i++) {
        if (i == n) {
            return FURL_UTF8_MORE;
        }
        if (i == 1 ? !may_be_second(octets[0], octets[1]) : (octets[i] & 0xC0) != 0x80) {
            return 0;
        }
        *code = *code << 6 | (octets[i] & 0x3F);
    }
    return length;
}

size_t furl_put_utf8(uint32_t code, unsigned char out[FURL_UTF8_MAX])
{
    size_t n = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;

    for (size_t i = n - 1; i > 0; i--) {
        out[i] = (unsigned char)(0x80 | (code & 0x3F));
        code >>= 6;
    }
    out[0] = (unsigned char)((n > 1 ? 0xF0 << (4 - n) & 0xFF : 0) | code);
    return n;
}

size_t furl_ascii_front(const unsigned char *octets, size_t n)
{
    size_t i = 0;

    for (; n - i >= 4 * FURL_WORD; i += 4 * FURL_WORD) {
        const unsigned char *ptr = octets + i;
        const uint64_t any = furl_load_word(ptr) | furl_load_word(ptr + FURL_WORD) |
                             furl_load_word(ptr + 2 * FURL_WORD) |
                             furl_load_word(ptr + 3 * FURL_WORD);
        if ((any & FURL_ALL(0x80)) != 0) {
            break;
        }
    }
    for (; n >= FURL_WORD && i < n; i += FURL_WORD) {
        i = i < n - FURL_WORD ? i : n - FURL_WORD; /* the last word can overlap the word before */
        const size_t before = furl_octets_before(furl_load_word(octets + i) & FURL_ALL(0x80));
        if (before < FURL_WORD) {
            return i + before;
        }
    }
    while (i < n && octets[i] < 0x80) {
        i++;
    }
    return i;
}

/* Returns whether a sequence of two octets, the most common kind, is at the front. */
static bool is_two(const unsigned char *octets, size_t n)
{
    return n >= 2 && octets[0] >= 0xC2 && octets[0] <= 0xDF && (octets[1] & 0xC0) == 0x80;
}

size_t furl_utf8_front(const unsigned char *octets, size_t n)
{
    uint32_t code = 0;
    size_t i = 0;

    while (i < n) {
        if (octets[i] < 0x80) { /* often a single space separates words beyond ASCII */
            bool is_alone = n - i > 1 && octets[i + 1] >= 0x80;
            i += is_alone ? 1 : furl_ascii_front(octets + i, n - i);
        } else if (is_two(octets + i, n - i)) {
            i += 2;
        } else {
            size_t length = furl_utf8(octets + i, n - i, &code);
            if (length == 0 || length == FURL_UTF8_MORE) {
                break;
            }
            i += length;
        }
    }
    return i;
}

bool furl_is_utf8(const unsigned char *octets, size_t n)
{
    return furl_utf8_front(octets, n) == n;
}

/* Most octets beyond ASCII start a sequence of two or, in other charsets, no sequence. */
size_t furl_character(const unsigned char *octets, size_t n)
{
    uint32_t code = 0;

    if (is_two(octets, n)) {
        return 2;
    }
    size_t length = octets[0] >= 0xE0 ? furl_utf8(octets, n, &code) : 1;
    return length == 0 || length == FURL_UTF8_MORE ? 1 : length;
}

size_t furl_first_characters(const unsigned char *octets, size_t n, size_t most)
{
    size_t length = n <= most ? n : 0;

    for (; length < n && most > 0; most--) {
        length += furl_character(octets + length, n - length);
    }
    return length;
}

size_t furl_characters(const unsigned char *octets, size_t n)
{
    size_t pos = furl_ascii_front(octets, n), count = pos;

    for (; pos < n; count++) {
        pos += octets[pos] < 0x80              ? 1
               : is_two(octets + pos, n - pos) ? 2
                                               : furl_character(octets + pos, n - pos);
    }
    return count;
}

/* The ranges of each set, in order, filled with zeros. */
enum { RANGES = 32 };
static const struct {
    uint32_t first, last;
} ranges[][RANGES] = {
    /* clang-format off */
    [FURL_CODE_CONTROL] = {
        {0x80, 0x9F},     {0x61C, 0x61C},   {0x200B, 0x200F},   {0x2028, 0x202E},
        {0x2060, 0x206F}, {0xFEFF, 0xFEFF}, {0xE0000, 0xE007F},
    },
    [FURL_CODE_ENDING] = {
        {0x80, 0xA0},     {0xAB, 0xAB},     {0xBB, 0xBB},     {0x61C, 0x61C},     {0x1680, 0x1680},
        {0x2000, 0x206F}, {0x2190, 0x22FF}, {0x2308, 0x230B}, {0x2329, 0x232A},   {0x2400, 0x25FF},
        {0x2768, 0x2775}, {0x2794, 0x2794}, {0x2798, 0x27AF}, {0x27B1, 0x27BE},   {0x27E6, 0x27FF},
        {0x2900, 0x297F}, {0x2983, 0x2998}, {0x2B00, 0x2B11}, {0x2B60, 0x2BB9},   {0x3000, 0x303F},
        {0xFE10, 0xFE19}, {0xFE30, 0xFE6B}, {0xFEFF, 0xFEFF}, {0xFF01, 0xFF0F},   {0xFF1A, 0xFF20},
        {0xFF3B, 0xFF40}, {0xFF5B, 0xFF65}, {0xFFFC, 0xFFFD}, {0xE0000, 0xE007F},
    },
    /* The full stops, commas and question marks of Greek, Armenian, Hebrew, Arabic, Urdu,
     * Devanagari, Tibetan, Burmese, Ethiopic and Khmer. */
    [FURL_CODE_TRIMMED] = {
        {0x37E, 0x37E}, {0x589, 0x589},   {0x5F3, 0x5F4},   {0x60C, 0x60C},
        {0x61B, 0x61B}, {0x61F, 0x61F},   {0x6D4, 0x6D4},   {0x964, 0x965},
        {0xF0D, 0xF0E}, {0x104A, 0x104B}, {0x1361, 0x1368}, {0x17D4, 0x17D5},
    },
    /* Blocks of letters, without emoji and symbols. */
    [FURL_CODE_OTHER_SCRIPT] = {
        {0x370, 0x1CFF},  {0x1F00, 0x1FFF},   {0x2C00, 0x2C5F},   {0x2C80, 0x2DFF},
        {0x2E80, 0x2FDF}, {0x3041, 0x31FF},   {0x3400, 0xA71F},   {0xA800, 0xAB2F},
        {0xAB70, 0xD7FF}, {0xF900, 0xFAFF},   {0xFB13, 0xFDFF},   {0xFE70, 0xFEFC},
        {0xFF66, 0xFFDC}, {0x10000, 0x1CFFF}, {0x1E000, 0x1EFFF}, {0x20000, 0x3FFFF},
    },
    [FURL_CODE_UNSEEN] = {
        {0x80, 0xA0},     {0xAD, 0xAD},     {0x34F, 0x34F},     {0x61C, 0x61C},
        {0x115F, 0x1160}, {0x1680, 0x1680}, {0x17B4, 0x17B5},   {0x180B, 0x180F},
        {0x2000, 0x200F}, {0x2028, 0x202F}, {0x205F, 0x206F},   {0x2800, 0x2800},
        {0x3000, 0x3000}, {0x3164, 0x3164}, {0xFE00, 0xFE0F},   {0xFEFF, 0xFEFF},
        {0xFFA0, 0xFFA0}, {0xFFF0, 0xFFFB}, {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A},
        {0xE0000, 0xE0FFF},
    },
    [FURL_CODE_LATIN] = {
        {0x80, 0x36F},    {0x1AB0, 0x1AFF}, {0x1D00, 0x1EFF},   {0x2070, 0x209F},
        {0x20D0, 0x20FF}, {0x2100, 0x218F}, {0x2C60, 0x2C7F},   {0xA700, 0xA7FF},
        {0xAB30, 0xAB6F}, {0xFB00, 0xFB06}, {0xFE20, 0xFE2F},   {0xFF01, 0xFF5E},
        {0x10780, 0x107BF}, {0x1DF00, 0x1DFFF},
    },
    [FURL_CODE_SIGN] = {
        {0x80, 0xA9},     {0xAB, 0xB1},     {0xB4, 0xB4},     {0xB6, 0xB8},
        {0xBB, 0xBB},     {0xBF, 0xBF},     {0xD7, 0xD7},     {0xF7, 0xF7},
        {0x2000, 0x2BFF}, {0x3000, 0x303F}, {0xE000, 0xF8FF}, {0xFE10, 0xFE1F},
        {0xFE30, 0xFE6F}, {0xFEFF, 0xFF0F}, {0xFFF0, 0xFFFF}, {0x1F000, 0x1FAFF},
    },
    /* Thai, Lao, Tibetan, Burmese, Khmer, Japanese, Chinese and Yi. */
    [FURL_CODE_UNSPACED] = {{0xE00, 0x109F}, {0x1780, 0x17FF}, {0x2E80, 0xA4CF}},
    /* clang-format on */
};

bool furl_code_is(uint32_t code, enum furl_code_set set)
{
    size_t i = 0; /* the last range that begins at or before the code, or 0 */

    for (size_t step = RANGES / 2; step > 0; step /= 2) {
        const uint32_t first = ranges[set][i + step].first;
        i += first != 0 && first <= code ? step : 0;
    }
    return code >= ranges[set][i].first && code <= ranges[set][i].last;
}

size_t furl_utf8_shown(const unsigned char *octets, size_t n, bool joins, uint32_t *code,
                       bool *control)
{
    const size_t length = furl_utf8(octets, n, code);
    uint32_t next = 0;

    *control = length > 1 && length != FURL_UTF8_MORE && furl_code_is(*code, FURL_CODE_CONTROL);
    if (!*control || !joins || (*code != 0x200C && *code != 0x200D)) {
        return length;
    }
    const size_t after =
        n > length ? furl_utf8(octets + length, n - length, &next) : FURL_UTF8_MORE;
    *control = !(after > 1 && furl_may_join(true, next));
    return after == FURL_UTF8_MORE ? after : length;
}

bool furl_is_noncharacter(uint32_t code)
{
    return (code & 0xFFFE) == 0xFFFE || (code >= 0xFDD0 && code <= 0xFDEF);
}
