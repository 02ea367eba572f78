#include "scanner.h"

#include <assert.h>
#include <string.h>

#include "ahead.h"
#include "breaks.h"
#include "furl/core/bits.h"

/*
 * A URL continues as long as its octets allow. The effect of an octet depends on the octet's class
 * (start.h) and on the state, which is the meaning of the octets before. The table below has a cell
 * for each state and class. `trimmed_end` is where the URL would end, trimmed, if it ended before
 * the next octet.
 *
 * Most octets, and complete escapes, are plain: they change nothing. furl_scanner_tables_init
 * derives from the table which octets are plain in all calm states. A kernel classifies a block of
 * up to 64 octets and returns masks. The scanner then skips all octets before the next one that may
 * not be plain, and only this octet goes through the table. If the octets before the URL change the
 * effect of other octets, each octet goes through the table.
 *
 * The time is linear. An octet is classified once, and goes through the table at most twice, or
 * three times after half an escape.
 *
 * An escape of a Fidonet URL, and a unit (unit.h), belong to the URL either completely or not
 * at all. They are incomplete until their last octet is read. Meanwhile, `trimmed_end` does not
 * move. If the escape or unit fails, the trimmed URL ends there.
 *
 * The octets of a pair of brackets go through the table, too, and `trimmed_end` does not move
 * meanwhile. If the URL ends inside the pair, furl_scanner_leave moves back to the front of the
 * pair, where the URL then ends. The search then finds the URLs inside the pair. FURL_PAIR_DEPTH,
 * FURL_UNIT_MAX and the octets of breaks limit how often, and how far, an octet is read again.
 */
enum action {
    ENDS,      /* the URL ends before the octet */
    KEEPS,     /* the octet belongs to the URL */
    TRIMS,     /* the octet belongs to the URL, but is trimmed at the end */
    SEPARATES, /* TRIMS. The URL ends before the octet if another URL follows, or if an equal octet
                  is directly before the URL */
    EMPHASIS,  /* TRIMS if an equal octet is directly before the URL, otherwise KEEPS */
    REPEATS,   /* does EMPHASIS. Also TRIMS octets that end emphasis, by their number or because one
                  opens before the URL */
    QUOTE,     /* TRIMS. The URL ends before the octet in a host, or if an equal octet is directly
                  before the URL */
    OPENS,     /* an opening bracket */
    CLOSES,  /* a closing bracket. KEEPS if it closes one in the URL, otherwise TRIMS. Unmatched, it
                ends the URL if a `(` is directly before the URL */
    REFERS,  /* an `&`. The URL ends before some character references */
    RUN,     /* begins a run of `%`, which the caller reads */
    ANGLE,   /* begins a unit if the octet is the first one of a value, otherwise ENDS */
    BRACKET, /* begins a unit or a pair of brackets, or belongs to URLs between marks. `^` belongs
                to queries */
    BAR,     /* belongs to URLs of some schemes, or between marks */
    HIGH,  /* begins a unit, a pair, a dash or a joiner. KEEPS if the URL may contain any such octet
            */
    DIGIT, /* first digit of an escape */
    SECOND, /* second digit of an escape */
    HALF,   /* ends half an escape, which is trimmed at the end */
    UNIT,   /* an octet of a unit */
    AHEAD,  /* an octet that a lookahead has accepted */
    ACTIONS
};

/* The actions of letters, digits and the like in most states, and of other octets in URLs that are
 * not Fidonet's. */
#define IN_ANY                                                                                     \
    [FURL_TEXT_KEPT] = KEEPS, [FURL_TEXT_DIGIT] = KEEPS, [FURL_TEXT_HEX] = KEEPS,                  \
    [FURL_TEXT_LETTER] = KEEPS, [FURL_TEXT_TRIMMED] = TRIMS, [FURL_TEXT_SEPARATOR] = SEPARATES,    \
    [FURL_TEXT_EMPHASIS] = EMPHASIS, [FURL_TEXT_STAR] = REPEATS, [FURL_TEXT_QUOTE] = QUOTE,        \
    [FURL_TEXT_OPENING] = OPENS, [FURL_TEXT_CLOSING] = CLOSES, [FURL_TEXT_PERCENT] = RUN
#define IN_OTHERS                                                                                  \
    [FURL_TEXT_AMPERSAND] = REFERS, [FURL_TEXT_EQUALS] = KEEPS, [FURL_TEXT_TILDE] = REPEATS,       \
    [FURL_TEXT_FOREIGN] = KEEPS, [FURL_TEXT_BRACKET] = BRACKET, [FURL_TEXT_BAR] = BAR,             \
    [FURL_TEXT_HIGH] = HIGH

