#include "config.h"

#include "text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"

/*
 * All of the text that is still needed is in one piece, in the run's block: from some octets before
 * those that are to be told, to the last one that was read. The block grows if a URL takes more,
 * which has a limit (furl_longest).
 *
 * A URL that is undecided is read again from its start when more octets are there. So that the time
 * is linear, one of more than ASK_ALWAYS octets is asked about only once they have doubled, or when
 * an octet came that ends any URL, ASKS times for each doubling. Where reads give an octet at a
 * time, a short URL is thus looked at ASK_ALWAYS / 2 times, and is told as soon as the octets that
 * decide its end are there.
 */
#define ASK_ALWAYS ((size_t)1024)
#define ASKS       16u

void text_init(struct text *text, struct run *run)
{
    const struct options *options = run->options;

    *text = (struct text){.run = run};
    furl_finder_init(&text->finder, furl_kernels(), options->max_length, options->high_octets);
    text->finder.wrapped = options->wrapped;
    text->finder.bare = options->bare;
}

void text_free(struct text *text)
{
    free(text->joined.at);
}

/* Tells the guess the octets of the window from an index on. */
static void feed_guess(struct text *text, size_t from)
{
    struct mail_charset_guess *guess = text->guess;

    if (guess != NULL) {
        mail_charset_guess_feed(guess, furl_between(&text->window, from, text->window.n));
        if (text->window.ends) {
            mail_charset_guess_final(guess);
        }
    }
}

/* Reports a text that begins as UTF-16 does: URLs in it are not found. */
static void judge_front(const struct text *text)
{
    const struct furl_range front = furl_between(&text->window, 0, text->window.n);

    if (furl_starts(front, "\xFF\xFE") || furl_starts(front, "\xFE\xFF")) {
        message_at_offset(&text->run->messages, 0, "UTF-16; convert it: iconv -f UTF-16 -t UTF-8");
        run_raise(text->run, STATUS_MALFORMED);
    }
}

void text_begin(struct text *text, struct input *input)
{
    bool there = input->fd < 0; /* all of the text is */

    text->input = input;
    text->window = there ? furl_window_of(input->text)
                         : (struct furl_window){.at = text->run->block.at, .begins = true};
    text->search = (struct furl_search){.skips = false};
    text->base = 0;
    text->done = text->needed = text->asked = 0;
    text->searchable = text->window.n;
    text->reads = !there;
    text->over = false;
    text->here = (struct line_info){.line = 1};
    if (there) {
        judge_front(text);
        feed_guess(text, 0);
    }
}

/* Reports a URL that is longer than `most`. */
static void report_too_long(const struct text *text, size_t most)
{
    struct run *run = text->run;
    char reason[PHRASE_SIZE];

    snprintf(reason, sizeof reason, "URL longer than %zu octets%s", most,
             most > text->finder.max_length ? " including its breaks" : "");
    message_at_offset(&run->messages, text->base + text->match.start, reason);
    run_raise(run, STATUS_MALFORMED);
}

/* Counts files that are better read otherwise: compressed ones, since URLs in them are not found,
 * and mail. */
static void note_kind(const struct text *text)
{
    struct run *run = text->run;
    const struct input *input = text->input;
    const char *path = input_is_standard(input->name) ? NULL : input->name;
    struct furl_range front = {text->window.at, text->window.n};
    const struct mail_compression *compression = mail_compression_of(front);

    if (input->fd < 0 || !run->hints) {
        return;
    }
    if (compression != NULL) {
        run->compressed++;
        run->compression = compression;
    } else if ((run->options->command->bit & (EXTRACT | REWRITE)) != 0 &&
               mail_is_stored(path, front)) {
        run->mail_files++;
    }
}

/* Drops the octets that are not needed. */
static void drop(struct text *text)
{
    struct furl_window *window = &text->window;
    const size_t n = text->needed;

    window->at += n;
    window->n -= n;
    window->begins = window->begins && n == 0;
    text->base += n;
    text->done -= n;
    text->searchable -= n;
    text->needed = 0;
    furl_search_drop(&text->search, n);
}

/* Makes room in the block after the window's octets: reads go to the start of a page. Returns
 * whether there was memory. */
static bool make_room(struct text *text)
{
    struct input_block *block = &text->run->block, grown = *block;
    struct furl_window *window = &text->window;
    const size_t pages = (window->n + INPUT_PAGE - 1) / INPUT_PAGE * INPUT_PAGE;

    const size_t after = (size_t)(block->at + block->n - (window->at + window->n));
    if (window->n > INPUT_PAGE && after >= INPUT_PAGE) {
        return true; /* moving so many octets for each read might take longer than reading */
    }
    if (pages > block->n / 2 && !input_block_make(&grown, 2 * block->n)) {
        return false;
    }
    unsigned char *at = grown.at + (pages - window->n);
    memmove(at, window->at, window->n);
    window->at = at;
    if (grown.at != block->at) {
        input_block_free(block);
        *block = grown;
    }
    return true;
}

