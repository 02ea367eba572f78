#include "url_escape.h"

#include <string.h>

/* Keeps octets of the name, as many as fit: one that does not is in no table. */
static void keep_name(struct furl_url_part *place, const unsigned char *at, size_t n)
{
    size_t room = sizeof place->name - place->name_n;
    size_t fits = n < room ? n : room;

    memcpy(place->name + place->name_n, at, fits);
    place->name_n += fits;
}

size_t furl_url_part_scheme(struct furl_url_part *place, const unsigned char *at, size_t n)
{
    const unsigned char *colon = memchr(at, ':', n);
    size_t name_n = colon != NULL ? (size_t)(colon - at) : n;
    struct furl_range text = {at, n};

    if (colon == NULL || place->name_n > 0) {
        keep_name(place, at, name_n);
        text = (struct furl_range){place->name, sizeof place->name};
        name_n = place->name_n;
    }
    if (colon == NULL) {
        return n;
    }
    place->scheme = furl_scheme(text, name_n);
    place->part = FURL_AFTER_COLON;
    return (size_t)(colon - at) + 1;
}

/* The part after one octet, a slash or another one, in what may come before an authority. */
static enum furl_scanner_divide after_octet(enum furl_scanner_divide part, bool slash)
{
    return !slash ? FURL_IN_PATH : part == FURL_AFTER_COLON ? FURL_AFTER_SLASH : FURL_IN_AUTHORITY;
}

void furl_url_part_feed(struct furl_url_part *place, size_t n, struct furl_marks marks)
{
    if (place->part == FURL_IN_FRAGMENT || marks.hashes != 0) {
        place->part = FURL_IN_FRAGMENT;
    } else if (place->part == FURL_IN_QUERY || marks.questions != 0) {
        place->part = FURL_IN_QUERY;
    } else {
        for (; n > 0 && place->part < FURL_IN_AUTHORITY; n--, marks.slashes >>= 1) {
            place->part = after_octet(place->part, (marks.slashes & 1) != 0);
        }
        if (marks.slashes != 0) {
            place->part = FURL_IN_PATH;
        }
    }
}

size_t furl_url_part_query(struct furl_url_part *place, const unsigned char *at, size_t n)
{
    if (place->part == FURL_IN_FRAGMENT) {
        return n;
    }
    const unsigned char *hash = memchr(at, '#', n);
    size_t before = hash != NULL ? (size_t)(hash - at) : n;
    const unsigned char *question = place->part != FURL_IN_QUERY ? memchr(at, '?', before) : NULL;
    if (question != NULL) {
        place->part = FURL_IN_QUERY;
        return (size_t)(question - at) + 1;
    }
    if (hash == NULL) {
        return n;
    }
    place->part = FURL_IN_FRAGMENT;
    return before + 1;
}

/* Octets that are looked at in one go: one bit of a mask is left for their end. */
#define BLOCK (FURL_LOOK_MAX - 1)

/* Kinds of octets that a URL is looked at for; and that one of Fidonet's is. */
enum {
    PERCENT,
    HEX,
    SLASH,
    QUESTION,
    HASH,
    BRACKET,
    BAR,
    SPACE,
    EQUALS = HASH,
    AMPERSAND = BRACKET
};

static void init_kinds(struct furl_url_escape *repair)
{
    repair->kinds = (struct furl_kinds){{
        ['%'] = 1 << PERCENT,
        ['/'] = 1 << SLASH,
        ['?'] = 1 << QUESTION,
        ['#'] = 1 << HASH,
        ['['] = 1 << BRACKET,
        ['|'] = 1 << BAR,
        [' '] = 1 << SPACE,
    }};
    repair->fidonet_kinds = (struct furl_kinds){{
        ['%'] = 1 << PERCENT,
        ['?'] = 1 << QUESTION,
        ['='] = 1 << EQUALS,
        ['&'] = 1 << AMPERSAND,
    }};
    for (unsigned char octet = 0; octet < 0x80; octet++) {
        unsigned char hex = (unsigned char)(furl_is(octet, FURL_HEX) << HEX);
        repair->kinds.of[octet] |= hex;
        repair->fidonet_kinds.of[octet] |= hex;
    }
}

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

/* A `%` that begins an escape stays: `put` alone is given others. */
static void leave_percents(struct furl_url_escape *repair)
{
    furl_escape_allow(&repair->fidonet, furl_range_of("%"));
    furl_escape_allow(&repair->other, furl_range_of("%"));
}

