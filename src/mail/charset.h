/* Charsets: their names, conversion to UTF-8, and guessing the charset of a text. */
#ifndef MAIL_CHARSET_H
#define MAIL_CHARSET_H

#include "furl/core/buffer.h"
#include "furl/core/octets.h"
#include "furl/core/utf8.h"

/* A charset with one octet for each character. `codes` are the code points, in the Basic
 * Multilingual Plane, of the 128 octets from `first` on. If `first` is 128, octets below 128 are
 * ASCII. If `first` is 0, octets from 128 on have no characters. The code point of an octet without
 * a character is U+FFFD. */
struct mail_charset {
    unsigned char first; /* first octet of the table, 0 or 128 */
    uint16_t codes[128];
};

/* The charsets, each with its names in lower case. First are the charsets of FTS-5003 section 4, by
 * level. FINNISH and SWEDISH are both number 10 of ISO's register (SEN 850200, annex B). Number 11
 * has more letters. Then follow the obsolete charsets of section 5, others in use, and the charsets
 * of MIME. IBMPC is missing, because its meaning depends on the place where a text was written.
 * UTF-8 and UTF-16 have no table. UTF-16 is big-endian, unless the text begins with a byte order
 * mark. */
#define MAIL_CHARSETS(X)                                                                           \
    X(ascii, "ascii", "us-ascii")                                                                  \
    X(canadian, "canadian")                                                                        \
    X(dutch, "dutch")                                                                              \
    X(finnish, "finnish", "swedish", "iso-10")                                                     \
    X(french, "french")                                                                            \
    X(german, "german")                                                                            \
    X(italian, "italian")                                                                          \
    X(norweig, "norweig")                                                                          \
    X(portu, "portu")                                                                              \
    X(spanish, "spanish")                                                                          \
    X(swiss, "swiss")                                                                              \
    X(uk, "uk")                                                                                    \
    X(cp437, "cp437", "ibm437")                                                                    \
    X(cp850, "cp850", "ibm850")                                                                    \
    X(cp852, "cp852", "ibm852")                                                                    \
    X(cp866, "cp866", "+7_fido", "+7", "ibm866")                                                   \
    X(cp848, "cp848")                                                                              \
    X(cp1250, "cp1250", "windows-1250")                                                            \
    X(cp1251, "cp1251", "win", "win-1251", "windows-1251")                                         \
    X(cp1252, "cp1252", "windows-1252")                                                            \
    X(macroman, "cp10000", "mac", "macintosh", "mac-roman")                                        \
    X(iso88593, "iso-8859-3")                                                                      \
    X(iso88594, "iso-8859-4")                                                                      \
    X(iso88595, "iso-8859-5")                                                                      \
    X(iso88596, "iso-8859-6")                                                                      \
    X(iso88597, "iso-8859-7")                                                                      \
    X(iso88598, "iso-8859-8", "iso-8859-8-i")                                                      \
    X(latin1, "latin-1", "iso-8859-1")                                                             \
    X(latin2, "latin-2", "iso-8859-2")                                                             \
    X(latin5, "latin-5", "iso-8859-9")                                                             \
    X(latin9, "latin-9", "iso-8859-15")                                                            \
    X(utf8, "utf-8")                                                                               \
    X(cp1125, "ukr", "cp1125")                                                                     \
    X(koi8r, "koi8-r", "koi8", "koi", "gost", "cp20866")                                           \
    X(koi8u, "koi8-u", "kou", "koi-u", "cp21866")                                                  \
    X(cp1253, "cp1253", "windows-1253")                                                            \
    X(cp1254, "cp1254", "windows-1254")                                                            \
    X(cp1255, "cp1255", "windows-1255")                                                            \
    X(cp1256, "cp1256", "windows-1256")                                                            \
    X(cp1257, "cp1257", "windows-1257")                                                            \
    X(tis620, "tis-620", "windows-874", "cp874")                                                   \
    X(utf16, "utf-16")                                                                             \
    X(utf16be, "utf-16be")                                                                         \
    X(utf16le, "utf-16le")
#define MAIL_CHARSET(charset, ...) extern const struct mail_charset mail_##charset;
MAIL_CHARSETS(MAIL_CHARSET)

