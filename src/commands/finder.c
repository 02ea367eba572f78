#include "config.h"

#include "finder.h"

#include <stdio.h>
#include <string.h>

#include "furl/text/parting.h"

void finder_init(struct finder *finder, struct job *job)
{
    const struct furl_ways ways = {
        .max_length = job->options->max_length,
        .eight = job->options->eight,
        .wrapped = job->options->wrapped,
    };

    *finder = (struct finder){.job = job};
    furl_scanner_init(&finder->scanner, furl_kernels(), &ways);
}

void finder_free(struct finder *finder)
{
    furl_scanner_free(&finder->scanner);
}

static void begin(struct finder *finder, struct input *input)
{
    furl_scanner_restart(&finder->scanner, 0, 0);
    finder->input = input;
    finder->window = (struct furl_window){.at = finder->job->block.at};
    finder->needed = 0;
    finder->ranged = false;
    finder->reads = true;
}

void finder_begin(struct finder *finder, struct input *input)
{
    begin(finder, input);
    if (input->fd < 0 && finder->guess == NULL) { /* all of the text is there already */
        finder->window = (struct furl_window){input->text.at, input->text.n, true, 0};
        finder->reads = false;
    }
}

/* Octets that are looked at before a range, at first, and then so many times as many; and that are
 * read at a time where it has ended. */
#define LOOK_BACK  ((size_t)4096)
#define GROWTH     8
#define LOOK_AHEAD ((size_t)1024)

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Has the window, which ends where the block does, begin with `n` more octets, those before it in
 * the file. Returns whether they are there. */
static bool read_before(struct finder *finder, size_t n)
{
    const struct input_block *block = &finder->job->block;
    struct furl_window *window = &finder->window;
    unsigned char *at = block->at + block->n - window->n - n;
    size_t done = 0, some = 1;

    while (done < n && some > 0) {
        some = input_read_at(finder->input, window->offset - n + done, at + done, n - done);
        done += some;
    }
    *window = (struct furl_window){at, window->n + n, false, window->offset - n};
    return done == n;
}

/* Begins where the text before the range can be parted: the window has it from there to the range.
 * If a block has no such place, begins with the file, and the window has nothing. Returns whether
 * the file reaches to the range. */
static bool begin_before(struct finder *finder, bool lines)
{
    const struct input_block *block = &finder->job->block;
    struct furl_window *window = &finder->window;
    size_t most = finder->from < block->n ? (size_t)finder->from : block->n;
    size_t start = 0;
    bool there = true;

    *window = (struct furl_window){block->at + block->n, 0, false, finder->from};
    for (size_t n = LOOK_BACK; there && window->n < most; n *= GROWTH) {
        there = read_before(finder, least(n, most) - window->n);
        struct furl_range seen = {window->at, window->n};
        if (there && window->offset > 0 && furl_part(seen, lines, &start)) {
            furl_skip(&seen, start - FURL_START_BEFORE);
            *window = (struct furl_window){seen.at, seen.n, false, finder->from - seen.n};
            furl_scanner_restart(&finder->scanner, window->offset, FURL_START_BEFORE);
            return true;
        }
    }
    if (!there || window->offset > 0) {
        *window = (struct furl_window){.at = block->at};
    }
    return there;
}

void finder_begin_range(struct finder *finder, struct input *input, uint64_t from, uint64_t end,
                        bool lines)
{
    begin(finder, input);
    finder->ranged = true;
    finder->from = from;
    finder->end = begin_before(finder, lines) ? end : 0;
    finder->read = furl_window_end(&finder->window);
    finder->needed = finder->window.offset;
    finder->reads = finder->window.n == 0;
}

static void report_too_long(struct job *job, uint64_t offset)
{
    char text[PHRASE_SIZE];

    snprintf(text, sizeof text, "URL longer than %zu octets", job->options->max_length);
    message_at_offset(&job->messages, offset, text);
    job_status(job, STATUS_MALFORMED);
}

/* Has the charset guessed from the octets of the window from an index on, and reads more where they
 * do not tell. Returns whether reading did not fail. */
