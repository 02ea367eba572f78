#include "taking.h"

#include <string.h>

#include "furl/octets/grow.h"
#include "intext.h"

/* Makes room for `n` octets put aside. */
static bool reserve(struct furl_reading *reading, size_t n)
{
    unsigned char *joined = furl_grow(reading->joined, &reading->capacity, n, 1);

    if (joined == NULL) {
        return false;
    }
    reading->joined = joined;
    return true;
}

bool furl_put_aside(struct furl_reading *reading, const struct furl_window *text, size_t end)
{
    size_t n = end - reading->piece;
    size_t room = reading->aside < reading->max_length ? reading->max_length - reading->aside : 0;
    size_t stored = n < room ? n : room;

    if (stored > 0) {
        if (!reserve(reading, reading->aside + stored)) {
            return false;
        }
        memcpy(reading->joined + reading->aside, text->at + reading->piece, stored);
    }
    for (size_t i = n < 2 ? n : 2; i > 0; i--) {
        reading->last[1] = reading->last[0];
        reading->last[0] = text->at[end - i];
    }
    bool fits = reading->aside < ASIDE_MAX && n < ASIDE_MAX - reading->aside;
    reading->aside = fits ? reading->aside + n : ASIDE_MAX;
    reading->piece = end;
    return true;
}

/* The octet of the URL that was read `back` octets ago: 1 or 2. */
static unsigned char take_before(const struct furl_reading *reading, const struct furl_window *text,
                                 size_t back)
{
    size_t here = reading->at - reading->piece;

    return back <= here ? text->at[reading->at - back] : reading->last[back - here - 1];
}

/* Looks for the body's first letter, digit or octet 80-FF among the next `n` octets. */
static void find_alnum(struct furl_reading *reading, const struct furl_window *text, size_t n)
{
    if (reading->alnum != NOWHERE) {
        return;
    }
    for (size_t i = 0; i < n; i++) {
        if (furl_is(text->at[reading->at + i], FURL_ALNUM | FURL_EIGHT)) {
            reading->alnum = length(reading) + i;
            return;
        }
    }
}

/* Takes octets that need no look at what is around them, and escapes that are whole. It is the
 * one loop that most octets of a URL go through. */
static void take_plain(struct furl_reading *reading, const struct furl_window *text)
{
    size_t from = reading->at, at = from;

    for (;;) {
        at += furl_text_run(text->at + at, text->n - at, reading->plain);
        if (!furl_is_escape(text->at + at, text->n - at)) {
            break;
        }
        at += FURL_ESCAPE_SIZE;
    }
    find_alnum(reading, text, at - from);
    size_t kept = at;
    while (kept > from && furl_text[text->at[kept - 1]] == FURL_TEXT_TRIMMED) {
        kept--;
    }
    if (kept > from) {
        take_kept(reading, kept - from);
    }
    reading->at = at;
}

/* Takes an opening bracket, or a closing one, which `(` before the URL may await. */
static enum step take_parenthesis(struct furl_reading *reading, unsigned char octet)
{
    if (octet == '(') {
        reading->depth++;
        return take(reading);
    }
    if (reading->depth > 0) {
        reading->depth--;
        return take_kept(reading, 1);
    }
    return reading->start.before == '(' ? ENDS_HERE : take(reading);
}

/* Takes the next octet of the unit, which is no `%`. Brackets nest there, too, but none ends the
 * URL. */
static enum step take_unit(struct furl_reading *reading, const struct furl_window *text)
{
    unsigned char octet = text->at[reading->at];

    find_alnum(reading, text, 1);
    if (octet == '(') {
        reading->depth++;
    } else if (octet == ')' && reading->depth > 0) {
        reading->depth--;
    }
    switch (furl_unit_feed(&reading->unit, octet)) {
    case FURL_YES:
        return take_kept(reading, 1);
    case FURL_MORE:
        return take(reading);
    default:
        return ENDS_FAILED;
    }
}

/* Takes the first octet of a unit of one of `kinds`. */
static enum step begin_unit(struct furl_reading *reading, const struct furl_window *text,
                            unsigned kinds)
{
    reading->doubt = ending(reading);
    furl_unit_begin(&reading->unit, kinds);
    return take_unit(reading, text);
}

/* The kinds of unit that a `[` may begin where it is. */
static unsigned bracket_kinds(const struct furl_reading *reading, const struct furl_window *text)
{
    unsigned char before = take_before(reading, text, 1);
    bool host = before == '@' || (before == '/' && take_before(reading, text, 2) == '/');

    return (host ? FURL_UNIT_HOST : 0u) | (reading->parameters ? FURL_UNIT_INDEX : 0u);
}

