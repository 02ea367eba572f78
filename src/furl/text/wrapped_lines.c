/*
 * A URL reaches the end of its line. Was it cut there, and does the next line go on with it? Two
 * things tell: what is at both sides of the line's end, and how wide the line is (margin.c).
 *
 * Some ends of a URL are none: half an escape, a dash, a `=`. Some words are no prose: escapes,
 * those with marks inside (wrapped_words.c). Others are ends: a file's name, a comma. Each kind of
 * end and each kind of word has points, and so has the width. If they are NEEDED together, the word
 * is the rest of the URL.
 *
 * Where the width need not be known: an editor that breaks lines after marks does so where the next
 * piece would not have fitted. A dash and a `?` tell enough. Many whole URLs end in a slash, so the
 * word must look like a path.
 *
 * Where the URL takes all of a line, it was perhaps cut again: by the same editor, and then the
 * line is as wide as the first one, or by another one at its margin.
 *
 * An editor that quotes what was cut fills it anew. The short rest of a URL is then followed by a
 * blank and what had been the line after:
 *
 *     > > http://example.org/mirror/puppyrus/dist
 *     > > ros/Jeans /Jeans-S-1.3.iso is what you want
 *
 * How many columns of text the first line and the short rest have together tells: they fill what
 * the earlier editor had as a line, whose prefix was narrower by a `>` or more. The same holds for
 * the next piece. So where the text of the URL so far fills such a line, one blank is joined over.
 * That sum is the text below.
 *
 * What this harms is a URL alone in a line that is exactly full, where the next line begins with a
 * path, a number or an uncommon word.
 */
#include "wrapped.h"

/* The points that make a cut. */
#define NEEDED 3

/* What fits into the lines of any editor that breaks them after marks. */
#define FITTING ((size_t)72)

/* What a quoting editor leaves of a word that it cut is at most so long; and where it did so again,
 * the next piece. */
#define SHORT_REST ((size_t)12)
#define NEXT_PIECE ((size_t)10)

/* Lines wider than this are paragraphs: only a URL that fills one alone is cut. */
#define PARAGRAPH ((size_t)100)

static const int rest_points[FURL_RESTS] = {
    [FURL_REST_NO] = FURL_NEVER, [FURL_REST_ITEM] = FURL_NEVER, [FURL_REST_MAIL] = -5,
    [FURL_REST_PROSE] = -5,      [FURL_REST_OTHER] = 0,         [FURL_REST_WEAK] = 1,
    [FURL_REST_LIKELY] = 2,      [FURL_REST_STRONG] = 3,        [FURL_REST_ESCAPE] = 8,
};

static const int end_points[FURL_TAIL_ENDS] = {
    [FURL_TAIL_IN] = 1,    [FURL_TAIL_HALF] = 0, [FURL_TAIL_OPEN] = 6,
    [FURL_TAIL_UNDER] = 3, [FURL_TAIL_ASK] = 3,  [FURL_TAIL_DIR] = -2,
    [FURL_TAIL_FILE] = -6, [FURL_TAIL_DOT] = -2, [FURL_TAIL_PUNCT] = FURL_NEVER,
};

/* A URL, the line after, and what they are to each other. */
struct joint {
    const struct furl_wrapped_lines *cut;
    struct furl_before before; /* the text before the line that the URL begins in */
    const struct furl_line *next;
    struct furl_word word;   /* the first one of the next line */
    struct furl_word second; /* the one after it, where it is a short rest */
    enum furl_tail_end end;
    size_t text;   /* cut->text and the word */
    bool refilled; /* the next line begins with the short rest of a line that an editor had
                      cut before it filled the quotation anew */
};

/* Whether the word is a rest by itself, not prose of small letters. */
static bool is_distinct(const struct furl_word *word)
{
    return word->rest >= FURL_REST_WEAK && !word->lower;
}

/* The octets up to the first one that editors break lines after. */
static size_t first_piece(struct furl_range octets)
{
    size_t n = 0;

    while (n < octets.n && octets.at[n] != '-' && octets.at[n] != '/' && octets.at[n] != '?') {
        n++;
    }
    return n < octets.n ? n + 1 : n;
}

/* Whether the word ends with the ending of a file's name. */
static bool names_file(const struct furl_word *word)
{
    size_t n = 0;

    while (n < word->n && furl_is(word->octets.at[word->n - n - 1], FURL_ALNUM)) {
        n++;
    }
    return n < word->n && word->octets.at[word->n - n - 1] == '.' &&
           furl_is_ending((struct furl_range){word->octets.at + word->n - n, n});
}

