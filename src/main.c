#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arguments.h"
#include "help.h"
#include "sandbox.h"

static const char nothing[] = "/dev/null";

/* Fills each closed standard descriptor with one that fails when it is used, so that no file
 * opened later is taken for it. Returns whether none is left closed. */
static bool occupy_standard_descriptors(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
        if (fcntl(fd, F_GETFD) == -1 && errno == EBADF &&
            open(nothing, fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) < 0) {
            return false;
        }
    }
    return true;
}

static void run(struct job *job)
{
    bool guarded = job->terminal && job->controls != CONTROLS_DECODE;

    bool reads_stdin = job->files_n == 0 && job->texts_n == 0;

    job->typed = reads_stdin && isatty(STDIN_FILENO) == 1; /* the sandbox will not tell */
    struct sandbox sandbox = sandbox_enter(job->files_n > 0 || job->version);
    output_init(&job->output, STDOUT_FILENO, guarded);
    if (job->help) {
        write_help(&job->output, job->command);
    } else if (job->version) {
        write_version(&job->output, sandbox);
    } else {
        job->command->run(job);
    }
    int error = output_close(&job->output);
    if (error != 0) {
        message_failure(&job->messages, error == ENOMEM ? "memory" : "standard output",
                        strerror(error));
        job_status(job, STATUS_ERROR);
    }
}

int main(int argc, char **argv)
{
    struct job job = {.max_length = MAX_LENGTH, .max_count = UINT64_MAX, .safe = "", .unsafe = ""};

    if (!occupy_standard_descriptors()) {
        message_failure(&job.messages, nothing, strerror(errno));
        return STATUS_ERROR;
    }
    signal(SIGPIPE, SIG_DFL); /* a reader that goes away ends us, whoever started us */
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is an error like any other */
    job.texts = calloc((size_t)argc + 1, sizeof *job.texts);
    if (job.texts == NULL) {
        message_failure(&job.messages, "command line", strerror(ENOMEM));
        return STATUS_ERROR;
    }
    job.terminal = isatty(STDOUT_FILENO) == 1;
    if (read_arguments(&job, argc, argv)) {
        run(&job);
    } else {
        job.status = STATUS_ERROR;
    }
    free(job.texts);
    return job.status;
}
