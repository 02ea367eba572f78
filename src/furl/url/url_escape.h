/* Escaping whole URLs, as `encode -c url` does, and unescaping them, as `decode -c url` does, as
 * streams. */
#ifndef FURL_URL_ESCAPE_H
#define FURL_URL_ESCAPE_H

#include <stdint.h>

#include "bracketed.h"
#include "furl/percent/percent.h"
#include "scheme.h"

/* Where in a URL an octet is, told as its octets come. */

enum furl_url_where {
    FURL_IN_SCHEME,   /* before the first colon */
    FURL_AFTER_COLON, /* right after it */
    FURL_AFTER_SLASH, /* after ":/" */
    FURL_IN_AUTHORITY,
    FURL_IN_PATH,
    FURL_IN_QUERY,
    FURL_IN_FRAGMENT,
};

/* The place of the next octet; the caller's. All zero: a record begins. */
struct furl_url_part {
    enum furl_url_where part;
    const struct furl_scheme *scheme;        /* NULL: not in the table, or not known yet */
    unsigned char name[FURL_SCHEME_MAX + 1]; /* the scheme, as far as it was read and fits */
    size_t name_n;
    bool begun;            /* what is before the URL was read: */
    unsigned char partner; /* closes what was opened there; NUL: nothing was */
    size_t prefix_n;       /* octets of `URL:` read there */
};

/* Makes it the place where a record begins. */
static inline void furl_url_part_restart(struct furl_url_part *place)
{
    place->part = FURL_IN_SCHEME;
    place->scheme = NULL;
    place->name_n = place->prefix_n = 0;
    place->begun = false;
    place->partner = '\0';
}

/* In the scheme: takes octets, one at least, up to the colon that ends it, and that one, too; also
 * those before it that are no part of the URL: `<` or a quotation mark, `URL:`, and blanks.
 * Returns how many; the place is now after them. */
size_t furl_url_part_scheme(struct furl_url_part *place, const unsigned char *at, size_t n);

/* Masks of the octets that a place depends on; the first octet's bit is the lowest. */
struct furl_marks {
    uint64_t slashes, questions, hashes;
};

/* After the scheme: takes `n` octets, 64 at most, of which the marks tell. */
void furl_url_part_feed(struct furl_url_part *place, size_t n, struct furl_marks marks);

/* After the scheme, in place of furl_url_part_feed: takes octets up to the `?` or `#` that begins
 * the query or the fragment, and that one, too. Returns how many; no other parts are told apart. */
size_t furl_url_part_query(struct furl_url_part *place, const unsigned char *at, size_t n);

/* Repairing: a whole URL that somebody typed in, the same with what it may not contain escaped
 * out; escapes that are there stay (fidourl(1), encode). */

/* Octets in the longest thing that must be seen whole: the brackets of an IPv6 host. */
#define FURL_URL_ESCAPE_HELD (FURL_HOST_MAX + 2)

/* The most octets that may be written where `n` octets are fed: what counts, those held back
 * included, a delimiter too, and after it anything. */
#define FURL_URL_ESCAPED_MAX(n) FURL_ESCAPED_MAX((n) + FURL_URL_ESCAPE_HELD + FURL_ESCAPE_SIZE)

/* Revealing: a whole URL in, what it says out; the opposite of repairing (fidourl(1), decode). */

/* The state of a stream; the caller's. */
struct furl_url_escape {
    struct furl_escape fidonet, other; /* by scheme */
    bool takes_other;                  /* the rule book is one for URLs that are not Fidonet's */
    bool joins;                        /* a second `?` or `=` ends a Fidonet URL in text */
    bool keeps_bars;                   /* `|` stays in ed2k */
    bool plus;                         /* a space in the query of an http(s) URL becomes `+` */
    struct furl_byteset allowed, forbidden; /* octets that were made literal, or escaped */
    struct furl_kinds kinds, fidonet_kinds; /* of octets that mean something, by scheme */
    struct furl_url_part place;
    bool question, equals; /* of a Fidonet URL: its parameters have begun; this one is divided */
    bool closing;          /* the partner is held back, since it may be the record's last octet */
    unsigned char before;  /* the octet written last, in the authority of other URLs */
    unsigned char held[FURL_URL_ESCAPE_HELD];
    size_t held_n; /* an escape or the brackets of a host, as far as they were read */
};

/* Begins a stream under `rules`; NULL: those of each URL's scheme. */
void furl_url_escape_init(struct furl_url_escape *stream, const struct furl_rules *rules);

/* Makes octets literal, or escaped, whatever the rules say of them. */
void furl_url_escape_allow(struct furl_url_escape *stream, struct furl_range octets);
void furl_url_escape_forbid(struct furl_url_escape *stream, struct furl_range octets);

/*
 * Repairs `n` octets of a record to `out`, which has room for FURL_URL_ESCAPED_MAX(n), all of which
 * may be overwritten, and does not overlap them. Returns the number written. The scheme stays as it
 * is; so does what is no part of the URL: blanks and `URL:` before it, and `<` and `>`, or
 * quotation marks, around all of it. Repairing twice is repairing once.
 */
size_t furl_url_escape_feed(struct furl_url_escape *stream, const unsigned char *in, size_t n,
                            unsigned char *out);

/* Forgets what was held back of the record: the next octet begins another one. */
void furl_url_escape_restart(struct furl_url_escape *stream);

/* Ends the record: writes what was held back to `out`, room FURL_URL_ESCAPED_MAX(0). Returns the
 * number written; the next octet begins another record. */
size_t furl_url_escape_final(struct furl_url_escape *stream, unsigned char *out);

/* Whether the rule book is not one for the scheme of this record, as far as it was read: then the
 * record stays as it is. */
bool furl_url_escape_refuses(const struct furl_url_escape *stream);

/* The state of a stream; the caller's. */
struct furl_url_unescape {
    struct furl_unescape unescape; /* its counters may be read */
    struct furl_url_part place;
};

/* Begins a stream of URLs. The scheme stays as it is (draft 5.2.2.4.1), and so does what repairing
 * has as no part of the URL; `+` is read as a space in the scheme-specific part of a Fidonet URL,
 * and in the query of an http(s) URL. The rest is as in furl_unescape_init. */
void furl_url_unescape_init(struct furl_url_unescape *stream, struct furl_range stays,
                            bool keep_controls, furl_bad_escape *bad_escape, void *context);

/* As furl_unescape_feed, furl_unescape_final and furl_unescape_restart, for a whole URL. */
size_t furl_url_unescape_feed(struct furl_url_unescape *stream, const unsigned char *in, size_t n,
                              unsigned char *out);
size_t furl_url_unescape_final(struct furl_url_unescape *stream, unsigned char *out);
void furl_url_unescape_restart(struct furl_url_unescape *stream);

#endif
