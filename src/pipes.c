#include "config.h"

#include "pipes.h"

#include <fcntl.h>

/* Octets: more gains nothing, and a user may have only so many in all. */
#define PIPE_SIZE (256 * 1024)

void pipe_enlarge(int fd)
{
#if defined F_GETPIPE_SZ && defined F_SETPIPE_SZ
    int size = fcntl(fd, F_GETPIPE_SZ);

    if (size > 0 && size < PIPE_SIZE) {
        fcntl(fd, F_SETPIPE_SZ, PIPE_SIZE);
    }
#else
    (void)fd;
#endif
}
