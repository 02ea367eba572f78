#include "config.h"

#include "cli/commands.h"
#include "cli/inputs.h"
#include "furl/url/url_escape.h"
#include "url_records.h"

_Static_assert(FURL_ESCAPED_MAX(RECORDS_PIECE) <= OUTPUT_BLOCK,
               "the block of the output need not grow for a piece");

struct encoder {
    struct run *run;
    struct inputs inputs;
    struct records records;
    struct furl_escape escape;
    struct url_records urls; /* for whole URLs, in place of the members above */
    struct furl_url_escape url_escape;
};

static void encode_record(struct encoder *encoder, const struct records_piece *record)
{
    struct output *output = &encoder->run->output;
    unsigned char *to = output_reserve(output, FURL_ESCAPED_MAX(record->octets.n));

    if (to == NULL) {
        return;
    }
    size_t n = furl_escape_feed(&encoder->escape, record->octets.ptr, record->octets.n, to);
    n += record->ends ? furl_escape_final(&encoder->escape, to + n) : 0;
    output_commit(output, n);
    if (record->ends) {
        output_end(output, record->terminator);
    }
}

static void encode_input(struct encoder *encoder, struct input *input)
{
    struct records_piece record;

    records_begin(&encoder->records, input);
    while (run_next_record(encoder->run, &encoder->records, &record)) {
        encode_record(encoder, &record);
    }
    furl_escape_restart(&encoder->escape); /* forgets an incomplete record */
}

static void encode_urls(struct encoder *encoder)
{
    struct url_records *urls = &encoder->urls;
    const struct options *options = encoder->run->options;
    struct output *output = &encoder->run->output;

    furl_url_escape_init(&encoder->url_escape, options->rules, furl_range_of(options->safe),
                         furl_range_of(options->unsafe));
    urls->passes_malformed = urls->passes_ends = true;
    urls->bom = RECORDS_BOM_IS_DATA;
    bool fine = url_records_begin(urls, encoder->run);
    while (fine && url_records_next(urls)) {
        struct furl_range octets = urls->piece.octets;
        struct furl_result result = {.error = FURL_FINE};
        unsigned char *to = output_reserve(output, FURL_ESCAPED_MAX(octets.n));
        if (to != NULL) {
            result = furl_escape_url(&encoder->url_escape, octets, to);
            output_commit(output, result.error == FURL_FINE ? result.n : 0);
        }
        url_records_end(urls, result);
    }
    url_records_free(urls);
}

static void encode_components(struct encoder *encoder)
{
    struct run *run = encoder->run;
    const struct options *options = run->options;
    struct input *input;

    furl_escape_init(&encoder->escape, options_rules(options),
                     &furl_components[options->component]);
    furl_escape_allow(&encoder->escape, furl_range_of(options->safe));
    furl_escape_forbid(&encoder->escape, furl_range_of(options->unsafe));
    encoder->records = run_records(run, RECORDS_BOM_IS_DATA);
    if (run_streams(run)) {
        if (options->ended_by == RECORDS_BY_LINE) {
            furl_escape_lines(&encoder->escape);
        } else if (options->ended_by == RECORDS_BY_NUL) {
            furl_escape_allow(&encoder->escape, terminator_nul);
        }
        encoder->records.ended_by = RECORDS_BY_INPUT;
    }
    while ((input = inputs_next(&encoder->inputs, run)) != NULL) {
        encode_input(encoder, input);
    }
}

static void encode(struct run *run)
{
    struct encoder *encoder = run->state;

    encoder->run = run;
    if (run->options->component == FURL_URL) {
        encode_urls(encoder);
    } else {
        encode_components(encoder);
    }
}

const struct command_work encode_work = {
    .purpose = "Escape each record for one component of a URL.",
    .examples = "  $ fidourl encode -c path --rules=rfc3986 -e 'my file.txt'\n"
                "  my%20file.txt\n"
                "  $ fidourl encode -e 'Is it ready?'\n"
                "  Is+it+ready%3F\n"
                "  $ fidourl encode -c areatag -e SETI@home\n"
                "  SETI%40home\n",
    .malformed = "1 malformed record",
    .state = sizeof(struct encoder),
    .run = encode,
};
