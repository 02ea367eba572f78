#include "reading.h"

#include <stdlib.h>
#include <string.h>

#include "grow.h"
#include "intext.h"

/* A length that no URL has. */
#define NOWHERE SIZE_MAX

void furl_reading_init(struct furl_reading *reading, size_t max_length, bool eight)
{
    *reading = (struct furl_reading){.max_length = max_length, .eight = eight};
}

void furl_reading_free(struct furl_reading *reading)
{
    free(reading->joined);
    furl_reading_init(reading, reading->max_length, reading->eight);
}

/* The length of the URL as far as it was read. */
static size_t length(const struct furl_reading *reading)
{
    return reading->aside + (reading->at - reading->piece);
}

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

/* Puts aside the URL's octets before `end`. Of a URL that is too long, only its length counts. */
static bool put_aside(struct furl_reading *reading, const struct furl_window *text, size_t end)
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
    reading->aside += n;
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

/* How a step of reading a URL ends. */
enum step {
    GOES_ON,
    WAITS,       /* for more text */
    ENDS,        /* the URL ends before the octet at reading->at */
    ENDS_HERE,   /* likewise, and that octet stands right behind what was read of it */
    ENDS_FAILED, /* an escape failed: it ends before that */
    OUT_OF_MEMORY,
};

void furl_reading_begin(struct furl_reading *reading, const struct furl_start *start)
{
    reading->start = *start;
    reading->plain = furl_text_plain(start->before, furl_is_fidonet(start->scheme));
    reading->piece = start->at;
    reading->at = start->body;
    reading->aside = 0;
    reading->body = reading->kept = length(reading);
    reading->alnum = NOWHERE;
    reading->resumed = 0;
    reading->broken = NOWHERE;
    reading->kept_at = (int64_t)start->body;
    reading->depth = 0;
    reading->percents = 0;
    reading->angle = 0;
    reading->digits = 0;
    reading->parameters = reading->equals = false;
    reading->paused = false;
}

/* Takes `n` octets into the URL, the last of which would not be trimmed. */
static enum step take_kept(struct furl_reading *reading, size_t n)
{
    reading->at += n;
    reading->kept = length(reading);
    reading->kept_at = (int64_t)reading->at;
    return GOES_ON;
}

/* Looks for the body's first letter, digit or octet 80-FF among the next `n` octets. */
static void find_alnum(struct furl_reading *reading, const struct furl_window *text, size_t n)
{
    for (size_t i = 0; i < n && reading->alnum == NOWHERE; i++) {
        if (furl_is(text->at[reading->at + i], FURL_ALNUM | FURL_EIGHT)) {
            reading->alnum = length(reading) + i;
        }
    }
}

/* Takes `n` octets, in one piece, into the URL, that a furl_text function judged. */
static enum step take_unit(struct furl_reading *reading, const struct furl_window *text, size_t n)
{
    if (n == FURL_TEXT_MORE) {
        return WAITS;
    }
    find_alnum(reading, text, n);
    return n == 0 ? ENDS_HERE : take_kept(reading, n);
}

/* Takes an octet into the URL that would be trimmed, were it the last one. */
static enum step take(struct furl_reading *reading)
{
    reading->at++;
    return GOES_ON;
}

/* Takes octets that need no look at what stands round them, and escapes that are whole. It is the
 * one loop that most octets of a URL go through. */
static enum step take_plain(struct furl_reading *reading, const struct furl_window *text)
{
    size_t from = reading->at, at = from;

    for (;;) {
        while (at < text->n && furl_text[text->at[at]] <= reading->plain) {
            at++;
        }
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
    return GOES_ON;
}

static enum step read_bracket(struct furl_reading *reading, const struct furl_window *text)
{
    unsigned char before = read_before(reading, text, 1);
    size_t n = 0;

    if (before == '@' || (before == '/' && read_before(reading, text, 2) == '/')) {
        n = furl_text_host(text, reading->at);
    }
    if (n == 0 && reading->parameters) {
        n = furl_text_index(text, reading->at);
    }
    return take_unit(reading, text, n);
}

/* Takes an opening bracket, or a closing one, which `(` before the URL may await. */
static enum step read_parenthesis(struct furl_reading *reading, unsigned char octet)
{
    if (octet == '(') {
        reading->depth++;
        return take_kept(reading, 1);
    }
    if (reading->depth > 0) {
        reading->depth--;
        return take_kept(reading, 1);
    }
    return reading->start.before == '(' ? ENDS_HERE : take(reading);
}

/* Angle brackets with `n` octets stand behind a `=`; 0: they may not. */
static enum step begin_angle(struct furl_reading *reading, size_t n)
{
    if (n == FURL_TEXT_MORE) {
        return WAITS;
    }
    reading->angle = n;
    return n > 0 ? GOES_ON : ENDS_HERE;
}

/* Takes an octet of them: only what stands right before the URL can end it there. */
static enum step read_angle(struct furl_reading *reading, const struct furl_window *text)
{
    unsigned char octet = text->at[reading->at];

