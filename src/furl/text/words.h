/* Words of wrapped text: whether they look like the rest of a URL (wrapped.c). */
#ifndef FURL_WORDS_H
#define FURL_WORDS_H

#include "furl/base/octets.h"

/* What a word looks like. */
enum furl_word_look {
    FURL_WORD_NONE, /* no URL goes on with it: the start of another one, a separator, a list item */
    FURL_WORD_ODD,  /* only what fills a terminal cuts before it: a mail address, a bracket */
    FURL_WORD_PROSE,  /* a capitalised word, one with a colon or an apostrophe */
    FURL_WORD_PLAIN,  /* letters, or a few digits */
    FURL_WORD_NAME,   /* letters with dots, dashes and the like */
    FURL_WORD_STRONG, /* marks, letters and digits, many digits, capitals inside */
};

/* The first word of a text. */
struct furl_word {
    struct furl_range octets;
    enum furl_word_look look;
    bool last;   /* nothing comes after it */
    bool marked; /* it has one of / _ ? & = % # ~ +, */
    bool digits; /* or digits alone */
};

/* The octets at the front that a URL may contain anywhere. */
struct furl_range furl_word_front(struct furl_range text);

/* Whether a tearline, a tagline, a signature or a rule begins the text: three times the same, or
 * twice as a word. */
bool furl_word_separates(struct furl_range text);

/* Whether the word has "://", such as that of another URL. */
bool furl_word_has_scheme(struct furl_range word);

/* Whether a URL begins the text, or what separates parts of a message. */
bool furl_word_is_other(struct furl_range text);

/* The octets of the mark of a list item at the front of the text, and of the blanks after it; 0:
 * there is none. */
size_t furl_word_item(struct furl_range text);

/* Whether the text begins a part of its own: another URL, a separator, a list item or a directive
 * of C. After a `(`, `3)` is no item, and neither is a mark alone, which an editor may have cut. */
bool furl_word_begins_part(struct furl_range text, int opener);

/* The first word of the text. "and" and "or" are lines between URLs; a `+` begins lines of patches.
 */
struct furl_word furl_word_of(struct furl_range text, int opener);

/* Whether the octets close more brackets than they open. */
bool furl_word_closes(struct furl_range octets);

/* Whether the octets end in a dot and the ending of a file's name. If `path`, a slash comes before
 * the dot. */
bool furl_word_names_file(struct furl_range octets, bool path);

/* Whether the piece and the word make the name of a file, and the piece alone, which may end in
 * `.htm`, does not. */
bool furl_word_completes_name(struct furl_range piece, struct furl_range word);

/* Whether the word completes the half of an escape that the piece ends in: by two digits, or by one
 * after which the line ends. */
bool furl_word_completes_escape(struct furl_range piece, struct furl_range word);

/* The hexadecimal digits at the front, or, if `last`, at the end. */
size_t furl_word_hex(struct furl_range octets, bool last);

/* Whether the word completes the digest that the piece ends in: it then has as many digits as those
 * of SHA-1 or SHA-256. */
bool furl_word_completes_digest(struct furl_range piece, struct furl_range word);

/* Whether the name of a property of a calendar, a card or an LDIF entry begins the text. */
bool furl_word_is_property(struct furl_range text);

/* Whether the word is a label and more, as "To:you". */
bool furl_word_is_label(struct furl_range word);

/* Whether the word is one of prose: letters in lower case, with punctuation around it. */
bool furl_word_is_lower(struct furl_range word);

/* Whether the octets have a letter or a digit. */
bool furl_word_has_alnum(struct furl_range octets);

#endif
