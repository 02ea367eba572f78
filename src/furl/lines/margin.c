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
#include "margin.h"

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

int furl_margin_points(const struct furl_line *line, bool alone, struct furl_range before,
                       const struct furl_line *next, int needed)
{
    struct furl_near near[FURL_MEASURES] = {{0}, {0}};
    struct around around[FURL_MEASURES];
    int points[FURL_MEASURES];

    for (enum furl_measure by = 0; by < FURL_MEASURES; by++) {
        around[by] = (struct around){line, alone, line->width[by], next->width[by]};
        furl_near_add(&near[by], line->width[by], next->width[by]);
    }
    for (size_t i = 0; i < FURL_NEAR_LINES; i++) {
        if ((most_points(&around[FURL_COLUMNS], near[FURL_COLUMNS]) < needed &&
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