/* In an escape, digits do `digit`, a `%` begins a run, and all other octets do `action`. */
#define IN_ESCAPE(digit, action)                                                                   \
    {                                                                                              \
        action, digit, digit, action, action, action, action, action, action, action, action,      \
            action, action, action, action, action, RUN, action, action, action, action, action    \
    }
_Static_assert(FURL_TEXT_DIGIT == 1 && FURL_TEXT_HEX == 2 && FURL_TEXT_PERCENT == 16 &&
                   FURL_TEXT_CLASSES == 22,
               "their columns");

/* A cell is an action and the next state. The state 0 leaves the state unchanged. */
#define ACTION(cell)        ((enum action)((cell) % 32))
#define STATE(cell)         ((enum furl_state)((cell) / 32))
#define THEN(action, state) ((action) + 32 * FURL_STATE_##state)
_Static_assert(ACTIONS <= 32 && FURL_STATE_PERCENT_DIGIT < 8 && FURL_STATE_PATH == 0,
               "a cell is an octet, and nothing leads to PATH");

static const unsigned char cells[FURL_STATES][FURL_TEXT_CLASSES] = {
    [FURL_STATE_ADDRESS] = {[FURL_TEXT_DIGIT] = THEN(KEEPS, REQUIRED), [FURL_TEXT_PERCENT] = RUN},
    [FURL_STATE_REQUIRED] = {IN_ANY, [FURL_TEXT_AMPERSAND] = REFERS, [FURL_TEXT_EQUALS] = KEEPS,
                             [FURL_TEXT_QUESTION] = THEN(TRIMS, NAME)},
    /* area://x?a?b  ->  area://x?a
     * area://x?a=b=c  ->  area://x?a=b
     * A second `?`, and a second `=` in a parameter, end the URL (draft 5.3.1). */
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

/* Returns whether the state is one of Fidonet URLs. It must not be one of an escape or a unit. */
static bool is_fidonet(enum furl_state state)
{
    return state != FURL_STATE_PATH;
}

/* KEEPS or TRIMS for a plain action, and ENDS for the others. A plain action depends on no other
 * octets, except those directly before the URL (is_marked_up). */
static const unsigned char plainly[ACTIONS] = {
    [KEEPS] = KEEPS, [EMPHASIS] = KEEPS, [TRIMS] = TRIMS};

/* Bits of an octet. FIDONET and OTHER: the octet is not plain in a calm state of Fidonet URLs, or
 * of other URLs. */
enum { FIDONET, OTHER, TRIMMED, HEX, PERCENT };

/* Returns the bits of a class of octets. */
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

void furl_scanner_tables_init(struct furl_scanner_tables *tables,
                              const struct furl_kernels *kernels, bool high)
{
    unsigned char bits[FURL_TEXT_CLASSES];

    tables->kernels = kernels;
    tables->high = high;
    for (size_t text = 0; text < sizeof bits; text++) {
        bits[text] = (unsigned char)bits_of(text);
    }
    for (size_t octet = 0; octet < sizeof tables->kinds.of; octet++) {
        tables->kinds.of[octet] = bits[furl_text_classes[octet]];
    }
}

/* Returns whether the octets directly before the URL change the effect of equal octets in the URL.
 */
static bool is_marked_up(const struct furl_start *start)
{
    static const bool changed[ACTIONS] = {[EMPHASIS] = true, [REPEATS] = true, [QUOTE] = true};

    return start->coloured || start->octet_before == FURL_PLUSES ||
           (start->octet_before >= 0 && start->octet_before <= 0xFF &&
            changed[ACTION(cells[FURL_STATE_PATH][furl_text_classes[start->octet_before]])]);
}

void furl_scanner_begin(struct furl_scanner *scanner, const struct furl_scanner_tables *tables,
                        struct furl_window *text, const struct furl_start *start)
{
    const size_t head = furl_start_length(start);

    /* Field by field, because clearing all fields takes longer than reading most URLs. */
    scanner->tables = tables;
    scanner->text = text;
    scanner->bar = furl_scheme_has(start->scheme, FURL_BAR);
    scanner->marked_up = is_marked_up(start);
    scanner->breaks = start->implied_scheme != NULL ? FURL_AHEAD_BREAKS_BARE : FURL_AHEAD_BREAKS;
    scanner->start = start;
    scanner->state = furl_start_is_numeric(start)     ? FURL_STATE_ADDRESS
                     : furl_is_fidonet(start->scheme) ? FURL_STATE_REQUIRED
                                                      : FURL_STATE_PATH;
    scanner->next = (struct furl_position){start->body, head};
    scanner->trimmed_end = (struct furl_position){start->body, head};
    scanner->depth = scanner->reference = scanner->host = 0;
    scanner->rooted = scanner->query = scanner->fragment = scanner->valued = false;
    scanner->enclosing = 0;
    scanner->bracket = scanner->pair.depth = 0;
    scanner->body = start->body;
    scanner->piece = start->resumes > 0 ? start->resumes : start->pos;
    scanner->last[0] = scanner->last[1] = '/'; /* the "//" of a missing scheme */
    scanner->block.from = scanner->block.n = 0;
}

/* Moves `n` octets on. They are trimmed if the URL ends after them. */
static enum furl_scanner_end advance(struct furl_scanner *scanner, size_t n)
{
    scanner->next.pos += n;
    scanner->next.n += n;
    return FURL_GOES_ON;
}

static enum furl_scanner_end keep(struct furl_scanner *scanner)
{
    scanner->trimmed_end = (struct furl_position){scanner->next.pos + 1, scanner->next.n + 1};
    return advance(scanner, 1);
}

/* Classifies the octets from an index on. The last two octets of a full block can begin an escape
 * that ends after the block, so they are left to the next block. */
static void classify_block(struct furl_block *block, const struct furl_scanner *scanner,
                           size_t from)
{
    const size_t left = scanner->text->n - from;

    scanner->tables->kernels->classify(&scanner->tables->kinds, scanner->text->ptr + from,
                                       left < FURL_MASK_OCTETS ? left : FURL_MASK_OCTETS,
                                       &block->masks);
    block->from = from;
    block->n = left < FURL_MASK_OCTETS ? left : FURL_MASK_OCTETS - (FURL_ESCAPE_SIZE - 1);
    block->escapes = furl_escapes_of(block->masks.of[PERCENT], block->masks.of[HEX]);
}

/* Returns whether the octet at an index is simple: it changes nothing, or only the state. */
static bool is_simple(const struct furl_scanner *scanner, unsigned cell, size_t pos)
{
    const enum action action = ACTION(cell);

    return plainly[action] != ENDS ||
           (action == REFERS && !furl_may_refer(furl_octet(scanner->text, pos + 1))) ||
           (action == REPEATS && furl_octet_is(furl_octet(scanner->text, pos + 1), FURL_ALNUM));
}

/* Skips simple octets of the block, from the index `from` of the block on. Returns the index of the
 * first octet that is not simple, or the block's end. */
static size_t pass(struct furl_scanner *scanner, size_t from)
{
    const struct furl_block *block = &scanner->block;
    enum furl_state state = scanner->state;
    uint64_t asks = block->masks.of[is_fidonet(state) ? FIDONET : OTHER] & ~block->escapes;
    size_t to = block->n;

    for (asks = furl_before(furl_from(asks, from), to); asks != 0; asks &= asks - 1) {
        const size_t pos = block->from + furl_lowest_index(asks);
        const unsigned cell = cells[state][furl_text_classes[scanner->text->ptr[pos]]];
        if (!is_simple(scanner, cell, pos)) {
            to = pos - block->from;
            break;
        }
        state = STATE(cell) != 0 ? STATE(cell) : state;
    }
    scanner->state = state;
    return to;
}

/* Reads the simple octets that come next. The numbers are local variables, because each step waits
 * for the numbers of the step before. */
static void read_simple(struct furl_scanner *scanner)
{
    const size_t begin = scanner->next.pos, n = scanner->next.n;
    struct furl_block *block = &scanner->block;
    size_t pos = begin, kept = begin, to = block->n;

    while (pos < scanner->text->n && to == block->n) {
        if (pos - block->from >= block->n) {
            classify_block(block, scanner, pos);
        }
        const size_t from = pos - block->from;
        to = pass(scanner, from);
        uint64_t keeps = furl_before(furl_from(~block->masks.of[TRIMMED], from), to);
        kept = keeps != 0 ? block->from + furl_end_of(keeps) : kept;
        pos = block->from + to;
    }
    if (kept > begin) {
        scanner->trimmed_end = (struct furl_position){kept, n + (kept - begin)};
    }
    scanner->next = (struct furl_position){pos, n + (pos - begin)};
}

/* Returns the octet of the URL that is `back` octets (1 or 2) before the next one. */
static unsigned char octet_back(const struct furl_scanner *scanner, size_t back)
{
    size_t n = scanner->next.pos - scanner->piece;

    return back <= n ? scanner->text->ptr[scanner->next.pos - back] : scanner->last[back - n - 1];
}

/* Reads an octet of the unit. Brackets nest in a unit, too, but none ends the URL. */
static enum furl_scanner_end read_in_unit(struct furl_scanner *scanner, unsigned char octet)
{
    if (octet == '(') {
        scanner->depth++;
    } else if (octet == ')' && scanner->depth > 0) {
        scanner->depth--;
    }
    switch (furl_unit_feed(&scanner->unit, octet)) {
    case FURL_UNIT_CLOSED:
        scanner->state = scanner->outer;
        return scanner->pair.depth > 0 || furl_is_trimmed(&scanner->unit) ? advance(scanner, 1)
                                                                          : keep(scanner);
    case FURL_UNIT_OPEN:
        return advance(scanner, 1);
    default:
        return FURL_FAILED;
    }
}

/* Begins an escape or a unit, which belongs to the URL either completely or not at all. */
static void begin_inner(struct furl_scanner *scanner, enum furl_state state)
{
    scanner->fallback_end = scanner->next;
    scanner->outer = scanner->state == FURL_STATE_ADDRESS ? FURL_STATE_REQUIRED : scanner->state;
    scanner->state = state;
}

/* area://x?m=<a@b.c>+3a  ->  area://x?m=<a@b.c>+3a
 * http://[::1]/  ->  http://[::1]/
 * Reads the first octet of a unit of one of `kinds`. */
static enum furl_scanner_end begin_unit(struct furl_scanner *scanner, unsigned kinds,
                                        unsigned char octet)
{
    begin_inner(scanner, FURL_STATE_UNIT);
    furl_unit_begin(&scanner->unit, kinds);
    return read_in_unit(scanner, octet);
}

/* Sets `query`, `rooted`, `fragment` and `valued` for the octets before the next one. */
static const struct furl_scanner *look_back(struct furl_scanner *scanner)
{
    for (; scanner->body < scanner->next.pos; scanner->body++) {
        unsigned char octet = scanner->text->ptr[scanner->body];
        scanner->query = scanner->query || octet == '?';
        scanner->fragment = scanner->fragment || octet == '#';
        scanner->rooted = scanner->rooted || octet == '/' || octet == '?' || octet == '#';
        scanner->valued = octet == '=' || (scanner->valued && octet != '&' && octet != '?');
    }
    return scanner;
}

static enum furl_scanner_end read_closing(struct furl_scanner *scanner)
{
    if (scanner->depth > 0) {
        scanner->depth--;
        return keep(scanner);
    }
    return scanner->start->octet_before == '(' ? FURL_ENDED : advance(scanner, 1);
}

static enum furl_scanner_end enter(struct furl_scanner *scanner, enum furl_state state)
{
    scanner->state = state;
    return FURL_GOES_ON;
}

/* Returns a lookahead that begins after the next `n` octets. */
static struct furl_lookahead after(const struct furl_scanner *scanner, size_t n)
{
    return (struct furl_lookahead){.text = scanner->text,
                                   .pos = scanner->next.pos + n,
                                   .high = scanner->tables->high,
                                   .most = FURL_AHEAD_MAX,
                                   .breaks = scanner->breaks};
}

/* Reads the next `n` octets, which a lookahead has accepted, as octets of the URL. If `keeps`, they
 * are not trimmed. */
static enum furl_scanner_end read_ahead(struct furl_scanner *scanner, size_t n, bool keeps)
{
    scanner->outer = scanner->state;
    scanner->ahead = n;
    scanner->ahead_keeps = keeps;
    return enter(scanner, FURL_STATE_AHEAD);
}

static enum furl_scanner_end read_one_ahead(struct furl_scanner *scanner)
{
    advance(scanner, 1);
    if (--scanner->ahead == 0) {
        scanner->state = scanner->outer;
        scanner->trimmed_end = scanner->ahead_keeps ? scanner->next : scanner->trimmed_end;
    }
    return FURL_GOES_ON;
}

/*
 * http://a/x,http://b/y  ->  http://a/x, http://b/y
 * http://a/?u=,http://b  ->  http://a/?u=,http://b
 * ,http://a/x,y  ->  http://a/x
 * Reads a `,` or `;`. In a table, the URL ends before the octet, because an equal octet is directly
 * before the URL. In a list, the URL ends because another URL follows. The URL continues if the
 * octet ends a character reference or, in a list, is the first octet of a value.
 */
static enum furl_scanner_end read_separator(struct furl_scanner *scanner, unsigned char octet)
{
    bool value = octet_back(scanner, 1) == '=' && octet_back(scanner, 2) != '=';
    bool field =
        scanner->start->octet_before == octet && scanner->reference_before == FURL_NO_REFERENCE;
    bool ends = scanner->next.n >= scanner->reference &&
                (field || (!value && furl_begins_other_url(after(scanner, 1))));

    return ends ? FURL_ENDED : advance(scanner, 1);
}

/* http://a's page  ->  http://a
 * Returns whether the URL ends before the next octet because its host ends there. */
static bool is_after_host(struct furl_scanner *scanner)
{
    struct furl_lookahead here = after(scanner, 0);

    if (is_fidonet(scanner->state) || here.high || scanner->next.n < scanner->host ||
        look_back(scanner)->rooted) {
        return false;
    }
    bool ends = furl_ends_authority(&here);
    scanner->host = scanner->next.n + here.n;
    return ends;
}

/* http://a/?x=1&amp;y=2  ->  http://a/?x=1&amp;y=2
 * http://a/x&gt;y  ->  http://a/x
 * Reads an `&`. */
static enum furl_scanner_end read_ampersand(struct furl_scanner *scanner)
{
    size_t n = 0;
    enum furl_reference reference = furl_may_refer(furl_octet(scanner->text, scanner->next.pos + 1))
                                        ? furl_read_reference(after(scanner, 1), &n)
                                        : FURL_NO_REFERENCE;
    bool quotes = reference == FURL_REFERENCE_APOSTROPHE;

    if (reference == FURL_REFERENCE_TERMINATOR ||
        (reference == FURL_REFERENCE_BAR && !scanner->bar) ||
        (quotes &&
         (is_fidonet(scanner->state) || scanner->reference_before == FURL_REFERENCE_APOSTROPHE))) {
        return FURL_ENDED;
    }
    if (quotes) {
        return read_ahead(scanner, n + 1, false);
    }
    scanner->reference = reference != FURL_NO_REFERENCE ? scanner->next.n + 1 + n : 0;
    return keep(scanner);
}

/* "http://a/?f=A|B"  ->  http://a/?f=A|B
 * Returns whether the mark directly before the URL is also directly after the URL, and the next
 * octet is after the URL's authority. */
static bool is_enclosed(struct furl_scanner *scanner)
{
    struct furl_lookahead here = after(scanner, 0);
    const int before = scanner->start->octet_before;
    const int closing = before == '<' ? '>' : before == '"' || before == '\'' ? before : -1;

    if (!look_back(scanner)->rooted) {
        return false;
    }
    if (scanner->enclosing == 0) {
        here.n = scanner->next.n;
        scanner->enclosing = closing > 0 && furl_closing_follows(here, closing) ? closing : -1;
    }
    return scanner->enclosing > 0;
}

/* http://a/?f=A|B  ->  http://a/?f=A
 * ed2k://|file|  ->  ed2k://|file|
 * Reads a `|`. */
static enum furl_scanner_end read_bar(struct furl_scanner *scanner)
{
    const bool belongs =
        scanner->bar ? scanner->pair.depth == 0 : is_enclosed(scanner) && scanner->enclosing != '>';

    return belongs ? keep(scanner) : FURL_ENDED;
}

/*
 * http://a/?id=[1]  ->  http://a/?id=[1]
 * http://a/?id=24[2]  ->  http://a/?id=24
 * http://a/b_[c]  ->  http://a/b_[c]
 * Returns whether the "[...]" that was read is kept at the end of the URL. A unit is kept, unless
 * it is a number after a value, which is a footnote. After a `_`, a pair with a letter in it is
 * kept as part of a name.
 */
static bool is_kept_pair(const struct furl_scanner *scanner)
{
    const struct furl_pair_read *pair = &scanner->pair;
    struct furl_pieces pieces = {
        .url = furl_between(scanner->text, pair->from.pos, scanner->next.pos)};
    enum furl_unit_answer state = FURL_UNIT_OPEN;
    struct furl_unit unit;
    struct furl_range piece;
    size_t digits = 0, letters = 0;

    furl_unit_begin(&unit, pair->kinds);
    while (furl_pieces_next(&pieces, &piece)) {
        for (size_t i = 0; i < piece.n; i++) {
            state = furl_unit_feed(&unit, piece.ptr[i]);
            digits += furl_octet_in(piece.ptr[i], FURL_DIGIT);
            letters += furl_octet_in(piece.ptr[i], FURL_LETTER | FURL_HIGH);
        }
    }
    bool number = digits > 0 && digits + 2 == scanner->next.n - pair->from.n;
    return (state == FURL_UNIT_CLOSED && !(number && pair->value)) || (pair->named && letters > 0);
}

/* http://a/x[1]/y  ->  http://a/x[1]/y
 * http://a/x[1]  ->  http://a/x
 * Reads a bracket in a pair. A `^` or backquote in a pair ends the URL. */
static enum furl_scanner_end read_in_pair(struct furl_scanner *scanner, unsigned char octet)
{
    struct furl_pair_read *pair = &scanner->pair;

    if (octet == '^' || octet == '`') {
        return FURL_ENDED;
    }
    pair->depth += octet == pair->opening;
    pair->depth -= octet == pair->opening + 2; /* in ASCII, `]` is `[` + 2 */
    advance(scanner, 1);
    if (pair->depth == 0) {
        const bool kept = octet == '}' || is_kept_pair(scanner);
        scanner->trimmed_end = kept ? scanner->next : scanner->trimmed_end;
        scanner->bracket = scanner->next.n;
    }
    return pair->depth <= FURL_PAIR_DEPTH ? FURL_GOES_ON : FURL_ENDED;
}

/* <a href="http://u[1]@a/">  ->  http://u[1]@a/
 * Returns whether the URL begins the value of an HTML href, in quotation marks. */
static bool is_href(const struct furl_scanner *scanner)
{
    static const char name[] = "href=";
    const size_t pos = scanner->start->pos, n = strlen(name) + 1;

    return pos >= n && furl_is_one_of(scanner->text->ptr[pos - 1], "\"'") &&
           furl_spells(scanner->text->ptr + pos - n, n - 1, name);
}

/*
 * http://a:${port}/x  ->  http://a:${port}/x
 * http://a/?x^2  ->  http://a/?x^2
 * http://a[.]b/x  ->  none
 * Reads a bracket, or another octet that belongs to URLs between marks or in queries. A "[/" closes
 * a tag, so it begins no pair. In an authority, only a brace begins a pair, and not directly after
 * a word.
 */
static enum furl_scanner_end read_bracket(struct furl_scanner *scanner, unsigned char octet)
{
    const struct furl_start *start = scanner->start;
    const unsigned char before = octet_back(scanner, 1);
    const bool host = before == '@' || (before == '/' && octet_back(scanner, 2) == '/');

    if (scanner->pair.depth > 0) {
        return read_in_pair(scanner, octet);
    }
    if (is_enclosed(scanner)) {
        return keep(scanner);
    }
    const unsigned kinds =
        (host ? FURL_UNIT_HOST : 0u) | (look_back(scanner)->query ? FURL_UNIT_INDEX : 0u);
    const bool rooted = scanner->rooted, slashed = start->implied_scheme != NULL ||
                                                   scanner->text->ptr[start->body - 1] == '/';
    const int next = furl_next(after(scanner, 1));
    if (octet == '{' ? start->octet_before != '}' &&
                           (rooted || (slashed && !furl_octet_in(before, FURL_ALNUM)))
                     : octet == '[' && rooted && next != '/') {
        scanner->pair = (struct furl_pair_read){.opening = octet,
                                                .kinds = kinds,
                                                .value = scanner->valued && before != '=',
                                                .named = before == '_',
                                                .from = scanner->next,
                                                .trimmed_end = scanner->trimmed_end};
        return read_in_pair(scanner, octet);
    }
    if (octet == '^' && scanner->query && !scanner->fragment && furl_octet_is(next, FURL_ALNUM)) {
        return keep(scanner);
    }
    if (octet != '[') {
        return FURL_ENDED;
    }
    if (slashed && !rooted && furl_is_defanged(after(scanner, 1))) {
        return FURL_DEFANGED;
    }
    const size_t n = slashed && !rooted && is_href(scanner) ? furl_userinfo(after(scanner, 0)) : 0;
    return n > 0 ? read_ahead(scanner, n, true) : begin_unit(scanner, kinds, octet);
}

/* Returns whether emphasis can end after the octet before the next one. */
static bool may_end_emphasis(const struct furl_scanner *scanner)
{
    unsigned char before = octet_back(scanner, 1);

    return furl_octet_in(before, FURL_ALNUM | FURL_HIGH) || furl_is_one_of(before, ".,;:!?')");
}

/*
 * http://a/b**  ->  http://a/b
 * *see http://a/x*  ->  http://a/x
 * http://a/b*  ->  http://a/b*
 * Reads a `*`, `_` or `~`. At the end of the URL, two `~` are trimmed, two or three stars, and an
 * octet that opens emphasis before the URL.
 */
static enum furl_scanner_end read_repeated(struct furl_scanner *scanner, unsigned char octet)
{
    const size_t most = octet == '*' ? 3 : octet == '~' ? 2 : 1;

    if (scanner->start->octet_before == octet) {
        return advance(scanner, 1);
    }
    if (octet_back(scanner, 1) == octet) {
        return keep(scanner);
    }
    size_t n = 1 + furl_count_following(after(scanner, 1), octet, most);
    if (n == 1 && furl_octet_in(octet_back(scanner, 1), FURL_ALNUM | FURL_HIGH) &&
        furl_opens(scanner->text, scanner->start->pos, scanner->floor, octet)) {
        return advance(scanner, 1);
    }
    return n == 1 || n > most ? keep(scanner) : read_ahead(scanner, n, !may_end_emphasis(scanner));
}

/* ++http://a/++  ->  http://a/
 * Reads a run of `+`, if a "++" is directly before the URL. Pairs of `+` are trimmed at the end. */
static enum furl_scanner_end read_pluses(struct furl_scanner *scanner)
{
    const size_t n = furl_count_following(after(scanner, 0), '+', FURL_AHEAD_MAX);

    return n % 2 == 0 ? read_ahead(scanner, n, false) : keep(scanner);
}

/* @X0Fhttp://x@X07  ->  http://x
 * Reads an `@`, if a PCBoard colour code is directly before the URL. Such a code is trimmed at the
 * end. */
static enum furl_scanner_end read_at(struct furl_scanner *scanner)
{
    if (!furl_is_colour(after(scanner, 1))) {
        return keep(scanner);
    }
    return read_ahead(scanner, FURL_COLOUR_SIZE, false);
}

/* Reads an octet 80-FF. */
static enum furl_scanner_end read_high(struct furl_scanner *scanner, unsigned char octet)
{
    const unsigned char inner = 0xE2, cjk = 0xE3;

    if (scanner->tables->high) {
        return keep(scanner);
    }
    if ((furl_octet_in(octet_back(scanner, 1), FURL_ALNUM) || octet_back(scanner, 1) == ']') &&
        is_after_host(scanner)) {
        return FURL_ENDED;
    }
    if (octet == cjk && octet_back(scanner, 1) == '/' && look_back(scanner)->rooted &&
        !scanner->query && !scanner->fragment) {
        const size_t n = furl_cjk_pair(after(scanner, 0));
        if (n > 0) {
            return read_ahead(scanner, n, true);
        }
    }
    return octet == inner && furl_is_inner(after(scanner, 1), octet_back(scanner, 1)) &&
                   look_back(scanner)->rooted
               ? read_ahead(scanner, 3, false)
               : begin_unit(scanner, FURL_UNIT_UTF8, octet);
}

/* Reads the next octet, or ends the URL, by an action of the table. */
static enum furl_scanner_end read_octet(struct furl_scanner *scanner, enum action action,
                                        unsigned char octet)
{
    switch (action) {
    case ENDS:
        return FURL_ENDED;
    case KEEPS:
        return octet == '@' && scanner->start->coloured                      ? read_at(scanner)
               : octet == '+' && scanner->start->octet_before == FURL_PLUSES ? read_pluses(scanner)
                                                                             : keep(scanner);
    case TRIMS:
        return advance(scanner, 1);
    case SEPARATES:
        return read_separator(scanner, octet);
    case EMPHASIS:
        return scanner->start->octet_before == octet ? advance(scanner, 1) : keep(scanner);
    case REPEATS:
        return read_repeated(scanner, octet);
    case QUOTE:
        return scanner->start->octet_before == octet || is_after_host(scanner)
                   ? FURL_ENDED
                   : advance(scanner, 1);
    case OPENS:
        scanner->depth++;
        return advance(scanner, 1);
    case CLOSES:
        return read_closing(scanner);
    case REFERS:
        return read_ampersand(scanner);
    case RUN:
        return FURL_AT_PERCENT;
    case ANGLE:
        return octet_back(scanner, 1) == '=' ? begin_unit(scanner, FURL_UNIT_ID, octet)
                                             : FURL_ENDED;
    case BRACKET:
        return read_bracket(scanner, octet);
    case BAR:
        return read_bar(scanner);
    case HIGH:
        return read_high(scanner, octet);
    case DIGIT:
        return advance(scanner, 1);
    case SECOND:
        enter(scanner, scanner->outer);
        return keep(scanner);
    case HALF:
        return enter(scanner, scanner->outer);
    case AHEAD:
        return read_one_ahead(scanner);
    case UNIT:
    case ACTIONS:
        break;
    }
    return read_in_unit(scanner, octet);
}

size_t furl_scanner_breaks_left(const struct furl_scanner *scanner)
{
    const struct furl_position here = scanner->next, from = scanner->pair.from;

    if (scanner->pair.depth == 0) {
        return SIZE_MAX;
    }
    assert(here.n > from.n && here.pos - from.pos >= here.n - from.n);
    const size_t breaks = (here.pos - from.pos) - (here.n - from.n);
    return breaks < scanner->breaks ? scanner->breaks - breaks : 0;
}

enum furl_scanner_end furl_scanner_leave(struct furl_scanner *scanner, enum furl_scanner_end end)
{
    const struct furl_pair_read *pair = &scanner->pair;

    if (pair->depth == 0 || end == FURL_GOES_ON || end == FURL_AT_PERCENT || end == FURL_UNSTORED) {
        return end;
    }
    assert(pair->from.n >= pair->trimmed_end.n && pair->from.pos < scanner->text->n);
    scanner->next = pair->from;
    scanner->trimmed_end = pair->trimmed_end;
    scanner->state = FURL_STATE_PATH;
    scanner->pair.depth = 0;
    return FURL_ENDED;
}

/* Reads the next octet by the table. */
static enum furl_scanner_end read_next_octet(struct furl_scanner *scanner)
{
    int octet = furl_octet(scanner->text, scanner->next.pos);
    const unsigned cell = octet >= 0 ? cells[scanner->state][furl_text_classes[octet]] : ENDS;

    if (cell == ENDS) {
        return FURL_ENDED;
    }
    scanner->state = STATE(cell) != 0 ? STATE(cell) : scanner->state;
    return read_octet(scanner, ACTION(cell), (unsigned char)octet);
}

/* Reads the next octet of a pair. Octets of a pair are not kept before the pair is complete. */
static enum furl_scanner_end read_next_in_pair(struct furl_scanner *scanner)
{
    struct furl_pair_read *pair = &scanner->pair;
    enum furl_scanner_end end = FURL_ENDED;

    if (scanner->next.n - pair->from.n < FURL_UNIT_MAX) {
        end = read_next_octet(scanner);
        scanner->trimmed_end = pair->depth > 0 ? pair->trimmed_end : scanner->trimmed_end;
    }
    return end == FURL_GOES_ON ? end : furl_scanner_leave(scanner, end);
}

enum furl_scanner_end furl_scanner_run(struct furl_scanner *scanner)
{
    enum furl_scanner_end end = FURL_GOES_ON;

    while (end == FURL_GOES_ON) {
        if (scanner->pair.depth > 0) {
            end = read_next_in_pair(scanner);
            continue;
        }
        if (scanner->state < FURL_STATES_CALM && !scanner->marked_up) {
            read_simple(scanner);
        }
        end = read_next_octet(scanner);
    }
    return end;
}

/* area://x%4z  ->  area://x
 * http://x/a%4  ->  http://x/a
 * Begins an escape whose `%` was read. If the escape fails, the search continues at the index
 * `pos`.
 */
static void begin_escape(struct furl_scanner *scanner, size_t pos)
{
    begin_inner(scanner, is_fidonet(scanner->state) ? FURL_STATE_ESCAPE : FURL_STATE_PERCENT);
    scanner->fallback_end = (struct furl_position){pos, scanner->next.n - 1};
}

enum furl_scanner_end furl_scanner_read_percents(struct furl_scanner *scanner, size_t n)
{
    enum furl_scanner_end end = FURL_GOES_ON;

    switch (scanner->state) {
    case FURL_STATE_AHEAD:
        for (; n > 0 && scanner->state == FURL_STATE_AHEAD; n--) {
            read_one_ahead(scanner);
        }
        assert(n == 0); /* the accepted octets do not end in a `%` */
        return FURL_GOES_ON;
    case FURL_STATE_UNIT:
        for (; n > 0 && end == FURL_GOES_ON; n--) {
            end = read_in_unit(scanner, '%');
        }
        return end;
    case FURL_STATE_ESCAPE:
    case FURL_STATE_ESCAPE_DIGIT:
        return FURL_FAILED;
    case FURL_STATE_PERCENT:
    case FURL_STATE_PERCENT_DIGIT:
        enter(scanner, scanner->outer);
        break;
    default:
        break;
    }
    if (is_fidonet(scanner->state) && n > 1) { /* neither an escape nor a mark */
        scanner->fallback_end = (struct furl_position){scanner->next.pos + n, scanner->next.n};
        return FURL_FAILED;
    }
    advance(scanner, n);
    begin_escape(scanner, scanner->next.pos - 1);
    return FURL_GOES_ON;
}

enum furl_scanner_end furl_scanner_resume(struct furl_scanner *scanner, size_t pos, bool percent)
{
    const unsigned char last[] = {octet_back(scanner, 1), octet_back(scanner, 2)};

    assert(pos > scanner->next.pos && pos <= scanner->text->n);
    memcpy(scanner->last, last, sizeof last);
    look_back(scanner);
    scanner->next.pos = scanner->piece = scanner->body = pos;
    if (furl_scanner_is_incomplete(scanner)) {
        scanner->fallback_end.pos = pos;
    }
    if (!percent) {
        return FURL_GOES_ON;
    }
    scanner->next.pos = scanner->piece = pos - 1; /* as if the `%` were directly before */
    enum furl_scanner_end end = furl_scanner_read_percents(scanner, 1);
    if (end == FURL_GOES_ON && scanner->state != FURL_STATE_UNIT) {
        scanner->fallback_end.pos = pos;
    }
    return end;
}
