#include "config.h"

#include "operands.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "system/system.h"

static void begin_list(struct operands *operands)
{
    struct job *job = operands->job;
    operands->list = malloc(sizeof *operands->list);
    if (operands->list == NULL) {
        output_no_memory(&job->output);
        return;
    }
    const char *reason = list_open(operands->list, job->options->list, &job->output);
    if (reason != NULL) {
        job_failed(job, job->options->list, reason);
        return;
    }
    operands->listed = true;
    operands->list_messages.quiet = job->options->quiet;
    messages_begin(&operands->list_messages, job->options->list);
}

void operands_begin(struct operands *operands, struct job *job)
{
    operands->job = job;
    operands->nth = 0;
    operands->list = NULL;
    operands->listed = false;
    operands->list_messages = (struct messages){0};
    operands->walk = (struct walk){0};
    if (job->options->list != NULL) {
        begin_list(operands);
    }
}

/* Reports a name in the list that is none. */
static void report_listed(struct operands *operands, const char *text)
{
    message_at_offset(&operands->list_messages, operands->list->number, text);
    job_status(operands->job, STATUS_ERROR);
}

/* How many names in a row may be none, before the list is taken for something else: a file of NULs
 * has as many as it has octets. */
#define BAD_MAX 1000u

/* The next name of the list that can be one; NULL if there is none. */
static const char *next_listed(struct operands *operands)
{
    struct list *list = operands->list;
    struct job *job = operands->job;

    for (unsigned bad = 0; bad < BAD_MAX; bad++) {
        switch (list_next(list, &job->output)) {
        case LIST_NAME:
            system_name(list->name);
            if (!input_is_standard(list->name) || !input_is_standard(job->options->list)) {
                return list->name;
            }
            report_listed(operands, "'-' cannot be read: it is the list");
            break;
        case LIST_EMPTY:
            report_listed(operands, "invalid zero-length file name");
            break;
        case LIST_TOO_LONG:
            report_listed(operands, strerror(ENAMETOOLONG));
            break;
        case LIST_END:
            return NULL;
        }
    }
    job_failed(job, job->options->list, "not a list of file names");
    return NULL;
}

/* What the command reads where no file is named. */
static const char *default_name(const struct job *job)
{
    return job->options->recursive ? "." : "-";
}

/* The next name of the command line or the list; NULL if there is none. */
static const char *next_name(struct operands *operands)
{
    const struct job *job = operands->job;

    if (job->options->list != NULL) {
        return operands->listed ? next_listed(operands) : NULL;
    }
    size_t nth = operands->nth++;
    if (job->options->files_n == 0) {
        return nth == 0 ? default_name(job) : NULL;
    }
    return nth < job->options->files_n ? job->options->files[nth] : NULL;
}

static bool is_directory(const char *name)
{
    struct system_file file;

    return !input_is_standard(name) && system_look(name, true, &file) &&
           file.kind == SYSTEM_DIRECTORY;
}

/* Reports what the walk could not do, with the file or directory that it is at. A lack of memory
 * ends the run. */
static void report_walk(struct operands *operands, const char *name)
{
    int error = operands->walk.error;

    if (error == ENOMEM) {
        output_no_memory(&operands->job->output);
    } else {
        job_failed(operands->job, name, strerror(error));
    }
}

/* Sets `operand` to the next file of the walk under way. Returns whether there was one. */
static bool next_below(struct operands *operands, struct operand *operand)
{
    struct walk *walk = &operands->walk;

    while (!output_failed(&operands->job->output)) {
        switch (walk_next(walk)) {
        case WALK_FILE:
            *operand = (struct operand){.name = walk->path, .in = walk->in};
            return true;
        case WALK_FAILED:
            report_walk(operands, walk->path);
            break;
        case WALK_END:
            return false;
        }
    }
    return false;
}

bool operands_next(struct operands *operands, struct operand *operand)
{
    struct job *job = operands->job;

    while (!next_below(operands, operand)) {
        const char *name = output_failed(&job->output) ? NULL : next_name(operands);
        if (name == NULL) {
            return false;
        }
        if (!job->options->recursive || !is_directory(name)) {
            *operand = (struct operand){.name = name, .named = job->options->list == NULL};
            return true;
        }
        if (!walk_begin(&operands->walk, name)) {
            report_walk(operands, name);
        }
    }
    return true;
}

void operands_end(struct operands *operands)
{
    struct list *list = operands->list;
    struct job *job = operands->job;

    walk_end(&operands->walk);
    if (operands->listed) {
        messages_end(&operands->list_messages);
        if (list->input.error != 0) {
            job_failed(job, job->options->list, strerror(list->input.error));
        }
        list_close(list);
    }
    free(list);
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

/* Reports why a file cannot be read, and what might help. */
static void report(struct job *job, const struct operand *operand, int error, const char *reason)
{
    bool text = error == ENOENT && operand->named && looks_like_text(operand->name);
    bool directory =
        error == EISDIR && job->options->command->bit == EXTRACT && !job->options->recursive;
    char with_hint[PHRASE_SIZE];

    snprintf(with_hint, sizeof with_hint, "%s%s", reason,
             text        ? "; use -e to pass text"
             : directory ? "; use -r to read the files below it"
                         : "");
    job_failed(job, operand->name, with_hint);
}

bool operand_open(struct job *job, const struct operand *operand, struct input *input)
{
    if (operand->in == NULL && job->output.used > 0 && input_open_waits(operand->name)) {
        output_flush(&job->output);
    }
    if (output_failed(&job->output)) {
        return false;
    }
    const char *reason = operand->in != NULL
                             ? input_open_found(input, operand->name, operand->in, &job->output)
                             : input_open(input, operand->name, &job->output);
    if (reason != NULL) {
        report(job, operand, input->error, reason);
    }
    return reason == NULL && input->fd >= 0;
}

void operand_failed(struct job *job, const struct operand *operand, const struct input *input)
{
    report(job, operand, input->error, strerror(input->error));
}
