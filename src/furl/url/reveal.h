/* Revealing: a whole URL in, what it says out; the opposite of repairing (fidourl(1), decode). */
#ifndef FURL_REVEAL_H
#define FURL_REVEAL_H

#include "furl/percent/unescape.h"
#include "place.h"

/* The state of a stream; the caller's. */
struct furl_reveal {
    struct furl_unescape unescape; /* its counters may be read */
    struct furl_place place;
};

/* Begins a stream of URLs. All before the first colon stays as it is (draft 5.2.2.4.1); `+` is read
 * as a space in the scheme-specific part of a Fidonet URL, and in the query of an http(s) URL. The
 * rest is as in furl_unescape_init. */
void furl_reveal_init(struct furl_reveal *reveal, struct furl_range stays, bool keep_controls,
                      furl_bad_escape *bad_escape, void *context);

/* As furl_unescape_feed, furl_unescape_final and furl_unescape_restart, for a whole URL. */
size_t furl_reveal_feed(struct furl_reveal *reveal, const unsigned char *in, size_t n,
                        unsigned char *out);
size_t furl_reveal_final(struct furl_reveal *reveal, unsigned char *out);
void furl_reveal_restart(struct furl_reveal *reveal);

#endif
