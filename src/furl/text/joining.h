/* Joining: the octets of a URL that are in no window any more, or in more than one piece of it, put
 * aside one after the other. */
#ifndef FURL_JOINING_H
#define FURL_JOINING_H

#include "furl/octets/grow.h"
#include "furl/octets/window.h"

/* The largest limit for the length of a URL: what is made of one, up to 18 octets of each (escaped,
 * and then as JSON), has a size. */
#define FURL_LENGTH_MAX (SIZE_MAX / 64)

/* The caller's, except the memory that furl_joining_free gives back. */
struct furl_joining {
    size_t max;    /* octets that are kept; of a URL that has more, only the number counts */
    uint64_t from; /* the offset of the URL's first octet that is not put aside */
    uint64_t n;    /* how many are */
    struct furl_buffer octets;
};

/* Begins a URL at the offset `from`. */
void furl_joining_begin(struct furl_joining *joining, uint64_t from);
void furl_joining_free(struct furl_joining *joining);

/* Puts aside the octets of the window before the offset `end`. Returns whether there was memory for
 * them; if not, nothing is put aside. */
bool furl_put_aside(struct furl_joining *joining, const struct furl_window *text, uint64_t end);

#endif
