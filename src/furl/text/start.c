#include "start.h"

#include <assert.h>
#include <string.h>

#include "furl/core/bits.h"
#include "furl/core/lines.h"
#include "furl/url/unit.h"
#include "quote.h"

/* Octets of the shortest scheme that is not in the table. */
#define NAME_MIN ((size_t)3)

/* 12abc://x  ->  abc://x
 * Returns the index of the first letter from `pos` on, or `colon` if the run has none. */
static size_t first_letter(const struct furl_window *text, size_t pos, size_t colon)
{
    while (pos < colon && !furl_octet_in(text->ptr[pos], FURL_LETTER)) {
        pos++;
    }
    return pos;
}

size_t furl_scheme_earliest(const struct furl_window *text, size_t colon, size_t floor)
{
    assert(floor <= colon && colon <= text->n);
    size_t pos = colon;
    size_t most = colon - floor < FURL_START_RUN ? colon - floor : FURL_START_RUN;

    while (colon - pos < most && furl_octet_in(text->ptr[pos - 1], FURL_SCHEME)) {
        pos--;
    }
    return first_letter(text, pos, colon);
}

/* ESC[31mhttp://x  ->  http://x
 * Returns whether the letter at `pos` is the last octet of a control sequence. The letter must
 * follow ESC `[` and octets 20-3F (ECMA-48 5.4), or ESC and at most 3 octets 20-2F (ECMA-35 13.2).
 */
static bool ends_control_sequence(const struct furl_window *text, size_t pos, size_t floor)
{
    const unsigned char escape = 0x1B;
    size_t first = pos - floor > FURL_CONTROL_MAX + 1 ? pos - FURL_CONTROL_MAX - 1 : floor;
    size_t begin = pos; /* index of the octets before the letter */

    while (begin - first >= FURL_WORD &&
           ((furl_load_word(text->ptr + begin - FURL_WORD) ^ FURL_ALL(0x20)) & FURL_ALL(0xE0)) ==
               0) {
        begin -= FURL_WORD; /* a log has many such octets before a URL */
    }
    while (begin > first && text->ptr[begin - 1] >= 0x20 && text->ptr[begin - 1] <= 0x3F) {
        begin--;
    }
    if (begin == first) {
        return false;
    }
    if (text->ptr[begin - 1] == '[') {
        return begin - 1 > floor && text->ptr[begin - 2] == escape;
    }
    if (text->ptr[begin - 1] != escape || pos - begin > 3) {
        return false;
    }
    while (begin < pos && text->ptr[begin] <= 0x2F) {
        begin++;
    }
    return begin == pos;
}

/* Returns the scheme that the octets from `pos` to the colon spell, or NULL. */
static const struct furl_scheme *scheme_at(const struct furl_window *text, size_t pos, size_t colon)
{
    return furl_scheme_of((struct furl_range){text->ptr + pos, text->n - pos}, colon - pos);
}

/* ^Axarea:y  ->  area:y
 * Returns whether the letter at `pos`, after a ^A, is a colour of Synchronet. A known scheme must
 * follow the letter, and the letter must not belong to a known scheme. */
static bool ends_colour(const struct furl_window *text, size_t pos, size_t colon)
{
    return scheme_at(text, pos, colon) == NULL && scheme_at(text, pos + 1, colon) != NULL;
}

/* @X0Fhttp://x  ->  http://x
 * Returns whether a PCBoard colour code is directly before `pos`. */
static bool follows_pcboard_colour(const struct furl_window *text, size_t pos, size_t floor)
{
    if (pos < floor + FURL_COLOUR_SIZE) {
        return false;
    }
    const unsigned char *code = text->ptr + pos - FURL_COLOUR_SIZE;
    return code[0] == '@' && code[1] == 'X' && furl_is_hex(code[2], code[3]);
}

/* Returns the index of the first letter after a control sequence. The sequence ends at the front of
 * the run, which begins at `pos`. Returns `pos` if there is no sequence. */
