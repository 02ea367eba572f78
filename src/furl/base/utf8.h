/* UTF-8: well-formed sequences, and the sets of code points that the rules name. */
#ifndef FURL_UTF8_H
#define FURL_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Octets in the longest sequence. */
#define FURL_UTF8_MAX ((size_t)4)

/* The byte order mark, U+FEFF at the start of a text. */
#define FURL_BOM      "\xEF\xBB\xBF"
#define FURL_BOM_SIZE (sizeof FURL_BOM - 1)

/* furl_utf8: the octets given begin a sequence, and end before it does. */
#define FURL_UTF8_MORE SIZE_MAX

/*
 * Judges the sequence that begins at octets[0]; `n` is at least 1. Returns its length, 1 to
 * FURL_UTF8_MAX, and sets `code` to its code point; 0 where none that is well-formed begins there
 * (overlong, surrogate, beyond 10FFFF, stray); FURL_UTF8_MORE where more octets must decide.
 * `code` means nothing then. (The Unicode Standard, table 3-7)
 */
size_t furl_utf8(const unsigned char *octets, size_t n, uint32_t *code);

/* Writes the sequence of a code point. Returns its length. */
size_t furl_put_utf8(uint32_t code, unsigned char out[FURL_UTF8_MAX]);

/* How many of the `n` octets at the front are ASCII; are well-formed. */
size_t furl_ascii_front(const unsigned char *octets, size_t n);
size_t furl_utf8_front(const unsigned char *octets, size_t n);

/* Whether the `n` octets are well-formed. */
bool furl_is_utf8(const unsigned char *octets, size_t n);

/* The octets of the first of `n` octets' characters: a sequence, or one octet that is in none; and
 * how many characters they have. */
size_t furl_character(const unsigned char *octets, size_t n);
size_t furl_characters(const unsigned char *octets, size_t n);

/* Controls that can drive a terminal or turn its text around: the control set, beyond ASCII. */
bool furl_is_control_code(uint32_t code);

/* Code points that are no characters: the last two of each plane, and U+FDD0-FDEF. */
bool furl_is_noncharacter(uint32_t code);

/* Blanks, quotation marks, dashes, frames and controls: they end a URL in text. */
bool furl_is_ending_code(uint32_t code);

/* Blanks beyond ASCII. */
bool furl_is_blank_code(uint32_t code);

#endif
