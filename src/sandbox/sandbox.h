/*
 * The sandbox: what this process gives up before it reads anything that strangers wrote. It is
 * never needed: where the system has none of it, the program works without.
 */
#ifndef SANDBOX_H
#define SANDBOX_H

#include <stdbool.h>
#include <stddef.h>

/* What is in force. All zero: nothing. */
struct sandbox {
    bool foreign; /* Linux: nothing, since a seccomp filter of somebody else's already is */
    int landlock; /* Linux: the kernel's version of it; 0: it is not in force */
    bool seccomp; /* Linux */
    bool unveil;  /* OpenBSD */
    bool pledge;  /* OpenBSD */
};

/*
 * Gives up, for good, all but reading and writing what is open, memory, and the process's own end;
 * with `opens`, files may still be opened, for reading alone. Returns what is in force now.
 *
 * Some filters of seccomp's end a process that makes a call they do not know. So where one is in
 * force already, this makes no call that few programs make; nor should whoever called it.
 */
struct sandbox sandbox_enter(bool opens);

/* The parts of it on Linux, each by itself, as sandbox_enter sets them; elsewhere they do nothing.
 * The system wants sandbox_no_new_privileges before. */
bool sandbox_no_new_privileges(void);
int landlock_enter(bool opens); /* returns the kernel's version, or 0 */
bool seccomp_enter(bool opens); /* returns whether it is in force */

/* What is in force, in words: "Landlock 7, seccomp"; "none". `out` has room for SANDBOX_TEXT. */
#define SANDBOX_PARTS ((size_t)4)
#define SANDBOX_PART  ((size_t)24) /* and ", " after it */
#define SANDBOX_TEXT  (SANDBOX_PARTS * (SANDBOX_PART + 2))
const char *sandbox_text(struct sandbox sandbox, char out[SANDBOX_TEXT]);

#endif