static size_t skip_control_sequence(const struct furl_window *text, size_t pos, size_t colon,
                                    size_t floor)
{
    unsigned char before = pos > floor ? text->ptr[pos - 1] : '\n';
    size_t n = 1; /* octets of the run that belong to the sequence */
    bool ends = false;

    if (before == '@') {
        n = FURL_COLOUR_SIZE - 1;
        ends = n < colon - pos && follows_pcboard_colour(text, pos + n, floor);
    } else {
        ends =
            before == 1 ? ends_colour(text, pos, colon) : ends_control_sequence(text, pos, floor);
    }
    return ends ? first_letter(text, pos + n, colon) : pos;
}

/* see.http://x  ->  http://x
 * Returns the index after the last `.` or `-` of the run, or `colon` if the run has none. */
static size_t part_start(const struct furl_window *text, size_t pos, size_t colon)
{
    for (size_t i = colon; i > pos; i--) {
        if (text->ptr[i - 1] == '.' || text->ptr[i - 1] == '-') {
            return i;
        }
    }
    return colon;
}

/* nowhttp://x  ->  http://x
 * Returns the index where "http" or "https" begins at the end of the run, directly after a letter
 * or digit. Otherwise returns `pos`. "shttp" is a name of its own. */
static size_t glued_start(const struct furl_window *text, size_t pos, size_t colon)
{
    static const char *const names[] = {"http", "https"};
    const struct furl_range run = furl_between(text, pos, colon);

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        size_t n = strlen(names[i]);
        if (run.n > n && furl_spells(text->ptr + colon - n, n, names[i]) &&
            furl_octet_in(text->ptr[colon - n - 1], FURL_ALNUM) &&
            !furl_spells(run.ptr, run.n, "shttp")) {
            return colon - n;
        }
    }
    return pos;
}

/* AREA:x  ->  none
 * Returns whether the control line of a packed message begins at `pos` (FTS-0004). */
static bool is_control_line(const struct furl_window *text, size_t pos, size_t colon, int before)
{
    return furl_line_is(furl_between(text, pos, colon + 1), FURL_LINE_AREA) &&
           (before == '\n' || before == '\r' || before == '\0' || before == 1 || before < 0);
}

/* Returns the octet before `pos`, FURL_ANGLE or FURL_PLUSES. Returns -1 at the start of the text,
 * also after a byte order mark. */
static int octet_before(const struct furl_window *text, size_t pos)
{
    static const unsigned char angle[] = {0xE2, 0x9F, 0xA8};

    if (furl_text_begins(text, pos)) {
        return -1;
    }
    if (pos >= sizeof angle && memcmp(text->ptr + pos - sizeof angle, angle, sizeof angle) == 0) {
        return FURL_ANGLE;
    }
    if (pos >= 2 && text->ptr[pos - 1] == '+' && text->ptr[pos - 2] == '+') {
        return FURL_PLUSES;
    }
    return pos > 0 ? text->ptr[pos - 1] : ' ';
}

/*
 * URL:mailto:x  ->  mailto:x
 * CURL:mailto:x  ->  none
 * Returns whether a `URL:` in any case ends at the index `end`, and no letter, digit or colon
 * precedes the `URL:`. If so, sets `before` to the octet before the `URL:`.
 */
static bool has_prefix(const struct furl_window *text, size_t end, int *before)
{
    static const char prefix[] = "url:";
    size_t n = sizeof prefix - 1;

    if (end < n || !furl_spells(text->ptr + end - n, n, prefix)) {
        return false;
    }
    int octet = octet_before(text, end - n);
    if (octet == ':' || furl_octet_is(octet, FURL_ALNUM)) {
        return false;
    }
    *before = octet;
    return true;
}

/* URL:area:x  ->  area:x
 * :area:x  ->  none */
bool furl_start_read_before(const struct furl_window *text, size_t pos, bool slashes,
                            struct furl_start *start)
{
    start->octet_before = start->opening = octet_before(text, pos);
    if (start->octet_before == ' ' && pos > 1 && text->ptr[pos - 2] == ':') {
        has_prefix(text, pos - 1, &start->opening);
    }
    if (start->octet_before != ':') {
        return true;
    }
    bool prefixed = has_prefix(text, pos, &start->octet_before);
    start->opening = start->octet_before;
    start->mailbox = !prefixed && furl_scheme_has(start->scheme, FURL_AT);
    return prefixed || slashes || start->mailbox;
}

