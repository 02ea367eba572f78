#include "extent.h"

#include <assert.h>
#include <string.h>

#include "ahead.h"
#include "breaks.h"
#include "furl/base/bits.h"

/*
 * A URL goes on as long as its octets allow. What an octet does depends on its class (start.h) and
 * on a state, which says what the octets before it mean; the table below has a cell for each pair.
 * `kept` is where the URL would end, trimmed, if it ended here.
 *
 * Most octets, and whole escapes, change nothing: they are plain. furl_extents_init derives from
 * the table which octets are plain in all calm states. A kernel looks at a block of up to 64 octets
 * and gives masks, so that all octets before the next one that may not be plain are passed over in
 * one go. That one goes through the table. If what comes before the URL changes what some octets
 * do, each octet goes through it.
 *
 * An octet is looked at once, and goes through the table at most twice, or, after half an escape,
 * three times; so the time is linear.
 *
 * An escape of a Fidonet URL, and a unit (bracketed.h), belong to the URL as a whole or not at all.
 * Until its last octet is read, it is in doubt. `kept` does not move meanwhile, so that it is the
 * trimmed end if the escape or unit fails.
 *
 * What is in a pair of brackets goes through the table, too, and `kept` does not move either. If
 * the URL ends in the pair, furl_extent_leave goes back to the pair's front, where the URL ends
 * then; the search finds the URLs in it. FURL_PAIR_DEPTH, FURL_BRACKETED_MAX and the octets of
 * breaks limit how often, and how far, an octet is read again.
 */
enum action {
    ENDS,      /* the URL ends before the octet */
    KEEPS,     /* it is the URL's */
    TRIMS,     /* it is the URL's, but trimmed at the end */
    SEPARATES, /* it TRIMS, or the URL ends before it: if another URL follows, or if the same octet
                  comes right before the URL */
    EMPHASIS,  /* it TRIMS where the same octet comes right before the URL, else KEEPS */
    REPEATS,   /* likewise; it also TRIMS where it is emphasis: it comes so often, or opens before
                  the URL */
    QUOTE,     /* it TRIMS, or the URL ends before it: if one comes right before the URL, or in
                  a host */
    OPENS,     /* an opening bracket */
    CLOSES,  /* a closing one: KEEPS if one in the URL opened it; else TRIMS, or the URL ends before
                it if a `(` comes right before the URL */
    REFERS,  /* an `&`: the URL ends before some character references */
    RUN,     /* begins a run of `%`, which is not for the table */
    ANGLE,   /* begins a unit, if the octet is the first of a value */
    BRACKET, /* begins a unit or a pair of brackets, or is in URLs between marks; `^` in queries */
    BAR,     /* is in URLs of some schemes, or between marks */
    HIGH,    /* begins a unit, a pair, a dash or a joiner, unless any such octet is the URL's */
    DIGIT,   /* the first digit of an escape */
    SECOND,  /* the second one */
    HALF,    /* what began is no escape, and is trimmed at the end */
    UNIT,    /* an octet of the unit */
    AHEAD,   /* an octet that was looked at */
    ACTIONS
};

/* What letters, digits and the like do in most states; and what others do in URLs that are not
 * Fidonet's. */
#define IN_ANY                                                                                     \
    [FURL_TEXT_KEPT] = KEEPS, [FURL_TEXT_DIGIT] = KEEPS, [FURL_TEXT_HEX] = KEEPS,                  \
    [FURL_TEXT_LETTER] = KEEPS, [FURL_TEXT_TRIMMED] = TRIMS, [FURL_TEXT_SEPARATOR] = SEPARATES,    \
    [FURL_TEXT_EMPHASIS] = EMPHASIS, [FURL_TEXT_STAR] = REPEATS, [FURL_TEXT_QUOTE] = QUOTE,        \
    [FURL_TEXT_OPENING] = OPENS, [FURL_TEXT_CLOSING] = CLOSES, [FURL_TEXT_PERCENT] = RUN
#define IN_OTHERS                                                                                  \
    [FURL_TEXT_AMPERSAND] = REFERS, [FURL_TEXT_EQUALS] = KEEPS, [FURL_TEXT_TILDE] = REPEATS,       \
    [FURL_TEXT_FOREIGN] = KEEPS, [FURL_TEXT_BRACKET] = BRACKET, [FURL_TEXT_BAR] = BAR,             \
    [FURL_TEXT_HIGH] = HIGH

