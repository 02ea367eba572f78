#include "config.h"

#include <stdlib.h>

#include "cli/commands.h"
#include "cli/inputs.h"
#include "cli/scheme_list.h"
#include "furl/text/fold.h"
#include "text.h"

_Static_assert(FURL_FOLD_LEFT == WIDTH_MIN, "the narrowest line has so many");
_Static_assert(FURL_FOLD_PREFIX_COLUMNS >= WIDTH_MAX, "they are counted");

/* How far after a URL to look for the end of the first line. */
#define END_WITHIN ((size_t)4096)
_Static_assert(END_WITHIN < INPUT_AFTER, "so far one can look ahead");

struct folder {
    struct run *run;
    struct inputs inputs;
    struct text text;
    struct furl_fold_prefix lead, after; /* of the line; and after a URL in it */
    struct furl_buffer folded;
};

/* How the line ends that has the octet at the offset `at`. */
static enum furl_line_end end_after(const struct text *text, uint64_t at)
{
    const uint64_t end = at + END_WITHIN;
    int octet = text_octet(text, at);

    while (at < end && octet != '\n' && octet != '\r' && octet >= 0) {
        octet = text_octet(text, ++at);
    }
    if (at == end || octet != '\r') {
        return FURL_END_LF;
    }
    return text_octet(text, at + 1) == '\n' ? FURL_END_CR_LF : FURL_END_CR;
}

/* Learns how lines end: from those before, or from the first one. Returns whether it is known. */
static bool learn_end(struct folder *folder, uint64_t after)
{
    struct text *text = &folder->text;

    if (folder->lead.end == FURL_END_UNKNOWN && text_reach(text, after + END_WITHIN + 1)) {
        folder->lead.end = end_after(text, after);
    }
    return folder->lead.end != FURL_END_UNKNOWN;
}

/* Writes the match in pieces. Returns whether it did: if not, it stays as it is; so does one that
 * would be too long with its breaks for a reader to join it again. */
static bool replace(struct folder *folder, const struct furl_match *found)
{
    const struct options *options = folder->run->options;
    struct furl_range scheme = {found->url.at, found->scheme_n};
    const char *schemes = options->schemes != NULL ? options->schemes : "fido";
    size_t n;

    if (!scheme_list_wants(scheme, schemes, NULL, &folder->run->schemes_seen) ||
        found->joined != 0) {
        return false;
    }
    size_t columns = furl_fold_prefix_columns(&folder->lead);
    if (columns + furl_characters(found->url.at, found->url.n) <= options->width ||
        furl_fold_prefix_is_kludge(&folder->lead) ||
        !learn_end(folder, found->offset + found->length)) {
        return false;
    }
    folder->after = folder->lead;
    if (!furl_fold_write(&folder->after, found, options->width, text_longest(&folder->text),
                         &folder->folded, &n)) {
        output_no_memory(&folder->run->output);
    } else if (n > 0) {
        folder->lead = folder->after;
        output_text(&folder->run->output, folder->folded.at, n);
    }
    return n > 0;
}

static void fold_text(struct folder *folder, struct input *input)
{
    struct text *text = &folder->text;

    folder->lead = (struct furl_fold_prefix){0};
    text_begin(text, input);
    for (enum text_token token = text_next(text); token != TEXT_OVER; token = text_next(text)) {
        if (token == TEXT_PIECE) {
            furl_fold_prefix_feed(&folder->lead, text->octets.at, text->octets.n);
            output_text(&folder->run->output, text->octets.at, text->octets.n);
        } else if (token == TEXT_URL) {
            text->replaced = replace(folder, &text->match);
        }
    }
}

void fold(struct run *run)
{
    struct folder *folder = run_state(run, sizeof *folder);
    struct input *input;

    if (folder == NULL) {
        return;
    }
    folder->run = run;
    text_init(&folder->text, run);
    folder->text.passes = true;
    inputs_begin(&folder->inputs, run);
    while ((input = inputs_next(&folder->inputs)) != NULL) {
        fold_text(folder, input);
    }
    text_free(&folder->text);
    free(folder->folded.at);
}
