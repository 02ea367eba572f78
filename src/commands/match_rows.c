#include "config.h"

#include "match_rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "print/fields.h"

/* What a row has at most beside names and URLs: numbers, each with what comes after it. */
#define ROW_REST (3 * NUMBER_SIZE)

/* Returns whether there was memory. */
static bool make_canonizer(struct rows *rows)
{
    rows->canonizer = malloc(sizeof *rows->canonizer);
    if (rows->canonizer == NULL) {
        output_no_memory(&rows->job->output);
        return false;
    }
    canonizer_init(rows->canonizer);
    return true;
}

bool rows_init(struct rows *rows, struct job *job)
{
    const struct options *options = job->options;

    *rows = (struct rows){.job = job};
    if (options->canonical || options->html || job->hyperlinks) {
        rows->needs = NEEDS_CANONICAL;
    }
    if (options->format != NULL) {
        unsigned has = options->messages ? NEEDS_IN_MAIL
                       : options->ranged ? NEEDS_IN_TEXT & ~(unsigned)NEEDS_LINE
                                         : NEEDS_IN_TEXT;
        if (!job_compile(job, &rows->template, has)) {
            return false;
        }
        rows->needs |= rows->template.needs;
    }
    if ((options->json && !options->ranged) || options->line_number) {
        rows->needs |= NEEDS_LINE;
    }
    if (options->json && options->messages) {
        rows->needs |= NEEDS_HEAD;
    }
    return (rows->needs & NEEDS_ALONE) == 0 || make_canonizer(rows);
}

void rows_free(struct rows *rows)
{
    if (rows->canonizer != NULL) {
        canonizer_free(rows->canonizer);
        free(rows->canonizer);
    }
    template_free(&rows->template);
    free(rows->json.octets.at);
}

/* The words for what a URL was joined over. */
static const char *const join_words[FURL_JOINS] = {
    [FURL_JOIN_MARKS] = "marks",
    [FURL_JOIN_DELIMITERS] = "delimiters",
    [FURL_JOIN_MARGIN] = "margin",
};

/* Writes those words to rows->joined, a comma between two. */
static struct furl_range joined_words(struct rows *rows, unsigned joined)
{
    size_t n = 0;

    rows->joined[0] = '\0';
    for (enum furl_join join = 0; join < FURL_JOINS; join++) {
        if ((joined & 1u << join) != 0) {
            n += (size_t)snprintf(rows->joined + n, sizeof rows->joined - n, "%s%s",
                                  n > 0 ? "," : "", join_words[join]);
        }
    }
    return furl_range_of(rows->joined);
}

/* Sets what is known of a URL in its text. */
static void know_place(struct rows *rows, const struct row *row)
{
    const struct furl_found *found = row->found;
    struct values *values = &rows->values;

    values->file = furl_range_of(row->file);
    values->line = row->line;
    values->offset = found->offset;
    values->length = found->length;
    values->joined = joined_words(rows, found->joined);
    values->open = furl_range_of(found->open ? "true" : "");
}

/* Sets what is known of the message. Returns whether there was memory. */
static bool know_head(struct rows *rows, const struct row *row)
{
    const struct values_head *head = mailbox_head(row->mailbox);

    if (head != NULL) {
        rows->values.head = *head;
    }
    return head != NULL;
}

bool rows_show(struct rows *rows, struct row *row)
{
    const struct options *options = rows->job->options;
    struct values *values = &rows->values;
    bool known = true;

    row->shown = values->url = row->found->url;
    if ((rows->needs & NEEDS_ALONE) != 0) {
        known = canonizer_know(rows->canonizer, rows->needs, row->found->scheme_n, values);
        row->shown = options->canonical ? values->canonical : values->url;
    }
    if ((rows->needs & NEEDS_TEXT) != 0) {
        know_place(rows, row);
    }
    if (known && (rows->needs & NEEDS_HEAD) != 0) {
        known = know_head(rows, row);
    }
    if (known && options->format != NULL) {
        known = template_fill(&rows->template, values) &&
                (!options->unique || template_result(&rows->template, &row->shown));
    }
    if (!known) {
        output_no_memory(&rows->job->output);
    }
    return known;
}

static void put(struct job *job, const char *text)
{
    output_data(&job->output, text, strlen(text));
}