/* Digits of an escape do `digit`, a run of `%` is one, all else does `action`. */
#define IN_ESCAPE(digit, action)                                                                   \
    {                                                                                              \
        action, digit, digit, action, action, action, action, action, action, action, action,      \
            action, action, action, action, action, RUN, action, action, action, action, action    \
    }
_Static_assert(FURL_TEXT_DIGIT == 1 && FURL_TEXT_HEX == 2 && FURL_TEXT_PERCENT == 16 &&
                   FURL_TEXT_CLASSES == 22,
               "their columns");

/* A cell is an action and the state that follows, if that is another one. */
#define ACTION(cell)        ((enum action)((cell) % 32))
#define STATE(cell)         ((enum furl_state)((cell) / 32))
#define THEN(action, state) ((action) + 32 * FURL_STATE_##state)
_Static_assert(ACTIONS <= 32 && FURL_STATE_PERCENT_DIGIT < 8 && FURL_STATE_PATH == 0,
               "a cell is an octet, and nothing leads to PATH");

static const unsigned char cells[FURL_STATES][FURL_TEXT_CLASSES] = {
    [FURL_STATE_ADDRESS] = {[FURL_TEXT_DIGIT] = THEN(KEEPS, REQUIRED), [FURL_TEXT_PERCENT] = RUN},
    [FURL_STATE_REQUIRED] = {IN_ANY, [FURL_TEXT_AMPERSAND] = REFERS, [FURL_TEXT_EQUALS] = KEEPS,
                             [FURL_TEXT_QUESTION] = THEN(TRIMS, NAME)},
    /* A second `?`, and a second `=` in a parameter, end it (draft 5.3.1). */
    [FURL_STATE_NAME] =
        {IN_ANY, [FURL_TEXT_AMPERSAND] = REFERS, [FURL_TEXT_EQUALS] = THEN(KEEPS, VALUE)},
    [FURL_STATE_VALUE] =
        {IN_ANY, [FURL_TEXT_AMPERSAND] = THEN(REFERS, NAME), [FURL_TEXT_ANGLE] = ANGLE},
    [FURL_STATE_ESCAPE] = IN_ESCAPE(THEN(DIGIT, ESCAPE_DIGIT), ENDS),
    [FURL_STATE_ESCAPE_DIGIT] = IN_ESCAPE(SECOND, ENDS),
    [FURL_STATE_PATH] = {IN_ANY, IN_OTHERS, [FURL_TEXT_QUESTION] = TRIMS},
    [FURL_STATE_PERCENT] = IN_ESCAPE(THEN(DIGIT, PERCENT_DIGIT), HALF),
    [FURL_STATE_PERCENT_DIGIT] = IN_ESCAPE(SECOND, HALF),
    [FURL_STATE_UNIT] = IN_ESCAPE(UNIT, UNIT),
    [FURL_STATE_AHEAD] = IN_ESCAPE(AHEAD, AHEAD),
};

/* Whether the state, which is not one of an escape or a unit, is one of Fidonet URLs. */
static bool is_fidonet(enum furl_state state)
{
    return state != FURL_STATE_PATH;
}

/* KEEPS or TRIMS for a plain action, which looks at no other octets, except at what comes right
 * before the URL (is_marked_up); ENDS for the others. */
static const unsigned char plainly[ACTIONS] = {
    [KEEPS] = KEEPS, [EMPHASIS] = KEEPS, [TRIMS] = TRIMS};

/* Bits of an octet. FIDONET, OTHER: it is not plain in a calm state of Fidonet's URLs, of others.
 */
enum { FIDONET, OTHER, TRIMMED, HEX, PERCENT };

/* The bits of a class of octets. */
static unsigned bits_of(size_t text)
{
    const enum action in_escape = ACTION(cells[FURL_STATE_PERCENT][text]);
    unsigned bits = (in_escape == DIGIT ? 1u << HEX : 0) | (in_escape == RUN ? 1u << PERCENT : 0);

    for (enum furl_state state = 0; state < FURL_STATES_CALM; state++) {
        const unsigned cell = cells[state][text], not_plain = is_fidonet(state) ? FIDONET : OTHER;
        const enum action action = plainly[ACTION(cell)];
        bits |= action == ENDS || STATE(cell) != 0 ? 1u << not_plain : 0;
        bits |= action == TRIMS ? 1u << TRIMMED : 0;
    }
    return bits;
}

