/* Descriptors, however the system answers: what was interrupted is done again, and where one that
 * somebody made non-blocking would block, we wait. */
#ifndef DESCRIPTORS_H
#define DESCRIPTORS_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Fills each closed standard descriptor with one that fails when it is used, so that no file opened
 * later is taken for it. Returns NULL; or, where one is left closed, the name of what could not be
 * opened, and errno says why.
 */
const char *descriptors_occupy(void);

/* Opens a file for reading, with `flags`, of open(2), besides. Returns the descriptor; or -1, and
 * errno says why. */
int descriptor_open(const char *name, int flags);

/* Whether it is a terminal; or a device of which the system does not tell. */
bool descriptor_is_terminal(int fd);

/* Whether a failure, of errno, is that of a descriptor that would block. */
bool descriptor_blocks(int error);

/* Enlarges the pipe that `fd` is an end of to `size` octets, where the system lets us, so that both
 * ends wait less often; anything else stays as it is. More than is read or written at a time gains
 * nothing, and a user may have only so much in all pipes. */
void descriptor_enlarge(int fd, size_t size);

/* Waits until the descriptor is ready for `events`, as poll has them, or has failed, which reading
 * and writing tell; an interruption ends the wait, too. Returns 0, or errno where it cannot wait.
 */
int descriptor_wait(int fd, short events);

/* Writes all octets. Returns 0, or errno of what made it give up. */
int descriptor_write(int fd, const void *octets, size_t n);

#endif
