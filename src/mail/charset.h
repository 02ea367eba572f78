/* Charsets: their names, to UTF-8, and which one a text is in. */
#ifndef MAIL_CHARSET_H
#define MAIL_CHARSET_H

#include "furl/base/buffer.h"
#include "furl/base/octets.h"
#include "furl/base/utf8.h"

/* A charset of one octet a character, as code points of the Basic Multilingual Plane: those of the
 * 128 octets from `first` on. The other half is ASCII where it is the lower one, and nothing where
 * it is the upper one. What an octet does not have is U+FFFD. */
struct mail_charset {
    unsigned char first; /* 0 or 128 */
    uint16_t codes[128];
};

/* Those of FTS-5003, and some more that are in use. */
extern const struct mail_charset mail_cp437, mail_cp850, mail_cp852, mail_cp866, mail_cp848,
    mail_cp1125, mail_cp1250, mail_cp1251, mail_cp1252, mail_macroman, mail_latin1, mail_latin2,
    mail_latin5, mail_latin9, mail_iso5, mail_koi8r, mail_koi8u, mail_ascii, mail_canadian,
    mail_dutch, mail_finnish, mail_french, mail_german, mail_italian, mail_norweig, mail_portu,
    mail_spanish, mail_swiss, mail_uk;

/* Those that have no table; UTF-16 is big-endian, unless a byte order mark tells. */
extern const struct mail_charset mail_utf8, mail_utf16, mail_utf16be, mail_utf16le;
bool mail_is_utf16(const struct mail_charset *charset);

/* The charset of octets that begin with a byte order mark of UTF-16; NULL: they do not. */
const struct mail_charset *mail_utf16_marked(struct furl_range octets);

/*
 * The charset that a name means: of a CHRS line (FTS-5003 2), with its level, or malformed as old
 * ones are; of an option; of MIME. Case, "-", "_" and blanks in it, and ^A around it, do not
 * matter. NULL where it is none, or one that says nothing: IBMPC.
 */
const struct mail_charset *mail_charset_named(struct furl_range name);

/* The name in the value of such a line, as it is there: without the level, and what is around. */
struct furl_range mail_charset_bare(struct furl_range value);

/* All names, in lower case: the nth, NULL after the last one. */
const char *mail_charset_name(const void *table, size_t nth);

/* What each octet of a text becomes: up to MAIL_FORM_MAX octets; and last, how many. */
#define MAIL_FORM_MAX 3
struct mail_forms {
    unsigned char of[256][MAIL_FORM_MAX + 1];
    bool ascii; /* what is ASCII, becomes itself */
};

/* Sets the forms to UTF-8 of the charset, which is not UTF-8 itself. */
void mail_forms_init(struct mail_forms *forms, const struct mail_charset *charset);

/* Writes the forms of the octets to `out`, each whole: room is needed for what they have, and for
 * MAIL_FORM_MAX + 1 octets more. MAIL_TRANSLATED_MAX(n) is enough for any forms. Returns how many
 * octets they have. */
#define MAIL_TRANSLATED_MAX(n) (MAIL_FORM_MAX * (n) + MAIL_FORM_MAX + 1)
size_t mail_translate(const struct mail_forms *forms, struct furl_range octets, unsigned char *out);

/* From the charset of a message to UTF-8. */

/* What makes UTF-8 of octets; the caller's, who frees `out.at`. All zero: nothing made yet. */
struct mail_converter {
    const struct mail_charset *charset; /* that of the forms; NULL: they mean nothing yet */
    struct mail_forms forms;
    struct furl_buffer out;
};

/* The most octets of UTF-8 that `n` octets become. */
#define MAIL_UTF8_MAX(n) (3 * (n))

/* Whether the charset makes U+FFFD of an octet. A UTF-8 sequence that the end cuts, after
 * another one, does not count: fields are cut. Of UTF-16, false. */
bool mail_charset_lacks(const struct mail_charset *charset, struct furl_range octets);

/*
 * Converts octets of a charset to UTF-8. What the charset lacks, each octet of
 * malformed UTF-8, and each unit of malformed UTF-16, becomes U+FFFD. Returns the octets themselves
 * if they are UTF-8 already; else ones in the converter's memory, valid until the next call. `at`
 * is NULL without memory.
 */
struct furl_range mail_to_utf8(struct mail_converter *converter, const struct mail_charset *charset,
                               struct furl_range octets);

/* The charset of a text that does not tell it: UTF-8 if it is well-formed so; else what its words
 * look like. */

/* Where it is from: of Fidonet's messages and plain texts, it is CP866 if most words look Cyrillic,
 * else CP437; of Internet mail KOI8-R, CP1251 or CP866, else CP1252. There, a byte order mark tells
 * UTF-16. */
enum mail_origin { MAIL_FIDONET, MAIL_INTERNET };

/* The charset of all of some texts, which have the same one. */
const struct mail_charset *mail_charset_guessed(const struct furl_range *texts, size_t n,
                                                enum mail_origin of);

/* The octets at the front of a text that arrives that are looked at. */
#define MAIL_GUESS_MAX ((size_t)65536)

enum mail_charset_guess_state {
    MAIL_GUESS_ASCII, /* all octets so far, the same in each charset guessed */
    MAIL_GUESS_OPEN,  /* what comes decides */
    MAIL_GUESS_DONE,
};

/* What was read of a text, were it in one of the charsets. */
#define MAIL_READINGS 3
struct mail_reading {
    struct mail_word {
        size_t n, cyrillic, capitals; /* letters so far, and those of these kinds */
        size_t weight;
        unsigned char first; /* octet */
        bool begins_capital, varied, latin, western;
    } word;                 /* that has begun */
    size_t cyrillic, other; /* words that look so */
    size_t weight;          /* the logarithm of how likely this charset is */
};

/* A guess. The caller's; mail_charset_guess_begin, or a named charset, sets it up. */
struct mail_charset_guess {
    enum mail_charset_guess_state state;
    const struct mail_charset *charset; /* as far as it is known; while all is ASCII, UTF-8 */
    enum mail_origin of;
    bool complete;                     /* all of the text is there, and looked at */
    size_t seen;                       /* octets */
    unsigned char held[FURL_UTF8_MAX]; /* a UTF-8 sequence that has begun */
    size_t held_n;
    bool ill; /* something is no UTF-8 */
    struct mail_reading readings[MAIL_READINGS];
    size_t n; /* of them */
};

void mail_charset_guess_begin(struct mail_charset_guess *guess, enum mail_origin of);

/* Sets the charset: nothing is guessed. */
void mail_charset_guess_is(struct mail_charset_guess *guess, const struct mail_charset *charset);

/* Looks at octets of the text, which may be cut anywhere, unless enough has been seen. */
void mail_charset_guess_feed(struct mail_charset_guess *guess, struct furl_range octets);

/* Ends the text, and makes the guess. */
void mail_charset_guess_final(struct mail_charset_guess *guess);

#endif
