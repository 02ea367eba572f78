/* UTF-8: well-formed sequences, and the sets of code points that the rules name. */
#ifndef FURL_UTF8_H
#define FURL_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Octets in the longest sequence. */
#define FURL_UTF8_MAX ((size_t)4)

/* The byte order mark, U+FEFF at the start of a text. */
#define FURL_BOM      "\xEF\xBB\xBF"
#define FURL_BOM_SIZE (sizeof FURL_BOM - 1)

/* The octets of such a mark at the front: FURL_BOM_SIZE or 0. */
static inline size_t furl_bom(const unsigned char *octets, size_t n)
{
    return n >= FURL_BOM_SIZE && memcmp(octets, FURL_BOM, FURL_BOM_SIZE) == 0 ? FURL_BOM_SIZE : 0;
}

/* furl_utf8: the octets start a sequence, and end before it does. */
#define FURL_UTF8_MORE SIZE_MAX

/*
 * Decodes the sequence that starts at octets[0]; `n` is at least 1. Returns its length, 1 to
 * FURL_UTF8_MAX, and sets `code` to its code point. Returns 0 if no well-formed sequence starts
 * there (overlong, surrogate, beyond 10FFFF, stray), and FURL_UTF8_MORE if more octets must decide;
 * `code` then means nothing. (The Unicode Standard, table 3-7)
 */
size_t furl_utf8(const unsigned char *octets, size_t n, uint32_t *code);

/* Writes the sequence of a code point. Returns its length. */
size_t furl_put_utf8(uint32_t code, unsigned char out[FURL_UTF8_MAX]);

/* How many octets from the start are ASCII; how many are well-formed. */
size_t furl_ascii_front(const unsigned char *octets, size_t n);
size_t furl_utf8_front(const unsigned char *octets, size_t n);

/* Whether the `n` octets are well-formed. */
bool furl_is_utf8(const unsigned char *octets, size_t n);

/* The length of the first character of `n` octets, which is a sequence, or an octet in none. The
 * length of the first `most` characters, or of all if there are fewer. The number of characters. */
size_t furl_character(const unsigned char *octets, size_t n);
size_t furl_first_characters(const unsigned char *octets, size_t n, size_t most);
size_t furl_characters(const unsigned char *octets, size_t n);

/* Sets of code points beyond ASCII. */
enum furl_code_set {
    FURL_CODE_CONTROL,      /* can drive a terminal or turn its text around */
    FURL_CODE_ENDING,       /* blanks, quotation marks, dashes, arrows, frames, brackets, full-width
                               punctuation and controls, which end a URL in text */
    FURL_CODE_TRIMMED,      /* punctuation of other scripts, which is trimmed at the end of one */
    FURL_CODE_OTHER_SCRIPT, /* letters of other scripts than Latin, and what is among them, from
                               Greek on */
    FURL_CODE_UNSEEN,       /* shown as nothing or as a blank: controls, blanks, and what has
                               Default_Ignorable_Code_Point (the Unicode Standard, 5.21) */
    FURL_CODE_LATIN,        /* blocks of Latin letters, and marks that they may have */
    FURL_CODE_SIGN,         /* signs of mail's charsets, private use and emoji: no part of a word */
    FURL_CODE_UNSPACED,     /* scripts without blanks between words */
};
bool furl_code_is(uint32_t code, enum furl_code_set set);

/* Returns whether a joiner may come right after the character, or right before it. `joins` is the
 * answer for the character before it, since U+FE0F may come between. */
static inline bool furl_may_join(bool joins, uint32_t code)
{
    return code == 0xFE0F ? joins : code >= 0x80 && !furl_code_is(code, FURL_CODE_CONTROL);
}

/* The most octets that furl_utf8_shown looks at: a joiner, and the character after it. */
#define FURL_SHOWN_MAX (3 + FURL_UTF8_MAX)

/*
 * Decodes as furl_utf8 does, and sets `control` to whether the sequence is a control where text is
 * shown. The joiners U+200C and U+200D are none between two characters beyond ASCII, as in words
 * and emoji: after one that may be joined, as `joins` says, the next character must be there to
 * decide.
 */
size_t furl_utf8_shown(const unsigned char *octets, size_t n, bool joins, uint32_t *code,
                       bool *control);

/* Whether it is one of the last two code points of each plane, or U+FDD0-FDEF. */
bool furl_is_noncharacter(uint32_t code);

#endif
