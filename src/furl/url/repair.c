#include "repair.h"

#include <string.h>

/* What may be in a Fidonet URL: all but unsafe octets, controls and 80-FF (draft 5.2.2). */
static void init_fidonet(struct furl_escape *escape)
{
    const struct furl_component *url = &furl_components[FURL_URL];

    furl_escape_init(escape, &furl_rule_books[FURL_FIDOURL], url);
    for (int i = 0; i < 256; i++) {
        unsigned char octet = (unsigned char)i;
        furl_escape_allow(escape, (struct furl_range){&octet, furl_is(octet, FURL_RESERVED)});
    }
}

static void init_other(struct furl_escape *escape, const struct furl_rules *rules)
{
    const struct furl_rules bare = {.name = rules->name, .literal = rules->bare, .bare = ""};

    furl_escape_init(escape, &bare, &furl_components[FURL_URL]);
}

void furl_repair_init(struct furl_repair *repair, const struct furl_rules *rules)
{
    bool fidourl = rules != NULL && furl_is_fidourl(rules);
    bool rfc = rules != NULL && !fidourl;

    *repair = (struct furl_repair){.takes_other = !fidourl, .plus = true};
    init_other(&repair->other, rfc ? rules : &furl_rule_books[FURL_RULES_OF_OTHERS]);
    if (rfc) {
        repair->fidonet = repair->other;
    } else {
        init_fidonet(&repair->fidonet);
    }
}

void furl_repair_allow(struct furl_repair *repair, struct furl_range octets)
{
    furl_escape_allow(&repair->fidonet, octets);
    furl_escape_allow(&repair->other, octets);
    repair->plus = repair->plus && !furl_byteset_of(octets).has[' '];
}

void furl_repair_forbid(struct furl_repair *repair, struct furl_range octets)
{
    furl_escape_forbid(&repair->fidonet, octets);
    furl_escape_forbid(&repair->other, octets);
    for (size_t i = 0; i < octets.n; i++) {
        furl_byteset_put(&repair->forbidden, octets.at[i], true);
    }
    if (repair->forbidden.has['+']) {
        furl_escape_forbid(&repair->fidonet,
                           furl_range_of(" ")); /* it cannot be written as `+`, then */
    }
    if (repair->forbidden.has['+'] || repair->forbidden.has[' ']) {
        repair->plus = false;
    }
}

bool furl_repair_refuses(const struct furl_repair *repair)
{
    return repair->place.part != FURL_IN_SCHEME && !repair->takes_other &&
           !furl_is_fidonet(repair->place.scheme);
}

/* The state of escaping that is for this URL. */
static struct furl_escape *escape_of(struct furl_repair *repair)
{
    return furl_is_fidonet(repair->place.scheme) ? &repair->fidonet : &repair->other;
}

/* Whether the octet may be here though the table escapes it. */
static bool is_exempt(const struct furl_repair *repair, unsigned char octet)
{
    const struct furl_place *place = &repair->place;

    if (place->part == FURL_IN_SCHEME || furl_repair_refuses(repair)) {
        return true;
    }
    if (furl_is_fidonet(place->scheme) || repair->forbidden.has[octet]) {
        return false;
    }
    return (octet == '#' && place->part != FURL_IN_FRAGMENT) ||
           (octet == '|' && furl_has(place->scheme, FURL_BAR));
}

/* Writes an octet, escaped if it must be. What is escaped has no meaning of its own: the place is
 * that in the URL that is written. */
static size_t put(struct furl_repair *repair, unsigned char octet, unsigned char *out)
{
    struct furl_escape *escape = escape_of(repair);
    size_t n = 1;

    if (is_exempt(repair, octet)) {
        out[0] = octet;
        furl_escape_final(escape, out + n);
    } else if (octet == ' ' && repair->plus && repair->place.part == FURL_IN_QUERY &&
               furl_has(repair->place.scheme, FURL_PLUS)) {
        out[0] = '+';
        furl_escape_final(escape, out + n);
    } else {
        n = furl_escape_octet(&escape->spellings.of[octet], &escape->dashes, octet, out);
    }
    repair->before = n == 1 ? out[0] : '%';
    furl_place_feed(&repair->place, &repair->before, 1);
    return n;
}

/* Writes octets that stay as they are. */
static size_t put_bare(struct furl_repair *repair, const unsigned char *octets, size_t n,
                       unsigned char *out)
{
    struct furl_escape *escape = escape_of(repair);

    memcpy(out, octets, n);
    for (size_t i = 0; i < n; i++) {
        furl_place_feed(&repair->place, octets + i, 1);
        repair->before = octets[i];
    }
    furl_escape_final(escape, out + n);
    return n;
}

/* Whether an escape is held, whole. */
static bool is_escape(const struct furl_repair *repair)
{
    return repair->held_n == FURL_ESCAPE_SIZE && repair->held[0] == '%';
}

