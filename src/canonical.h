/* Canonical forms of URLs that were found in text (fidourl(1), extract --canonical). */
#ifndef CANONICAL_H
#define CANONICAL_H

#include "furl/octets/grow.h"
#include "furl/url/canonical.h"

/* What it takes; the caller's. */
struct canonical {
    struct furl_canonical library;
    struct furl_buffer buffer; /* what breaks are taken out to, and after it the form */
};

void canonical_init(struct canonical *canonical);

/* Sets `form` to what `normalize --keep-fragment` makes of the URL, valid until the next call; to
 * the URL, if that cannot treat it. Returns whether there was memory for it. */
bool canonical_form(struct canonical *canonical, struct furl_range url, struct furl_range *form);

/* Gives the memory back. */
void canonical_free(struct canonical *canonical);

#endif