/* area:x  ->  area:x
 * abc:x  ->  none
 * Does the work of furl_read_start for a colon. */
static bool start_scheme(struct furl_window *text, size_t colon, size_t floor,
                         struct furl_start *start)
{
    size_t run = furl_scheme_earliest(text, colon, floor);
    size_t pos = run < colon ? skip_control_sequence(text, run, colon, floor) : colon;

    if (pos == colon) {
        return false;
    }
    const struct furl_scheme *scheme = scheme_at(text, pos, colon);
    if (scheme == NULL) {
        size_t part = part_start(text, pos, colon);
        scheme = scheme_at(text, part, colon);
        pos = scheme != NULL ? part : glued_start(text, pos, colon);
        scheme = scheme_at(text, pos, colon);
    }
    if (scheme == NULL && colon - pos < NAME_MIN) {
        return false;
    }
    enum furl_delimiter allowed = scheme != NULL ? scheme->delimiter : FURL_SLASHES;
    bool slashes = allowed != FURL_COLON && furl_is_doubled_at(text, colon + 1, '/');
    start->scheme = scheme;
    start->implied_scheme = NULL;
    start->cut = start->resumes = 0;
    start->mailbox = false;
    if (!furl_start_read_before(text, pos, slashes, start)) {
        return false;
    }
    if (!slashes && ((allowed & FURL_COLON) == 0 ||
                     is_control_line(text, pos, colon, octet_before(text, pos)))) {
        return false;
    }
    start->pos = pos;
    start->n = colon - pos;
    start->body = colon + (slashes ? 3 : 1);
    start->coloured = follows_pcboard_colour(text, pos, floor);
    return true;
}

/* Returns the index after the labels at an index. Labels consist of letters, digits and `-`, with
 * single dots between them. Sets `labels` to their number, and `last` to the index of the last
 * label. If the labels are longer than a name, returns an index more than FURL_NAME_MAX octets on.
 */
static size_t labels_end(struct furl_window *text, size_t pos, size_t *labels, size_t *last)
{
    const size_t most = pos + FURL_NAME_MAX;
    size_t end = pos;

    for (*labels = 0;; pos++) {
        const size_t label = pos;
        int octet = furl_octet(text, pos);
        while (octet == '-' || furl_octet_is(octet, FURL_ALNUM)) {
            if (pos++ >= most) {
                return pos;
            }
            octet = furl_octet(text, pos);
        }
        if (pos > label) {
            ++*labels;
            *last = label;
            end = pos;
        }
        if (pos == label || octet != '.') {
            return end;
        }
    }
}

/* www.a.e1  ->  none
 * Returns whether the label can end a name: letters alone, or an A-label, "xn--..." (RFC 5890). */
static bool is_top_label(struct furl_range label)
{
    size_t letters = 0;

    while (letters < label.n && furl_octet_in(label.ptr[letters], FURL_LETTER)) {
        letters++;
    }
    return label.n > 1 &&
           (letters == label.n || (label.n > 4 && furl_spells(label.ptr, 4, "xn--")));
}

/* Returns whether a name without a scheme may begin at the index, after a character beyond ASCII.
 * The character must be of a script without blanks, or well-formed UTF-8 and no letter or digit. */
static bool follows_character(const struct furl_window *text, size_t pos)
{
    uint32_t code = 0;
    size_t n = 1;

    while (n < FURL_UTF8_MAX && n < pos && (text->ptr[pos - n] & 0xC0) == 0x80) {
        n++;
    }
    return furl_utf8(text->ptr + pos - n, n, &code) == n &&
           (furl_code_is(code, FURL_CODE_UNSPACED) || furl_code_is(code, FURL_CODE_SIGN) ||
            furl_code_is(code, FURL_CODE_ENDING) || furl_code_is(code, FURL_CODE_TRIMMED) ||
            !(furl_code_is(code, FURL_CODE_LATIN) || furl_code_is(code, FURL_CODE_OTHER_SCRIPT)));
}

/* www.a.example  ->  http://www.a.example
 * www.example  ->  none
 * Does the work of furl_read_start for a dot. */
