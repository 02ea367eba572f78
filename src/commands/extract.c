#include "config.h"

#include <inttypes.h>
#include <stdio.h>

#include "commands.h"
#include "finder.h"
#include "furl/lines/quote.h"
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
    struct finder finder;
    struct seen seen;
    struct rows rows;
    struct mailbox mailbox;
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
    bool narrow;       /* of a message, lines that have no URL need not be read */
};

/* Moves on to an offset, which the window holds. */
static void move_on(struct extractor *extractor, uint64_t offset)
{
    struct lines *lines = &extractor->lines;
    const struct furl_window *window = &extractor->finder.window;
    const unsigned char *at = window->at + furl_index(window, lines->offset);
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
           scheme_is_wanted(scheme, job->options->schemes, job->options->not_schemes);
}

static void take(struct extractor *extractor, const struct furl_found *found)
{
    struct job *job = extractor->job;
    struct spot spot = {0};

    if (extractor->spots) {
        spot = spot_of(extractor, found->offset);
    }
    struct row row = {
        .file = extractor->name, .line = spot.line, .mailbox = &extractor->mailbox, .found = found};
    if (!is_wanted(job, found, spot) || !rows_show(&extractor->rows, &row) ||
        !is_new(extractor, row.shown)) {
        return;
    }
    extractor->in_file++;
    extractor->found++;
    extractor->open += found->open ? 1 : 0;
    if (extractor->notes_torn) {
        torn_add(&extractor->torn, &extractor->finder.scanner, &extractor->finder.window, found);
    }
    if (job->options->quiet) {
        job->done = true;
    } else if (job->options->files_with_urls) {
        rows_put_file(job, extractor->name);
    } else if (!job->options->count) {
        rows_put_url(&extractor->rows, &row);
    }
}

/* Whether no more is wanted of the input. */
static bool is_enough(const struct extractor *extractor)
{
    const struct job *job = extractor->job;
    bool named = job->options->files_with_urls && extractor->in_file > 0;

    return job->done || named || extractor->in_file >= job->options->max_count ||
           output_failed(&job->output);
}

/* Looks at what is about to be dropped: all octets before `end`. A URL that has begun there is
 * still to be printed. */
static void look_at_dropped(struct extractor *extractor, uint64_t end)
{
    uint64_t begun = furl_scanner_begun(&extractor->finder.scanner);

    if (begun >= extractor->lines.offset && begun < end) {
        extractor->begun = spot_of(extractor, begun);
    }
    if (end > extractor->lines.offset) {
        move_on(extractor, end);
    }
}

/* Looks at the window before more is read. */
static void leave_window(struct extractor *extractor)
{
    struct finder *finder = &extractor->finder;
    const struct furl_window *window = &finder->window;

    torn_judge(&extractor->torn, window);
    if (extractor->notes_torn) {
        size_t spent = torn_spent(&extractor->torn, window, furl_index(window, finder->needed));
        finder->needed = window->offset + spent;
    }
    if (extractor->spots) {
        look_at_dropped(extractor, finder->needed);
    }
}

static void read_text(struct extractor *extractor, struct input *input)
{
    struct furl_found found;

    while (!is_enough(extractor)) {
        switch (finder_next(&extractor->finder, &found)) {
        case FINDER_URL:
            take(extractor, &found);
            break;
        case FINDER_READS:
            leave_window(extractor);
            break;
        case FINDER_END:
            if (input->error == 0) {
                torn_judge(&extractor->torn, &extractor->finder.window);
            }
            return;
        }
    }
}

static void begin_text(struct extractor *extractor)
{
    torn_restart(&extractor->torn);
    extractor->lines = (struct lines){.line = 1};
    extractor->quote = (struct furl_quote){0};
}

static void process_text(struct extractor *extractor, struct input *input)
{
    extractor->name = input->name;
    begin_text(extractor);
    finder_begin(&extractor->finder, input);
    read_text(extractor, input);
}

