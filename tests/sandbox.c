/*
 * Checks, from inside, what the sandbox refuses, by each of its parts and by all of them: to write
 * or make files, sockets, other programs, processes and signals, code in memory.
 *
 *     sandbox PROGRAM
 */
#include "config.h"

#include "sandbox/sandbox.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#if defined HAVE_LINUX_FILTER_H && defined HAVE_LINUX_SECCOMP_H
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#endif
#if defined __linux__
#include <sys/syscall.h>
#endif
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common.h"
#include "filtered.h"
#include "processes.h"
#include "temporary.h"

static char folder[TEMPORARY_SIZE]; /* the current one */
static const char file[] = "file", made[] = "made";
static int opened; /* the file, before the sandbox, for reading and writing */

/* What a process may try. Each returns -1 with errno if it is refused, and 0 if not. */

static int refused(int fd)
{
    return fd < 0 ? -1 : close(fd);
}

static int open_to_read(void)
{
    return refused(open(file, O_RDONLY));
}

static int open_folder(void)
{
    return refused(open(folder, O_RDONLY));
}

static int read_folder(void)
{
    DIR *directory = opendir(folder);

    if (directory == NULL) {
        return -1;
    }
    bool there = readdir(directory) != NULL;
    closedir(directory);
    return there ? 0 : -1;
}

static int open_to_write(void)
{
    return refused(open(file, O_WRONLY));
}

static int open_to_both(void)
{
    return refused(open(file, O_RDWR));
}

static int truncate_file(void)
{
    return refused(open(file, O_RDONLY | O_TRUNC));
}

static int make_file(void)
{
    return refused(open(made, O_WRONLY | O_CREAT, 0600));
}

static int make_folder(void)
{
    return mkdir(made, 0700);
}

static int remove_file(void)
{
    return unlink(file);
}

static int make_socket(void)
{
    return refused(socket(AF_INET, SOCK_STREAM, 0));
}

static int make_local_socket(void)
{
    return refused(socket(AF_UNIX, SOCK_STREAM, 0));
}

static int run_program(void)
{
    return execl("/bin/false", "false", (char *)NULL); /* which ends as what is WRONG does */
}

static int make_process(void)
{
    pid_t child = fork();

    if (child == 0) {
        _exit(0);
    }
    return child < 0 ? -1 : 0;
}

static int send_signal(void)
{
    return kill(getppid(), 0);
}

static int make_code(void)
{
    return mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED
               ? -1
               : 0;
}

static int read_opened(void)
{
    char octet = 0;

    return read(opened, &octet, 1) < 0 ? -1 : 0;
}

static int write_opened(void)
{
    return write(opened, "x", 1) == 1 ? 0 : -1;
}

/* Asks for a signal to be sent to another process (fcntl(2), F_SETOWN). */
static int own_signals(void)
{
    return fcntl(opened, F_SETOWN, (int)getppid());
}

static int look_at_file(void)
{
    struct stat status;

    return stat(file, &status);
}

static int take_memory(void)
{
    void *octets = mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    return octets == MAP_FAILED ? -1 : munmap(octets, 1 << 20);
}

static int compare(const void *a, const void *b)
{
    const int *x = a, *y = b;

    return (*x > *y) - (*x < *y);
}

/* qsort(3) of glibc asks how much memory there is, and does not look whether it gets an answer. */
static int sort_many(void)
{
    static int numbers[100000];

    errno = 0;
    qsort(numbers, sizeof numbers / sizeof numbers[0], sizeof numbers[0], compare);
    return errno == 0 ? 0 : -1;
}

/* Who refuses an act; 0: nobody does. */
enum {
    LANDLOCK = 1,
    SECCOMP = 2,
    READING = 4,    /* both, if the process may open no file */
    TRUNCATING = 8, /* Landlock, since its version 3, if seccomp does not */
};

/* Who refuses code in memory. On s390x, a filter cannot see what mmap(2) is asked for. */
#if defined __s390x__
#define MAKES_CODE 0
#else
#define MAKES_CODE SECCOMP
#endif

