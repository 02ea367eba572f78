#include "config.h"

#include <inttypes.h>

#include "commands.h"
#include "furl/errors.h"
#include "furl/unescape.h"

struct decoder {
    struct job *job;
    struct furl_unescape unescape;
};

static void report(void *context, uint64_t column)
{
    struct decoder *decoder = context;

    job_malformed(decoder->job, column, furl_error_text(FURL_BAD_ESCAPE));
}

static void take_data(void *context, struct furl_range octets)
{
    struct decoder *decoder = context;
    struct output *output = &decoder->job->output;
    unsigned char *to = output_reserve(output, FURL_UNESCAPED_MAX(octets.n));

    if (to != NULL) {
        output_commit(output, furl_unescape_feed(&decoder->unescape, octets.at, octets.n, to));
    }
}

static void take_end(void *context, struct furl_range terminator)
{
    struct decoder *decoder = context;
    struct output *output = &decoder->job->output;
    unsigned char *to = output_reserve(output, FURL_UNESCAPED_MAX(0));

    if (to != NULL) {
        output_commit(output, furl_unescape_final(&decoder->unescape, to));
    }
    output_end(output, terminator.at, terminator.n);
}

/* What would make two records of one, if its escape were decoded: by how records end. */
static struct furl_range staying(enum record_end ended_by)
{
    static const unsigned char octets[] = {'\0', '\r', '\n'};
    static const size_t n[] = {
        [RECORDS_BY_LINE] = sizeof octets, [RECORDS_BY_NUL] = 1, [RECORDS_WHOLE] = 0};

    return (struct furl_range){octets, n[ended_by]};
}

void decode(struct job *job)
{
    struct decoder decoder = {.job = job};
    bool keep = job->controls == CONTROLS_KEEP || (job->controls == CONTROLS_AUTO && job->terminal);

    const struct furl_rules *rules =
        job->rules != NULL ? job->rules : &furl_rule_books[FURL_FIDOURL];

    furl_unescape_init(&decoder.unescape, job->component == FURL_URL ? NULL : rules,
                       staying(job->ended_by), keep, report, &decoder);
    job_records(job, &(struct record_taker){take_data, take_end, &decoder});
    if (decoder.unescape.stayed > 0) {
        message(&job->messages, "escapes of %s left as they are: %" PRIu64 "%s",
                job->ended_by == RECORDS_BY_NUL ? "NUL" : "line ends and NUL",
                decoder.unescape.stayed, keep ? "" : "; --whole decodes them");
    }
}
