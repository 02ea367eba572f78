/* Lookahead in a URL that is being read, with breaks skipped. Lookahead decides where the URL ends
 * before the octets are read (fidourl-text(7)). */
#ifndef FURL_AHEAD_H
#define FURL_AHEAD_H

#include "furl/core/window.h"

/* The most octets of the URL that a lookahead reads, if its rule has no other limit, and the most
 * octets of breaks that it skips. A URL with a scheme ends the gap in which it begins. A name
 * without a scheme does not, so each such name in a gap can read the next breaks again. These names
 * have a lower limit. */
#define FURL_AHEAD_MAX         ((size_t)257)
#define FURL_AHEAD_BREAKS      ((size_t)256)
#define FURL_AHEAD_BREAKS_BARE ((size_t)64)

/* A lookahead from an index of the text on. */
struct furl_lookahead {
    struct furl_window *text;
    size_t pos;
    bool high;     /* whether the URL may contain any octet 80-FF (furl_start_has_body) */
    size_t most;   /* octets after which the lookahead ends, as if the text ended */
    size_t breaks; /* octets of breaks that the lookahead may still skip */
    size_t n;      /* octets read so far, at first 0 */
    size_t plain;  /* index before which each `%` is an octet of the URL, not of a mark */
};

/* The effect of an HTML character reference on a URL. */
enum furl_reference {
    FURL_NO_REFERENCE,
    FURL_REFERENCE_DATA,
    FURL_REFERENCE_APOSTROPHE, /* reference of an apostrophe */
    FURL_REFERENCE_BAR,        /* reference of a `|` */
    FURL_REFERENCE_TERMINATOR, /* the URL ends before the reference */
};

/* Returns whether a character reference can continue with `octet` after its `&`. Most octets cannot
 * continue one. A `%` can, because it can begin a break. */
bool furl_may_refer(int octet);

/* Reads the character reference whose `&` was just read. Sets `n` to the number of its octets after
 * the `&`. The `&` can also be written as "&amp;" or "&amp;amp;". */
enum furl_reference furl_read_reference(struct furl_lookahead ahead, size_t *n);

/* Octets of the longest reference: "&amp;amp;#0000039;". */
#define FURL_REFERENCE_MAX ((size_t)18)

/* Returns whether a scheme of the table comes next, and "://" after it. */
bool furl_begins_other_url(struct furl_lookahead ahead);

/* Returns how many times `octet` comes next, at most `most`. */
size_t furl_count_following(struct furl_lookahead ahead, unsigned char octet, size_t most);

/* Returns whether the rest of a PCBoard colour code comes next, after its `@`. */
bool furl_is_colour(struct furl_lookahead ahead);

/*
 * Returns whether a dash or joiner that is part of a name comes next. Its first octet, E2, precedes
 * the lookahead, and `before` is the octet before E2. These are parts of names:
 *
 *     U+2010 to U+2013 between two words
 *     U+2014 between two `_`
 *     U+200C or U+200D after an octet beyond ASCII and before an octet of a name or path
 */
bool furl_is_inner(struct furl_lookahead ahead, unsigned char before);

/* Returns the number of octets of the pair of CJK brackets that comes next, or 0. Such pairs can
 * nest, four deep at most. All other octets between the brackets are octets that a URL may contain.
 */
size_t furl_cjk_pair(struct furl_lookahead ahead);

/* Returns the number of octets of the userinfo that comes next, with brackets in it and the `@` at
 * its end. Returns 0 if none comes. */
size_t furl_userinfo(struct furl_lookahead ahead);

/* Returns whether the rest of a mark that makes a host harmless comes next, after its `[`. Such
 * marks are "[.]" and "[dot]". */
bool furl_is_defanged(struct furl_lookahead ahead);

/* Returns the next octet, or -1 if there is none. */
int furl_next(struct furl_lookahead ahead);

/* Returns whether an authority ends before the next character. The character must be an apostrophe,
 * or a letter of another script than Latin, for example of a particle. The authority continues if
 * an `@` follows within the octets of a name. After a letter, it also continues if a dot and a
 * label follow. Sets ahead->n to the number of octets read. */
bool furl_ends_authority(struct furl_lookahead *ahead);

/* The most octets of a URL between marks. */
#define FURL_ENCLOSED_MAX ((size_t)2048)

/* Returns whether `closing` comes before any octet that ends a URL. At first, ahead.n is the length
 * of the URL so far. The octet must come within FURL_ENCLOSED_MAX octets of the URL's start. */
bool furl_closing_follows(struct furl_lookahead ahead, int closing);

#endif