static const struct act {
    const char *name;
    int (*try)(void);
    int refused_by;
} acts[] = {
    {"open a file for reading", open_to_read, READING},
    {"open a folder", open_folder, READING},
    {"read a folder", read_folder, READING},
    {"open a file for writing", open_to_write, LANDLOCK | SECCOMP},
    {"open a file for both", open_to_both, LANDLOCK | SECCOMP},
    {"truncate a file", truncate_file, SECCOMP | TRUNCATING},
    {"make a file", make_file, LANDLOCK | SECCOMP},
    {"make a folder", make_folder, LANDLOCK | SECCOMP},
    {"remove a file", remove_file, LANDLOCK | SECCOMP},
    {"make a socket", make_socket, SECCOMP},
    {"make a local socket", make_local_socket, SECCOMP},
    {"run a program", run_program, LANDLOCK | SECCOMP},
    {"make a process", make_process, SECCOMP},
    {"send a signal", send_signal, SECCOMP}, /* Landlock: since its version 6 */
    {"have a signal sent", own_signals, SECCOMP},
    {"make code", make_code, MAKES_CODE},
    {"look at a file", look_at_file, 0},
    {"read what is open", read_opened, 0},
    {"write what is open", write_opened, 0},
    {"take memory", take_memory, 0},
    {"sort much", sort_many, 0},
};

/* What a version of Landlock refuses, as these bits. */
static int in_landlock(int version)
{
    return version >= 3 ? LANDLOCK | TRUNCATING : version > 0 ? LANDLOCK : 0;
}

/* Enters these parts of the sandbox. Returns those that are in force. */
static int enter(int parts, bool opens)
{
    int in_force = 0;

    if (parts == (LANDLOCK | SECCOMP)) {
        struct sandbox sandbox = sandbox_enter(opens);
        return in_landlock(sandbox.landlock) | (sandbox.seccomp ? SECCOMP : 0);
    }
#if defined __linux__
    if (!sandbox_no_new_privileges()) {
        return 0;
    }
    if ((parts & LANDLOCK) != 0) {
        in_force |= in_landlock(landlock_enter(opens, true));
    }
    if ((parts & SECCOMP) != 0 && seccomp_enter(opens)) {
        in_force |= SECCOMP;
    }
#endif
    return in_force;
}

/* The process that tries. Returns what it found, as its exit status. */
enum { FINE, WRONG, NOT_IN_FORCE };
static int attempt(const struct act *act, int parts, bool opens)
{
    int in_force = enter(parts, opens);
    int refusers = act->refused_by == READING && !opens ? LANDLOCK | SECCOMP : act->refused_by;

    if (in_force == 0) {
        return NOT_IN_FORCE;
    }
    bool expected = (refusers & in_force) != 0;
    bool got = act->try() != 0 && (errno == EPERM || errno == EACCES);
    /* What only later versions of Landlock refuse may be refused. */
    return got == expected || (got && (in_force & LANDLOCK) != 0 && refusers == SECCOMP) ? FINE
                                                                                         : WRONG;
}

static int check(const struct act *act, int parts, bool opens)
{
    pid_t child = fork();

    if (child == 0) {
        _exit(attempt(act, parts, opens));
    }
    int status = status_of(child);
    if (status != FINE && status != NOT_IN_FORCE) {
        printf("FAIL %s: parts %d, files %s opened\n", act->name, parts, opens ? "are" : "are not");
        return WRONG;
    }
    return status;
}

/* The parts that this kernel has, asked without the program's own code: seccomp where a filter that
 * permits everything can be set, on processors for which the program has a list of calls. */
static int parts_of_kernel(void)
{
    int parts = 0;

#if defined SYS_landlock_create_ruleset
    if (syscall(SYS_landlock_create_ruleset, NULL, (size_t)0, 1u) > 0) {
        parts |= LANDLOCK;
    }
#endif
#if defined PR_SET_SECCOMP && (defined __x86_64__ || defined __aarch64__)
    struct sock_filter permit = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    struct sock_fprog filter = {1, &permit};
    if (sandbox_no_new_privileges() &&
        prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0, 0) == 0) {
        parts |= SECCOMP;
    }
#endif
    return parts;
}

/* Whether each part that the kernel has is in force once it is entered by itself. */
static bool takes_what_there_is(void)
{
    pid_t child = fork();

    if (child == 0) {
        _exit(parts_of_kernel());
    }
    int parts = status_of(child);
    for (int part = LANDLOCK; part <= SECCOMP; part++) {
        child = fork();
        if (child == 0) {
            _exit(enter(part, false) != 0 ? FINE : NOT_IN_FORCE);
        }
        if (status_of(child) != FINE && (parts & part) != 0) {
            printf("FAIL the kernel has part %d, which is not in force\n", part);
            return false;
        }
    }
    return true;
}

