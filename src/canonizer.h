/* Canonical forms of URLs that were found in text (fidourl(1), extract --canonical). */
#ifndef CANONIZER_H
#define CANONIZER_H

#include "furl/octets/grow.h"
#include "furl/url/canonical.h"

/* What it takes; the caller's. */
struct canonizer {
    struct furl_canonical library;
    struct furl_buffer buffer; /* what breaks are taken out to, and after it the form */
};

void canonizer_init(struct canonizer *canonizer);

/* Sets `form` to what `normalize --keep-fragment` makes of the URL, valid until the next call; to
 * the URL, if that cannot treat it. Returns whether there was memory for it. */
bool canonizer_form(struct canonizer *canonizer, struct furl_range url, struct furl_range *form);

/* Gives the memory back. */
void canonizer_free(struct canonizer *canonizer);

#endif
