#include "config.h"

#include <assert.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/inputs.h"
#include "cli/unique.h"
#include "match_rows.h"
#include "text.h"

/* The most undecided URLs: one for each line of delimiters, and the URLs that can be torn within
 * one line. There is room for as many more, which are not tested again yet. */
#define UNDECIDED_MAX (FURL_WRAPPED_LINES + 1 + FURL_WRAPPED_OCTETS / FURL_TORN_WIDTH)
#define CUT_URLS_MAX  (2 * UNDECIDED_MAX)

/* The least number of new octets before an undecided URL is tested again. */
#define CUT_URL_LEAST ((size_t)64)

/* Counts printed URLs that a line end probably cut. */
struct cut_urls {
    uint64_t count;
    struct cut_url {
        uint64_t window_offset; /* the base of the window for the indices */
        struct furl_start head;
        size_t untrimmed_end;
        uint64_t due;     /* the URL is tested again when the window ends at this offset */
    } urls[CUT_URLS_MAX]; /* the undecided URLs, in their order */
    size_t n;
    uint64_t due; /* the least `due` of all */
};

/* If the URL certainly continues on the next line, counts the URL. Returns whether the answer is
 * still undecided. The next test comes when the octets after the URL have doubled, so that time is
 * linear. */
static bool cut_url_is_open(struct cut_urls *cut, struct cut_url *url,
                            const struct text_reader *text)
{
    struct furl_window window = text->window;
    struct furl_wrapped wrap = {.certain_end = 0};
    const size_t dropped = (size_t)(text->window_offset - url->window_offset);
    size_t pos;

    window.beyond = false;
    assert(dropped <= url->head.pos &&
           url->head.pos <= url->untrimmed_end); /* cut_urls_needs keeps them */
    assert(url->untrimmed_end <= window.n + dropped);
    url->window_offset = text->window_offset;
    url->head.pos -= dropped;
    url->head.body -= dropped;
    url->untrimmed_end -= dropped;
    const size_t after = window.n - url->untrimmed_end;
    url->due = text->window_offset + window.n + (after < CUT_URL_LEAST ? CUT_URL_LEAST : after);
    struct furl_position stop = {url->untrimmed_end, url->untrimmed_end - url->head.pos};
    bool goes_on =
        stop.pos < window.n && furl_wrapped_resume(&wrap, &window, &url->head, stop, &pos);
    cut->count += goes_on && !window.beyond ? 1 : 0;
    return window.beyond;
}

/* Tests the URLs that are due or, if `all`, all URLs. Keeps the undecided ones. */
static void cut_urls_classify(struct cut_urls *cut, const struct text_reader *text, bool all)
{
    const uint64_t end = text->window_offset + text->window.n;
    size_t kept = 0;

    if (!all && end < cut->due) {
        return;
    }
    cut->due = UINT64_MAX;
    for (size_t i = 0; i < cut->n; i++) {
        struct cut_url *url = &cut->urls[i];
        if ((!all && end < url->due) || cut_url_is_open(cut, url, text)) {
            cut->due = url->due < cut->due ? url->due : cut->due;
            cut->urls[kept++] = *url;
        }
    }
    cut->n = kept;
}

/* Counts the found URL if a line end cut the URL, or adds the URL to the undecided ones. */
static void cut_urls_add(struct cut_urls *cut, const struct text_reader *text)
{
    const struct furl_match *match = &text->match;
    struct cut_url url = {text->window_offset, match->head, match->untrimmed_end, 0};
    const size_t n = match->untrimmed_end - match->start;

    if (match->joined != 0 || match->open || n > FURL_WRAPPED_OCTETS ||
        furl_line_length(furl_between(&text->window, match->start, match->untrimmed_end)) < n ||
        !cut_url_is_open(cut, &url, text)) {
        return; /* a mark that failed can have led to another line */
    }
    if (cut->n == CUT_URLS_MAX) {
        cut_urls_classify(cut, text, true);
    }
    assert(cut->n < CUT_URLS_MAX);
    cut->urls[cut->n++] = url;
    cut->due = url.due < cut->due ? url.due : cut->due;
}

