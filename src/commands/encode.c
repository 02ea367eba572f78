#include "config.h"

#include "commands.h"
#include "furl/url/errors.h"
#include "furl/url/repair.h"

_Static_assert(FURL_REPAIRED_MAX(RECORDS_PIECE) <= OUTPUT_BLOCK &&
                   FURL_ESCAPED_MAX(RECORDS_PIECE) <= OUTPUT_BLOCK,
               "a piece never makes the output's block grow");

struct encoder {
    struct job *job;
    bool repairs; /* whole URLs, not components */
    /* One of them is set up and used. */
    struct furl_repair repair;
    struct furl_escape escape;
};

static void take_data(void *context, struct furl_range octets)
{
    struct encoder *encoder = context;
    struct output *output = &encoder->job->output;
    unsigned char *to = output_reserve(output, FURL_REPAIRED_MAX(octets.n));

    if (to != NULL && encoder->repairs) {
        output_commit(output, furl_repair_feed(&encoder->repair, octets.at, octets.n, to));
    } else if (to != NULL) {
        output_commit(output, furl_escape_feed(&encoder->escape, octets.at, octets.n, to));
    }
}

static void take_end(void *context, struct furl_range terminator)
{
    struct encoder *encoder = context;
    struct output *output = &encoder->job->output;
    unsigned char *to = output_reserve(output, FURL_REPAIRED_MAX(0));

    if (encoder->repairs && furl_repair_refuses(&encoder->repair)) {
        job_malformed(encoder->job, 1, furl_error_text(FURL_WRONG_RULES));
    }
    if (to != NULL && encoder->repairs) {
        output_commit(output, furl_repair_final(&encoder->repair, to));
    } else if (to != NULL) {
        output_commit(output, furl_escape_final(&encoder->escape, to));
    }
    output_end(output, terminator);
}

/* Forgets the record: it is over, or was cut. */
static void forget(void *context)
{
    struct encoder *encoder = context;

    if (encoder->repairs) {
        furl_repair_restart(&encoder->repair);
    } else {
        furl_escape_restart(&encoder->escape);
    }
}

/* Makes octets safe and unsafe, as asked for. */
static void adjust(struct encoder *encoder)
{
    struct furl_range safe = furl_range_of(encoder->job->options->safe);
    struct furl_range unsafe = furl_range_of(encoder->job->options->unsafe);

    if (encoder->repairs) {
        furl_repair_allow(&encoder->repair, safe);
        furl_repair_forbid(&encoder->repair, unsafe);
    } else {
        furl_escape_allow(&encoder->escape, safe);
        furl_escape_forbid(&encoder->escape, unsafe);
    }
}

void encode(struct job *job)
{
    struct encoder *encoder = job_state(job, sizeof *encoder);

    if (encoder == NULL) {
        return;
    }
    encoder->job = job;
    encoder->repairs = job->options->component == FURL_URL;
    if (encoder->repairs) {
        furl_repair_init(&encoder->repair, job->options->rules);
    } else {
        furl_escape_init(&encoder->escape, options_rules(job->options),
                         &furl_components[job->options->component]);
    }
    adjust(encoder);
    bool streams = job_streams(job);
    if (streams && job->options->ended_by == RECORDS_BY_LINE) {
        furl_escape_lines(&encoder->escape);
    } else if (streams && job->options->ended_by == RECORDS_BY_NUL) {
        furl_escape_allow(&encoder->escape, terminator_nul);
    }
    job_records(job, &(struct record_taker){.data = take_data,
                                            .end = take_end,
                                            .cut = forget,
                                            .context = encoder,
                                            .streams = streams});
}
