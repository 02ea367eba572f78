/*
 * There are two ways to cut at a margin.
 *
 * An editor that wraps words cuts a word only where it is longer than a line. Such a word is on a
 * line of its own, so the URL is alone in it, and the line is as wide as a line may be. Most
 * editors have one of a few margins; and who quotes a quotation often cuts at 71, but leaves wider
 * lines as they were. Any other width needs the lines around it: one as wide, or two that are
 * close, and none wider.
 *
 * An editor that fills lines, as fold(1) does, cuts anywhere, so that all lines are as wide. This
 * says the more the more such lines come right before; and less where lines are ragged, as wrapped
 * words leave them.
 *
 * Columns are characters to some editors and octets to others: what says more counts.
 */
#include "furl/base/bits.h"
#include "wrapped.h"

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

FURL_MODULAR void furl_near_add(struct furl_near *near, size_t width, size_t other)
{
    if (other > FURL_NEAR_WIDTH) {
        return;
    }
    near->longest = other > near->longest ? other : near->longest;
    near->same += other == width;
    near->close += width - other - 1 < CLOSE; /* from 1 to CLOSE */
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

/* Measures the last line of the text. Returns whether there is one. */
static bool measure_last(const struct furl_before *before, struct furl_seen_line *last)
{
    struct furl_range text = before->octets;

    if (!drop_line_end(&text)) {
        return false;
    }
    size_t n = furl_last_line_length(text);
    struct furl_line line = furl_line_of((struct furl_range){text.at + text.n - n, n}, UINT64_MAX);
    *last = (struct furl_seen_line){
        .from = before->end - (before->octets.n - (text.n - n)),
        .end = before->end,
        .kind = line.kind,
        .width = {line.width[FURL_COLUMNS], line.width[FURL_OCTETS]},
    };
    return true;
}

/* Puts a line after those before it, the first `nth`; the first one goes where there is no room. */
static void keep_line(struct furl_seen_lines *seen, size_t nth, const struct furl_seen_line *line)
{
    bool full = seen->n == FURL_NEAR_LINES;

    if (full && nth > 0) {
        nth--;
        memmove(seen->of, seen->of + 1, nth * sizeof *line);
    } else if (!full) {
        memmove(seen->of + nth + 1, seen->of + nth, (seen->n++ - nth) * sizeof *line);
    } else {
        return;
    }
    seen->of[nth] = *line;
}

/* Takes the last line off the text; NULL: there is none. That lines are kept makes --wrapped take
 * 0.4 of the instructions where a URL fills each of them (slow_lines in .ci/full). */
static const struct furl_seen_line *take_last_line(struct furl_before *before)
{
    struct furl_seen_lines *seen = before->seen;
    const struct furl_seen_line *last = &before->last;

    while (before->nth > 0 && seen->of[before->nth - 1].end > before->end) {
        before->nth--;
    }
    if (before->nth > 0 && seen->of[before->nth - 1].end == before->end) {
        last = &seen->of[--before->nth];
    } else if (measure_last(before, &before->last)) {
        keep_line(seen, before->nth, last);
    } else {
        return NULL;
    }
    uint64_t n = last->end - last->from;
    if (n > before->octets.n) {
        return NULL; /* it begins before them */
    }
    before->octets.n -= (size_t)n;
    before->end = last->from;
    return last;
}

/* Adds what the line right before those taken says, by one measure. */
static inline void add_line(struct furl_near *near, size_t width, size_t other, bool belongs)
{
    near->ran |= !belongs | (other != width);
    near->run += !near->ran;
    if (belongs) {
        furl_near_add(near, width, other);
    }
}

bool furl_near_take(struct furl_near near[FURL_MEASURES], struct furl_before *before,
                    const struct furl_line *line)
{
    const struct furl_seen_line *other = NULL;

    do {
        other = take_last_line(before);
        if (other == NULL) {
            return false;
        }
    } while (other->kind == FURL_KIND_ORIGIN);
    for (enum furl_measure by = 0; by < FURL_MEASURES; by++) {
        add_line(&near[by], line->width[by], other->width[by], other->kind == line->kind);
    }
    return true;
}

/* What nobody uses as a margin, as the lines of another screen. */
#define TOO_WIDE ((size_t)100)

/* What a quotation of a quotation is cut at, too; and what its other lines may be. */
#define REQUOTED      ((size_t)71)
#define REQUOTED_WIDE ((size_t)75)

/* How much wider a line may be that perhaps has the same margin: with a word that may hang out. */
#define HANGING ((size_t)3)

/* Lines before that count. */
#define RUN_MAX ((size_t)3)

/* What a line of such a width says: of a URL that is alone in it, and of any where lines are
 * filled. */
static const struct margin {
    size_t width;
    int alone, filled;
    bool usual;
} margins[] = {
    {72, 3, -1, true}, {75, 3, -1, true}, {78, 1, -2, false},
    {79, 3, 1, true},  {80, 3, 1, true},  {0, FURL_NEVER, -2, false}, /* any other */
};

static const struct margin *margin_of(size_t width)
{
    const struct margin *margin = margins;

    while (margin->width != width && margin->width != 0) {
        margin++;
    }
    return margin;
}

bool furl_is_usual_margin(size_t width)
{
    return margin_of(width)->usual;
}

static bool is_requoted(const struct furl_line *line, size_t width)
{
    return width == REQUOTED && line->angles > 1;
}

bool furl_is_margin(const struct furl_line *line, size_t width)
{
    return margin_of(width)->width != 0 || is_requoted(line, width);
}

/* Whether so many columns of text filled a line up to the margin before some of the quotations,
 * each of which put at least a `>` before it. */
static bool filled_before(const struct furl_line *line, size_t text, size_t margin)
{
    size_t width = text + line->prefix_columns;

    return width > margin && width - margin <= line->angles;
}

bool furl_fills_line(const struct furl_line *line, size_t text)
{
    bool fills = margin_of(text)->width != 0 || filled_before(line, text, REQUOTED);

    for (const struct margin *margin = margins; margin->width != 0; margin++) {
        fills = fills || filled_before(line, text, margin->width);
    }
    return fills;
}

/* Points for a URL that is alone in a line whose width is no margin in use. */
static int other_points(size_t width, const struct furl_near *near)
{
    if (width < FURL_MARGIN_MIN || width > TOO_WIDE || near->longest > width) {
        return FURL_NEVER;
    }
    if (near->longest == width) {
        return 2;
    }
    return near->close >= 2 ? 0 : -2;
}

/* Points for a URL that is alone in its line. */
static int alone_points(const struct furl_line *line, size_t width, const struct furl_near *near)
{
    bool requoted = is_requoted(line, width);
    int points = requoted ? margin_of(REQUOTED_WIDE)->alone : margin_of(width)->alone;

    if (points == FURL_NEVER) {
        return other_points(width, near);
    }
    if (near->longest == width) {
        return points + 2;
    }
    if (near->longest < width || (requoted && near->longest <= REQUOTED_WIDE)) {
        return points;
    }
    return points - (near->longest - width <= HANGING ? 1 : 3);
}

/* Points for a URL in lines that are filled, if they are. */
static int filled_points(size_t width, bool alone, const struct furl_near *near, size_t next)
{
    const struct margin *margin = margin_of(width);
    size_t run = near->run < RUN_MAX ? near->run : RUN_MAX;
    bool ragged = near->close >= 2 && near->close > near->same;

    if (width < FURL_MARGIN_MIN || near->longest > width ||
        !(margin->usual || near->same >= 3 || near->run >= 2)) {
        return FURL_NEVER;
    }
    return margin->filled + 2 * (int)run + (next == width ? 2 : 0) + (near->same >= 2 ? 2 : 0) -
           (ragged ? 3 : 0) - (alone ? 1 : 0);
}

/* What is known of the lines around one, by one measure. */
struct around {
    const struct furl_line *line;
    bool alone;
    size_t width, next; /* of the line, and of the one after it */
};

static int points_of(const struct around *around, const struct furl_near *near)
{
    int filled = filled_points(around->width, around->alone, near, around->next);
    int wrapped = around->alone ? alone_points(around->line, around->width, near) : FURL_NEVER;

    return filled > wrapped ? filled : wrapped;
}

/* The most points that there can be once more lines are taken. */
static int most_points(const struct around *around, struct furl_near near)
{
    near.run = near.ran ? near.run : RUN_MAX;
    near.same = FURL_NEAR_LINES;
    near.close = 0;
    near.longest = near.longest > around->width ? near.longest : around->width;
    return points_of(around, &near);
}

int furl_margin_points(const struct furl_line *line, bool alone, struct furl_before before,
                       const struct furl_line *next, int needed)
{
    struct furl_near near[FURL_MEASURES] = {{0}, {0}};
    struct around around[FURL_MEASURES];
    int points[FURL_MEASURES];

    for (enum furl_measure by = 0; by < FURL_MEASURES; by++) {
        around[by] = (struct around){line, alone, line->width[by], next->width[by]};
        furl_near_add(&near[by], line->width[by], next->width[by]);
    }
    size_t known = 0, known_before = 1; /* what most_points says depends on */
    for (size_t i = 0; i < FURL_NEAR_LINES; i++, known_before = known) {
        known = near[0].longest + near[1].longest + (near[0].ran ? 1 : 0) + (near[1].ran ? 1 : 0);
        if ((known != known_before &&
             most_points(&around[FURL_COLUMNS], near[FURL_COLUMNS]) < needed &&
             most_points(&around[FURL_OCTETS], near[FURL_OCTETS]) < needed) ||
            !furl_near_take(near, &before, line)) {
            break;
        }
    }
    for (enum furl_measure by = 0; by < FURL_MEASURES; by++) {
        points[by] = points_of(&around[by], &near[by]);
    }
    return points[FURL_COLUMNS] > points[FURL_OCTETS] ? points[FURL_COLUMNS] : points[FURL_OCTETS];
}
