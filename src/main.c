#include "config.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/commands.h"
#include "cli/inputs.h"
#include "sandbox/sandbox.h"
#include "system/system.h"

/* Whether to write hyperlinks: always, or, with auto, to a terminal that is not "dumb". */
static bool writes_hyperlinks(const struct run *run)
{
    const char *kind = getenv("TERM");
    bool knows = run->terminal && (kind == NULL || strcmp(kind, "dumb") != 0);

    return run->options->hyperlinks == HYPERLINKS_ALWAYS ||
           (run->options->hyperlinks == HYPERLINKS_AUTO && knows);
}

static struct mail_date date_of(const struct tm *tm)
{
    return tm == NULL ? (struct mail_date){0}
                      : (struct mail_date){tm->tm_year + 1900,
                                           (unsigned)(tm->tm_mon + 1),
                                           (unsigned)tm->tm_mday,
                                           (unsigned)tm->tm_hour,
                                           (unsigned)tm->tm_min,
                                           (unsigned)tm->tm_sec,
                                           false};
}

static void perform(struct run *run)
{
    bool guarded = (run->terminal && run->options->controls != CONTROLS_DECODE) || run->hyperlinks;
    bool opens = inputs_has_files(run->options);

    /* The sandbox forbids these calls. */
    run->typed =
        !opens && run->options->texts_n == 0 && descriptor_is_terminal(SYSTEM_INPUT, false);
    run->hints = descriptor_is_terminal(SYSTEM_MESSAGES, false);
    if (run->options->select != NULL) {
        time_t now = time(NULL);
        run->local = date_of(localtime(&now)); /* reads a file */
        run->utc = date_of(gmtime(&now));
    }
    if (run->options->areas != NULL) {
        system_directory(run->directory, sizeof run->directory);
    }
    if (run->options->unique) {
        unique_choose_key(run->key);
    }
    struct sandbox sandbox = sandbox_enter(opens || run->options->version);
    output_init(&run->output, SYSTEM_OUTPUT, run->options->texts_n > 0, guarded, !sandbox.foreign);
    if (run->options->help) {
        write_help(&run->output, run->options->command);
    } else if (run->options->version) {
        write_version(&run->output, sandbox);
    } else {
        run_command(run);
    }
    int error = output_close(&run->output);
    if (error != 0) {
        message_failure(&run->messages, error == ENOMEM ? "memory" : "standard output",
                        strerror(error));
        run_raise(run, STATUS_ERROR);
    } else {
        run_tell_note(run);
    }
}

int main(int argc, char **argv)
{
    struct options options = options_default;
    struct run run = {.options = &options};
    const char *missing = system_begin();

    if (missing != NULL) {
        message_failure(&run.messages, missing, strerror(errno));
        return STATUS_ERROR;
    }
    options.texts = calloc(2 * (size_t)argc + 1, sizeof *options.texts);
    options.wheres = options.texts + argc; /* neither has more than argc - 1 */
    options.edits = calloc((size_t)argc + 1, sizeof *options.edits);
    bool memory = options.texts != NULL && options.edits != NULL;
    bool fine = memory && read_arguments(&options, argc, argv);
    if (!memory || (fine && !system_expand(&options.files, &options.files_n))) {
        message_failure(&run.messages, "command line", strerror(errno));
        free(options.texts);
        free(options.edits);
        return STATUS_ERROR;
    }
    run.terminal = descriptor_is_terminal(SYSTEM_OUTPUT, true);
    if (fine) {
        run.messages.quiet = options.quiet;
        run.hyperlinks = writes_hyperlinks(&run);
        perform(&run);
    } else {
        run.status = STATUS_ERROR;
    }
    free(options.texts);
    free(options.edits);
    return run.status;
}
