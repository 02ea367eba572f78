#include "config.h"

#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "furl/find.h"

struct extractor {
    struct job *job;
    struct furl_finder finder;
    uint64_t found;
};

static void print(struct extractor *extractor, const char *name, const struct furl_found *found)
{
    struct job *job = extractor->job;

    if (job->files_n > 1) {
        output_data(&job->output, name, strlen(name));
        output_data(&job->output, "\t", 1);
    }
    output_data(&job->output, found->url.at, found->url.n);
    output_end(&job->output, "\n", 1);
    extractor->found++;
}

static void report_too_long(struct extractor *extractor, uint64_t offset)
{
    struct job *job = extractor->job;
    char text[64];

    snprintf(text, sizeof text, "URL longer than %zu octets", job->max_length);
    message_at_offset(&job->messages, offset, text);
    job_status(job, STATUS_MALFORMED);
}

/* Prints what is certain in the window. Returns whether to go on. */
static bool print_window(struct extractor *extractor, const struct furl_window *window,
                         const char *name)
{
    struct furl_found found;

    for (;;) {
        switch (furl_find(&extractor->finder, window, &found)) {
        case FURL_FIND_MORE:
            return !window->last && !output_failed(&extractor->job->output);
        case FURL_FIND_URL:
            print(extractor, name, &found);
            break;
        case FURL_FIND_TOO_LONG:
            report_too_long(extractor, found.offset);
            break;
        case FURL_FIND_NO_MEMORY:
            job_no_memory(extractor->job);
            return false;
        }
    }
}

static void process(void *context, struct input *input)
{
    struct extractor *extractor = context;
    unsigned char text[FURL_FIND_HOLD + INPUT_BLOCK];
    struct furl_window window = {.at = text};
    size_t held = 0;

    furl_finder_restart(&extractor->finder);
    do {
        size_t n = input_read(input, &extractor->job->output, text + held, INPUT_BLOCK);
        window.n = held + n;
        window.last = n == 0;
        if (!print_window(extractor, &window, input->name)) {
            break;
        }
        size_t dropped = furl_finder_drop(&extractor->finder);
        held = window.n - dropped;
        memmove(text, text + dropped, held);
    } while (true);
}

void extract(struct job *job)
{
    struct extractor extractor = {.job = job};

    furl_finder_init(&extractor.finder, job->max_length, false);
    job_inputs(job, process, &extractor);
    furl_finder_free(&extractor.finder);
    if (extractor.found == 0) {
        job_status(job, STATUS_MALFORMED);
    }
}
