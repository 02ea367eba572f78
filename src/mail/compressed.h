/* Compressed files: archives, as bundles of packets (FTS-5005, ARCmail) and QWK packets are, and
 * single files. */
#ifndef MAIL_COMPRESSED_H
#define MAIL_COMPRESSED_H

#include "source.h"

/* A kind of compression, and commands, the file's name after them: one that writes all it has to a
 * pipe, and one that unpacks it into the directory DIR, or NULL. */
struct mail_compression {
    const char *name;
    const char *to_pipe, *to_directory;
};

/* How the file that begins so is compressed, by all that its first header fixes, some 2600 octets
 * at most; NULL where it is not. */
const struct mail_compression *mail_compression_of(struct furl_range front);

/* Whether an archive has the file that names the conferences of a QWK packet, as far as that is
 * known: of what cannot be read at any offset, by its front. */
bool mail_holds_control(struct mail_source *source);

#endif