/* Returns the index of the first octet still needed: a line before the first undecided URL. */
static size_t cut_urls_needs(const struct cut_urls *cut, const struct text_reader *text)
{
    const size_t needed = text->keep_from;
    size_t first = cut->n > 0 ? cut->urls[0].untrimmed_end -
                                    (size_t)(text->window_offset - cut->urls[0].window_offset)
                              : needed;

    first = first < needed ? first : needed;
    return first > FURL_WRAPPED_OCTETS ? first - FURL_WRAPPED_OCTETS - 1 : 0;
}

struct extractor {
    struct run *run;
    struct inputs inputs;
    struct text_reader text;
    struct unique seen;
    struct match_rows rows;
    struct mailbox mailbox;
    struct furl_find_settings plain; /* settings without any option */
    uint64_t in_file;                /* URLs of the current file printed or counted */
    uint64_t found;                  /* URLs of all inputs printed or counted */
    uint64_t open;                   /* URLs that end in a mark without a continuation */
    bool notes_cut;                  /* URLs cut by line ends are counted in `cut` */
    struct cut_urls cut;
    bool parts;        /* the message has alternatives after its text */
    struct unique had; /* the canonical forms that the message had so far */
    size_t nth;        /* the first alternative that ends after in_body */
    uint64_t in_text;  /* an offset of the text, for which in_body is known */
    size_t in_body;    /* the offset of the body at `in_text` */
    bool only_lines;   /* lines without a URL in a message need not be read */
};

static bool is_new(struct extractor *extractor, struct furl_range shown)
{
    enum unique_answer answer =
        extractor->run->options->unique ? unique_add(&extractor->seen, shown) : UNIQUE_NEW;

    return output_has_memory(&extractor->run->output, answer != UNIQUE_NO_MEMORY) &&
           answer == UNIQUE_NEW;
}

/* Returns whether the match is in an alternative after the text of the message. Lines of the body
 * can end in CR LF. Lines of the text end in LF. */
static bool is_in_alternative(struct extractor *extractor)
{
    const struct mail_message *message = &extractor->mailbox.store.message;
    const uint64_t offset = extractor->text.window_offset + extractor->text.match.start;
    const struct mail_stretch *parts = mail_html(message);

    for (; extractor->in_text < offset && extractor->in_body < message->body.n;
         extractor->in_text++) {
        struct furl_range rest = message->body;
        furl_skip(&rest, extractor->in_body);
        extractor->in_body += furl_starts(rest, "\r\n") ? 2 : 1;
    }
    while (extractor->nth < message->html_n &&
           parts[extractor->nth].offset + parts[extractor->nth].n <= extractor->in_body) {
        extractor->nth++;
    }
    return extractor->nth < message->html_n && parts[extractor->nth].offset <= extractor->in_body;
}

/* Returns whether the match is in an alternative, and repeats a URL of the message. */
static bool is_repeated(struct extractor *extractor)
{
    if (!extractor->parts) {
        return false;
    }
    enum unique_answer answer = unique_add(&extractor->had, extractor->rows.fields.canonical);
    return !output_has_memory(&extractor->run->output, answer != UNIQUE_NO_MEMORY) ||
           (is_in_alternative(extractor) && answer == UNIQUE_KNOWN);
}

/* Prints or counts the match, by the options. */
static void print_match(struct extractor *extractor)
{
    struct run *run = extractor->run;
    struct text_reader *text = &extractor->text;
    const struct furl_match *match = &text->match;
    struct match_row row = {.found = match};

    const bool wants = text_wants_match(text);
    if (!(wants || extractor->parts) || !match_row_fill(&extractor->rows, &row) ||
        is_repeated(extractor) || !wants || !row.meets || !is_new(extractor, row.shown)) {
        return;
    }
    extractor->in_file++;
    extractor->found++;
    extractor->open += match->open ? 1 : 0;
    if (extractor->notes_cut) {
        cut_urls_add(&extractor->cut, text);
    }
    if (run->options->quiet) {
        run->done = true;
    } else if (run->options->files_with_urls) {
        output_data(&run->output, run->diagnostics.name, strlen(run->diagnostics.name));
        run_end_row(run);
    } else if (!run->options->count) {
        match_row_put(&extractor->rows, &row);
    }
}

