/* What a store is read from: octets at any offset, as many as are there, in bounded memory. */
#ifndef MAIL_SOURCE_H
#define MAIL_SOURCE_H

#include <stdint.h>

#include "furl/octets/grow.h"
#include "furl/octets/octets.h"

/* What `read` of a file returns where reading failed. */
#define MAIL_READ_FAILED SIZE_MAX

/* The size of what is not a file: a pipe. */
#define MAIL_SIZE_UNKNOWN UINT64_MAX

/*
 * An open file; the caller's. `read` gives up to `n` octets, at least 1, from the offset on: as
 * pread(2) does, 0 at the end. Of what cannot be read at any offset, it is asked for one octet
 * after the other. `size` may have changed since: nothing is read by it.
 */
struct mail_file {
    void *context;
    size_t (*read)(void *context, uint64_t offset, unsigned char *octets, size_t n);
    uint64_t size;
};

/* Why there is nothing more to be had from a source. */
enum mail_trouble { MAIL_NO_TROUBLE, MAIL_NO_MEMORY, MAIL_UNREADABLE };

/* A file, and the stretch of it that is in memory. All zero but `file`: nothing is read yet. */
struct mail_source {
    struct mail_file file;
    struct furl_buffer stretch;
    size_t n;        /* octets of the stretch */
    uint64_t offset; /* of its first octet */
    enum mail_trouble trouble;
};

/* Octets that are asked for at a time: where reading goes on; and where it begins anew. */
#define MAIL_BLOCK ((size_t)65536)
#define MAIL_PAGE  ((size_t)4096)

/* Octets of memory that a source keeps when what it had is not needed any more. */
#define MAIL_SOURCE_KEPT (2 * MAIL_BLOCK)

/*
 * The `n` octets from the offset on; fewer where the file ends, or there is trouble. They are in
 * the source's memory, until the next call. Memory: twice `n`, and MAIL_BLOCK. What was
 * read last is not read again, if the offset is in it; of a file that cannot be read at any offset,
 * the offset must be in it, or after it: what is between is read, too.
 */
struct furl_range mail_source_at(struct mail_source *source, uint64_t offset, size_t n);

/* All octets of the file; of one that has more than `most`, so many and one. The memory grows with
 * what there is. */
struct furl_range mail_source_all(struct mail_source *source, size_t most);

/*
 * The octets from the offset on to the first NUL after `known` of them, without it; `most` at most.
 * Returns whether there is a NUL; where there is none, what there is.
 */
bool mail_source_until_nul(struct mail_source *source, uint64_t offset, size_t known, size_t most,
                           struct furl_range *octets);

/*
 * The offset from `offset` on, before `end`, at which the `n` octets of `pattern`, at most
 * MAIL_PAGE, begin; `end` where they do not. The time is linear in what is looked through.
 */
uint64_t mail_source_find(struct mail_source *source, uint64_t offset, uint64_t end,
                          const void *pattern, size_t n);

/* Whether the file has the pattern from the offset on. Of one that cannot be read at any offset,
 * this is not known, and true. */
bool mail_source_has(struct mail_source *source, uint64_t offset, const void *pattern, size_t n);

/* A stretch of a file, as a header says. */
struct mail_stretch {
    uint64_t offset, n;
};

/* What was read of a file, so that stretches that overlap are not read over and over. */
struct mail_shares {
    uint64_t end;  /* all after it was not read yet */
    uint64_t left; /* octets before it that may be read again: at first as many as the file has */
};

/* How many octets of a stretch may be read of a source: as many as it has, or none if too many were
 * read before. What came since the source was opened is not counted. */
uint64_t mail_share(struct mail_shares *shares, const struct mail_source *source,
                    struct mail_stretch stretch);

/* Frees the memory; the file stays open. */
void mail_source_free(struct mail_source *source);

#endif