    reading->angle--;
    switch ((enum furl_text)furl_text[octet]) {
    case FURL_TEXT_QUOTE:
        return reading->start.before == octet ? ENDS_HERE : take(reading);
    case FURL_TEXT_OPENING:
    case FURL_TEXT_CLOSING:
        return read_parenthesis(reading, octet);
    case FURL_TEXT_TRIMMED:
    case FURL_TEXT_QUESTION:
        return take(reading);
    default:
        return take_unit(reading, text, 1);
    }
}

/* Takes the octet at reading->at, which is neither `%` nor part of an escape. */
static enum step read_octet(struct furl_reading *reading, const struct furl_window *text)
{
    bool fidonet = furl_is_fidonet(reading->start.scheme);
    unsigned char octet = text->at[reading->at];

    if (furl_text[octet] <= reading->plain) {
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
        if (fidonet && reading->equals && read_before(reading, text, 1) == '=') {
            return begin_angle(reading, furl_text_angle(text, reading->at));
        }
        return ENDS_HERE;
    case FURL_TEXT_BRACKET:
        return fidonet ? ENDS_HERE : read_bracket(reading, text);
    case FURL_TEXT_BAR:
        return reading->start.scheme != NULL && reading->start.scheme->bar ? take_kept(reading, 1)
                                                                           : ENDS_HERE;
    case FURL_TEXT_FOREIGN:
        return fidonet ? ENDS_HERE : take_kept(reading, 1);
    case FURL_TEXT_EIGHT:
        return fidonet ? ENDS_HERE
                       : take_unit(reading, text,
                                   reading->eight ? 1 : furl_text_utf8(text, reading->at));
    default: /* plain, or `%`: they do not come here */
        return take_kept(reading, 1);
    }
}

/*
 * Takes the octet behind a `%`, or behind that and one digit. In a Fidonet URL it must be a
 * digit; in others `%`, or `%` and one digit, is trimmed as half an escape.
 */
static enum step read_digit(struct furl_reading *reading, const struct furl_window *text)
{
    if (!furl_is(text->at[reading->at], FURL_HEX)) {
        if (furl_is_fidonet(reading->start.scheme)) {
            return ENDS_FAILED;
        }
        reading->digits = 0;
        return GOES_ON;
    }
    find_alnum(reading, text, 1);
    reading->digits--;
    return reading->digits == 0 ? take_kept(reading, 1) : take(reading);
}

/* An escape begins: its `%`, at `at` in the window, is the URL's octet behind `before` others. */
static void begin_escape(struct furl_reading *reading, size_t at, size_t before)
{
    reading->digits = FURL_ESCAPE_SIZE - 1;
    reading->escape = at;
    reading->escape_length = before;
}

/* Takes the run of `%` just read out of the URL again, and pauses there. */
static enum step pause(struct furl_reading *reading, const struct furl_window *text)
{
    size_t run = reading->percents;
    size_t before = length(reading) - run;

    reading->percents = 0;
    if (reading->at - reading->piece < run) {
        reading->aside = before;
    } else if (!put_aside(reading, text, reading->at - run)) {
        return OUT_OF_MEMORY;
    }
    reading->piece = reading->at;
    if (run > FURL_RUN_MAX) {
        return ENDS; /* no mark comes within the gap */
    }
    furl_gap_init(&reading->gap, reading->at - run, run, reading->eight);
    reading->paused = true;
    return GOES_ON;
}

/* Decides what the run of `%` just read is, by the octet behind it, -1 at the end of the text. */
static enum step end_run(struct furl_reading *reading, const struct furl_window *text, int next)
{
    size_t run = reading->percents;

    if (furl_run_pauses(run, next)) {
        return pause(reading, text);
    }
    reading->percents = 0;
    if (furl_is_fidonet(reading->start.scheme)) {
        if (reading->digits > 0) {
            return ENDS_FAILED;
        }
        begin_escape(reading, reading->at > run ? reading->at - run : 0, length(reading) - run);
        return run == 1 ? GOES_ON : ENDS_FAILED; /* more are neither an escape nor a break */
    }
    begin_escape(reading, reading->at - 1, length(reading) - 1);
    return GOES_ON;
}

/* Takes the next octet into the URL, or ends it. */
static enum step read_next(struct furl_reading *reading, const struct furl_window *text)
{
    if (reading->at >= text->n && !text->last) {
        return WAITS;
    }
    if (reading->angle > 0) {
        return read_angle(reading, text);
    }
    int next = reading->at < text->n ? text->at[reading->at] : -1;
    if (next == '%') {
        reading->percents++;
        return take(reading);
    }
    if (reading->percents > 0) {
        return end_run(reading, text, next);
    }
    if (next < 0) {
        return ENDS;
    }
    if (reading->digits > 0) {
        return read_digit(reading, text);
    }
    if (length(reading) == reading->body && furl_start_is_numeric(&reading->start) &&
        !furl_is((unsigned char)next, FURL_DIGIT)) {
        return ENDS;
    }
    return read_octet(reading, text);
}

/* Goes on reading behind the gap, or ends the URL before it. */
static enum step read_gap(struct furl_reading *reading, const struct furl_window *text)
{
    struct furl_gap *gap = &reading->gap;

