/* Repairing: a whole URL that somebody typed in, the same with what it may not contain escaped
 * out; escapes that are there stay (fidourl(1), encode). */
#ifndef FURL_REPAIR_H
#define FURL_REPAIR_H

#include "furl/percent/escape.h"
#include "place.h"
#include "unit.h"

/* Octets in the longest thing that must be seen whole: the brackets of an IPv6 host. */
#define FURL_REPAIR_HELD (FURL_HOST_MAX + 2)

/* The most octets that may be written where `n` octets are fed: what counts, those held back
 * included, a delimiter too, and after it anything. */
#define FURL_REPAIRED_MAX(n) FURL_ESCAPED_MAX((n) + FURL_REPAIR_HELD + FURL_ESCAPE_SIZE)

/* The state of a stream; the caller's. */
struct furl_repair {
    struct furl_escape fidonet, other; /* by scheme */
    bool takes_other;                  /* the rule book is one for URLs that are not Fidonet's */
    bool joins;                        /* a second `?` or `=` ends a Fidonet URL in text */
    bool keeps_bars;                   /* `|` stays in ed2k */
    bool plus;                         /* a space in the query of an http(s) URL becomes `+` */
    struct furl_byteset allowed, forbidden; /* octets that were made literal, or escaped */
    struct furl_kinds kinds, fidonet_kinds; /* of octets that mean something, by scheme */
    struct furl_place place;
    bool question, equals; /* of a Fidonet URL: its parameters have begun; this one is divided */
    bool begun;            /* an octet of the record was read */
    int partner;           /* closes what the record's first octet opened; -1: it opened nothing */
    bool opening;          /* after that, octets of `URL:` may follow: so many did */
    size_t prefix_n;
    bool closing;         /* the partner is held back, since it may be the record's last octet */
    unsigned char before; /* the octet written last, in the authority of other URLs */
    unsigned char held[FURL_REPAIR_HELD];
    size_t held_n; /* an escape or the brackets of a host, as far as they were read */
};

/* Begins a stream under `rules`; NULL: those of each URL's scheme. */
void furl_repair_init(struct furl_repair *repair, const struct furl_rules *rules);

/* Makes octets literal, or escaped, whatever the rules say of them. */
void furl_repair_allow(struct furl_repair *repair, struct furl_range octets);
void furl_repair_forbid(struct furl_repair *repair, struct furl_range octets);

/*
 * Repairs `n` octets of a record to `out`, which has room for FURL_REPAIRED_MAX(n), all of which
 * may be overwritten, and does not overlap them. Returns the number written. All before the first
 * colon stays as it is; so do `<` and `>`, or quotation marks, around all of it, with `URL:` or
 * without, which are no part of the URL. Repairing twice is repairing once.
 */
size_t furl_repair_feed(struct furl_repair *repair, const unsigned char *in, size_t n,
                        unsigned char *out);

/* Forgets what was held back of the record: the next octet begins another one. */
void furl_repair_restart(struct furl_repair *repair);

/* Ends the record: writes what was held back to `out`, room FURL_REPAIRED_MAX(0). Returns the
 * number written; the next octet begins another record. */
size_t furl_repair_final(struct furl_repair *repair, unsigned char *out);

/* Whether the rule book is not one for the scheme of this record, as far as it was read: then the
 * record stays as it is. */
bool furl_repair_refuses(const struct furl_repair *repair);

#endif