static bool start_bare(struct furl_window *text, size_t dot, size_t floor, struct furl_start *start)
{
    if (dot < floor + FURL_BARE_SIZE) {
        return false;
    }
    const size_t pos = dot - FURL_BARE_SIZE;
    size_t labels, last = pos;
    bool ftp = furl_spells(text->ptr + pos, FURL_BARE_SIZE, "ftp");
    int before = octet_before(text, pos);
    if ((!ftp && !furl_spells(text->ptr + pos, FURL_BARE_SIZE, "www")) ||
        furl_octet_is(before, FURL_ALNUM) || furl_is_one_of(before, "-._~@/:=") ||
        (before >= 0x80 && !follows_character(text, pos))) {
        return false;
    }
    size_t end = labels_end(text, pos, &labels, &last);
    if (end - pos > FURL_NAME_MAX || labels < 3 || !is_top_label(furl_between(text, last, end)) ||
        (furl_octet(text, end) == ':' && furl_is_doubled_at(text, end + 1, '/'))) {
        return false;
    }
    *start = (struct furl_start){.implied_scheme = ftp ? "ftp://" : "http://",
                                 .pos = pos,
                                 .body = pos,
                                 .octet_before = before};
    start->n = strlen(start->implied_scheme) - strlen("://");
    start->scheme = furl_scheme_of(furl_range_of(start->implied_scheme), start->n);
    start->opening = before;
    start->coloured = follows_pcboard_colour(text, pos, floor);
    return true;
}

/* *see http://a/x*  ->  http://a/x */
bool furl_opens(const struct furl_window *text, size_t pos, size_t floor, unsigned char opening)
{
    size_t line = pos, after = pos;

    assert(floor <= pos && pos < text->n);
    while (line > floor && pos - line < FURL_OPENING_LINE && !furl_ends_line(text->ptr[line - 1])) {
        line--;
    }
    while (after > line && pos - after < FURL_OPENING_MAX - 1 && text->ptr[after - 1] != opening) {
        after--;
    }
    if (after == line || text->ptr[after - 1] != opening ||
        !furl_octet_in(text->ptr[after], FURL_ALNUM | FURL_HIGH)) {
        return false;
    }
    const int before = octet_before(text, after - 1);
    const bool whole = line == 0 || furl_ends_line(text->ptr[line - 1]);
    return before < 0 || furl_ends_line((unsigned char)before) ||
           furl_is_one_of(before, " \t([\"") ||
           (before == '>' && whole &&
            furl_quote_read(furl_between(text, line, pos), UINT64_MAX, false).n ==
                after - 1 - line);
}

/* <http://a/b.>  ->  http://a/b. */
bool furl_is_closed_at(struct furl_window *text, size_t pos, int before)
{
    unsigned char partner[FURL_UTF8_MAX];
    const int code = furl_closing_of(before);
    const size_t n = code < 0 ? 0 : furl_put_utf8((uint32_t)code, partner);
    size_t same = 0;

    while (same < n && furl_octet(text, pos + same) == partner[same]) {
        same++;
    }
    return n > 0 && same == n;
}

bool furl_read_start(struct furl_window *text, size_t delimiter, size_t floor,
                     struct furl_start *start)
{
    return text->ptr[delimiter] == '.' ? start_bare(text, delimiter, floor, start)
                                       : start_scheme(text, delimiter, floor, start);
}

/* ORGANIZER:mailto:j@a.example  ->  mailto:j@a.example
 * ORGANIZER:mailto:j  ->  none */
bool furl_start_has_mailbox(struct furl_window *text, size_t body, bool cut)
{
    const bool is_near = text->n - body < FURL_MAILBOX_MAX ||
                         memchr(text->ptr + body, '@', FURL_MAILBOX_MAX) != NULL;
    int octet = ' ';

    for (size_t n = 0; is_near && n < FURL_MAILBOX_MAX && !furl_is_one_of(octet, "@/"); n++) {
        octet = furl_octet(text, body + n);
        cut = cut || (octet == '%' && furl_octet(text, body + n + 1) == '%');
        if (octet < 0 || (furl_text_classes[octet] == FURL_TEXT_ENDS && !cut)) {
            break;
        }
    }
    return octet == '@';
}

