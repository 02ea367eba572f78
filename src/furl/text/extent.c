#include "extent.h"

#include "furl/base/bits.h"

/*
 * A URL goes on as long as its octets allow. What an octet does depends on its class (start.h) and
 * on what the octets before it leave the URL in, a state; the table below says it for each two.
 * `kept` follows: it is the end of the last octet that would not be trimmed, were the URL to end
 * after it.
 *
 * Most octets do nothing but be there. A block of up to 64 is looked at once, which gives masks;
 * the octets before the next one that has to be asked for are then taken in one go:
 *
 *     as long as the URL goes on
 *         if the state is one of those that most octets leave as it is
 *             take the octets before the next one that the masks name
 *         take that octet by the table
 *
 * An octet is looked at once, and goes through the table at most once, or, after half an escape,
 * twice; so the time is linear.
 *
 * An escape of a Fidonet URL and a unit (bracketed.h) belong to a URL whole or not at all. They are
 * in doubt as long as they are read; as `kept` is not moved meanwhile, it is the trimmed end should
 * they fail.
 */
enum action {
    ENDS,       /* the URL ends before the octet */
    KEEPS,      /* takes it */
    TRIMS,      /* takes it; it is trimmed where it is last */
    ALNUM,      /* takes a letter or digit */
    FIRST,      /* takes the first digit of an address */
    EMPHASIS,   /* takes it; it is trimmed where the same comes right before the URL */
    QUOTE,      /* takes it, if none comes right before the URL */
    OPENS,      /* takes a bracket */
    CLOSES,     /* likewise, or ends before the one that a bracket before the URL awaits */
    PARAMETERS, /* takes the `?` */
    VALUE,      /* takes the `=` */
    NAME,       /* takes the `&` */
    RUN,        /* a run of `%` is not for the table */
    ANGLE,      /* begins a unit, if the octet is the first of a value */
    BRACKET,    /* begins a unit */
    BAR,        /* takes it in URLs of some schemes */
    EIGHT,      /* begins a unit, or takes the octet if any are taken */
    DIGIT,      /* takes the first digit of an escape */
    WHOLE,      /* takes the second one */
    HALF,       /* what began was no escape: it is trimmed where it is last */
    UNIT,       /* takes an octet of the unit */
};

/* What letters, digits and the like do in most states; and what others do in URLs that are not
 * Fidonet's. */
#define IN_ANY                                                                                     \
    [FURL_TEXT_KEPT] = KEEPS, [FURL_TEXT_DIGIT] = ALNUM, [FURL_TEXT_HEX] = ALNUM,                  \
    [FURL_TEXT_LETTER] = ALNUM, [FURL_TEXT_TRIMMED] = TRIMS, [FURL_TEXT_EMPHASIS] = EMPHASIS,      \
    [FURL_TEXT_QUOTE] = QUOTE, [FURL_TEXT_OPENING] = OPENS, [FURL_TEXT_CLOSING] = CLOSES,          \
    [FURL_TEXT_PERCENT] = RUN
#define IN_OTHERS                                                                                  \
    [FURL_TEXT_EQUALS] = KEEPS, [FURL_TEXT_AMPERSAND] = KEEPS, [FURL_TEXT_TILDE] = EMPHASIS,       \
    [FURL_TEXT_FOREIGN] = KEEPS, [FURL_TEXT_BRACKET] = BRACKET, [FURL_TEXT_BAR] = BAR,             \
    [FURL_TEXT_EIGHT] = EIGHT

/* Digits of an escape do `digit`, a run of `%` is one, all else does `action`. */
#define IN_ESCAPE(digit, action)                                                                   \
    {                                                                                              \
        action, digit, digit, action, action, action, action, action, action, action, action,      \
            action, action, action, RUN, action, action, action, action, action                    \
    }
_Static_assert(FURL_TEXT_DIGIT == 1 && FURL_TEXT_HEX == 2 && FURL_TEXT_PERCENT == 14 &&
                   FURL_TEXT_CLASSES == 20,
               "their columns");

