/* Unescaping: an escaped component in, its data out. */
#ifndef FURL_UNESCAPE_H
#define FURL_UNESCAPE_H

#include <stdint.h>

#include "furl/kernels/kernels.h"
#include "guard.h"
#include "rules.h"

/* The most octets that may be written where `n` octets are fed: what counts, those held back
 * included, and after it anything. */
#define FURL_UNESCAPED_MAX(n) ((n) + FURL_GUARD_MAX + FURL_ESCAPE_SIZE + FURL_SLACK)

/* Called for each `%` that starts no escape, in order: for `n` of them in a row, the first one in
 * that column of the record, from 1. */
typedef void furl_bad_escape(void *context, uint64_t column, uint64_t n);

/* The state of a stream; the caller's. The counters may be read at any time. */
struct furl_unescape {
    const struct furl_kernels *kernels;
    struct furl_meanings meanings; /* `plus` may be changed before octets are fed */
    bool keep_controls;
    furl_bad_escape *bad_escape;
    void *context;
    uint64_t stayed; /* escapes of octets that are to stay, over all records */
    uint64_t column; /* octets of this record read so far */
    unsigned char begun[FURL_ESCAPE_SIZE]; /* an escape, as far as it was read */
    size_t begun_n;
    struct furl_guard guard;
};

/*
 * Begins a stream of components, in which `+` stands for the octet `plus`. Escapes of the octets of
 * `stays` (may have none) are left as they are, case too; with `keep_controls` those of control
 * octets as well, and those in UTF-8 forms of the control set. `bad_escape` is called with
 * `context` for each malformed escape.
 */
void furl_unescape_init(struct furl_unescape *unescape, unsigned char plus, struct furl_range stays,
                        bool keep_controls, furl_bad_escape *bad_escape, void *context);

/*
 * Unescapes `n` octets of a record to `out`, which has room for FURL_UNESCAPED_MAX(n), all of which
 * may be overwritten, and does not overlap them. Returns the number written. An escape or a UTF-8
 * sequence that is not complete is held back. A `%` that starts no escape is reported, and it alone
 * stays.
 */
size_t furl_unescape_feed(struct furl_unescape *unescape, const unsigned char *in, size_t n,
                          unsigned char *out);

/* Copies `n` octets, which are part of no escape, to `out`, which has room for them. Nothing of the
 * record may be held back. Returns `n`. */
size_t furl_unescape_bare(struct furl_unescape *unescape, const unsigned char *in, size_t n,
                          unsigned char *out);

/*
 * Ends the record: writes what was held back to `out`, room FURL_UNESCAPED_MAX(0), reporting an
 * escape left open. Returns the number written; the next octet begins another record.
 */
size_t furl_unescape_final(struct furl_unescape *unescape, unsigned char *out);

/* Forgets what was held back of the record: the next octet begins another one. */
void furl_unescape_restart(struct furl_unescape *unescape);

#endif