/* Returns whether the `%` at `pos` begins a mark or an escape. A mark can cut the escape in two. */
static bool percent_is_url(struct furl_window *text, size_t pos)
{
    size_t digits = 0;

    while (digits < 2 && pos + 1 + digits < text->n &&
           furl_octet_in(text->ptr[pos + 1 + digits], FURL_HEX)) {
        digits++;
    }
    return digits == 2 || furl_is_doubled_at(text, digits == 0 ? pos : pos + 1 + digits, '%');
}

/* netmail:2:5/6  ->  netmail:2:5/6
 * netmail:C:  ->  none */
bool furl_start_has_body(struct furl_window *text, const struct furl_start *start, bool high)
{
    const bool fidonet = furl_is_fidonet(start->scheme);
    const int next = furl_octet(text, start->body);

    if (next < 0) {
        return false;
    }
    unsigned char octet = (unsigned char)next;
    if (octet == '%') {
        return !fidonet || percent_is_url(text, start->body);
    }
    if (furl_start_is_numeric(start)) {
        return furl_octet_in(octet, FURL_DIGIT);
    }
    switch ((enum furl_text_class)furl_text_classes[octet]) {
    case FURL_TEXT_ENDS:
    case FURL_TEXT_ANGLE:
        return false;
    case FURL_TEXT_BRACKET:
        return !fidonet && text->ptr[start->body - 1] == '/' &&
               (octet == '{' || furl_unit_begins_at(text, start->body, FURL_UNIT_HOST));
    case FURL_TEXT_BAR:
        return furl_scheme_has(start->scheme, FURL_BAR);
    case FURL_TEXT_TILDE:
    case FURL_TEXT_FOREIGN:
        return !fidonet;
    case FURL_TEXT_HIGH:
        return !fidonet && (high || furl_unit_begins_at(text, start->body, FURL_UNIT_UTF8));
    default:
        return true;
    }
}

/* The class of each octet in a URL that is found in text. */
#define e   FURL_TEXT_ENDS
#define k   FURL_TEXT_KEPT
#define D   FURL_TEXT_DIGIT
#define H   FURL_TEXT_HEX
#define L   FURL_TEXT_LETTER
#define t   FURL_TEXT_TRIMMED
#define s   FURL_TEXT_SEPARATOR
#define f   FURL_TEXT_FOREIGN
#define E   FURL_TEXT_HIGH
#define B   FURL_TEXT_BRACKET
#define E16 E, E, E, E, E, E, E, E, E, E, E, E, E, E, E, E

const unsigned char furl_text_classes[256] = {
    /* clang-format off */
    e, e, e, e, e, e, e, e, e, e, e, e, e, e, e, e,
    e, e, e, e, e, e, e, e, e, e, e, e, e, e, e, e,
    /* SP ! " # $ % & ' */
    e, t, e, f, k, FURL_TEXT_PERCENT, FURL_TEXT_AMPERSAND, FURL_TEXT_QUOTE,
    /* ( ) * + , - . / */
    FURL_TEXT_OPENING, FURL_TEXT_CLOSING, FURL_TEXT_STAR, k, s, FURL_TEXT_EMPHASIS, t, k,
    D, D, D, D, D, D, D, D,
    /* 8 9 : ; < = > ? */
    D, D, t, s, FURL_TEXT_ANGLE, FURL_TEXT_EQUALS, e, FURL_TEXT_QUESTION,
    k, H, H, H, H, H, H, L, L, L, L, L, L, L, L, L,
    /* P-Z [ \ ] ^ _ */
    L, L, L, L, L, L, L, L, L, L, L, B, e, B, B, FURL_TEXT_STAR,
    B, H, H, H, H, H, H, L, L, L, L, L, L, L, L, L,
    /* p-z { | } ~ DEL */
    L, L, L, L, L, L, L, L, L, L, L, B, FURL_TEXT_BAR, B, FURL_TEXT_TILDE, e,
    E16, E16, E16, E16, E16, E16, E16, E16,
    /* clang-format on */
};
