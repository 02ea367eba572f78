/* Descriptors, however the system answers: what was interrupted is done again, and where one that
 * somebody made non-blocking would block, we wait. */
#ifndef DESCRIPTORS_H
#define DESCRIPTORS_H

#include <stdbool.h>
#include <stddef.h>

/* Waits until the descriptor is ready for `events`, as poll has them, or has failed, which reading
 * and writing tell; an interruption ends the wait, too. Returns 0, or errno where it cannot wait.
 */
int descriptor_wait(int fd, short events);

/* Whether a failure, of errno, is that of a descriptor that would block. */
bool would_block(int error);

/* Writes all octets. Returns 0, or errno of what made it give up. */
int write_all(int fd, const void *octets, size_t n);

#endif
