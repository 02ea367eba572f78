/* Charsets of messages, and their way to UTF-8. */
#ifndef MAIL_CHARSET_H
#define MAIL_CHARSET_H

#include <stdint.h>

#include "furl/octets/grow.h"
#include "furl/octets/octets.h"

/* A charset, as code points of the Basic Multilingual Plane: those of the 128 octets from `first`
 * on. The other half is ASCII where it is the lower one, and nothing where it is the upper one.
 * What an octet does not have is U+FFFD. */
struct mail_charset {
    unsigned char first; /* 0 or 128 */
    uint16_t codes[128];
};

/* Those of FTS-5003, and some more that are in use. */
extern const struct mail_charset mail_cp437, mail_cp850, mail_cp852, mail_cp866, mail_cp848,
    mail_cp1125, mail_cp1250, mail_cp1251, mail_cp1252, mail_macroman, mail_latin1, mail_latin2,
    mail_latin5, mail_latin9, mail_koi8r, mail_koi8u, mail_ascii, mail_canadian, mail_dutch,
    mail_finnish, mail_french, mail_german, mail_italian, mail_norweig, mail_portu, mail_spanish,
    mail_swedish, mail_swiss, mail_uk;

/* UTF-8: its table is not used. */
extern const struct mail_charset mail_utf8;

/*
 * The charset that a name, in any case, means: of a CHRS line (FTS-5003 2), with its level, or
 * malformed as old ones are; of an option. Blanks and ^A around it do not matter. NULL where it is
 * none, or one that says nothing: IBMPC.
 */
const struct mail_charset *mail_charset_named(struct furl_range name);

/* What a charset is called in FTS-5003, in lower case. */
const char *mail_charset_label(const struct mail_charset *charset);

/* The name in a CHRS line, as it is there, without blanks and the level. */
struct furl_range mail_charset_name(struct furl_range value);

/* What makes UTF-8 of octets; the caller's, who frees `out.at`. All zero: nothing made yet. */
struct mail_converter {
    const struct mail_charset *charset; /* that of the forms */
    unsigned char forms[256][4];        /* of each octet: UTF-8, and last its length */
    struct furl_buffer out;
};

/* The most octets of UTF-8 that `n` octets become. */
#define MAIL_UTF8_MAX(n) (3 * (n))

/*
 * The octets of a charset in UTF-8; what it does not have, and what is no well-formed UTF-8, octet
 * by octet, becomes U+FFFD. They are in the converter's memory until the next call; or the very
 * octets, where they are UTF-8 as they are. `at` is NULL where there is no memory.
 */
struct furl_range mail_to_utf8(struct mail_converter *converter, const struct mail_charset *charset,
                               struct furl_range octets);

/* Whether all octets are well-formed UTF-8. */
bool mail_is_utf8(struct furl_range octets);

#endif
