#include "config.h"

#include "cli/commands.h"
#include "cli/inputs.h"
#include "cli/scheme_list.h"
#include "furl/text/fold.h"
#include "text.h"

/* Columns of a line that its quote prefix leaves to the URL and its marks. */
#define LEFT_TO_URL ((size_t)20)
_Static_assert(LEFT_TO_URL == WIDTH_MIN, "the narrowest line has so many");
_Static_assert(FURL_FOLD_PREFIX_COLUMNS >= WIDTH_MAX, "they are counted");

/* How far after a URL to look for the end of the first line. */
#define END_WITHIN ((size_t)4096)
_Static_assert(END_WITHIN < INPUT_AFTER, "so far one can look ahead");

/* A URL shorter than this stays short enough to be joined again, even if each
 * octet is a piece, with a break that has the longest prefix. */
#define SHORT_URL (TEXT_BREAKS_MAX / (FURL_UTF8_MAX * WIDTH_MAX))

struct folder {
    struct run *run;
    struct inputs inputs;
    struct text text;
    struct furl_fold_prefix lead, kept; /* of the line; and as it was before measuring */
    bool measures;                      /* nothing is written */
    uint64_t put;                       /* octets written, or measured */
};

static void put(struct folder *folder, struct furl_range octets)
{
    folder->put += octets.n;
    if (!folder->measures) {
        output_text(&folder->run->output, octets.at, octets.n);
    }
}

static void put_text(struct folder *folder, struct furl_range octets)
{
    furl_fold_prefix_feed(&folder->lead, octets.at, octets.n);
    put(folder, octets);
}

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

/* Writes a break: a mark, the end of the line, its prefix, and a mark. */
static void put_break(struct folder *folder)
{
    static const struct furl_range mark = {(const unsigned char *)"%%", FURL_MARK_SIZE};
    static const char *const ends[] = {
        [FURL_END_LF] = "\n", [FURL_END_CR] = "\r", [FURL_END_CR_LF] = "\r\n"};

    put_text(folder, mark);
    put(folder, furl_range_of(ends[folder->lead.end]));
    put(folder, furl_fold_prefix_break(&folder->lead, folder->run->options->width - LEFT_TO_URL));
    put_text(folder, mark);
}

static void put_pieces(struct folder *folder, const struct furl_match *found)
{
    const size_t width = folder->run->options->width;
    struct furl_fold folding;

    furl_fold_begin(&folding, found);
    do {
        size_t columns = furl_fold_prefix_columns(&folder->lead);
        put_text(folder, furl_fold_next(&folding, columns < width ? width - columns : 0));
        if (folding.url.n > 0) {
            put_break(folder);
        }
    } while (folding.url.n > 0);
}

/* Whether the URL with its breaks would be too long for a reader to join it again. */
static bool grows_too_long(struct folder *folder, const struct furl_match *found)
{
    if (found->url.n < SHORT_URL) {
        return false;
    }
    folder->kept = folder->lead;
    folder->measures = true;
    folder->put = 0;
    put_pieces(folder, found);
    folder->lead = folder->kept;
    folder->measures = false;
    return folder->put > text_longest(&folder->text);
}

/* Writes the match in pieces. Returns whether it did: if not, it stays as it is. */
static bool replace(struct folder *folder, const struct furl_match *found)
{
    const struct options *options = folder->run->options;
    struct furl_range scheme = {found->url.at, found->scheme_n};

    if (found->joined != 0 ||
        !scheme_list_wants(scheme, options->schemes != NULL ? options->schemes : "fido", NULL)) {
        return false;
    }
    size_t columns = furl_fold_prefix_columns(&folder->lead);
    if (columns + furl_characters(found->url.at, found->url.n) <= options->width ||
        furl_fold_prefix_is_kludge(&folder->lead) ||
        !learn_end(folder, found->offset + found->length)) {
        return false;
    }
    if (grows_too_long(folder, found)) {
        return false;
    }
    put_pieces(folder, found);
    return true;
}

static void fold_text(struct folder *folder, struct input *input)
{
    struct text *text = &folder->text;

    folder->lead = (struct furl_fold_prefix){0};
    text_begin(text, input);
    for (enum text_token token = text_next(text); token != TEXT_OVER; token = text_next(text)) {
        if (token == TEXT_PIECE) {
            put_text(folder, text->octets);
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
}
