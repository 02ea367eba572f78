/* Fidonet addresses. */
#ifndef FURL_ADDRESS_H
#define FURL_ADDRESS_H

#include "octets.h"

/* The parts of [zone ":"] net "/" node ["." point] ["@" domain] (FRL-1002, FSP-1004; draft 6.1). */
struct furl_address {
    struct furl_range zone, net, node, point; /* digits */
    struct furl_range domain;                 /* any octets except `/` and `@` */
    struct furl_range rest;                   /* the rest, from the first octet that is invalid */
};

/* Reads an address. Returns whether all of the data is one address. "2:5020/1042.3@fidonet" has
 * zone 2, net 5020, node 1042, point 3 and domain fidonet. */
bool furl_address_read(struct furl_range data, struct furl_address *address);

#endif
