#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "furl/text/quote.h"
#include "furl/text/scanner.h"
#include "io/lines.h"
#include "rows.h"
#include "seen.h"
#include "torn.h"
#include "wanted.h"

/* What is known of the line that an octet is in. */
struct spot {
    uint64_t line; /* from 1 */
    bool quoted;
};

struct extractor {
    struct job *job;
    struct furl_scanner scanner;
    struct seen seen;
    struct rows rows;
    struct furl_window window;
    const char *name; /* of the input */
    uint64_t in_file; /* URLs printed, or counted, of it */
    uint64_t found;   /* of all inputs */
    uint64_t open;    /* of these, those that nothing continues */
    bool notes_torn;  /* those that line ends cut are asked for: */
    struct torn torn;
    /* Spots, where they are asked for: as of the octet at lines.offset. */
    bool spots;
    struct lines lines;
    struct furl_quote quote;
    struct spot begun; /* of the URL that began in an earlier window */
};

/* Moves on to an offset, which the window holds. */
static void move_on(struct extractor *extractor, uint64_t offset)
{
    struct lines *lines = &extractor->lines;
    const unsigned char *at = extractor->window.at + furl_index(&extractor->window, lines->offset);
    size_t n = (size_t)(offset - lines->offset);

    lines_pass(lines, at, n);
    if (extractor->job->options->skip_quoted) {
        furl_quote_feed(&extractor->quote, at, n);
    }
}

/* The spot of an octet: the one that the URL begun has, or none before the last one asked for. */
static struct spot spot_of(struct extractor *extractor, uint64_t offset)
{
    if (offset < extractor->lines.offset) {
        return extractor->begun;
    }
    move_on(extractor, offset);
    return (struct spot){extractor->lines.line, extractor->quote.angles > 0};
}

static bool is_new(struct extractor *extractor, struct furl_range shown)
{
    enum seen_answer answer =
        extractor->job->options->unique ? seen_add(&extractor->seen, shown) : SEEN_NEW;

    if (answer == SEEN_NO_MEMORY) {
        output_no_memory(&extractor->job->output);
    }
    return answer == SEEN_NEW;
}

static bool is_wanted(const struct job *job, const struct furl_found *found, struct spot spot)
{
    struct furl_range scheme = {found->url.at, found->scheme_n};

    return !(job->options->skip_quoted && spot.quoted) &&
           (job->options->schemes == NULL || schemes_have(job->options->schemes, scheme)) &&
           (job->options->not_schemes == NULL || !schemes_have(job->options->not_schemes, scheme));
}

static void take(struct extractor *extractor, const struct furl_found *found)
{
    struct job *job = extractor->job;
    struct spot spot = {0};

    if (extractor->spots) {
        spot = spot_of(extractor, found->offset);
    }
    struct row row = {.file = extractor->name, .line = spot.line, .found = found};
    if (!is_wanted(job, found, spot) || !rows_show(&extractor->rows, &row) ||
        !is_new(extractor, row.shown)) {
        return;
    }
    extractor->in_file++;
    extractor->found++;
    extractor->open += found->open ? 1 : 0;
    if (extractor->notes_torn) {
        torn_add(&extractor->torn, &extractor->scanner, &extractor->window, found);
    }
    if (job->options->quiet) {
        job->done = true;
    } else if (job->options->files_with_urls) {
        rows_put_file(job, extractor->name);
    } else if (!job->options->count) {
        rows_put_url(&extractor->rows, &row);
    }
}

static void report_too_long(struct extractor *extractor, uint64_t offset)
{
    struct job *job = extractor->job;
    char text[PHRASE_SIZE];

    snprintf(text, sizeof text, "URL longer than %zu octets", job->options->max_length);
    message_at_offset(&job->messages, offset, text);
    job_status(job, STATUS_MALFORMED);
}

/* Whether no more is wanted of the input. */
static bool is_enough(const struct extractor *extractor)
{
    const struct job *job = extractor->job;
    bool named = job->options->files_with_urls && extractor->in_file > 0;

    return job->done || named || extractor->in_file >= job->options->max_count ||
           output_failed(&job->output);
}

/* Takes what is certain in the window. Returns whether to go on. */
static bool take_window(struct extractor *extractor)
{
    struct furl_found found;

    while (!is_enough(extractor)) {
        switch (furl_scan(&extractor->scanner, &extractor->window, &found)) {
        case FURL_SCAN_MORE:
            torn_judge(&extractor->torn, &extractor->window);
            return !extractor->window.last;
        case FURL_SCAN_URL:
            take(extractor, &found);
            break;
        case FURL_SCAN_TOO_LONG:
            report_too_long(extractor, found.offset);
            break;
        case FURL_SCAN_NO_MEMORY:
            output_no_memory(&extractor->job->output);
            return false;
        }
    }
    return false;
}

