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

/* The length of the run of ASCII at the front of the octets, in whole words of eight. */
static size_t ascii(struct furl_range octets)
{
    uint64_t eight = 0;
    size_t n = 0;

    for (; octets.n - n >= sizeof eight; n += sizeof eight) {
        memcpy(&eight, octets.at + n, sizeof eight);
        if ((eight & 0x8080808080808080) != 0) {
            break;
        }
    }
    return n;
}

/* The length of the first character. Few octets of another charset look like the first two of a
 * sequence. */
static size_t character(struct furl_range octets)
{
    uint32_t code = 0;

    if (octets.at[0] < 0xC2 || octets.n == 1 || (octets.at[1] & 0xC0) != 0x80) {
        return 1;
    }
    size_t n = furl_utf8(octets.at, octets.n, &code);
    return n == 0 || n == FURL_UTF8_MORE ? 1 : n;
}

static size_t characters(struct furl_range octets)
{
    size_t count = ascii(octets);

    furl_skip(&octets, count);
    for (; octets.n > 0; count++) {
        furl_skip(&octets, character(octets));
    }
    return count;
}

/* Reads the prefix, with at most so many `>`. The line's end is as good as a blank after a mark. */
static struct furl_quote prefix_of(struct furl_range octets, uint64_t angles)
{
    struct furl_quote quote = {.later = true};
    const unsigned char blank = ' ';
    size_t at = 0;

    while (at < octets.n && quote.part != FURL_QUOTE_TEXT &&
           quote.angles + quote.new_angles < angles) {
        furl_quote_feed(&quote, octets.at + at, 1);
        at++;
    }
    if (quote.part == FURL_QUOTE_ANGLES) {
        furl_quote_feed(&quote, &blank, 1);
        quote.n -= at < octets.n && furl_is_blank(octets.at[at]) ? 0 : 1;
    }
    return quote;
}

FURL_MODULAR static uint64_t kind_of(const struct furl_quote *quote)
{
    return quote->angles == 0 ? 0 : quote->angles << 32 | quote->names;
}

struct furl_line furl_line_of(struct furl_range octets, uint64_t angles)
{
    struct furl_quote quote = prefix_of(octets, angles);
    struct furl_range prefix = {octets.at, (size_t)quote.n};
    struct furl_range whole = {octets.at, without_blanks(octets)};

    return (struct furl_line){
        .kind = furl_starts(octets, " * Origin:") ? FURL_KIND_ORIGIN : kind_of(&quote),
        .angles = quote.angles,
        .prefix = prefix.n,
        .prefix_columns = characters(prefix),
        .width = {[FURL_COLUMNS] = characters(whole), [FURL_OCTETS] = whole.n},
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
    size_t n = text->n;
    while (n > 0 && !furl_ends_line(text->at[n - 1])) {
        n--;
    }
    *line = (struct furl_range){text->at + n, text->n - n};
    text->n = n;
    return true;
}

/* Adds a line of its kind to what is known about `line`. */
static void add_line(struct furl_near near[FURL_MEASURES], const struct furl_line *line,
                     const struct furl_line *other)
{
    for (enum furl_measure measure = 0; measure < FURL_MEASURES; measure++) {
        furl_near_add(&near[measure], line->width[measure], other->width[measure]);
    }
}

void furl_near_read(struct furl_near near[FURL_MEASURES], struct furl_range before,
                    const struct furl_line *line)
{
    bool runs[FURL_MEASURES] = {true, true};
    struct furl_range octets;

    memset(near, 0, FURL_MEASURES * sizeof near[0]);
    for (size_t i = 0; i < FURL_NEAR_LINES && take_last_line(&before, &octets); i++) {
        struct furl_line other = furl_line_of(octets, UINT64_MAX);
        bool belongs = other.kind == line->kind;
        for (enum furl_measure measure = 0; measure < FURL_MEASURES; measure++) {
            bool same = belongs && other.width[measure] == line->width[measure];
            runs[measure] = runs[measure] && same;
            near[measure].run += runs[measure] ? 1 : 0;
        }
        if (belongs) {
            add_line(near, line, &other);
        }
    }
}
