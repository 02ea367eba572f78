/*
 * Where a text may be parted, so that its parts can be searched apart: at a place before which no
 * URL, and no gap of one, goes on. It is sought backwards, block by block.
 */
#ifndef FURL_PARTING_H
#define FURL_PARTING_H

#include "extent.h"

/* How many octets before a place have no "%%" mark: a gap that would begin there could reach it. */
#define FURL_PARTING_OCTETS ((size_t)4100)

struct furl_parting {
    uint64_t at;    /* the octets from this offset on were looked at */
    uint64_t place; /* the last place that may do; FURL_NOWHERE: there is none so far */
    bool lines;     /* only after a line end */
    int after;      /* the octet at `at`; -1: none was looked at */
};

/* Begins to look for a place at the offset or before it; with `lines`, for one after LF or CR. */
void furl_parting_init(struct furl_parting *parting, uint64_t offset, bool lines);

/*
 * Looks at the octets right before parting->at. Returns whether parting->place is one: then what
 * furl_scan finds from furl_parting_start on, of URLs that begin at the place or after it, is what
 * it finds there in the whole text, unless wrapped URLs are joined. What has no place down to its
 * start is parted there. The time is linear in the octets looked at.
 */
bool furl_parting_look(struct furl_parting *parting, struct furl_range octets);

/* The offset from which to search, so that what comes before the place is seen where it matters. */
uint64_t furl_parting_start(const struct furl_parting *parting);

#endif
