#include "line.h"

#include "furl/octets/modular.h"

/* How much narrower a line may be that is close to another one. */
#define CLOSE ((size_t)8)

/* The octets without the blanks at their end. */
static size_t without_blanks(struct furl_range octets)
{
    while (octets.n > 0 && furl_is_blank(octets.at[octets.n - 1])) {
        octets.n--;
    }
    return octets.n;
}

/* Octets at the front of a line among which there is a `>`, if it has a mark. */
#define MARKED (FURL_QUOTE_INDENT + FURL_QUOTE_LETTERS * FURL_UTF8_MAX + 1)

static bool may_be_marked(struct furl_range octets)
{
    return octets.n > 0 && memchr(octets.at, '>', octets.n < MARKED ? octets.n : MARKED) != NULL;
}

/* The blanks at the front of a line that are a prefix. */
static size_t indent(struct furl_range octets)
{
    size_t n = 0;

    while (n < octets.n && n < FURL_QUOTE_INDENT && furl_is_blank(octets.at[n])) {
        n++;
    }
    return n;
}

/* Reads the prefix, with at most so many `>`. The line's end is as good as a blank after a mark. */
static struct furl_quote prefix_of(struct furl_range octets, uint64_t angles)
{
    struct furl_quote quote = {.later = true};

    if (!may_be_marked(octets)) {
        quote.n = angles > 0 ? indent(octets) : 0;
        return quote;
    }
    size_t at = furl_quote_read(&quote, octets, angles);
    if (quote.part == FURL_QUOTE_ANGLES) {
        bool ends = at == octets.n;
        bool blank = ends || furl_is_blank(octets.at[at]);
        furl_quote_feed(&quote, (const unsigned char *)(blank ? " " : "x"), 1);
        quote.n -= ends ? 1 : 0;
    }
    return quote;
}

FURL_MODULAR static uint64_t kind_of(const struct furl_quote *quote)
{
    return quote->angles == 0 ? 0 : quote->angles << 32 | quote->names;
}

/* The kind of a line with such a prefix. */
static uint64_t kind_with(struct furl_range octets, const struct furl_quote *quote)
{
    return furl_starts(octets, " * Origin:") ? FURL_KIND_ORIGIN : kind_of(quote);
}

uint64_t furl_line_kind(struct furl_range octets, size_t *prefix)
{
    struct furl_quote quote = prefix_of(octets, UINT64_MAX);

    if (prefix != NULL) {
        *prefix = (size_t)quote.n;
    }
    return kind_with(octets, &quote);
}

struct furl_line furl_line_of(struct furl_range octets, uint64_t angles)
{
    struct furl_quote quote = prefix_of(octets, angles);
    struct furl_range prefix = {octets.at, (size_t)quote.n};
    struct furl_range whole = {octets.at, without_blanks(octets)};

    return (struct furl_line){
        .kind = kind_with(octets, &quote),
        .angles = quote.angles,
        .prefix = prefix.n,
        .prefix_columns = furl_characters(prefix.at, prefix.n),
        .width = {[FURL_COLUMNS] = furl_characters(whole.at, whole.n), [FURL_OCTETS] = whole.n},
    };
}

void furl_near_add(struct furl_near *near, size_t width, size_t other)
{
    if (other > FURL_NEAR_WIDTH) {
        return;
    }
    near->longest = other > near->longest ? other : near->longest;
    near->same += other == width ? 1 : 0;
    near->close += other < width && width - other <= CLOSE ? 1 : 0;
}

/* Takes the end of a line off the end of the text. Returns whether there was one. */
static bool drop_line_end(struct furl_range *text)
{
    size_t n = text->n;

    n -= n > 0 && text->at[n - 1] == '\n' ? 1 : 0;
    n -= n > 0 && text->at[n - 1] == '\r' ? 1 : 0;
    bool dropped = n < text->n;
    text->n = n;
    return dropped;
}

/* Takes the last line off the text. Returns whether there was one. */
static bool take_last_line(struct furl_range *text, struct furl_range *line)
{
    if (!drop_line_end(text)) {
        return false;
    }
    size_t n = furl_last_line_length(*text);
    text->n -= n;
    *line = (struct furl_range){text->at + text->n, n};
    return true;
}

/* Takes the last line that is none of origin. */
static bool take_last(struct furl_range *text, struct furl_line *last)
{
    struct furl_range octets;

    do {
        if (!take_last_line(text, &octets)) {
            return false;
        }
        *last = furl_line_of(octets, UINT64_MAX);
    } while (last->kind == FURL_KIND_ORIGIN);
    return true;
}

bool furl_near_take(struct furl_near near[FURL_MEASURES], struct furl_range *before,
                    const struct furl_line *line)
{
    struct furl_line other;

    if (!take_last(before, &other)) {
        return false;
    }
    bool belongs = other.kind == line->kind;
    for (enum furl_measure measure = 0; measure < FURL_MEASURES; measure++) {
        size_t width = line->width[measure];
        near[measure].ran = near[measure].ran || !belongs || other.width[measure] != width;
        near[measure].run += near[measure].ran ? 0 : 1;
        if (belongs) {
            furl_near_add(&near[measure], width, other.width[measure]);
        }
    }
    return true;
}
