#include "config.h"

#include "passage.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void passage_init(struct passage *passage, struct job *job, const struct passage_taker *taker)
{
    *passage = (struct passage){.taker = *taker};
    finder_init(&passage->finder, job);
}

void passage_free(struct passage *passage)
{
    finder_free(&passage->finder);
    free(passage->aside.at);
}

int passage_octet(const struct passage *passage, uint64_t offset)
{
    const struct furl_window *window = &passage->finder.window;

    if (offset < window->offset) {
        return passage->aside.at[passage->aside_n - (size_t)(window->offset - offset)];
    }
    return offset < furl_window_end(window) ? window->at[furl_index(window, offset)] : -1;
}

/* Hands on `n` octets, the next ones, which are at `octets`. */
static void hand_on(struct passage *passage, void (*take)(void *context, struct furl_range octets),
                    const unsigned char *octets, uint64_t n)
{
    if (n > 0 && take != NULL) {
        take(passage->taker.context, (struct furl_range){octets, (size_t)n});
    }
    passage->passed += n;
}

/* Hands on the octets before the offset `end`, unless that was done. */
static void move_on(struct passage *passage, uint64_t end,
                    void (*take)(void *context, struct furl_range octets))
{
    const struct furl_window *window = &passage->finder.window;

    if (passage->passed < window->offset && passage->passed < end) {
        size_t left = (size_t)(window->offset - passage->passed);
        const unsigned char *at = passage->aside.at + (passage->aside_n - left);
        hand_on(passage, take, at, (end < window->offset ? end : window->offset) - passage->passed);
    }
    if (passage->passed < end) {
        hand_on(passage, take, window->at + furl_index(window, passage->passed),
                end - passage->passed);
    }
}

/* Passes the octets before the offset `end`, unless they have. */
static void pass(struct passage *passage, uint64_t end)
{
    move_on(passage, end, passage->taker.text);
}

/* Puts aside the octets before the offset `end`, which have not passed and are about to leave the
 * window. */
static void put_aside(struct passage *passage, uint64_t end)
{
    const struct furl_window *window = &passage->finder.window;
    uint64_t from = passage->passed;

    if (from < window->offset) {
        from = window->offset;
    } else {
        passage->aside_n = 0;
    }
    size_t n = end > from ? (size_t)(end - from) : 0;
    if (n > 0 && !furl_buffer_reserve(&passage->aside, passage->aside_n + n)) {
        output_no_memory(&passage->finder.job->output);
        return;
    }
    if (n > 0) {
        memcpy(passage->aside.at + passage->aside_n, window->at + furl_index(window, from), n);
        passage->aside_n += n;
    }
}

size_t passage_longest(const struct passage *passage)
{
    return passage->finder.job->options->max_length + PASSAGE_BREAKS_MAX;
}

/* Passes what is certain to be in no URL that is still to be found, and keeps the rest. */
static void leave_window(struct passage *passage)
{
    const struct finder *finder = &passage->finder;
    uint64_t next = furl_scanner_next(&finder->scanner, &finder->window);

    pass(passage, next);
    if (next < passage->passed || finder->needed > next + passage_longest(passage)) {
        pass(passage, finder->needed); /* the URL that has begun is not to be changed */
    } else {
        put_aside(passage, finder->needed);
    }
}

static void report_too_long(const struct passage *passage, uint64_t offset)
{
    struct job *job = passage->finder.job;
    char text[PHRASE_SIZE];

    snprintf(text, sizeof text, "URL longer than %zu octets with its breaks",
             passage_longest(passage));
    message_at_offset(&job->messages, offset, text);
    job_status(job, STATUS_MALFORMED);
}

static void take_url(struct passage *passage, const struct furl_found *found)
{
    if (passage->finder.scanner.at > found->offset + passage_longest(passage)) {
        report_too_long(passage, found->offset);
        return;
    }
    pass(passage, found->offset);
    output_text_end(&passage->finder.job->output); /* no LF follows */
    if (passage->taker.url(passage->taker.context, found)) {
        move_on(passage, found->offset + found->length, passage->taker.replaced);
    }
}

/* Passes what is left of a text, which has been read to its end. */
static void end(struct passage *passage)
{
    struct output *output = &passage->finder.job->output;

    pass(passage, furl_window_end(&passage->finder.window));
    if (passage->taker.end != NULL) {
        passage->taker.end(passage->taker.context);
    }
    output_text_end(output);
    if (input_is_text(passage->finder.input)) {
        output_end(output, terminator_lf);
    }
}

void passage_read(struct passage *passage, struct input *input)
{
    const struct output *output = &passage->finder.job->output;
    struct furl_found found;

    passage->passed = 0;
    passage->aside_n = 0;
    finder_begin(&passage->finder, input);
    while (!output_failed(output)) {
        switch (finder_next(&passage->finder, &found)) {
        case FINDER_URL:
            take_url(passage, &found);
            break;
        case FINDER_READS:
            leave_window(passage);
            break;
        case FINDER_END:
            if (input->error == 0) {
                end(passage);
            }
            return;
        }
    }
}
