/* URLs in text that one look at a block of octets tells whole. */
#ifndef FURL_GLANCE_H
#define FURL_GLANCE_H

#include "reading.h"

/*
 * Reads the URL that furl_start found, if the block that is looked at for it holds its end, an
 * octet that ends it for certain, and nothing that asks for more: no break, bracket, unit, octet
 * 80-FF, or half an escape, and nothing before the URL that changes what is trimmed. Returns
 * whether it does: then `read` is as furl_read sets it. If not, or if the URL is longer than it may
 * be, the URL is to be read by `reading`, which has not begun it.
 */
bool furl_glance(const struct furl_reading *reading, const struct furl_window *text,
                 const struct furl_start *start, struct furl_read *read);

#endif