static void put_number(struct job *job, uint64_t number)
{
    char digits[NUMBER_SIZE];

    put(job, decimal(number, digits));
}

static bool shows_names(const struct job *job)
{
    return job->options->names == NAMES_ALWAYS ||
           (job->options->names == NAMES_OF_MANY &&
            (job->options->files_n > 1 || job->options->list != NULL || job->options->recursive));
}

/* Makes room for a whole row, in which names and URLs have `n` octets. Returns whether it is
 * there. */
static bool begin_row(struct job *job, size_t n)
{
    return output_reserve(&job->output, n + ROW_REST) != NULL;
}

static void put_joined(struct json *json, unsigned joined)
{
    json_open(json, "joined", '[');
    for (enum furl_join join = 0; join < FURL_JOINS; join++) {
        if ((joined & 1u << join) != 0) {
            json_text(json, NULL, furl_range_of(join_words[join]), false);
        }
    }
    json_close(json, ']');
}

static void put_part(struct json *json, const char *key, struct furl_range part)
{
    if (part.n > 0) {
        json_text(json, key, part, false);
    }
}

static void put_head(struct json *json, const struct values_head *head)
{
    json_open(json, "message", '{');
    put_part(json, "area", head->area);
    json_number(json, "number", head->number);
    put_part(json, "from", head->from);
    put_part(json, "to", head->to);
    put_part(json, "subject", head->subject);
    put_part(json, "date", head->date);
    put_part(json, "id", head->id);
    put_part(json, "charset", head->charset);
    json_close(json, '}');
}

static void put_json(struct rows *rows, const struct row *row)
{
    struct job *job = rows->job;
    struct json *json = &rows->json;
    const struct furl_found *found = row->found;
    unsigned char scheme[FURL_START_RUN];

    for (size_t i = 0; i < found->scheme_n; i++) {
        scheme[i] = furl_lower(found->url.at[i]);
    }
    json_begin(json);
    json_open(json, NULL, '{');
    json_text(json, "url", found->url, false);
    if (job->options->canonical) {
        json_text(json, "canonical", row->shown, false);
    }
    json_text(json, "scheme", (struct furl_range){scheme, found->scheme_n}, false);
    json_text(json, "file", furl_range_of(row->file), true);
    if ((rows->needs & NEEDS_LINE) != 0) {
        json_number(json, "line", row->line);
    }
    json_number(json, "offset", found->offset);
    json_number(json, "length", found->length);
    if (found->joined != 0) {
        put_joined(json, found->joined);
    }
    if (found->open) {
        json_bool(json, "open", true);
    }
    if ((rows->needs & NEEDS_HEAD) != 0) {
        put_head(json, &rows->values.head);
    }
    json_close(json, '}');
    job_put_json(job, json);
}

static void put_name(struct job *job, const char *file)
{
    put(job, file);
    put(job, "\t");
}

/* A field before a URL. */
static void put_field(struct job *job, uint64_t number)
{
    put_number(job, number);
    put(job, "\t");
}

static void put_line(struct job *job, const struct row *row)
{
    bool named = shows_names(job);

    if (!begin_row(job, row->shown.n + (named ? strlen(row->file) : 0))) {
        return;
    }
    if (named) {
        put_name(job, row->file);
    }
    if (job->options->line_number) {
        put_field(job, row->line);
    }
    if (job->options->byte_offset) {
        put_field(job, row->found->offset);
    }
    output_data(&job->output, row->shown.at, row->shown.n);
    job_end_row(job);
}

void rows_put_url(struct rows *rows, const struct row *row)
{
    struct job *job = rows->job;

    if (job->options->json) {
        put_json(rows, row);
    } else if (job->options->format != NULL) {
        template_put(&rows->template, &job->output);
        job_end_row(job);
    } else {
        put_line(job, row);
    }
}

void rows_put_count(struct job *job, const char *file, uint64_t n)
{
    if (begin_row(job, strlen(file))) {
        if (shows_names(job)) {
            put_name(job, file);
        }
        put_number(job, n);
        job_end_row(job);
    }
}

void rows_put_file(struct job *job, const char *file)
{
    if (begin_row(job, strlen(file))) {
        put(job, file);
        job_end_row(job);
    }
}