/* Which parts are in force here, when all are asked for. */
static int parts_here(void)
{
    pid_t child = fork();

    if (child == 0) {
        _exit(enter(LANDLOCK | SECCOMP, false));
    }
    return status_of(child);
}

/* Whether the program says of itself what is in force. */
static bool says_so(const char *program, int parts)
{
    char command[4096], line[128] = "";

    snprintf(command, sizeof command, "'%s' --version | tail -n 1", program);
    FILE *version = popen(command, "r");
    bool said = version != NULL && fgets(line, sizeof line, version) != NULL &&
                strncmp(line, "sandbox: ", 9) == 0 &&
                (strstr(line, "Landlock") != NULL) == ((parts & LANDLOCK) != 0) &&
                (parts == 0 || (strstr(line, "seccomp") != NULL) == ((parts & SECCOMP) != 0)) &&
                (strncmp(line, "sandbox: none", 13) == 0) == (parts == 0) &&
                (strstr(line, "already there") == NULL || is_filtered());
    if (version != NULL) {
        pclose(version);
    }
    if (!said) {
        printf("FAIL --version: %s", line);
    }
    return said;
}

/* Whether the process has given up what it can, as the system has it: while it reads. */
static bool is_confined(pid_t process)
{
    char name[64], line[128];
    bool privileges = false, seccomp = false;

    snprintf(name, sizeof name, "/proc/%ld/status", (long)process);
    FILE *status = fopen(name, "r");
    while (status != NULL && fgets(line, sizeof line, status) != NULL) {
        privileges = privileges || strcmp(line, "NoNewPrivs:\t1\n") == 0;
        seccomp = seccomp || strcmp(line, "Seccomp:\t2\n") == 0;
    }
    if (status != NULL) {
        fclose(status);
    }
    return privileges && seccomp;
}

/* Whether the program is confined before there is anything to read. */
static bool confines_itself(const char *program)
{
    int in[2], out[2];
    char octet = 0;

    if (access("/proc/self/status", R_OK) != 0) {
        puts("skipped, for want of /proc: whether the program is confined while it reads");
        return true;
    }
    if (pipe(in) != 0 || pipe(out) != 0) {
        return false;
    }
    pid_t child = fork();
    if (child == 0) {
        dup2(in[0], STDIN_FILENO);
        dup2(out[1], STDOUT_FILENO);
        close(in[1]);
        execl(program, "fidourl", "extract", (char *)NULL);
        _exit(FAILED_SETUP);
    }
    close(out[1]);
    close(in[0]);
    bool fine = false;
    for (int looks = 0; looks < 10000 && !fine; looks++) {
        fine = is_confined(child);
        usleep(1000);
    }
    fine = write(in[1], "area://x \n", 10) == 10 && read(out[0], &octet, 1) == 1 && octet == 'a' &&
           fine;
    close(in[1]);
    status_of(child);
    if (!fine) {
        puts("FAIL the program waits for input and is not confined, or reads none");
    }
    return fine;
}

int main(int argc, char **argv)
{
    int count[3] = {0};

#if !defined __linux__
    puts("skipped: what is tried here is Linux's");
    return SKIPPED;
#endif
    if (argc != 2 || !enter_folder(folder)) {
        perror("usage: sandbox PROGRAM");
        return FAILED_SETUP;
    }
    start_plain();
    int parts = parts_here();
    opened = open(file, O_RDWR | O_CREAT, 0600);
    for (size_t i = 0; i < COUNT(acts) && parts != 0; i++) {
        for (int some = LANDLOCK; some <= (LANDLOCK | SECCOMP); some++) {
            for (int opens = 0; opens < 2; opens++) {
                int status = check(&acts[i], some, opens != 0);
                count[status]++;
            }
        }
    }
    bool taken = parts == 0 || takes_what_there_is();
    bool said = says_so(argv[1], parts);
    bool confined = (parts & SECCOMP) == 0 || confines_itself(argv[1]);
    if (!leave_folder(folder)) {
        perror(folder);
    }
    printf("sandbox: %d as it should be, %d wrong, %d not in force here\n", count[FINE],
           count[WRONG], count[NOT_IN_FORCE]);
    return count[WRONG] > 0 || !taken || !said || !confined ? 1 : parts == 0 ? SKIPPED : 0;
}
