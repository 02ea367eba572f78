#include "config.h"

#include "descriptors.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

/* Something that can be opened and neither read nor written; nor, by its name in /dev, opened anew
 * and read, where there is such a thing. */
#if defined O_PATH
static const char nothing[] = "/";
enum { FOR_INPUT = O_PATH, FOR_OUTPUT = O_PATH };
#else
static const char nothing[] = "/dev/null";
enum { FOR_INPUT = O_WRONLY, FOR_OUTPUT = O_RDONLY };
#endif

const char *descriptors_occupy(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
        if (fcntl(fd, F_GETFD) == -1 && errno == EBADF &&
            open(nothing, fd == STDIN_FILENO ? FOR_INPUT : FOR_OUTPUT) < 0) {
            return nothing;
        }
    }
    return NULL;
}

int descriptor_open(const char *name, int flags)
{
    int fd = -1;

    do {
        fd = open(name, O_RDONLY | O_CLOEXEC | flags);
    } while (fd < 0 && errno == EINTR);
    return fd;
}

bool descriptor_is_terminal(int fd)
{
    struct stat status;

    if (isatty(fd) == 1) {
        return true;
    }
    return errno != ENOTTY && fstat(fd, &status) == 0 && S_ISCHR(status.st_mode);
}

bool descriptor_blocks(int error)
{
    return error == EAGAIN || error == EWOULDBLOCK;
}

void descriptor_enlarge(int fd, size_t size)
{
#if defined F_GETPIPE_SZ && defined F_SETPIPE_SZ
    int before = fcntl(fd, F_GETPIPE_SZ);

    if (before > 0 && (size_t)before < size) {
        fcntl(fd, F_SETPIPE_SZ, (int)size);
    }
#else
    (void)fd;
    (void)size;
#endif
}

int descriptor_wait(int fd, short events)
{
    bool failed = poll(&(struct pollfd){.fd = fd, .events = events}, 1, -1) < 0;

    return failed && errno != EINTR && !descriptor_blocks(errno) ? errno : 0;
}

int descriptor_write(int fd, const void *octets, size_t n)
{
    const unsigned char *from = octets;
    int error = 0;

    while (n > 0 && error == 0) {
        ssize_t some = write(fd, from, n);
        if (some > 0) {
            from += some;
            n -= (size_t)some;
        } else if (some == 0) {
            error = ENOSPC; /* what takes nothing would take nothing for ever */
        } else if (descriptor_blocks(errno)) {
            error = descriptor_wait(fd, POLLOUT);
        } else if (errno != EINTR) {
            error = errno;
        }
    }
    return error;
}