static const unsigned char actions[FURL_STATES][FURL_TEXT_CLASSES] = {
    [FURL_STATE_ADDRESS] = {[FURL_TEXT_DIGIT] = FIRST, [FURL_TEXT_PERCENT] = RUN},
    [FURL_STATE_REQUIRED] = {IN_ANY, [FURL_TEXT_EQUALS] = KEEPS, [FURL_TEXT_AMPERSAND] = KEEPS,
                             [FURL_TEXT_QUESTION] = PARAMETERS},
    /* A second `?`, and a second `=` in a parameter, end it (draft 5.3.1). */
    [FURL_STATE_NAME] = {IN_ANY, [FURL_TEXT_EQUALS] = VALUE, [FURL_TEXT_AMPERSAND] = NAME},
    [FURL_STATE_VALUE] = {IN_ANY, [FURL_TEXT_AMPERSAND] = NAME, [FURL_TEXT_ANGLE] = ANGLE},
    [FURL_STATE_ESCAPE] = IN_ESCAPE(DIGIT, ENDS),
    [FURL_STATE_ESCAPE_DIGIT] = IN_ESCAPE(WHOLE, ENDS),
    [FURL_STATE_PATH] = {IN_ANY, IN_OTHERS, [FURL_TEXT_QUESTION] = PARAMETERS},
    [FURL_STATE_QUERY] = {IN_ANY, IN_OTHERS, [FURL_TEXT_QUESTION] = TRIMS},
    [FURL_STATE_PERCENT] = IN_ESCAPE(DIGIT, HALF),
    [FURL_STATE_PERCENT_DIGIT] = IN_ESCAPE(WHOLE, HALF),
    [FURL_STATE_UNIT] = IN_ESCAPE(UNIT, UNIT),
};

/* The state that follows another one: after a `?`, a `%`, the first digit of an escape. */
static const unsigned char after_question[FURL_STATES] = {
    [FURL_STATE_REQUIRED] = FURL_STATE_NAME, [FURL_STATE_PATH] = FURL_STATE_QUERY};
static const unsigned char after_digit[FURL_STATES] = {
    [FURL_STATE_ESCAPE] = FURL_STATE_ESCAPE_DIGIT, [FURL_STATE_PERCENT] = FURL_STATE_PERCENT_DIGIT};

/* Whether the state, which is none of an escape or a unit, is one of Fidonet URLs. */
static bool is_fidonet(enum furl_state state)
{
    return state < FURL_STATE_ESCAPE;
}

void furl_extent_init(struct furl_extent *extent, const struct furl_kernels *kernels, bool eight)
{
    *extent = (struct furl_extent){.kernels = kernels, .eight = eight};
    furl_extent_block_kinds(&extent->kinds);
}

void furl_extent_begin(struct furl_extent *extent, const struct furl_start *start)
{
    bool slashes = start->body - start->at > start->n + 1;

    extent->state = furl_start_is_numeric(start)     ? FURL_STATE_ADDRESS
                    : furl_is_fidonet(start->scheme) ? FURL_STATE_REQUIRED
                                                     : FURL_STATE_PATH;
    extent->bar = furl_has(start->scheme, FURL_BAR);
    extent->before = start->before;
    extent->coloured = start->coloured;
    extent->odd = furl_start_is_odd(start);
    extent->here = (struct furl_point){start->body, start->body - start->at};
    extent->kept = extent->here;
    extent->alnum = FURL_NOWHERE;
    extent->depth = 0;
    extent->last[0] = extent->last[1] = slashes ? '/' : ':';
    extent->colour = 0;
}

/* Takes `n` octets, which would be trimmed, were they the last ones. */
static enum furl_taken take(struct furl_extent *extent, uint64_t n)
{
    extent->here.at += n;
    extent->here.n += n;
    return FURL_TAKES_ON;
}

static enum furl_taken take_kept(struct furl_extent *extent)
{
    take(extent, 1);
    extent->kept = extent->here;
    return FURL_TAKES_ON;
}

/* The next octet is a letter, a digit or 80-FF. */
static void note_alnum(struct furl_extent *extent)
{
    if (extent->alnum == FURL_NOWHERE) {
        extent->alnum = extent->here.n;
    }
}

static enum furl_taken take_alnum(struct furl_extent *extent)
{
    note_alnum(extent);
    return take_kept(extent);
}

