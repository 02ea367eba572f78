/* Words of wrapped text, and whether they look like the rest of a URL (wrapped.c). */
#ifndef FURL_WORDS_H
#define FURL_WORDS_H

#include "furl/core/octets.h"

/* The look of a word. */
enum furl_word_look {
    FURL_WORD_NONE,   /* no rest of a URL: the start of another URL, a separator, a list item */
    FURL_WORD_ODD,    /* a mail address, a bracket. Only a program that fills a terminal cuts a URL
                         before such a word */
    FURL_WORD_PROSE,  /* a capitalised word, or a word with a colon or an apostrophe */
    FURL_WORD_PLAIN,  /* letters, or a few digits */
    FURL_WORD_NAME,   /* letters with dots, dashes and the like */
    FURL_WORD_STRONG, /* marks, letters and digits, many digits, capitals inside */
};

/* The first word of a text. */
struct furl_word {
    struct furl_range octets;
    enum furl_word_look look;
    bool last;   /* whether the text ends with the word */
    bool marked; /* whether the word contains one of / _ ? & = % # ~ + */
    bool digits; /* whether the word consists of digits */
};

/* Returns the octets at the front that a URL may contain anywhere. */
struct furl_range furl_word_front(struct furl_range text);

/* Returns whether a tearline, a tagline, a signature or a rule begins the text: three equal octets,
 * or two that are a word. */
bool furl_word_separates(struct furl_range text);

/* Returns whether the word contains "://", for example of another URL. */
bool furl_word_has_scheme(struct furl_range word);

/* Returns whether the text begins with a URL, or with a separator of the parts of a message. */
bool furl_word_is_other(struct furl_range text);

/* Returns the number of octets of a list item's mark at the front of the text, and of the blanks
 * after the mark. Returns 0 if there is no mark. */
size_t furl_word_item(struct furl_range text);

/* Returns whether the text begins with a part of its own: another URL, a separator, a list item or
 * a directive of C. After a `(`, `3)` is no list item. A mark alone is none either, because an
 * editor can have cut it. */
bool furl_word_begins_part(struct furl_range text, int opener);

/* Returns the first word of the text. "and" and "or" are lines between URLs, so they look like
 * prose. A `+` at the front does not make a word strong, because it begins lines of patches. */
struct furl_word furl_word_of(struct furl_range text, int opener);

/* Returns whether the octets close more brackets than they open. */
bool furl_word_closes(struct furl_range octets);

/* Returns whether the octets end in a dot and the ending of a file name. If `path`, a slash must
 * precede the dot. */
bool furl_word_names_file(struct furl_range octets, bool path);

/* Returns whether the piece and the word together end in the name of a file, and the piece alone
 * does not. A piece that ends in `.htm` can continue with an `l`. */
bool furl_word_completes_name(struct furl_range piece, struct furl_range word);

/* Returns whether the word completes the escape at the end of the piece. After a `%`, one digit is
 * enough if it is the whole word, because the line after it can be cut again. */
bool furl_word_completes_escape(struct furl_range piece, struct furl_range word);

/* Returns the number of hexadecimal digits at the front or, if `last`, at the end. */
size_t furl_word_hex(struct furl_range octets, bool last);

/* Returns whether the word completes the digest at the end of the piece. Both together must have as
 * many digits as a SHA-1 or SHA-256 digest. */
bool furl_word_completes_digest(struct furl_range piece, struct furl_range word);

/* Returns whether the text begins with the name of a property of a calendar, a card or an LDIF
 * entry. */
bool furl_word_is_property(struct furl_range text);

/* Returns whether the word is a label and more, for example "To:you". */
bool furl_word_is_label(struct furl_range word);

/* Returns whether the word is one of prose: lower-case letters with punctuation around them, or
 * "I". */
bool furl_word_is_lower(struct furl_range word);

/* Returns whether the octets contain a letter or a digit. */
bool furl_word_has_alnum(struct furl_range octets);

#endif
