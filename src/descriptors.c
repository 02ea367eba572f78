#include "config.h"

#include "descriptors.h"

#include <errno.h>
#include <poll.h>
#include <unistd.h>

bool would_block(int error)
{
    return error == EAGAIN || error == EWOULDBLOCK;
}

int descriptor_wait(int fd, short events)
{
    bool failed = poll(&(struct pollfd){.fd = fd, .events = events}, 1, -1) < 0;

    return failed && errno != EINTR && !would_block(errno) ? errno : 0;
}

int write_all(int fd, const void *octets, size_t n)
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
        } else if (would_block(errno)) {
            error = descriptor_wait(fd, POLLOUT);
        } else if (errno != EINTR) {
            error = errno;
        }
    }
    return error;
}
