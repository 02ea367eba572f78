/* Addresses of Fidonet. */
#ifndef FURL_ADDRESS_H
#define FURL_ADDRESS_H

#include "octets.h"

/* [zone ":"] net "/" node ["." point] ["@" domain] (FRL-1002, FSP-1004; draft 6.1). */
struct furl_address {
    struct furl_range zone, net, node, point; /* digits */
    struct furl_range domain;                 /* any octets but `/` and `@` */
    struct furl_range rest; /* from the first octet on that no address has there */
};

/* Reads an address. Returns whether the data is one, all of it. */
bool furl_address_read(struct furl_range data, struct furl_address *address);

#endif