void furl_extents_init(struct furl_extents *extents, const struct furl_kernels *kernels, bool high)
{
    unsigned char bits[FURL_TEXT_CLASSES];

    extents->kernels = kernels;
    extents->high = high;
    for (size_t text = 0; text < sizeof bits; text++) {
        bits[text] = (unsigned char)bits_of(text);
    }
    for (size_t octet = 0; octet < sizeof extents->kinds.of; octet++) {
        extents->kinds.of[octet] = bits[furl_text[octet]];
    }
}

/* Whether what comes right before the URL changes what the same octet does in it. */
static bool is_marked_up(const struct furl_start *start)
{
    static const bool changed[ACTIONS] = {[EMPHASIS] = true, [REPEATS] = true, [QUOTE] = true};

    return start->coloured || start->before == FURL_PLUSES ||
           (start->before >= 0 && start->before <= 0xFF &&
            changed[ACTION(cells[FURL_STATE_PATH][furl_text[start->before]])]);
}

void furl_extent_begin(struct furl_extent *extent, const struct furl_extents *extents,
                       struct furl_window *text, const struct furl_start *start)
{
    const size_t head = furl_start_length(start);

    /* Field by field: zeros for all of it take longer than reading most URLs. */
    extent->extents = extents;
    extent->text = text;
    extent->bar = furl_has(start->scheme, FURL_BAR);
    extent->marked_up = is_marked_up(start);
    extent->breaks = start->missing != NULL ? FURL_AHEAD_BREAKS_BARE : FURL_AHEAD_BREAKS;
    extent->start = start;
    extent->state = furl_start_is_numeric(start)     ? FURL_STATE_ADDRESS
                    : furl_is_fidonet(start->scheme) ? FURL_STATE_REQUIRED
                                                     : FURL_STATE_PATH;
    extent->here = (struct furl_point){start->body, head};
    extent->kept = (struct furl_point){start->body, head};
    extent->depth = extent->reference = extent->host = 0;
    extent->rooted = extent->query = extent->fragment = extent->valued = false;
    extent->fence = 0;
    extent->bracket = extent->pair.depth = 0;
    extent->body = start->body;
    extent->piece = start->resumes > 0 ? start->resumes : start->at;
    extent->last[0] = extent->last[1] = '/'; /* of what is missing */
    extent->block.from = extent->block.n = 0;
}

/* Moves on over `n` octets, which are trimmed if the URL ends after them. */
static enum furl_extent_end advance(struct furl_extent *extent, size_t n)
{
    extent->here.at += n;
    extent->here.n += n;
    return FURL_GOES_ON;
}

static enum furl_extent_end keep(struct furl_extent *extent)
{
    extent->kept = (struct furl_point){extent->here.at + 1, extent->here.n + 1};
    return advance(extent, 1);
}

/* Looks at the octets from an index on. The last two octets of a full block may begin an escape
 * that ends after it; they are left to the next block. */
static void classify_block(struct furl_block *block, const struct furl_extent *extent, size_t from)
{
    const size_t left = extent->text->n - from;

    extent->extents->kernels->look(&extent->extents->kinds, extent->text->ptr + from,
                                   left < FURL_LOOK_MAX ? left : FURL_LOOK_MAX, &block->look);
    block->from = from;
    block->n = left < FURL_LOOK_MAX ? left : FURL_LOOK_MAX - (FURL_ESCAPE_SIZE - 1);
    block->escapes = furl_escapes_of(block->look.of[PERCENT], block->look.of[HEX]);
}

/* Whether the octet at an index does no more than change the state: it is simple. */
static bool is_simple(const struct furl_extent *extent, unsigned cell, size_t at)
{
    const enum action action = ACTION(cell);

    return plainly[action] != ENDS ||
           (action == REFERS && !furl_may_refer(furl_octet(extent->text, at + 1))) ||
           (action == REPEATS && furl_octet_is(furl_octet(extent->text, at + 1), FURL_ALNUM));
}

/* Passes over simple octets of the block, from the index `from` in it on. Returns the first one
 * that is not simple, or the block's end. */
static size_t pass(struct furl_extent *extent, size_t from)
{
    const struct furl_block *block = &extent->block;
    enum furl_state state = extent->state;
    uint64_t asks = block->look.of[is_fidonet(state) ? FIDONET : OTHER] & ~block->escapes;
    size_t to = block->n;

    for (asks = furl_before(furl_from(asks, from), to); asks != 0; asks &= asks - 1) {
        const size_t at = block->from + furl_lowest_index(asks);
        const unsigned cell = cells[state][furl_text[extent->text->ptr[at]]];
        if (!is_simple(extent, cell, at)) {
            to = at - block->from;
            break;
        }
        state = STATE(cell) != 0 ? STATE(cell) : state;
    }
    extent->state = state;
    return to;
}

