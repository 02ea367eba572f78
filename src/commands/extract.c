/* URLs that were printed as they are, though a line end probably cut them: how many. */
#include "config.h"

#include <inttypes.h>
#include <stdio.h>

#include "cli/commands.h"
#include "cli/inputs.h"
#include "cli/scheme_list.h"
#include "cli/unique.h"
#include "furl/text/scanner.h"
#include "match_rows.h"
#include "text.h"

/* The most URLs of which it is not known yet: one for each line that may be in delimiters, and some
 * that may be torn within their line. Further ones do not count. */
#define TORN_MAX (FURL_WRAP_LINES + 1)

struct torn {
    uint64_t count;
    struct torn_url {
        struct furl_start start;
        struct furl_point end; /* before it was trimmed */
        struct furl_wrap wrap;
    } urls[TORN_MAX]; /* those of which it is not known, in their order */
    size_t n;
};

/* Begins another text. */
void torn_restart(struct torn *torn);

/* Takes the URL that furl_scan found in the window. */
void torn_add(struct torn *torn, const struct furl_scanner *scanner,
              const struct furl_window *window, const struct furl_found *found);

/* Judges the URLs, in their order, as far as the window tells. */
void torn_judge(struct torn *torn, const struct furl_window *window);

/* The number of octets at the window's front that are not needed any more, of the `spent` that the
 * scanner does not need. */
size_t torn_spent(const struct torn *torn, const struct furl_window *window, size_t spent);

void torn_restart(struct torn *torn)
{
    torn->n = 0;
}

void torn_judge(struct torn *torn, const struct furl_window *window)
{
    size_t kept = 0;

    for (size_t i = 0; i < torn->n; i++) {
        struct torn_url *url = &torn->urls[i];
        uint64_t at = 0;
        enum furl_answer answer = furl_wrap_resume(&url->wrap, window, &url->start, url->end, &at);
        torn->count += answer == FURL_YES ? 1 : 0;
        if (answer == FURL_MORE) {
            torn->urls[kept++] = *url;
        }
    }
    torn->n = kept;
}

void torn_add(struct torn *torn, const struct furl_scanner *scanner,
              const struct furl_window *window, const struct furl_found *found)
{
    const struct furl_start *start = &scanner->reading.start;
    uint64_t end = scanner->reading.at;

    if (found->joined != 0 || found->open || end == furl_window_end(window) ||
        !furl_wrap_may(window, start, end)) {
        return;
    }
    torn_judge(torn, window);
    if (torn->n < TORN_MAX) {
        struct torn_url *url = &torn->urls[torn->n++];
        url->start = *start;
        url->end = (struct furl_point){end, end - start->at};
        furl_wrap_begin(&url->wrap);
    }
}

size_t torn_spent(const struct torn *torn, const struct furl_window *window, size_t spent)
{
    size_t stop = torn->n > 0 ? furl_index(window, torn->urls[0].end.at) : spent;
    size_t first = stop < spent ? stop : spent;

    return first > FURL_WRAP_OCTETS ? first - FURL_WRAP_OCTETS - 1 : 0;
}

struct extractor {
    struct job *job;
    struct inputs inputs;
    struct text text;
    struct seen seen;
    struct rows rows;
    struct mailbox mailbox;
    const char *name; /* of the input */
    uint64_t in_file; /* URLs printed, or counted, of it */
    uint64_t found;   /* of all inputs */
    uint64_t open;    /* of these, those that nothing continues */
    bool notes_torn;  /* those that line ends cut are asked for: */
    struct torn torn;
    bool narrow; /* of a message, lines that have no URL need not be read */
};

static bool is_new(struct extractor *extractor, struct furl_range shown)
{
    enum seen_answer answer =
        extractor->job->options->unique ? seen_add(&extractor->seen, shown) : SEEN_NEW;

    if (answer == SEEN_NO_MEMORY) {
        output_no_memory(&extractor->job->output);
    }
    return answer == SEEN_NEW;
}

static bool is_wanted(const struct job *job, const struct text *text)
{
    struct furl_range scheme = {text->match.url.at, text->match.scheme_n};

    return !(job->options->skip_quoted && text->quoted) &&
           scheme_is_wanted(scheme, job->options->schemes, job->options->not_schemes);
}

