/*
 * The sandbox: the process gives up rights before it reads untrusted input. If the system has no
 * sandbox, the program runs without one.
 */
#ifndef SANDBOX_H
#define SANDBOX_H

#include <stdbool.h>
#include <stddef.h>

/* The protection in force. All zero: none. */
struct sandbox {
    bool foreign; /* Linux: a seccomp filter was in force already, so nothing else is */
    int landlock; /* Linux: the kernel's version of Landlock; 0: not in force */
    bool seccomp; /* Linux */
    bool unveil;  /* OpenBSD */
    bool pledge;  /* OpenBSD */
};

/*
 * Confines the process permanently. It may read and write open descriptors, manage memory and exit.
 * If `opens`, it may also open files for reading. Returns the protection in force. Some seccomp
 * filters kill a process for a call that they do not list. If a filter is in force already, this
 * function makes only common calls, and the caller must do so, too.
 */
struct sandbox sandbox_enter(bool opens);

/* Parts that only Linux has, for sandbox_enter. The kernel requires sandbox_no_new_privileges
 * first. */
bool sandbox_no_new_privileges(void);
bool seccomp_enter(bool opens); /* returns whether the filter is in force */
/* Returns the version of Landlock, or 0. `alone` means without seccomp. Landlock must then also
 * refuse truncate(2) and ioctl(2) of devices. */
int landlock_enter(bool opens, bool alone);

/* Returns the protection in force in words, such as "Landlock 7, seccomp", or "none". `out` has
 * room for SANDBOX_TEXT. */
#define SANDBOX_TEXT sizeof ", Landlock -2147483648, seccomp, unveil, pledge"
const char *sandbox_text(struct sandbox sandbox, char out[SANDBOX_TEXT]);

#endif
