#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "commands.h"
#include "furl/octets/grow.h"
#include "furl/text/delimiters.h"
#include "furl/url/canonical.h"
#include "furl/url/display.h"
#include "furl/url/resolve.h"
#include "furl/url/sort.h"

struct normalizer {
    struct job *job;
    struct furl_canonical canonical;
    struct furl_splitter splitter; /* as schemes have it, whatever the rules */
    struct furl_sorter sorter;
    struct base {
        unsigned char *memory;   /* what its breaks were taken out to */
        struct furl_split split; /* of that, or of job->options->base */
    } base;                      /* if there is one */
    struct furl_split split;     /* of what is written at once */
    size_t used;                 /* octets gathered of a record that comes in pieces */
    struct furl_buffer gathered, scratch, resolved;
    bool too_long; /* more octets came than a record may have; they were passed through */
};

/* Makes room for `n` octets of a record, and for what joining and resolving make of them: whoever
 * gathers a long record lacks memory before it is all there, or not at all. */
static bool reserve(struct normalizer *normalizer, size_t n)
{
    return furl_buffer_reserve(&normalizer->gathered, n) &&
           furl_buffer_reserve(&normalizer->scratch, n) &&
           furl_buffer_reserve(&normalizer->resolved,
                               FURL_RESOLVED_MAX(normalizer->base.split.url.n, n));
}

/* Passes through some octets of a malformed record, or drops them. */
static void pass_through(struct normalizer *normalizer, struct furl_range octets)
{
    if (!normalizer->job->options->strict) {
        output_data(&normalizer->job->output, octets.at, octets.n);
    }
}

/* Takes the `n` octets at `to`, which were reserved, as the canonical form. */
static void commit(struct normalizer *normalizer, unsigned char *to, size_t n)
{
    struct job *job = normalizer->job;

    if (job->options->sort_params &&
        !furl_sort_parameters(&normalizer->sorter, &normalizer->splitter, to, n)) {
        output_no_memory(&job->output);
        return;
    }
    output_commit(&job->output, job->options->display ? furl_display(to, n) : n);
}

/* Writes the canonical form of a URL. */
static inline struct furl_result write_url(struct normalizer *normalizer,
                                           const struct furl_split *split)
{
    unsigned char *to = output_reserve(&normalizer->job->output, FURL_CANONICAL_MAX(split->url.n));
    struct furl_result result = {.error = FURL_FINE};

    if (to == NULL) {
        return result; /* the output says what is wrong */
    }
    result = furl_canonical_write(&normalizer->canonical, split, to);
    if (result.error == FURL_FINE) {
        commit(normalizer, to, result.n);
    }
    return result;
}

/* Writes the canonical form of what is inside a record, resolved if there is a base. */
static struct furl_result write_inside(struct normalizer *normalizer, struct furl_range url)
{
    const struct job *job = normalizer->job;

    if (job->options->base != NULL) {
        struct furl_result resolved = furl_resolve(&normalizer->splitter, &normalizer->base.split,
                                                   url, normalizer->resolved.at);
        if (resolved.error != FURL_FINE) {
            return resolved;
        }
        url = (struct furl_range){normalizer->resolved.at, resolved.n};
    }
    struct furl_split split = furl_split(&normalizer->canonical.splitter, url, NULL);
    if (!job->options->keep_fragment) {
        split.fragment.at = NULL;
    }
    struct furl_result result = write_url(normalizer, &split);
    if (job->options->base != NULL) {
        result.where = 0; /* of a reference that was resolved, the whole is at fault */
    }
    return result;
}

/* Writes the record's canonical form where nothing is to be joined, cut or resolved. Returns
 * whether it did; if not, write_or_judge does. */
static inline bool write_at_once(struct normalizer *normalizer, struct furl_range record)
{
    struct furl_split *split = &normalizer->split;

    if (normalizer->job->options->base != NULL) {
        return false;
    }
    furl_split_to(split, &normalizer->canonical.splitter, furl_without_delimiters(record), NULL);
    return split->fragment.at == NULL && write_url(normalizer, split).error == FURL_FINE;
}

/* Writes the record's canonical form. Offsets of what is wrong are those in the record. */
static struct furl_result write_canonical(struct normalizer *normalizer, struct furl_range record)
{
    struct furl_result result = {.error = FURL_FINE};

    if (!reserve(normalizer, record.n)) {
        output_no_memory(&normalizer->job->output);
        return (struct furl_result){.error = FURL_FINE};
    }
    struct furl_undelimited inside = furl_undelimit(record, normalizer->scratch.at);
    if (inside.error != FURL_FINE) {
        return (struct furl_result){.error = inside.error, .where = inside.where};
    }
    if (inside.url.n == 0 && normalizer->job->options->base == NULL) {
        return (struct furl_result){.error = FURL_FINE};
    }
    result = write_inside(normalizer, inside.url);
    if (result.error != FURL_FINE) {
        result.where = furl_undelimited_at(&inside, result.where);
    }
    return result;
}

