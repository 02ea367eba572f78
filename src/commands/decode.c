#include "config.h"

#include "cli/commands.h"
#include "cli/inputs.h"
#include "furl/url/url_escape.h"
#include "url_records.h"

struct decoder {
    struct run *run;
    struct inputs inputs;
    struct records records;
    struct furl_unescape unescape;
    struct url_records urls; /* for whole URLs, in place of inputs and records */
    /* If `counts`, an input is read as one record. Its real records are counted only for messages,
     * by offsets in the input. */
    bool counts;
    struct furl_range fed;
    uint64_t fed_at;     /* the offset of fed.ptr */
    uint64_t counted_to; /* records before this offset are counted */
    uint64_t record_at;  /* the offset where the record starts */
};

/* Counts the records before `offset`, which is in `fed` or at its end. Does nothing after the last
 * printed message. */
static void count_records(struct decoder *decoder, uint64_t offset)
{
    if (!decoder->counts || offset <= decoder->counted_to ||
        !diagnostics_show(&decoder->run->diagnostics)) {
        return;
    }
    unsigned char terminator = decoder->run->options->ended_by == RECORDS_BY_NUL ? '\0' : '\n';
    const unsigned char *from = decoder->fed.ptr + (decoder->counted_to - decoder->fed_at);
    const unsigned char *to = decoder->fed.ptr + (offset - decoder->fed_at);
    size_t n = furl_choose_kernels()->count(from, (size_t)(to - from), terminator);

    decoder->run->record += n;
    decoder->counted_to = offset;
    if (n > 0) {
        while (to[-1] != terminator) {
            to--;
        }
        decoder->record_at = decoder->fed_at + (uint64_t)(to - decoder->fed.ptr);
    }
}

static void report(void *context, uint64_t column, uint64_t n)
{
    struct decoder *decoder = context;
    uint64_t offset = column - 1;

    count_records(decoder, offset);
    run_malformed(decoder->run, decoder->counts ? offset - decoder->record_at + 1 : column, n,
                  furl_error_text(FURL_BAD_ESCAPE));
}

/* Forgets a finished or incomplete record. */
static void forget(struct decoder *decoder)
{
    furl_unescape_restart(&decoder->unescape);
    decoder->counted_to = decoder->record_at = 0;
}

static void decode_record(struct decoder *decoder, const struct records_piece *record)
{
    struct furl_unescape *unescape = &decoder->unescape;
    struct output *output = &decoder->run->output;
    unsigned char *to = output_reserve(output, FURL_UNESCAPED_MAX(record->octets.n));

    if (to == NULL) {
        return;
    }
    decoder->fed = record->octets;
    decoder->fed_at = unescape->column;
    size_t n = furl_unescape_feed(unescape, record->octets.ptr, record->octets.n, to);
    count_records(decoder, unescape->column);
    n += record->ends ? furl_unescape_final(unescape, to + n) : 0;
    output_commit(output, n);
    if (record->ends) {
        output_end(output, record->terminator);
        forget(decoder);
    }
}

/* Returns the octets of record ends. Their escapes must remain. */
static struct furl_range record_end_octets(enum record_end ended_by)
{
    static const unsigned char octets[] = {'\0', '\r', '\n'};
    static const size_t n[] = {
        [RECORDS_BY_LINE] = sizeof octets, [RECORDS_BY_NUL] = 1, [RECORDS_BY_INPUT] = 0};

    return (struct furl_range){octets, n[ended_by]};
}

static void decode_input(struct decoder *decoder, struct input *input)
{
    struct records_piece record;

    records_begin(&decoder->records, input);
    while (run_next_record(decoder->run, &decoder->records, &record)) {
        decode_record(decoder, &record);
    }
    forget(decoder);
}

static void decode_urls(struct decoder *decoder)
{
    struct url_records *urls = &decoder->urls;
    struct output *output = &decoder->run->output;

    urls->passes_malformed = urls->passes_ends = true;
    urls->bom = RECORDS_BOM_PASSES;
    bool fine = url_records_begin(urls, decoder->run);
    while (fine && url_records_next(urls)) {
        struct furl_range octets = urls->piece.octets;
        unsigned char *to = output_reserve(output, FURL_UNESCAPED_MAX(octets.n));
        if (to != NULL) {
            output_commit(output, furl_url_unescape(&decoder->unescape, octets, to));
        }
        url_records_end(urls, (struct furl_result){.error = FURL_FINE});
    }
    url_records_free(urls);
}

static void decode_components(struct decoder *decoder)
{
    struct run *run = decoder->run;
    struct input *input;

    decoder->records = run_records(run, RECORDS_BOM_PASSES);
    if (run_streams(run)) {
        decoder->counts = run->options->ended_by != RECORDS_BY_INPUT;
        decoder->records.ended_by = RECORDS_BY_INPUT;
    }
    while ((input = inputs_next(&decoder->inputs, run)) != NULL) {
        decode_input(decoder, input);
    }
}

static void decode(struct run *run)
{
    struct decoder *decoder = run->state;
    bool keep = run->options->controls == CONTROLS_KEEP ||
                (run->options->controls == CONTROLS_AUTO && run->terminal);

    decoder->run = run;
    furl_unescape_init(&decoder->unescape, options_rules(run->options)->plus,
                       record_end_octets(run->options->ended_by), keep, report, decoder);
    if (run->options->component == FURL_URL) {
        decode_urls(decoder);
    } else {
        decode_components(decoder);
    }
    run_note_count(run,
                   run->options->ended_by == RECORDS_BY_NUL
                       ? "escapes of NUL not decoded"
                       : "escapes of line ends and NUL not decoded",
                   decoder->unescape.unchanged_n, keep ? "" : "; use --whole to decode them");
}

const struct command_work decode_work = {
    .purpose = "Decode the escapes in each record.",
    .examples = "  $ fidourl decode -e 'Is+it+ready%3F'\n"
                "  Is it ready?\n",
    .malformed = "1 malformed record",
    .state = sizeof(struct decoder),
    .run = decode,
};
