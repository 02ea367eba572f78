/* Escaping: data in, a component of a URL out (draft 5.2.2). */
#ifndef FURL_ESCAPE_H
#define FURL_ESCAPE_H

#include <string.h>

#include "furl/kernels/kernels.h"
#include "rules.h"

/* The most octets that may be written where `n` octets are fed: what counts, one held back
 * included, and after it anything. */
#define FURL_ESCAPED_MAX(n) (FURL_ESCAPE_SIZE * ((n) + 1) + FURL_SLACK)

/* The state of a stream; the caller's. */
struct furl_escape {
    const struct furl_kernels *kernels;
    struct furl_spellings spellings;
    unsigned char dashes; /* `-` written last, in a row: 0 to 2 */
    bool cr;              /* a CR is held back, which an LF may follow */
};

/* Begins a stream, or begins it anew: escapes as `component` wants it under `rules`, which know it
 * (if they are an RFC's, it has an rfc_literal). */
void furl_escape_init(struct furl_escape *escape, const struct furl_rules *rules,
                      const struct furl_component *component);

/* Makes octets literal, whatever the rules say of them, except the one about `-`. */
void furl_escape_allow(struct furl_escape *escape, struct furl_range octets);

/* Makes octets escaped, whatever the rules say of them. */
void furl_escape_forbid(struct furl_escape *escape, struct furl_range octets);

/* Makes the stream one of many records, each a line: LF, or CR LF, stays as it is. */
void furl_escape_lines(struct furl_escape *escape);

/*
 * Escapes `n` octets to `out`, which has room for FURL_ESCAPED_MAX(n), all of which may be
 * overwritten, and does not overlap them. Returns the number written. The state kept is the run of
 * `-` and, among lines, a CR that came last, so data may come in pieces of any size. There are no
 * errors.
 */
size_t furl_escape_feed(struct furl_escape *escape, const unsigned char *in, size_t n,
                        unsigned char *out);

/* The same for one octet, whose spelling it is, where the stream is not one of lines: to `out`,
 * room for a spelling, all of which may be overwritten. `dashes` is as in struct furl_escape. */
static inline size_t furl_escape_octet(const struct furl_spelling *spelling, unsigned char *dashes,
                                       unsigned char octet, unsigned char *out)
{
    if (furl_depends(spelling) && *dashes < 2) {
        ++*dashes;
        out[0] = octet;
        return 1;
    }
    size_t n = furl_spell(spelling, out);
    *dashes = 0;
    return n != FURL_DEPENDS ? n : FURL_ESCAPE_SIZE;
}

/* Forgets what was held back: the next octet begins other data. */
void furl_escape_restart(struct furl_escape *escape);

/* Ends the data: writes what was held back to `out`, room FURL_ESCAPED_MAX(0). Returns the number
 * written; the next octet begins other data. */
size_t furl_escape_final(struct furl_escape *escape, unsigned char *out);

#endif
