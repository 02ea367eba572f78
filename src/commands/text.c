#include "config.h"

#include "text.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/scheme_list.h"
#include "furl/core/lines.h"

/*
 * All needed octets of the text are in one piece, in the run's block. The piece begins some octets
 * before the octets of the next text_next, and ends at the last octet read. The block grows for a
 * long URL, whose length has a limit (furl_text_length_max). An undecided URL is read again from
 * its start after more octets were read. To keep time linear even if each read gives few octets,
 * the URL is read again in two cases. The first case: its octets have doubled. The second case: an
 * octet came that ends any URL, if no octet is then read more than ASKS times again. Therefore
 * text_next returns a URL as soon as the octet after it was read.
 */
#define ASKS 2u

/* The most octets of context before a URL. */
#define CONTEXT_BEFORE (TEXT_CONTEXT / 2 * FURL_UTF8_MAX)

void text_init(struct text_reader *text, struct run *run)
{
    const struct options *options = run->options;

    *text = (struct text_reader){.run = run};
    furl_find_settings_init(&text->settings, furl_choose_kernels(), options->max_length,
                            options->high_octets);
    text->settings.wrapped = options->wrapped;
    text->settings.bare = options->bare;
}

void text_free(struct text_reader *text)
{
    free(text->joined.ptr);
}

/* Feeds the guess with the octets of the window from an index on. */
static void feed_guess(struct text_reader *text, size_t from)
{
    struct mail_charset_guess *guess = text->guess;

    if (guess != NULL) {
        mail_charset_guess_feed(guess, furl_between(&text->window, from, text->window.n));
        if (text->window.ends) {
            mail_charset_guess_final(guess);
        }
    }
}

/* Reports a text that begins like UTF-16, because URLs in the text are not found. */
static void check_front(const struct text_reader *text)
{
    const struct furl_range front = furl_between(&text->window, 0, text->window.n);

    if (furl_starts(front, "\xFF\xFE") || furl_starts(front, "\xFE\xFF")) {
        diagnose_at_offset(&text->run->diagnostics, 0,
                           "the text is UTF-16; convert it: iconv -f UTF-16 -t UTF-8");
        run_raise(text->run, STATUS_MALFORMED);
    }
}

void text_begin(struct text_reader *text, struct input *input)
{
    bool there = input->fd < 0; /* all of the text is in memory */

    text->input = input;
    text->window = there ? furl_window_of(input->text)
                         : (struct furl_window){.ptr = text->run->block.ptr, .begins = true};
    furl_search_begin(&text->search);
    text->window_offset = 0;
    text->octets_end = text->counted_to = 0;
    text->keep_from = text->last_try = 0;
    text->searchable = text->window.n;
    text->reads = !there;
    text->over = false;
    text->front_n = 0;
    text->line = 1;
    text->cr = false;
    text->begins = 0;
    text->quoted_at = UINT64_MAX;
    text->colon_at = 0;
    text->colon = false;
    if (there) {
        check_front(text);
        feed_guess(text, 0);
        mail_signature_begin(&text->signature, text->run->options->skip_signature
                                                   ? input->text
                                                   : (struct furl_range){NULL, 0});
    }
}

/* Reports a URL longer than `most`. */
static void report_long_url(const struct text_reader *text, size_t most)
{
    struct run *run = text->run;
    char reason[PHRASE_SIZE];

    snprintf(reason, sizeof reason, "the URL is longer than %zu bytes%s%s", most,
             most > text->settings.max_length ? " with its breaks" : "",
             run->options->command->bit == CHECK ? "" : "; use --max-length");
    diagnose_at_offset(&run->diagnostics, text->window_offset + text->match.start, reason);
    run_raise(run, STATUS_MALFORMED);
}

/* Adds the octets of the window from an index on to the front that text_end checks. */
static void add_to_front(struct text_reader *text, size_t from)
{
    const struct furl_range octets = furl_between(&text->window, from, text->window.n);
    const size_t room = sizeof text->front - text->front_n;
    const size_t n = octets.n < room ? octets.n : room;

    if (n > 0) {
        memcpy(text->front + text->front_n, octets.ptr, n);
        text->front_n += n;
    }
}