/* Reads the simple octets that come next. The numbers are local variables, since each step waits
 * for those of the step before. */
static void read_simple(struct furl_extent *extent)
{
    const size_t begin = extent->here.at, n = extent->here.n;
    struct furl_block *block = &extent->block;
    size_t at = begin, kept = begin, to = block->n;

    while (at < extent->text->n && to == block->n) {
        if (at - block->from >= block->n) {
            classify_block(block, extent, at);
        }
        const size_t from = at - block->from;
        to = pass(extent, from);
        uint64_t keeps = furl_before(furl_from(~block->look.of[TRIMMED], from), to);
        kept = keeps != 0 ? block->from + furl_end_of(keeps) : kept;
        at = block->from + to;
    }
    if (kept > begin) {
        extent->kept = (struct furl_point){kept, n + (kept - begin)};
    }
    extent->here = (struct furl_point){at, n + (at - begin)};
}

/* The octet of the URL `back` octets before the next one: 1 or 2. */
static unsigned char octet_before(const struct furl_extent *extent, size_t back)
{
    size_t n = extent->here.at - extent->piece;

    return back <= n ? extent->text->ptr[extent->here.at - back] : extent->last[back - n - 1];
}

/* Reads an octet of the unit. Brackets nest there, too, but none ends the URL. */
static enum furl_extent_end read_in_unit(struct furl_extent *extent, unsigned char octet)
{
    if (octet == '(') {
        extent->depth++;
    } else if (octet == ')' && extent->depth > 0) {
        extent->depth--;
    }
    switch (furl_bracketed_feed(&extent->unit, octet)) {
    case FURL_UNIT_CLOSED:
        extent->state = extent->outer;
        return extent->pair.depth > 0 || furl_is_trimmed(&extent->unit) ? advance(extent, 1)
                                                                        : keep(extent);
    case FURL_UNIT_OPEN:
        return advance(extent, 1);
    default:
        return FURL_FAILED;
    }
}

/* Begins an escape or a unit, which belongs to the URL as a whole or not at all. */
static void begin_inner(struct furl_extent *extent, enum furl_state state)
{
    extent->doubt = extent->here;
    extent->outer = extent->state == FURL_STATE_ADDRESS ? FURL_STATE_REQUIRED : extent->state;
    extent->state = state;
}

/* Reads the first octet of a unit of one of `kinds`. */
static enum furl_extent_end begin_unit(struct furl_extent *extent, unsigned kinds,
                                       unsigned char octet)
{
    begin_inner(extent, FURL_STATE_UNIT);
    furl_bracketed_begin(&extent->unit, kinds);
    return read_in_unit(extent, octet);
}

/* Looks at the octets after the delimiter that it has not looked at yet. */
static const struct furl_extent *look_back(struct furl_extent *extent)
{
    for (; extent->body < extent->here.at; extent->body++) {
        unsigned char octet = extent->text->ptr[extent->body];
        extent->query = extent->query || octet == '?';
        extent->fragment = extent->fragment || octet == '#';
        extent->rooted = extent->rooted || octet == '/' || octet == '?' || octet == '#';
        extent->valued = octet == '=' || (extent->valued && octet != '&' && octet != '?');
    }
    return extent;
}

static enum furl_extent_end read_closing(struct furl_extent *extent)
{
    if (extent->depth > 0) {
        extent->depth--;
        return keep(extent);
    }
    return extent->start->before == '(' ? FURL_ENDED : advance(extent, 1);
}

static enum furl_extent_end enter(struct furl_extent *extent, enum furl_state state)
{
    extent->state = state;
    return FURL_GOES_ON;
}

/* A look at the octets after the `n` next ones. */
static struct furl_ahead after(const struct furl_extent *extent, size_t n)
{
    return (struct furl_ahead){.text = extent->text,
                               .at = extent->here.at + n,
                               .high = extent->extents->high,
                               .most = FURL_AHEAD_MAX,
                               .breaks = extent->breaks};
}

/* Reads the next `n` octets, which were looked at, as octets of the URL, whatever they are. If
 * `keeps`, they are not trimmed. */