/* Returns whether the charset is UTF-16. Returns false for NULL. */
bool mail_is_utf16(const struct mail_charset *charset);

/* Returns the charset of octets that begin with a byte order mark of UTF-16, or NULL. */
const struct mail_charset *mail_utf16_marked(struct furl_range octets);

/* Returns the charset with the name, or NULL. The name is from an option, from MIME, or from a CHRS
 * line (FTS-5003 2), with its level, or malformed as in old lines. Case, "-", "_", spaces and TABs
 * in the name do not matter, nor do "x-" at its front and ^A around it. Returns NULL for IBMPC,
 * which can mean any charset. */
const struct mail_charset *mail_charset_named(struct furl_range name);

/* Returns the charset with several octets for each character that a name in MIME means, or NULL.
 * Such a charset has no table. Each of its characters, or each run of them, becomes U+FFFD. */
const struct mail_charset *mail_charset_wide(struct furl_range name);

/* Returns whether a name in MIME declares no charset. Such a name is empty, or a placeholder such
 * as "unknown-8bit" (RFC 1428), or contains an octet that no name contains. */
bool mail_charset_is_none(struct furl_range name);

/* Returns the name in the value of a CHRS line, without the level and the octets around the
 * name. */
struct furl_range mail_charset_bare(struct furl_range value);

/* Returns the first name of the nth charset, in lower case, or NULL after the last charset. `table`
 * is ignored. */
const char *mail_charset_name(const void *table, size_t nth);

/* The UTF-8 form of each octet of a charset: up to MAIL_FORM_MAX octets, followed by their
 * number. */
#define MAIL_FORM_MAX 3
struct mail_utf8_table {
    unsigned char of[256][MAIL_FORM_MAX + 1];
    bool ascii; /* ASCII is unchanged */
};

/* Sets the forms that convert the charset to UTF-8. The charset must have a table. */
void mail_forms_init(struct mail_utf8_table *table, const struct mail_charset *charset);

/* Writes the forms of the octets to `out`, which needs room for the forms and MAIL_FORM_MAX + 1
 * octets more. MAIL_TRANSLATED_MAX(n) is enough for any forms. Returns the number of octets in the
 * forms. */
#define MAIL_TRANSLATED_MAX(n) (MAIL_FORM_MAX * (n) + MAIL_FORM_MAX + 1)
size_t mail_translate(const struct mail_utf8_table *table, struct furl_range octets,
                      unsigned char *out);

/* A converter to UTF-8. To begin, zero all members before `table`. Free `out.ptr`. */
struct mail_converter {
    const struct mail_charset *charset; /* charset of `table`, or NULL if they are not set */
    struct furl_buffer out;
    struct mail_utf8_table table;
};

/* The most octets of UTF-8 that `n` octets can become. */
#define MAIL_UTF8_MAX(n) (3 * (n))

/* Returns whether the charset lacks one of the octets, which would become U+FFFD. A UTF-8 sequence
 * that the end cuts is ignored after another sequence, because fields are often cut. Returns false
 * for UTF-16. */
bool mail_charset_lacks(const struct mail_charset *charset, struct furl_range octets);

/* MAIL_SOFT_RETURN is a soft return (FTS-0001). mail_charset_has_soft returns whether the octet is
 * a letter of the charset. Otherwise the octet is not a character. */
enum { MAIL_SOFT_RETURN = 0x8D };
bool mail_charset_has_soft(const struct mail_charset *charset);

/* Removes all soft returns from a text whose charset does not have them as letters. In UTF-8, soft
 * returns in sequences stay. Returns the new number of octets. */
size_t mail_drop_soft(const struct mail_charset *charset, unsigned char *text, size_t n);

/* The evidence in the octets of a text about its declared charset. Set `charset`, and zero the
 * rest. */
struct mail_charset_evidence {
    const struct mail_charset *charset;
    bool skips_soft;  /* soft returns are ignored */
    size_t sequences; /* number of UTF-8 sequences of two octets or more */
    size_t letters;   /* number of sequences that are Latin or Cyrillic letters: C3, D0 or D1 and an
                         octet */
    size_t halves; /* number of D0 or D1 that are the front of a cut letter, before ">" or at an end
                      of a line */
    size_t outside; /* number of other octets 80-FF outside of sequences */
};

