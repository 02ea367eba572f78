/* Streams of escapes (furl/url) and of controls (furl/core), in pieces of any length, against loops
 * that anybody would write. */
#include "furl/url/percent.h"

#include "units.h"

#define OCTETS 1500

/* Columns of bad escapes; a stream notes them in a struct reports. */
struct reports {
    uint64_t columns[64];
    size_t n;
};

static void report(void *context, uint64_t column, uint64_t n)
{
    struct reports *reports = context;

    for (; n > 0; n--) {
        reports->columns[reports->n++ % COUNT(reports->columns)] = column++;
    }
}

static const struct furl_range line_ends = {(const unsigned char *)"\0\r\n", 3};

/* What fidourl(1) leaves literal besides letters and digits, by hand: each component under the
 * rules of Fidonet, then values and paths under those of the RFCs; and what a space becomes. */
static const struct {
    enum furl_rules_id rules;
    enum furl_component_id component;
    const char *literal, *space;
} streams[] = {
    {FURL_FIDOURL, FURL_VALUE, "!$'()*,-.:;_/@", "+"},
    {FURL_FIDOURL, FURL_NAME, "!$'()*,-.:;_/@", "+"},
    {FURL_FIDOURL, FURL_AREATAG, "!$'()*,-.:;_", "+"},
    {FURL_FIDOURL, FURL_DOMAIN, "!$'()*,-.:;_", "+"},
    {FURL_FIDOURL, FURL_ADDRESS, "!$'()*,-.:;_/@", "+"},
    {FURL_FIDOURL, FURL_REQUEST, "!$'()*,-.:;_@", "+"},
    {FURL_FIDOURL, FURL_OBJECT, "!$'()*,-.:;_@", "+"},
    {FURL_FIDOURL, FURL_PATH, "!$'()*,-.:;_/@", "+"},
    {FURL_RFC1630, FURL_VALUE, "$-_@.&!*'(),", "+"},
    {FURL_RFC1630, FURL_PATH, "$-_@.&!*'(),/", "%20"},
    {FURL_RFC1738, FURL_VALUE, "$-_.+!*'(),", "%20"},
    {FURL_RFC1738, FURL_PATH, "$-_.+!*'(),/", "%20"},
    {FURL_RFC2396, FURL_VALUE, "-_.!~*'()", "%20"},
    {FURL_RFC2396, FURL_PATH, "-_.!~*'()/", "%20"},
    {FURL_RFC3986, FURL_VALUE, "-._~", "%20"},
    {FURL_RFC3986, FURL_PATH, "-._~/", "%20"},
};

static bool is_alnum(unsigned char octet)
{
    return (octet >= 'a' && octet <= 'z') || (octet >= 'A' && octet <= 'Z') ||
           (octet >= '0' && octet <= '9');
}

static size_t escape_by_hand(size_t nth, bool lines, const unsigned char *in, size_t n, char *out)
{
    const char *from = out;
    size_t dashes = 0;

    for (size_t i = 0; i < n; i++) {
        bool literal =
            is_alnum(in[i]) || (in[i] != 0 && strchr(streams[nth].literal, in[i]) != NULL) ||
            (lines && (in[i] == '\n' || (in[i] == '\r' && i + 1 < n && in[i + 1] == '\n')));
        dashes = in[i] == '-' ? dashes + 1 : 0;
        if (in[i] == ' ') {
            out += sprintf(out, "%s", streams[nth].space);
        } else if (!literal || (streams[nth].rules == FURL_FIDOURL && dashes == 3)) {
            out += sprintf(out, "%%%02X", (unsigned)in[i]);
            dashes = 0;
        } else {
            *out++ = (char)in[i];
        }
    }
    return (size_t)(out - from);
}

/* All octets, and texts with many dashes and line ends. Twice, since a stream can begin anew. */
START_TEST(data_is_escaped)
{
    static unsigned char in[OCTETS], out[FURL_ESCAPED_MAX(OCTETS)];
    static char wanted[FURL_ESCAPED_MAX(OCTETS)];
    struct furl_escape escape;
    struct dice dice = {(uint64_t)_i + 1};
    size_t nth = (size_t)_i % COUNT(streams);
    bool lines = (size_t)_i >= COUNT(streams);

    furl_escape_init(&escape, &furl_rule_books[streams[nth].rules],
                     &furl_components[streams[nth].component]);
    if (lines) {
        furl_escape_lines(&escape);
    }
    for (size_t round = 0; round < 4 * COUNT(cuts); round++) {
        size_t length = OCTETS - roll(&dice, 200), n = 0;
        roll_octets(&dice, in, OCTETS);
        for (size_t i = 256; i < OCTETS && round % 2 == 0; i++) {
            in[i] = (unsigned char)"-----\r\r\n a/+"[roll(&dice, 12)];
        }
        for (size_t i = 0; i < 256; i++) {
            in[i] = (unsigned char)(i + round);
        }
        for (size_t i = 0, some = 0; i < length; i += some) {
            some = piece_length(&dice, cuts[round % COUNT(cuts)], length - i);
            n += furl_escape_feed(&escape, in + i, some, out + n);
        }
        n += furl_escape_final(&escape, out + n);
        ck_assert_uint_eq(n, escape_by_hand(nth, lines, in, length, wanted));
        ck_assert_mem_eq(out, wanted, n);
    }
}
END_TEST

