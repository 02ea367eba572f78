#include "config.h"

#include "runs.h"

#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "common.h"
#include "processes.h"
#include "pty.h"

char program[PATH_MAX];
int passed, failed;

void die(const char *what)
{
    perror(what);
    exit(FAILED_SETUP);
}

void check(bool fine, const char *what, const char *command, const char *more)
{
    if (fine) {
        passed++;
    } else {
        const char *words[] = {what, command, more};
        struct text about = {0};
        for (size_t i = 0; i < COUNT(words); i++) {
            text_add_string(&about, " ");
            add_quoted(&about, words[i]);
        }
        printf("FAIL%.*s\n", (int)about.n, (const char *)about.octets);
        free(about.octets);
        failed++;
    }
}

/* Opens what a stream is written to; returns the end to read from. */
static int open_stream(enum setting setting, int *end)
{
    int ends[2];

    if (setting != PIPES) {
        return open_terminal(end);
    }
    if (pipe(ends) != 0 || fcntl(ends[0], F_SETFD, FD_CLOEXEC) != 0) {
        die("pipe");
    }
    *end = ends[1];
    return ends[0];
}

/* Reads both streams to their ends. */
static void drain(int out, int messages, struct result *result)
{
    static unsigned char block[65536];
    struct text *texts[] = {&result->out, &result->messages};
    struct pollfd waits[] = {{.fd = out, .events = POLLIN}, {.fd = messages, .events = POLLIN}};

    while (waits[0].fd >= 0 || waits[1].fd >= 0) {
        poll(waits, 2, -1);
        for (size_t i = 0; i < 2; i++) {
            ssize_t n = waits[i].revents != 0 ? read(waits[i].fd, block, sizeof block) : -1;
            if (n > 0) {
                text_add(texts[i], block, (size_t)n);
            } else if (waits[i].revents != 0) {
                close(waits[i].fd);
                waits[i].fd = -1;
            }
        }
    }
}

bool run(const char *const *arguments, int input, enum setting setting, struct result *result)
{
    int out_end = -1, messages_end = -1;
    int out = open_stream(setting, &out_end);
    int messages = setting != ONE_TERMINAL ? open_stream(setting, &messages_end) : -1;

    if (out < 0 || (messages < 0 && setting != ONE_TERMINAL)) {
        return false;
    }
    lseek(input, 0, SEEK_SET);
    result->out.n = result->messages.n = 0;
    pid_t child = fork();
    if (child < 0) {
        die("fork");
    }
    if (child == 0) {
        dup2(input, STDIN_FILENO);
        dup2(out_end, STDOUT_FILENO);
        dup2(messages_end >= 0 ? messages_end : out_end, STDERR_FILENO);
        close(out_end);
        close(messages_end);
        execv(program, (char *const *)arguments);
        _exit(FAILED_SETUP);
    }
    close(out_end);
    if (messages_end >= 0) {
        close(messages_end);
    }
    drain(out, messages, result);
    result->status = status_of(child);
    return true;
}
