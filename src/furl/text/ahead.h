/* What comes next in a URL that is being read, without the breaks in it: what decides where it ends
 * is looked at before it is read (fidourl-text(7)). */
#ifndef FURL_AHEAD_H
#define FURL_AHEAD_H

#include "furl/base/window.h"

/* The most octets that a look may read: of the URL, if its rule has no other limit, and of breaks.
 * Another URL in a gap ends the gap, but a name without a scheme does not. Each such name in a gap
 * may look over the next breaks, so it has fewer octets of them. */
#define FURL_AHEAD_MAX         ((size_t)257)
#define FURL_AHEAD_BREAKS      ((size_t)256)
#define FURL_AHEAD_BREAKS_BARE ((size_t)64)

/* A look at the octets from an index of the text on. */
struct furl_lookahead {
    struct furl_window *text;
    size_t at;
    bool high;     /* as in furl_start_has_body */
    size_t most;   /* the look ends after so many octets, as if the text did; */
    size_t breaks; /* and passes so many octets of breaks */
    size_t n;      /* octets that were looked at; at first 0 */
    size_t plain;  /* the `%` before this index pause nothing */
};

/* What a character reference of HTML does to a URL. */
enum furl_reference {
    FURL_NO_REFERENCE,
    FURL_REFERENCE_DATA,
    FURL_REFERENCE_APOSTROPHE, /* it is an apostrophe */
    FURL_REFERENCE_BAR,        /* it is a `|` */
    FURL_REFERENCE_TERMINATOR, /* the URL ends before it */
};

/* Whether the octet after an `&` may go on a reference, which most do not. A `%` may, since it may
 * begin a break. */
bool furl_may_refer(int octet);

/* The reference that comes after an `&`. Sets `n` to its octets after that. */
enum furl_reference furl_read_reference(struct furl_lookahead ahead, size_t *n);

/* Octets of the longest one: "&amp;amp;#0000039;". */
#define FURL_REFERENCE_MAX ((size_t)18)

/* Whether a scheme that is in the table comes next, and "://". */
bool furl_begins_other_url(struct furl_lookahead ahead);

/* How many of `octet` come next, at most `most`. */
size_t furl_count_following(struct furl_lookahead ahead, unsigned char octet, size_t most);

/* Whether the rest of a colour code of PCBoard comes next, after its `@`. */
bool furl_is_colour(struct furl_lookahead ahead);

/* Returns whether the rest of a dash or joiner that is part of a name comes next, after its first
 * octet, E2, and `before`, the octet before that: U+2010 to U+2013 between two words, U+2014
 * between two `_`, U+200C or U+200D after an octet beyond ASCII and before an octet of a name or
 * path. */
bool furl_is_inner(struct furl_lookahead ahead, unsigned char before);

/* Returns the octets of the pair of CJK brackets that comes next, with such pairs in it, four deep
 * at most, and otherwise only what may be in a URL; 0 if there is none. */
size_t furl_cjk_pair(struct furl_lookahead ahead);

/* Returns the octets up to the `@` that ends a userinfo, brackets among them; 0 if none comes. */
size_t furl_userinfo(struct furl_lookahead ahead);

/* Returns whether the rest of a mark that makes a host harmless, as "[.]" and "[dot]", comes next,
 * after its `[`. */
bool furl_is_defanged(struct furl_lookahead ahead);

/* Returns the next octet; -1 if there is none. */
int furl_next(struct furl_lookahead ahead);

/* Whether an authority ends before the next octet, which is an apostrophe, or a letter of another
 * script than Latin, as of a particle or a sentence. The authority goes on if an `@` comes within
 * the octets of a name, or, after the letter, a dot and a label. */
bool furl_ends_authority(struct furl_lookahead *ahead);

/* The most octets of a URL between marks. */
#define FURL_ENCLOSED_MAX ((size_t)2048)

/* Whether `mark` comes before any octet that ends a URL. At first, ahead.n is the length of the URL
 * so far, and the mark must come within FURL_ENCLOSED_MAX octets of the URL's start. */
bool furl_closing_follows(struct furl_lookahead ahead, int mark);

#endif