/* Counts the octets, which must not cut a sequence. Returns whether more octets can matter. */
bool mail_charset_evidence_add(struct mail_charset_evidence *evidence, struct furl_range octets);

/* Returns the declared charset, or UTF-8 if the octets leave no doubt of UTF-8, or NULL if the
 * octets contradict the declaration. */
const struct mail_charset *
mail_charset_evidence_choose(const struct mail_charset_evidence *evidence);

/* Returns whether a field declared in `charset` is UTF-8. The octets C3, D0 and D1 must draw frames
 * in the charset. The field must contain two or more letters that begin with these octets, and no
 * other sequences. Editors keep such fields in answers to UTF-8. */
bool mail_charset_is_framed(const struct mail_charset *charset, struct furl_range field);

/* Converts octets of a charset to UTF-8. Each octet that the charset lacks, each octet of malformed
 * UTF-8, and each unit of malformed UTF-16 becomes U+FFFD. Returns the octets themselves if they
 * are UTF-8 already. Otherwise the result is in the converter's memory and valid until the next
 * call. `ptr` of the result is NULL if memory runs out. */
struct furl_range mail_to_utf8(struct mail_converter *converter, const struct mail_charset *charset,
                               struct furl_range octets);

/* The charset of a text that declares none: UTF-8 if the text is well-formed, or else a guess from
 * the words. */

/* The origin of a text. A Fidonet message or a plain text is in CP866 if most of its words look
 * Cyrillic, or else in CP437. Internet mail is in KOI8-R, CP1251 or CP866, or else in CP1252. In
 * Internet mail, a byte order mark means UTF-16. */
enum mail_origin { MAIL_FIDONET, MAIL_INTERNET };

/* Returns the guessed charset of several texts that share a charset. */
const struct mail_charset *mail_charset_guessed(const struct furl_range *texts, size_t n,
                                                enum mail_origin of);

/* The most octets at the front of an arriving text that the guess reads. */
#define MAIL_GUESS_MAX ((size_t)65536)

enum mail_charset_guess_state {
    MAIL_GUESS_ASCII, /* all octets so far are ASCII, which every candidate contains */
    MAIL_GUESS_OPEN,  /* the next octets decide */
    MAIL_GUESS_DONE,
};

/* A text, read in one of the candidate charsets. */
#define MAIL_READINGS 3
struct mail_reading {
    struct mail_word {
        size_t n, cyrillic, capitals; /* letters, and how many of each kind */
        size_t weight;
        unsigned char first; /* first octet of the word */
        bool begins_capital, varied, latin, western;
    } word;                 /* the unfinished word */
    size_t cyrillic, other; /* words that look Cyrillic, and other words */
    size_t weight;          /* logarithm of the charset's likelihood */
};

/* A guess, begun by mail_charset_guess_begin. If the charset is known, set `charset` and
 * MAIL_GUESS_DONE after that. */
struct mail_charset_guess {
    enum mail_charset_guess_state state;
    const struct mail_charset *charset; /* charset so far, UTF-8 while all octets are ASCII */
    enum mail_origin of;
    bool complete;                     /* the text is complete, and the guess reads all of it */
    size_t octets_read;                /* number of octets read */
    unsigned char held[FURL_UTF8_MAX]; /* an incomplete UTF-8 sequence */
    size_t held_n;
    bool ill; /* the text is not UTF-8 */
    struct mail_reading readings[MAIL_READINGS];
    size_t n; /* number of readings in use */
};

/* Begins the guess for a text of this origin. */
void mail_charset_guess_begin(struct mail_charset_guess *guess, enum mail_origin of);

/* Reads octets of the text, cut anywhere, until they are enough. */
void mail_charset_guess_feed(struct mail_charset_guess *guess, struct furl_range octets);

/* Ends the text, makes the guess, and returns the charset. */
const struct mail_charset *mail_charset_guess_final(struct mail_charset_guess *guess);

/* Reads more texts in this charset, then makes the guess. The end of a text ends its last word. */
const struct mail_charset *mail_charset_guess_texts(struct mail_charset_guess *guess,
                                                    const struct furl_range *texts, size_t n);

#endif