/* Returns whether the rest of the input is not wanted. */
static bool has_enough_urls(const struct extractor *extractor)
{
    const struct run *run = extractor->run;
    bool named = run->options->files_with_urls && extractor->in_file > 0;

    return run->done || named || extractor->in_file >= run->options->max_count;
}

static void extract_text(struct extractor *extractor, struct input *input)
{
    struct text_reader *text = &extractor->text;
    struct cut_urls *cut = &extractor->cut;
    enum text_token token = TEXT_OCTETS;

    cut->n = 0;
    cut->due = UINT64_MAX;
    text_begin(text, input);
    while (!has_enough_urls(extractor) && (token = text_next(text)) != TEXT_END) {
        if (token == TEXT_URL) {
            print_match(extractor);
        } else {
            cut_urls_classify(cut, text, token == TEXT_LAST_OCTETS);
        }
        if (token == TEXT_OCTETS && extractor->notes_cut) {
            text->keep_from = cut_urls_needs(cut, text);
        }
    }
    text_end(text);
}

/* Returns whether the lines alone give the result of the text. They do not if a URL can be too long
 * in UTF-8, because its offset in the text is reported. */
static bool lines_suffice(const struct options *options, const struct furl_range *lines, size_t n)
{
    size_t most = options->max_length / MAIL_UTF8_MAX((size_t)1);
    size_t i = 0;

    /* A byte order mark has a meaning at the start of a text. */
    while (i < n && lines[i].n <= most && furl_bom(lines[i].ptr, lines[i].n) == 0) {
        i++;
    }
    return i == n;
}

/* Prints the URLs in the head of the message. Each field is a text of its own. */
static void extract_head(struct extractor *extractor)
{
    const struct mailbox *mailbox = &extractor->mailbox;
    const struct furl_range *links = mailbox->store.message.head.links;
    const bool counts = extractor->text.counts;
    struct input field;

    extractor->text.counts = false; /* a head has no line */
    for (size_t i = 0; i < MAIL_LINKS; i++) {
        if (links[i].n > 0) {
            input_octets(&field, mailbox->name, links[i]);
            extract_text(extractor, &field);
        }
    }
    extractor->text.counts = counts;
}

/* Returns whether plain `extract`, without any options, finds a URL in a text. A mailto does not
 * count. */
static bool has_links(void *context, struct furl_range text)
{
    struct extractor *extractor = context;
    struct furl_find_settings *settings = &extractor->plain;
    struct furl_window window = furl_window_of(text);
    struct furl_search search = {.skips = false};
    struct furl_range lines[FURL_LINES_MAX];
    struct furl_match match;
    enum furl_found found =
        furl_lines_with_urls(settings, text, lines) > 0 ? FURL_FOUND : FURL_NONE;
    bool has = false;

    while (!has && (found == FURL_FOUND || found == FURL_TOO_LONG)) {
        found = furl_find(settings, &window, &search, &extractor->text.joined, &match);
        has = found == FURL_FOUND && !furl_spells(match.url.ptr, match.scheme_n, "mailto");
    }
    return has;
}

