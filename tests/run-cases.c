/*
 * Runs the command-line cases of the files named (see tests/cases/README): a command for the
 * shell, its input, and the output, messages and status that are expected, to the octet.
 *
 *     run-cases PROGRAM_FOLDER EXAMPLES_FOLDER FILE...
 */
#include "config.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common.h"
#include "pty.h"
#include "temporary.h"

#define TEXT_MAX ((size_t)1 << 20)

/* Seconds until a case that does not end is ended: many more than any should take, also under an
 * emulator. */
#define PATIENCE 300

struct text {
    unsigned char *octets;
    size_t n;
};

/* A case as its file has it. */
struct test {
    char name[256], command[4096];
    struct text input, output, messages;
    int status;
    bool terminal; /* standard output is one */
};

static struct {
    int passed, failed, skipped;
} count;

static void die(const char *what)
{
    perror(what);
    exit(FAILED_SETUP);
}

/* Ends the run for a line of a case that is none. */
static void wrong(const char *line)
{
    fprintf(stderr, "not a line of a case: %s\n", line);
    exit(FAILED_SETUP);
}

static void add(struct text *text, unsigned char octet)
{
    if (text->octets == NULL && (text->octets = malloc(TEXT_MAX)) == NULL) {
        die("memory");
    }
    if (text->n == TEXT_MAX) {
        errno = EFBIG;
        die("text of a case");
    }
    text->octets[text->n++] = octet;
}

/* Adds a line of a case, its escapes undone: \n \r \t \\ \0 \xHH, and \c at its end for no LF. */
static void add_line(struct text *text, const char *line)
{
    static const char names[] = "nrt\\0", values[] = "\n\r\t\\\0";

    for (; *line != '\0'; line++) {
        const char *name = line[0] == '\\' && line[1] != '\0' ? strchr(names, line[1]) : NULL;
        if (strcmp(line, "\\c") == 0) {
            return;
        }
        if (name != NULL) {
            add(text, (unsigned char)values[name - names]);
            line++;
        } else if (line[0] == '\\' && line[1] == 'x') {
            char digits[3] = {line[2], line[2] != '\0' ? line[3] : '\0', '\0'};
            if (strspn(digits, "0123456789ABCDEFabcdef") != 2) {
                wrong(line);
            }
            add(text, (unsigned char)strtoul(digits, NULL, 16));
            line += 3;
        } else {
            add(text, (unsigned char)*line);
        }
    }
    add(text, '\n');
}

static void clear(struct test *test)
{
    test->name[0] = test->command[0] = '\0';
    test->input.n = test->output.n = test->messages.n = 0;
    test->status = 0;
    test->terminal = false;
}

/* Reads a file that the command wrote. */
static void slurp(int fd, struct text *text)
{
    unsigned char block[4096];
    ssize_t n = 0;

    text->n = 0;
    while ((n = read(fd, block, sizeof block)) > 0) {
        for (ssize_t i = 0; i < n; i++) {
            add(text, block[i]);
        }
    }
    close(fd);
}

static int open_file(const char *name, int flags)
{
    int fd = open(name, flags | O_CLOEXEC, 0600);

    if (fd < 0) {
        die(name);
    }
    return fd;
}

/* Statuses of `run` besides those of the command: there is no pseudo-terminal; it did not end. */
enum { NO_TERMINAL = -1, ENDLESS = -2 };

/* The group of processes of the case under way, and whether it ran out of time. */
static volatile pid_t group;
static volatile sig_atomic_t late;

static void end_group(int signal)
{
    (void)signal;
    late = 1;
    kill(-group, SIGKILL);
}

/* Gives each case its time. */
static void be_patient(void)
{
    struct sigaction action = {.sa_handler = end_group, .sa_flags = SA_RESTART};

    sigaction(SIGALRM, &action, NULL);
}

/* In the child: runs the command, in a group of its own, so that all of it can be ended. */
static void run_command(const char *command)
{
    const char *shell = getenv("TEST_SHELL");

    setpgid(0, 0);
    execl(shell != NULL && shell[0] != '\0' ? shell : "/bin/sh", "sh", "-c", command, (char *)NULL);
    _exit(FAILED_SETUP);
}

/* Runs a case. Returns its exit status, and sets what it wrote. */
static int run(const struct test *test, struct text *output, struct text *messages)
{
    int input = open_file(".input", O_RDWR | O_CREAT | O_TRUNC);
    if (test->input.n > 0 && write(input, test->input.octets, test->input.n) < 0) {
        die(".input");
    }
    lseek(input, 0, SEEK_SET);
    int out = -1, master = -1;
    if (test->terminal) {
        master = open_terminal(&out);
        if (master < 0) {
            close(input);
            return NO_TERMINAL;
        }
    } else {
        out = open_file(".output", O_WRONLY | O_CREAT | O_TRUNC);
    }
    int err = open_file(".messages", O_WRONLY | O_CREAT | O_TRUNC);
    pid_t child = fork();
    if (child < 0) {
        die("fork");
    }
    if (child == 0) {
        dup2(input, STDIN_FILENO);
        dup2(out, STDOUT_FILENO);
        dup2(err, STDERR_FILENO);
        run_command(test->command);
    }
    setpgid(child, child);
    group = child;
    late = 0;
    alarm(PATIENCE);
    close(input);
    close(out);
    close(err);
    if (test->terminal) {
        slurp(master, output);
    }
    int status = status_of(child);
    alarm(0);
    kill(-group, SIGKILL); /* what the command left behind */
    if (!test->terminal) {
        slurp(open_file(".output", O_RDONLY), output);
    }
    slurp(open_file(".messages", O_RDONLY), messages);
    return late ? ENDLESS : status;
}