/* Moves what is kept of the URL to the last of the octets of a mask that is not trimmed. */
static void trim(struct furl_extent *extent, uint64_t octets)
{
    uint64_t kept = octets & ~extent->block.trimmed;

    if (kept != 0) {
        uint64_t back = extent->here.at - (extent->block.offset + furl_end_of(kept));
        extent->kept = (struct furl_point){extent->here.at - back, extent->here.n - back};
    }
}

/* Takes the block's octets from `from` to `to`, which do nothing but be there. */
static void take_quiet(struct furl_extent *extent, size_t from, size_t to)
{
    uint64_t octets = furl_before(furl_from(UINT64_MAX, from), to);
    uint64_t alnum = octets & extent->block.alnum;

    if (extent->alnum == FURL_NOWHERE && alnum != 0) {
        extent->alnum = extent->here.n + (furl_place_of(alnum) - from);
    }
    take(extent, to - from);
    trim(extent, octets);
}

/* The octets of the block that the table has to be asked for. */
static uint64_t loud(const struct furl_extent *extent)
{
    const struct furl_extent_block *block = &extent->block;
    uint64_t any = block->ends | block->asks;

    switch (extent->state) {
    case FURL_STATE_QUERY:
        return any;
    case FURL_STATE_PATH:
        return any | block->questions;
    case FURL_STATE_REQUIRED:
        return any | block->foreign | block->questions;
    default:
        return any | block->foreign | block->questions | block->equals | block->ampersands;
    }
}

/* Whether most octets leave the state as it is, and need no look at others. */
static bool is_calm(const struct furl_extent *extent)
{
    static const bool calm[FURL_STATES] = {[FURL_STATE_REQUIRED] = true,
                                           [FURL_STATE_NAME] = true,
                                           [FURL_STATE_VALUE] = true,
                                           [FURL_STATE_PATH] = true,
                                           [FURL_STATE_QUERY] = true};

    return calm[extent->state] && !extent->odd;
}

/* Takes octets up to the next one for the table, or to the window's end. */
static void take_run(struct furl_extent *extent, const struct furl_window *text)
{
    struct furl_extent_block *block = &extent->block;
    const uint64_t end = furl_window_end(text);

    while (extent->here.at < end) {
        if (extent->here.at - block->offset >= block->n) {
            furl_extent_block_look(block, extent->kernels, &extent->kinds, text, extent->here.at);
        }
        size_t from = (size_t)(extent->here.at - block->offset);
        uint64_t next = furl_before(furl_from(loud(extent), from), block->n);
        size_t to = next != 0 ? furl_place_of(next) : block->n;
        if (to > from) {
            take_quiet(extent, from, to);
        }
        if (to < block->n) {
            return;
        }
    }
}

/* The URL's octets before the next one: those in the window from `from` on, and the last two before
 * them. */
struct past {
    const struct furl_window *text;
    uint64_t from;
};

/* The octet of the URL `back` octets before the next one: 1 or 2. */
static unsigned char octet_before(const struct furl_extent *extent, const struct past *past,
                                  size_t back)
{
    uint64_t seen = extent->here.at - past->from;

    return back <= seen ? past->text->at[furl_index(past->text, extent->here.at) - back]
                        : extent->last[back - seen - 1];
}

static void remember(struct furl_extent *extent, const struct past *past)
{
    unsigned char last = octet_before(extent, past, 1);

    extent->last[1] = octet_before(extent, past, 2);
    extent->last[0] = last;
}

/* Takes an octet of the unit. Brackets nest there, too, but none ends the URL. */
static enum furl_taken take_in_unit(struct furl_extent *extent, unsigned char octet)
{
    if (furl_is(octet, FURL_ALNUM | FURL_EIGHT)) {
        note_alnum(extent);
    }
    if (octet == '(') {
        extent->depth++;
    } else if (octet == ')' && extent->depth > 0) {
        extent->depth--;
    }
    switch (furl_bracketed_feed(&extent->unit, octet)) {
    case FURL_YES:
        extent->state = extent->outer;
        return take_kept(extent);
    case FURL_MORE:
        return take(extent, 1);
    default:
        return FURL_FAILED;
    }
}

