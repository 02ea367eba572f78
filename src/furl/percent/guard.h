/*
 * The guard: keeps controls from coming out bare. A control is an octet 00-1F or 7F, or the UTF-8
 * form of a code point of the control set. Whoever feeds the guard says, with each octet, what to
 * write in its place should it turn out to be part of a control.
 */
#ifndef FURL_GUARD_H
#define FURL_GUARD_H

#include "furl/kernels/kernels.h"
#include "furl/octets/utf8.h"

/* How the UTF-8 forms of the control set begin; a form of two octets matches with any third octet.
 * What begins so is a control, or is not well-formed. */
extern const struct furl_triples furl_control_triples;

/* The most octets that one octet fed can bring out, those held back included. */
#define FURL_GUARD_MAX (FURL_UTF8_MAX * FURL_ESCAPE_SIZE)

/* The state of a stream; the caller's. All zero: nothing held back, ready for use. */
struct furl_guard {
    unsigned char octets[FURL_UTF8_MAX]; /* the UTF-8 sequence begun, as it would come out bare */
    unsigned char instead[FURL_UTF8_MAX][FURL_ESCAPE_SIZE];
    unsigned char instead_n[FURL_UTF8_MAX];
    size_t held;
};

/*
 * Takes one octet, and the 1 to FURL_ESCAPE_SIZE octets at `instead` to write should it be part of
 * a control. Writes to `out`, room FURL_GUARD_MAX, what is certain now, and returns how much that
 * is. A UTF-8 sequence that is not complete and may be a control is held back.
 */
size_t furl_guard_feed(struct furl_guard *guard, unsigned char octet, const unsigned char *instead,
                       size_t instead_n, unsigned char *out);

/* Ends the record: writes the octets held back, which are no control, to `out`, as above. */
size_t furl_guard_final(struct furl_guard *guard, unsigned char *out);

#endif
