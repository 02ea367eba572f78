/* The guard that keeps control characters from a terminal. */
#ifndef FURL_TERMINAL_H
#define FURL_TERMINAL_H

#include "octets.h"
#include "utf8.h"

/*
 * The guard keeps controls from a terminal. Controls are the octets 00-1F and 7F, and the UTF-8
 * forms of the control set. The caller feeds each octet together with a replacement, which the
 * guard writes if the octet is part of a control.
 */

/* Whether an octet is the first one of UTF-8 forms of the control set. */
#define FURL_STARTS_CONTROL(o)                                                                     \
    ((o) == 0xC2 || (o) == 0xD8 || (o) == 0xE2 || (o) == 0xEF || (o) == 0xF3)
extern const struct furl_byteset furl_control_starts;

/* The most octets that the guard writes for one octet, held back octets included. */
#define FURL_TERMINAL_MAX (FURL_SHOWN_MAX * FURL_INSTEAD)
#define FURL_INSTEAD      (sizeof "\\xHH" - 1)

/* The state of the guard. All zero: ready. */
struct furl_terminal {
    unsigned char octets[FURL_SHOWN_MAX]; /* a joiner, if held, and the start of a sequence */
    unsigned char instead[FURL_SHOWN_MAX][FURL_INSTEAD];
    unsigned char instead_n[FURL_SHOWN_MAX];
    size_t held;
    /* A joiner can follow the last character. A caller that writes octets without feeding them sets
     * `joins` if the last one is 80-FF. They must not be controls. */
    bool joins;
};

/*
 * Feeds one octet with its replacement of 1 to FURL_INSTEAD octets. Writes octets that need not be
 * held back to `out`, which has room for FURL_TERMINAL_MAX. Returns the number of octets written.
 * Until the next character is known, the guard holds back a joiner, and an incomplete UTF-8
 * sequence that can be a control.
 */
size_t furl_terminal_feed(struct furl_terminal *guard, unsigned char octet,
                          const unsigned char *instead, size_t instead_n, unsigned char *out);

/* Ends the record. Writes the replacement of a held joiner, and bare octets of an incomplete
 * sequence, which is no control. */
size_t furl_terminal_final(struct furl_terminal *guard, unsigned char *out);

#endif
