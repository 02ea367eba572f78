/* A pseudo-terminal, for tests of what terminals get. */
#ifndef PTY_H
#define PTY_H

#include <fcntl.h>
#include <stdlib.h>
#include <termios.h>
#include <unistd.h>

/* Opens the two ends of a pseudo-terminal that changes no octet. Returns the master's, and sets the
 * slave's; -1 where there are none to be had. */
static inline int open_terminal(int *slave)
{
    int master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    struct termios modes;

    if (master < 0) {
        return -1;
    }
    if (grantpt(master) != 0 || unlockpt(master) != 0 ||
        (*slave = open(ptsname(master), O_RDWR | O_NOCTTY | O_CLOEXEC)) < 0) {
        close(master);
        return -1;
    }
    tcgetattr(*slave, &modes);
    modes.c_oflag &= ~(tcflag_t)OPOST;
    modes.c_lflag &= ~(tcflag_t)ECHO;
    tcsetattr(*slave, TCSANOW, &modes);
    return master;
}

#endif
