#include "config.h"

#include "urls.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "furl/text/delimiters.h"
#include "furl/url/resolve.h"
#include "words.h"

/* Makes room for `n` octets of a record, and for what joining and resolving make of them: whoever
 * gathers a long record lacks memory before it is all there, or not at all. */
static bool reserve(struct urls *urls, size_t n)
{
    return furl_buffer_reserve(&urls->gathered, n) && furl_buffer_reserve(&urls->scratch, n) &&
           furl_buffer_reserve(&urls->resolved, FURL_RESOLVED_MAX(urls->base.split.url.n, n));
}

/* Passes through some octets of a malformed record, or drops them. */
static void pass_through(struct urls *urls, struct furl_range octets)
{
    if (urls->taker.passes_malformed) {
        output_data(&urls->job->output, octets.at, octets.n);
    }
}

/* Hands on what is inside a record, resolved if there is a base. */
static struct furl_result write_inside(struct urls *urls, struct furl_range inside)
{
    bool based = urls->job->options->base != NULL;
    struct furl_range url = inside;

    if (based) {
        struct furl_result resolved =
            furl_resolve(&urls->splitter, &urls->base.split, url, urls->resolved.at);
        if (resolved.error != FURL_FINE) {
            return resolved;
        }
        url = (struct furl_range){urls->resolved.at, resolved.n};
    }
    struct furl_split split = furl_split(&urls->canonical.splitter, url, NULL);
    if (!urls->taker.keeps_fragment) {
        split.fragment.at = NULL;
    }
    struct furl_result result = urls->taker.write(urls->taker.context, inside, &split);
    if (based) {
        result.where = 0; /* of a reference that was resolved, the whole is at fault */
    }
    return result;
}

/* Hands on the URL in a record. Offsets of what is wrong are those in the record. */
static struct furl_result write_record(struct urls *urls, struct furl_range record)
{
    struct furl_result result = {.error = FURL_FINE};

    if (!reserve(urls, record.n)) {
        output_no_memory(&urls->job->output);
        return (struct furl_result){.error = FURL_FINE};
    }
    struct furl_undelimited inside = furl_undelimit(record, urls->scratch.at);
    if (inside.error != FURL_FINE) {
        return (struct furl_result){.error = inside.error, .where = inside.where};
    }
    if (inside.url.n == 0 && urls->job->options->base == NULL) {
        return (struct furl_result){.error = FURL_FINE};
    }
    result = write_inside(urls, inside.url);
    if (result.error != FURL_FINE) {
        result.where = furl_undelimited_at(&inside, result.where);
    }
    return result;
}

static void end_record(struct urls *urls, bool malformed, struct furl_range terminator)
{
    if (urls->taker.passes_ends && (!malformed || urls->taker.passes_malformed)) {
        output_end(&urls->job->output, terminator);
    }
}

void urls_take(struct urls *urls, struct furl_range record, struct furl_range terminator)
{
    struct furl_result result = write_record(urls, record);

    if (result.error != FURL_FINE) {
        job_malformed(urls->job, (uint64_t)result.where + 1, furl_error_text(result.error));
        pass_through(urls, record);
    }
    end_record(urls, result.error != FURL_FINE, terminator);
}

/* Hands on a record that is there as a whole, of max_length octets at most. */
static void hand_on(struct urls *urls, struct furl_range record, struct furl_range terminator)
{
    if (urls->taker.record != NULL) {
        urls->taker.record(urls->taker.context, record, terminator);
    } else {
        urls_take(urls, record, terminator);
    }
}

static void take_data(void *context, struct furl_range octets)
{
    struct urls *urls = context;

    if (!urls->too_long && octets.n > urls->job->options->max_length - urls->used) {
        urls->too_long = true;
        pass_through(urls, (struct furl_range){urls->gathered.at, urls->used});
    }
    if (urls->too_long) {
        pass_through(urls, octets);
    } else if (reserve(urls, urls->used + octets.n)) {
        memcpy(urls->gathered.at + urls->used, octets.at, octets.n);
        urls->used += octets.n;
    } else {
        output_no_memory(&urls->job->output);
    }
}

/* Forgets the record: it is over, or was cut. */
static void forget(void *context)
{
    struct urls *urls = context;

    urls->too_long = false;
    urls->used = 0;
}

static void take_end(void *context, struct furl_range terminator)
{
    struct urls *urls = context;
    struct furl_range record = {urls->gathered.at, urls->used};
    size_t max_length = urls->job->options->max_length;

    if (urls->too_long) {
        char text[PHRASE_SIZE];
        snprintf(text, sizeof text, "record longer than %zu octets", max_length);
        job_malformed(urls->job, (uint64_t)max_length + 1, text);
        end_record(urls, true, terminator);
    } else if (record.n > 0) {
        hand_on(urls, record, terminator);
    } else {
        end_record(urls, false, terminator);
    }
    forget(urls);
}

static void take_record(void *context, struct furl_range octets, struct furl_range terminator)
{
    struct urls *urls = context;

    if (octets.n <= urls->job->options->max_length) {
        hand_on(urls, octets, terminator);
    } else {
        take_data(urls, octets);
        take_end(urls, terminator);
    }
}

/* Takes the base, which a stranger may have written, as a record is taken: here, inside the
 * sandbox. Returns whether there is none, or a URL. */
static bool take_base(struct urls *urls)
{
    struct job *job = urls->job;
    struct base *base = &urls->base;

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
        furl_canonical_init(&urls->canonical, NULL); /* a base obeys the rules of its scheme */
        base->split = furl_split(&urls->splitter, inside.url, NULL);
        base->split.fragment.at = NULL;
        form = furl_canonical_write(&urls->canonical, &base->split, base->memory + text.n);
        furl_canonical_init(&urls->canonical, job->options->rules);
    }
    if (form.error != FURL_FINE) {
        job_status(job, STATUS_ERROR);
        char quoted[QUOTED_SIZE];
        return usage_error(job->options->command, "--base '%s': not a URL",
                           quote(job->options->base, quoted));
    }
    return true;
}

void urls_read(struct urls *urls, struct job *job, const struct url_taker *taker)
{
    urls->job = job;
    urls->taker = *taker;
    urls->splitter = furl_splitter(FURL_AS_SCHEME);
    furl_canonical_init(&urls->canonical, job->options->rules);
    if (take_base(urls)) {
        job_records(job, &(struct record_taker){
                             .data = take_data,
                             .end = take_end,
                             .cut = forget,
                             .record = take_record,
                             .context = urls,
                             .mark = taker->drops_mark ? RECORDS_MARK_DROPS : RECORDS_MARK_PASSES,
                         });
    }
}

void urls_free(struct urls *urls)
{
    furl_sorter_free(&urls->sorter);
    free(urls->base.memory);
    free(urls->gathered.at);
    free(urls->scratch.at);
    free(urls->resolved.at);
}