/* Begins what is whole or not the URL's. */
static void begin_inner(struct furl_extent *extent, enum furl_state state)
{
    extent->doubt = extent->here;
    extent->outer = extent->state == FURL_STATE_ADDRESS ? FURL_STATE_REQUIRED : extent->state;
    extent->state = state;
}

/* Takes the first octet of a unit of one of `kinds`. */
static enum furl_taken begin_unit(struct furl_extent *extent, unsigned kinds, unsigned char octet)
{
    begin_inner(extent, FURL_STATE_UNIT);
    furl_bracketed_begin(&extent->unit, kinds);
    return take_in_unit(extent, octet);
}

/* The kinds of unit that a `[` may begin where it is. */
static unsigned bracket_kinds(const struct furl_extent *extent, const struct past *past)
{
    unsigned char before = octet_before(extent, past, 1);
    bool host = before == '@' || (before == '/' && octet_before(extent, past, 2) == '/');

    return (host ? FURL_BRACKETED_HOST : 0u) |
           (extent->state == FURL_STATE_QUERY ? FURL_BRACKETED_INDEX : 0u);
}

static enum furl_taken take_closing(struct furl_extent *extent)
{
    if (extent->depth > 0) {
        extent->depth--;
        return take_kept(extent);
    }
    return extent->before == '(' ? FURL_ENDED : take(extent, 1);
}

static enum furl_taken enter(struct furl_extent *extent, enum furl_state state)
{
    extent->state = state;
    return FURL_TAKES_ON;
}

/* Takes the next octet, or ends, as the table says. */
static enum furl_taken take_octet(struct furl_extent *extent, const struct past *past,
                                  unsigned char octet)
{
    switch ((enum action)actions[extent->state][furl_text[octet]]) {
    case ENDS:
        return FURL_ENDED;
    case KEEPS:
        return take_kept(extent);
    case TRIMS:
        return take(extent, 1);
    case FIRST:
        enter(extent, FURL_STATE_REQUIRED);
        return take_alnum(extent);
    case ALNUM:
        return take_alnum(extent);
    case EMPHASIS:
        return extent->before == octet ? take(extent, 1) : take_kept(extent);
    case QUOTE:
        return extent->before == octet ? FURL_ENDED : take(extent, 1);
    case OPENS:
        extent->depth++;
        return take(extent, 1);
    case CLOSES:
        return take_closing(extent);
    case PARAMETERS:
        enter(extent, after_question[extent->state]);
        return take(extent, 1);
    case VALUE:
        enter(extent, FURL_STATE_VALUE);
        return take_kept(extent);
    case NAME:
        enter(extent, FURL_STATE_NAME);
        return take_kept(extent);
    case RUN:
        return FURL_AT_PERCENT;
    case ANGLE:
        return octet_before(extent, past, 1) == '=' ? begin_unit(extent, FURL_BRACKETED_ID, octet)
                                                    : FURL_ENDED;
    case BRACKET:
        return begin_unit(extent, bracket_kinds(extent, past), octet);
    case BAR:
        return extent->bar ? take_kept(extent) : FURL_ENDED;
    case EIGHT:
        return extent->eight ? take_alnum(extent)
                             : begin_unit(extent, FURL_BRACKETED_SEQUENCE, octet);
    case DIGIT:
        enter(extent, after_digit[extent->state]);
        note_alnum(extent);
        return take(extent, 1);
    case WHOLE:
        enter(extent, extent->outer);
        return take_alnum(extent);
    case HALF:
        return enter(extent, extent->outer);
    case UNIT:
        break;
    }
    return take_in_unit(extent, octet);
}

/* Follows the colour code of PCBoard that the URL may end with: `octet` was just taken, before
 * which `kept` was kept. */
static void follow_colour(struct furl_extent *extent, unsigned char octet, struct furl_point kept)
{
    if (octet == '@') {
        extent->colour = 1;
        extent->before_colour = kept;
    } else if ((extent->colour == 1 && octet == 'X') ||
               (extent->colour > 1 && furl_is(octet, FURL_HEX))) {
        extent->colour++;
    } else {
        extent->colour = 0;
    }
    if (extent->colour == FURL_COLOUR_SIZE) {
        extent->kept = extent->before_colour; /* unless more is kept after it */
        extent->colour = 0;
    }
}

