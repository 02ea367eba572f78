#include "unit.h"

#include <assert.h>

#include "url.h"

void furl_unit_begin(struct furl_unit *unit, unsigned kinds)
{
    *unit = (struct furl_unit){.kinds = kinds};
}

/* Returns the kinds of units that the octet can open. */
static unsigned opened_by(unsigned char octet)
{
    switch (octet) {
    case '[':
        return FURL_UNIT_HOST | FURL_UNIT_INDEX;
    case '<':
        return FURL_UNIT_ID;
    default:
        return furl_octet_in(octet, FURL_HIGH) ? FURL_UNIT_UTF8 : 0;
    }
}

/* Returns the kinds of units that the octet completes, after the octets between the brackets. */
static unsigned closed_by(const struct furl_unit *unit, unsigned char octet)
{
    bool host = unit->zone > 0 ? unit->n > unit->zone : unit->n > FURL_HOST_MIN;

    return octet == ']'   ? (host ? FURL_UNIT_HOST : 0u) | FURL_UNIT_INDEX
           : octet == '>' ? FURL_UNIT_ID
                          : 0u;
}

/* Returns whether the octet can be next between the brackets of a host. The octet belongs to the
 * address or to a zone (RFC 6874). A "25" at the front of the zone can be part of the delimiter
 * `%25`. */
static bool is_in_host(struct furl_unit *unit, unsigned char octet)
{
    if (unit->zone == 0 && octet == '%' && unit->n > FURL_HOST_MIN) {
        unit->zone = unit->n + 1;
        return true;
    }
    if (unit->zone == 0) {
        return (furl_octet_in(octet, FURL_HEX) || octet == ':' || octet == '.') &&
               unit->n <= FURL_HOST_MAX;
    }
    const size_t n = unit->n - unit->zone;
    unit->encoded = n < 2 ? unit->encoded + (octet == "25"[n] ? 1u : 0u) : unit->encoded;
    return furl_is_in_name(octet) && n < FURL_ZONE_MAX + (unit->encoded == 2 ? 2 : 0);
}

/* Returns the kinds of units in which the octet can be next between the brackets. */
static unsigned held_by(struct furl_unit *unit, unsigned char octet)
{
    bool index = furl_octet_in(octet, FURL_ALNUM) || octet == '_' || octet == '-' || octet == '.';
    bool angle = !furl_octet_in(octet, FURL_CONTROL | FURL_HIGH) && octet != ' ' && octet != '<' &&
                 octet != '"';
    bool host = is_in_host(unit, octet);

    return (host ? FURL_UNIT_HOST : 0u) |
           (index && unit->n <= FURL_INDEX_MAX ? FURL_UNIT_INDEX : 0u) |
           (angle && unit->n <= FURL_ANGLE_MAX ? FURL_UNIT_ID : 0u);
}

static enum furl_unit_answer feed_sequence(struct furl_unit *unit, unsigned char octet)
{
    assert(unit->n < sizeof unit->sequence); /* a complete sequence is no longer open */
    unit->sequence[unit->n++] = octet;
    size_t n = furl_utf8(unit->sequence, unit->n, &unit->code);
    if (n == FURL_UTF8_MORE) {
        return FURL_UNIT_OPEN;
    }
    unit->kinds = 0;
    return n > 1 && !furl_code_is(unit->code, FURL_CODE_ENDING) ? FURL_UNIT_CLOSED
                                                                : FURL_UNIT_FAILED;
}

enum furl_unit_answer furl_unit_feed(struct furl_unit *unit, unsigned char octet)
{
    if (unit->n == 0) {
        unit->kinds &= opened_by(octet);
    }
    if (unit->kinds == FURL_UNIT_UTF8) {
        return feed_sequence(unit, octet);
    }
    bool closes = unit->n > 0 && (unit->kinds & closed_by(unit, octet)) != 0;
    if (closes || unit->kinds == 0) {
        unit->kinds = 0;
        return closes ? FURL_UNIT_CLOSED : FURL_UNIT_FAILED;
    }
    if (unit->n > 0) {
        unit->kinds &= held_by(unit, octet);
    }
    unit->n++;
    return unit->kinds == 0 ? FURL_UNIT_FAILED : FURL_UNIT_OPEN;
}

bool furl_unit_begins_at(struct furl_window *text, size_t pos, unsigned kinds)
{
    enum furl_unit_answer state = FURL_UNIT_OPEN;
    struct furl_unit unit;
    int octet;

    furl_unit_begin(&unit, kinds);
    for (; state == FURL_UNIT_OPEN && (octet = furl_octet(text, pos)) >= 0; pos++) {
        if (furl_is_doubled_at(text, pos, '%')) {
            return true;
        }
        state = furl_unit_feed(&unit, (unsigned char)octet);
    }
    return state == FURL_UNIT_CLOSED;
}
