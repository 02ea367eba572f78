/* seccomp: of the system's calls, those that reading and writing take (Linux, seccomp(2)). */
#include "config.h"

#include "sandbox.h"

#if defined HAVE_LINUX_AUDIT_H && defined HAVE_LINUX_FILTER_H && defined HAVE_LINUX_SECCOMP_H

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The calls that numbers mean. Processors that are not here go without. */
#if defined __x86_64__ && !defined __ILP32__
#define PROCESSOR AUDIT_ARCH_X86_64
#elif defined __i386__
#define PROCESSOR AUDIT_ARCH_I386
#elif defined __aarch64__ && defined __AARCH64EL__
#define PROCESSOR AUDIT_ARCH_AARCH64
#elif defined __arm__ && defined __ARMEL__
#define PROCESSOR AUDIT_ARCH_ARM
#elif defined __s390x__
#define PROCESSOR AUDIT_ARCH_S390X
#elif defined __riscv && __riscv_xlen == 64 && defined AUDIT_ARCH_RISCV64
#define PROCESSOR AUDIT_ARCH_RISCV64
#elif defined __powerpc64__ && defined __LITTLE_ENDIAN__
#define PROCESSOR AUDIT_ARCH_PPC64LE
#endif

#endif

#if defined PROCESSOR && defined SYS_seccomp && defined SECCOMP_SET_MODE_FILTER

#if !defined SECCOMP_FILTER_FLAG_SPEC_ALLOW
#define SECCOMP_FILTER_FLAG_SPEC_ALLOW 4ul
#endif

#define NO_WRITING (O_ACCMODE | O_CREAT | O_TRUNC)

/* A call that may be made; if bits are named, without these in that argument. */
static const struct allowed {
    uint32_t number;
    uint32_t argument, without;
    bool opens;
} allowed[] = {
    {SYS_read, 0, 0, false},
    {SYS_write, 0, 0, false},
    {SYS_readv, 0, 0, false},
    {SYS_writev, 0, 0, false},
    {SYS_close, 0, 0, false},
#if defined SYS_poll
    {SYS_poll, 0, 0, false},
#endif
    {SYS_ppoll, 0, 0, false},
#if defined SYS_ppoll_time64
    {SYS_ppoll_time64, 0, 0, false},
#endif
    {SYS_fcntl, 0, 0, false},
    {SYS_fstat, 0, 0, false},
#if defined SYS_fcntl64
    {SYS_fcntl64, 0, 0, false},
    {SYS_fstat64, 0, 0, false},
    {SYS_fstatat64, 0, 0, false},
#endif
#if defined SYS_newfstatat
    {SYS_newfstatat, 0, 0, false},
#endif
    {SYS_statx, 0, 0, false},
    {SYS_lseek, 0, 0, false},
#if defined SYS__llseek
    {SYS__llseek, 0, 0, false},
#endif
    {SYS_brk, 0, 0, false},
    {SYS_munmap, 0, 0, false},
    {SYS_mremap, 0, 0, false},
    {SYS_madvise, 0, 0, false},
#if defined SYS_mmap2
    {SYS_mmap2, 2, PROT_EXEC, false},
#elif defined __s390x__
    {SYS_mmap, 0, 0, false}, /* its arguments stand in memory, where a filter cannot look */
#else
    {SYS_mmap, 2, PROT_EXEC, false},
#endif
    {SYS_mprotect, 2, PROT_EXEC, false},
    {SYS_getrandom, 0, 0, false},
    {SYS_futex, 0, 0, false},
    {SYS_rt_sigprocmask, 0, 0, false},
    {SYS_rt_sigreturn, 0, 0, false},
    {SYS_restart_syscall, 0, 0, false},
    {SYS_exit, 0, 0, false},
    {SYS_exit_group, 0, 0, false},
    {SYS_openat, 2, NO_WRITING, true},
#if defined SYS_open
    {SYS_open, 1, NO_WRITING, true},
#endif
};

#define ROWS      (sizeof allowed / sizeof allowed[0])
#define REFUSED   BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)
#define PERMITTED BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define LOAD(at)  BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (uint32_t)(at))
/* Skips `n` instructions if what was loaded is `value`. */
#define SKIP_IF(value, n) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (value), (n), 0)
/* The same unless it is. */
#define SKIP_UNLESS(value, n) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (value), 0, (n))
/* Skips one if what was loaded has none of the bits. */
#define SKIP_WITHOUT(bits) BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, (bits), 0, 1)

/* The offset of the low half of an argument. */
static uint32_t argument_at(uint32_t nth)
{
    const uint16_t one = 1;
    size_t high = *(const unsigned char *)&one == 1 ? 0 : sizeof(uint32_t);

    return (uint32_t)(offsetof(struct seccomp_data, args) + nth * sizeof(uint64_t) + high);
}

bool seccomp_enter(bool opens)
{
    /* A filter that begins with what only a call has is not tried by the kernel, when it is set,
     * for each number there is: that takes longer than all calls that we make. */
    struct sock_filter filter[5 + 5 * ROWS + 1] = {
        LOAD(offsetof(struct seccomp_data, args)),
        LOAD(offsetof(struct seccomp_data, arch)),
        SKIP_IF(PROCESSOR, 1),
        REFUSED,
        LOAD(offsetof(struct seccomp_data, nr)),
    };
    unsigned short n = 5;

    for (const struct allowed *row = allowed; row < allowed + ROWS; row++) {
        if (row->opens && !opens) {
            continue;
        }
        filter[n++] = (struct sock_filter)SKIP_UNLESS(row->number, row->without != 0 ? 4 : 1);
        if (row->without != 0) {
            filter[n++] = (struct sock_filter)LOAD(argument_at(row->argument));
            filter[n++] = (struct sock_filter)SKIP_WITHOUT(row->without);
            filter[n++] = (struct sock_filter)REFUSED;
        }
        filter[n++] = (struct sock_filter)PERMITTED;
    }
    filter[n++] = (struct sock_filter)REFUSED;
    /* Without the flag, kernels up to 5.15 slow all of the process down; before 4.17, they do not
     * know it. */
    struct sock_fprog program = {n, filter};
    return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_SPEC_ALLOW,
                   &program) == 0 ||
           (errno == EINVAL && syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0ul, &program) == 0);
}

#else

bool seccomp_enter(bool opens)
{
    (void)opens;
    return false;
}

#endif