/* Adds octets to the window. Returns whether reading did not fail. */
static bool extend(struct text *text)
{
    struct furl_window *window = &text->window;

    if (!make_room(text)) {
        output_no_memory(&text->run->output);
        return false;
    }
    const struct input_block *block = &text->run->block;
    size_t filled = (size_t)(window->at - block->at) + window->n;
    size_t room = block->n - filled;
    size_t n = run_read(text->run, text->input, block->at + filled,
                        room < INPUT_BLOCK ? room : INPUT_BLOCK);
    window->n += n;
    window->ends = n == 0;
    if (text->base == 0 && window->n == n) {
        note_kind(text);
    }
    if (text->base == 0 && window->n >= 2 && window->n - n < 2) {
        judge_front(text);
    }
    feed_guess(text, window->n - n);
    return text->input->error == 0;
}

/* Whether to look at what is undecided again, after the octets from an index on came. */
static bool is_worth_asking(struct text *text, size_t from)
{
    const size_t n = text->window.n - text->search.at;

    if (n >= 2 * text->asked) {
        text->asked = n;
        text->asks = 0;
        return true;
    }
    if (n > ASK_ALWAYS &&
        (text->asks == ASKS || furl_next_end(&text->window, from) == text->window.n)) {
        return text->window.ends;
    }
    text->asks += n > ASK_ALWAYS ? 1 : 0;
    return true;
}

/* The index up to which URLs may be looked for, after octets from an index on came: where `lines`
 * is set, the end of the last line, a CR that comes last not being one, since it may have an LF; or
 * so far that TEXT_AFTER come after it. */
static size_t searchable(const struct text *text, size_t from)
{
    const struct furl_window *window = &text->window;
    const size_t least = window->n > TEXT_AFTER ? window->n - TEXT_AFTER : 0;
    const size_t before = text->searchable > least ? text->searchable : least;
    size_t n = window->n;

    if (!text->lines || window->ends) {
        return n;
    }
    n -= n > before && window->at[n - 1] == '\r' ? 1 : 0;
    from -= from > before ? 1 : 0;
    while (n > from && n > before && window->at[n - 1] != '\n' && window->at[n - 1] != '\r') {
        n--;
    }
    return n > from ? n : before;
}

/* Moves the window on until the search may go on. Returns whether reading did not fail. */
static bool read_on(struct text *text)
{
    size_t from = 0;

    drop(text);
    do {
        from = text->window.n;
        if (!extend(text)) {
            return false;
        }
        text->searchable = searchable(text, from);
    } while ((text->guess != NULL && text->guess->state == MAIL_GUESS_OPEN) ||
             !is_worth_asking(text, from));
    return true;
}

bool text_read_all(struct text *text, size_t most)
{
    bool reads = true;

    while (reads && !text->window.ends && text->window.n <= most) {
        reads = extend(text);
    }
    return reads && text->window.ends;
}

/* Line breaks, where LF and CR are mixed. */
static size_t count_mixed(struct furl_range octets, bool cr)
{
    size_t breaks = 0;

    for (size_t i = 0; i < octets.n; i++) {
        breaks += octets.at[i] == '\r' || (octets.at[i] == '\n' && !cr);
        cr = octets.at[i] == '\r';
    }
    return breaks;
}

void line_info_feed(struct line_info *info, const struct furl_kernels *kernels,
                    struct furl_range octets)
{
    if (octets.n > 0) {
        size_t lf = kernels->count(octets.at, octets.n, '\n');
        size_t cr = kernels->count(octets.at, octets.n, '\r');
        bool mixed = lf > 0 && (cr > 0 || info->cr);
        info->line += mixed ? count_mixed(octets, info->cr) : lf + cr;
        info->cr = octets.at[octets.n - 1] == '\r';
    }
}

/* Tells the octets up to an index, counting lines and quotes as asked. */
static void tell(struct text *text, size_t end)
{
    text->octets = furl_between(&text->window, text->done, end);
    text->done = end;
    if (text->quotes) {
        furl_quote_feed(&text->here.quote, text->octets.at, text->octets.n);
    }
    if (text->counts) {
        line_info_feed(&text->here, text->finder.extents.kernels, text->octets);
    }
}

enum text_token text_next(struct text *text)
{
    if (text->replaced) {
        tell(text, text->match.end);
        text->replaced = false;
    }
    while (!text->over && !output_failed(&text->run->output) && (!text->reads || read_on(text))) {
        struct furl_window *window = &text->window;
        const size_t n = window->n;
        window->n = text->searchable;
        enum furl_found found =
            furl_find(&text->finder, window, &text->search, &text->joined, &text->match);
        window->n = n;
        text->reads = false;
        text->asked = found == FURL_UNDECIDED ? text->asked : 0;
        switch (found) {
        case FURL_FOUND:
            tell(text, text->match.start);
            text->line = text->here.line;
            text->quoted = text->here.quote.angles > 0;
            return TEXT_URL;
        case FURL_TOO_LONG:
            report_too_long(text, text->match.url.n);
            break;
        case FURL_NO_MEMORY:
            output_no_memory(&text->run->output);
            break;
        case FURL_NONE:
        case FURL_UNDECIDED:
            text->over = window->ends;
            text->reads = true;
            tell(text, window->ends ? n : text->match.start);
            text->needed = furl_search_spent(&text->finder, &text->search);
            return window->ends ? TEXT_DONE : TEXT_PIECE;
        }
    }
    return TEXT_OVER;
}

void text_end_output(struct text *text)
{
    struct output *output = &text->run->output;

    output_text_end(output);
    if (input_is_text(text->input)) {
        output_end(output, terminator_lf);
    }
}