/* Whether the line was cut by what there is at both sides of its end. */
static bool is_certain(const struct joint *joint)
{
    size_t width = joint->cut->line.width[FURL_COLUMNS];
    enum furl_rest rest = joint->word.rest;

    if (furl_tail_is_completed(&joint->cut->tail, joint->word.octets)) {
        return true;
    }
    if (width < FURL_MARGIN_MIN && width + joint->word.octets.n <= FITTING) {
        return false; /* the word would have fitted */
    }
    return rest == FURL_REST_ESCAPE || (joint->end == FURL_TAIL_OPEN && rest != FURL_REST_MAIL) ||
           (joint->end == FURL_TAIL_ASK && is_distinct(&joint->word));
}

/* Whether an editor that breaks lines after a slash broke this one: whether the word looks like the
 * path or the query after it. */
static bool is_broken_after_slash(const struct joint *joint)
{
    const struct furl_word *word = &joint->word;
    size_t width = joint->cut->line.width[FURL_COLUMNS];

    if (joint->end != FURL_TAIL_DIR || word->rest < FURL_REST_WEAK ||
        width + first_piece(word->octets) <= FITTING) {
        return false;
    }
    if ((word->n > 0 && word->octets.at[word->n - 1] == '/') ||
        (word->octets.n >= 8 && (word->query || word->slash)) ||
        (word->octets.n >= 20 && word->rest == FURL_REST_STRONG)) {
        return true;
    }
    bool deep = joint->cut->tail.slashes > 3;
    bool file = names_file(word) && (deep || word->octets.n >= 12);
    bool name = deep && word->last && word->plain && word->n == word->octets.n &&
                joint->next->width[FURL_COLUMNS] < 40; /* the last one of a path */
    return width > 50 && (file || name);
}

/* Points for a short rest at the start of a quotation filled anew. */
static int refilled_points(const struct joint *joint)
{
    enum furl_rest second = joint->second.rest;
    enum furl_rest rest = joint->word.rest;

    if (rest == FURL_REST_PROSE) {
        return joint->word.octets.n == 1 && second >= FURL_REST_WEAK ? 5 : 0;
    }
    return rest == FURL_REST_OTHER || (rest >= FURL_REST_WEAK && second >= FURL_REST_LIKELY) ? 2
                                                                                             : 0;
}

/* Points for how the URL ends and how the next line begins. */
static int word_points(const struct joint *joint)
{
    const struct furl_word *word = &joint->word;
    bool requoted = joint->refilled && joint->cut->first.angles > 1;
    bool file = joint->end == FURL_TAIL_FILE;
    int points = rest_points[word->rest] + end_points[joint->end] + (word->last ? 1 : 0);

    if ((file || joint->end == FURL_TAIL_DOT) &&
        furl_tail_goes_on(&joint->cut->tail, word->octets)) {
        points += file ? 8 : 3;
    }
    if (word->lower && word->rest == FURL_REST_WEAK && !word->last &&
        !(requoted && joint->second.rest >= FURL_REST_WEAK)) {
        points -= 2;
    }
    return points + (requoted ? refilled_points(joint) : 0);
}

/* Whether the URL is alone, and what comes after the line's end looks like what was filled anew
 * after an earlier cut at a usual width, so that the width of the line says little. */
static bool was_cut_before(const struct joint *joint)
{
    return joint->refilled && joint->cut->alone && furl_is_usual_margin(joint->text) &&
           joint->word.rest >= FURL_REST_WEAK && joint->second.rest >= FURL_REST_WEAK;
}

/* Points for the width of the line that the URL begins in; any number below `needed` if they are
 * fewer. */
static int first_points(const struct joint *joint, int needed)
{
    const struct furl_wrapped_lines *cut = joint->cut;

    if (needed <= 2 && was_cut_before(joint)) {
        return 2;
    }
    return furl_margin_points(&cut->first, cut->alone, joint->before, joint->next, needed);
}

