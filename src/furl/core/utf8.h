/* UTF-8: well-formed sequences, and the sets of code points that rules name. */
#ifndef FURL_UTF8_H
#define FURL_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* The number of octets of the longest sequence. */
#define FURL_UTF8_MAX ((size_t)4)

/* The byte order mark, U+FEFF at the start of a text. */
#define FURL_BOM      "\xEF\xBB\xBF"
#define FURL_BOM_SIZE (sizeof FURL_BOM - 1)

/* Returns the length of a byte order mark at the front: FURL_BOM_SIZE or 0. */
static inline size_t furl_bom(const unsigned char *octets, size_t n)
{
    return n >= FURL_BOM_SIZE && memcmp(octets, FURL_BOM, FURL_BOM_SIZE) == 0 ? FURL_BOM_SIZE : 0;
}

/* A result of furl_utf8: the octets end within a sequence. */
#define FURL_UTF8_MORE SIZE_MAX

/*
 * Decodes the sequence at octets[0]. `n` must be at least 1. Returns its length, 1 to
 * FURL_UTF8_MAX, and sets `code` to its code point. Returns 0 if there is no well-formed sequence
 * (overlong, surrogate, beyond 10FFFF, stray). Returns FURL_UTF8_MORE if more octets must decide.
 * In both cases, `code` is meaningless. (The Unicode Standard, table 3-7) E2 82 AC gives 3 and
 * 20AC.
 */
size_t furl_utf8(const unsigned char *octets, size_t n, uint32_t *code);

/* Writes the sequence of a code point. Returns its length. */
size_t furl_put_utf8(uint32_t code, unsigned char out[FURL_UTF8_MAX]);

/* Return the number of octets at the front that are ASCII, and that are well-formed. */
size_t furl_ascii_front(const unsigned char *octets, size_t n);
size_t furl_utf8_front(const unsigned char *octets, size_t n);

/* Returns whether the `n` octets are well-formed. */
bool furl_is_utf8(const unsigned char *octets, size_t n);

/* Return the length of the first character of `n` octets, the length of the first `most` characters
 * or of all, and the number of characters. A character is a sequence, or an octet in no sequence.
 */
size_t furl_character(const unsigned char *octets, size_t n);
size_t furl_first_characters(const unsigned char *octets, size_t n, size_t most);
size_t furl_characters(const unsigned char *octets, size_t n);

/* Sets of code points beyond ASCII. */
enum furl_code_set {
    FURL_CODE_CONTROL, /* can drive a terminal or turn its text around */
    /* Spaces, quotation marks, dashes, arrows, frames, brackets, full-width punctuation and
     * controls, which end a URL in text. */
    FURL_CODE_ENDING,
    FURL_CODE_TRIMMED, /* punctuation of other scripts, which is trimmed at the end of a URL */
    /* Letters of other scripts than Latin, and the code points among them, from Greek on. */
    FURL_CODE_OTHER_SCRIPT,
    /* Shown as nothing or as a space: controls, spaces, and code points with
     * Default_Ignorable_Code_Point (the Unicode Standard, 5.21). */
    FURL_CODE_UNSEEN,
    FURL_CODE_LATIN,    /* blocks of Latin letters, and marks that they can have */
    FURL_CODE_SIGN,     /* signs of mail's charsets, private use and emoji: no part of a word */
    FURL_CODE_UNSPACED, /* scripts without spaces between words */
};
bool furl_code_is(uint32_t code, enum furl_code_set set);

/* Returns whether a joiner can directly precede or follow the character. `joins` is the result for
 * the character before, because U+FE0F can be between. */
static inline bool furl_may_join(bool joins, uint32_t code)
{
    return code == 0xFE0F ? joins : code >= 0x80 && !furl_code_is(code, FURL_CODE_CONTROL);
}

/* The most octets that furl_utf8_shown reads: a joiner, and the character after it. */
#define FURL_SHOWN_MAX (3 + FURL_UTF8_MAX)

/*
 * Decodes like furl_utf8. Sets `control` to whether the sequence is a control in displayed text.
 * The joiners U+200C and U+200D are not controls between two characters beyond ASCII, as in words
 * and emoji. `joins` says whether a joiner can follow the character before. If it can, the
 * character after the joiner must be in the `n` octets to decide.
 */
size_t furl_utf8_shown(const unsigned char *octets, size_t n, bool joins, uint32_t *code,
                       bool *control);

/* Returns whether a code point is a noncharacter: one of the last two of each plane, or
 * U+FDD0-FDEF. */
bool furl_is_noncharacter(uint32_t code);

#endif
