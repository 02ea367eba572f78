/* Escaping: data in, a component of a URL out (draft 5.2.2). */
#ifndef FURL_ESCAPE_H
#define FURL_ESCAPE_H

#include "rules.h"

/* The most octets that `n` octets can become. */
#define FURL_ESCAPED_MAX(n) (FURL_ESCAPE_SIZE * (n))

/* What becomes of an octet. */
enum furl_act {
    FURL_ACT_LITERAL,
    FURL_ACT_ESCAPE,
    FURL_ACT_SPACE, /* written as struct furl_escape's `space` */
    FURL_ACT_DASH,  /* literal, but for the third in a row */
};

/* The state of a stream; the caller's. */
struct furl_escape {
    unsigned char act[256]; /* enum furl_act, by octet */
    unsigned char space;
    unsigned char dashes; /* `-` written last, in a row: 0 to 2 */
};

/* Begins a stream, or begins it anew: escapes as `component`, which they know, wants it under
 * `rules`. */
void furl_escape_init(struct furl_escape *escape, const struct furl_rules *rules,
                      const struct furl_component *component);

/* Makes one more octet literal, whatever the rules say of it, but for the one about `-`. */
void furl_escape_allow(struct furl_escape *escape, unsigned char octet);

/* Makes one octet escaped, whatever the rules say of it. */
void furl_escape_forbid(struct furl_escape *escape, unsigned char octet);

/*
 * Escapes `n` octets of a record to `out`, which has room for FURL_ESCAPED_MAX(n) and does not
 * overlap them. Returns the number written. The state kept is the run of `-` alone, so a record
 * may come in pieces of any size; nothing is ever held back. There are no errors.
 */
size_t furl_escape_feed(struct furl_escape *escape, const unsigned char *in, size_t n,
                        unsigned char *out);

/* Ends the record: the next octet begins another one. */
void furl_escape_final(struct furl_escape *escape);

#endif
