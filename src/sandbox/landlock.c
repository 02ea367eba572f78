/* Landlock forbids opening files. With `opens`, it forbids opening files except for reading. It
 * also forbids running programs. Later versions forbid connecting sockets and signalling other
 * processes (Linux, Documentation/userspace-api/landlock.rst). */
#include "config.h"

#include "sandbox.h"

#if defined __linux__

#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Older headers lack the structure below and these numbers, which are the same on all processors.
 */
#if !defined SYS_landlock_create_ruleset
#define SYS_landlock_create_ruleset 444
#define SYS_landlock_restrict_self  446
#endif
#define CREATE_RULESET_VERSION 1u
#define FS_READ_FILE           (UINT64_C(1) << 2)
#define FS_READ_DIR            (UINT64_C(1) << 3)
#define FS_TRUNCATE            (UINT64_C(1) << 14)
#define FS_IOCTL_DEV           (UINT64_C(1) << 15)

/* The refused rights, as bits. */
struct ruleset {
    uint64_t fs, net, scoped;
};

/* All rights that Landlock can refuse, newest version first. A row is valid for its version, and
 * for later versions before the row above. */
static const struct {
    int version;
    size_t size; /* the size of the structure in this version */
    struct ruleset all;
} versions[] = {
    {6, sizeof(struct ruleset), {0xFFFF, 3, 3}},
    {5, offsetof(struct ruleset, scoped), {0xFFFF, 3, 0}},
    {4, offsetof(struct ruleset, scoped), {0x7FFF, 3, 0}},
    {3, offsetof(struct ruleset, net), {0x7FFF, 0, 0}},
    {2, offsetof(struct ruleset, net), {0x3FFF, 0, 0}},
    {1, offsetof(struct ruleset, net), {0x1FFF, 0, 0}},
};

int landlock_enter(bool opens, bool alone)
{
    long version = syscall(SYS_landlock_create_ruleset, NULL, (size_t)0, CREATE_RULESET_VERSION);
    size_t row = 0;

    if (version < 1) {
        return 0;
    }
    while (versions[row].version > version) {
        row++;
    }
    struct ruleset refused = versions[row].all;
    if (opens) {
        /* A rule to allow reading below "/" would not cover files outside of directories. */
        refused.fs &= ~(FS_READ_FILE | FS_READ_DIR);
    }
    if (!alone) {
        /* With these rights, each open makes the kernel examine every directory up to "/". */
        refused.fs &= ~(FS_TRUNCATE | FS_IOCTL_DEV);
    }
    long ruleset = syscall(SYS_landlock_create_ruleset, &refused, versions[row].size, 0u);
    if (ruleset < 0) {
        return 0;
    }
    bool entered = syscall(SYS_landlock_restrict_self, (int)ruleset, 0u) == 0;
    close((int)ruleset);
    return entered ? (int)version : 0;
}

#endif
