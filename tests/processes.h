/* Processes, as tests start and end them. */
#ifndef PROCESSES_H
#define PROCESSES_H

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

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

#endif