    switch (furl_gap_scan(gap, text)) {
    case FURL_GAP_OPEN:
        return WAITS;
    case FURL_GAP_FAILS:
        reading->at = gap->mark + FURL_MARK_SIZE;
        reading->piece = reading->at;
        return ENDS;
    case FURL_GAP_RESUMES:
        break;
    }
    reading->paused = false;
    reading->resumed = reading->aside;
    if (reading->broken == NOWHERE) {
        reading->broken = reading->aside;
    }
    if (gap->first_kept) {
        reading->piece = gap->mark;
        if (!put_aside(reading, text, gap->mark + 1)) {
            return OUT_OF_MEMORY;
        }
    }
    reading->at = reading->piece = gap->at;
    bool escape_fails = gap->first_kept && reading->digits > 0;
    if (reading->digits > 0) {
        reading->escape = reading->at;
    }
    if (escape_fails && furl_is_fidonet(reading->start.scheme)) {
        return ENDS_FAILED;
    }
    if (gap->first_kept) {
        begin_escape(reading, reading->at, reading->aside - 1);
    }
    return GOES_ON;
}

/* Whether what stands right before the URL has its partner right behind what was read of it. */
static bool is_wrapped(const struct furl_reading *reading, const struct furl_window *text)
{
    int before = reading->start.before;
    int partner = before == '<' ? '>' : before == '"' ? '"' : -1;

    return text->at[reading->at] == partner && length(reading) > reading->resumed;
}

/* The octet behind those that are the URL's for certain: it may pause before a run of `%`. */
static size_t settled(const struct furl_reading *reading)
{
    return reading->percents <= FURL_RUN_MAX ? reading->at - reading->percents : reading->at;
}

/* Judges the URL that has ended, and sets where the search goes on. */
static enum furl_reading_end judge(struct furl_reading *reading, const struct furl_window *text,
                                   enum step step, struct furl_read *read)
{
    bool failed = reading->digits > 0 && furl_is_fidonet(reading->start.scheme);
    size_t whole = failed ? reading->escape_length : length(reading);
    bool wrapped = step == ENDS_HERE && is_wrapped(reading, text);
    enum furl_reading_end end = FURL_READ_NOTHING;

    if (whole > reading->max_length) {
        end = FURL_READ_TOO_LONG;
    } else if (reading->alnum < reading->kept) {
        end = FURL_READ_URL;
        read->url.n = wrapped ? whole : reading->kept;
        read->url.at = text->at + reading->piece;
        read->end = wrapped ? (int64_t)reading->at : reading->kept_at;
        read->broken = reading->broken < read->url.n;
    }
    if (end == FURL_READ_URL && reading->aside > 0) {
        if (!put_aside(reading, text, reading->at)) {
            return FURL_READ_NO_MEMORY;
        }
        read->url.at = reading->joined;
    }
    if (step == ENDS_FAILED) {
        reading->at = reading->escape;
    }
    return end;
}

enum furl_reading_end furl_read(struct furl_reading *reading, const struct furl_window *text,
                                struct furl_read *read)
{
    enum step step = GOES_ON;

    while (step == GOES_ON) {
        step = reading->paused ? read_gap(reading, text) : read_next(reading, text);
    }
    if (step == WAITS && !put_aside(reading, text, settled(reading))) {
        step = OUT_OF_MEMORY;
    }
    if (step == OUT_OF_MEMORY) {
        return FURL_READ_NO_MEMORY;
    }
    return step == WAITS ? FURL_READ_MORE : judge(reading, text, step, read);
}

size_t furl_reading_needs(const struct furl_reading *reading)
{
    size_t from = reading->paused ? reading->gap.mark : settled(reading);

    if (reading->digits > 0 && reading->escape < from) {
        from = reading->escape;
    }
    return from > 0 ? from - 1 : 0; /* what stands before it may matter to what starts there */
}

void furl_reading_drop(struct furl_reading *reading, size_t n)
{
    reading->at = furl_moved(reading->at, n);
    reading->piece = furl_moved(reading->piece, n);
    reading->kept_at -= (int64_t)n;
    reading->escape = furl_moved(reading->escape, n);
    reading->gap.mark = furl_moved(reading->gap.mark, n);
    reading->gap.at = furl_moved(reading->gap.at, n);
}