static enum furl_extent_end read_ahead(struct furl_extent *extent, size_t n, bool keeps)
{
    extent->outer = extent->state;
    extent->ahead = n;
    extent->ahead_keeps = keeps;
    return enter(extent, FURL_STATE_AHEAD);
}

static enum furl_extent_end read_one_ahead(struct furl_extent *extent)
{
    advance(extent, 1);
    if (--extent->ahead == 0) {
        extent->state = extent->outer;
        extent->kept = extent->ahead_keeps ? extent->here : extent->kept;
    }
    return FURL_GOES_ON;
}

/* Reads a `,` or `;`. The URL ends before it if the same octet comes right before the URL, as in a
 * table, or if another URL comes after it, as in a list. It goes on if the octet ends a character
 * reference, and in a list also if the octet is the first one of a value. */
static enum furl_extent_end read_separator(struct furl_extent *extent, unsigned char octet)
{
    bool value = octet_before(extent, 1) == '=' && octet_before(extent, 2) != '=';
    bool field = extent->start->before == octet && extent->referred == FURL_NO_REFERENCE;
    bool ends = extent->here.n >= extent->reference &&
                (field || (!value && furl_begins_other_url(after(extent, 1))));

    return ends ? FURL_ENDED : advance(extent, 1);
}

/* Whether the URL ends before the next octet, since its host does. */
static bool is_after_host(struct furl_extent *extent)
{
    struct furl_ahead here = after(extent, 0);

    if (is_fidonet(extent->state) || here.high || extent->here.n < extent->host ||
        look_back(extent)->rooted) {
        return false;
    }
    bool ends = furl_ends_authority(&here);
    extent->host = extent->here.n + here.n;
    return ends;
}

/* Reads an `&`. */
static enum furl_extent_end read_ampersand(struct furl_extent *extent)
{
    size_t n = 0;
    enum furl_reference reference = furl_may_refer(furl_octet(extent->text, extent->here.at + 1))
                                        ? furl_read_reference(after(extent, 1), &n)
                                        : FURL_NO_REFERENCE;
    bool quotes = reference == FURL_REFERENCE_QUOTES;

    if (reference == FURL_REFERENCE_ENDS || (reference == FURL_REFERENCE_BARS && !extent->bar) ||
        (quotes && (is_fidonet(extent->state) || extent->referred == FURL_REFERENCE_QUOTES))) {
        return FURL_ENDED;
    }
    if (quotes) {
        return read_ahead(extent, n + 1, false);
    }
    extent->reference = reference != FURL_NO_REFERENCE ? extent->here.n + 1 + n : 0;
    return keep(extent);
}

/* Whether the mark right before the URL also comes right after it, and the next octet comes after
 * the URL's authority. */
static bool is_fenced(struct furl_extent *extent)
{
    struct furl_ahead here = after(extent, 0);
    const int before = extent->start->before;
    const int mark = before == '<' ? '>' : before == '"' || before == '\'' ? before : -1;

    if (!look_back(extent)->rooted) {
        return false;
    }
    if (extent->fence == 0) {
        here.n = extent->here.n;
        extent->fence = mark > 0 && furl_closing_follows(here, mark) ? mark : -1;
    }
    return extent->fence > 0;
}

/* Reads a `|`. */
static enum furl_extent_end read_bar(struct furl_extent *extent)
{
    const bool stands =
        extent->bar ? extent->pair.depth == 0 : is_fenced(extent) && extent->fence != '>';

    return stands ? keep(extent) : FURL_ENDED;
}

/* Whether the "[...]" that was read is a unit, which is kept at the URL's end, or part of a name:
 * it comes after a `_`, and holds a letter. A number after a value is none: it is a footnote there.
 */
static bool is_kept_pair(const struct furl_extent *extent)
{
    const struct furl_pair_read *pair = &extent->pair;
    struct furl_pieces pieces = {.url = furl_between(extent->text, pair->from.at, extent->here.at)};
    enum furl_unit state = FURL_UNIT_OPEN;
    struct furl_bracketed unit;
    struct furl_range piece;
    size_t digits = 0, letters = 0;

    furl_bracketed_begin(&unit, pair->kinds);
    while (furl_piece(&pieces, &piece)) {
        for (size_t i = 0; i < piece.n; i++) {
            state = furl_bracketed_feed(&unit, piece.ptr[i]);
            digits += furl_is(piece.ptr[i], FURL_DIGIT);
            letters += furl_is(piece.ptr[i], FURL_LETTER | FURL_HIGH);
        }
    }
    bool number = digits > 0 && digits + 2 == extent->here.n - pair->from.n;
    return (state == FURL_UNIT_CLOSED && !(number && pair->value)) || (pair->named && letters > 0);
}