void text_end(struct text_reader *text)
{
    struct run *run = text->run;
    const struct input *input = text->input;
    const char *path = input_is_standard(input->name) ? NULL : input->name;
    const uint64_t known = text->window.ends ? UINT64_MAX : text->octets_end;
    struct furl_range front = {text->front, text->front_n < known ? text->front_n : (size_t)known};

    if (input->fd < 0) {
        return;
    }
    const struct mail_compression *compression = mail_compression_of(front);
    if (compression != NULL) {
        run->compressed++;
        run->compression = compression;
    } else if (!run->hints) {
        return; /* only notes for people use the counts below, which need the path and the format */
    } else if ((run->options->command->bit & (EXTRACT | REWRITE)) != 0 &&
               mail_is_stored(path, front)) {
        run->mail_files++;
    } else if ((run->options->command->bit & (EXTRACT | REWRITE)) != 0 && mail_is_encoded(front)) {
        run->encoded_mails++;
    } else if (run->options->recursive && run->options->command->bit == EXTRACT &&
               mail_place_of(path).format == &mail_page) {
        run->pages++;
    }
}

/* Returns the number of line ends, if LF and CR are mixed. */
static size_t count_mixed(struct furl_range octets, bool cr)
{
    size_t breaks = 0;

    for (size_t i = 0; i < octets.n; i++) {
        breaks += octets.ptr[i] == '\r' || (octets.ptr[i] == '\n' && !cr);
        cr = octets.ptr[i] == '\r';
    }
    return breaks;
}

uint64_t text_line(struct text_reader *text)
{
    const struct furl_kernels *kernels = text->settings.tables.kernels;

    if (!text->counts) {
        return 0;
    }
    const struct furl_range octets = furl_between(&text->window, text_index(text, text->counted_to),
                                                  text_index(text, text->octets_end));
    if (octets.n > 0) {
        size_t lf = kernels->count(octets.ptr, octets.n, '\n');
        size_t cr = kernels->count(octets.ptr, octets.n, '\r');
        bool mixed = lf > 0 && (cr > 0 || text->cr);
        text->line += mixed ? count_mixed(octets, text->cr) : lf + cr;
        text->cr = octets.ptr[octets.n - 1] == '\r';
        text->counted_to = text->octets_end;
    }
    return text->line;
}

/* Drops the octets no longer needed. */
static void drop(struct text_reader *text)
{
    struct furl_window *window = &text->window;
    const size_t n = text->keep_from;

    assert(text->window_offset + n <= text->octets_end &&
           text->window_offset + n <= text->searchable);
    text_line(text); /* counts the lines of the dropped octets */
    window->ptr += n;
    window->n -= n;
    window->begins = window->begins && n == 0;
    text->window_offset += n;
    text->keep_from = 0;
    furl_search_drop(&text->search, n);
}

/* Makes room in the block after the window's octets. Reads go to the start of a page. Returns
 * false if memory ran out. */
static bool make_room(struct text_reader *text)
{
    struct input_block *block = &text->run->block, grown = *block;
    struct furl_window *window = &text->window;
    const size_t pages = (window->n + INPUT_PAGE - 1) / INPUT_PAGE * INPUT_PAGE;

    const size_t after = (size_t)(block->ptr + block->n - (window->ptr + window->n));
    if (window->n > INPUT_PAGE && after >= INPUT_PAGE) {
        return true; /* moving so many octets for each read could take longer than reading */
    }
    if (pages > block->n / 2 && !input_block_make(&grown, 2 * block->n)) {
        return false;
    }
    unsigned char *ptr = grown.ptr + (pages - window->n);
    memmove(ptr, window->ptr, window->n);
    window->ptr = ptr;
    if (grown.ptr != block->ptr) {
        free(block->memory);
        *block = grown;
    }
    return true;
}

/* Adds octets to the window. Returns false if reading failed. */
static bool extend(struct text_reader *text)
{
    struct furl_window *window = &text->window;

    if (!output_has_memory(&text->run->output, make_room(text))) {
        return false;
    }
    const struct input_block *block = &text->run->block;
    size_t filled = (size_t)(window->ptr - block->ptr) + window->n;
    size_t room = block->n - filled;
    size_t n = run_read(text->run, text->input, block->ptr + filled,
                        room < INPUT_BLOCK ? room : INPUT_BLOCK);
    window->n += n;
    window->ends = n == 0;
    add_to_front(text, window->n - n);
    if (text->window_offset == 0 && window->n >= 2 && window->n - n < 2) {
        check_front(text);
    }
    feed_guess(text, window->n - n);
    return text->input->error == 0;
}

/* Returns whether to test an undecided URL again, after the octets from an index on came. */
static bool is_worth_asking(struct text_reader *text, size_t from)
{
    const size_t n = text->window.n - text->search.pos;

    text->may_end = text->may_end || furl_next_end(&text->window, from) < text->window.n;
    text->again += ASKS * (text->window.n - from);
    if (n >= 2 * text->last_try || text->window.ends) {
        return true;
    }
    const bool is = text->may_end && text->again >= n;
    text->again -= is ? n : 0;
    return is;
}

