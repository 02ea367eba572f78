#include "config.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/inputs.h"
#include "sandbox/sandbox.h"
#include "system/system.h"

/* Whether links are to be written to a terminal, if it is one that knows them. */
static bool writes_hyperlinks(const struct job *job)
{
    const char *kind = getenv("TERM");
    bool knows = job->terminal && (kind == NULL || strcmp(kind, "dumb") != 0);

    return job->options->hyperlinks == HYPERLINKS_ALWAYS ||
           (job->options->hyperlinks == HYPERLINKS_AUTO && knows);
}

static void run(struct job *job)
{
    bool guarded = (job->terminal && job->options->controls != CONTROLS_DECODE) || job->hyperlinks;
    bool opens = inputs_has_files(job->options);

    /* What the sandbox neither tells nor gives. */
    job->typed =
        !opens && job->options->texts_n == 0 && descriptor_is_terminal(SYSTEM_INPUT, false);
    job->watched = descriptor_is_terminal(SYSTEM_MESSAGES, false);
    if (job->options->unique) {
        seen_choose_key(job->key);
    }
    struct sandbox sandbox = sandbox_enter(opens || job->options->version);
    output_init(&job->output, SYSTEM_OUTPUT, job->options->texts_n > 0, guarded, !sandbox.foreign);
    if (job->options->help) {
        write_help(&job->output, job->options->command);
    } else if (job->options->version) {
        write_version(&job->output, sandbox);
    } else {
        job_run(job);
    }
    int error = output_close(&job->output);
    if (error != 0) {
        message_failure(&job->messages, error == ENOMEM ? "memory" : "standard output",
                        strerror(error));
        job_status(job, STATUS_ERROR);
    } else {
        job_tell_note(job);
    }
}

int main(int argc, char **argv)
{
    struct options options = options_default;
    struct job job = {.options = &options};
    const char *missing = system_begin(&argc, &argv);

    if (missing != NULL) {
        message_failure(&job.messages, missing, strerror(errno));
        return STATUS_ERROR;
    }
    options.texts = calloc((size_t)argc + 1, sizeof *options.texts);
    bool fine = options.texts != NULL && read_arguments(&options, argc, argv);
    if (options.texts == NULL || (fine && !system_expand(&options.files, &options.files_n))) {
        message_failure(&job.messages, "command line", strerror(errno));
        return STATUS_ERROR;
    }
    job.terminal = descriptor_is_terminal(SYSTEM_OUTPUT, true);
    if (fine) {
        job.messages.quiet = options.quiet;
        job.hyperlinks = writes_hyperlinks(&job);
        run(&job);
    } else {
        job.status = STATUS_ERROR;
    }
    free(options.texts);
    return job.status;
}
