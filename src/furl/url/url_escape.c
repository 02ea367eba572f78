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

/* Takes octets of the scheme itself, up to its colon. Returns how many. */
static size_t take_scheme(struct furl_url_part *place, const unsigned char *at, size_t n)
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

/* Takes what is before the URL of a record: `<` or a quotation mark, `URL:`, and blanks. Returns
 * how many octets that is; those that turn out to be no `URL:` begin the scheme. */
static size_t take_front(struct furl_url_part *place, const unsigned char *at, size_t n)
{
    static const unsigned char prefix[] = {'u', 'r', 'l', ':'};
    size_t taken = 0;

    for (; taken < n && !place->begun; taken++) {
        unsigned char octet = at[taken];
        bool is_in_prefix = place->prefix_n > 0 && place->prefix_n < sizeof prefix;
        if (!is_in_prefix && (furl_is_blank(octet) || octet == '\r' || octet == '\n')) {
            continue;
        }
        if (!is_in_prefix && place->partner == '\0' && (octet == '<' || octet == '"')) {
            place->partner = octet == '<' ? '>' : '"';
        } else if (place->prefix_n < sizeof prefix &&
                   furl_lower(octet) == prefix[place->prefix_n]) {
            place->prefix_n++;
        } else {
            place->begun = true;
            if (is_in_prefix) {
                take_scheme(place, prefix, place->prefix_n);
            }
            break;
        }
    }
    return taken;
}

size_t furl_url_part_scheme(struct furl_url_part *place, const unsigned char *at, size_t n)
{
    size_t taken = take_front(place, at, n);

    return taken + take_scheme(place, at + taken, n - taken);
}

/* The part after one octet, a slash or another one, in what may come before an authority. */
static enum furl_url_where after_octet(enum furl_url_where part, bool slash)
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

