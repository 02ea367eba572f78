/* What is known of URLs that were found in text: canonical forms, and what they consist of
 * (fidourl(1), extract). */
#ifndef CANONIZER_H
#define CANONIZER_H

#include "furl/text/start.h"
#include "furl/url/canonical.h"
#include "values.h"

/* What it takes; the caller's, except its memory. */
struct canonizer {
    struct furl_canonical library;
    struct furl_buffer buffer;  /* what breaks are taken out to, and after it the form */
    struct furl_buffer display; /* the form for reading */
    unsigned char scheme[FURL_START_RUN];
};

void canonizer_init(struct canonizer *canonizer);

/*
 * Sets what is needed, as bits of values.h, of the URL at values->url, whose scheme has `scheme_n`
 * octets. Its canonical form is what `normalize --keep-fragment` makes of it; of a URL that that
 * cannot process, it and the form for reading are the URL, and only the scheme is a part. All is
 * valid until the next call. Returns whether there was memory.
 */
bool canonizer_know(struct canonizer *canonizer, unsigned needs, size_t scheme_n,
                    struct values *values);

/* Gives the memory back. */
void canonizer_free(struct canonizer *canonizer);

#endif