/* Stores that a URL is undecided. */
static void note_undecided(struct text_reader *text)
{
    const size_t n = text->window.n - text->search.pos;

    text->again = text->last_try == 0 ? ASKS * n : text->again;
    text->last_try = n;
    text->may_end = false;
}

/* Returns the index where the search for URLs must end, after octets from an index on came. If
 * `lines` is set, this is the end of the last line, or TEXT_AFTER octets before the end of the
 * window. A CR at the end ends no line, because an LF can follow. */
static size_t find_searchable(const struct text_reader *text, size_t from)
{
    const struct furl_window *window = &text->window;
    const size_t least = window->n > TEXT_AFTER ? window->n - TEXT_AFTER : 0;
    const size_t searched = text_index(text, text->searchable);
    const size_t before = searched > least ? searched : least;
    size_t n = window->n;

    if (!text->lines || window->ends) {
        return n;
    }
    n -= n > before && window->ptr[n - 1] == '\r' ? 1 : 0;
    from -= from > before ? 1 : 0;
    while (n > from && n > before && window->ptr[n - 1] != '\n' && window->ptr[n - 1] != '\r') {
        n--;
    }
    return n > from ? n : before;
}

/* Moves the window until the search can continue. Returns false if reading failed. */
static bool read_on(struct text_reader *text)
{
    size_t from = 0;

    drop(text);
    do {
        from = text->window.n;
        if (!extend(text)) {
            return false;
        }
        text->searchable = text->window_offset + find_searchable(text, from);
    } while ((text->guess != NULL && text->guess->state == MAIL_GUESS_OPEN) ||
             !is_worth_asking(text, from));
    return true;
}

bool text_read_all(struct text_reader *text, size_t most)
{
    bool reads = true;

    while (reads && !text->window.ends && text->window.n <= most) {
        reads = extend(text);
    }
    return reads && text->window.ends;
}

/* Stores where the current line begins, after text->octets were returned. */
static void note_line(struct text_reader *text)
{
    const size_t n = furl_last_line_length(text->octets);

    if (n < text->octets.n) {
        text->begins = text->octets_end - n;
    } else if (text->begins == 0 && text->window_offset == 0) {
        text->begins = furl_bom(text->window.ptr, (size_t)text->octets_end);
    }
}

/* Returns whether the line of the next octet is too long for text->before. */
static bool is_far(const struct text_reader *text)
{
    return text->octets_end - text->begins > TEXT_LINE;
}

/* Sets the octets before the match in its line. The prefix of a line ends before its first URL. */
static void set_before(struct text_reader *text)
{
    const size_t pos = text_index(text, text->octets_end);
    const size_t from = is_far(text) ? pos : text_index(text, text->begins);

    text->before = furl_between(&text->window, from, pos);
    if (text->quoted_at != text->begins || is_far(text)) {
        text->quote = furl_quote_read(text->before, UINT64_MAX, false);
        text->quoted_at = text->begins;
    }
}

/* Sets text->octets to the octets before an index, which come next. */
static void return_octets(struct text_reader *text, size_t end)
{
    text->octets = furl_between(&text->window, text_index(text, text->octets_end), end);
    text->octets_end = text->window_offset + end;
    if (text->quotes) {
        note_line(text);
    }
}

/* Returns the index of the first octet still needed. At most TEXT_LINE octets of the current line
 * are needed. */
static size_t first_needed(const struct text_reader *text)
{
    const size_t done = text_index(text, text->octets_end);
    const size_t droppable = furl_search_droppable(&text->settings, &text->search);
    const size_t line = !text->quotes  ? droppable
                        : is_far(text) ? done - TEXT_LINE
                                       : text_index(text, text->begins);
    const size_t context = done > CONTEXT_BEFORE ? done - CONTEXT_BEFORE : 0;
    const size_t needed = text->contexts && context < droppable ? context : droppable;

    return line < needed ? line : needed;
}

enum text_token text_next(struct text_reader *text)
{
    if (text->replaced) {
        return_octets(text, text->match.end);
        text->replaced = false;
    }
    while (!text->over && !output_failed(&text->run->output) && (!text->reads || read_on(text))) {
        struct furl_window window = text->window;
        window.n = text_index(text, text->searchable);
        enum furl_found found =
            furl_find(&text->settings, &window, &text->search, &text->joined, &text->match);
        text->reads = false;
        if (found == FURL_UNDECIDED) {
            note_undecided(text);
        } else {
            text->last_try = 0;
        }
        switch (found) {
        case FURL_FOUND:
            return_octets(text, text->match.start);
            if (text->quotes) {
                set_before(text);
            }
            return TEXT_URL;
        case FURL_TOO_LONG:
            report_long_url(text, text->match.url.n);
            break;
        case FURL_NO_MEMORY:
            output_no_memory(&text->run->output);
            break;
        case FURL_NONE:
        case FURL_UNDECIDED:
            text->over = window.ends;
            text->reads = true;
            return_octets(text, window.ends ? window.n : text->match.start);
            text->keep_from = first_needed(text);
            return window.ends ? TEXT_LAST_OCTETS : TEXT_OCTETS;
        }
    }
    return TEXT_END;
}

