#include "start.h"

#include <string.h>

#include "intext.h"

/* Octets in the shortest name that is a scheme without being in the table. */
#define NAME_MIN ((size_t)3)

/* The first octet of the run that the colon ends, less what is at its front and no letter. */
static size_t run_start(const struct furl_window *text, size_t colon, size_t floor)
{
    size_t at = colon;
    size_t most = colon - floor < FURL_START_RUN ? colon - floor : FURL_START_RUN;

    while (colon - at < most && furl_is(text->at[at - 1], FURL_SCHEME)) {
        at--;
    }
    while (at < colon && !furl_is(text->at[at], FURL_LETTER)) {
        at++;
    }
    return at;
}

/* The part of the run after its last `.` or `-`; `colon` where it has none. */
static size_t part_start(const struct furl_window *text, size_t at, size_t colon)
{
    for (size_t i = colon; i > at; i--) {
        if (text->at[i - 1] == '.' || text->at[i - 1] == '-') {
            return i;
        }
    }
    return colon;
}

/* Whether the control line of a packed message starts at `at` (FTS-0004). */
static bool is_control_line(const struct furl_window *text, size_t at, size_t colon, int before)
{
    static const char control[] = "AREA";

    return colon - at == sizeof control - 1 && memcmp(text->at + at, control, colon - at) == 0 &&
           (before == '\n' || before == '\r' || before == '\0' || before == 1 || before < 0);
}

static int octet_before(const struct furl_window *text, size_t at, bool first)
{
    return at > 0 ? text->at[at - 1] : first ? -1 : ' ';
}

enum furl_answer furl_start(const struct furl_window *text, size_t colon, size_t floor, bool first,
                            struct furl_start *start)
{
    size_t at = run_start(text, colon, floor);

    if (at == colon) {
        return FURL_NO;
    }
    const struct furl_scheme *scheme = furl_scheme(text->at + at, colon - at);
    if (scheme == NULL) {
        size_t part = part_start(text, at, colon);
        scheme = furl_scheme(text->at + part, colon - part);
        at = scheme != NULL ? part : at;
    }
    if (scheme == NULL && colon - at < NAME_MIN) {
        return FURL_NO;
    }
    enum furl_delimiter allowed = scheme != NULL ? scheme->delimiter : FURL_SLASHES;
    enum furl_answer double_slash = FURL_NO;
    if (allowed != FURL_COLON) {
        double_slash = furl_twice(text, colon + 1, '/');
    }
    if (double_slash == FURL_MORE) {
        return FURL_MORE;
    }
    start->scheme = scheme;
    start->at = at;
    start->n = colon - at;
    start->before = octet_before(text, at, first);
    start->body = colon + 1;
    if (double_slash == FURL_YES) {
        start->body += 2;
    } else if ((allowed & FURL_COLON) == 0 || is_control_line(text, at, colon, start->before)) {
        return FURL_NO;
    }
    bool behind_colon = start->before == ':';
    if (behind_colon && at >= 4 && furl_spells(text->at + at - 4, 4, "url:")) {
        int wrapper = octet_before(text, at - 4, first);
        if (wrapper == '<' || wrapper == '"') {
            start->before = wrapper;
            behind_colon = false;
        }
    }
    return behind_colon && double_slash == FURL_NO ? FURL_NO : FURL_YES;
}

bool furl_start_is_numeric(const struct furl_start *start)
{
    return start->scheme != NULL && (start->scheme->required == FURL_ADDRESS_ALONE ||
                                     start->scheme->required == FURL_ADDRESS_REQUEST ||
                                     start->scheme->required == FURL_ADDRESS_OBJECT);
}

/* A length that the furl_text functions give, as an answer. */
static enum furl_answer answer(size_t n)
{
    return n == FURL_TEXT_MORE ? FURL_MORE : n > 0 ? FURL_YES : FURL_NO;
}

/* Whether the `%` at `at` begins a mark, or an escape, which a mark may cut in two. */
static enum furl_answer percent_stands(const struct furl_window *text, size_t at)
{
    size_t digits = 0;

    while (digits < 2 && at + 1 + digits < text->n &&
           furl_is(text->at[at + 1 + digits], FURL_HEX)) {
        digits++;
    }
    if (digits == 2) {
        return FURL_YES;
    }
    return furl_twice(text, digits == 0 ? at : at + 1 + digits, '%');
}

enum furl_answer furl_start_stands(const struct furl_window *text, const struct furl_start *start,
                                   bool eight)
{
    size_t at = start->body;

    if (at >= text->n) {
        return text->last ? FURL_NO : FURL_MORE;
    }
    bool fidonet = furl_is_fidonet(start->scheme);
    unsigned char octet = text->at[at];
    if (octet == '%') {
        return fidonet ? percent_stands(text, at) : FURL_YES;
    }
    if (furl_start_is_numeric(start)) {
        return furl_is(octet, FURL_DIGIT) ? FURL_YES : FURL_NO;
    }
    switch ((enum furl_text)furl_text[octet]) {
    case FURL_TEXT_ENDS:
    case FURL_TEXT_ANGLE:
        return FURL_NO;
    case FURL_TEXT_BRACKET:
        return fidonet || text->at[at - 1] != '/' ? FURL_NO : answer(furl_text_host(text, at));
    case FURL_TEXT_BAR:
        return start->scheme != NULL && start->scheme->bar ? FURL_YES : FURL_NO;
    case FURL_TEXT_FOREIGN:
        return fidonet ? FURL_NO : FURL_YES;
    case FURL_TEXT_EIGHT:
        return fidonet ? FURL_NO : eight ? FURL_YES : answer(furl_text_utf8(text, at));
    default:
        return FURL_YES;
    }
}
