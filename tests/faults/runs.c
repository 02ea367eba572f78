/* Runs of the program in this process, over files. */
#include "config.h"

#include <fcntl.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "common.h"
#include "faults.h"
#include "processes.h"
#include "temporary.h"

/* The program's first function, under another name. */
int fidourl_main(int argc, char **argv);

/* Seconds until a run that does not end is ended: many more than any should take. */
#define PATIENCE 120

/* Ours are the descriptors from here on; below it the program's. */
#define OURS 40

struct count count;

static struct trace trace;             /* of the run under way */
static const struct run *current;      /* that run */
static bool guarded;                   /* it is told which one a signal ends */
static int files[3], nothing, ours[3]; /* what it has as standard descriptors, and what we have */

static void want(bool fine, const char *what)
{
    if (!fine) {
        perror(what);
        exit(FAILED_SETUP);
    }
}

/* Moves a descriptor out of the program's way. */
static int keep(int fd, bool copy)
{
    int kept = fcntl(fd, F_DUPFD_CLOEXEC, OURS);

    want(kept >= 0, "descriptors");
    if (!copy) {
        close(fd);
    }
    return kept;
}

/* Says which run a signal ends. */
static void tell(int signal_number)
{
    calls_end();
    dup2(ours[STDOUT_FILENO], STDOUT_FILENO);
    printf("FAIL: signal %d ends fidourl %s\n", signal_number, run_name(current));
    fflush(stdout);
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

void runs_guard(void)
{
    static const int deadly[] = {SIGALRM, SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL};

    guarded = true;
    for (size_t i = 0; i < COUNT(deadly); i++) {
        void (*before)(int) = signal(deadly[i], tell);
        if (before != SIG_DFL) { /* a sanitizer's */
            signal(deadly[i], before);
        }
    }
}

void runs_begin(void)
{
    nothing = keep(open("/dev/null", O_RDONLY), false);
    for (int fd = 0; fd < 3; fd++) {
        files[fd] = keep(temporary_file(), false);
        ours[fd] = keep(fd, true);
    }
    /* A static C library looks for the zone by calls of ours, and keeps what it found: here, unless
     * TZ is unset, when it looks anew each time. */
    want(setenv("TZ", "UTC0", 1) == 0, "a zone");
    tzset();
}

/* Empties a file, and fills it. */
static void fill(int fd, struct octets octets)
{
    want(ftruncate(fd, 0) == 0 && lseek(fd, 0, SEEK_SET) == 0, "a file");
    if (octets.n > 0) {
        want(write(fd, octets.ptr, octets.n) == (ssize_t)octets.n, "a file");
        want(lseek(fd, 0, SEEK_SET) == 0, "a file");
    }
}

/* Gives the program its standard descriptors. */
static void place_descriptors(const struct run *run)
{
    int input = run->given.ptr != NULL ? files[STDIN_FILENO] : nothing;
    bool opens = run->input != NULL && run->given.ptr == NULL;
    int opened = opens ? open(run->input, O_RDONLY) : -1;
    const int fds[3] = {opens ? opened : input, files[STDOUT_FILENO], files[STDERR_FILENO]};

    for (int fd = 0; fd < 3; fd++) {
        dup2(fds[fd], fd);
        if ((run->closed >> fd & 1) != 0) {
            close(fd);
        }
    }
    if (opened > STDERR_FILENO) {
        close(opened);
    }
}

/* Runs the program to its end. Returns its status. */
static int run_program(const struct run *run)
{
    char *arguments[18] = {(char *)"fidourl"};
    int n = 1;

    for (; run->arguments[n - 1] != NULL; n++) {
        arguments[n] = (char *)run->arguments[n - 1];
    }
    optind = 0; /* which makes getopt_long begin anew */
    if (guarded) {
        alarm(PATIENCE);
    }
    calls_begin(&run->manner, run->faults, 2, &trace);
    int status = fidourl_main(n, arguments);
    calls_end();
    if (guarded) {
        alarm(0);
    }
    return status;
}

/* All that a file holds, and a NUL. */
static struct octets slurp(int fd)
{
    struct stat status;

    want(fstat(fd, &status) == 0, "fstat");
    struct octets octets = {malloc((size_t)status.st_size + 1), (size_t)status.st_size};
    want(octets.ptr != NULL && pread(fd, octets.ptr, octets.n, 0) == (ssize_t)octets.n, "output");
    octets.ptr[octets.n] = '\0';
    return octets;
}

void run(const struct run *run, struct outcome *outcome)
{
    bool before[OURS];

    count.runs++;
    current = run;
    if (run->given.ptr != NULL) {
        fill(files[STDIN_FILENO], run->given);
    }
    fill(files[STDOUT_FILENO], (struct octets){NULL, 0});
    fill(files[STDERR_FILENO], (struct octets){NULL, 0});
    for (int fd = STDERR_FILENO + 1; fd < OURS; fd++) {
        before[fd] = fcntl(fd, F_GETFD) >= 0;
    }
    place_descriptors(run);
    outcome->status = run_program(run);
    for (int fd = 0; fd < 3; fd++) {
        dup2(ours[fd], fd);
    }
    outcome->left = 0;
    for (int fd = STDERR_FILENO + 1; fd < OURS; fd++) {
        outcome->left += !before[fd] && close(fd) == 0;
    }
    outcome->output = slurp(files[STDOUT_FILENO]);
    outcome->messages = slurp(files[STDERR_FILENO]);
    outcome->trace = trace;
}

void drop(struct outcome *outcome)
{
    free(outcome->output.ptr);
    free(outcome->messages.ptr);
}

const char *run_name(const struct run *run)
{
    static char text[512];
    const struct fault *fault = &run->faults[0];
    size_t n = 0;

    for (size_t i = 0; run->arguments[i] != NULL && n < sizeof text; i++) {
        n += (size_t)snprintf(text + n, sizeof text - n, "%s%s", i > 0 ? " " : "",
                              run->arguments[i]);
    }
    if (n < sizeof text && fault->trick != NO_FAULT) {
        snprintf(text + n, sizeof text - n, ": %s %lu, every %lu: trick %d, %s",
                 call_names[fault->call], fault->nth, fault->every, (int)fault->trick,
                 strerror(fault->error));
    }
    return text;
}

bool check(bool fine, const char *what)
{
    count.checks++;
    if (!fine) {
        count.failed++;
        printf("  wrong: %s\n", what);
    }
    return fine;
}

bool is_text(const struct octets *octets, const char *text)
{
    return octets->n == strlen(text) && memcmp(octets->ptr, text, octets->n) == 0;
}

bool is_equal(const struct octets *a, const struct octets *b)
{
    return a->n == b->n && memcmp(a->ptr, b->ptr, a->n) == 0;
}