void furl_url_escape_init(struct furl_url_escape *repair, const struct furl_rules *rules)
{
    bool fidourl = rules != NULL && furl_is_fidourl(rules);
    bool rfc = rules != NULL && !fidourl;

    const struct furl_rules *others = rfc ? rules : &furl_rule_books[FURL_RULES_OF_OTHERS];

    *repair = (struct furl_url_escape){.takes_other = !fidourl,
                                       .joins = !rfc,
                                       .keeps_bars = others->keeps_bars,
                                       .plus = true,
                                       .partner = -1};
    init_kinds(repair);
    init_other(&repair->other, others);
    if (rfc) {
        repair->fidonet = repair->other;
    } else {
        init_fidonet(&repair->fidonet);
    }
    leave_percents(repair);
}

void furl_url_escape_allow(struct furl_url_escape *repair, struct furl_range octets)
{
    furl_escape_allow(&repair->fidonet, octets);
    furl_escape_allow(&repair->other, octets);
    for (size_t i = 0; i < octets.n; i++) {
        furl_byteset_put(&repair->allowed, octets.at[i], true);
    }
    repair->plus = repair->plus && !furl_byteset_of(octets).has[' '];
}

void furl_url_escape_forbid(struct furl_url_escape *repair, struct furl_range octets)
{
    furl_escape_forbid(&repair->fidonet, octets);
    furl_escape_forbid(&repair->other, octets);
    for (size_t i = 0; i < octets.n; i++) {
        furl_byteset_put(&repair->forbidden, octets.at[i], true);
        if (octets.at[i] != '%') {
            /* It is always escaped, and means nothing, then. */
            repair->kinds.of[octets.at[i]] = repair->fidonet_kinds.of[octets.at[i]] = 0;
        }
    }
    if (repair->forbidden.has['+']) {
        furl_escape_forbid(&repair->fidonet,
                           furl_range_of(" ")); /* it cannot be written as `+`, then */
    }
    if (repair->forbidden.has['+'] || repair->forbidden.has[' ']) {
        repair->plus = false;
    }
    leave_percents(repair);
}

bool furl_url_escape_refuses(const struct furl_url_escape *repair)
{
    return repair->place.part != FURL_IN_SCHEME && !repair->takes_other &&
           !furl_is_fidonet(repair->place.scheme);
}

/* The state of escaping that is for this URL. */
static struct furl_escape *escape_of(struct furl_url_escape *repair)
{
    return furl_is_fidonet(repair->place.scheme) ? &repair->fidonet : &repair->other;
}

/* Whether the octet may be here though the table escapes it. */
static bool is_exempt(const struct furl_url_escape *repair, unsigned char octet)
{
    const struct furl_url_part *place = &repair->place;

    if (furl_is_fidonet(place->scheme) || repair->forbidden.has[octet]) {
        return false;
    }
    return (octet == '#' && place->part != FURL_IN_FRAGMENT) ||
           (octet == '|' && repair->keeps_bars && furl_has(place->scheme, FURL_BAR));
}

/* Goes on to after `n` octets of which the marks tell, and what was written for them, which ends
 * before `end`. What is escaped has no meaning of its own: the place is that in the URL that is
 * written. */
static void move(struct furl_url_escape *repair, size_t n, struct furl_marks marks,
                 const unsigned char *end)
{
    if (!furl_is_fidonet(repair->place.scheme)) { /* in a Fidonet URL no place differs */
        furl_url_part_feed(&repair->place, n, marks);
        repair->before = end[-1];
    }
}

/* Whether the octet would end a Fidonet URL in text: a second `?`, or a second `=` in a parameter
 * (draft 5.3.1). Goes on after it. */
static bool ends_in_text(struct furl_url_escape *repair, unsigned char octet)
{
    bool ends = repair->question && (octet == '?' || (octet == '=' && repair->equals));

    if (!repair->joins || !furl_is_fidonet(repair->place.scheme) || repair->forbidden.has[octet]) {
        return false;
    }
    repair->question = repair->question || octet == '?';
    repair->equals = repair->question && octet != '&' && (repair->equals || octet == '=');
    return ends && !repair->allowed.has[octet];
}

