#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "furl/find.h"
#include "json.h"
#include "lines.h"
#include "set.h"

struct extractor {
    struct job *job;
    struct furl_finder finder;
    struct set seen;
    struct furl_window window;
    const char *name; /* of the input */
    uint64_t in_file; /* URLs printed, or counted, of it */
    uint64_t found;   /* of all inputs */
    /* Line numbers, where they are asked for. */
    struct lines lines;
    uint64_t begun, begun_line; /* the URL that began in an earlier window, and its line */
};

static void put(struct extractor *extractor, const char *text)
{
    output_data(&extractor->job->output, text, strlen(text));
}

static void put_number(struct extractor *extractor, uint64_t number)
{
    char digits[24];

    snprintf(digits, sizeof digits, "%" PRIu64, number);
    put(extractor, digits);
}

static void put_end(struct extractor *extractor)
{
    bool nul = extractor->job->ended_by == RECORDS_BY_NUL;

    output_end(&extractor->job->output, nul ? terminator_nul : terminator_lf);
}

static bool shows_names(const struct job *job)
{
    return job->names == NAMES_ALWAYS || (job->names == NAMES_OF_MANY && job->files_n > 1);
}

/* Moves the count of lines on to an offset, which the window holds. */
static void count_lines(struct extractor *extractor, uint64_t offset)
{
    size_t at = (size_t)(extractor->lines.offset - extractor->finder.offset);

    lines_pass(&extractor->lines, extractor->window.at + at,
               (size_t)(offset - extractor->lines.offset));
}

static uint64_t line_of(struct extractor *extractor, uint64_t offset)
{
    if (offset < extractor->lines.offset) {
        return extractor->begun_line;
    }
    count_lines(extractor, offset);
    return extractor->lines.line;
}

static void put_json_string(struct extractor *extractor, const char *name, struct furl_range octets,
                            bool percent)
{
    struct output *output = &extractor->job->output;

    put(extractor, name);
    unsigned char *to = output_reserve(output, JSON_MAX(octets.n));
    if (to != NULL) {
        output_commit(output, json_string(octets, percent, to));
    }
    put(extractor, "\"");
}

/* Octets of a row that are neither name nor URL, at most: members of JSON, numbers, a scheme. */
#define ROW_REST ((size_t)512)

/* Makes room for a whole row, in which names and URL have `n` octets, so that a lack of memory
 * cannot cut one. Returns whether it is there. */
static bool begin_row(struct extractor *extractor, size_t n)
{
    return output_reserve(&extractor->job->output, n + ROW_REST) != NULL;
}

static void put_json(struct extractor *extractor, const struct furl_found *found)
{
    struct furl_range name = {(const unsigned char *)extractor->name, strlen(extractor->name)};
    unsigned char scheme[FURL_START_RUN];

    if (!begin_row(extractor, JSON_MAX(name.n + found->url.n))) {
        return;
    }
    for (size_t i = 0; i < found->scheme_n; i++) {
        scheme[i] = furl_lower(found->url.at[i]);
    }
    put_json_string(extractor, "{\"url\":\"", found->url, false);
    put_json_string(extractor, ",\"scheme\":\"", (struct furl_range){scheme, found->scheme_n},
                    false);
    put_json_string(extractor, ",\"file\":\"", name, true);
    put(extractor, ",\"line\":");
    put_number(extractor, line_of(extractor, found->offset));
    put(extractor, ",\"offset\":");
    put_number(extractor, found->offset);
    put(extractor, ",\"length\":");
    put_number(extractor, found->length);
    put(extractor, found->broken ? ",\"broken\":true}" : ",\"broken\":false}");
    put_end(extractor);
}

/* The fields before a URL, separated by TAB, and the URL. */
static void put_line(struct extractor *extractor, const struct furl_found *found)
{
    struct job *job = extractor->job;
    bool names = shows_names(job);

    if (!begin_row(extractor, found->url.n + (names ? strlen(extractor->name) : 0))) {
        return;
    }
    if (names) {
        put(extractor, extractor->name);
        put(extractor, "\t");
    }
    if (job->line_number) {
        put_number(extractor, line_of(extractor, found->offset));
        put(extractor, "\t");
    }
    if (job->byte_offset) {
        put_number(extractor, found->offset);
        put(extractor, "\t");
    }
    output_data(&job->output, found->url.at, found->url.n);
    put_end(extractor);
}

/* Whether two names are one, in any case. */
static bool is_same(struct furl_range a, struct furl_range b)
{
    size_t i = 0;

    while (i < a.n && i < b.n && furl_lower(a.at[i]) == furl_lower(b.at[i])) {
        i++;
    }
    return i == a.n && i == b.n;
}

/* Whether the list of schemes that was named has that of the URL. */
static bool is_wanted(const struct job *job, const struct furl_found *found)
{
    if (job->schemes == NULL) {
        return true;
    }
    bool fidonet = furl_is_fidonet(furl_scheme(found->url.at, found->scheme_n));
    for (const char *at = job->schemes; *at != '\0';) {
        struct furl_range name = {(const unsigned char *)at, strcspn(at, ",")};
        size_t n = name.n;
        bool all_fidonet = furl_spells(name.at, n, "fido");
        if (all_fidonet ? fidonet
                        : is_same(name, (struct furl_range){found->url.at, found->scheme_n})) {
            return true;
        }
        at += n + (at[n] == ',' ? 1 : 0);
    }
    return false;
}