static bool guess_charset(struct finder *finder, size_t from)
{
    _Static_assert(MAIL_GUESS_MAX <= INPUT_BLOCK, "the window has room for all that it looks at");
    const struct furl_window *window = &finder->window;
    struct mail_guess *guess = finder->guess;

    do {
        mail_guess_feed(guess, (struct furl_range){window->at + from, window->n - from});
        from = window->n;
        if (window->last) {
            mail_guess_final(guess);
        }
    } while (guess->state == MAIL_GUESS_OPEN && finder_reach(finder, furl_window_end(window) + 1));
    return finder->input->error == 0;
}

/* Notes a file that is compressed: what is in it is not found. */
static void note_compression(struct finder *finder)
{
    struct job *job = finder->job;
    struct furl_range front = {finder->window.at, finder->window.n};
    const struct mail_compression *compression = mail_compression_of(front);

    if (compression != NULL && finder->input->fd >= 0) {
        job->compressed++;
        job->compression = compression;
    }
}

/* Reads on, up to `n` octets; of a range, little more than it has. */
static size_t read_some(struct finder *finder, unsigned char *at, size_t n)
{
    struct input *input = finder->input;

    if (!finder->ranged) {
        return input_read(input, &finder->job->output, at, n);
    }
    uint64_t left = finder->end > finder->read ? finder->end - finder->read : LOOK_AHEAD;
    size_t some = input_read_at(input, finder->read, at, left < n ? (size_t)left : n);
    finder->read += some;
    return some;
}

/* Moves the window on. Returns whether it could be read. */
static bool read_on(struct finder *finder)
{
    /* What is held comes right before what is read next, which always has the same place. */
    _Static_assert(FURL_SCAN_HOLD <= INPUT_BEFORE, "there is room for it");
    const struct input_block *block = &finder->job->block;
    struct furl_window *window = &finder->window;
    size_t dropped = furl_index(window, finder->needed);
    size_t held = window->n - dropped;

    memmove(block->at - held, window->at + dropped, held);
    size_t n = read_some(finder, block->at, block->n);
    *window = (struct furl_window){block->at - held, held + n, n == 0, finder->needed};
    finder->reads = false;
    if (window->offset == 0 && held == 0) {
        note_compression(finder);
    }
    return finder->guess != NULL ? guess_charset(finder, held) : finder->input->error == 0;
}

bool finder_reach(struct finder *finder, uint64_t end)
{
    const struct input_block *block = &finder->job->block;
    struct furl_window *window = &finder->window;
    struct input *input = finder->input;

    while (!window->last && input->error == 0 && furl_window_end(window) < end) {
        size_t filled = (size_t)(window->at + window->n - block->at);
        size_t n = read_some(finder, block->at + filled, block->n + INPUT_AFTER - filled);
        window->n += n;
        window->last = n == 0;
    }
    return input->error == 0;
}

/* Whether no URL can be found any more that begins before the end of the range. */
static bool is_past(const struct finder *finder)
{
    return finder->ranged && furl_scanner_next(&finder->scanner, &finder->window) >= finder->end;
}

static bool is_within(const struct finder *finder, uint64_t offset)
{
    return !finder->ranged || (offset >= finder->from && offset < finder->end);
}

enum finder_event finder_next(struct finder *finder, struct furl_found *found)
{
    while (finder->input->error == 0 && !is_past(finder) && (!finder->reads || read_on(finder))) {
        switch (furl_scan(&finder->scanner, &finder->window, found)) {
        case FURL_SCAN_URL:
            if (is_within(finder, found->offset)) {
                return FINDER_URL;
            }
            break;
        case FURL_SCAN_TOO_LONG:
            if (is_within(finder, found->offset)) {
                report_too_long(finder->job, found->offset);
            }
            break;
        case FURL_SCAN_MORE:
            if (finder->window.last) {
                return FINDER_END;
            }
            finder->needed =
                finder->window.offset + furl_scanner_spent(&finder->scanner, &finder->window);
            finder->reads = true;
            return FINDER_READS;
        case FURL_SCAN_NO_MEMORY:
            output_no_memory(&finder->job->output);
            return FINDER_END;
        }
    }
    return FINDER_END;
}
