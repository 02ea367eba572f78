/* Charsets of messages, and their way to UTF-8. */
#ifndef MAIL_CHARSET_H
#define MAIL_CHARSET_H

#include "furl/octets/octets.h"

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

/* UTF-8, which has no table. */
extern const struct mail_charset mail_utf8;

/*
 * The charset that a name, in any case, means: of a CHRS line (FTS-5003 2), with its level, or
 * malformed as old ones are; of an option. Blanks and ^A around it do not matter. NULL where it is
 * none, or one that says nothing: IBMPC.
 */
const struct mail_charset *mail_charset_named(struct furl_range name);

/* The name in the value of such a line, as it is there: without the level, and what is around. */
struct furl_range mail_charset_bare(struct furl_range value);

/* All names, in lower case: the nth, NULL after the last one. */
const char *mail_charset_name(const void *table, size_t nth);

/* What each octet of a text becomes: up to MAIL_FORM_MAX octets; and last, how many. */
#define MAIL_FORM_MAX 7
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

#endif
