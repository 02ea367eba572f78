#include "config.h"

#include "text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "furl/text/scanner.h"

void text_init(struct text *text, struct run *run)
{
    const struct furl_scan_options scanning = {
        .max_length = run->options->max_length,
        .eight = run->options->eight,
        .wrapped = run->options->wrapped,
    };

    *text = (struct text){.run = run};
    furl_scanner_init(&text->scanner, furl_kernels(), &scanning);
}

void text_free(struct text *text)
{
    furl_scanner_free(&text->scanner);
    free(text->aside.at);
}

void text_begin(struct text *text, struct input *input)
{
    furl_scanner_restart(&text->scanner);
    text->input = input;
    text->window = (struct furl_window){.at = text->run->block.at};
    text->needed = text->passed = text->passing = 0;
    text->aside_n = 0;
    text->reads = true;
    text->ahead = 0;
    text->ends = false;
    text->next = TEXT_SCANS;
    text->here = (struct line_info){.line = 1};
    if (input->fd < 0 && text->guess == NULL) { /* all of the text is there already */
        text->window = (struct furl_window){input->text.at, input->text.n, true, 0};
        text->reads = false;
    }
}

/* Reports a URL that is longer than `most`. */
static void report_too_long(struct run *run, uint64_t offset, size_t most, const char *how)
{
    char reason[PHRASE_SIZE];

    snprintf(reason, sizeof reason, "URL longer than %zu octets%s", most, how);
    message_at_offset(&run->messages, offset, reason);
    run_raise(run, STATUS_MALFORMED);
}

/* Reads more into the window. Returns whether reading did not fail. */
static bool extend_window(struct text *text)
{
    const struct input_block *block = &text->run->block;
    struct furl_window *window = &text->window;
    size_t filled = (size_t)(window->at + window->n - block->at);
    size_t n = input_read(text->input, &text->run->output, block->at + filled,
                          block->n + INPUT_AFTER - filled);

    window->n += n;
    window->last = n == 0;
    return text->input->error == 0;
}

/* Guesses the charset from the window's octets from an index on, and reads more
 * while the guess is open. Returns whether reading did not fail. */
static bool guess_charset(struct text *text, size_t from)
{
    _Static_assert(MAIL_GUESS_MAX <= INPUT_BLOCK, "the window has room for all that it looks at");
    const struct furl_window *window = &text->window;
    struct mail_charset_guess *guess = text->guess;

    do {
        mail_charset_guess_feed(guess, (struct furl_range){window->at + from, window->n - from});
        from = window->n;
        if (window->last) {
            mail_charset_guess_final(guess);
        }
    } while (guess->state == MAIL_GUESS_OPEN && extend_window(text));
    return text->input->error == 0;
}

/* Counts files that are better read otherwise: compressed ones, since URLs in them are not found,
 * and mail. */
