/* The one canonical form of a Fidonet URL (draft 5.1-5.3, 6, 7). */
#ifndef FURL_FIDONET_H
#define FURL_FIDONET_H

#include "errors.h"
#include "furl/percent/escape.h"
#include "split.h"

/* The most octets that may be written for `n` octets: all escaped, and ":" made "://". */
#define FURL_FIDONET_MAX(n) (FURL_ESCAPED_MAX(n) + 2)

/* Parts of a Fidonet URL that are decoded and encoded anew, each by itself. */
enum furl_fidonet_part {
    FURL_PART_AREA,          /* areatag or domain */
    FURL_PART_AREA_OR_SLASH, /* the same, of schemes in which `/` is literal */
    FURL_PART_ADDRESS,
    FURL_PART_REQUEST,
    FURL_PART_OBJECT,
    FURL_PART_NAME,
    FURL_PART_VALUE,
    FURL_PART_FRAGMENT,
    FURL_PARTS
};

/* What writing needs: set up once, used for any number of URLs; the caller's. For each part, how
 * its bare octets are written, and how the data of its escapes is; FURL_DEPENDS for `-`, and for
 * bare octets that are `%` or end the part. */
struct furl_fidonet {
    const struct furl_kernels *kernels;
    struct furl_part_spellings {
        struct furl_spelling bare[256], data[256];
        struct furl_tidying tidying; /* what does not depend on anything */
    } parts[FURL_PARTS];
    struct furl_tidying all, query; /* of URLs that are regular: of all parts except the fragment;
                                       of parameters alone */
};

void furl_fidonet_init(struct furl_fidonet *fidonet);

/*
 * Writes the canonical form of a Fidonet URL that furl_split split and that has no "%%" breaks to
 * `out`, which has room for FURL_FIDONET_MAX of its length, all of which may be overwritten, and
 * does not overlap it. A fragment is decoded and encoded as a value. URLs that the draft calls
 * equivalent, the order of parameters aside, give the same octets; others do not.
 */
struct furl_result furl_fidonet_write(const struct furl_fidonet *fidonet,
                                      const struct furl_split *split, unsigned char *out);

#endif
