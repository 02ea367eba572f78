#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "commands.h"
#include "furl/octets/grow.h"
#include "furl/text/unwrap.h"
#include "furl/url/display.h"
#include "furl/url/former.h"
#include "furl/url/resolve.h"
#include "furl/url/sort.h"

struct normalizer {
    struct job *job;
    struct furl_former former;
    struct furl_sorter sorter;
    struct base {
        unsigned char *memory; /* what its breaks were taken out to */
        struct furl_range url; /* in that, or in job->base */
        struct furl_parts parts;
    } base;      /* if there is one */
    size_t used; /* octets gathered of a record that comes in pieces */
    /* Of one size, but that `resolved` has room for the base, too. */
    unsigned char *gathered, *scratch, *resolved;
    size_t capacity;
    bool too_long; /* more octets came than a record may have; they were passed through */
};

static bool grow(unsigned char **octets, size_t n)
{
    unsigned char *grown = realloc(*octets, n);

    if (grown != NULL) {
        *octets = grown;
    }
    return grown != NULL;
}

/* Makes room for `n` octets of a record. */
static bool reserve(struct normalizer *normalizer, size_t n)
{
    if (n <= normalizer->capacity) {
        return true;
    }
    size_t capacity = furl_grown(normalizer->capacity, n);
    if (!grow(&normalizer->gathered, capacity) || !grow(&normalizer->scratch, capacity) ||
        !grow(&normalizer->resolved, FURL_RESOLVED_MAX(normalizer->base.url.n, capacity))) {
        return false;
    }
    normalizer->capacity = capacity;
    return true;
}

/* Passes through some octets of a malformed record, or drops them. */
static void pass_through(struct normalizer *normalizer, struct furl_range octets)
{
    if (!normalizer->job->strict) {
        output_data(&normalizer->job->output, octets.at, octets.n);
    }
}

/* Resolves a relative reference, in `url`. Returns FURL_FINE, or why that cannot be. */
static enum furl_error resolve(struct normalizer *normalizer, struct furl_range *url)
{
    size_t n = 0;
    enum furl_error error = furl_resolve(&normalizer->base.parts, *url, normalizer->resolved, &n);

    *url = (struct furl_range){normalizer->resolved, n};
    return error;
}

/* Takes the `n` octets at `to`, which were reserved, as the canonical form. */
static void commit(struct normalizer *normalizer, unsigned char *to, size_t n)
{
    struct job *job = normalizer->job;

    if (job->sort_params && !furl_sort_parameters(&normalizer->sorter, to, n)) {
        output_no_memory(&job->output);
        return;
    }
    output_commit(&job->output, job->display ? furl_display(to, n) : n);
}

/* Writes the canonical form of the URL; if it has a fragment, only with `fragments`.
 * Returns FURL_FINE, or what is wrong, with `where` set as furl_canon_write does. */
static enum furl_error write_url(struct normalizer *normalizer, struct furl_range url,
                                 bool fragments, size_t *where)
{
    unsigned char *to = output_reserve(&normalizer->job->output, FURL_FORM_MAX(url.n));
    struct furl_head head = furl_head(url);
    size_t n = 0;

    if (to == NULL) {
        return FURL_FINE; /* the output says what is wrong */
    }
    enum furl_error error =
        furl_former_write(&normalizer->former, normalizer->job->rules, url, head, to, &n, where);
    if (error == FURL_FINE && (fragments || *where == url.n)) {
        commit(normalizer, to, n);
    }
    return error;
}

