/* What comes next in a URL that is being read, without the breaks in it: what decides where it ends
 * is looked at before it is read (fidourl(7), URLS IN TEXT). */
#ifndef FURL_AHEAD_H
#define FURL_AHEAD_H

#include "furl/base/window.h"

/* A look at the octets from an index of the text on. */
struct furl_ahead {
    struct furl_window *text;
    size_t at;
    bool high;    /* as in furl_start_stands */
    size_t n;     /* octets that were looked at; 0 */
    size_t plain; /* an index: `%` before it pause nothing */
};

/* What a character reference of HTML does to a URL. */
enum furl_reference {
    FURL_NO_REFERENCE,
    FURL_REFERENCE_STAYS,
    FURL_REFERENCE_QUOTES, /* it is an apostrophe */
    FURL_REFERENCE_BARS,   /* it is a `|` */
    FURL_REFERENCE_ENDS,   /* the URL ends before it */
};

/* Whether a reference may go on with an octet, or a break, after its `&`: most do not. */
bool furl_may_refer(int octet);

/* The reference that comes after an `&`. Sets `n` to its octets after that. */
enum furl_reference furl_reference(struct furl_ahead ahead, size_t *n);

/* Octets of the longest one: "&amp;amp;#0000039;". */
#define FURL_REFERENCE_MAX ((size_t)18)

/* Whether a scheme that is in the table comes next, and "://". */
bool furl_begins_other_url(struct furl_ahead ahead);

/* How many of `octet` come next, at most `most`. */
size_t furl_repeats(struct furl_ahead ahead, unsigned char octet, size_t most);

/* Whether what comes after the `@` of a colour code of PCBoard comes next. */
bool furl_is_colour(struct furl_ahead ahead);

/* Whether a dash that is part of a name comes next, without its first octet, E2, and after the
 * octet `before`: U+2010 to U+2013 between two words, U+2014 between two `_`. */
bool furl_is_inner_dash(struct furl_ahead ahead, unsigned char before);

/* Whether an authority ends before the next octet: an apostrophe, or a letter of another script
 * than Latin, which begins a particle or a sentence. It goes on if an `@` comes within the octets
 * of a name, or, after the letter, a dot and a label. */
bool furl_ends_authority(struct furl_ahead *ahead);

/* The most octets of a URL between marks. */
#define FURL_FENCED_MAX ((size_t)2048)

/* Whether a mark comes next, before what ends any URL; ahead.n are octets before it already. */
bool furl_comes_mark(struct furl_ahead ahead, int mark);

/* How deep pairs nest: each text is looked at for so many of them. */
#define FURL_PAIR_DEPTH ((size_t)4)

/* The octets of the "[...]" or "{...}" that comes next, balanced within 256 octets, in which a URL
 * that comes right after `before` does not end; 0 if none does. Sets whether it has digits alone.
 */
size_t furl_pair(struct furl_ahead ahead, int before, bool *number);

#endif
