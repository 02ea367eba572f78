/* Parameters in one order. */
#ifndef FURL_SORT_H
#define FURL_SORT_H

#include "split.h"

/* What sorting needs, kept from URL to URL; the caller's, except its memory. All zero: ready. */
struct furl_sorter {
    struct furl_parameter *parameters; /* with room for merging */
    unsigned char *octets;
    size_t parameters_room, octets_room;
};

/*
 * Orders, in place, the parameters of the `n` octets of a canonical URL by name, then by value, by
 * what these decode to (`+` as furl_plus_is_space says); equal ones stay in their order. Takes n
 * log n steps at worst. The splitter is one of FURL_AS_SCHEME. Returns whether there was memory for
 * it; if not, the URL is as it was.
 */
bool furl_sort_parameters(struct furl_sorter *sorter, const struct furl_splitter *splitter,
                          unsigned char *url, size_t n);

/* Gives the memory back. */
void furl_sorter_free(struct furl_sorter *sorter);

#endif