/* Reads a bracket of the kind that opened the pair, or another octet, in a pair. */
static enum furl_extent_end read_in_pair(struct furl_extent *extent, unsigned char octet)
{
    struct furl_pair_read *pair = &extent->pair;

    if (octet == '^' || octet == '`') {
        return FURL_ENDED;
    }
    pair->depth += octet == pair->opening;
    pair->depth -= octet == pair->opening + 2; /* in ASCII */
    advance(extent, 1);
    if (pair->depth == 0) {
        const bool kept = octet == '}' || is_kept_pair(extent);
        extent->kept = kept ? extent->here : extent->kept;
        extent->bracket = extent->here.n;
    }
    return pair->depth <= FURL_PAIR_DEPTH ? FURL_GOES_ON : FURL_ENDED;
}

/* Whether the URL begins the value of an href of HTML, in quotation marks. */
static bool is_href(const struct furl_extent *extent)
{
    static const char name[] = "href=";
    const size_t at = extent->start->at, n = strlen(name) + 1;

    return at >= n && furl_is_one_of(extent->text->ptr[at - 1], "\"'") &&
           furl_spells(extent->text->ptr + at - n, n - 1, name);
}

/* Reads a bracket, or another octet that needs marks or is in queries. A "[/" closes a tag. In an
 * authority, only braces begin a pair, not right after a word. */
static enum furl_extent_end read_bracket(struct furl_extent *extent, unsigned char octet)
{
    const struct furl_start *start = extent->start;
    const unsigned char before = octet_before(extent, 1);
    const bool host = before == '@' || (before == '/' && octet_before(extent, 2) == '/');

    if (extent->pair.depth > 0) {
        return read_in_pair(extent, octet);
    }
    if (is_fenced(extent)) {
        return keep(extent);
    }
    const unsigned kinds =
        (host ? FURL_BRACKETED_HOST : 0u) | (look_back(extent)->query ? FURL_BRACKETED_INDEX : 0u);
    const bool rooted = extent->rooted,
               slashed = start->missing != NULL || extent->text->ptr[start->body - 1] == '/';
    const int next = furl_next(after(extent, 1));
    if (octet == '{' ? start->before != '}' && (rooted || (slashed && !furl_is(before, FURL_ALNUM)))
                     : octet == '[' && rooted && next != '/') {
        extent->pair = (struct furl_pair_read){.opening = octet,
                                               .kinds = kinds,
                                               .value = extent->valued && before != '=',
                                               .named = before == '_',
                                               .from = extent->here,
                                               .kept = extent->kept};
        return read_in_pair(extent, octet);
    }
    if (octet == '^' && extent->query && !extent->fragment && furl_octet_is(next, FURL_ALNUM)) {
        return keep(extent);
    }
    if (octet != '[') {
        return FURL_ENDED;
    }
    if (slashed && !rooted && furl_is_defanged(after(extent, 1))) {
        return FURL_DEFANGED;
    }
    const size_t n = slashed && !rooted && is_href(extent) ? furl_userinfo(after(extent, 0)) : 0;
    return n > 0 ? read_ahead(extent, n, true) : begin_unit(extent, kinds, octet);
}

/* Whether emphasis may end after the octet before the next one. */
static bool may_end_emphasis(const struct furl_extent *extent)
{
    unsigned char before = octet_before(extent, 1);

    return furl_is(before, FURL_ALNUM | FURL_HIGH) || furl_is_one_of(before, ".,;:!?')");
}

/* Reads a `*`, `_` or `~`. Two `~`, two or three stars, and one that opens before the URL are
 * trimmed where they are last. */
static enum furl_extent_end read_repeated(struct furl_extent *extent, unsigned char octet)
{
    const size_t most = octet == '*' ? 3 : octet == '~' ? 2 : 1;

    if (extent->start->before == octet) {
        return advance(extent, 1);
    }
    if (octet_before(extent, 1) == octet) {
        return keep(extent);
    }
    size_t n = 1 + furl_repeats(after(extent, 1), octet, most);
    if (n == 1 && furl_is(octet_before(extent, 1), FURL_ALNUM | FURL_HIGH) &&
        furl_opens(extent->text, extent->start->at, extent->floor, octet)) {
        return advance(extent, 1);
    }
    return n == 1 || n > most ? keep(extent) : read_ahead(extent, n, !may_end_emphasis(extent));
}

