#include "config.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
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
                      : (struct mail_date){.of = {tm->tm_year + 1900, tm->tm_mon + 1, tm->tm_mday,
                                                  tm->tm_hour, tm->tm_min, tm->tm_sec}};
}

/* When the time of --since was, or -1 if it is a date. */
static time_t since(const char *text, time_t now)
{
    char *unit = NULL;
    const uintmax_t n = strtoumax(text, &unit, 10);
    const bool one = text[0] >= '0' && text[0] <= '9' && unit[0] != '\0' && unit[1] == '\0';
    const time_t hours = !one ? 0 : *unit == 'h' ? 1 : *unit == 'd' ? 24 : *unit == 'w' ? 168 : 0;
    const bool yesterday = strcmp(text, "yesterday") == 0;

    if (hours > 0) {
        return n < (uintmax_t)(now / 3600 / hours) ? now - 3600 * hours * (time_t)n : 0;
    }
    if (!yesterday && strcmp(text, "today") != 0) {
        return -1;
    }
    struct tm midnight = *localtime(&now);
    midnight.tm_mday -= yesterday ? 1 : 0;
    midnight.tm_hour = midnight.tm_min = midnight.tm_sec = 0;
    midnight.tm_isdst = -1;
    return mktime(&midnight);
}

/* Reads the clock, or SOURCE_DATE_EPOCH, up to the year 9999, and the file of the time zone. */
static void read_clock(struct run *run)
{
    const char *text = getenv("SOURCE_DATE_EPOCH"), *option = run->options->since;
    char *end = NULL;
    const long long set = text != NULL ? strtoll(text, &end, 10) : -1;
    const bool is_set = end != text && *end == '\0' && set >= 0 && set < 253402300800;
    const time_t now = is_set ? (time_t)set : time(NULL);
    const time_t from = option != NULL ? since(option, now) : -1;

    run->local = date_of(localtime(&now));
    run->utc = date_of(gmtime(&now));
    if (from != -1) {
        strftime(run->since[0], sizeof run->since[0], "%Y/%m/%dT%H:%M:%S", localtime(&from));
        strftime(run->since[1], sizeof run->since[1], "%Y/%m/%dT%H:%M:%S", gmtime(&from));
    }
}

static void perform(struct run *run)
{
    bool guarded = (run->terminal && run->options->controls != CONTROLS_DECODE) || run->hyperlinks;
    bool opens = inputs_has_files(run->options);

    /* The sandbox forbids these calls. */
    run->typed =
        !opens && run->options->texts_n == 0 && descriptor_is_terminal(SYSTEM_INPUT, false);
    run->hints = descriptor_is_terminal(SYSTEM_MESSAGES, false);
    if (run->options->select != NULL || run->options->since != NULL) {
        read_clock(run);
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
    options.edits = calloc((size_t)argc + 1, sizeof *options.edits);
    bool memory = options.texts != NULL && options.edits != NULL;
    options.wheres = memory ? options.texts + argc : NULL; /* neither has more than argc - 1 */
    bool fine = memory && read_arguments(&options, argc, argv);
    if (!memory || (fine && !system_expand(&options.files, &options.files_n))) {
        message_failure(&run.messages, "command line", strerror(errno));
        fine = false;
    }
    assert(options.texts_n <= (size_t)argc && options.wheres_n <= (size_t)argc &&
           options.edits_n <= (size_t)argc);
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
