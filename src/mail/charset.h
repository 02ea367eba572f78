/* Charsets: their names, conversion to UTF-8, and a guess at the charset of a text. */
#ifndef MAIL_CHARSET_H
#define MAIL_CHARSET_H

#include "furl/base/buffer.h"
#include "furl/base/octets.h"
#include "furl/base/utf8.h"

/* A charset with one octet for each character: the code points, in the Basic Multilingual Plane, of
 * the 128 octets from `first` on. The lower half without a table is ASCII; the upper one has no
 * characters. U+FFFD stands for an octet without a character. */
struct mail_charset {
    unsigned char first; /* 0 or 128 */
    uint16_t codes[128];
};

/* The charsets, each with its names in lower case: those of FTS-5003 section 4, by level, where
 * FINNISH and SWEDISH are both number 10 of ISO's register (SEN 850200, annex B; number 11 has more
 * letters); the obsolete ones of its section 5; others in use; and those in MIME. IBMPC is missing:
 * its meaning depends on where a text was written. UTF-8 and UTF-16 have no table; the latter is
 * big-endian, unless it begins with a byte order mark. */
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

/* Whether the charset is UTF-16. False for NULL. */
bool mail_is_utf16(const struct mail_charset *charset);

/* The charset of octets that begin with a byte order mark of UTF-16, or NULL. */
const struct mail_charset *mail_utf16_marked(struct furl_range octets);

/* The charset that a name means: in a CHRS line (FTS-5003 2), with its level or malformed as in old
 * lines; in an option; or in MIME. Case, "-", "_" and blanks in the name do not matter, nor do "x-"
 * at its front and ^A around it. NULL if no charset has the name, or for IBMPC, which may mean any.
 */
const struct mail_charset *mail_charset_named(struct furl_range name);

/* The charset of several octets for each character that a name in MIME means, or NULL. Such a
 * charset has no table: each of its characters, or each run of them, becomes U+FFFD. */
const struct mail_charset *mail_charset_wide(struct furl_range name);

/* Whether a name in MIME declares no charset: it is empty, or a placeholder such as "unknown-8bit"
 * (RFC 1428), or has an octet that no name has. */
bool mail_charset_is_none(struct furl_range name);

/* The name in the value of such a line, without the level and what is around it. */
struct furl_range mail_charset_bare(struct furl_range value);

/* The nth name of a charset, in lower case, or NULL after the last one. `table` is ignored. */
const char *mail_charset_name(const void *table, size_t nth);

/* What each octet of a text becomes: up to MAIL_FORM_MAX octets, and then how many they are. */
#define MAIL_FORM_MAX 3
struct mail_utf8_table {
    unsigned char of[256][MAIL_FORM_MAX + 1];
    bool ascii; /* ASCII stays as it is */
};

/* Sets the forms that convert the charset, which has a table, to UTF-8. */
void mail_forms_init(struct mail_utf8_table *forms, const struct mail_charset *charset);

/* Writes the forms of the octets to `out`, which needs room for them and for MAIL_FORM_MAX + 1
 * octets more: MAIL_TRANSLATED_MAX(n) is enough for any forms. Returns how many octets the forms
 * have. */
#define MAIL_TRANSLATED_MAX(n) (MAIL_FORM_MAX * (n) + MAIL_FORM_MAX + 1)
size_t mail_translate(const struct mail_utf8_table *forms, struct furl_range octets,
                      unsigned char *out);

/* Converts octets to UTF-8. Ready if all before `forms` is zero. Free `out.at`. */
struct mail_converter {
    const struct mail_charset *charset; /* of the forms; NULL: they are not set yet */
    struct furl_buffer out;
    struct mail_utf8_table forms;
};

/* The most octets of UTF-8 that `n` octets can become. */
#define MAIL_UTF8_MAX(n) (3 * (n))

/* Whether the charset lacks an octet, which becomes U+FFFD. A UTF-8 sequence that the end cuts,
 * after another one, does not count, since fields are cut. Always false for UTF-16. */
bool mail_charset_lacks(const struct mail_charset *charset, struct furl_range octets);

/* A soft return (FTS-0001), and whether it is a letter of the charset; if not, it is no character
 * at all. */
enum { MAIL_SOFT_RETURN = 0x8D };
bool mail_charset_has_soft(const struct mail_charset *charset);

/* Removes all soft returns from a text whose charset does not have them as letters; in UTF-8, those
 * outside of sequences. Returns how many octets are left. */
size_t mail_drop_soft(const struct mail_charset *charset, unsigned char *text, size_t n);