static bool is_new(struct extractor *extractor, const struct furl_found *found)
{
    enum set_answer answer =
        extractor->job->unique ? set_add(&extractor->seen, found->url) : SET_NEW;

    if (answer == SET_NO_MEMORY) {
        output_no_memory(&extractor->job->output);
    }
    return answer == SET_NEW;
}

static void take(struct extractor *extractor, const struct furl_found *found)
{
    struct job *job = extractor->job;

    if (!is_wanted(job, found) || !is_new(extractor, found)) {
        return;
    }
    extractor->in_file++;
    extractor->found++;
    if (job->messages.quiet) {
        job->done = true;
    } else if (job->json) {
        put_json(extractor, found);
    } else if (!job->count) {
        put_line(extractor, found);
    }
}

static void report_too_long(struct extractor *extractor, uint64_t offset)
{
    struct job *job = extractor->job;
    char text[64];

    snprintf(text, sizeof text, "URL longer than %zu octets", job->max_length);
    message_at_offset(&job->messages, offset, text);
    job_status(job, STATUS_MALFORMED);
}

/* Whether no more is wanted of the input. */
static bool is_enough(const struct extractor *extractor)
{
    const struct job *job = extractor->job;

    return job->done || extractor->in_file >= job->max_count || output_failed(&job->output);
}

/* Takes what is certain in the window. Returns whether to go on. */
static bool take_window(struct extractor *extractor)
{
    struct furl_found found;

    while (!is_enough(extractor)) {
        switch (furl_find(&extractor->finder, &extractor->window, &found)) {
        case FURL_FIND_MORE:
            return !extractor->window.last;
        case FURL_FIND_URL:
            take(extractor, &found);
            break;
        case FURL_FIND_TOO_LONG:
            report_too_long(extractor, found.offset);
            break;
        case FURL_FIND_NO_MEMORY:
            output_no_memory(&extractor->job->output);
            return false;
        }
    }
    return false;
}

/* Counts the lines of what is about to be dropped: all octets before `end`. A URL that has begun
 * there is still to be printed. */
static void count_dropped(struct extractor *extractor, uint64_t end)
{
    uint64_t begun = furl_finder_begun(&extractor->finder);

    if (begun >= extractor->lines.offset && begun < end) {
        extractor->begun_line = line_of(extractor, begun);
    }
    if (end > extractor->lines.offset) {
        count_lines(extractor, end);
    }
}

static void read_text(struct extractor *extractor, struct input *input)
{
    /* What is held stands right before what is read next, which always has the same place: the
     * system copies to some places at a third of the speed. */
    _Static_assert(FURL_FIND_HOLD % 4096 == 0, "a page");
    _Alignas(4096) unsigned char text[FURL_FIND_HOLD + INPUT_BLOCK];
    unsigned char *block = text + FURL_FIND_HOLD;
    struct furl_window *window = &extractor->window;
    const struct job *job = extractor->job;
    size_t held = 0;

    do {
        size_t n = input_read(input, &extractor->job->output, block, INPUT_BLOCK);
        if (input->error != 0) {
            return; /* nobody knows where the URL that has begun would end */
        }
        *window = (struct furl_window){block - held, held + n, n == 0};
        if (!take_window(extractor)) {
            return;
        }
        size_t dropped = furl_finder_spent(&extractor->finder);
        if (job->line_number || job->json) {
            count_dropped(extractor, extractor->finder.offset + dropped);
        }
        furl_finder_drop(&extractor->finder, dropped);
        held = window->n - dropped;
        memmove(block - held, window->at + dropped, held);
    } while (true);
}

static void process(void *context, struct input *input)
{
    struct extractor *extractor = context;

    furl_finder_restart(&extractor->finder);
    extractor->name = input->name;
    extractor->in_file = 0;
    extractor->lines = (struct lines){.line = 1};
    if (!is_enough(extractor)) {
        read_text(extractor, input);
    }
    if (extractor->job->count && input->error == 0 && !extractor->job->messages.quiet) {
        if (shows_names(extractor->job)) {
            put(extractor, input->name);
            put(extractor, "\t");
        }
        put_number(extractor, extractor->in_file);
        put_end(extractor);
    }
}

void extract(struct job *job)
{
    struct extractor extractor = {.job = job};

    furl_finder_init(&extractor.finder, job->max_length, job->eight);
    if (job->unique) {
        set_init(&extractor.seen);
    }
    job_inputs(job, process, &extractor);
    furl_finder_free(&extractor.finder);
    set_free(&extractor.seen);
    if (extractor.found == 0) {
        job_status(job, STATUS_MALFORMED);
    } else if (job->messages.quiet) {
        job->status = STATUS_FINE; /* as grep has it: found is found */
    }
}
