/* URLs in text that one look at a block of octets tells whole. */
#ifndef FURL_GLANCE_H
#define FURL_GLANCE_H

#include "furl/kernels/kernels.h"
#include "reading.h"

/* Sets the kinds by which furl_glance looks. */
void furl_glance_kinds(struct furl_kinds *kinds);

/*
 * Reads the URL that furl_start found in the window, if it ends within one look, at an octet that
 * ends it for certain, and has nothing that asks for more: no break, bracket, unit, octet 80-FF, or
 * half an escape, and nothing before it that changes what is trimmed. Returns whether it does: then
 * `read` is as furl_read sets it, and `*end` is where the search goes on. If not, or if the URL is
 * longer than `max_length`, furl_read is to read it.
 */
bool furl_glance(const struct furl_kernels *kernels, const struct furl_kinds *kinds,
                 const struct furl_window *text, const struct furl_start *start, size_t max_length,
                 struct furl_read *read, size_t *end);

#endif
