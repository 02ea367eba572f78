#include "config.h"

#include "run.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "commands.h"
#include "messages.h"
#include "print/fields.h"

void job_status(struct job *job, int status)
{
    if (status > job->status) {
        job->status = status;
    }
}

void job_malformed_row(struct job *job, uint64_t column, uint64_t n, const char *text)
{
    if (output_failed(&job->output)) {
        return; /* what is not written is not judged */
    }
    for (; n > 0 && messages_show(&job->messages); n--) {
        message_at_record(&job->messages, job->record, column++, text);
    }
    job->messages.n += n;
    job_status(job, STATUS_MALFORMED);
}

void job_malformed(struct job *job, uint64_t column, const char *text)
{
    job_malformed_row(job, column, 1, text);
}

void job_end_row(struct job *job)
{
    bool nul = job->options->ended_by == RECORDS_BY_NUL;

    output_end(&job->output, nul ? terminator_nul : terminator_lf);
}

void job_put_json(struct job *job, const struct json *json)
{
    if (json->failed) {
        output_no_memory(&job->output);
    } else {
        output_data(&job->output, json->octets.at, json->n);
        job_end_row(job);
    }
}

void job_note(struct job *job, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(job->note, sizeof job->note, format, arguments);
    va_end(arguments);
}

void job_tell_note(const struct job *job)
{
    char compressed[PHRASE_SIZE] = "";

    if (job->compressed > 0) {
        snprintf(compressed, sizeof compressed,
                 "compressed files: %" PRIu64 "; to read what is in them: %s FILE | fidourl %s",
                 job->compressed, job->compression->to_pipe, job->options->command->name);
    }
    if (job->watched && (job->note[0] != '\0' || job->compressed > 0)) {
        message(&job->messages, "%s%s%s", job->note,
                job->note[0] != '\0' && job->compressed > 0 ? "; " : "", compressed);
    }
}

void job_failed(struct job *job, const char *name, const char *reason)
{
    message_failure(&job->messages, name, reason);
    job_status(job, STATUS_ERROR);
}

void job_run(struct job *job)
{
    /* For HTML, more of a text may be looked at than what a block for short ones can have. */
    if (!input_block_make(&job->block, job->options->texts_n > 0 && !job->options->html)) {
        output_no_memory(&job->output);
        return;
    }
    job->options->command->run(job);
    input_block_free(&job->block);
    free(job->state);
}

void *job_state(struct job *job, size_t n)
{
    job->state = calloc(1, n);
    if (job->state == NULL) {
        output_no_memory(&job->output);
    }
    return job->state;
}

bool job_streams(const struct job *job)
{
    return job->options->texts_n == 0 && !job->output.guarded &&
           job->options->component != FURL_URL;
}

struct records job_records(struct job *job, enum records_mark mark)
{
    return (struct records){
        .ended_by = job->options->ended_by,
        .mark = mark,
        .piece = RECORDS_PIECE,
        .output = &job->output,
        .number = &job->record,
        .block = &job->block,
    };
}

bool job_compile(struct job *job, struct template *template, unsigned has)
{
    const char *format = job->options->format;
    struct template_fault fault;

    if (template_compile(template, format, has, &fault)) {
        return true;
    }
    if (fault.what == NULL) {
        output_no_memory(&job->output);
        return false;
    }
    char quoted_format[QUOTED_SIZE], quoted[QUOTED_SIZE], meant[MEANT_SIZE];
    char word[QUOTED_OCTETS + 2]; /* of what is too long to be shown, so much that it still is */
    snprintf(word, sizeof word, "%.*s",
             (int)(fault.which.n < sizeof word ? fault.which.n : sizeof word),
             (const char *)fault.which.at);
    const char *near = fault.meant == TEMPLATE_NAME     ? nearest_name(word, name_text, NULL)
                       : fault.meant == TEMPLATE_FILTER ? nearest_name(word, filter_name, NULL)
                                                        : NULL;
    job_status(job, STATUS_ERROR);
    return usage_error(job->options->command, "--format '%s': %s '%s'%s",
                       quote(format, quoted_format), fault.what, quote(word, quoted),
                       near == NULL ? "" : did_you_mean(near, name_rest(near), meant));
}