/* Writes the record's canonical form. Returns FURL_FINE, or what is wrong and where. */
static enum furl_error write_canonical(struct normalizer *normalizer, struct furl_range record,
                                       uint64_t *column)
{
    const struct job *job = normalizer->job;
    struct furl_range url = furl_unwrap_outside(record);
    size_t where = 0;

    /* Most records are written as they stand, in less time. */
    if (job->base == NULL && write_url(normalizer, url, false, &where) == FURL_FINE &&
        where == url.n) {
        return FURL_FINE;
    }
    if (!reserve(normalizer, record.n)) {
        output_no_memory(&normalizer->job->output);
        return FURL_FINE;
    }
    enum furl_error error =
        furl_unwrap(record, job->keep_fragment, normalizer->scratch, &url, &where);

    *column = where + 1;
    if (error == FURL_NO_SCHEME && job->base != NULL) {
        error = FURL_FINE; /* a fragment alone refers to the base */
    }
    if (error != FURL_FINE || (url.n == 0 && job->base == NULL)) {
        return error;
    }
    struct furl_range target = url;
    if (job->base != NULL) {
        error = resolve(normalizer, &target);
    }
    if (error == FURL_FINE) {
        error = write_url(normalizer, target, true, &where);
    }
    if (error != FURL_FINE) {
        /* Of a reference that was resolved, the whole is at fault. */
        *column =
            furl_unwrapped_at(record, normalizer->scratch, url, job->base != NULL ? 0 : where) + 1;
    }
    return error;
}

/* Ends a record; one that is malformed may have been dropped. */
static void end_record(struct normalizer *normalizer, bool malformed, struct furl_range terminator)
{
    if (!malformed || !normalizer->job->strict) {
        output_end(&normalizer->job->output, terminator);
    }
}

/* Takes a record that is there as a whole, of max_length octets at most. */
static void write_record(struct normalizer *normalizer, struct furl_range record,
                         struct furl_range terminator)
{
    uint64_t column = 1;
    enum furl_error error = write_canonical(normalizer, record, &column);

    if (error != FURL_FINE) {
        job_malformed(normalizer->job, column, furl_error_text(error));
        pass_through(normalizer, record);
    }
    end_record(normalizer, error != FURL_FINE, terminator);
}

static void take_data(void *context, struct furl_range octets)
{
    struct normalizer *normalizer = context;
    struct job *job = normalizer->job;

    if (!normalizer->too_long && octets.n > job->max_length - normalizer->used) {
        normalizer->too_long = true;
        pass_through(normalizer, (struct furl_range){normalizer->gathered, normalizer->used});
    }
    if (normalizer->too_long) {
        pass_through(normalizer, octets);
    } else if (reserve(normalizer, normalizer->used + octets.n)) {
        memcpy(normalizer->gathered + normalizer->used, octets.at, octets.n);
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
    struct furl_range record = {normalizer->gathered, normalizer->used};
    size_t max_length = normalizer->job->max_length;

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

    if (octets.n <= normalizer->job->max_length) {
        write_record(normalizer, octets, terminator);
    } else {
        take_data(normalizer, octets);
        take_end(normalizer, terminator);
    }
}

/* Whether the base has a canonical form, which is written to `form`. */
static bool has_form(struct normalizer *normalizer, struct furl_range base, unsigned char *form)
{
    size_t n = 0, where = 0;

    return furl_former_write(&normalizer->former, NULL, base, furl_head(base), form, &n, &where) ==
           FURL_FINE;
}

/* Takes the base, which a stranger may have written, as a record is taken: here, inside the
 * sandbox. Returns whether there is none, or a URL. */
static bool take_base(struct normalizer *normalizer)
{
    struct job *job = normalizer->job;
    struct base *base = &normalizer->base;
    size_t where = 0;

    if (job->base == NULL) {
        return true;
    }
    struct furl_range text = {(const unsigned char *)job->base, strlen(job->base)};
    base->memory = malloc(text.n + FURL_FORM_MAX(text.n));
    if (base->memory == NULL) {
        output_no_memory(&job->output);
        return false;
    }
    if (furl_unwrap(text, false, base->memory, &base->url, &where) != FURL_FINE ||
        !has_form(normalizer, base->url, base->memory + text.n)) {
        job_status(job, STATUS_ERROR);
        return usage_error(job->command, "--base: not a URL");
    }
    base->parts = furl_take_apart(base->url, NULL);
    return true;
}

void normalize(struct job *job)
{
    struct normalizer normalizer = {.job = job};

    furl_former_init(&normalizer.former, job->rules);
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
    free(normalizer.gathered);
    free(normalizer.scratch);
    free(normalizer.resolved);
}