static void init_kinds(struct furl_url_escape *stream)
{
    stream->kinds = (struct furl_kinds){{
        ['%'] = 1 << PERCENT,
        ['/'] = 1 << SLASH,
        ['?'] = 1 << QUESTION,
        ['#'] = 1 << HASH,
        ['['] = 1 << BRACKET,
        ['|'] = 1 << BAR,
        [' '] = 1 << SPACE,
    }};
    stream->fidonet_kinds = (struct furl_kinds){{
        ['%'] = 1 << PERCENT,
        ['?'] = 1 << QUESTION,
        ['='] = 1 << EQUALS,
        ['&'] = 1 << AMPERSAND,
    }};
    for (unsigned char octet = 0; octet < 0x80; octet++) {
        unsigned char hex = (unsigned char)(furl_is(octet, FURL_HEX) << HEX);
        stream->kinds.of[octet] |= hex;
        stream->fidonet_kinds.of[octet] |= hex;
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
static void leave_percents(struct furl_url_escape *stream)
{
    furl_escape_allow(&stream->fidonet, furl_range_of("%"));
    furl_escape_allow(&stream->other, furl_range_of("%"));
}

void furl_url_escape_init(struct furl_url_escape *stream, const struct furl_rules *rules)
{
    bool fidourl = rules != NULL && furl_is_fidourl(rules);
    bool rfc = rules != NULL && !fidourl;

    const struct furl_rules *others = rfc ? rules : &furl_rule_books[FURL_RULES_OF_OTHERS];

    *stream = (struct furl_url_escape){
        .takes_other = !fidourl, .joins = !rfc, .keeps_bars = others->keeps_bars, .plus = true};
    init_kinds(stream);
    init_other(&stream->other, others);
    if (rfc) {
        stream->fidonet = stream->other;
    } else {
        init_fidonet(&stream->fidonet);
    }
    leave_percents(stream);
}

void furl_url_escape_allow(struct furl_url_escape *stream, struct furl_range octets)
{
    furl_escape_allow(&stream->fidonet, octets);
    furl_escape_allow(&stream->other, octets);
    for (size_t i = 0; i < octets.n; i++) {
        furl_byteset_put(&stream->allowed, octets.at[i], true);
    }
    stream->plus = stream->plus && !furl_byteset_of(octets).has[' '];
}

void furl_url_escape_forbid(struct furl_url_escape *stream, struct furl_range octets)
{
    furl_escape_forbid(&stream->fidonet, octets);
    furl_escape_forbid(&stream->other, octets);
    for (size_t i = 0; i < octets.n; i++) {
        furl_byteset_put(&stream->forbidden, octets.at[i], true);
        if (octets.at[i] != '%') {
            /* It is always escaped, and means nothing, then. */
            stream->kinds.of[octets.at[i]] = stream->fidonet_kinds.of[octets.at[i]] = 0;
        }
    }
    if (stream->forbidden.has['+']) {
        furl_escape_forbid(&stream->fidonet,
                           furl_range_of(" ")); /* it cannot be written as `+`, then */
    }
    if (stream->forbidden.has['+'] || stream->forbidden.has[' ']) {
        stream->plus = false;
    }
    leave_percents(stream);
}

bool furl_url_escape_refuses(const struct furl_url_escape *stream)
{
    return stream->place.part != FURL_IN_SCHEME && !stream->takes_other &&
           !furl_is_fidonet(stream->place.scheme);
}

/* The state of escaping that is for this URL. */
static struct furl_escape *escape_of(struct furl_url_escape *stream)
{
    return furl_is_fidonet(stream->place.scheme) ? &stream->fidonet : &stream->other;
}

/* Whether the octet may be here though the table escapes it. */
static bool is_exempt(const struct furl_url_escape *stream, unsigned char octet)
{
    const struct furl_url_part *place = &stream->place;

    if (furl_is_fidonet(place->scheme) || stream->forbidden.has[octet]) {
        return false;
    }
    return (octet == '#' && place->part != FURL_IN_FRAGMENT) ||
           (octet == '|' && stream->keeps_bars && furl_has(place->scheme, FURL_BAR));
}

/* Goes on to after `n` octets of which the marks tell, and what was written for them, which ends
 * before `end`. What is escaped has no meaning of its own: the place is that in the URL that is
 * written. */
static void move(struct furl_url_escape *stream, size_t n, struct furl_marks marks,
                 const unsigned char *end)
{
    if (!furl_is_fidonet(stream->place.scheme)) { /* in a Fidonet URL no place differs */
        furl_url_part_feed(&stream->place, n, marks);
        stream->before = end[-1];
    }
}

/* Whether the octet would end a Fidonet URL in text: a second `?`, or a second `=` in a parameter
 * (draft 5.3.1). Goes on after it. */
static bool ends_in_text(struct furl_url_escape *stream, unsigned char octet)
{
    bool ends = stream->question && (octet == '?' || (octet == '=' && stream->equals));

    if (!stream->joins || !furl_is_fidonet(stream->place.scheme) || stream->forbidden.has[octet]) {
        return false;
    }
    stream->question = stream->question || octet == '?';
    stream->equals = stream->question && octet != '&' && (stream->equals || octet == '=');
    return ends && !stream->allowed.has[octet];
}

/* Writes an octet, escaped if it must be. */
static size_t put(struct furl_url_escape *stream, unsigned char octet, unsigned char *out)
{
    struct furl_escape *escape = escape_of(stream);
    size_t n = 1;

    if (is_exempt(stream, octet)) {
        out[0] = octet;
        escape->dashes = 0;
    } else if (octet == ' ' && stream->plus && stream->place.part == FURL_IN_QUERY &&
               furl_has(stream->place.scheme, FURL_PLUS)) {
        out[0] = '+';
        escape->dashes = 0;
    } else if (octet == '%' || ends_in_text(stream, octet)) {
        n = furl_put_escape(octet, out);
        escape->dashes = 0;
    } else {
        n = furl_escape_octet(&escape->spellings.of[octet], &escape->dashes, octet, out);
    }
    move(stream, 1, (struct furl_marks){out[0] == '/', out[0] == '?', out[0] == '#'}, out + n);
    return n;
}

/* Writes octets that stay as they are: escapes, or the brackets of a host. */
static size_t put_bare(struct furl_url_escape *stream, const unsigned char *octets, size_t n,
                       unsigned char *out)
{
    memcpy(out, octets, n);
    escape_of(stream)->dashes = 0;
    move(stream, n, (struct furl_marks){0, 0, 0}, out + n);
    return n;
}

/* Whether an escape is held, whole. */
static bool is_escape(const struct furl_url_escape *stream)
{
    return stream->held_n == FURL_ESCAPE_SIZE && stream->held[0] == '%';
}

/* Whether the brackets of an IPv6 host are held, whole. */
static bool is_host(const struct furl_url_escape *stream)
{
    const struct furl_range held = {stream->held, stream->held_n};

    return held.n > 0 && furl_bracketed_length(held, FURL_BRACKETED_HOST) == held.n;
}

/* Whether the octet may go on what is held. */
static bool goes_on(const struct furl_url_escape *stream, unsigned char octet)
{
    if (stream->held[0] == '%') {
        return furl_is(octet, FURL_HEX);
    }
    return stream->held_n < FURL_URL_ESCAPE_HELD && stream->held[stream->held_n - 1] != ']' &&
           !stream->forbidden.has[octet] &&
           (octet == ']' || octet == ':' || octet == '.' || furl_is(octet, FURL_HEX));
}

/* Whether the octet, or -1 at the end of the record, may come after a host. */
static bool ends_host(const struct furl_url_escape *stream, int octet)
{
    return octet < 0 || ((octet == ':' || octet == '/' || octet == '?' || octet == '#') &&
                         !stream->forbidden.has[octet]);
}

/* Writes what is held, which is not what it began like: its first octet must be escaped. */
static size_t release(struct furl_url_escape *stream, unsigned char *out)
{
    unsigned char held[FURL_URL_ESCAPE_HELD];
    size_t n = stream->held_n;
    size_t written = 0;

    memcpy(held, stream->held, n);
    stream->held_n = 0;
    for (size_t i = 0; i < n; i++) {
        written += put(stream, held[i], out + written);
    }
    return written;
}

/* Writes what is held, of which `next`, or -1, is no part. */
static size_t settle(struct furl_url_escape *stream, int next, unsigned char *out)
{
    size_t n = stream->held_n;

    if (!is_host(stream) || !ends_host(stream, next)) {
        return release(stream, out);
    }
    stream->held_n = 0;
    return put_bare(stream, stream->held, n, out);
}

/* Whether the octet begins something that must be seen whole. */
static bool begins(const struct furl_url_escape *stream, unsigned char octet)
{
    return octet == '%' ||
           (octet == '[' && !stream->forbidden.has['['] && !furl_is_fidonet(stream->place.scheme) &&
            stream->place.part == FURL_IN_AUTHORITY &&
            (stream->before == '/' || stream->before == '@'));
}

/* Whether an octet of a block may end a Fidonet URL in text, as ends_in_text has it of each. If
 * none does, goes on after them. */
FURL_MODULAR static bool one_ends_in_text(struct furl_url_escape *stream,
                                          const struct furl_look *look)
{
    uint64_t question = look->of[QUESTION];
    /* What is after the first `?`. */
    uint64_t query = stream->question ? ~(uint64_t)0 : (~question + 1) & ~question;
    uint64_t equals = look->of[EQUALS] & query;
    uint64_t ampersand = look->of[AMPERSAND] & query;
    bool again = stream->equals && (furl_lowest_of(equals | ampersand) & equals) != 0;

    if (question != (stream->question ? 0 : furl_lowest_of(question)) || again ||
        furl_repeated(equals, ampersand) != 0) {
        return true;
    }
    stream->question = stream->question || question != 0;
    stream->equals = (equals | ampersand) != 0 ? equals > ampersand : stream->equals;
    return false;
}

/* The octets of a block that may become something else than what escaping makes of them. In a
 * Fidonet URL they are few: where no octet ends it, which is told of all together, `?`, `=` and `&`
 * are none, and are gone on after. */
static uint64_t special(struct furl_url_escape *stream, const struct furl_look *look)
{
    const struct furl_scheme *scheme = stream->place.scheme;
    uint64_t percents = look->of[PERCENT] & ~furl_escapes_of(look->of[PERCENT], look->of[HEX]);
    uint64_t joints = look->of[QUESTION] | look->of[EQUALS] | look->of[AMPERSAND];

    if (furl_is_fidonet(scheme)) {
        bool alone = stream->joins && (percents != 0 || one_ends_in_text(stream, look));
        return percents | (alone ? joints : 0);
    }
    return percents | look->of[HASH] | look->of[BRACKET] |
           (furl_has(scheme, FURL_PLUS) ? look->of[SPACE] : 0) |
           (furl_has(scheme, FURL_BAR) ? look->of[BAR] : 0);
}

/* Escapes a run of octets none of which is special. */
static size_t put_run(struct furl_url_escape *stream, const unsigned char *in, size_t n,
                      struct furl_marks marks, unsigned char *out)
{
    struct furl_escape *escape = escape_of(stream);
    size_t written = escape->kernels->escape(&escape->spellings, &escape->dashes, in, n, out);

    move(stream, n, marks, out + written);
    return written;
}

/* Takes one octet, which may be part of what is held. */
static size_t feed_octet(struct furl_url_escape *stream, unsigned char octet, unsigned char *out)
{
    size_t n = stream->held_n > 0 && !goes_on(stream, octet) ? settle(stream, octet, out) : 0;

    if (stream->held_n == 0 && !begins(stream, octet)) {
        return n + put(stream, octet, out + n);
    }
    stream->held[stream->held_n++] = octet;
    if (is_escape(stream)) {
        stream->held_n = 0;
        n += put_bare(stream, stream->held, FURL_ESCAPE_SIZE, out + n);
    }
    return n;
}

/* Takes octets, a block at most, until one is held, which none is. Returns how many; moves `to`. */
static size_t feed_block(struct furl_url_escape *stream, const unsigned char *in, size_t n,
                         unsigned char **to)
{
    size_t end = n < BLOCK ? n : BLOCK, at = 0;
    bool fidonet = furl_is_fidonet(stream->place.scheme);
    struct furl_look look;

    stream->other.kernels->look(fidonet ? &stream->fidonet_kinds : &stream->kinds, in, end, &look);
    uint64_t specials = special(stream, &look);
    while (at < end && stream->held_n == 0) {
        size_t run = furl_first_of(specials, at, end) - at;
        if (run > 0) {
            struct furl_marks marks = {furl_before(look.of[SLASH], at + run) >> at,
                                       furl_before(look.of[QUESTION], at + run) >> at, 0};
            *to += put_run(stream, in + at, run, marks, *to);
            at += run;
        } else {
            *to += feed_octet(stream, in[at++], *to);
        }
    }
    return at;
}

/* Takes octets after the scheme, none of which closes what is around the URL. */
static size_t feed_inside(struct furl_url_escape *stream, const unsigned char *in, size_t n,
                          unsigned char *out)
{
    unsigned char *to = out;

    for (size_t i = 0; i < n;) {
        if (stream->held_n > 0) {
            to += feed_octet(stream, in[i++], to);
        } else {
            i += feed_block(stream, in + i, n - i, &to);
        }
    }
    return (size_t)(to - out);
}

/* Takes octets after the scheme. The one that closes what is around the URL is part of it unless it
 * is the record's last. */
static size_t feed_rest(struct furl_url_escape *stream, const unsigned char *in, size_t n,
                        unsigned char *out)
{
    size_t written = 0;

    while (n > 0) {
        unsigned char partner = stream->place.partner;
        const unsigned char *at = partner != '\0' ? memchr(in, partner, n) : NULL;
        size_t before = at != NULL ? (size_t)(at - in) : n;
        if (stream->closing) {
            stream->closing = false;
            written += feed_octet(stream, partner, out + written);
        }
        written += feed_inside(stream, in, before, out + written);
        stream->closing = at != NULL;
        in += before + (at != NULL ? 1 : 0);
        n -= before + (at != NULL ? 1 : 0);
    }
    return written;
}

size_t furl_url_escape_feed(struct furl_url_escape *stream, const unsigned char *in, size_t n,
                            unsigned char *out)
{
    size_t scheme = 0;

    if (stream->place.part == FURL_IN_SCHEME && n > 0) {
        scheme = furl_url_part_scheme(&stream->place, in, n);
    }
    /* All of it stays if it is before the colon, or the rules are not for it. */
    size_t same = furl_url_escape_refuses(stream) ? n : scheme;

    if (same > 0) {
        memcpy(out, in, same);
    }
    return same + feed_rest(stream, in + same, n - same, out + same);
}

void furl_url_escape_restart(struct furl_url_escape *stream)
{
    furl_escape_restart(&stream->fidonet);
    furl_escape_restart(&stream->other);
    furl_url_part_restart(&stream->place);
    stream->held_n = 0;
    stream->question = stream->equals = stream->closing = false;
}

size_t furl_url_escape_final(struct furl_url_escape *stream, unsigned char *out)
{
    size_t n = stream->held_n > 0 ? settle(stream, -1, out) : 0;

    if (stream->closing) {
        out[n++] = stream->place.partner;
    }
    furl_url_escape_restart(stream);
    return n;
}

void furl_url_unescape_init(struct furl_url_unescape *stream, struct furl_range stays,
                            bool keep_controls, furl_bad_escape *bad_escape, void *context)
{
    furl_unescape_init(&stream->unescape, '+', stays, keep_controls, bad_escape, context);
    furl_url_part_restart(&stream->place);
}

/* Takes octets after the scheme that come before `+` means something else: it is read as a space
 * all over a Fidonet URL, and in the query of an http(s) URL (draft 5.2.2.4, 5.2.2.4.2). Returns
 * how many. */
static size_t feed_run(struct furl_url_unescape *stream, const unsigned char *in, size_t n)
{
    struct furl_url_part *place = &stream->place;
    bool by_query = furl_has(place->scheme, FURL_PLUS);
    bool space = by_query ? place->part == FURL_IN_QUERY : furl_is_fidonet(place->scheme);

    stream->unescape.meanings.plus = space ? ' ' : '+';
    return by_query ? furl_url_part_query(place, in, n) : n;
}

size_t furl_url_unescape_feed(struct furl_url_unescape *stream, const unsigned char *in, size_t n,
                              unsigned char *out)
{
    struct furl_unescape *unescape = &stream->unescape;
    unsigned char *to = out;
    size_t i = 0;

    if (stream->place.part == FURL_IN_SCHEME && n > 0) {
        i = furl_url_part_scheme(&stream->place, in, n);
        to += furl_unescape_bare(unescape, in, i, to);
    }
    while (i < n) {
        size_t run = feed_run(stream, in + i, n - i);
        to += furl_unescape_feed(unescape, in + i, run, to);
        i += run;
    }
    return (size_t)(to - out);
}

size_t furl_url_unescape_final(struct furl_url_unescape *stream, unsigned char *out)
{
    size_t written = furl_unescape_final(&stream->unescape, out);

    furl_url_part_restart(&stream->place);
    return written;
}

void furl_url_unescape_restart(struct furl_url_unescape *stream)
{
    furl_unescape_restart(&stream->unescape);
    furl_url_part_restart(&stream->place);
}
