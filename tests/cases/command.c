#include "config.h"

#include "command.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common.h"
#include "processes.h"
#include "pty.h"
#include "temporary.h"

/* The group of processes of the command that runs, and whether it ran out of time. */
static volatile pid_t group;
static volatile sig_atomic_t late;

static void end_group(int signal)
{
    (void)signal;
    late = 1;
    kill(-group, SIGKILL);
}

static const char *examples_folder;

void set_up(const char *programs, const char *examples)
{
    struct sigaction action = {.sa_handler = end_group, .sa_flags = SA_RESTART};
    const char *old = getenv("PATH");
    char path[8192];

    examples_folder = examples;
    snprintf(path, sizeof path, "%s:%s", programs, old != NULL ? old : "/bin:/usr/bin");
    if (setenv("PATH", path, 1) != 0 || setenv("LC_ALL", "C", 1) != 0 ||
        unsetenv("POSIXLY_CORRECT") != 0 || sigaction(SIGALRM, &action, NULL) != 0) {
        die("set up");
    }
}

static void write_text(int fd, const char *name, const struct text *text)
{
    if (fd < 0 || (text->n > 0 && write(fd, text->octets, text->n) != (ssize_t)text->n)) {
        die(name);
    }
}

/* Makes the file, and the folders that its name has. Returns false where the file system refuses
 * the name's octets, as those do whose names are all UTF-8. */
static bool make_file(const struct case_file *file)
{
    char folder[sizeof file->name];

    for (const char *slash = file->name; (slash = strchr(slash, '/')) != NULL; slash++) {
        snprintf(folder, sizeof folder, "%.*s", (int)(slash - file->name), file->name);
        if (mkdir(folder, 0700) != 0 && errno != EEXIST) {
            die(folder);
        }
    }
    int fd = open(file->name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (fd < 0 && errno == EILSEQ) {
        return false;
    }
    write_text(fd, file->name, &file->text);
    close(fd);
    return true;
}

/* Reads what the command wrote, to its end. */
static void slurp(int fd, struct text *text)
{
    unsigned char block[4096];
    ssize_t n = 0;

    text->n = 0;
    while ((n = read(fd, block, sizeof block)) > 0) {
        for (ssize_t i = 0; i < n; i++) {
            add_octet(text, block[i]);
        }
    }
    close(fd);
}

static void slurp_file(int fd, struct text *text)
{
    lseek(fd, 0, SEEK_SET);
    slurp(fd, text);
}

static int new_file(void)
{
    int fd = temporary_file();

    if (fd < 0) {
        die("temporary file");
    }
    return fd;
}

/* In the child: runs the command, in a group of its own, so that all of it can be ended. */
static _Noreturn void become(const char *command, int in, int out, int err)
{
    const char *shell = getenv("TEST_SHELL");

    dup2(in, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    dup2(err, STDERR_FILENO);
    setpgid(0, 0);
    execl(shell != NULL && shell[0] != '\0' ? shell : "/bin/sh", "sh", "-c", command, (char *)NULL);
    _exit(FAILED_SETUP);
}

/* Starts the command, and its time. */
static pid_t start(const char *command, int in, int out, int err)
{
    pid_t child = fork();

    if (child < 0) {
        die("fork");
    }
    if (child == 0) {
        become(command, in, out, err);
    }
    setpgid(child, child);
    group = child;
    late = 0;
    alarm(PATIENCE);
    return child;
}

/* Runs the command where we are. */
static int run_here(const struct test *test, struct text *output, struct text *messages)
{
    int slave = -1, master = test->terminal ? open_terminal(&slave) : -1;
    if (test->terminal && master < 0) {
        return NO_TERMINAL;
    }
    int in = new_file(), out = test->terminal ? slave : new_file(), err = new_file();
    write_text(in, "standard input", &test->input);
    lseek(in, 0, SEEK_SET);
    pid_t child = start(test->command, in, out, err);
    close(in);
    if (test->terminal) {
        close(slave);
        slurp(master, output);
    }
    int status = status_of(child);
    alarm(0);
    kill(-group, SIGKILL); /* what the command left behind */
    if (!test->terminal) {
        slurp_file(out, output);
    }
    slurp_file(err, messages);
    return late ? ENDLESS : status;
}

/* The folder of the session; empty: there is none. */
static char session[TEMPORARY_SIZE];

static void make_folder(char name[TEMPORARY_SIZE])
{
    if (!enter_folder(name) || symlink(examples_folder, "examples") != 0) {
        die("temporary folder");
    }
}

static void remove_folder(const char *name)
{
    if (!leave_folder(name)) {
        die(name);
    }
}

int run_command(const struct test *test, struct text *output, struct text *messages)
{
    char own[TEMPORARY_SIZE] = "", *folder = test->session ? session : own;

    if (folder[0] == '\0') {
        make_folder(folder);
    } else if (chdir(folder) != 0) {
        die(folder);
    }
    bool made = true;
    for (size_t i = 0; i < test->files_n && made; i++) {
        made = make_file(&test->files[i]);
    }
    int status = made ? run_here(test, output, messages) : NO_NAME;
    if (!test->session) {
        remove_folder(own);
    }
    return status;
}

void end_session(void)
{
    if (session[0] != '\0') {
        remove_folder(session);
        session[0] = '\0';
    }
}