/* Looks at what is about to be dropped: all octets before `end`. A URL that has begun there is
 * still to be printed. */
static void look_at_dropped(struct extractor *extractor, uint64_t end)
{
    uint64_t begun = furl_scanner_begun(&extractor->scanner);

    if (begun >= extractor->lines.offset && begun < end) {
        extractor->begun = spot_of(extractor, begun);
    }
    if (end > extractor->lines.offset) {
        move_on(extractor, end);
    }
}

static void read_text(struct extractor *extractor, struct input *input)
{
    const struct input_block *memory = &extractor->job->block;
    /* What is held comes right before what is read next, which always has the same place. */
    _Static_assert(FURL_SCAN_HOLD <= INPUT_BEFORE, "there is room for it");
    unsigned char *block = memory->at;
    struct furl_window *window = &extractor->window;
    size_t held = 0;

    *window = (struct furl_window){.at = block};
    do {
        size_t n = input_read(input, &extractor->job->output, block, memory->n);
        if (input->error != 0) {
            return; /* nobody knows where the URL that has begun would end */
        }
        window->n = held + n;
        window->last = n == 0;
        if (!take_window(extractor)) {
            return;
        }
        size_t dropped = furl_scanner_spent(&extractor->scanner, window);
        if (extractor->notes_torn) {
            dropped = torn_spent(&extractor->torn, window, dropped);
        }
        if (extractor->spots) {
            look_at_dropped(extractor, window->offset + dropped);
        }
        held = window->n - dropped;
        memmove(block - held, window->at + dropped, held);
        *window = (struct furl_window){.at = block - held, .offset = window->offset + dropped};
    } while (true);
}

static void process(void *context, struct input *input)
{
    struct extractor *extractor = context;

    furl_scanner_restart(&extractor->scanner);
    torn_restart(&extractor->torn);
    extractor->name = input->name;
    extractor->in_file = 0;
    extractor->lines = (struct lines){.line = 1};
    extractor->quote = (struct furl_quote){0};
    if (!is_enough(extractor)) {
        read_text(extractor, input);
    }
    if (extractor->job->options->count && input->error == 0 && !extractor->job->options->quiet) {
        rows_put_count(extractor->job, input->name, extractor->in_file);
    }
}

/* Tells of URLs that are probably not whole, in one line. */
static void note(const struct extractor *extractor)
{
    char open[PHRASE_SIZE] = "", torn[PHRASE_SIZE] = "";

    if (extractor->open > 0) {
        snprintf(open, sizeof open,
                 "open URLs, ending at a \"%%%%\" without continuation: %" PRIu64, extractor->open);
    }
    if (extractor->torn.count > 0) {
        snprintf(torn, sizeof torn, "URLs that a line end probably cut (see --wrapped): %" PRIu64,
                 extractor->torn.count);
    }
    if (open[0] != '\0' || torn[0] != '\0') {
        job_note(extractor->job, "%s%s%s", open, open[0] != '\0' && torn[0] != '\0' ? "; " : "",
                 torn);
    }
}

/* Says at the end of the run what was found. */
static void conclude(struct job *job, const struct extractor *extractor)
{
    note(extractor);
    if (extractor->found == 0) {
        job_status(job, STATUS_MALFORMED);
    } else if (job->options->quiet) {
        job->status = STATUS_FINE; /* as grep has it: found is found */
    }
}

void extract(struct job *job)
{
    struct extractor extractor = {
        .job = job,
        .notes_torn = job->watched && !job->options->quiet && !job->options->wrapped,
    };
    const struct furl_ways ways = {
        .max_length = job->options->max_length,
        .eight = job->options->eight,
        .wrapped = job->options->wrapped,
    };

    furl_scanner_init(&extractor.scanner, furl_kernels(), &ways);
    seen_init(&extractor.seen, job->key);
    if (rows_init(&extractor.rows, job)) {
        extractor.spots = (extractor.rows.needs & NEEDS_LINE) != 0 || job->options->skip_quoted;
        job_inputs(job, process, &extractor);
        conclude(job, &extractor);
    }
    furl_scanner_free(&extractor.scanner);
    seen_free(&extractor.seen);
    rows_free(&extractor.rows);
}
