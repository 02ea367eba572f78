/* Quote prefixes: what a mail editor puts before a line that it quotes, as "> " and " AK>> "
 * (fidourl(7), URLS IN TEXT). */
#ifndef FURL_QUOTE_H
#define FURL_QUOTE_H

#include <stdint.h>

#include "furl/base/octets.h"
#include "furl/base/utf8.h"

/* What a prefix may have. Blanks are SP and TAB; a mark is some characters, letters, digits or any
 * beyond ASCII, and some `>`. */
#define FURL_QUOTE_INDENT  ((size_t)8) /* blanks before the first mark */
#define FURL_QUOTE_LETTERS ((size_t)4) /* characters of a mark */
#define FURL_QUOTE_GAP     ((size_t)2) /* blanks between marks */

/* What the next octet of a line may go on with. */
enum furl_quote_part {
    FURL_QUOTE_BLANKS, /* the blanks before the first mark */
    FURL_QUOTE_NAME,   /* the characters of a mark */
    FURL_QUOTE_ANGLES, /* its `>` */
    FURL_QUOTE_AFTER,  /* the blanks after it */
    FURL_QUOTE_TEXT,   /* the prefix is over */
};

/* The prefix of the line at some octet of a text. All zero: a text begins. */
struct furl_quote {
    uint64_t n;      /* octets in it, as far as it is certain */
    uint64_t angles; /* `>` in it; a line that has one is quoted */
    uint32_t
        names; /* a hash of the characters of its marks, one after another; 0: they have none */
    enum furl_quote_part part;
    uint64_t at;         /* octets of the line so far */
    size_t blanks;       /* in a row, right before; in FURL_QUOTE_AFTER */
    uint64_t new_angles; /* of the mark begun, not yet in `angles` */
    size_t name_n;
    unsigned char name[FURL_QUOTE_LETTERS * FURL_UTF8_MAX]; /* of the mark begun */
    bool later; /* it is not the first line of the text */
};

/*
 * Moves on over `n` octets of the text. LF, CR and NUL each begin another line; a byte order mark
 * at the start of the text is no part of its first one. A mark that has characters counts once the
 * blank after it has come. The time is linear in `n`.
 */
void furl_quote_feed(struct furl_quote *quote, const unsigned char *octets, size_t n);

/* Moves on over the prefix of the line, which has at most so many `>`, and over what tells that it
 * is over. Returns how many octets these are. */
size_t furl_quote_read(struct furl_quote *quote, struct furl_range line, uint64_t angles);

#endif
