/* The one place that says where tests keep their files: in $TMPDIR, or /tmp. After config.h. */
#ifndef TEMPORARY_H
#define TEMPORARY_H

#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "common.h"
#include "processes.h"

/* Writes a pattern for mkstemp and mkdtemp. Returns whether the name has room. */
#define TEMPORARY_SIZE 4096
static inline bool temporary_pattern(char name[TEMPORARY_SIZE])
{
    const char *parent = getenv("TMPDIR");
    int n = snprintf(name, TEMPORARY_SIZE, "%s/fidourl-XXXXXX",
                     parent != NULL && parent[0] != '\0' ? parent : "/tmp");

    return n > 0 && n < TEMPORARY_SIZE;
}

/* Opens a new file that has no name and is gone once it is closed. Returns -1, with errno, where
 * none can be made. */
static inline int temporary_file(void)
{
    char name[TEMPORARY_SIZE];
    int fd = temporary_pattern(name) ? mkstemp(name) : -1;

    if (fd >= 0 && (unlink(name) != 0 || fcntl(fd, F_SETFD, FD_CLOEXEC) != 0)) {
        close(fd);
        return -1;
    }
    return fd;
}

/* Makes a new folder and goes there. Sets its name, and returns whether it did. */
static inline bool enter_folder(char name[TEMPORARY_SIZE])
{
    return temporary_pattern(name) && mkdtemp(name) != NULL && chdir(name) == 0 &&
           getcwd(name, TEMPORARY_SIZE) != NULL;
}

/* Leaves that folder and removes it with all that it holds. Returns whether it did. */
static inline bool leave_folder(const char *name)
{
    pid_t child = chdir("/") == 0 ? fork() : -1;

    if (child == 0) {
        execlp("rm", "rm", "-rf", "--", name, (char *)NULL);
        _exit(FAILED_SETUP);
    }
    return child > 0 && status_of(child) == 0;
}

#endif