static void show(const char *what, const struct text *text)
{
    printf("    %s", what);
    for (size_t i = 0; i < text->n; i++) {
        unsigned char octet = text->octets[i];
        if (octet == '\n') {
            printf("\\n\n    %*s", (int)strlen(what), "");
        } else if (octet >= ' ' && octet <= '~') {
            putchar(octet);
        } else {
            printf("\\x%02X", octet);
        }
    }
    putchar('\n');
}

static bool equal(const char *what, const struct text *expected, const struct text *got)
{
    if (expected->n == got->n &&
        (got->n == 0 || memcmp(expected->octets, got->octets, got->n) == 0)) {
        return true;
    }
    printf("  %s\n", what);
    show("expected: ", expected);
    show("got:      ", got);
    return false;
}

static void check(const char *file, struct test *test)
{
    static struct text output, messages;

    if (test->name[0] == '\0') {
        return;
    }
    if (test->command[0] == '\0') {
        wrong(test->name);
    }
    int status = run(test, &output, &messages);
    if (status == NO_TERMINAL || status == SKIPPED) {
        printf("skipped, %s: %s\n",
               status == SKIPPED ? "as its command says" : "for want of a pseudo-terminal",
               test->name);
        count.skipped++;
        clear(test);
        return;
    }
    bool fine = equal("output", &test->output, &output);
    fine = equal("messages", &test->messages, &messages) && fine;
    if (status == ENDLESS) {
        printf("  ended after %d seconds\n", PATIENCE);
        fine = false;
    } else if (status != test->status) {
        printf("  status: expected %d, got %d\n", test->status, status);
        fine = false;
    }
    if (fine) {
        count.passed++;
    } else {
        printf("FAIL %s: %s\n  $ %s\n", file, test->name, test->command);
        count.failed++;
    }
    clear(test);
}

static void copy(char *to, size_t size, const char *from)
{
    if ((size_t)snprintf(to, size, "%s", from) >= size) {
        errno = EFBIG;
        die(from);
    }
}

static void take_status(struct test *test, const char *text)
{
    char *end = NULL;

    test->status = (int)strtol(text, &end, 10);
    if (end == text || *end != '\0') {
        wrong(text);
    }
}

static void take_line(const char *file, struct test *test, const char *line)
{
    const char *rest = line[0] != '\0' && line[1] == ' ' ? line + 2 : "";

    if (line[0] == '#' || line[0] == '\0') {
        return;
    }
    if (line[0] == '=') {
        check(file, test);
        copy(test->name, sizeof test->name, line + strspn(line, "= "));
        return;
    }
    if (test->name[0] == '\0' || (line[1] != ' ' && line[1] != '\0')) {
        wrong(line);
    }
    switch (line[0]) {
    case '$':
        copy(test->command, sizeof test->command, rest);
        break;
    case '<':
        add_line(&test->input, rest);
        break;
    case '>':
        add_line(&test->output, rest);
        break;
    case '!':
        add_line(&test->messages, rest);
        break;
    case '?':
        take_status(test, rest);
        break;
    case '&':
        test->terminal = true;
        break;
    default:
        wrong(line);
    }
}

static void check_file(const char *file, FILE *stream)
{
    static struct test test;
    static char line[65536];

    clear(&test);
    while (fgets(line, sizeof line, stream) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        take_line(file, &test, line);
    }
    check(file, &test);
    fclose(stream);
}

static char folder[TEMPORARY_SIZE];

/* Makes the folder for the commands to run in, with `examples` in it and the program in PATH. */
static void set_up(const char *programs, const char *examples)
{
    char path[8192];
    const char *old = getenv("PATH");

    snprintf(path, sizeof path, "%s:%s", programs, old != NULL ? old : "/bin:/usr/bin");
    if (setenv("PATH", path, 1) != 0 || setenv("LC_ALL", "C", 1) != 0 ||
        unsetenv("POSIXLY_CORRECT") != 0 || !enter_folder(folder) ||
        symlink(examples, "examples") != 0) {
        die(folder);
    }
}

int main(int argc, char **argv)
{
    FILE *streams[64];

    if (argc < 4 || argc > 64) {
        fprintf(stderr, "usage: run-cases PROGRAM_FOLDER EXAMPLES_FOLDER FILE...\n");
        return FAILED_SETUP;
    }
    for (int i = 3; i < argc; i++) {
        streams[i] = fopen(argv[i], "r");
        if (streams[i] == NULL) {
            die(argv[i]);
        }
    }
    start_plain();
    be_patient();
    set_up(argv[1], argv[2]);
    for (int i = 3; i < argc; i++) {
        check_file(argv[i], streams[i]);
    }
    printf("cases: %d passed, %d failed, %d skipped\n", count.passed, count.failed, count.skipped);
    if (!leave_folder(folder)) {
        die(folder);
    }
    return count.failed > 0 || count.passed == 0;
}