/* Takes a `<`, with which a gate may have begun the value of a parameter. */
static enum step take_angle(struct furl_reading *reading, const struct furl_window *text)
{
    bool value = is_fidonet(reading) && reading->equals && take_before(reading, text, 1) == '=';

    return value ? begin_unit(reading, text, FURL_UNIT_ANGLE) : ENDS_HERE;
}

/* Takes an octet 80-FF of a URL that is not Fidonet's. */
static enum step take_eight(struct furl_reading *reading, const struct furl_window *text)
{
    if (!reading->eight) {
        return begin_unit(reading, text, FURL_UNIT_SEQUENCE);
    }
    find_alnum(reading, text, 1);
    return take_kept(reading, 1);
}

/* Takes the octets at reading->at that need no look, the first of which is neither `%` nor part of
 * an escape or a unit, and one that needs it. */
static enum step take_octet(struct furl_reading *reading, const struct furl_window *text)
{
    bool fidonet = is_fidonet(reading);
    unsigned char octet = text->at[reading->at];

    if (furl_text_is(octet, reading->plain)) {
        take_plain(reading, text);
        if (reading->at == text->n) {
            return GOES_ON;
        }
        octet = text->at[reading->at];
    }
    switch ((enum furl_text)furl_text[octet]) {
    case FURL_TEXT_ENDS:
        return ENDS_HERE;
    case FURL_TEXT_QUESTION:
        if (fidonet && reading->parameters) {
            return ENDS_HERE; /* draft 5.3.1 */
        }
        reading->parameters = true;
        return take(reading);
    case FURL_TEXT_QUOTE:
        return reading->start.before == '\'' ? ENDS_HERE : take(reading);
    case FURL_TEXT_EMPHASIS:
        return reading->start.before == octet ? take(reading) : take_kept(reading, 1);
    case FURL_TEXT_OPENING:
    case FURL_TEXT_CLOSING:
        return take_parenthesis(reading, octet);
    case FURL_TEXT_EQUALS:
        if (fidonet && reading->equals) {
            return ENDS_HERE; /* draft 5.3.1 */
        }
        reading->equals = reading->parameters;
        return take_kept(reading, 1);
    case FURL_TEXT_AMPERSAND:
        reading->equals = false;
        return take_kept(reading, 1);
    case FURL_TEXT_ANGLE:
        return take_angle(reading, text);
    case FURL_TEXT_BRACKET:
        return fidonet ? ENDS_HERE : begin_unit(reading, text, bracket_kinds(reading, text));
    case FURL_TEXT_BAR:
        return furl_has(reading->start.scheme, FURL_BAR) ? take_kept(reading, 1) : ENDS_HERE;
    case FURL_TEXT_TILDE:
        if (reading->start.before == octet && !fidonet) {
            return take(reading);
        }
        /* fall through */
    case FURL_TEXT_FOREIGN:
        return fidonet ? ENDS_HERE : take_kept(reading, 1);
    case FURL_TEXT_EIGHT:
        return fidonet ? ENDS_HERE : take_eight(reading, text);
    case FURL_TEXT_ALNUM:
        find_alnum(reading, text, 1);
        return take_kept(reading, 1);
    case FURL_TEXT_TRIMMED:
        return take(reading);
    case FURL_TEXT_PERCENT:
        return GOES_ON;
    case FURL_TEXT_KEPT:
        break;
    }
    return take_kept(reading, 1);
}

enum step furl_take_run_in_unit(struct furl_reading *reading, size_t run)
{
    enum furl_answer answer = FURL_MORE;

    for (size_t i = 0; i < run && answer == FURL_MORE; i++) {
        answer = furl_unit_feed(&reading->unit, '%');
    }
    return answer == FURL_MORE ? GOES_ON : ENDS_FAILED;
}

void furl_begin_escape(struct furl_reading *reading, size_t at, size_t before)
{
    reading->digits = FURL_ESCAPE_SIZE - 1;
    reading->doubt = ending(reading);
    reading->doubt.at = at;
    reading->doubt.length = before;
}

/*
 * Takes the octet after a `%`, or after that and one digit. In a Fidonet URL it must be a digit; in
 * others `%`, or `%` and one digit, is trimmed as half an escape.
 */
static enum step take_digit(struct furl_reading *reading, const struct furl_window *text)
{
    if (!furl_is(text->at[reading->at], FURL_HEX)) {
        if (is_fidonet(reading)) {
            return ENDS_FAILED;
        }
        reading->digits = 0;
        return GOES_ON;
    }
    find_alnum(reading, text, 1);
    reading->digits--;
    return reading->digits == 0 ? take_kept(reading, 1) : take(reading);
}

