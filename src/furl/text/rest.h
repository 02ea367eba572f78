/* Words at the start of a line: whether they look like the rest of a URL that an editor cut, or
 * like prose (fidourl(1), extract). */
#ifndef FURL_REST_H
#define FURL_REST_H

#include "furl/octets/octets.h"

/* What a word looks like, from what no URL goes on with to what hardly anything else is. */
enum furl_rest {
    FURL_REST_NO,     /* the start of a URL, a separator, text that no URL may contain */
    FURL_REST_ITEM,   /* the mark of a list item */
    FURL_REST_MAIL,   /* an address, of mail or of a node */
    FURL_REST_PROSE,  /* a common word of English, a capitalised one, one with a colon; a path from
                         the root of a system */
    FURL_REST_OTHER,  /* none of these */
    FURL_REST_WEAK,   /* small letters; a path; a name with dots and dashes */
    FURL_REST_LIKELY, /* small and large letters, or digits, or both; slashes inside */
    FURL_REST_STRONG, /* marks of a query, an underscore, a file's ending */
    FURL_REST_ESCAPE, /* "%41" */
    FURL_RESTS
};

struct furl_word {
    struct furl_range octets; /* those at the front of the text that a URL may contain */
    size_t n;                 /* how many, without punctuation at the end */
    enum furl_rest rest;
    bool lower; /* it is small letters alone */
    bool plain; /* it is small letters and digits alone */
    bool query; /* it has one of `? & # %` */
    bool slash; /* it has a slash */
    bool last;  /* nothing comes after it in its line */
};

/* The first word of the text of a line, which has no blanks at its end. `query` says that the URL
 * has a `?`. Where the text is empty or begins with what no URL may contain, the word is empty, and
 * FURL_REST_NO. The time is linear in text.n. */
struct furl_word furl_word_of(struct furl_range text, bool query);

/* Whether that word is FURL_REST_NO, and no mark of a list; this takes less. */
bool furl_word_is_none(struct furl_range text);

/* Whether a URL, or what separates parts of a message, begins the text, which is not empty. */
bool furl_begins_other(struct furl_range text);

/* The length of that word. */
size_t furl_word_length(struct furl_range text);

/* Whether the octets, in any case, are the ending of a file's name, as "html". */
bool furl_is_ending(struct furl_range octets);

/* The octets in the longest ending. */
#define FURL_ENDING_MAX ((size_t)7)

/* The letters and digits at the front of the octets. */
struct furl_range furl_front_name(struct furl_range octets);

#endif