bool text_wants_match(struct text_reader *text)
{
    const struct options *options = text->run->options;
    const struct furl_scheme *known = text->match.head.scheme;

    if (known == NULL || known != text->asked_scheme) {
        const struct furl_range scheme = {text->match.url.ptr, text->match.scheme_n};
        text->asked_scheme = known;
        text->wants_scheme = scheme_list_wants(scheme, options->schemes, options->not_schemes,
                                               &text->run->schemes_seen);
    }
    return text->wants_scheme && !(options->skip_quoted && text->quote.angles > 0) &&
           !(options->skip_signature &&
             mail_signature_has(&text->signature, text_index(text, text->begins)));
}

struct furl_range text_context(const struct text_reader *text)
{
    const struct furl_window *window = &text->window;
    const size_t pos = text->match.start, most = TEXT_CONTEXT / 2;
    struct furl_range line =
        furl_between(window, pos > CONTEXT_BEFORE ? pos - CONTEXT_BEFORE : 0, pos);

    furl_skip(&line, line.n - furl_last_line_length(line));
    const size_t n = furl_characters(line.ptr, line.n);
    furl_skip(&line, furl_first_characters(line.ptr, line.n, n > most ? n - most : 0));
    furl_skip(&line,
              text->window_offset == 0 && line.ptr == window->ptr ? furl_bom(line.ptr, line.n) : 0);
    line.n = (size_t)(window->ptr + window->n - line.ptr);
    line.n = line.n < 2 * CONTEXT_BEFORE ? line.n : 2 * CONTEXT_BEFORE;
    line.n = furl_line_length(line);
    line.n = furl_first_characters(line.ptr, line.n, TEXT_CONTEXT);
    furl_skip(&line, furl_blanks(line));
    return furl_without_blanks(line);
}

size_t text_count_columns(const struct text_reader *text, uint64_t from, size_t most)
{
    const size_t pos = text->match.start;
    const uint64_t n = text->window_offset + pos - from;

    assert(from <= text->window_offset + pos);
    if (n > most * FURL_UTF8_MAX) {
        return most + 1;
    }
    assert(n <= pos);
    size_t columns = furl_characters(text->window.ptr + pos - (size_t)n, (size_t)n);
    return columns > most ? most + 1 : columns;
}

size_t text_columns_kept(const struct text_reader *text, struct text_columns *columns)
{
    const struct furl_range before = text->before;
    const uint64_t front = text->begins + text->quote.n;

    if (is_far(text)) {
        return columns->prefix = columns->touching = 0;
    }
    if (columns->to < front) {
        columns->to = front;
        columns->prefix = furl_characters(before.ptr, text->quote.n);
        columns->touching = 0;
    }
    assert(columns->to >= text->begins && columns->to <= text->begins + before.n);
    const size_t from = (size_t)(columns->to - text->begins);
    size_t word = before.n;
    while (word > from && before.ptr[word - 1] > ' ') {
        word--;
    }
    columns->touching = word > from ? 0 : columns->touching;
    columns->touching += furl_characters(before.ptr + word, before.n - word);
    columns->to = text->octets_end;
    return columns->prefix + columns->touching;
}

bool text_line_is_made(struct text_reader *text)
{
    const uint64_t end = text->window_offset + text->match.end;

    assert(text->lines && text->quotes);
    if (text->colon_at < end) {
        struct furl_range rest = furl_between(&text->window, text->match.end, text->window.n);
        rest.n = rest.n < TEXT_AFTER ? rest.n : TEXT_AFTER;
        const size_t n = rest.n = furl_line_length(rest);
        rest = furl_without_blanks(rest);
        text->colon_at = end + n;
        text->colon = n < TEXT_AFTER && rest.n > 0 && rest.ptr[rest.n - 1] == ':';
    }
    return text->colon || furl_is_kludge(text->before);
}

void text_end_output(struct text_reader *text)
{
    struct output *output = &text->run->output;

    output_text_end(output);
    if (text->input->typed) {
        output_end(output, terminator_lf);
    }
}