/* Writes an octet, escaped if it must be. */
static size_t put(struct furl_url_escape *repair, unsigned char octet, unsigned char *out)
{
    struct furl_escape *escape = escape_of(repair);
    size_t n = 1;

    if (is_exempt(repair, octet)) {
        out[0] = octet;
        escape->dashes = 0;
    } else if (octet == ' ' && repair->plus && repair->place.part == FURL_IN_QUERY &&
               furl_has(repair->place.scheme, FURL_PLUS)) {
        out[0] = '+';
        escape->dashes = 0;
    } else if (octet == '%' || ends_in_text(repair, octet)) {
        n = furl_put_escape(octet, out);
        escape->dashes = 0;
    } else {
        n = furl_escape_octet(&escape->spellings.of[octet], &escape->dashes, octet, out);
    }
    move(repair, 1, (struct furl_marks){out[0] == '/', out[0] == '?', out[0] == '#'}, out + n);
    return n;
}

/* Writes octets that stay as they are: escapes, or the brackets of a host. */
static size_t put_bare(struct furl_url_escape *repair, const unsigned char *octets, size_t n,
                       unsigned char *out)
{
    memcpy(out, octets, n);
    escape_of(repair)->dashes = 0;
    move(repair, n, (struct furl_marks){0, 0, 0}, out + n);
    return n;
}

/* Whether an escape is held, whole. */
static bool is_escape(const struct furl_url_escape *repair)
{
    return repair->held_n == FURL_ESCAPE_SIZE && repair->held[0] == '%';
}

/* Whether the brackets of an IPv6 host are held, whole. */
static bool is_host(const struct furl_url_escape *repair)
{
    const struct furl_range held = {repair->held, repair->held_n};

    return held.n > 0 && furl_bracketed_length(held, FURL_BRACKETED_HOST) == held.n;
}

/* Whether the octet may go on what is held. */
static bool goes_on(const struct furl_url_escape *repair, unsigned char octet)
{
    if (repair->held[0] == '%') {
        return furl_is(octet, FURL_HEX);
    }
    return repair->held_n < FURL_URL_ESCAPE_HELD && repair->held[repair->held_n - 1] != ']' &&
           !repair->forbidden.has[octet] &&
           (octet == ']' || octet == ':' || octet == '.' || furl_is(octet, FURL_HEX));
}

/* Whether the octet, or -1 at the end of the record, may come after a host. */
static bool ends_host(const struct furl_url_escape *repair, int octet)
{
    return octet < 0 || ((octet == ':' || octet == '/' || octet == '?' || octet == '#') &&
                         !repair->forbidden.has[octet]);
}

