/* Searching messages for words (draft 7.2.1.4). */
#include "config.h"

#include "furl/core/utf8.h"
#include "furl/kernels/kernels.h"
#include "select.h"

/* Two small Cyrillic letters. Most people write YE for both. */
#define YO ((uint32_t)0x451)
#define YE ((uint32_t)0x435)

uint32_t mail_fold(uint32_t code)
{
    size_t from = 0, to = MAIL_FOLDINGS;

    if (code < 0x80) {
        return furl_lower((unsigned char)code);
    }
    while (from < to) {
        size_t half = (from + to) / 2;
        const struct mail_folding *row = &mail_foldings[half];
        if (code > row->last) {
            from = half + 1;
        } else if (code < row->first) {
            to = half;
        } else {
            bool folds = (code - row->first) % row->step == 0;
            code = folds ? (uint32_t)((int32_t)code + row->by) : code;
            break;
        }
    }
    return code == YO ? YE : code;
}

/* Returns whether the code point is part of a word: a letter, digit or mark, or an unknown code
 * point. */
static bool is_in_word(uint32_t code)
{
    return code < 0x80 ? furl_octet_in((unsigned char)code, FURL_ALNUM)
                       : !furl_code_is(code, FURL_CODE_SIGN);
}

static bool is_cyrillic(uint32_t code)
{
    return code >= 0x400 && code <= 0x52F;
}

/* Small Latin letters that look like Cyrillic letters in either case, and the Cyrillic letters in
 * this order. */
static const char alike[] = "abcehikmoptxy";
static const uint16_t alike_to[] = {0x430, 0x432, 0x441, 0x435, 0x43D, 0x456, 0x43A,
                                    0x43C, 0x43E, 0x440, 0x442, 0x445, 0x443};

/* Removes the character at the front and returns the character, or U+FFFD if it is not UTF-8. */
static uint32_t next_code(struct furl_range *text)
{
    uint32_t code = 0;
    size_t n = furl_utf8(text->ptr, text->n, &code);
    bool is_one = n > 0 && n != FURL_UTF8_MORE;

    furl_skip(text, is_one ? n : 1);
    return is_one ? code : 0xFFFD;
}

size_t mail_fold_letters(struct furl_range text, unsigned char *out)
{
    size_t n = 0;

    while (text.n > 0) {
        n += furl_put_utf8(mail_fold(next_code(&text)), out + n);
    }
    return n;
}

bool mail_same_letters(struct furl_range one, struct furl_range other)
{
    bool same = true;

    while (same && one.n > 0 && other.n > 0) {
        same = mail_fold(next_code(&one)) == mail_fold(next_code(&other));
    }
    return same && one.n == other.n;
}

/* A word of a text. */
struct word {
    struct furl_range octets;
    bool is_cyrillic; /* one of the letters is Cyrillic */
};

/* Removes the word at the front of the text. Returns whether there is a word. */
static bool front_word(struct furl_range *text, struct word *word)
{
    struct furl_range rest = *text;

    *word = (struct word){{text->ptr, 0}, false};
    while (rest.n > 0) {
        uint32_t code = next_code(&rest);
        if (!is_in_word(code)) {
            break;
        }
        word->is_cyrillic = word->is_cyrillic || is_cyrillic(code);
        *text = rest;
    }
    word->octets.n = (size_t)(text->ptr - word->octets.ptr);
    return word->octets.n > 0;
}

/* Removes the next word, and the octets before the word. Returns whether there is a word. */
static bool next_word(struct furl_range *text, struct word *word)
{
    bool found = false;

    while (text->n > 0 && !(found = front_word(text, word))) {
        next_code(text);
    }
    return found;
}

/* Removes the next letter of a word and returns the letter, folded for comparison. */
static uint32_t next_letter(struct word *word)
{
    uint32_t letter = mail_fold(next_code(&word->octets));
    const char *ptr =
        word->is_cyrillic && letter != 0 && letter < 0x80 ? strchr(alike, (int)letter) : NULL;

    return ptr != NULL ? alike_to[ptr - alike] : letter;
}

static void put_first_octet(struct furl_byteset *set, uint32_t code)
{
    unsigned char octets[FURL_UTF8_MAX];

    furl_put_utf8(code, octets);
    furl_byteset_put(set, octets[0], true);
}

/* Adds the first octets of the letter, and of all letters that fold to it, to the set. */
static void put_first_octets(struct furl_byteset *set, uint32_t letter)
{
    put_first_octet(set, letter);
    for (size_t i = 0; i < MAIL_FOLDINGS; i++) {
        const struct mail_folding *row = &mail_foldings[i];
        uint32_t code = (uint32_t)((int32_t)letter - row->by);
        if (code >= row->first && code <= row->last && (code - row->first) % row->step == 0) {
            put_first_octet(set, code);
        }
    }
}

struct furl_byteset mail_first_octets(uint32_t letter)
{
    struct furl_byteset set = furl_byteset_of((struct furl_range){NULL, 0});

    put_first_octets(&set, letter);
    if (letter == YE) {
        put_first_octets(&set, YO);
    }
    for (size_t i = 0; i < sizeof alike_to / sizeof alike_to[0]; i++) {
        if (letter == alike_to[i]) {
            put_first_octets(&set, (unsigned char)alike[i]);
        }
    }
    return set;
}

size_t mail_next_word(struct furl_range *text, uint32_t *out)
{
    struct word word;
    size_t n = 0;

    if (next_word(text, &word)) {
        while (word.octets.n > 0) {
            out[n++] = next_letter(&word);
        }
    }
    return n;
}

/* Returns whether the word is the wanted word or, unless the wanted word is exact, begins with
 * it. */
static bool word_matches(struct word word, const struct mail_search_word *wanted)
{
    for (size_t i = 0; i < wanted->n; i++) {
        if (word.octets.n == 0 || next_letter(&word) != wanted->ptr[i]) {
            return false;
        }
    }
    return !wanted->exact || word.octets.n == 0;
}

/* Returns whether the words after the first of `n` words are at the front of the text. */
static bool follow(const struct mail_search_word *words, size_t n, struct furl_range text)
{
    struct word word;

    for (size_t i = 1; i < n; i++) {
        if (!next_word(&text, &word) || !word_matches(word, &words[i])) {
            return false;
        }
    }
    return true;
}

/* Returns whether no word reaches up to `ptr`. */
static bool begins_word(const unsigned char *text, const unsigned char *ptr)
{
    const unsigned char *from = ptr;
    uint32_t code = 0;

    while (from > text && ptr - from < (ptrdiff_t)FURL_UTF8_MAX &&
           (from == ptr || (*from & 0xC0) == 0x80)) {
        from--;
    }
    size_t n = (size_t)(ptr - from);
    return n == 0 || furl_utf8(from, n, &code) != n || !is_in_word(code);
}

bool mail_has_words(const struct mail_search_word *words, size_t n, struct furl_range text)
{
    const struct furl_kernels *kernels = furl_choose_kernels();
    struct furl_range rest = text, after;
    struct word word;

    while (furl_skip(&rest, kernels->span_until_set(&words[0].first, rest.ptr, rest.n)),
           rest.n > 0) {
        after = rest;
        if (begins_word(text.ptr, rest.ptr) && front_word(&after, &word) &&
            word_matches(word, &words[0]) && follow(words, n, after)) {
            return true;
        }
        furl_skip(&rest, 1);
    }
    return false;
}