static void note_kind(struct text *text)
{
    struct run *run = text->run;
    const struct input *input = text->input;
    const char *path = input_is_standard(input->name) ? NULL : input->name;
    struct furl_range front = {text->window.at, text->window.n};
    const struct mail_compression *compression = mail_compression_of(front);

    if (input->fd < 0 || !run->watched) {
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

/* Moves the window on. Returns whether it could be read. */
static bool read_on(struct text *text)
{
    /* What is held comes right before what is read next, which always has the same place. */
    _Static_assert(FURL_SCAN_HOLD <= INPUT_BEFORE, "there is room for it");
    const struct input_block *block = &text->run->block;
    struct furl_window *window = &text->window;
    size_t dropped = furl_index(window, text->needed);
    size_t held = window->n - dropped;

    size_t n = text->ahead;
    memmove(block->at - held, window->at + dropped, held + n);
    if (n == 0) {
        n = input_read(text->input, &text->run->output, block->at, block->n);
    }
    *window = (struct furl_window){block->at - held, held + n, n == 0, text->needed};
    text->ahead = 0;
    text->reads = false;
    if (window->offset == 0 && held == 0) {
        note_kind(text);
    }
    return text->guess != NULL ? guess_charset(text, held) : text->input->error == 0;
}

bool text_reach(struct text *text, uint64_t end)
{
    _Static_assert(INPUT_AFTER <= INPUT_TEXT_BLOCK, "what was read ahead fits into the block");
    const struct input_block *block = &text->run->block;
    const struct furl_window *window = &text->window;
    struct input *input = text->input;

    while (!window->last && !text->ends && input->error == 0 &&
           furl_window_end(window) + text->ahead < end) {
        size_t filled = (size_t)(window->at + window->n - block->at) + text->ahead;
        size_t n =
            input_read(input, &text->run->output, block->at + filled, INPUT_AFTER - text->ahead);
        text->ahead += n;
        text->ends = n == 0;
    }
    return input->error == 0;
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

void line_info_feed(struct line_info *place, const struct furl_kernels *kernels,
                    struct furl_range octets)
{
    if (octets.n > 0) {
        size_t lf = kernels->count(octets.at, octets.n, '\n');
        size_t cr = kernels->count(octets.at, octets.n, '\r');
        bool mixed = lf > 0 && (cr > 0 || place->cr);
        place->line += mixed ? count_mixed(octets, place->cr) : lf + cr;
        place->cr = octets.at[octets.n - 1] == '\r';
    }
    place->offset += octets.n;
}

/* Moves `here` over octets, counting lines and quotes as asked. */
static void count(struct text *text, struct furl_range octets)
{
    struct line_info *here = &text->here;

    if (text->quotes) {
        furl_quote_feed(&here->quote, octets.at, octets.n);
    }
    if (text->counts) {
        line_info_feed(here, text->scanner.kernels, octets);
    } else {
        here->offset += octets.n;
    }
}

/* Moves on to an offset, which the window has. */
static void count_to(struct text *text, uint64_t offset)
{
    const unsigned char *at = text->window.at + furl_index(&text->window, text->here.offset);

    count(text, (struct furl_range){at, (size_t)(offset - text->here.offset)});
}

/* Counts the lines that are about to leave the window, and keeps the place of a
 * URL that has begun there in `begun`. */
static void count_dropped(struct text *text)
{
    uint64_t begun = furl_scanner_begun(&text->scanner);

    if (begun >= text->here.offset && begun < text->needed) {
        count_to(text, begun);
        text->begun = text->here;
    }
    if (text->needed > text->here.offset) {
        count_to(text, text->needed);
    }
}

/* Sets `line` and `quoted` for the match. */
static void tell_line(struct text *text)
{
    const struct line_info *its = &text->here;

    if (text->match.offset < text->here.offset) {
        its = &text->begun;
    } else {
        count_to(text, text->match.offset);
    }
    text->line = its->line;
    text->quoted = its->quote.angles > 0;
}

/* Goes on to the next URL, or to where more is to be read. */
static enum text_token scan(struct text *text)
{
    struct furl_match *match = &text->match;

    while (text->input->error == 0 && (!text->reads || read_on(text))) {
        switch (furl_scan(&text->scanner, &text->window, match)) {
        case FURL_SCAN_URL:
            return TEXT_URL;
        case FURL_SCAN_TOO_LONG:
            report_too_long(text->run, match->offset, text->run->options->max_length, "");
            break;
        case FURL_SCAN_MORE:
            if (text->window.last) {
                return TEXT_DONE;
            }
            text->needed = text->window.offset + furl_scanner_spent(&text->scanner, &text->window);
            text->reads = true;
            return TEXT_READS;
        case FURL_SCAN_NO_MEMORY:
            output_no_memory(&text->run->output);
            return TEXT_DONE;
        }
    }
    return text->input->error == 0 ? TEXT_DONE : TEXT_OVER;
}

/* text_next where only URLs are wanted. */
static enum text_token next_url(struct text *text)
{
    bool lines = text->counts || text->quotes;

    if (text->next == TEXT_ENDS) {
        return TEXT_OVER;
    }
    if (text->reads && lines) {
        count_dropped(text);
    }
    enum text_token token = scan(text);
    if (token == TEXT_URL && lines) {
        tell_line(text);
    }
    text->next = token == TEXT_DONE ? TEXT_ENDS : TEXT_SCANS;
    return token;
}

int text_octet(const struct text *text, uint64_t offset)
{
    const struct furl_window *window = &text->window;

    if (offset < window->offset) {
        return text->aside.at[text->aside_n - (size_t)(window->offset - offset)];
    }
    return offset < furl_window_end(window) + text->ahead ? window->at[furl_index(window, offset)]
                                                          : -1;
}

size_t text_longest(const struct text *text)
{
    return text->run->options->max_length + TEXT_BREAKS_MAX;
}

/* The next octets to pass before the offset `end`, as far as they are in one place. */
static struct furl_range pass(struct text *text, uint64_t end)
{
    const struct furl_window *window = &text->window;
    struct furl_range octets;

    if (text->passed < window->offset) {
        octets.at = text->aside.at + (text->aside_n - (size_t)(window->offset - text->passed));
        end = end < window->offset ? end : window->offset;
    } else {
        octets.at = window->at + furl_index(window, text->passed);
    }
    octets.n = (size_t)(end - text->passed);
    text->passed = end;
    count(text, octets);
    return octets;
}

/* Puts aside the octets before the offset `needed` that have not passed and are about to leave the
 * window. */
static void put_aside(struct text *text)
{
    const struct furl_window *window = &text->window;
    uint64_t from = text->passed;

    if (from < window->offset) {
        from = window->offset;
    } else {
        text->aside_n = 0;
    }
    size_t n = text->needed > from ? (size_t)(text->needed - from) : 0;
    if (n > 0 && !furl_buffer_reserve(&text->aside, text->aside_n + n)) {
        output_no_memory(&text->run->output);
        return;
    }
    if (n > 0) {
        memcpy(text->aside.at + text->aside_n, window->at + furl_index(window, from), n);
        text->aside_n += n;
    }
}

/* Lets all octets before the offset pass. */
static void pass_to(struct text *text, uint64_t end)
{
    if (text->passing < end) {
        text->passing = end;
    }
}

/* Lets pass what can be in no URL that is still to be found. */
static void leave_window(struct text *text)
{
    uint64_t next = furl_scanner_next(&text->scanner, &text->window);

    pass_to(text, next);
    if (next < text->passed || text->needed > next + text_longest(text)) {
        pass_to(text, text->needed); /* the URL that has begun is not to be changed */
    }
    text->next = TEXT_KEEPS;
}

/* Scans on, and sets what is next once the octets before `passing` have passed.
 * Returns whether there is more. */
static bool scan_on(struct text *text)
{
    switch (scan(text)) {
    case TEXT_URL:
        if (text->scanner.at > text->match.offset + text_longest(text)) {
            report_too_long(text->run, text->match.offset, text_longest(text),
                            " including its breaks");
        } else {
            pass_to(text, text->match.offset);
            text->next = TEXT_FOUND;
        }
        return true;
    case TEXT_READS:
        leave_window(text);
        return true;
    case TEXT_DONE:
        pass_to(text, furl_window_end(&text->window));
        text->next = TEXT_ENDS;
        return true;
    default:
        return false;
    }
}

/* Leaves the match: if it was replaced, its octets do not pass. */
static void leave_match(struct text *text)
{
    uint64_t end = text->match.offset + text->match.length;

    text->next = TEXT_SCANS;
    while (text->replaced && text->passed < end) {
        pass(text, end);
    }
    text->replaced = false;
}

/* Ends the text. */
static void end(struct text *text)
{
    struct output *output = &text->run->output;

    output_text_end(output);
    if (input_is_text(text->input)) {
        output_end(output, terminator_lf);
    }
}

/* text_next where all octets pass. */
static enum text_token next_of_all(struct text *text)
{
    struct output *output = &text->run->output;

    while (!output_failed(output)) {
        if (text->passed < text->passing) {
            text->octets = pass(text, text->passing);
            return TEXT_PIECE;
        }
        switch (text->next) {
        case TEXT_SCANS:
            if (!scan_on(text)) {
                return TEXT_OVER;
            }
            break;
        case TEXT_FOUND:
            output_text_end(output); /* no LF follows */
            text->line = text->here.line;
            text->replaced = false;
            text->next = TEXT_LEAVES;
            return TEXT_URL;
        case TEXT_LEAVES:
            leave_match(text);
            break;
        case TEXT_KEEPS:
            text->next = TEXT_MOVES;
            return TEXT_READS;
        case TEXT_MOVES:
            put_aside(text);
            text->next = TEXT_SCANS;
            break;
        case TEXT_ENDS:
            text->next = TEXT_ENDED;
            return TEXT_DONE;
        case TEXT_ENDED:
            end(text);
            return TEXT_OVER;
        }
    }
    return TEXT_OVER;
}

enum text_token text_next(struct text *text)
{
    return text->passes ? next_of_all(text) : next_url(text);
}