/* An octet of data, what it was written as, and whether that stays, whatever is around it. */
struct unit {
    unsigned char octet;
    bool stays;
    struct furl_range source;
};

/* The length of the first character of the units; 0 if they begin with none. */
static size_t decode_units(const struct unit *units, size_t n, uint32_t *code)
{
    unsigned char octets[FURL_UTF8_MAX];
    size_t length = 0;

    for (; length < n && length < sizeof octets && !units[length].stays; length++) {
        octets[length] = units[length].octet;
    }
    length = length > 0 ? furl_utf8(octets, length, code) : 0;
    return length == FURL_UTF8_MORE ? 0 : length;
}

/* Writes data. What is part of a control, an octet of ASCII or a form of UTF-8, is written as it
 * was. */
static size_t guard_by_hand(const struct unit *units, size_t n, unsigned char *out)
{
    struct furl_cursor to = {.out = out};
    bool beyond =
        false; /* the last character is beyond ASCII, and no control, or U+FE0F after one */

    for (size_t i = 0, length = 0; i < n; i += length) {
        uint32_t code = 0, next = 0;
        length = decode_units(units + i, n - i, &code);
        bool fine = length > 0, high = fine && furl_code_is(code, FURL_CODE_CONTROL);
        bool control = fine && (code < 0x20 || code == 0x7F || high);
        if ((code == 0x200C || code == 0x200D) && fine && beyond &&
            decode_units(units + i + length, n - i - length, &next) > 0) {
            control = next < 0x80 || furl_code_is(next, FURL_CODE_CONTROL);
        }
        beyond = fine ? (code == 0xFE0F ? beyond : code >= 0x80 && !high) : !units[i].stays;
        length = fine ? length : 1;
        for (size_t j = i; j < i + length; j++) {
            furl_put_range(&to, units[j].stays || control
                                    ? units[j].source
                                    : (struct furl_range){&units[j].octet, 1});
        }
    }
    return (size_t)(to.out - out);
}

/* The same of escaped data, with what it reports and counts. */
static size_t unescape_by_hand(struct furl_range in, bool keep, struct reports *reports,
                               size_t *stayed, unsigned char *out)
{
    static struct unit units[OCTETS];
    size_t count = 0, n = 0;

    for (size_t i = 0; i < in.n; i += units[count++].source.n) {
        bool escape = furl_is_escape(in.ptr + i, in.n - i);
        unsigned value = in.ptr[i] == '+' ? ' ' : in.ptr[i];
        if (escape) {
            sscanf((const char *)in.ptr + i + 1, "%2x", &value);
        } else if (in.ptr[i] == '%') {
            report(reports, i + 1, 1);
        }
        bool end = escape && memchr(line_ends.ptr, (int)value, line_ends.n) != NULL;
        bool stays = end || (escape && keep && (value < 0x20 || value == 0x7F));
        units[count] = (struct unit){(unsigned char)value, stays, {in.ptr + i, escape ? 3 : 1}};
        *stayed += end;
    }
    if (keep) {
        return guard_by_hand(units, count, out);
    }
    for (size_t i = 0; i < count; i++) {
        memcpy(out + n, units[i].stays ? units[i].source.ptr : &units[i].octet,
               units[i].stays ? units[i].source.n : 1);
        n += units[i].stays ? units[i].source.n : 1;
    }
    return n;
}

/* Texts of escapes: any, few among others, bad ones, those of controls, bare in part. */
static void roll_escapes(struct dice *dice, unsigned char *in, size_t n)
{
    static const char *const pieces[] = {
        "%E2%80%8B", "\xE2%80\x8F", "%E2",    "\xE2",    "%EF%BB", "%F3%A0%80%81", "%F3\xA0%82",
        "%C2%85",    "%c2%A0",      "%D8%9c", "%0A",     "%00",    "%1b",          "%7F",
        "%zz",       "%",           "%%",     "%E2%80%", "%4",     "\x1B",         "+"};
    uint32_t rare = 1 + roll(dice, 400);
    bool any = roll(dice, 2) == 0;

    for (size_t i = 0; i < n;) {
        char escape[4] = "%D1";
        const char *piece = escape;
        if (roll(dice, rare) == 0) {
            piece = pieces[roll(dice, COUNT(pieces))];
        } else if (any) {
            snprintf(escape, sizeof escape, roll(dice, 2) ? "%%%02x" : "%%%02X", roll(dice, 256));
        }
        for (; *piece != '\0' && i < n; piece++) {
            in[i++] = (unsigned char)*piece;
        }
    }
}

