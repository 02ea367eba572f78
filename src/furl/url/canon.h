/* The one canonical form of a Fidonet URL (draft 5.1-5.3, 6, 7). */
#ifndef FURL_CANON_H
#define FURL_CANON_H

#include "errors.h"
#include "furl/percent/escape.h"
#include "schemes.h"

/* The most octets that may be written for `n` octets: all escaped, and ":" made "://". */
#define FURL_CANON_MAX(n) (FURL_ESCAPED_MAX(n) + 2)

/* Parts of a Fidonet URL that are decoded and encoded anew, each by itself. */
enum furl_canon_part {
    FURL_CANON_AREA,    /* areatag or domain */
    FURL_CANON_SUBAREA, /* the same, of schemes in which `/` is literal */
    FURL_CANON_ADDRESS,
    FURL_CANON_REQUEST,
    FURL_CANON_OBJECT,
    FURL_CANON_NAME,
    FURL_CANON_VALUE,
    FURL_CANON_FRAGMENT,
    FURL_CANON_PARTS
};

/* What writing canonical forms needs: set up once, used for any number of URLs; the caller's. For
 * each part, the forms of octets that stand bare in it and of those that its escapes stand for;
 * FURL_DEPENDS for `-`, and for bare octets that are `%` or end the part. */
struct furl_canon {
    struct furl_canon_forms {
        furl_form bare[256], data[256];
    } parts[FURL_CANON_PARTS];
};

void furl_canon_init(struct furl_canon *canon);

/*
 * Writes the canonical form of `url`, which begins with `head` and may have a fragment, decoded and
 * encoded as a value, but no "%%" breaks, to `out`, which has room for FURL_CANON_MAX(url.n), all
 * of which may be overwritten, and does not overlap it, and sets `out_n` to its length. Returns
 * FURL_FINE, with `where` set to the offset in `url` of the fragment's `#`, url.n if there is none;
 * or what is wrong with the URL, with `where` set to the offset of the octet or component that is;
 * `out` and `out_n` mean nothing then. URLs that the draft calls equivalent, the order of
 * parameters aside, give the same octets; others do not.
 */
enum furl_error furl_canon_write(const struct furl_canon *canon, struct furl_range url,
                                 struct furl_head head, unsigned char *out, size_t *out_n,
                                 size_t *where);

#endif