/* Points for the width of a line that the URL takes from its start on. */
static int later_points(const struct joint *joint)
{
    const struct furl_wrapped_lines *cut = joint->cut;
    size_t width = cut->line.width[FURL_COLUMNS];

    if (width == cut->first.width[FURL_COLUMNS] ||
        cut->line.width[FURL_OCTETS] == cut->first.width[FURL_OCTETS]) {
        bool letter = joint->word.rest == FURL_REST_PROSE && joint->word.octets.n == 1;
        return letter ? 10 : 6;
    }
    if (furl_is_margin(&cut->first, width)) {
        return 4;
    }
    bool quoted = cut->first.angles > 0;
    return quoted && cut->text >= FURL_MARGIN_MIN && furl_fills_line(&cut->first, cut->text)
               ? 2
               : FURL_NEVER;
}

/* Whether the next line goes on with the URL. */
static bool is_cut(const struct joint *joint)
{
    if (rest_points[joint->word.rest] == FURL_NEVER || end_points[joint->end] == FURL_NEVER) {
        return false;
    }
    if (is_certain(joint) || is_broken_after_slash(joint)) {
        return true;
    }
    int needed = NEEDED - word_points(joint);
    return (joint->cut->joined ? later_points(joint) : first_points(joint, needed)) >= needed;
}

/* Whether the first word of the text is a short rest, left by an editor that cut the line and
 * filled the quotation anew. */
static bool is_refilled(const struct joint *joint, struct furl_range text)
{
    size_t n = joint->word.octets.n;

    return joint->cut->first.angles > 0 && n <= SHORT_REST && n < text.n && text.at[n] == ' ' &&
           furl_fills_line(&joint->cut->first, joint->text);
}

static struct joint joint_of(const struct furl_wrapped_lines *cut, const struct furl_line *next,
                             struct furl_range text)
{
    struct joint joint = {
        .cut = cut,
        .next = next,
        .word = furl_word_of(text, cut->tail.query),
        .end = furl_tail_end(&cut->tail),
    };
    joint.text = cut->text + joint.word.octets.n;
    joint.refilled = is_refilled(&joint, text);
    if (joint.refilled) {
        furl_skip(&text, joint.word.octets.n + 1);
        joint.second = furl_word_of(text, cut->tail.query);
        bool dash = joint.word.octets.n == 1 && joint.word.octets.at[0] == '-';
        if (dash && cut->first.angles > 1 && joint.second.rest >= FURL_REST_WEAK) {
            joint.word.rest = FURL_REST_WEAK; /* no list has items after half a URL */
        }
    }
    return joint;
}

/* Whether the URL, which ends where an editor had ended a line before it filled the quotation anew,
 * goes on with the word after a blank. */
static bool is_next(const struct furl_wrapped_lines *cut, enum furl_tail_end end,
                    const struct furl_word *word)
{
    size_t n = word->octets.n;
    bool again =
        cut->first.angles > 1 && n <= NEXT_PIECE && furl_fills_line(&cut->first, cut->text + n);

    if (!furl_fills_line(&cut->first, cut->text)) {
        return false;
    }
    if (end == FURL_TAIL_FILE || end == FURL_TAIL_DOT) {
        return furl_tail_goes_on(&cut->tail, word->octets) ||
               (end == FURL_TAIL_DOT && again && n <= 2);
    }
    bool filled = again || (cut->text == FURL_TORN_WIDTH && cut->first.angles > 0);
    return is_distinct(word) || word->last || (again && n == 1) ||
           (filled && word->rest >= FURL_REST_OTHER);
}

/* How many octets of the text belong to the URL, which goes on to the text's blank in front: the
 * blank and a word, or none. */
static size_t over_blank(const struct furl_wrapped_lines *cut, struct furl_range text)
{
    enum furl_tail_end end = furl_tail_end(&cut->tail);

    if (text.at[0] != ' ' || end == FURL_TAIL_PUNCT) {
        return 0;
    }
    furl_skip(&text, 1);
    struct furl_word word = furl_word_of(text, cut->tail.query);
    if (word.rest == FURL_REST_NO) {
        return 0;
    }
    bool open =
        word.rest == FURL_REST_ESCAPE || (end == FURL_TAIL_OPEN && word.rest > FURL_REST_MAIL);
    bool joins = end == FURL_TAIL_HALF
                     ? cut->text >= FURL_MARGIN_MIN && furl_is(text.at[0], FURL_HEX)
                     : (cut->text >= FURL_MARGIN_MIN && open) || is_next(cut, end, &word);
    return joins ? 1 + word.octets.n : 0;
}

/* Adds the word to the URL. */
static void take(struct furl_wrapped_lines *cut, struct furl_range word)
{
    furl_tail_take(&cut->tail, word);
    cut->text += word.n;
}

