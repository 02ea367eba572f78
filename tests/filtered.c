#include "config.h"

#include "filtered.h"

#include <stdio.h>

#if defined HAVE_LINUX_FILTER_H && defined HAVE_LINUX_SECCOMP_H
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

#if defined PR_SET_SECCOMP && defined SECCOMP_RET_KILL_PROCESS

#include <stdlib.h>
#include <string.h>

#include "common.h"
#include "processes.h"

/* What the start of a C library may call, and any program that reads and writes. */
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

/* Of fcntl(2): what is not Linux's alone. */
static const unsigned known_commands[] = {F_GETFD, F_SETFD, F_GETFL, F_SETFL};

/* Octets to the low half of an argument. */
static size_t low_half(void)
{
    const uint16_t one = 1;

    return *(const unsigned char *)&one == 1 ? 0 : sizeof(uint32_t);
}

static struct sock_filter load(size_t at)
{
    return (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (uint32_t)at);
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

/* Permits what is known, and answers the rest with `action`. Returns whether that is in force. */
static bool enter_filter(unsigned action)
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

/* Runs, which read `input`, and how they must end, and begin their output. */
static const char input[] = "area://x area://x\n";
static const struct filtered {
    const char *arguments[4], *output;
    int status;
} runs[] = {
    {{"extract", "-u"}, "area://x\n", 0},
    {{"extract", "-ju", "/dev/null"}, "", 1},
    {{"extract", "-uF", "{area:html}"}, "x\n", 0},
    {{"parse", "-qF", "{url}"}, "", 1},
    {{"edit", "--set=path=o"}, "area://x+area:/o\n", 0},
    {{"rewrite", "--set=areas=y x"}, "area://y+x area://y+x\n", 0},
    {{"normalize", "-q", "--base=area://y"}, "area://x area://x\n", 1},
    {{"encode", "-c", "areatag"}, "area:%2F%2Fx+area:%2F%2Fx\n", 0},
    {{"rewrite", "--html"}, "<a href=", 0},
    {{"rewrite", "--hyperlink=always"}, "\x1B]8;;area://x", 0},
    {{"fold"}, "area://x area://x\n", 0},
    {{"check"}, "", 0},
    {{"messages", "--messages=text", "--text", "--select=area:?time=now/now/now-"}, "", 1},
    {{"--version"}, "fidourl ", 0},
};

/* Exit status of a child in which no filter can be set. */
enum { NO_FILTER = 98 };

static int become(const char *program, const struct filtered *run, unsigned action, int in, int out)
{
    char *arguments[COUNT(run->arguments) + 2] = {(char *)"fidourl"};

    for (size_t i = 0; i < COUNT(run->arguments); i++) {
        arguments[i + 1] = (char *)run->arguments[i];
    }
    dup2(in, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    close(in);
    close(out);
    if (!enter_filter(action)) {
        return NO_FILTER;
    }
    execv(program, arguments);
    return FAILED_SETUP;
}

/* Whether it ends as it must, or there are no filters. */
static bool works(const char *program, const struct filtered *run, unsigned action)
{
    int in[2], out[2];
    char output[1024] = "";
    size_t n = 0;
    ssize_t some = 0;

    if (pipe(in) != 0 || pipe(out) != 0 ||
        write(in[1], input, sizeof input - 1) != (ssize_t)sizeof input - 1) {
        exit(FAILED_SETUP);
    }
    close(in[1]);
    pid_t child = fork();
    if (child == 0) {
        close(out[0]);
        _exit(become(program, run, action, in[0], out[1]));
    }
    close(in[0]);
    close(out[1]);
    while (n < sizeof output - 1 && (some = read(out[0], output + n, sizeof output - 1 - n)) > 0) {
        n += (size_t)some;
    }
    close(out[0]);
    int status = status_of(child);
    bool fine = status == NO_FILTER ||
                (status == run->status && strncmp(output, run->output, strlen(run->output)) == 0);
    if (!fine) {
        printf("FAIL %s in a filter that answers %#x: status %d, %s\n", run->arguments[0], action,
               status, output);
    }
    return fine;
}

bool works_in_filters(const char *program)
{
    static const unsigned actions[] = {SECCOMP_RET_KILL_PROCESS, SECCOMP_RET_TRAP,
                                       SECCOMP_RET_ERRNO | EPERM, SECCOMP_RET_ERRNO | ENOSYS};
    bool fine = true;
    size_t first = 0;

    /* Without /proc the program has to make a call to know, which such a filter does not allow. */
    if (access("/proc/self/status", R_OK) != 0) {
        puts("skipped, for want of /proc: filters that kill");
        first = 2;
    }
    for (size_t i = first; i < COUNT(actions); i++) {
        for (size_t j = 0; j < COUNT(runs); j++) {
            fine = works(program, &runs[j], actions[i]) && fine;
        }
    }
    return fine;
}

#else

bool works_in_filters(const char *program)
{
    (void)program;
    return true;
}

#endif
