#include "config.h"

#include "commands.h"
#include "furl/escape.h"

struct encoder {
    struct job *job;
    struct furl_escape escape;
};

static void take_data(void *context, struct furl_range octets)
{
    struct encoder *encoder = context;
    struct output *output = &encoder->job->output;
    unsigned char *to = output_reserve(output, FURL_ESCAPED_MAX(octets.n));

    if (to != NULL) {
        output_commit(output, furl_escape_feed(&encoder->escape, octets.at, octets.n, to));
    }
}

static void take_end(void *context, struct furl_range terminator)
{
    struct encoder *encoder = context;

    furl_escape_final(&encoder->escape);
    output_end(&encoder->job->output, terminator.at, terminator.n);
}

void encode(struct job *job)
{
    struct encoder encoder = {.job = job};

    furl_escape_init(&encoder.escape, &furl_fidourl, &furl_components[job->component]);
    job_records(job, &(struct record_taker){take_data, take_end, &encoder});
}
