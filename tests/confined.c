/*
 * Runs the program on each row of tests/scenarios: with 32 KiB of stack, where it does the same;
 * with little memory, where a lack of it ends the run with status 2 and a message, never with a
 * signal; and in a foreign seccomp filter, where it does the same with the calls that are left,
 * also if the user is in so many groups that /proc/self/status names the filter late.
 *
 *     confined PROGRAM
 */
#include "config.h"

#include <grp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common.h"
#include "filtered.h"
#include "processes.h"
#include "scenarios.h"
#include "temporary.h"

/* How a run is confined, if it is. */
enum way { FREE, LITTLE_STACK, LITTLE_MEMORY, FILTERED, FILTERED_IN_GROUPS };
struct confined {
    enum way way;
    unsigned long amount; /* octets, or what the filter answers */
};

struct outcome {
    int status;
    char *output, *messages; /* with a NUL after them */
    size_t n, messages_n;
};

static const char *program;
static int output, messages; /* files that a run writes to */
static unsigned long lacks, failed, runs;

/* The exit status of a child that cannot be confined in this way. */
enum { NOT_CONFINED = 98 };

/* (A macro, since the number of a limit has a type of its own in some libraries.) */
#define LIMIT(what, amount) (setrlimit(what, &(struct rlimit){amount, amount}) == 0)

/* Joins so many groups that their line in /proc/self/status is longer than a page. Returns false if
 * this user may not. */
static bool join_groups(void)
{
    gid_t groups[300];

    for (size_t i = 0; i < COUNT(groups); i++) {
        groups[i] = (gid_t)(1000000000 + i);
    }
    return setgroups(COUNT(groups), groups) == 0;
}

/* In the child: confines itself, and becomes the program. */
static int become(const char *const *arguments, const struct confined *confined)
{
    char *with[ARGUMENTS_MAX + 2] = {(char *)"fidourl"}, *none[1] = {NULL};
    extern char **environ;
    bool fine = true;

    for (size_t i = 0; i < ARGUMENTS_MAX && arguments[i] != NULL; i++) {
        with[i + 1] = (char *)arguments[i];
    }
    int input = open("text", O_RDONLY);
    dup2(input, STDIN_FILENO);
    dup2(output, STDOUT_FILENO);
    dup2(messages, STDERR_FILENO);
    close(input);
    if (confined->way == LITTLE_STACK) {
        fine = LIMIT(RLIMIT_STACK, confined->amount);
    } else if (confined->way == LITTLE_MEMORY) {
        fine = LIMIT(RLIMIT_AS, confined->amount);
    } else if (confined->way == FILTERED || confined->way == FILTERED_IN_GROUPS) {
        fine = (confined->way == FILTERED || join_groups()) &&
               enter_filter((unsigned)confined->amount);
    }
    if (!fine) {
        return NOT_CONFINED;
    }
    execve(program, with, confined->way == LITTLE_STACK ? none : environ);
    return 127;
}

static char *slurp(int fd, size_t *n)
{
    struct stat status;
    char *octets = fstat(fd, &status) == 0 ? malloc((size_t)status.st_size + 1) : NULL;

    *n = octets != NULL ? (size_t)status.st_size : 0;
    if (octets == NULL || pread(fd, octets, *n, 0) != (ssize_t)*n) {
        exit(FAILED_SETUP);
    }
    octets[*n] = '\0';
    return octets;
}

static struct outcome run(const char *const *arguments, enum way way, unsigned long amount)
{
    const struct confined confined = {way, amount};
    struct outcome outcome;

    if (ftruncate(output, 0) != 0 || ftruncate(messages, 0) != 0) {
        exit(FAILED_SETUP);
    }
    lseek(output, 0, SEEK_SET);
    lseek(messages, 0, SEEK_SET);
    runs++;
    pid_t child = fork();
    if (child == 0) {
        _exit(become(arguments, &confined));
    }
    outcome.status = status_of(child);
    outcome.output = slurp(output, &outcome.n);
    outcome.messages = slurp(messages, &outcome.messages_n);
    return outcome;
}

static void drop(struct outcome *outcome)
{
    free(outcome->output);
    free(outcome->messages);
}

static void tell(const struct scenario *row, const char *how, unsigned long amount,
                 const struct outcome *outcome)
{
    printf("FAIL fidourl %s, %s %#lx: status %d, %zu octets, %s\n", scenario_name(row), how, amount,
           outcome->status, outcome->n, outcome->messages);
    failed++;
}

/* Checks that a row, confined in this way, gives the same. Returns false if it cannot be confined.
 */
static bool check_same(const struct scenario *row, const struct outcome *wanted, enum way way,
                       unsigned long amount)
{
    struct outcome got = run(row->arguments, way, amount);
    bool says = strcmp(row->arguments[0], "--version") == 0; /* what confines it already */
    size_t n = says ? strlen("fidourl ") : wanted->n;

    if (got.status != NOT_CONFINED &&
        (got.status != wanted->status || (got.n != wanted->n && !says) || got.n < n ||
         memcmp(got.output, wanted->output, n) != 0 ||
         strcmp(got.messages, wanted->messages) != 0)) {
        tell(row, way == LITTLE_STACK ? "with octets of stack" : "in a filter that answers", amount,
             &got);
    }
    bool is_confined = got.status != NOT_CONFINED;
    drop(&got);
    return is_confined;
}