/* What the octets of a text say of the charset that it declares. Set that, and zero the rest. */
struct mail_charset_evidence {
    const struct mail_charset *charset;
    bool skips_soft;  /* soft returns are no octets of the text */
    size_t sequences; /* of UTF-8, of two octets or more */
    size_t letters;   /* of these, Latin and Cyrillic letters: C3, D0 or D1 and another octet */
    size_t halves;    /* D0 or D1, the front of a letter: before ">", or at an end of a line */
    size_t outside;   /* other octets 80-FF that are in no sequence */
};

/* Counts octets, which must not cut a sequence. Returns whether more octets may matter. */
bool mail_tally_feed(struct mail_charset_evidence *tally, struct furl_range octets);

/* The charset that was declared, UTF-8 if the octets leave no doubt of that, or NULL if the
 * declaration does not count, since the octets contradict it. */
const struct mail_charset *mail_tally_judge(const struct mail_charset_evidence *tally);

/* Whether a field that should be in the charset, whose octets C3, D0 and D1 draw frames, is UTF-8:
 * two letters or more that begin so, and nothing else. Editors keep them in answers to UTF-8. */
bool mail_charset_is_framed(const struct mail_charset *charset, struct furl_range field);

/* Converts octets of a charset to UTF-8. Each octet that the charset lacks, each octet of malformed
 * UTF-8, and each unit of malformed UTF-16 becomes U+FFFD. Returns the octets themselves if they
 * are UTF-8 already; otherwise the result is in the converter's memory and valid until the next
 * call. Returns `at` NULL if memory runs out. */
struct furl_range mail_to_utf8(struct mail_converter *converter, const struct mail_charset *charset,
                               struct furl_range octets);

/* The charset of a text that declares none: UTF-8 if it is well-formed, or else what its words look
 * like. */

/* Where a text is from. A Fidonet message or a plain text is in CP866 if most of its words look
 * Cyrillic, or else in CP437. Internet mail is in KOI8-R, CP1251 or CP866, or else in CP1252;
 * there, a byte order mark shows UTF-16. */
enum mail_origin { MAIL_FIDONET, MAIL_INTERNET };

/* The charset of several texts that share one. */
const struct mail_charset *mail_charset_guessed(const struct furl_range *texts, size_t n,
                                                enum mail_origin of);

/* How many octets at the front of an arriving text the guess looks at. */
#define MAIL_GUESS_MAX ((size_t)65536)

enum mail_charset_guess_state {
    MAIL_GUESS_ASCII, /* all octets so far: the same in each candidate */
    MAIL_GUESS_OPEN,  /* what comes decides */
    MAIL_GUESS_DONE,
};

/* What was read of a text, if it is in one of the candidate charsets. */
#define MAIL_READINGS 3
struct mail_reading {
    struct mail_word {
        size_t n, cyrillic, capitals; /* letters so far, and how many are of these kinds */
        size_t weight;
        unsigned char first; /* octet */
        bool begins_capital, varied, latin, western;
    } word;                 /* the word that has begun */
    size_t cyrillic, other; /* words that look like this */
    size_t weight;          /* logarithm of how likely this charset is */
};

/* A guess. mail_charset_guess_begin begins it. If the charset is known, set it and MAIL_GUESS_DONE
 * then. */
struct mail_charset_guess {
    enum mail_charset_guess_state state;
    const struct mail_charset *charset; /* as known so far: UTF-8 while all is ASCII */
    enum mail_origin of;
    bool complete;                     /* the text is complete, and all of it is looked at */
    size_t seen;                       /* octets */
    unsigned char held[FURL_UTF8_MAX]; /* a UTF-8 sequence that has begun */
    size_t held_n;
    bool ill; /* the text is not UTF-8 */
    struct mail_reading readings[MAIL_READINGS];
    size_t n; /* readings in use */
};

/* Begins the guess for a text of this origin. */
void mail_charset_guess_begin(struct mail_charset_guess *guess, enum mail_origin of);

/* Looks at octets of the text, cut anywhere, until they are enough. */
void mail_charset_guess_feed(struct mail_charset_guess *guess, struct furl_range octets);

/* Ends the text and makes the guess. Returns its charset. */
const struct mail_charset *mail_charset_guess_final(struct mail_charset_guess *guess);

/* Looks at more texts in the same charset, each of which ends words, and makes the guess. */
const struct mail_charset *mail_charset_guess_texts(struct mail_charset_guess *guess,
                                                    const struct furl_range *texts, size_t n);

#endif