/* Reads a run of `+`, after a "++" before the URL. Pairs of them are trimmed where they are last.
 */
static enum furl_extent_end read_pluses(struct furl_extent *extent)
{
    const size_t n = furl_repeats(after(extent, 0), '+', FURL_AHEAD_MAX);

    return n % 2 == 0 ? read_ahead(extent, n, false) : keep(extent);
}

/* Reads an `@`. If a colour code of PCBoard comes before the URL, one is trimmed at its end. */
static enum furl_extent_end read_at(struct furl_extent *extent)
{
    if (!furl_is_colour(after(extent, 1))) {
        return keep(extent);
    }
    return read_ahead(extent, FURL_COLOUR_SIZE, false);
}

/* Reads an octet 80-FF. */
static enum furl_extent_end read_high(struct furl_extent *extent, unsigned char octet)
{
    const unsigned char inner = 0xE2, cjk = 0xE3;

    if (extent->extents->high) {
        return keep(extent);
    }
    if ((furl_is(octet_before(extent, 1), FURL_ALNUM) || octet_before(extent, 1) == ']') &&
        is_after_host(extent)) {
        return FURL_ENDED;
    }
    if (octet == cjk && octet_before(extent, 1) == '/' && look_back(extent)->rooted &&
        !extent->query && !extent->fragment) {
        const size_t n = furl_cjk_pair(after(extent, 0));
        if (n > 0) {
            return read_ahead(extent, n, true);
        }
    }
    return octet == inner && furl_is_inner(after(extent, 1), octet_before(extent, 1)) &&
                   look_back(extent)->rooted
               ? read_ahead(extent, 3, false)
               : begin_unit(extent, FURL_BRACKETED_SEQUENCE, octet);
}

/* Reads the next octet, or ends, as the table says. */
static enum furl_extent_end read_octet(struct furl_extent *extent, enum action action,
                                       unsigned char octet)
{
    switch (action) {
    case ENDS:
        return FURL_ENDED;
    case KEEPS:
        return octet == '@' && extent->start->coloured                ? read_at(extent)
               : octet == '+' && extent->start->before == FURL_PLUSES ? read_pluses(extent)
                                                                      : keep(extent);
    case TRIMS:
        return advance(extent, 1);
    case SEPARATES:
        return read_separator(extent, octet);
    case EMPHASIS:
        return extent->start->before == octet ? advance(extent, 1) : keep(extent);
    case REPEATS:
        return read_repeated(extent, octet);
    case QUOTE:
        return extent->start->before == octet || is_after_host(extent) ? FURL_ENDED
                                                                       : advance(extent, 1);
    case OPENS:
        extent->depth++;
        return advance(extent, 1);
    case CLOSES:
        return read_closing(extent);
    case REFERS:
        return read_ampersand(extent);
    case RUN:
        return FURL_AT_PERCENT;
    case ANGLE:
        return octet_before(extent, 1) == '=' ? begin_unit(extent, FURL_BRACKETED_ID, octet)
                                              : FURL_ENDED;
    case BRACKET:
        return read_bracket(extent, octet);
    case BAR:
        return read_bar(extent);
    case HIGH:
        return read_high(extent, octet);
    case DIGIT:
        return advance(extent, 1);
    case SECOND:
        enter(extent, extent->outer);
        return keep(extent);
    case HALF:
        return enter(extent, extent->outer);
    case AHEAD:
        return read_one_ahead(extent);
    case UNIT:
    case ACTIONS:
        break;
    }
    return read_in_unit(extent, octet);
}

size_t furl_extent_breaks_left(const struct furl_extent *extent)
{
    const struct furl_point here = extent->here, from = extent->pair.from;

    if (extent->pair.depth == 0) {
        return SIZE_MAX;
    }
    assert(here.n > from.n && here.at - from.at >= here.n - from.n);
    const size_t breaks = (here.at - from.at) - (here.n - from.n);
    return breaks < extent->breaks ? extent->breaks - breaks : 0;
}

enum furl_extent_end furl_extent_leave(struct furl_extent *extent, enum furl_extent_end end)
{
    const struct furl_pair_read *pair = &extent->pair;

