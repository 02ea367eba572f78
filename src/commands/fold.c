#include "config.h"

#include <stdlib.h>

#include "cli/commands.h"
#include "cli/inputs.h"
#include "cli/scheme_list.h"
#include "furl/text/fold.h"
#include "text.h"

_Static_assert(FURL_FOLD_LEFT == WIDTH_MIN, "the narrowest line has so many");
_Static_assert(FURL_FOLD_PREFIX_COLUMNS >= WIDTH_MAX, "they are counted");

struct folding {
    struct run *run;
    struct inputs inputs;
    struct text text;
    struct furl_fold_prefix before, after; /* of the line; and after a URL in it */
    struct furl_buffer folded;
};

/* How the line ends that has the octet at an index, as far as it is there. */
static enum furl_line_end end_after(const struct text *text, size_t at)
{
    const size_t end = at + TEXT_AFTER;
    int octet = text_octet(text, at);

    while (at < end && octet != '\n' && octet != '\r' && octet >= 0) {
        octet = text_octet(text, ++at);
    }
    if (at == end || octet != '\r') {
        return FURL_END_LF;
    }
    return text_octet(text, at + 1) == '\n' ? FURL_END_CR_LF : FURL_END_CR;
}

/* Writes the match in pieces. Returns whether it did: if not, it stays as it is; so does one that
 * would be too long with its breaks for a reader to join it again. */
static bool replace(struct folding *folding, const struct furl_match *found)
{
    const struct options *options = folding->run->options;
    struct furl_range scheme = {found->url.at, found->scheme_n};
    const char *schemes = options->schemes != NULL ? options->schemes : "fido";
    size_t n;

    if (!scheme_list_wants(scheme, schemes, NULL, &folding->run->schemes_seen) ||
        found->joined != 0) {
        return false;
    }
    size_t columns = furl_fold_prefix_columns(&folding->before);
    if (columns + furl_characters(found->url.at, found->url.n) <= options->width ||
        furl_fold_prefix_is_kludge(&folding->before)) {
        return false;
    }
    if (folding->before.end == FURL_END_UNKNOWN) {
        folding->before.end = end_after(&folding->text, found->end);
    }
    folding->after = folding->before;
    output_text_end(&folding->run->output); /* no LF comes next */
    if (!furl_fold_write(&folding->after, found, options->width,
                         furl_longest(&folding->text.finder), &folding->folded, &n)) {
        output_no_memory(&folding->run->output);
    } else if (n > 0) {
        folding->before = folding->after;
        output_text(&folding->run->output, folding->folded.at, n);
    }
    return n > 0;
}

static void fold_text(struct folding *folding, struct input *input)
{
    struct text *text = &folding->text;
    enum text_token token = TEXT_PIECE;

    folding->before = (struct furl_fold_prefix){0};
    text_begin(text, input);
    while (token != TEXT_DONE && (token = text_next(text)) != TEXT_OVER) {
        furl_fold_prefix_feed(&folding->before, text->octets.at, text->octets.n);
        output_text(&folding->run->output, text->octets.at, text->octets.n);
        if (token == TEXT_URL) {
            text->replaced = replace(folding, &text->match);
        } else if (token == TEXT_DONE) {
            text_end_output(text);
        }
    }
}

static void fold(struct run *run)
{
    struct folding *folding = run_state(run, sizeof *folding);
    struct input *input;

    if (folding == NULL) {
        return;
    }
    folding->run = run;
    text_init(&folding->text, run);
    folding->text.lines = true;
    inputs_begin(&folding->inputs, run);
    while ((input = inputs_next(&folding->inputs)) != NULL) {
        fold_text(folding, input);
    }
    text_free(&folding->text);
    free(folding->folded.at);
}

const struct command fold_command = {
    .name = "fold",
    .bit = FOLD,
    .purpose = "Copy any text, splitting its long Fidonet URLs with \"%%\".",
    .examples = "  $ fidourl fold -w 30 -e '> The list: fecho://local.point/pnt5999.zip'\n"
                "  > The list: fecho://local.po%%\n"
                "  > %%int/pnt5999.zip\n",
    .malformed = "1 a URL is too long",
    .run = fold,
};