/* Whether the program starts with so much memory. To refuse an option takes hardly more. */
static bool starts(unsigned long memory)
{
    static const char *const arguments[] = {"--no", NULL};
    struct outcome got = run(arguments, LITTLE_MEMORY, memory);
    bool fine = got.status == 2;

    drop(&got);
    return fine;
}

static bool is_same(const struct outcome *a, const struct outcome *b)
{
    return a->status == b->status && a->n == b->n && memcmp(a->output, b->output, a->n) == 0;
}

/* Checks that a row, with so much memory, gives the same, or reports that memory ran out. */
static void check_memory(const struct scenario *row, const struct outcome *wanted,
                         unsigned long memory)
{
    struct outcome got = run(row->arguments, LITTLE_MEMORY, memory);
    bool told =
        strncmp(got.messages, "fidourl: ", strlen("fidourl: ")) == 0 || scenario_is(row, "quiet");

    lacks += got.status == 2 && strstr(got.messages, "memory") != NULL;
    if (got.status == 2 ? !told : !is_same(&got, wanted)) {
        tell(row, "with octets of memory", memory, &got);
    }
    drop(&got);
}

/* Steps of memory, from where the program starts: small ones, then large ones. It starts nowhere
 * with as little as TOO_LITTLE. */
enum { TOO_LITTLE = 512 * 1024, SMALL_STEPS = 45, STEPS = 60 };
static unsigned long memory_of(unsigned long least, size_t step)
{
    size_t large = step < SMALL_STEPS ? 0 : step - SMALL_STEPS;

    return least + 1024 * (20 * (step - large) + 140 * large);
}

/* The least memory that the program starts with. */
static unsigned long least_memory(void)
{
    unsigned long least = TOO_LITTLE;

    while (!starts(least)) {
        least += 16 * 1024;
    }
    return least;
}

/* Runs a row confined: with little stack, and three of the steps of memory; and in two filters, the
 * one whose answer hurts most, and another one. All rows together try each step and each answer
 * several times. Returns whether it could join groups. */
static bool check_row(size_t nth, unsigned long least, const unsigned *actions, size_t actions_n)
{
    const struct scenario *row = &scenarios[nth];
    struct outcome wanted = run(row->arguments, FREE, 0);
    bool in_groups = false;

    if (least > 0) {
        check_same(row, &wanted, LITTLE_STACK, 32 * 1024);
    }
    for (size_t step = nth % 20; least > 0 && step < STEPS; step += 20) {
        check_memory(row, &wanted, memory_of(least, step));
    }
    if (actions_n > 0) {
        check_same(row, &wanted, FILTERED, actions[actions_n - 1]);
        in_groups = check_same(row, &wanted, FILTERED_IN_GROUPS, actions[nth % actions_n]);
    }
    drop(&wanted);
    return in_groups;
}

/* Whether the program uses what filters are made of. It sees somebody else's only where one is. */
static bool is_sandboxed(void)
{
    static const char *const version[] = {"--version", NULL};
    struct outcome got = run(version, FREE, 0);
    bool fine = strstr(got.output, "sandbox: none") == NULL;

    if (strstr(got.output, "already there") != NULL && !is_filtered()) {
        printf("FAIL where no filter is, --version says: %s\n", got.output);
        failed++;
    }
    drop(&got);
    return fine;
}

int main(int argc, char **argv)
{
    char folder[TEMPORARY_SIZE];

    start_plain();
    scenarios_read();
    program = argc == 2 ? realpath(argv[1], NULL) : NULL;
    output = temporary_file();
    messages = temporary_file();
    if (program == NULL || output < 0 || messages < 0 || !enter_folder(folder)) {
        perror("usage: confined PROGRAM");
        return FAILED_SETUP;
    }
    scenarios_make_files();
    /* Sanitizers and emulators take more for themselves than a program is given here, and some
     * emulators keep limits from the programs that they run. */
    bool limits = starts(64 << 20) && !starts(TOO_LITTLE);
    const unsigned long least = limits ? least_memory() : 0;
    size_t filters = 0, in_groups = 0;
    const unsigned *actions = filter_actions(&filters);
    filters = is_sandboxed() ? filters : 0;
    for (size_t i = 0; i < scenarios_n; i++) {
        in_groups += check_row(i, least, actions, filters);
    }
    if (limits && lacks == 0) {
        puts("FAIL none of them ever lacks memory");
        failed++;
    }
    leave_folder(folder);
    printf("confined: %lu runs, %lu failed%s%s%s\n", runs, failed,
           limits ? ""
                  : "; skipped, since it starts in no 64 MB, or in any: little stack and memory",
           filters > 0 ? "" : "; skipped, since there are none here: filters",
           in_groups > 0 || filters == 0
               ? ""
               : "; left out, since this user joins no groups: filters and groups");
    return failed > 0 ? 1 : !limits && filters == 0 ? SKIPPED : 0;
}