/* Whether the lines say by themselves what they say in their text: no URL can be too long, in
 * UTF-8, which a message would tell where it is. */
static bool fit(const struct options *options, const struct furl_range *lines, size_t n)
{
    size_t most = options->max_length / MAIL_UTF8_MAX((size_t)1);
    size_t i = 0;

    /* A byte order mark means something where a text begins. */
    while (i < n && lines[i].n <= most && !furl_starts(lines[i], "\xEF\xBB\xBF")) {
        i++;
    }
    return i == n;
}

static void read_messages(struct extractor *extractor)
{
    struct mailbox *mailbox = &extractor->mailbox;
    struct furl_range lines[FURL_LINES_MAX];
    struct input text;

    while (!is_enough(extractor) && mailbox_next(mailbox)) {
        size_t n = furl_lines_with_urls(&extractor->finder.scanner, mailbox_raw(mailbox), lines);
        if (n > 0 && extractor->narrow && fit(extractor->job->options, lines, n)) {
            mailbox_narrow(mailbox, lines, n);
        }
        if (n > 0 && mailbox_text(mailbox, &text)) {
            process_text(extractor, &text);
        }
    }
}

/* Reads a part of a file. */
static void process_range(struct extractor *extractor, struct input *input)
{
    const struct options *options = extractor->job->options;

    if (!input->regular) {
        job_failed(extractor->job, input->name, "not a regular file, as --range requires");
        return;
    }
    extractor->name = input->name;
    begin_text(extractor);
    finder_begin_range(&extractor->finder, input, options->from, options->end,
                       options->skip_quoted);
    extractor->lines.offset = extractor->finder.needed;
    read_text(extractor, input);
}

/* Reads the input as mail. Returns whether it is to be counted. */
static bool process_mail(struct extractor *extractor, struct input *input)
{
    bool opened = mailbox_open(&extractor->mailbox, input);

    if (opened) {
        extractor->name = extractor->mailbox.name;
        read_messages(extractor);
    }
    mailbox_close(&extractor->mailbox);
    return opened;
}

static void process(void *context, struct input *input)
{
    struct extractor *extractor = context;
    const struct options *options = extractor->job->options;
    bool counts = options->count && !options->quiet;

    extractor->in_file = 0;
    if (options->ranged) {
        process_range(extractor, input);
    } else if (!options->messages) {
        process_text(extractor, input);
    } else {
        counts = process_mail(extractor, input) && counts;
    }
    if (counts && input->error == 0) {
        rows_put_count(extractor->job, extractor->name, extractor->in_file);
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
    if (extractor->found == 0 && !job->options->ranged) { /* a part may have none */
        job_status(job, STATUS_MALFORMED);
    } else if (job->options->quiet) {
        job->status = STATUS_FINE; /* as grep has it: found is found */
    }
}

void extract(struct job *job)
{
    struct extractor *extractor = job_state(job, sizeof *extractor);

    if (extractor == NULL) {
        return;
    }
    extractor->job = job;
    extractor->notes_torn =
        job->watched && !job->options->quiet && !job->options->wrapped && !job->options->ranged;
    finder_init(&extractor->finder, job);
    mailbox_init(&extractor->mailbox, job);
    seen_init(&extractor->seen, job->key);
    if (rows_init(&extractor->rows, job)) {
        unsigned needs = extractor->rows.needs;
        extractor->spots = (needs & NEEDS_LINE) != 0 || job->options->skip_quoted;
        extractor->narrow = !extractor->spots && !extractor->notes_torn && !job->options->wrapped &&
                            !job->options->byte_offset && (needs & NEEDS_TEXT) == 0;
        job_inputs(job, process, extractor);
        conclude(job, extractor);
    }
    finder_free(&extractor->finder);
    mailbox_free(&extractor->mailbox);
    seen_free(&extractor->seen);
    rows_free(&extractor->rows);
}
