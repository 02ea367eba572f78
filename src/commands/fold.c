#include "config.h"

#include <stdlib.h>

#include "cli/commands.h"
#include "cli/inputs.h"
#include "text_fold.h"

_Static_assert(FURL_FOLD_LEFT == WIDTH_MIN, "the narrowest line has so many");

struct folding {
    struct run *run;
    struct inputs inputs;
    struct text_reader text;
    struct text_fold fold;
    const char *end; /* the end of the last line, or NULL if no line ended */
};

static const char lf[] = "\n", cr[] = "\r", cr_lf[] = "\r\n";

/* Returns the end of the line with the octet at an index, as far as the window shows the line. */
static const char *end_after(const struct text_reader *text, size_t pos)
{
    const size_t end = pos + TEXT_AFTER;
    int octet = text_octet(text, pos);

    while (pos < end && octet != '\n' && octet != '\r' && octet >= 0) {
        octet = text_octet(text, ++pos);
    }
    if (pos == end || octet != '\r') {
        return lf;
    }
    return text_octet(text, pos + 1) == '\n' ? cr_lf : cr;
}

/* Stores the end of the last line: LF, CR LF or CR. */
static void note_end(struct folding *folding)
{
    const struct text_reader *text = &folding->text;
    const unsigned char *octets = text->window.ptr;
    const size_t done = text_index(text, text->octets_end), from = done - text->octets.n;
    size_t pos = done - furl_last_line_length(text->octets);

    while (pos > from && octets[pos - 1] == '\0') { /* skips NULs, which also end lines */
        pos -= 1 + furl_last_line_length(furl_between(&text->window, from, pos - 1));
    }
    if (pos > from) {
        bool pair = pos > 1 && octets[pos - 2] == '\r';
        folding->end = octets[pos - 1] == '\r' ? cr : pair ? cr_lf : lf;
    }
}

/* Writes the match in pieces. Returns false if the match is unchanged. */
static bool fold_match(struct folding *folding, const struct furl_match *found)
{
    const size_t width = folding->run->options->width;
    struct text_reader *text = &folding->text;

    if (!text_wants_match(text) || found->joined != 0 ||
        !text_fold_is_due(&folding->fold, text, found, width)) {
        return false;
    }
    folding->end = folding->end != NULL ? folding->end : end_after(text, found->end);
    output_text_end(&folding->run->output); /* no LF comes next */
    const size_t n = text_fold_write(&folding->fold, text, found, width, folding->end);
    output_text(&folding->run->output, folding->fold.pieces.ptr, n);
    return n > 0;
}

static void fold_text(struct folding *folding, struct input *input)
{
    struct text_reader *text = &folding->text;
    enum text_token token = TEXT_OCTETS;

    folding->end = NULL;
    folding->fold = (struct text_fold){.pieces = folding->fold.pieces};
    text_begin(text, input);
    while (token != TEXT_LAST_OCTETS && (token = text_next(text)) != TEXT_END) {
        note_end(folding);
        output_text(&folding->run->output, text->octets.ptr, text->octets.n);
        if (token == TEXT_URL) {
            text->replaced = fold_match(folding, &text->match);
        } else if (token == TEXT_LAST_OCTETS) {
            text_end_output(text);
        }
    }
    text_end(text);
}

static void fold(struct run *run)
{
    struct folding *folding = run->state;
    struct input *input;

    folding->run = run;
    text_init(&folding->text, run);
    folding->text.lines = folding->text.quotes = true;
    while ((input = inputs_next(&folding->inputs, run)) != NULL) {
        fold_text(folding, input);
    }
    text_free(&folding->text);
    free(folding->fold.pieces.ptr);
}

const struct command_work fold_work = {
    .purpose = "Copy text, and split long Fidonet URLs with \"%%\".",
    .examples = "  $ fidourl fold -w 30 -e '> The list: fecho://local.point/pnt5999.zip'\n"
                "  > The list: fecho://local.po%%\n"
                "  > %%int/pnt5999.zip\n",
    .malformed = "1 a URL is too long",
    .state = sizeof(struct folding),
    .run = fold,
};
