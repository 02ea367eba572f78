#include "bracketed.h"

void furl_bracketed_begin(struct furl_bracketed *unit, unsigned kinds)
{
    *unit = (struct furl_bracketed){.kinds = kinds};
}

/* The kinds of unit that the octet opens. */
static unsigned opened_by(unsigned char octet)
{
    switch (octet) {
    case '[':
        return FURL_BRACKETED_HOST | FURL_BRACKETED_INDEX;
    case '<':
        return FURL_BRACKETED_ID;
    default:
        return furl_is(octet, FURL_HIGH) ? FURL_BRACKETED_SEQUENCE : 0;
    }
}

/* The kinds of unit that end with the octet, after `inside` octets between the brackets. */
static unsigned closed_by(unsigned char octet, size_t inside)
{
    unsigned host = inside >= FURL_HOST_MIN ? FURL_BRACKETED_HOST : 0;

    return octet == ']' ? host | FURL_BRACKETED_INDEX : octet == '>' ? FURL_BRACKETED_ID : 0;
}

/* The kinds of unit in which the octet may be the `nth` one between the brackets, from 1. */
static unsigned held_by(unsigned char octet, size_t nth)
{
    bool host = furl_is(octet, FURL_HEX) || octet == ':' || octet == '.';
    bool index = furl_is(octet, FURL_ALNUM) || octet == '_' || octet == '-' || octet == '.';
    bool angle =
        !furl_is(octet, FURL_CONTROL | FURL_HIGH) && octet != ' ' && octet != '<' && octet != '"';

    return (host && nth <= FURL_HOST_MAX ? FURL_BRACKETED_HOST : 0u) |
           (index && nth <= FURL_INDEX_MAX ? FURL_BRACKETED_INDEX : 0u) |
           (angle && nth <= FURL_ANGLE_MAX ? FURL_BRACKETED_ID : 0u);
}

static enum furl_unit feed_sequence(struct furl_bracketed *unit, unsigned char octet)
{
    uint32_t code = 0;

    unit->sequence[unit->n++] = octet;
    size_t n = furl_utf8(unit->sequence, unit->n, &code);
    if (n == FURL_UTF8_MORE) {
        return FURL_UNIT_OPEN;
    }
    unit->kinds = 0;
    return n > 1 && !furl_is_ending_code(code) ? FURL_UNIT_CLOSED : FURL_UNIT_FAILED;
}

enum furl_unit furl_bracketed_feed(struct furl_bracketed *unit, unsigned char octet)
{
    if (unit->n == 0) {
        unit->kinds &= opened_by(octet);
    }
    if (unit->kinds == FURL_BRACKETED_SEQUENCE) {
        return feed_sequence(unit, octet);
    }
    bool closes = unit->n > 0 && (unit->kinds & closed_by(octet, unit->n - 1)) != 0;
    if (closes || unit->kinds == 0) {
        unit->kinds = 0;
        return closes ? FURL_UNIT_CLOSED : FURL_UNIT_FAILED;
    }
    if (unit->n > 0) {
        unit->kinds &= held_by(octet, unit->n);
    }
    unit->n++;
    return unit->kinds == 0 ? FURL_UNIT_FAILED : FURL_UNIT_OPEN;
}

bool furl_begins_bracketed(struct furl_window *text, size_t at, unsigned kinds)
{
    enum furl_unit state = FURL_UNIT_OPEN;
    struct furl_bracketed unit;
    int octet;

    furl_bracketed_begin(&unit, kinds);
    while (state == FURL_UNIT_OPEN && (octet = furl_octet(text, at)) >= 0) {
        state = furl_bracketed_feed(&unit, (unsigned char)octet);
        at++;
    }
    return state == FURL_UNIT_CLOSED ||
           (state == FURL_UNIT_FAILED && furl_twice(text, at - 1, '%'));
}
