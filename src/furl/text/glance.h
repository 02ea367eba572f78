/* URLs in text that one look at a block of octets tells whole. */
#ifndef FURL_GLANCE_H
#define FURL_GLANCE_H

#include "block.h"
#include "start.h"

/*
 * Tells how far the URL that furl_start found extends, if `block`, which is that from its body on,
 * has its end, an octet that ends it for certain, and nothing that asks for more: no break,
 * bracket, unit, octet 80-FF, or half an escape, and nothing before the URL that changes what is
 * trimmed. Sets `*kept` to the octets of its body, trimmed, and returns the octets of its body; 0
 * where it does not tell.
 */
size_t furl_glance(const struct furl_block *block, const struct furl_window *text,
                   const struct furl_start *start, size_t *kept);

#endif
