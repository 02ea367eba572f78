/* What the test programs share. */
#ifndef COMMON_H
#define COMMON_H

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/wait.h>
#include <unistd.h>

#include "furl/octets/modular.h"

/* Exit statuses for automake: no test can be run here; no test could run. */
#define SKIPPED      77
#define FAILED_SETUP 99

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* Starts from what a shell at a terminal would give, whatever started us. */
static inline void start_plain(void)
{
    int fd = 0;

    do {
        fd = open("/dev/null", O_RDWR);
    } while (fd >= 0 && fd <= STDERR_FILENO);
    close(fd);
    signal(SIGPIPE, SIG_DFL);
}

/* Waits for a child's end. Returns its exit status; 128 and the signal, if one ended it. */
static inline int status_of(pid_t child)
{
    int status = 0;

    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* A generator of its own, so that every machine tests the same: xorshift, from a fixed seed. */
FURL_MODULAR static inline size_t roll_dice(uint64_t *dice, size_t sides)
{
    *dice = *dice == 0 ? 88172645463325252u : *dice;
    *dice ^= *dice << 13;
    *dice ^= *dice >> 7;
    *dice ^= *dice << 17;
    return (size_t)(*dice >> 33) % sides;
}

#endif
