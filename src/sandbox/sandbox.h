/*
 * The sandbox: this process gives up rights before it reads untrusted input. If the system has no
 * sandbox, the program runs without.
 */
#ifndef SANDBOX_H
#define SANDBOX_H

#include <stdbool.h>
#include <stddef.h>

/* What is in force. All zero: nothing. */
struct sandbox {
    bool foreign; /* Linux: a seccomp filter was in force already, so nothing else is */
    int landlock; /* Linux: the version of the kernel; 0: it is not in force */
    bool seccomp; /* Linux */
    bool unveil;  /* OpenBSD */
    bool pledge;  /* OpenBSD */
};

/*
 * Confines the process for good to reading and writing open descriptors, managing memory and
 * exiting; with `opens`, it may also open files for reading. Returns what is in force. Some seccomp
 * filters kill a process for a call that they do not list: if one is in force already, this
 * function makes only common calls, and the caller must do so, too.
 */
struct sandbox sandbox_enter(bool opens);

/* The parts, which only Linux has, and sandbox_enter uses. The kernel requires
 * sandbox_no_new_privileges first. */
bool sandbox_no_new_privileges(void);
bool seccomp_enter(bool opens); /* returns whether it is in force */
/* Returns the version of Landlock, or 0. `alone`: without seccomp, so that it must refuse
 * truncate(2) and ioctl(2) of devices, too. */
int landlock_enter(bool opens, bool alone);

/* What is in force, in words: "Landlock 7, seccomp"; "none". `out` has room for SANDBOX_TEXT. */
#define SANDBOX_TEXT sizeof ", Landlock -2147483648, seccomp, unveil, pledge"
const char *sandbox_text(struct sandbox sandbox, char out[SANDBOX_TEXT]);

#endif
