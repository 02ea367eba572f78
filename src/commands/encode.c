#include "config.h"

#include "cli/commands.h"
#include "cli/inputs.h"
#include "furl/url/url.h"
#include "furl/url/url_escape.h"

_Static_assert(FURL_URL_ESCAPED_MAX(RECORDS_PIECE) <= OUTPUT_BLOCK &&
                   FURL_ESCAPED_MAX(RECORDS_PIECE) <= OUTPUT_BLOCK,
               "a piece never makes the output's block grow");

struct encoder {
    struct run *run;
    struct inputs inputs;
    struct records records;
    bool urls; /* whole URLs, not components */
    /* One of them is set up and used. */
    struct furl_url_escape url_escape;
    struct furl_escape escape;
};

/* Escapes some octets of a record. */
static void feed(struct encoder *encoder, struct furl_range octets)
{
    struct output *output = &encoder->run->output;
    unsigned char *to = output_reserve(output, FURL_URL_ESCAPED_MAX(octets.n));

    if (to != NULL && encoder->urls) {
        output_commit(output, furl_url_escape_feed(&encoder->url_escape, octets.at, octets.n, to));
    } else if (to != NULL) {
        output_commit(output, furl_escape_feed(&encoder->escape, octets.at, octets.n, to));
    }
}

static void end(struct encoder *encoder, struct furl_range terminator)
{
    struct output *output = &encoder->run->output;
    unsigned char *to = output_reserve(output, FURL_URL_ESCAPED_MAX(0));

    if (encoder->urls && furl_url_escape_refuses(&encoder->url_escape)) {
        run_malformed(encoder->run, 1, furl_error_text(FURL_WRONG_RULES));
    }
    if (to != NULL && encoder->urls) {
        output_commit(output, furl_url_escape_final(&encoder->url_escape, to));
    } else if (to != NULL) {
        output_commit(output, furl_escape_final(&encoder->escape, to));
    }
    output_end(output, terminator);
}

/* Forgets a record that was cut. */
static void forget(struct encoder *encoder)
{
    if (encoder->urls) {
        furl_url_escape_restart(&encoder->url_escape);
    } else {
        furl_escape_restart(&encoder->escape);
    }
}

static void encode_input(struct encoder *encoder, struct input *input)
{
    struct record record;

    records_begin(&encoder->records, input);
    while (records_next(&encoder->records, &record)) {
        if (record.octets.n > 0) {
            feed(encoder, record.octets);
        }
        if (record.ends) {
            end(encoder, record.terminator);
        }
    }
    forget(encoder);
}

/* Applies --safe and --unsafe. */
static void adjust(struct encoder *encoder)
{
    struct furl_range safe = furl_range_of(encoder->run->options->safe);
    struct furl_range unsafe = furl_range_of(encoder->run->options->unsafe);

    if (encoder->urls) {
        furl_url_escape_allow(&encoder->url_escape, safe);
        furl_url_escape_forbid(&encoder->url_escape, unsafe);
    } else {
        furl_escape_allow(&encoder->escape, safe);
        furl_escape_forbid(&encoder->escape, unsafe);
    }
}

void encode(struct run *run)
{
    struct encoder *encoder = run_state(run, sizeof *encoder);

    if (encoder == NULL) {
        return;
    }
    encoder->run = run;
    encoder->urls = run->options->component == FURL_URL;
    if (encoder->urls) {
        furl_url_escape_init(&encoder->url_escape, run->options->rules);
    } else {
        furl_escape_init(&encoder->escape, options_rules(run->options),
                         &furl_components[run->options->component]);
    }
    adjust(encoder);
    encoder->records = run_records(run, RECORDS_MARK_IS_DATA);
    if (run_streams(run)) {
        if (run->options->ended_by == RECORDS_BY_LINE) {
            furl_escape_lines(&encoder->escape);
        } else if (run->options->ended_by == RECORDS_BY_NUL) {
            furl_escape_allow(&encoder->escape, terminator_nul);
        }
        encoder->records.ended_by = RECORDS_WHOLE;
    }
    struct input *input;
    inputs_begin(&encoder->inputs, run);
    while ((input = inputs_next(&encoder->inputs)) != NULL) {
        encode_input(encoder, input);
    }
}