START_TEST(escapes_are_undone)
{
    static unsigned char in[OCTETS + 1], out[FURL_UNESCAPED_MAX(OCTETS)], wanted[OCTETS];
    struct dice dice = {(uint64_t)_i + 77};
    bool keep = _i % 2 != 0;

    for (size_t round = sampled(1000); round > 0; round--) {
        struct furl_unescape unescape;
        struct reports reports = {.n = 0}, by_hand = {.n = 0};
        size_t length = roll(&dice, 4) > 0 ? roll(&dice, 20) : roll(&dice, OCTETS), n = 0;
        size_t cut = roll(&dice, 2) > 0 ? length : cuts[roll(&dice, COUNT(cuts))], stayed = 0;
        roll_escapes(&dice, in, length);
        furl_unescape_init(&unescape, ' ', line_ends, keep, report, &reports);
        for (size_t i = 0, some = 0; i < length; i += some) {
            some = piece_length(&dice, cut, length - i);
            n += furl_unescape_feed(&unescape, in + i, some, out + n);
        }
        n += furl_unescape_final(&unescape, out + n);
        in[length] = '\0';
        struct furl_range all = {in, length};
        ck_assert_uint_eq(n, unescape_by_hand(all, keep, &by_hand, &stayed, wanted));
        ck_assert(n == 0 || memcmp(out, wanted, n) == 0);
        ck_assert_uint_eq(reports.n, by_hand.n);
        ck_assert_mem_eq(reports.columns, by_hand.columns, sizeof by_hand.columns);
        ck_assert_uint_eq(unescape.unchanged_n, stayed);
    }
}
END_TEST

/* Characters that are controls, joiners and others, perhaps cut, with any octets to write instead.
 */
START_TEST(a_terminal_sees_no_controls)
{
    static const char *const pieces[] = {
        "\xE2\x80\x8C",     "\xE2\x80\x8D", "\xE2\x80\x8F", "\xC2\x9B",
        "\xF3\xA0\x81\xBF", "\xD8\x9C",     "\xEF\xBB\xBF", "\xEF\xB8\x8F",
        "\xD9\x88",         "\xE2",         "\x80",         "\xFF",
        "\xC3\xA9",         "\x1B",         "\x7F",         "a"};
    enum { MOST = 32 };
    struct dice dice = {(uint64_t)_i + 1};
    struct furl_terminal guard = {.held = 0};

    for (size_t round = sampled(20000); round > 0; round--) {
        unsigned char escapes[MOST][FURL_ESCAPE_SIZE], wanted[MOST * FURL_ESCAPE_SIZE];
        unsigned char out[MOST * FURL_ESCAPE_SIZE + FURL_TERMINAL_MAX];
        struct unit units[MOST];
        size_t length = 0, n = 0;
        for (size_t left = roll(&dice, MOST / FURL_UTF8_MAX + 1); left > 0; left--) {
            const char *piece = pieces[roll(&dice, COUNT(pieces))];
            for (; *piece != '\0' && roll(&dice, 16) > 0; piece++, length++) {
                unsigned char octet = (unsigned char)*piece;
                furl_put_escape((unsigned char)(octet ^ roll(&dice, 2)), escapes[length]);
                units[length] = (struct unit){octet, false, {escapes[length], 1 + roll(&dice, 3)}};
                n += furl_terminal_feed(&guard, octet, escapes[length], units[length].source.n,
                                        out + n);
            }
        }
        n += furl_terminal_final(&guard, out + n);
        ck_assert_uint_eq(n, guard_by_hand(units, length, wanted));
        ck_assert(n == 0 || memcmp(out, wanted, n) == 0);
    }
}
END_TEST

START_TEST(controls_start_with_few_octets)
{
    struct furl_byteset starts = {0};

    for (uint32_t code = 0x80; code <= 0x10FFFF; code++) {
        unsigned char form[FURL_UTF8_MAX];
        if (furl_code_is(code, FURL_CODE_CONTROL) && furl_put_utf8(code, form) > 0) {
            furl_byteset_put(&starts, form[0], true);
        }
    }
    ck_assert(memcmp(starts.has, furl_control_starts.has, sizeof starts.has) == 0);
    ck_assert(memcmp(starts.row, furl_control_starts.row, sizeof starts.row) == 0);
}
END_TEST

Suite *percent_suite(void)
{
    Suite *suite = suite_create("percent");

    loop_case(suite, "escape", data_is_escaped, 2 * COUNT(streams));
    loop_case(suite, "unescape", escapes_are_undone, 4);
    loop_case(suite, "terminal", a_terminal_sees_no_controls, 2);
    loop_case(suite, "starts", controls_start_with_few_octets, 1);
    return suite;
}