/* Whether the brackets of an IPv6 host are held, whole. */
static bool is_host(const struct furl_repair *repair)
{
    const struct furl_range held = {repair->held, repair->held_n};

    return held.n > 0 && furl_unit_length(held, FURL_UNIT_HOST) == held.n;
}

/* Whether the octet may go on what is held. */
static bool goes_on(const struct furl_repair *repair, unsigned char octet)
{
    if (repair->held[0] == '%') {
        return furl_is(octet, FURL_HEX);
    }
    return repair->held_n < FURL_REPAIR_HELD && repair->held[repair->held_n - 1] != ']' &&
           !repair->forbidden.has[octet] &&
           (octet == ']' || octet == ':' || octet == '.' || furl_is(octet, FURL_HEX));
}

/* Whether the octet, or -1 at the end of the record, may come after a host. */
static bool ends_host(const struct furl_repair *repair, int octet)
{
    return octet < 0 || ((octet == ':' || octet == '/' || octet == '?' || octet == '#') &&
                         !repair->forbidden.has[octet]);
}

/* Writes what is held, which is not what it began like: its first octet must be escaped. */
static size_t release(struct furl_repair *repair, unsigned char *out)
{
    unsigned char held[FURL_REPAIR_HELD];
    size_t n = repair->held_n;
    size_t written = 0;

    memcpy(held, repair->held, n);
    repair->held_n = 0;
    for (size_t i = 0; i < n; i++) {
        written += put(repair, held[i], out + written);
    }
    return written;
}

/* Writes what is held, of which `next`, or -1, is no part. */
static size_t settle(struct furl_repair *repair, int next, unsigned char *out)
{
    size_t n = repair->held_n;

    if (!is_host(repair) || !ends_host(repair, next)) {
        return release(repair, out);
    }
    repair->held_n = 0;
    return put_bare(repair, repair->held, n, out);
}

/* Whether the octet begins something that must be seen whole. */
static bool begins(const struct furl_repair *repair, unsigned char octet)
{
    if (repair->place.part == FURL_IN_SCHEME || furl_repair_refuses(repair)) {
        return false;
    }
    return octet == '%' ||
           (octet == '[' && !repair->forbidden.has['['] && !furl_is_fidonet(repair->place.scheme) &&
            repair->place.part == FURL_IN_AUTHORITY &&
            (repair->before == '/' || repair->before == '@'));
}

static inline size_t place_run(const struct furl_place *place, const unsigned char *at, size_t n)
{
    size_t run = 0;

    while (place->part >= FURL_IN_AUTHORITY && run < n &&
           (furl_is(at[run], FURL_ALNUM) || at[run] == '.' || at[run] == '_')) {
        run++;
    }
    return run;
}

/* Takes octets that stay as they are, as most of a URL do. Returns how many. */
static size_t copy_run(struct furl_repair *repair, const unsigned char *in, size_t n,
                       unsigned char *out)
{
    struct furl_escape *escape = escape_of(repair);
    size_t most = repair->held_n == 0 ? place_run(&repair->place, in, n) : 0;
    size_t run = 0;

    while (run < most && !repair->forbidden.has[in[run]]) {
        run++;
    }
    if (run > 0) {
        memcpy(out, in, run);
        furl_escape_final(escape, out + run);
        repair->before = in[run - 1];
    }
    return run;
}

size_t furl_repair_feed(struct furl_repair *repair, const unsigned char *in, size_t n,
                        unsigned char *out)
{
    unsigned char *to = out;

    for (size_t i = 0; i < n; i++) {
        size_t run = copy_run(repair, in + i, n - i, to);
        to += run;
        i += run;
        if (i == n) {
            break;
        }
        if (repair->held_n > 0 && !goes_on(repair, in[i])) {
            to += settle(repair, in[i], to);
        }
        if (repair->held_n == 0 && !begins(repair, in[i])) {
            to += put(repair, in[i], to);
            continue;
        }
        repair->held[repair->held_n++] = in[i];
        if (is_escape(repair)) {
            repair->held_n = 0;
            to += put_bare(repair, repair->held, FURL_ESCAPE_SIZE, to);
        }
    }
    return (size_t)(to - out);
}

void furl_repair_restart(struct furl_repair *repair)
{
    furl_escape_restart(&repair->fidonet);
    furl_escape_restart(&repair->other);
    repair->place = (struct furl_place){.part = FURL_IN_SCHEME};
    repair->before = 0;
    repair->held_n = 0;
}

size_t furl_repair_final(struct furl_repair *repair, unsigned char *out)
{
    size_t n = settle(repair, -1, out);

    n += furl_escape_final(&repair->fidonet, out + n);
    n += furl_escape_final(&repair->other, out + n);
    furl_repair_restart(repair);
    return n;
}
