#include "config.h"

#include "rows.h"

#include <stdlib.h>
#include <string.h>

#include "words.h"

/* What a row has at most beside names and URLs: numbers, each with what comes after it. */
#define ROW_REST (3 * NUMBER_SIZE)

/* The words for what a URL was joined over. */
static const char *const join_words[FURL_JOINS] = {
    [FURL_JOIN_MARKS] = "marks",
    [FURL_JOIN_DELIMITERS] = "delimiters",
    [FURL_JOIN_MARGIN] = "margin",
};

void rows_free(struct rows *rows)
{
    free(rows->json.octets.at);
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
    json_number(json, "line", row->line);
    json_number(json, "offset", found->offset);
    json_number(json, "length", found->length);
    json_bool(json, "broken", found->joined != 0);
    if (found->joined != 0) {
        put_joined(json, found->joined);
    }
    if (found->open) {
        json_bool(json, "open", true);
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
    if (rows->job->options->json) {
        put_json(rows, row);
    } else {
        put_line(rows->job, row);
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
