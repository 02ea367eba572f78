#include "config.h"

#include "filtered.h"

#if defined HAVE_LINUX_FILTER_H && defined HAVE_LINUX_SECCOMP_H
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

#if defined PR_SET_SECCOMP && defined SECCOMP_RET_KILL_PROCESS

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "common.h"
#include "processes.h"

/* Calls that the start of a C library may make, and any program that reads and writes. */
static const unsigned known[] = {
    SYS_execve,
    SYS_read,
    SYS_write,
    SYS_close,
    SYS_pread64,
    SYS_openat,
    SYS_fstat,
    SYS_lseek,
    SYS_ioctl,
    SYS_brk,
    SYS_munmap,
    SYS_mremap,
    SYS_madvise,
    SYS_mprotect,
    SYS_rt_sigaction,
    SYS_rt_sigprocmask,
    SYS_getrandom,
    SYS_set_tid_address,
    SYS_prlimit64,
    SYS_readlinkat,
    SYS_set_robust_list,
    SYS_faccessat,
    SYS_ppoll,
    SYS_futex,
    SYS_exit,
    SYS_exit_group,
    SYS_uname,
    SYS_getcwd,
    SYS_getdents64,
#if defined SYS_mmap
    SYS_mmap,
#endif
#if defined SYS_mmap2
    SYS_mmap2,
    SYS_fstat64,
    SYS_stat64,
    SYS_fstatat64,
    SYS__llseek,
    SYS_ugetrlimit,
#endif
#if defined SYS_newfstatat
    SYS_newfstatat,
#endif
#if defined SYS_statx
    SYS_statx,
#endif
#if defined SYS_open
    SYS_open,
    SYS_stat,
    SYS_access,
    SYS_readlink,
    SYS_poll,
#endif
#if defined SYS_ppoll_time64
    SYS_ppoll_time64,
#endif
#if defined SYS_arch_prctl
    SYS_arch_prctl,
#endif
#if defined SYS_set_thread_area
    SYS_set_thread_area,
#endif
#if defined __ARM_NR_set_tls
    __ARM_NR_set_tls,
#endif
#if defined SYS_rseq
    SYS_rseq,
#endif
};

/* Commands of fcntl(2) that are not Linux's alone. */
static const unsigned known_commands[] = {F_GETFD, F_SETFD, F_GETFL, F_SETFL};

/* Octets to the low half of an argument. */
static size_t low_half(void)
{
    const uint16_t one = 1;

    return *(const unsigned char *)&one == 1 ? 0 : sizeof(uint32_t);
}

static struct sock_filter load(size_t pos)
{
    return (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (uint32_t)pos);
}

static struct sock_filter answer(unsigned action)
{
    return (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, action);
}

/* Skips one instruction if what was loaded is not the value, or if it is. */
static struct sock_filter if_is(unsigned value)
{
    return (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1);
}

static struct sock_filter unless_is(unsigned value)
{
    return (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 1, 0);
}

bool enter_filter(unsigned action)
{
    struct sock_filter filter[2 * (COUNT(known) + COUNT(known_commands)) + 5];
    size_t n = 0;

    filter[n++] = load(offsetof(struct seccomp_data, nr));
    for (size_t i = 0; i < COUNT(known); i++) {
        filter[n++] = if_is(known[i]);
        filter[n++] = answer(SECCOMP_RET_ALLOW);
    }
#if defined SYS_fcntl64
    filter[n++] = unless_is(SYS_fcntl64);
#else
    filter[n++] = unless_is(SYS_fcntl);
#endif
    filter[n++] = answer(action);
    filter[n++] = load(offsetof(struct seccomp_data, args) + sizeof(uint64_t) + low_half());
    for (size_t i = 0; i < COUNT(known_commands); i++) {
        filter[n++] = if_is(known_commands[i]);
        filter[n++] = answer(SECCOMP_RET_ALLOW);
    }
    filter[n++] = answer(action);
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER,
                 &(struct sock_fprog){(unsigned short)n, filter}, 0, 0) == 0;
}

bool is_filtered(void)
{
    pid_t child = fork(); /* which a filter may kill for the question */

    if (child == 0) {
        _exit(prctl(PR_GET_SECCOMP, 0, 0, 0, 0) == 0 ? 0 : 1);
    }
    return status_of(child) != 0;
}

const unsigned *filter_actions(size_t *n)
{
    static const unsigned actions[] = {SECCOMP_RET_ERRNO | EPERM, SECCOMP_RET_ERRNO | ENOSYS,
                                       SECCOMP_RET_TRAP, SECCOMP_RET_KILL_PROCESS};

    /* Without /proc the program has to make a call to know, which such a filter does not allow. */
    *n = access("/proc/self/status", R_OK) == 0 ? COUNT(actions) : 2;
    return actions;
}

#else

const unsigned *filter_actions(size_t *n)
{
    *n = 0;
    return NULL;
}

bool is_filtered(void)
{
    return true;
}

bool enter_filter(unsigned action)
{
    (void)action;
    return false;
}

#endif
