#include "taking.h"

#include <stdlib.h>
#include <string.h>

#include "grow.h"
#include "intext.h"

/* Makes room for `n` octets put aside. */
static bool reserve(struct furl_reading *reading, size_t n)
{
    if (n <= reading->capacity) {
        return true;
    }
    size_t capacity = furl_grown(reading->capacity, n);
    unsigned char *joined = realloc(reading->joined, capacity);
    if (joined == NULL) {
        return false;
    }
    reading->joined = joined;
    reading->capacity = capacity;
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
static unsigned char read_before(const struct furl_reading *reading, const struct furl_window *text,
                                 size_t back)
{
    size_t here = reading->at - reading->piece;

    return back <= here ? text->at[reading->at - back] : reading->last[back - here - 1];
}

void furl_find_alnum(struct furl_reading *reading, const struct furl_window *text, size_t n)
{
    for (size_t i = 0; i < n && reading->alnum == NOWHERE; i++) {
        if (furl_is(text->at[reading->at + i], FURL_ALNUM | FURL_EIGHT)) {
            reading->alnum = length(reading) + i;
        }
    }
}

/* Takes octets that need no look at what stands round them, and escapes that are whole. It is the
 * one loop that most octets of a URL go through. */
static enum step take_plain(struct furl_reading *reading, const struct furl_window *text)
{
    size_t from = reading->at, at = from;

    for (;;) {
        while (at < text->n && furl_text[text->at[at]] < reading->plain) {
            at++;
        }
        if (!furl_is_escape(text->at + at, text->n - at)) {
            break;
        }
        at += FURL_ESCAPE_SIZE;
    }
    furl_find_alnum(reading, text, at - from);
    size_t kept = at;
    while (kept > from && furl_text[text->at[kept - 1]] == FURL_TEXT_TRIMMED) {
        kept--;
    }
    if (kept > from) {
        take_kept(reading, kept - from);
    }
    reading->at = at;
    return GOES_ON;
}

/* Takes an opening bracket, or a closing one, which `(` before the URL may await. */
static enum step read_parenthesis(struct furl_reading *reading, unsigned char octet)
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

/* Takes an octet inside angle brackets, of which only what comes right before the URL can make it
 * end there; but whether the URL has the angle brackets is not known yet. */
static enum step read_in_angle(struct furl_reading *reading, unsigned char octet)
{
    const enum furl_text kind = (enum furl_text)furl_text[octet];
    bool bracket = kind == FURL_TEXT_OPENING || kind == FURL_TEXT_CLOSING;
    struct furl_ending here = ending(reading);
    enum step step = GOES_ON;

    if (reading->cut.length != NOWHERE) {
        return take(reading);
    }
    if (bracket) {
        step = read_parenthesis(reading, octet);
    } else if (kind == FURL_TEXT_QUOTE && reading->start.before == octet) {
        step = ENDS_HERE;
    } else if (kind == FURL_TEXT_TRIMMED || kind == FURL_TEXT_QUESTION || kind == FURL_TEXT_QUOTE) {
        step = take(reading);
    } else {
        step = take_kept(reading, 1);
    }
    if (step == ENDS_HERE) {
        reading->cut = here;
        step = take(reading);
    }
    return step;
}

/* The unit is whole, with the octet at reading->at. */
static enum step end_unit(struct furl_reading *reading)
{
    if (reading->cut.length == NOWHERE) {
        return take_kept(reading, 1);
    }
    reading->doubt = reading->cut;
    return ENDS_FAILED;
}

enum step furl_take_unit(struct furl_reading *reading, const struct furl_window *text)
{
    bool angle = reading->unit.kinds == FURL_UNIT_ANGLE;
    unsigned char octet = text->at[reading->at];

    furl_find_alnum(reading, text, 1);
    switch (furl_unit_feed(&reading->unit, octet)) {
    case FURL_YES:
        return end_unit(reading);
    case FURL_MORE:
        return angle ? read_in_angle(reading, octet) : take(reading);
    default:
        return ENDS_FAILED;
    }
}

/* Takes the first octet of a unit of one of `kinds`. */
static enum step begin_unit(struct furl_reading *reading, const struct furl_window *text,
                            unsigned kinds)
{
    reading->doubt = ending(reading);
    reading->cut.length = NOWHERE;
    furl_unit_begin(&reading->unit, kinds);
    return furl_take_unit(reading, text);
}

/* The kinds of unit that a `[` may begin where it is. */
static unsigned bracket_kinds(const struct furl_reading *reading, const struct furl_window *text)
{
    unsigned char before = read_before(reading, text, 1);
    bool host = before == '@' || (before == '/' && read_before(reading, text, 2) == '/');

    return (host ? FURL_UNIT_HOST : 0u) | (reading->parameters ? FURL_UNIT_INDEX : 0u);
}

/* Takes a `<`, with which a gate may have begun the value of a parameter. */
static enum step read_angle(struct furl_reading *reading, const struct furl_window *text)
{
    bool value = is_fidonet(reading) && reading->equals && read_before(reading, text, 1) == '=';

    return value ? begin_unit(reading, text, FURL_UNIT_ANGLE) : ENDS_HERE;
}

/* Takes an octet 80-FF of a URL that is not Fidonet's. */
static enum step read_eight(struct furl_reading *reading, const struct furl_window *text)
{
    if (!reading->eight) {
        return begin_unit(reading, text, FURL_UNIT_SEQUENCE);
    }
    furl_find_alnum(reading, text, 1);
    return take_kept(reading, 1);
}

enum step furl_take_octet(struct furl_reading *reading, const struct furl_window *text)
{
    bool fidonet = is_fidonet(reading);
    unsigned char octet = text->at[reading->at];

    if (furl_text[octet] < reading->plain) {
        return take_plain(reading, text);
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
        return read_parenthesis(reading, octet);
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
        return read_angle(reading, text);
    case FURL_TEXT_BRACKET:
        return fidonet ? ENDS_HERE : begin_unit(reading, text, bracket_kinds(reading, text));
    case FURL_TEXT_BAR:
        return reading->start.scheme != NULL && reading->start.scheme->bar ? take_kept(reading, 1)
                                                                           : ENDS_HERE;
    case FURL_TEXT_TILDE:
        if (reading->start.before == octet && !fidonet) {
            return take(reading);
        }
        /* fall through */
    case FURL_TEXT_FOREIGN:
        return fidonet ? ENDS_HERE : take_kept(reading, 1);
    case FURL_TEXT_EIGHT:
        return fidonet ? ENDS_HERE : read_eight(reading, text);
    case FURL_TEXT_ALNUM:
        furl_find_alnum(reading, text, 1);
        return take_kept(reading, 1);
    case FURL_TEXT_TRIMMED:
        return take(reading);
    default: /* kept; `%` does not come here */
        return take_kept(reading, 1);
    }
}

enum step furl_take_run_in_unit(struct furl_reading *reading, size_t run)
{
    enum furl_answer answer = FURL_MORE;

    for (size_t i = 0; i < run && answer == FURL_MORE; i++) {
        answer = furl_unit_feed(&reading->unit, '%');
    }
    if (answer != FURL_MORE) {
        return ENDS_FAILED;
    }
    return reading->cut.length == NOWHERE ? take_kept(reading, 0) : GOES_ON;
}