    if (pair->depth == 0 || end == FURL_GOES_ON || end == FURL_AT_PERCENT || end == FURL_UNSTORED) {
        return end;
    }
    assert(pair->from.n >= pair->kept.n && pair->from.at < extent->text->n);
    extent->here = pair->from;
    extent->kept = pair->kept;
    extent->state = FURL_STATE_PATH;
    extent->pair.depth = 0;
    return FURL_ENDED;
}

/* Reads the next octet. */
static enum furl_extent_end read_next(struct furl_extent *extent)
{
    int octet = furl_octet(extent->text, extent->here.at);
    const unsigned cell = octet >= 0 ? cells[extent->state][furl_text[octet]] : ENDS;

    if (cell == ENDS) {
        return FURL_ENDED;
    }
    extent->state = STATE(cell) != 0 ? STATE(cell) : extent->state;
    return read_octet(extent, ACTION(cell), (unsigned char)octet);
}

/* Reads the next octet of a pair. What is in it is not kept before it is whole. */
static enum furl_extent_end read_next_in_pair(struct furl_extent *extent)
{
    struct furl_pair_read *pair = &extent->pair;
    enum furl_extent_end end = FURL_ENDED;

    if (extent->here.n - pair->from.n < FURL_BRACKETED_MAX) {
        end = read_next(extent);
        extent->kept = pair->depth > 0 ? pair->kept : extent->kept;
    }
    return end == FURL_GOES_ON ? end : furl_extent_leave(extent, end);
}

enum furl_extent_end furl_extent_read(struct furl_extent *extent)
{
    enum furl_extent_end end = FURL_GOES_ON;

    while (end == FURL_GOES_ON) {
        if (extent->pair.depth > 0) {
            end = read_next_in_pair(extent);
            continue;
        }
        if (extent->state < FURL_STATES_CALM && !extent->marked_up) {
            read_simple(extent);
        }
        end = read_next(extent);
    }
    return end;
}

/* Begins an escape, whose `%` was read. If it fails, the search goes on at the index `at`. */
static void begin_escape(struct furl_extent *extent, size_t at)
{
    begin_inner(extent, is_fidonet(extent->state) ? FURL_STATE_ESCAPE : FURL_STATE_PERCENT);
    extent->doubt = (struct furl_point){at, extent->here.n - 1};
}

enum furl_extent_end furl_extent_read_percents(struct furl_extent *extent, size_t n)
{
    enum furl_extent_end end = FURL_GOES_ON;

    switch (extent->state) {
    case FURL_STATE_AHEAD:
        for (; n > 0 && extent->state == FURL_STATE_AHEAD; n--) {
            read_one_ahead(extent);
        }
        assert(n == 0); /* what was looked at ends in no `%` */
        return FURL_GOES_ON;
    case FURL_STATE_UNIT:
        for (; n > 0 && end == FURL_GOES_ON; n--) {
            end = read_in_unit(extent, '%');
        }
        return end;
    case FURL_STATE_ESCAPE:
    case FURL_STATE_ESCAPE_DIGIT:
        return FURL_FAILED;
    case FURL_STATE_PERCENT:
    case FURL_STATE_PERCENT_DIGIT:
        enter(extent, extent->outer);
        break;
    default:
        break;
    }
    if (is_fidonet(extent->state) && n > 1) { /* neither an escape nor a break */
        extent->doubt = (struct furl_point){extent->here.at + n, extent->here.n};
        return FURL_FAILED;
    }
    advance(extent, n);
    begin_escape(extent, extent->here.at - 1);
    return FURL_GOES_ON;
}

enum furl_extent_end furl_extent_resume(struct furl_extent *extent, size_t at, bool percent)
{
    const unsigned char last[] = {octet_before(extent, 1), octet_before(extent, 2)};

    assert(at > extent->here.at && at <= extent->text->n);
    memcpy(extent->last, last, sizeof last);
    look_back(extent);
    extent->here.at = extent->piece = extent->body = at;
    if (furl_is_in_doubt(extent)) {
        extent->doubt.at = at;
    }
    if (!percent) {
        return FURL_GOES_ON;
    }
    extent->here.at = extent->piece = at - 1; /* as if the `%` came right before */
    enum furl_extent_end end = furl_extent_read_percents(extent, 1);
    if (end == FURL_GOES_ON && extent->state != FURL_STATE_UNIT) {
        extent->doubt.at = at;
    }
    return end;
}
