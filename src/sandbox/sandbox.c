#include "config.h"

#include "sandbox.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#if defined __linux__
#include <sys/prctl.h>
#endif

/* Sanitizers make other system calls at any time. */
#if defined __has_feature
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer) ||                         \
    __has_feature(thread_sanitizer)
#define SANITIZED
#endif
#elif defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
#define SANITIZED
#endif

#if defined __linux__
bool sandbox_no_new_privileges(void)
{
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0;
}

/* Returns the mode of seccomp in /proc/self/status, a digit, or NUL if it is missing. The line can
 * be anywhere, because the line of groups before it has up to 65,536 numbers. */
static char mode_in(int status)
{
    static const char field[] = "\nSeccomp:\t";
    char octets[1024];
    size_t matched = 0;
    ssize_t n = 0;

    while ((n = read(status, octets, sizeof octets)) > 0) {
        for (ssize_t i = 0; i < n; i++) {
            if (field[matched] == '\0') {
                return octets[i];
            }
            matched = octets[i] == field[matched] ? matched + 1 : octets[i] == '\n';
        }
    }
    return '\0';
}
#endif

/* Returns whether a seccomp filter is in force. Calls prctl only if /proc does not show the mode,
 * because the filter can kill the process for this call. */
static bool is_filtered(void)
{
#if defined __linux__
    int status = open("/proc/self/status", O_RDONLY | O_CLOEXEC);
    char mode = '\0';

    if (status >= 0) {
        mode = mode_in(status);
        close(status);
    }
    return mode != '\0' ? mode != '0' : prctl(PR_GET_SECCOMP, 0, 0, 0, 0) > 0;
#else
    return false;
#endif
}

struct sandbox sandbox_enter(bool opens)
{
    struct sandbox sandbox = {.foreign = is_filtered()};

#if defined ENABLE_SANDBOX && !defined SANITIZED && defined __OpenBSD__
    /* Written from the manual pages. Nobody has run this code yet. */
    sandbox.unveil = opens && unveil("/", "r") == 0;
    sandbox.pledge = pledge(opens ? "stdio rpath" : "stdio", NULL) == 0;
#elif defined ENABLE_SANDBOX && !defined SANITIZED && defined __linux__
    if (!sandbox.foreign && sandbox_no_new_privileges()) {
        sandbox.landlock = landlock_enter(opens, false);
        sandbox.seccomp = seccomp_enter(opens);
        if (sandbox.landlock > 0 && !sandbox.seccomp) {
            landlock_enter(opens, true);
        }
    }
#else
    (void)opens;
#endif
    return sandbox;
}

const char *sandbox_text(struct sandbox sandbox, char out[SANDBOX_TEXT])
{
    if (sandbox.foreign) {
        return "none except a seccomp filter that was already there";
    }
    out[0] = '\0';
    if (sandbox.landlock > 0) {
        snprintf(out, SANDBOX_TEXT, ", Landlock %d", sandbox.landlock);
    }
    strcat(out, sandbox.seccomp ? ", seccomp" : "");
    strcat(out, sandbox.unveil ? ", unveil" : "");
    strcat(out, sandbox.pledge ? ", pledge" : "");
    return out[0] != '\0' ? out + strlen(", ") : "none";
}