static void extract_message(struct extractor *extractor)
{
    struct mailbox *mailbox = &extractor->mailbox;
    struct mail_message *message = &mailbox->store.message;
    struct furl_range lines[FURL_LINES_MAX];
    struct input text;

    size_t n = furl_lines_with_urls(&extractor->text.settings, message->body, lines);
    bool soft = mail_has_soft_returns(message);
    bool may = n > 0 || soft || extractor->run->options->bare;
    const bool parts = extractor->run->options->all_alternatives && message->html_n > 0;
    if (n > 0 && !soft && !parts && extractor->only_lines &&
        lines_suffice(extractor->run->options, lines, n)) {
        message->wanted = lines;
        message->wanted_n = n;
    }
    extract_head(extractor);
    if (parts) {
        unique_free(&extractor->had);
        unique_init(&extractor->had, extractor->run->key);
        extractor->nth = extractor->in_body = 0;
        extractor->in_text = 0;
    }
    if (may && mailbox_text(mailbox, &text)) {
        extractor->parts = parts;
        extract_text(extractor, &text);
        extractor->parts = false;
    }
}

/* Reads the input as mail. Returns whether a count can be printed. */
static bool extract_mail(struct extractor *extractor, struct input *input)
{
    bool opened = mailbox_open(&extractor->mailbox, input);

    while (opened && !has_enough_urls(extractor) && mailbox_next(&extractor->mailbox)) {
        extract_message(extractor);
    }
    mailbox_close(&extractor->mailbox);
    return opened;
}

static void extract_input(struct extractor *extractor, struct input *input)
{
    const struct options *options = extractor->run->options;
    bool counts = options->count && !options->quiet;

    extractor->in_file = 0;
    if (options->messages) {
        counts = extract_mail(extractor, input) && counts;
    } else {
        extract_text(extractor, input);
    }
    if (counts && input->error == 0) {
        match_rows_put_count(extractor->run, extractor->in_file);
    }
}

/* Sets the run's note and exit status. */
static void set_note_and_status(struct run *run, const struct extractor *extractor)
{
    run_note_count(run, "URLs that end in \"%%\" without a continuation", extractor->open, "");
    run_note_count(run, "URLs that a line end probably cut (use -W to join them)",
                   extractor->cut.count, "");
    if (extractor->found == 0) {
        run_raise(run, STATUS_MALFORMED);
    } else if (run->options->quiet) {
        run->status = STATUS_FINE; /* like grep -q: success in spite of errors */
    }
}

static void extract(struct run *run)
{
    struct extractor *extractor = run->state;

    extractor->run = run;
    /* A run that ends early would have to wait for the octets that decide its last URL. */
    extractor->notes_cut = run->hints && !run->options->quiet && !run->options->wrapped &&
                           !run->options->files_with_urls && run->options->max_count == UINT64_MAX;
    text_init(&extractor->text, run);
    unique_init(&extractor->seen, run->key);
    extractor->mailbox.has_links = has_links;
    extractor->mailbox.context = extractor;
    furl_find_settings_init(&extractor->plain, furl_choose_kernels(), MAX_LENGTH, false);
    if (mailbox_init(&extractor->mailbox, run) &&
        match_rows_init(&extractor->rows, run, &extractor->text, &extractor->mailbox)) {
        const struct text_reader *text = &extractor->text;
        extractor->only_lines = !text->counts && !text->quotes && !extractor->notes_cut &&
                                !run->options->wrapped && !run->options->bare &&
                                !run->options->byte_offset &&
                                (extractor->rows.needs & NEEDS_TEXT) == 0;
        struct input *input;
        while ((input = inputs_next(&extractor->inputs, run)) != NULL) {
            extract_input(extractor, input);
        }
        mailbox_conclude(&extractor->mailbox);
        set_note_and_status(run, extractor);
    }
    text_free(&extractor->text);
    mailbox_free(&extractor->mailbox);
    unique_free(&extractor->seen);
    unique_free(&extractor->had);
    match_rows_free(&extractor->rows);
}

const struct command_work extract_work = {
    .purpose = "Print the URLs in text or mail, and rejoin split URLs.",
    .examples = "  $ printf 'see area://Ru.%%%%\\n> %%%%Linux, please\\n' | fidourl extract\n"
                "  area://Ru.Linux\n"
                "  $ fidourl extract -e 'Read it (at <http://example.org/>).'\n"
                "  http://example.org/\n",
    .malformed = "1 no URL, or malformed input",
    .state = sizeof(struct extractor),
    .run = extract,
};
