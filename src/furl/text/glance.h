/* URLs in text that one look at a block of octets tells whole. */
#ifndef FURL_GLANCE_H
#define FURL_GLANCE_H

#include "block.h"
#include "start.h"

/*
 * Tells where a URL that furl_start found ends, from `block`, which begins at its body. It does so
 * if the block has an octet that ends the URL for certain, and nothing before that needs a state:
 * no break, bracket, unit, octet 80-FF or half an escape. Nor may the octet before the URL change
 * what is trimmed. Returns the octets of the body, and sets `*kept` to those left once it is
 * trimmed; returns 0 where it does not tell.
 */
size_t furl_glance(const struct furl_block *block, const struct furl_window *text,
                   const struct furl_start *start, size_t *kept);

#endif
