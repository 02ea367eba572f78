#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "furl/canon.h"
#include "furl/unwrap.h"

struct normalizer {
    struct job *job;
    struct furl_canon canon;
    unsigned char *record, *scratch; /* max_length octets at most, and as many */
    size_t used, capacity;
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
    size_t capacity = normalizer->capacity == 0 ? 512 : normalizer->capacity;

    if (n <= normalizer->capacity) {
        return true;
    }
    while (capacity < n) {
        capacity *= 2;
    }
    if (!grow(&normalizer->record, capacity) || !grow(&normalizer->scratch, capacity)) {
        return false;
    }
    normalizer->capacity = capacity;
    return true;
}

/* Passes through what was gathered of the record. */
static void pass_through(struct normalizer *normalizer)
{
    output_data(&normalizer->job->output, normalizer->record, normalizer->used);
    normalizer->used = 0;
}

static void take_data(void *context, struct furl_range octets)
{
    struct normalizer *normalizer = context;
    struct job *job = normalizer->job;

    if (!normalizer->too_long && octets.n > job->max_length - normalizer->used) {
        normalizer->too_long = true;
        pass_through(normalizer);
    }
    if (normalizer->too_long) {
        output_data(&job->output, octets.at, octets.n);
        return;
    }
    if (!reserve(normalizer, normalizer->used + octets.n)) {
        job_no_memory(job);
        return;
    }
    memcpy(normalizer->record + normalizer->used, octets.at, octets.n);
    normalizer->used += octets.n;
}

/* Writes the record's canonical form. Returns FURL_FINE, or what is wrong and where. */
static enum furl_error write_canonical(struct normalizer *normalizer, uint64_t *column)
{
    struct output *output = &normalizer->job->output;
    struct furl_range record = {normalizer->record, normalizer->used};
    struct furl_range url;
    size_t where = 0, n = 0;
    enum furl_error error = furl_unwrap(record, normalizer->scratch, &url, &where);

    *column = where + 1;
    if (error != FURL_FINE || url.n == 0) {
        return error;
    }
    unsigned char *to = output_reserve(output, FURL_CANON_MAX(url.n));
    if (to == NULL) {
        return FURL_FINE; /* the output says what is wrong */
    }
    error = furl_canon_write(&normalizer->canon, url, to, &n, &where);
    if (error != FURL_FINE) {
        *column = furl_unwrapped_at(record, normalizer->scratch, url, where) + 1;
        return error;
    }
    output_commit(output, n);
    return FURL_FINE;
}

static void take_end(void *context, struct furl_range terminator)
{
    struct normalizer *normalizer = context;
    struct job *job = normalizer->job;

    if (normalizer->too_long) {
        char text[64];
        snprintf(text, sizeof text, "record longer than %zu octets", job->max_length);
        job_malformed(job, (uint64_t)job->max_length + 1, text);
    } else if (normalizer->used > 0) {
        uint64_t column = 1;
        enum furl_error error = write_canonical(normalizer, &column);
        if (error != FURL_FINE) {
            job_malformed(job, column, furl_error_text(error));
            pass_through(normalizer);
        }
    }
    normalizer->too_long = false;
    normalizer->used = 0;
    output_end(&job->output, terminator.at, terminator.n);
}

void normalize(struct job *job)
{
    struct normalizer normalizer = {.job = job};

    furl_canon_init(&normalizer.canon);
    job_records(job, &(struct record_taker){take_data, take_end, &normalizer});
    free(normalizer.record);
    free(normalizer.scratch);
}