size_t furl_wrapped_lines_rest(struct furl_wrapped_lines *cut, struct furl_before before,
                               const struct furl_line *line, struct furl_range octets)
{
    struct furl_range text = furl_line_text(line, octets);

    if (line->kind != cut->first.kind) {
        return 0;
    }
    struct joint joint = joint_of(cut, line, text);
    size_t n = joint.word.octets.n;
    joint.before = before;
    if (!is_cut(&joint)) {
        return 0;
    }
    take(cut, joint.word.octets);
    cut->text = cut->text > FURL_MARGIN_MAX ? n : cut->text;
    cut->line = *line;
    cut->joined = true;
    furl_skip(&text, n);
    size_t some = 0;
    while (text.n > 0 && cut->text <= FURL_MARGIN_MAX && (some = over_blank(cut, text)) > 0) {
        take(cut, (struct furl_range){text.at + 1, some - 1});
        furl_skip(&text, some);
        n += some;
    }
    return n;
}

size_t furl_wrapped_lines_torn(struct furl_tail *tail, struct furl_range text)
{
    enum furl_tail_end end = furl_tail_end(tail);

    while (text.n > 0 && furl_is_blank(text.at[text.n - 1])) {
        text.n--;
    }
    struct furl_word word = furl_word_of(text, tail->query);
    bool joins = end == FURL_TAIL_HALF || end == FURL_TAIL_OPEN ||
                 (word.last && end == FURL_TAIL_IN) ||
                 (is_distinct(&word) && end != FURL_TAIL_FILE && end != FURL_TAIL_DOT &&
                  end != FURL_TAIL_PUNCT);
    if (!joins || word.rest <= FURL_REST_MAIL) {
        return 0;
    }
    furl_tail_take(tail, word.octets);
    return word.octets.n;
}

bool furl_wrapped_lines_may(struct furl_range url, size_t width, struct furl_range next)
{
    static const bool open[256] = {['-'] = true, ['='] = true, ['&'] = true, ['+'] = true,
                                   ['~'] = true, ['#'] = true, ['?'] = true, ['/'] = true};
    static const bool closed[256] = {
        [','] = true, [';'] = true, [':'] = true, ['!'] = true, ['\''] = true};
    unsigned char last = url.at[url.n - 1];
    size_t serial = url.n < FURL_TAIL_SIZE ? url.n : FURL_TAIL_SIZE;

    if (closed[last]) {
        return false;
    }
    return open[last] || width >= FURL_MARGIN_MIN || url.at[url.n - 2] == '%' || last == '%' ||
           memchr(url.at + url.n - serial, '+', serial) != NULL ||
           memchr(next.at, '%', next.n < FURL_MARGIN_MIN ? next.n : FURL_MARGIN_MIN) != NULL;
}

bool furl_wrapped_lines_may_go_on(struct furl_range first, struct furl_range octets)
{
    size_t prefix = 0;

    if (furl_line_kind(octets, &prefix) != furl_line_kind(first, NULL)) {
        return false;
    }
    furl_skip(&octets, prefix);
    return !furl_word_is_none(octets);
}

/* Whether the octets are a delimiter that is before a URL. */
static bool is_delimiter(struct furl_range octets)
{
    return (octets.n == 1 && (octets.at[0] == '<' || octets.at[0] == '(' || octets.at[0] == '"')) ||
           (octets.n == 5 && furl_spells(octets.at, octets.n, "<url:"));
}

/* Whether the text is a comment of a program. */
static bool is_comment(struct furl_range text)
{
    while (text.n > 0 && furl_is_blank(text.at[0])) {
        furl_skip(&text, 1);
    }
    return furl_starts(text, "#") || furl_starts(text, "//");
}

bool furl_wrapped_lines_begin(struct furl_wrapped_lines *cut, const struct furl_line *line,
                              struct furl_range octets, size_t at)
{
    struct furl_range before = {octets.at + line->prefix, at - line->prefix};
    size_t end = line->width[FURL_OCTETS];

    *cut = (struct furl_wrapped_lines){
        .first = *line,
        .line = *line,
        .alone = before.n == 0 || is_delimiter(before),
        .text = line->width[FURL_COLUMNS] - line->prefix_columns,
    };
    furl_tail_take(&cut->tail, (struct furl_range){octets.at + at, end - at});
    return line->kind != FURL_KIND_ORIGIN && !is_comment(before) &&
           (cut->alone || line->width[FURL_COLUMNS] <= PARAGRAPH);
}
