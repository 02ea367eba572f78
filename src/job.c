#include "config.h"

#include "job.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "commands.h"

void job_status(struct job *job, int status)
{
    if (status > job->status) {
        job->status = status;
    }
}

void job_malformed(struct job *job, uint64_t column, const char *text)
{
    if (output_failed(&job->output)) {
        return; /* what is not written is not judged */
    }
    message_at_record(&job->messages, job->record, column, text);
    job_status(job, STATUS_MALFORMED);
}

static void failed(struct job *job, const char *name, const char *reason)
{
    message_failure(&job->messages, name, reason);
    job_status(job, STATUS_ERROR);
}

/* Whether a name looks like text, given as a file by a slip: it has a blank, ":/", or a colon after
 * two letters. */
static bool looks_like_text(const char *name)
{
    size_t letters = 0; /* right before */

    for (; *name != '\0'; name++) {
        if (*name == ' ' || *name == '\t' || (*name == ':' && (letters >= 2 || name[1] == '/'))) {
            return true;
        }
        letters = furl_is((unsigned char)*name, FURL_LETTER) ? letters + 1 : 0;
    }
    return false;
}

static void report_closed(struct job *job, const char *operand, int error, const char *reason)
{
    char hint[128];

    if (error == ENOENT && looks_like_text(operand)) {
        snprintf(hint, sizeof hint, "%s; -e gives text itself", reason);
        reason = hint;
    }
    failed(job, operand, reason);
}

static bool is_over(const struct job *job)
{
    return job->done || output_failed(&job->output);
}

static void process_file(struct job *job, const char *operand,
                         void (*process)(void *context, struct input *input), void *context)
{
    struct input input;

    if (job->output.used > 0 && input_open_waits(operand)) {
        output_flush(&job->output);
    }
    if (is_over(job)) {
        return;
    }
    const char *reason = input_open(&input, operand, &job->output);

    if (reason != NULL) {
        report_closed(job, operand, input.error, reason);
        return;
    }
    messages_begin(&job->messages, input.name);
    job->record = 1;
    process(context, &input);
    messages_end(&job->messages);
    if (input.error != 0) {
        bool folder = input.error == EISDIR && job->command->bit == EXTRACT;
        failed(job, operand,
               folder ? "Is a directory; try: find DIR -type f -exec fidourl extract {} +"
                      : strerror(input.error));
    }
    input_close(&input);
}

void job_inputs(struct job *job, void (*process)(void *context, struct input *input), void *context)
{
    struct input input;

    if (job->texts_n > 0) {
        messages_begin(&job->messages, "-e");
        job->record = 1;
        for (size_t i = 0; i < job->texts_n && !is_over(job); i++) {
            input_text(&input, job->texts[i]);
            process(context, &input);
        }
        messages_end(&job->messages);
        return;
    }
    if (job->typed) {
        message(&job->messages, "reading from the terminal; Ctrl-D ends the input");
    }
    if (job->files_n == 0) {
        process_file(job, "-", process, context);
    }
    for (size_t i = 0; i < job->files_n && !is_over(job); i++) {
        process_file(job, job->files[i], process, context);
    }
}

const struct furl_rules *job_rules(const struct job *job)
{
    return job->rules != NULL ? job->rules : &furl_rule_books[FURL_FIDOURL];
}

bool job_streams(const struct job *job)
{
    return job->texts_n == 0 && !job->output.guarded && job->component != FURL_URL;
}

static void read_records(void *context, struct input *input)
{
    records_read(context, input);
}

void job_records(struct job *job, const struct record_taker *taker)
{
    struct records records = {
        .ended_by = job->ended_by,
        .taker = *taker,
        .output = &job->output,
        .number = &job->record,
    };
    job_inputs(job, read_records, &records);
}