/* Prints the match, or does with it what else is asked for. */
static void print_match(struct extractor *extractor)
{
    struct job *job = extractor->job;
    const struct text *text = &extractor->text;
    const struct furl_found *match = &text->match;
    struct row row = {.file = extractor->name,
                      .line = text->line,
                      .mailbox = &extractor->mailbox,
                      .found = match};

    if (!is_wanted(job, text) || !rows_show(&extractor->rows, &row) ||
        !is_new(extractor, row.shown)) {
        return;
    }
    extractor->in_file++;
    extractor->found++;
    extractor->open += match->open ? 1 : 0;
    if (extractor->notes_torn) {
        torn_add(&extractor->torn, &text->scanner, &text->window, match);
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

/* Looks at the window before more is read. */
static void leave_window(struct extractor *extractor)
{
    struct text *text = &extractor->text;
    const struct furl_window *window = &text->window;

    torn_judge(&extractor->torn, window);
    if (extractor->notes_torn) {
        size_t spent = torn_spent(&extractor->torn, window, furl_index(window, text->needed));
        text->needed = window->offset + spent;
    }
}

/* Prints the URLs of the text that was begun. */
static void extract_urls(struct extractor *extractor)
{
    torn_restart(&extractor->torn);
    while (!is_enough(extractor)) {
        switch (text_next(&extractor->text)) {
        case TEXT_URL:
            print_match(extractor);
            break;
        case TEXT_READS:
            leave_window(extractor);
            break;
        case TEXT_DONE:
            torn_judge(&extractor->torn, &extractor->text.window);
            break;
        case TEXT_PIECE:
        case TEXT_OVER:
            return;
        }
    }
}

static void extract_text(struct extractor *extractor, struct input *input)
{
    extractor->name = input->name;
    text_begin(&extractor->text, input);
    extract_urls(extractor);
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

static void extract_messages(struct extractor *extractor)
{
    struct mailbox *mailbox = &extractor->mailbox;
    struct furl_range lines[FURL_LINES_MAX];
    struct input text;

    while (!is_enough(extractor) && mailbox_next(mailbox)) {
        size_t n = furl_lines_with_urls(&extractor->text.scanner, mailbox_raw(mailbox), lines);
        if (n > 0 && extractor->narrow && fit(extractor->job->options, lines, n)) {
            mailbox_narrow(mailbox, lines, n);
        }
        if (n > 0 && mailbox_text(mailbox, &text)) {
            extract_text(extractor, &text);
        }
    }
}

static void extract_range(struct extractor *extractor, struct input *input)
{
    const struct options *options = extractor->job->options;

    if (!input->regular) {
        job_failed(extractor->job, input->name, "not a regular file, as --range requires");
        return;
    }
    extractor->name = input->name;
    text_begin_range(&extractor->text, input, options->from, options->end);
    extract_urls(extractor);
}

/* Reads the input as mail. Returns whether it is to be counted. */
static bool extract_mail(struct extractor *extractor, struct input *input)
{
    bool opened = mailbox_open(&extractor->mailbox, input);

    if (opened) {
        extractor->name = extractor->mailbox.name;
        extract_messages(extractor);
    }
    mailbox_close(&extractor->mailbox);
    return opened;
}

static void extract_input(struct extractor *extractor, struct input *input)
{
    const struct options *options = extractor->job->options;
    bool counts = options->count && !options->quiet;

    extractor->in_file = 0;
    if (options->ranged) {
        extract_range(extractor, input);
    } else if (!options->messages) {
        extract_text(extractor, input);
    } else {
        counts = extract_mail(extractor, input) && counts;
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
    text_init(&extractor->text, job);
    mailbox_init(&extractor->mailbox, job);
    seen_init(&extractor->seen, job->key);
    if (rows_init(&extractor->rows, job)) {
        unsigned needs = extractor->rows.needs;
        struct text *text = &extractor->text;
        text->counts = (needs & NEEDS_LINE) != 0;
        text->quotes = job->options->skip_quoted;
        extractor->narrow = !text->counts && !text->quotes && !extractor->notes_torn &&
                            !job->options->wrapped && !job->options->byte_offset &&
                            (needs & NEEDS_TEXT) == 0;
        struct input *input;
        inputs_begin(&extractor->inputs, job);
        while ((input = inputs_next(&extractor->inputs)) != NULL) {
            extract_input(extractor, input);
        }
        conclude(job, extractor);
    }
    text_free(&extractor->text);
    mailbox_free(&extractor->mailbox);
    seen_free(&extractor->seen);
    rows_free(&extractor->rows);
}