/* Writes what is held, which is not what it began like: its first octet must be escaped. */
static size_t release(struct furl_url_escape *repair, unsigned char *out)
{
    unsigned char held[FURL_URL_ESCAPE_HELD];
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
static size_t settle(struct furl_url_escape *repair, int next, unsigned char *out)
{
    size_t n = repair->held_n;

    if (!is_host(repair) || !ends_host(repair, next)) {
        return release(repair, out);
    }
    repair->held_n = 0;
    return put_bare(repair, repair->held, n, out);
}

/* Whether the octet begins something that must be seen whole. */
static bool begins(const struct furl_url_escape *repair, unsigned char octet)
{
    return octet == '%' ||
           (octet == '[' && !repair->forbidden.has['['] && !furl_is_fidonet(repair->place.scheme) &&
            repair->place.part == FURL_IN_AUTHORITY &&
            (repair->before == '/' || repair->before == '@'));
}

/* Whether an octet of a block may end a Fidonet URL in text, as ends_in_text has it of each. If
 * none does, goes on after them. */
FURL_MODULAR static bool one_ends_in_text(struct furl_url_escape *repair,
                                          const struct furl_look *look)
{
    uint64_t question = look->of[QUESTION];
    /* What is after the first `?`. */
    uint64_t query = repair->question ? ~(uint64_t)0 : (~question + 1) & ~question;
    uint64_t equals = look->of[EQUALS] & query;
    uint64_t ampersand = look->of[AMPERSAND] & query;
    bool again = repair->equals && (furl_lowest_of(equals | ampersand) & equals) != 0;

    if (question != (repair->question ? 0 : furl_lowest_of(question)) || again ||
        furl_repeated(equals, ampersand) != 0) {
        return true;
    }
    repair->question = repair->question || question != 0;
    repair->equals = (equals | ampersand) != 0 ? equals > ampersand : repair->equals;
    return false;
}

/* The octets of a block that may become something else than what escaping makes of them. In a
 * Fidonet URL they are few: where no octet ends it, which is told of all together, `?`, `=` and `&`
 * are none, and are gone on after. */
static uint64_t special(struct furl_url_escape *repair, const struct furl_look *look)
{
    const struct furl_scheme *scheme = repair->place.scheme;
    uint64_t percents = look->of[PERCENT] & ~furl_escapes_of(look->of[PERCENT], look->of[HEX]);
    uint64_t joints = look->of[QUESTION] | look->of[EQUALS] | look->of[AMPERSAND];

    if (furl_is_fidonet(scheme)) {
        bool alone = repair->joins && (percents != 0 || one_ends_in_text(repair, look));
        return percents | (alone ? joints : 0);
    }
    return percents | look->of[HASH] | look->of[BRACKET] |
           (furl_has(scheme, FURL_PLUS) ? look->of[SPACE] : 0) |
           (furl_has(scheme, FURL_BAR) ? look->of[BAR] : 0);
}

/* Escapes a run of octets none of which is special. */
static size_t put_run(struct furl_url_escape *repair, const unsigned char *in, size_t n,
                      struct furl_marks marks, unsigned char *out)
{
    struct furl_escape *escape = escape_of(repair);
    size_t written = escape->kernels->escape(&escape->spellings, &escape->dashes, in, n, out);

    move(repair, n, marks, out + written);
    return written;
}

/* Takes one octet, which may be part of what is held. */
static size_t feed_octet(struct furl_url_escape *repair, unsigned char octet, unsigned char *out)
{
    size_t n = repair->held_n > 0 && !goes_on(repair, octet) ? settle(repair, octet, out) : 0;

    if (repair->held_n == 0 && !begins(repair, octet)) {
        return n + put(repair, octet, out + n);
    }
    repair->held[repair->held_n++] = octet;
    if (is_escape(repair)) {
        repair->held_n = 0;
        n += put_bare(repair, repair->held, FURL_ESCAPE_SIZE, out + n);
    }
    return n;
}

/* Takes octets, a block at most, until one is held, which none is. Returns how many; moves `to`. */
static size_t feed_block(struct furl_url_escape *repair, const unsigned char *in, size_t n,
                         unsigned char **to)
{
    size_t end = n < BLOCK ? n : BLOCK, at = 0;
    bool fidonet = furl_is_fidonet(repair->place.scheme);
    struct furl_look look;

    repair->other.kernels->look(fidonet ? &repair->fidonet_kinds : &repair->kinds, in, end, &look);
    uint64_t specials = special(repair, &look);
    while (at < end && repair->held_n == 0) {
        size_t run = furl_first_of(specials, at, end) - at;
        if (run > 0) {
            struct furl_marks marks = {furl_before(look.of[SLASH], at + run) >> at,
                                       furl_before(look.of[QUESTION], at + run) >> at, 0};
            *to += put_run(repair, in + at, run, marks, *to);
            at += run;
        } else {
            *to += feed_octet(repair, in[at++], *to);
        }
    }
    return at;
}

/* Takes octets after the scheme, none of which closes what is around the URL. */
static size_t feed_inside(struct furl_url_escape *repair, const unsigned char *in, size_t n,
                          unsigned char *out)
{
    unsigned char *to = out;

    for (size_t i = 0; i < n;) {
        if (repair->held_n > 0) {
            to += feed_octet(repair, in[i++], to);
        } else {
            i += feed_block(repair, in + i, n - i, &to);
        }
    }
    return (size_t)(to - out);
}

/* Takes octets after the scheme. The one that closes what is around the URL is part of it unless it
 * is the record's last. */
static size_t feed_rest(struct furl_url_escape *repair, const unsigned char *in, size_t n,
                        unsigned char *out)
{
    size_t written = 0;

    while (n > 0) {
        const unsigned char *at = repair->partner >= 0 ? memchr(in, repair->partner, n) : NULL;
        size_t before = at != NULL ? (size_t)(at - in) : n;
        if (repair->closing) {
            repair->closing = false;
            written += feed_octet(repair, (unsigned char)repair->partner, out + written);
        }
        written += feed_inside(repair, in, before, out + written);
        repair->closing = at != NULL;
        in += before + (at != NULL ? 1 : 0);
        n -= before + (at != NULL ? 1 : 0);
    }
    return written;
}

/* Takes what is opened at the front of a record, and a `URL:` after it. Returns how many octets
 * that takes; those that turn out to be no `URL:` begin the scheme. */
static size_t feed_opening(struct furl_url_escape *repair, const unsigned char *in, size_t n)
{
    static const unsigned char prefix[] = {'u', 'r', 'l', ':'};
    size_t taken = 0;

    if (!repair->begun) {
        repair->begun = true;
        repair->partner = in[0] == '<' ? '>' : in[0] == '"' ? '"' : -1;
        repair->opening = repair->partner >= 0;
        taken = repair->opening ? 1 : 0;
    }
    while (repair->opening && taken < n) {
        bool same = furl_lower(in[taken]) == prefix[repair->prefix_n];
        repair->prefix_n += same ? 1 : 0;
        taken += same ? 1 : 0;
        repair->opening = same && repair->prefix_n < sizeof prefix;
        if (!same && repair->prefix_n > 0) {
            furl_url_part_scheme(&repair->place, prefix, repair->prefix_n);
        }
    }
    return taken;
}

size_t furl_url_escape_feed(struct furl_url_escape *repair, const unsigned char *in, size_t n,
                            unsigned char *out)
{
    size_t scheme = n > 0 && (repair->opening || !repair->begun) ? feed_opening(repair, in, n) : 0;

    if (repair->place.part == FURL_IN_SCHEME && scheme < n) {
        scheme += furl_url_part_scheme(&repair->place, in + scheme, n - scheme);
    }
    /* All of it stays if it is before the colon, or the rules are not for it. */
    size_t same = furl_url_escape_refuses(repair) ? n : scheme;

    if (same > 0) {
        memcpy(out, in, same);
    }
    return same + feed_rest(repair, in + same, n - same, out + same);
}

void furl_url_escape_restart(struct furl_url_escape *repair)
{
    furl_escape_restart(&repair->fidonet);
    furl_escape_restart(&repair->other);
    furl_url_part_restart(&repair->place);
    repair->held_n = 0;
    repair->begun = repair->opening = repair->closing = false;
    repair->question = repair->equals = false;
    repair->partner = -1;
    repair->prefix_n = 0;
}

size_t furl_url_escape_final(struct furl_url_escape *repair, unsigned char *out)
{
    size_t n = repair->held_n > 0 ? settle(repair, -1, out) : 0;

    if (repair->closing) {
        out[n++] = (unsigned char)repair->partner;
    }
    furl_url_escape_restart(repair);
    return n;
}

void furl_url_unescape_init(struct furl_url_unescape *reveal, struct furl_range stays,
                            bool keep_controls, furl_bad_escape *bad_escape, void *context)
{
    furl_unescape_init(&reveal->unescape, '+', stays, keep_controls, bad_escape, context);
    furl_url_part_restart(&reveal->place);
}

/* Takes octets after the scheme that come before `+` means something else: it is read as a space
 * all over a Fidonet URL, and in the query of an http(s) URL (draft 5.2.2.4, 5.2.2.4.2). Returns
 * how many. */
static size_t feed_run(struct furl_url_unescape *reveal, const unsigned char *in, size_t n)
{
    struct furl_url_part *place = &reveal->place;
    bool by_query = furl_has(place->scheme, FURL_PLUS);
    bool space = by_query ? place->part == FURL_IN_QUERY : furl_is_fidonet(place->scheme);

    reveal->unescape.meanings.plus = space ? ' ' : '+';
    return by_query ? furl_url_part_query(place, in, n) : n;
}

size_t furl_url_unescape_feed(struct furl_url_unescape *reveal, const unsigned char *in, size_t n,
                              unsigned char *out)
{
    struct furl_unescape *unescape = &reveal->unescape;
    unsigned char *to = out;
    size_t i = 0;

    if (reveal->place.part == FURL_IN_SCHEME && n > 0) {
        i = furl_url_part_scheme(&reveal->place, in, n);
        to += furl_unescape_bare(unescape, in, i, to);
    }
    while (i < n) {
        size_t run = feed_run(reveal, in + i, n - i);
        to += furl_unescape_feed(unescape, in + i, run, to);
        i += run;
    }
    return (size_t)(to - out);
}

size_t furl_url_unescape_final(struct furl_url_unescape *reveal, unsigned char *out)
{
    size_t written = furl_unescape_final(&reveal->unescape, out);

    furl_url_part_restart(&reveal->place);
    return written;
}

void furl_url_unescape_restart(struct furl_url_unescape *reveal)
{
    furl_unescape_restart(&reveal->unescape);
    furl_url_part_restart(&reveal->place);
}
