#include "config.h"

#include "pipes.h"

#include <fcntl.h>

#include "input.h"

/* As much as is read or written at a time: more gains nothing, and a user may have only so much in
 * all pipes. */
#define PIPE_SIZE ((int)INPUT_BLOCK)
_Static_assert(INPUT_BLOCK == OUTPUT_BLOCK, "both ends take one block");

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