/* Takes a `%`. */
static enum step take_percent(struct furl_reading *reading)
{
    if (reading->percents == 0) {
        reading->percents_after = length(reading);
    }
    if (reading->percents < ASIDE_MAX) {
        reading->percents++;
    }
    /* A run so long ends what is in doubt, which cannot be held as long as it goes on. */
    return reading->percents > FURL_RUN_MAX && is_in_doubt(reading) ? ENDS_FAILED : take(reading);
}

enum step furl_end_at_mark(struct furl_reading *reading)
{
    reading->piece = reading->at;
    return is_in_doubt(reading) ? ENDS_FAILED : ENDS_OPEN;
}

/* Takes the run of `%` just read out of the URL again, and pauses there. */
static enum step pause(struct furl_reading *reading, const struct furl_window *text)
{
    size_t run = reading->percents;

    reading->percents = 0;
    if (reading->at - reading->piece < run) {
        reading->aside = reading->percents_after;
    } else if (!furl_put_aside(reading, text, reading->at - run)) {
        return OUT_OF_MEMORY;
    }
    if (run > FURL_RUN_MAX) {
        return furl_end_at_mark(reading); /* no mark comes within the gap */
    }
    reading->piece = reading->at;
    furl_gap_init(&reading->gap, reading->at - run, run, reading->eight);
    return PAUSES;
}

/* Decides what the run of `%` just read is, by the octet after it, -1 at the end of the text. */
static enum step end_run(struct furl_reading *reading, const struct furl_window *text, int next)
{
    size_t run = reading->percents;

    if (furl_run_pauses(run, next)) {
        return pause(reading, text);
    }
    reading->percents = 0;
    reading->colour = 0;
    if (reading->unit.kinds != 0) {
        return furl_take_run_in_unit(reading, run);
    }
    if (is_fidonet(reading)) {
        if (reading->digits > 0) {
            return ENDS_FAILED;
        }
        furl_begin_escape(reading, reading->at > run ? reading->at - run : 0,
                          reading->percents_after);
        return run == 1 ? GOES_ON : ENDS_FAILED; /* more are neither an escape nor a break */
    }
    furl_begin_escape(reading, reading->at - 1, length(reading) - 1);
    return GOES_ON;
}

/* Whether what was read just now says more of the next octet than that is in a URL. */
static bool is_inside(const struct furl_reading *reading)
{
    return (reading->unit.kinds | reading->digits | reading->percents) != 0 || reading->numeric;
}

/* Takes the next octet, -1 at the end of the text, which is no `%`, after what was read just now.
 */
static enum step take_inside(struct furl_reading *reading, const struct furl_window *text, int next)
{
    if (reading->percents > 0) {
        return end_run(reading, text, next);
    }
    if (next < 0) {
        return ENDS;
    }
    if (reading->unit.kinds != 0) {
        return take_unit(reading, text);
    }
    if (reading->digits > 0) {
        return take_digit(reading, text);
    }
    if (length(reading) == reading->body && !furl_is((unsigned char)next, FURL_DIGIT)) {
        return ENDS;
    }
    reading->numeric = false;
    return GOES_ON;
}

/* Takes the next octet into the URL, or ends it. */
static enum step take_next(struct furl_reading *reading, const struct furl_window *text)
{
    if (reading->at >= text->n) {
        return text->last ? take_inside(reading, text, -1) : WAITS;
    }
    unsigned char next = text->at[reading->at];
    if (next == '%') {
        return take_percent(reading);
    }
    return is_inside(reading) ? take_inside(reading, text, next) : take_octet(reading, text);
}

/* Follows the colour code of PCBoard that the URL may end with: `octet` was just taken, and the URL
 * was `before` without it. */
static void follow_colour(struct furl_reading *reading, unsigned char octet,
                          struct furl_ending before)
{
    if (octet == '@') {
        reading->colour = 1;
        reading->before_colour = before;
    } else if ((reading->colour == 1 && octet == 'X') ||
               (reading->colour > 1 && furl_is(octet, FURL_HEX))) {
        reading->colour++;
    } else {
        reading->colour = 0;
    }
    if (reading->colour == FURL_COLOUR_SIZE) {
        reading->kept = reading->before_colour.kept; /* unless more is kept after it */
        reading->kept_at = reading->before_colour.kept_at;
        reading->colour = 0;
    }
}

enum step furl_take(struct furl_reading *reading, const struct furl_window *text)
{
    bool coloured = reading->start.coloured;
    struct furl_ending before = {0};
    enum step step = GOES_ON;

    while (step == GOES_ON) {
        if (coloured) {
            before = ending(reading);
        }
        step = take_next(reading, text);
        /* What a `%` is to a colour code is known when its run ends. */
        if (coloured && reading->at > before.at && text->at[before.at] != '%') {
            follow_colour(reading, text->at[before.at], before);
        }
    }
    return step;
}
