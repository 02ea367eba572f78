/* seccomp permits only the system calls that reading and writing need (Linux, seccomp(2)). */
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

/* Call numbers depend on the processor. Other processors get no filter. */
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

/* The condition for a call, on one argument. */
enum condition {
    ALWAYS,  /* no condition */
    WITHOUT, /* the argument has no bit of `value` */
    EQUALS,  /* the argument is equal to `value` */
};

/* Bits of open(2) that allow more than reading. */
#define WRITES (O_ACCMODE | O_CREAT | O_TRUNC)

static const struct allowed {
    uint32_t number;
    bool opens; /* permitted only if files may be opened */
    enum condition condition;
    uint32_t argument, value;
} allowed[] = {
    {.number = SYS_read},
    {.number = SYS_write},
    {.number = SYS_readv},
    {.number = SYS_writev},
    {.number = SYS_pread64},
    {.number = SYS_close},
#if defined SYS_poll
    {.number = SYS_poll},
#endif
    {.number = SYS_ppoll},
#if defined SYS_ppoll_time64
    {.number = SYS_ppoll_time64},
#endif
    {SYS_fcntl, false, EQUALS, 1, F_GETPIPE_SZ},
    {SYS_fcntl, false, EQUALS, 1, F_SETPIPE_SZ},
    {SYS_fcntl, true, EQUALS, 1, F_GETFL}, /* for fdopendir(3), like the next row */
    {SYS_fcntl, true, EQUALS, 1, F_SETFD},
#if defined SYS_fcntl64
    {SYS_fcntl64, false, EQUALS, 1, F_GETPIPE_SZ},
    {SYS_fcntl64, false, EQUALS, 1, F_SETPIPE_SZ},
    {SYS_fcntl64, true, EQUALS, 1, F_GETFL},
    {SYS_fcntl64, true, EQUALS, 1, F_SETFD},
    {.number = SYS_stat64},
    {.number = SYS_fstat64},
    {.number = SYS_fstatat64},
#endif
#if defined SYS_stat
    {.number = SYS_stat},
#endif
    {.number = SYS_fstat},
#if defined SYS_newfstatat
    {.number = SYS_newfstatat},
#endif
#if defined SYS_statx
    {.number = SYS_statx},
#endif
    {.number = SYS_lseek},
#if defined SYS__llseek
    {.number = SYS__llseek},
#endif
    {.number = SYS_brk},
    {.number = SYS_munmap},
    {.number = SYS_mremap},
    {.number = SYS_madvise},
#if defined SYS_mmap2
    {SYS_mmap2, false, WITHOUT, 2, PROT_EXEC},
#elif defined __s390x__
    {.number = SYS_mmap}, /* a filter cannot read its arguments, which are in memory */
#else
    {SYS_mmap, false, WITHOUT, 2, PROT_EXEC},
#endif
    {SYS_mprotect, false, WITHOUT, 2, PROT_EXEC},
    {.number = SYS_sysinfo}, /* for qsort(3) of glibc, which does not notice a refusal */
    {.number = SYS_futex},
    {.number = SYS_rt_sigprocmask},
    {.number = SYS_rt_sigreturn},
    {.number = SYS_restart_syscall},
    {.number = SYS_exit},
    {.number = SYS_exit_group},
#if defined SYS_lstat64
    {.number = SYS_lstat64, .opens = true},
#endif
#if defined SYS_lstat
    {.number = SYS_lstat, .opens = true},
#endif
    {.number = SYS_getdents64, .opens = true},
    {SYS_openat, true, WITHOUT, 2, WRITES},
#if defined SYS_open
    {SYS_open, true, WITHOUT, 1, WRITES},
#endif
};

#define ROWS (sizeof allowed / sizeof allowed[0])

/* The numbers of instructions: of the head, of a row at most, and of the verdicts, which refuse and
 * permit. A jump can skip at most 255. */
#define HEAD       5
#define ROW_MAX    4
#define VERDICTS   2
#define FILTER_MAX (HEAD + ROW_MAX * ROWS + VERDICTS)
_Static_assert(FILTER_MAX <= 256, "every instruction can jump to the last one");

#define REFUSED   BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)
#define PERMITTED BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
/* Loads 32 bits of the data of the call. */
#define LOAD(offset) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (uint32_t)(offset))
/* Skip `n` instructions if the loaded word is `value`, is another, or has none of its bits. */
#define SKIP_IF(value, n)      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (value), (n), 0)
#define SKIP_UNLESS(value, n)  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (value), 0, (n))
#define SKIP_WITHOUT(value, n) BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, (value), 0, (n))

#define NUMBER offsetof(struct seccomp_data, nr)

/* Returns the offset of the low half of an argument. */
static uint32_t argument_at(uint32_t nth)
{
    const uint16_t one = 1;
    size_t low = *(const unsigned char *)&one == 1 ? 0 : sizeof(uint32_t);

    return (uint32_t)(offsetof(struct seccomp_data, args) + nth * sizeof(uint64_t) + low);
}

static unsigned short size_of(const struct allowed *row)
{
    return row->condition == ALWAYS ? 1 : ROW_MAX;
}

/* Writes the instructions of a row. The call number is loaded before the row and after it. `after`
 * is the number of instructions between the row and PERMITTED. */
static void put_row(const struct allowed *row, unsigned short after, struct sock_filter *to)
{
    unsigned char over = (unsigned char)after;

    if (row->condition == ALWAYS) {
        to[0] = (struct sock_filter)SKIP_IF(row->number, over);
        return;
    }
    to[0] = (struct sock_filter)SKIP_UNLESS(row->number, ROW_MAX - 1);
    to[1] = (struct sock_filter)LOAD(argument_at(row->argument));
    over++; /* to[3] */
    to[2] = row->condition == EQUALS ? (struct sock_filter)SKIP_IF(row->value, over)
                                     : (struct sock_filter)SKIP_WITHOUT(row->value, over);
    to[3] = (struct sock_filter)LOAD(NUMBER);
}

bool seccomp_enter(bool opens)
{
    /* When a filter is set, the kernel tries it with each call number, unless the filter first
     * loads an argument. The trial takes longer than all calls of this program. A short filter
     * compiles faster. */
    struct sock_filter filter[FILTER_MAX] = {
        LOAD(offsetof(struct seccomp_data, args)),
        LOAD(offsetof(struct seccomp_data, arch)),
        SKIP_IF(PROCESSOR, 1),
        REFUSED,
        LOAD(NUMBER),
    };
    unsigned short n = HEAD + VERDICTS, pos = HEAD;

    for (const struct allowed *row = allowed; row < allowed + ROWS; row++) {
        n = (unsigned short)(n + (opens || !row->opens ? size_of(row) : 0));
    }
    for (const struct allowed *row = allowed; row < allowed + ROWS; row++) {
        if (opens || !row->opens) {
            unsigned short end = (unsigned short)(pos + size_of(row));
            put_row(row, (unsigned short)(n - 1 - end), filter + pos);
            pos = end;
        }
    }
    filter[n - 2] = (struct sock_filter)REFUSED;
    filter[n - 1] = (struct sock_filter)PERMITTED;
    /* Without the flag, kernels up to 5.15 restrict speculative execution. This slows the process,
     * which has no secrets to protect. Kernels before 4.17 refuse the flag. */
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
