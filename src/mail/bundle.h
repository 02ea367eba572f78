/* Bundles: packets that are compressed for their way (FTS-5005, ARCmail). */
#ifndef MAIL_BUNDLE_H
#define MAIL_BUNDLE_H

#include "furl/octets/octets.h"

/* A kind of archive, and the command that writes all it has to a pipe, its name after it. */
struct mail_bundle {
    const char *name;
    const char *command;
};

/* The kind of archive that begins so: 7 octets tell, if there are so many. NULL where it is none.
 */
const struct mail_bundle *mail_bundle_of(struct furl_range front);

#endif
