#include "config.h"

#include "rows.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "json.h"
#include "words.h"

/* What a row has at most beside names and URLs: members of JSON, which are longer than all else,
 * a scheme, and numbers. */
#define MEMBERS                                                                                    \
    "{'url':'','canonical':'','scheme':'','file':'','line':,'offset':,'length':,"                  \
    "'broken':true,'joined':['marks','delimiters','margin'],'open':true}"
#define ROW_REST (sizeof MEMBERS + JSON_MAX(FURL_START_RUN) + 3 * NUMBER_SIZE)

static void put(struct job *job, const char *text)
{
    output_data(&job->output, text, strlen(text));
}

static void put_number(struct job *job, uint64_t number)
{
    char digits[NUMBER_SIZE];

    snprintf(digits, sizeof digits, "%" PRIu64, number);
    put(job, digits);
}

static void put_end(struct job *job)
{
    bool nul = job->options->ended_by == RECORDS_BY_NUL;

    output_end(&job->output, nul ? terminator_nul : terminator_lf);
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

static void put_json_string(struct job *job, const char *name, struct furl_range octets,
                            bool percent)
{
    put(job, name);
    unsigned char *to = output_reserve(&job->output, JSON_MAX(octets.n));
    if (to != NULL) {
        output_commit(&job->output, json_string(octets, percent, to));
    }
    put(job, "\"");
}

static void put_json_number(struct job *job, const char *name, uint64_t number)
{
    put(job, name);
    put_number(job, number);
}

/* Puts whether the URL was joined, and over what. */
static void put_joined(struct job *job, unsigned joined)
{
    static const char *const names[FURL_JOINS] = {
        [FURL_JOIN_MARKS] = "\"marks\"",
        [FURL_JOIN_DELIMITERS] = "\"delimiters\"",
        [FURL_JOIN_MARGIN] = "\"margin\"",
    };
    const char *before = ",\"joined\":[";

    put(job, joined != 0 ? ",\"broken\":true" : ",\"broken\":false");
    for (enum furl_join join = 0; join < FURL_JOINS; join++) {
        if ((joined & 1u << join) != 0) {
            put(job, before);
            put(job, names[join]);
            before = ",";
        }
    }
    put(job, joined != 0 ? "]" : "");
}

static void put_json(struct job *job, const struct row *row)
{
    const struct furl_found *found = row->found;
    struct furl_range name = furl_range_of(row->file);
    unsigned char scheme[FURL_START_RUN];

    if (!begin_row(job, JSON_MAX(name.n + found->url.n + row->shown.n))) {
        return;
    }
    for (size_t i = 0; i < found->scheme_n; i++) {
        scheme[i] = furl_lower(found->url.at[i]);
    }
    put_json_string(job, "{\"url\":\"", found->url, false);
    if (job->options->canonical) {
        put_json_string(job, ",\"canonical\":\"", row->shown, false);
    }
    put_json_string(job, ",\"scheme\":\"", (struct furl_range){scheme, found->scheme_n}, false);
    put_json_string(job, ",\"file\":\"", name, true);
    put_json_number(job, ",\"line\":", row->line);
    put_json_number(job, ",\"offset\":", found->offset);
    put_json_number(job, ",\"length\":", found->length);
    put_joined(job, found->joined);
    put(job, found->open ? ",\"open\":true}" : "}");
    put_end(job);
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
    put_end(job);
}

void rows_put_url(struct job *job, const struct row *row)
{
    if (job->options->json) {
        put_json(job, row);
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
        put_end(job);
    }
}

void rows_put_file(struct job *job, const char *file)
{
    if (begin_row(job, strlen(file))) {
        put(job, file);
        put_end(job);
    }
}
