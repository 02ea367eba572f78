#include "config.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/clock.h"
#include "cli/commands.h"
#include "cli/inputs.h"
#include "sandbox/sandbox.h"
#include "system/system.h"

/* Returns whether to write hyperlinks: always or, with auto, to a terminal that is not "dumb". */
static bool writes_hyperlinks(const struct run *run)
{
    const char *kind = getenv("TERM");
    bool knows = run->terminal && (kind == NULL || strcmp(kind, "dumb") != 0);

    return run->options->hyperlinks == HYPERLINKS_ALWAYS ||
           (run->options->hyperlinks == HYPERLINKS_AUTO && knows);
}

static void perform(struct run *run)
{
    bool guarded = (run->terminal && run->options->controls != CONTROLS_DECODE) || run->hyperlinks;
    bool opens = inputs_has_files(run->options);

    /* The sandbox forbids these calls. */
    run->typed =
        !opens && run->options->strings_n == 0 && descriptor_is_terminal(SYSTEM_INPUT, false);
    run->hints = descriptor_is_terminal(SYSTEM_MESSAGES, false);
    if (run->options->select != NULL || run->options->since != NULL) {
        clock_read(run);
    }
    if (run->options->areas != NULL) {
        system_directory(run->directory, sizeof run->directory);
    }
    if (run->options->unique && !system_random(run->key, sizeof run->key)) {
        diagnose_failure(&run->diagnostics, "--unique",
                         "the system gives no random numbers; use sort -u instead");
        run_raise(run, STATUS_ERROR);
        return;
    }
    struct sandbox sandbox = sandbox_enter(opens || run->options->version);
    output_init(&run->output, SYSTEM_OUTPUT, run->options->strings_n > 0, guarded,
                !sandbox.foreign);
    run->output.passes_colours = run->hyperlinks && !run->options->messages;
    if (run->options->help) {
        write_help(&run->output, run->options->command);
    } else if (run->options->version) {
        write_version(&run->output, sandbox);
    } else {
        run_command(run);
    }
    int error = output_close(&run->output);
    if (error != 0) {
        diagnose_failure(&run->diagnostics, error == ENOMEM ? "memory" : "standard output",
                         strerror(error));
        run_raise(run, STATUS_ERROR);
    } else {
        run_print_note(run);
    }
}

int main(int argc, char **argv)
{
    struct options options = options_default;
    struct run run = {.options = &options};
    const char *missing = system_begin();

    if (missing != NULL) {
        diagnose_failure(&run.diagnostics, missing, strerror(errno));
        return STATUS_ERROR;
    }
    options.strings = calloc(2 * (size_t)argc + 1, sizeof *options.strings);
    options.edits = calloc((size_t)argc + 1, sizeof *options.edits);
    bool memory = options.strings != NULL && options.edits != NULL;
    options.wheres = memory ? options.strings + argc : NULL; /* neither has more than argc - 1 */
    bool fine = memory && read_arguments(&options, argc, argv);
    if (!memory || (fine && !system_expand(&options.files, &options.files_n))) {
        diagnose_failure(&run.diagnostics, "command line", strerror(errno));
        fine = false;
    }
    assert(options.strings_n <= (size_t)argc && options.wheres_n <= (size_t)argc &&
           options.edits_n <= (size_t)argc);
    run.terminal = descriptor_is_terminal(SYSTEM_OUTPUT, true);
    if (fine) {
        run.diagnostics.quiet = options.quiet;
        run.hyperlinks = writes_hyperlinks(&run);
        perform(&run);
    } else {
        run.status = STATUS_ERROR;
    }
    free(options.strings);
    free(options.edits);
    return run.status;
}