/* Ends a record; one that is malformed may have been dropped. */
static void end_record(struct normalizer *normalizer, bool malformed, struct furl_range terminator)
{
    if (!malformed || !normalizer->job->options->strict) {
        output_end(&normalizer->job->output, terminator);
    }
}

/* Does what write_at_once cannot do: writes the record's canonical form, or says what is wrong. */
static void write_or_judge(struct normalizer *normalizer, struct furl_range record,
                           struct furl_range terminator)
{
    struct furl_result result = write_canonical(normalizer, record);

    if (result.error != FURL_FINE) {
        job_malformed(normalizer->job, (uint64_t)result.where + 1, furl_error_text(result.error));
        pass_through(normalizer, record);
    }
    end_record(normalizer, result.error != FURL_FINE, terminator);
}

/* Takes a record that is there as a whole, of max_length octets at most. */
static void write_record(struct normalizer *normalizer, struct furl_range record,
                         struct furl_range terminator)
{
    if (write_at_once(normalizer, record)) {
        output_end(&normalizer->job->output, terminator);
    } else {
        write_or_judge(normalizer, record, terminator);
    }
}

static void take_data(void *context, struct furl_range octets)
{
    struct normalizer *normalizer = context;
    struct job *job = normalizer->job;

    if (!normalizer->too_long && octets.n > job->options->max_length - normalizer->used) {
        normalizer->too_long = true;
        pass_through(normalizer, (struct furl_range){normalizer->gathered.at, normalizer->used});
    }
    if (normalizer->too_long) {
        pass_through(normalizer, octets);
    } else if (reserve(normalizer, normalizer->used + octets.n)) {
        memcpy(normalizer->gathered.at + normalizer->used, octets.at, octets.n);
        normalizer->used += octets.n;
    } else {
        output_no_memory(&job->output);
    }
}

/* Forgets the record: it is over, or was cut. */
static void forget(void *context)
{
    struct normalizer *normalizer = context;

    normalizer->too_long = false;
    normalizer->used = 0;
}

static void take_end(void *context, struct furl_range terminator)
{
    struct normalizer *normalizer = context;
    struct furl_range record = {normalizer->gathered.at, normalizer->used};
    size_t max_length = normalizer->job->options->max_length;

    if (normalizer->too_long) {
        char text[PHRASE_SIZE];
        snprintf(text, sizeof text, "record longer than %zu octets", max_length);
        job_malformed(normalizer->job, (uint64_t)max_length + 1, text);
        end_record(normalizer, true, terminator);
    } else if (record.n > 0) {
        write_record(normalizer, record, terminator);
    } else {
        end_record(normalizer, false, terminator);
    }
    forget(normalizer);
}

static void take_record(void *context, struct furl_range octets, struct furl_range terminator)
{
    struct normalizer *normalizer = context;

    if (octets.n <= normalizer->job->options->max_length) {
        write_record(normalizer, octets, terminator);
    } else {
        take_data(normalizer, octets);
        take_end(normalizer, terminator);
    }
}

/* Takes the base, which a stranger may have written, as a record is taken: here, inside the
 * sandbox. Returns whether there is none, or a URL. */
static bool take_base(struct normalizer *normalizer)
{
    struct job *job = normalizer->job;
    struct base *base = &normalizer->base;

    if (job->options->base == NULL) {
        return true;
    }
    struct furl_range text = furl_range_of(job->options->base);
    base->memory = malloc(text.n + FURL_CANONICAL_MAX(text.n));
    if (base->memory == NULL) {
        output_no_memory(&job->output);
        return false;
    }
    struct furl_undelimited inside = furl_undelimit(text, base->memory);
    struct furl_result form = {.error = inside.error};
    if (form.error == FURL_FINE) {
        furl_canonical_init(&normalizer->canonical,
                            NULL); /* a base obeys the rules of its scheme */
        base->split = furl_split(&normalizer->splitter, inside.url, NULL);
        base->split.fragment.at = NULL;
        form = furl_canonical_write(&normalizer->canonical, &base->split, base->memory + text.n);
        furl_canonical_init(&normalizer->canonical, job->options->rules);
    }
    if (form.error != FURL_FINE) {
        job_status(job, STATUS_ERROR);
        return usage_error(job->options->command, "--base: not a URL");
    }
    return true;
}

void normalize(struct job *job)
{
    struct normalizer normalizer = {.job = job, .splitter = furl_splitter(FURL_AS_SCHEME)};

    furl_canonical_init(&normalizer.canonical, job->options->rules);
    if (take_base(&normalizer)) {
        job_records(job, &(struct record_taker){
                             .data = take_data,
                             .end = take_end,
                             .cut = forget,
                             .record = take_record,
                             .context = &normalizer,
                             .passes_mark = true,
                         });
    }
    furl_sorter_free(&normalizer.sorter);
    free(normalizer.base.memory);
    free(normalizer.gathered.at);
    free(normalizer.scratch.at);
    free(normalizer.resolved.at);
}
