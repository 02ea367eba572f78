/* The charset of a text that does not tell it. */
#ifndef MAIL_GUESS_H
#define MAIL_GUESS_H

#include "charset.h"
#include "furl/octets/utf8.h"

/* The octets at the front of a text that are looked at. */
#define MAIL_GUESS_MAX ((size_t)65536)

enum mail_guess_state {
    MAIL_GUESS_ASCII, /* so far all is, which means the same in each charset that comes out */
    MAIL_GUESS_OPEN,  /* what comes decides */
    MAIL_GUESS_DONE,
};

/* A guess, which is UTF-8 if what is looked at is well-formed so; else CP866 where Cyrillic is more
 * likely than not; else CP437. The caller's; mail_guess_begin, or a named charset, sets it up. */
struct mail_guess {
    enum mail_guess_state state;
    const struct mail_charset *charset; /* as far as it is known; while all is ASCII, UTF-8 */
    size_t seen;                        /* octets */
    unsigned char held[FURL_UTF8_MAX];  /* a UTF-8 sequence that has begun */
    size_t held_n;
    bool ill; /* something is no UTF-8 */
    struct mail_word {
        size_t high, small;         /* octets that are letters in CP866, and small ones */
        bool latin, looks_cyrillic; /* whether letters of ASCII are in it that look so */
    } word;                         /* that has begun */
    size_t cyrillic, latin;         /* octets beyond ASCII in words that are rather so */
};

void mail_guess_begin(struct mail_guess *guess);

/* Takes the charset as told: nothing is guessed. */
void mail_guess_is(struct mail_guess *guess, const struct mail_charset *charset);

/* Looks at octets of the text, which may be cut anywhere, unless enough has been seen. */
void mail_guess_feed(struct mail_guess *guess, struct furl_range octets);

/* Ends the text here: it is done. */
void mail_guess_final(struct mail_guess *guess);

#endif
