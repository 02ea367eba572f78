/* Runs of the program, each in a child. */
#include "config.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common.h"
#include "faults.h"
#include "processes.h"
#include "temporary.h"

/* The program's first function, under another name. */
int fidourl_main(int argc, char **argv);

/* Seconds until a run that does not end is ended: many more than any should take. */
#define PATIENCE 120

struct count count;

static char folder[TEMPORARY_SIZE];
static struct trace *trace;        /* of the run under way */
static int output_fd, messages_fd; /* what it writes to */

static void die(const char *what)
{
    perror(what);
    exit(FAILED_SETUP);
}

static int make_temporary(const char *name)
{
    int fd = open(name, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);

    if (fd < 0) {
        die(name);
    }
    return fd;
}

void runs_begin(void)
{
    if (!enter_folder(folder)) {
        die(folder);
    }
    trace = mmap(NULL, sizeof *trace, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (trace == MAP_FAILED) {
        die("memory");
    }
    output_fd = make_temporary(".output");
    messages_fd = make_temporary(".messages");
}

void runs_end(void)
{
    if (!leave_folder(folder)) {
        die(folder);
    }
}

void make_file(const char *name, const void *octets, size_t n)
{
    int fd = make_temporary(name);

    if (write(fd, octets, n) != (ssize_t)n || close(fd) != 0) {
        die(name);
    }
}

/* In the child: puts the standard descriptors in their places. */
static void place_descriptors(const struct run *run)
{
    int fds[3] = {open(run->input != NULL ? run->input : "/dev/null", O_RDONLY), output_fd,
                  messages_fd};

    for (int fd = 0; fd < 3; fd++) {
        dup2(run->instead[fd] > 0 ? run->instead[fd] : fds[fd], fd);
    }
    for (int fd = 3; fd < 32; fd++) {
        close(fd);
    }
    for (int fd = 0; fd < 3; fd++) {
        if ((run->closed >> fd & 1) != 0) {
            close(fd);
        }
    }
}

/* In the child: runs the program to its end. */
static void run_program(const struct run *run)
{
    char *arguments[18] = {(char *)"fidourl"};
    int n = 1;

    for (; run->arguments[n - 1] != NULL; n++) {
        arguments[n] = (char *)run->arguments[n - 1];
    }
    place_descriptors(run);
    alarm(PATIENCE);
    calls_begin(&run->manner, run->faults, 2, trace);
    int status = fidourl_main(n, arguments);
    calls_end();
    exit(status);
}

pid_t run_begin(const struct run *run)
{
    fflush(stdout);
    count.runs++;
    if (ftruncate(output_fd, 0) != 0 || ftruncate(messages_fd, 0) != 0) {
        die("truncating");
    }
    lseek(output_fd, 0, SEEK_SET);
    lseek(messages_fd, 0, SEEK_SET);
    pid_t child = fork();
    if (child < 0) {
        die("fork");
    }
    if (child == 0) {
        run_program(run);
    }
    return child;
}

/* All that a file holds. */
static struct octets slurp(int fd)
{
    struct stat status;

    if (fstat(fd, &status) != 0) {
        die("fstat");
    }
    struct octets octets = {malloc((size_t)status.st_size + 1), (size_t)status.st_size};
    if (octets.at == NULL || pread(fd, octets.at, octets.n, 0) != (ssize_t)octets.n) {
        die("output");
    }
    octets.at[octets.n] = '\0';
    return octets;
}

void run_end(pid_t child, struct outcome *outcome)
{
    outcome->status = status_of(child);
    outcome->output = slurp(output_fd);
    outcome->messages = slurp(messages_fd);
    outcome->trace = *trace;
}

void run(const struct run *run, struct outcome *outcome)
{
    run_end(run_begin(run), outcome);
}

void drop(struct outcome *outcome)
{
    free(outcome->output.at);
    free(outcome->messages.at);
}

const struct trace *run_trace(void)
{
    return trace;
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
    return octets->n == strlen(text) && memcmp(octets->at, text, octets->n) == 0;
}

bool is_equal(const struct octets *a, const struct octets *b)
{
    return a->n == b->n && memcmp(a->at, b->at, a->n) == 0;
}