enum furl_taken furl_extent_take(struct furl_extent *extent, const struct furl_window *text)
{
    const struct past past = {text, extent->here.at};
    enum furl_taken taken = FURL_TAKES_ON;

    while (taken == FURL_TAKES_ON) {
        if (is_calm(extent)) {
            take_run(extent, text);
        }
        if (extent->here.at == furl_window_end(text)) {
            break;
        }
        struct furl_point here = extent->here, kept = extent->kept;
        unsigned char octet = text->at[furl_index(text, here.at)];
        taken = take_octet(extent, &past, octet);
        if (extent->coloured && extent->here.at > here.at) {
            follow_colour(extent, octet, kept);
        }
    }
    remember(extent, &past);
    return taken;
}

/* Begins an escape after its `%`, which is taken: should it fail, the search goes on at the offset
 * `at`. */
static void begin_escape(struct furl_extent *extent, uint64_t at)
{
    begin_inner(extent, is_fidonet(extent->state) ? FURL_STATE_ESCAPE : FURL_STATE_PERCENT);
    extent->doubt = (struct furl_point){at, extent->here.n - 1};
}

/* Takes `n` `%` as octets of the unit. */
static enum furl_taken take_percents_in_unit(struct furl_extent *extent, uint64_t n)
{
    enum furl_taken taken = FURL_TAKES_ON;

    for (; n > 0 && taken == FURL_TAKES_ON; n--) {
        taken = take_in_unit(extent, '%');
    }
    return taken;
}

enum furl_taken furl_extent_take_percents(struct furl_extent *extent, uint64_t n)
{
    extent->last[1] = n > 1 ? '%' : extent->last[0];
    extent->last[0] = '%';
    extent->colour = 0;
    switch (extent->state) {
    case FURL_STATE_UNIT:
        return take_percents_in_unit(extent, n);
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
    take(extent, n);
    begin_escape(extent, extent->here.at - 1);
    return FURL_TAKES_ON;
}

enum furl_taken furl_extent_resume(struct furl_extent *extent, uint64_t at, bool percent)
{
    extent->here.at = at;
    if (furl_is_in_doubt(extent)) {
        extent->doubt.at = at;
    }
    if (!percent) {
        return FURL_TAKES_ON;
    }
    extent->here.at--; /* as if the `%` came right before */
    enum furl_taken taken = furl_extent_take_percents(extent, 1);
    if (taken == FURL_TAKES_ON && extent->state != FURL_STATE_UNIT) {
        extent->doubt.at = at;
    }
    return taken;
}

/*
 * Most URLs are short and plain: between the delimiter and the octet that ends them there is
 * nothing whose meaning depends on what comes before or after it. They need no state. What a table
 * does octet by octet above, masks do here at once; tests compare the two.
 */

/* The octets before the first of a mask, which has one. */
static uint64_t before(uint64_t mask)
{
    return furl_lowest_of(mask) - 1;
}

/* Octets that end a Fidonet URL because of those before: a second `?`, and a second `=` in a
 * parameter (draft 5.3.1). */
static uint64_t repeated(const struct furl_extent_block *block)
{
    uint64_t first = furl_lowest_of(block->questions);
    uint64_t parameters = first != 0 ? ~(first | (first - 1)) : 0;

    return (block->questions & ~first) |
           furl_repeated(block->equals & parameters, block->ampersands & parameters);
}

size_t furl_extent_at_a_glance(const struct furl_extent_block *block,
                               const struct furl_window *text, const struct furl_start *start,
                               size_t *kept)
{
    const unsigned char *body = text->at + furl_index(text, start->body);

    if (block->n == 0 || start->before == '(' || furl_start_is_odd(start) ||
        (furl_start_is_numeric(start) && !furl_is(body[0], FURL_DIGIT))) {
        return 0;
    }
    uint64_t stops = block->ends;
    if (furl_is_fidonet(start->scheme)) {
        stops |= block->foreign | repeated(block);
    }
    uint64_t taken = stops != 0 ? before(stops) : 0;
    if ((block->asks & taken) != 0 || (block->alnum & taken) == 0) {
        return 0;
    }
    size_t n = furl_place_of(stops);
    *kept = body[n] == furl_partner_of(start->before) ? n : furl_end_of(taken & ~block->trimmed);
    return n;
}
