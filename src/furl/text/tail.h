/* The URL before a line's end: how it ends, and what would complete that (fidourl(1), extract). */
#ifndef FURL_TAIL_H
#define FURL_TAIL_H

#include "rest.h"

/* How a URL ends, before it is trimmed. */
enum furl_tail_end {
    FURL_TAIL_IN,    /* in a word: all that is not below */
    FURL_TAIL_HALF,  /* in half an escape */
    FURL_TAIL_OPEN,  /* - = & + ~ #, after which something comes */
    FURL_TAIL_UNDER, /* _ */
    FURL_TAIL_ASK,   /* ? */
    FURL_TAIL_DIR,   /* a slash */
    FURL_TAIL_FILE,  /* the ending of a file's name */
    FURL_TAIL_DOT,
    FURL_TAIL_PUNCT, /* other punctuation, or a `)` that nothing opens: a sentence ends, too */
    FURL_TAIL_ENDS
};

/* Octets of the end that are kept: a dot and the ending of a file's name; a `+` and all but one of
 * the digits of a serial number. */
#define FURL_TAIL_SIZE (FURL_ENDING_MAX + 1)

/* What is kept of a URL; the caller's. All zero: no octets yet. */
struct furl_tail {
    unsigned char last[FURL_TAIL_SIZE]; /* its last octets, or all */
    size_t n;
    uint64_t slashes, opened, closed; /* how many `/ ( )` it has */
    bool query;                       /* it has a `?` */
    bool named;                       /* its last slash comes after its last `?` */
    bool msgid;                       /* it is in a parameter "msgid" */
};

/* Adds octets at the URL's end. */
void furl_tail_take(struct furl_tail *tail, struct furl_range octets);

/* How the URL ends; it has octets. */
enum furl_tail_end furl_tail_end(const struct furl_tail *tail);

/* Whether the octets complete the half of an escape, or the serial number of a message identifier,
 * of eight digits (FTS-0009), that the URL ends in. */
bool furl_tail_is_completed(const struct furl_tail *tail, struct furl_range octets);

/* Whether the octets go on with the name of a file that the URL, at FURL_TAIL_FILE or
 * FURL_TAIL_DOT, seems to end with: ".htm" and "l", ".tar" and ".gz", "1." and "2". */
bool furl_tail_goes_on(const struct furl_tail *tail, struct furl_range octets);

#endif
