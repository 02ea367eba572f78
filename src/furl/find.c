#include "find.h"

#include <stdlib.h>
#include <string.h>

/* A length that no URL has. */
#define NOWHERE SIZE_MAX

void furl_finder_init(struct furl_finder *finder, size_t max_length)
{
    *finder = (struct furl_finder){.max_length = max_length};
}

void furl_finder_free(struct furl_finder *finder)
{
    free(finder->joined);
    finder->joined = NULL;
    finder->capacity = 0;
}

void furl_finder_restart(struct furl_finder *finder)
{
    finder->offset = 0;
    finder->at = 0;
    finder->floor = 0;
    finder->phase = FURL_SEARCHING;
}

/* The length of the URL as far as it was read. */
static size_t length(const struct furl_finder *finder)
{
    return finder->aside + (finder->at - finder->piece);
}

/* Makes room for `n` octets put aside. */
static bool reserve(struct furl_finder *finder, size_t n)
{
    if (n <= finder->capacity) {
        return true;
    }
    size_t capacity = finder->capacity < 512 ? 512 : finder->capacity;
    while (capacity < n) {
        capacity = capacity > SIZE_MAX / 2 ? n : capacity * 2;
    }
    unsigned char *joined = realloc(finder->joined, capacity);
    if (joined == NULL) {
        return false;
    }
    finder->joined = joined;
    finder->capacity = capacity;
    return true;
}

/* Puts aside the URL's octets before `end`. Of a URL that is too long, only its length counts. */
static bool put_aside(struct furl_finder *finder, const struct furl_window *text, size_t end)
{
    size_t n = end - finder->piece;
    size_t room = finder->aside < finder->max_length ? finder->max_length - finder->aside : 0;
    size_t stored = n < room ? n : room;

    if (stored > 0) {
        if (!reserve(finder, finder->aside + stored)) {
            return false;
        }
        memcpy(finder->joined + finder->aside, text->at + finder->piece, stored);
    }
    for (size_t i = n < 2 ? n : 2; i > 0; i--) {
        finder->last[1] = finder->last[0];
        finder->last[0] = text->at[end - i];
    }
    finder->aside += n;
    finder->piece = end;
    return true;
}

/* The octet of the URL that was read `back` octets ago: 1 or 2. */
static unsigned char read_before(const struct furl_finder *finder, const struct furl_window *text,
                                 size_t back)
{
    size_t here = finder->at - finder->piece;

    return back <= here ? text->at[finder->at - back] : finder->last[back - here - 1];
}

/* How a step of reading a URL ends. */
enum step {
    GOES_ON,
    WAITS,       /* for more text */
    ENDS,        /* the URL ends before the octet at finder->at */
    ENDS_HERE,   /* likewise, and that octet stands right behind what was read of it */
    ENDS_FAILED, /* an escape failed: it ends before that */
    OUT_OF_MEMORY,
};

static void begin_url(struct furl_finder *finder)
{
    finder->start_offset = finder->offset + finder->start.at;
    finder->piece = finder->start.at;
    finder->at = finder->start.body;
    finder->aside = 0;
    finder->body = finder->kept = length(finder);
    finder->alnum = NOWHERE;
    finder->resumed = 0;
    finder->depth = 0;
    finder->percents = 0;
    finder->angle = 0;
    finder->digits = 0;
    finder->parameters = finder->equals = false;
    finder->phase = FURL_READING;
}

/* Takes `n` octets into the URL, the last of which would not be trimmed. */
static enum step keep(struct furl_finder *finder, size_t n)
{
    finder->at += n;
    finder->kept = length(finder);
    return GOES_ON;
}

/* Takes `n` octets, in one piece, into the URL, that a furl_text function judged. */
static enum step keep_piece(struct furl_finder *finder, const struct furl_window *text, size_t n)
{
    if (n == FURL_TEXT_MORE) {
        return WAITS;
    }
    for (size_t i = 0; i < n && finder->alnum == NOWHERE; i++) {
        if (furl_is(text->at[finder->at + i], FURL_ALNUM | FURL_EIGHT)) {
            finder->alnum = length(finder) + i;
        }
    }
    return n == 0 ? ENDS_HERE : keep(finder, n);
}

/* Takes an octet into the URL that would be trimmed, were it the last one. */
static enum step trim(struct furl_finder *finder)
{
    finder->at++;
    return GOES_ON;
}

static enum step read_bracket(struct furl_finder *finder, const struct furl_window *text)
{
    unsigned char before = read_before(finder, text, 1);
    size_t n = 0;

    if (before == '@' || (before == '/' && read_before(finder, text, 2) == '/')) {
        n = furl_text_host(text, finder->at);
    }
    if (n == 0 && finder->parameters) {
        n = furl_text_index(text, finder->at);
    }
    return keep_piece(finder, text, n);
}

/* Takes an opening bracket, or a closing one, which `(` before the URL may await. */
static enum step read_parenthesis(struct furl_finder *finder, unsigned char octet)
{
    if (octet == '(') {
        finder->depth++;
        return keep(finder, 1);
    }
    if (finder->depth > 0) {
        finder->depth--;
        return keep(finder, 1);
    }
    return finder->start.before == '(' ? ENDS_HERE : trim(finder);
}

/* Angle brackets with `n` octets stand behind a `=`; 0: they may not. */
static enum step begin_angle(struct furl_finder *finder, size_t n)
{
    if (n == FURL_TEXT_MORE) {
        return WAITS;
    }
    finder->angle = n;
    return n > 0 ? GOES_ON : ENDS_HERE;
}

/* Takes an octet of them: only what stands right before the URL can end it there. */
static enum step read_angle(struct furl_finder *finder, const struct furl_window *text)
{
    unsigned char octet = text->at[finder->at];

    finder->angle--;
    if (octet == '\'' && finder->start.before == octet) {
        return ENDS_HERE;
    }
    return octet == '(' || octet == ')' ? read_parenthesis(finder, octet)
                                        : keep_piece(finder, text, 1);
}

/* Takes the octet at finder->at, which is neither `%` nor part of an escape. */
static enum step read_octet(struct furl_finder *finder, const struct furl_window *text)
{
    bool fidonet = furl_is_fidonet(finder->start.scheme);
    unsigned char octet = text->at[finder->at];

    switch ((enum furl_text)furl_text[octet]) {
    case FURL_TEXT_ENDS:
        return ENDS_HERE;
    case FURL_TEXT_ALNUM:
        return keep_piece(finder, text, 1);
    case FURL_TEXT_TRIMMED:
        return trim(finder);
    case FURL_TEXT_QUESTION:
        if (fidonet && finder->parameters) {
            return ENDS_HERE; /* draft 5.3.1 */
        }
        finder->parameters = true;
        return trim(finder);
    case FURL_TEXT_QUOTE:
        return finder->start.before == '\'' ? ENDS_HERE : trim(finder);
    case FURL_TEXT_EMPHASIS:
        return finder->start.before == octet ? trim(finder) : keep(finder, 1);
    case FURL_TEXT_OPENING:
    case FURL_TEXT_CLOSING:
        return read_parenthesis(finder, octet);
    case FURL_TEXT_EQUALS:
        if (fidonet && finder->equals) {
            return ENDS_HERE; /* draft 5.3.1 */
        }
        finder->equals = finder->parameters;
        return keep(finder, 1);
    case FURL_TEXT_AMPERSAND:
        finder->equals = false;
        return keep(finder, 1);
    case FURL_TEXT_ANGLE:
        if (fidonet && finder->equals && read_before(finder, text, 1) == '=') {
            return begin_angle(finder, furl_text_angle(text, finder->at));
        }
        return ENDS_HERE;
    case FURL_TEXT_BRACKET:
        return fidonet ? ENDS_HERE : read_bracket(finder, text);
    case FURL_TEXT_BAR:
        return finder->start.scheme != NULL && finder->start.scheme->bar ? keep(finder, 1)
                                                                         : ENDS_HERE;
    case FURL_TEXT_FOREIGN:
        return fidonet ? ENDS_HERE : keep(finder, 1);
    case FURL_TEXT_EIGHT:
        return fidonet ? ENDS_HERE : keep_piece(finder, text, furl_text_utf8(text, finder->at));
    case FURL_TEXT_KEPT:
    case FURL_TEXT_PERCENT:
        break;
    }
    return keep(finder, 1);
}

/*
 * Takes the octet behind a `%`, or behind that and one digit. In a Fidonet URL it must be a
 * digit; in others `%`, or `%` and one digit, is trimmed as half an escape.
 */
static enum step read_digit(struct furl_finder *finder, const struct furl_window *text)
{
    if (!furl_is(text->at[finder->at], FURL_HEX)) {
        if (furl_is_fidonet(finder->start.scheme)) {
            return ENDS_FAILED;
        }
        finder->digits = 0;
        return GOES_ON;
    }
    if (finder->alnum == NOWHERE) {
        finder->alnum = length(finder);
    }
    finder->digits--;
    return finder->digits == 0 ? keep(finder, 1) : trim(finder);
}

/* An escape begins: its `%`, at `at` in the window, is the URL's octet behind `before` others. */
static void begin_escape(struct furl_finder *finder, size_t at, size_t before)
{
    finder->digits = FURL_ESCAPE_SIZE - 1;
    finder->escape = at;
    finder->escape_length = before;
}

/* Takes the run of `%` just read out of the URL again, and pauses there. */
static enum step pause(struct furl_finder *finder, const struct furl_window *text)
{
    size_t run = finder->percents;
    size_t before = length(finder) - run;

    finder->percents = 0;
    if (finder->at - finder->piece < run) {
        finder->aside = before;
    } else if (!put_aside(finder, text, finder->at - run)) {
        return OUT_OF_MEMORY;
    }
    finder->piece = finder->at;
    if (run > FURL_RUN_MAX) {
        return ENDS; /* no mark comes within the gap */
    }
    furl_gap_init(&finder->gap, finder->at - run, run);
    finder->phase = FURL_PAUSED;
    return GOES_ON;
}

/* Decides what the run of `%` just read is, by the octet behind it, -1 at the end of the text. */
static enum step end_run(struct furl_finder *finder, const struct furl_window *text, int next)
{
    size_t run = finder->percents;

    if (furl_run_pauses(run, next)) {
        return pause(finder, text);
    }
    finder->percents = 0;
    if (furl_is_fidonet(finder->start.scheme)) {
        if (finder->digits > 0) {
            return ENDS_FAILED;
        }
        begin_escape(finder, finder->at > run ? finder->at - run : 0, length(finder) - run);
        return run == 1 ? GOES_ON : ENDS_FAILED; /* more are neither an escape nor a break */
    }
    begin_escape(finder, finder->at - 1, length(finder) - 1);
    return GOES_ON;
}

/* Takes the next octet into the URL, or ends it. */
static enum step read_next(struct furl_finder *finder, const struct furl_window *text)
{
    if (finder->at >= text->n && !text->last) {
        return WAITS;
    }
    if (finder->angle > 0) {
        return read_angle(finder, text);
    }
    int next = finder->at < text->n ? text->at[finder->at] : -1;
    if (next == '%') {
        finder->percents++;
        return trim(finder);
    }
    if (finder->percents > 0) {
        return end_run(finder, text, next);
    }
    if (next < 0) {
        return ENDS;
    }
    if (finder->digits > 0) {
        return read_digit(finder, text);
    }
    if (length(finder) == finder->body && furl_start_is_numeric(&finder->start) &&
        !furl_is((unsigned char)next, FURL_DIGIT)) {
        return ENDS;
    }
    return read_octet(finder, text);
}

/* Goes on reading behind the gap, or ends the URL before it. */
static enum step read_gap(struct furl_finder *finder, const struct furl_window *text)
{
    struct furl_gap *gap = &finder->gap;

    switch (furl_gap_scan(gap, text)) {
    case FURL_GAP_OPEN:
        return WAITS;
    case FURL_GAP_FAILS:
        finder->at = gap->mark + FURL_MARK_SIZE;
        finder->piece = finder->at;
        return ENDS;
    case FURL_GAP_RESUMES:
        break;
    }
    finder->phase = FURL_READING;
    finder->resumed = finder->aside;
    if (gap->first_kept) {
        finder->piece = gap->mark;
        if (!put_aside(finder, text, gap->mark + 1)) {
            return OUT_OF_MEMORY;
        }
    }
    finder->at = finder->piece = gap->at;
    bool escape_fails = gap->first_kept && finder->digits > 0;
    if (finder->digits > 0) {
        finder->escape = finder->at;
    }
    if (escape_fails && furl_is_fidonet(finder->start.scheme)) {
        return ENDS_FAILED;
    }
    if (gap->first_kept) {
        begin_escape(finder, finder->at, finder->aside - 1);
    }
    return GOES_ON;
}

/* Whether what stands right before the URL has its partner right behind what was read of it. */
static bool is_wrapped(const struct furl_finder *finder, const struct furl_window *text)
{
    int before = finder->start.before;
    int partner = before == '<' ? '>' : before == '"' ? '"' : -1;

    return text->at[finder->at] == partner && length(finder) > finder->resumed;
}

/* Judges the URL that has ended. Returns FURL_FIND_MORE where there is none. */
static enum furl_event end_url(struct furl_finder *finder, const struct furl_window *text,
                               enum step step, struct furl_found *found)
{
    bool failed = finder->digits > 0 && furl_is_fidonet(finder->start.scheme);
    size_t whole = failed ? finder->escape_length : length(finder);
    size_t n = step == ENDS_HERE && is_wrapped(finder, text) ? whole : finder->kept;
    enum furl_event event = FURL_FIND_MORE;

    found->offset = finder->start_offset;
    if (whole > finder->max_length) {
        event = FURL_FIND_TOO_LONG;
    } else if (finder->alnum < finder->kept) {
        event = FURL_FIND_URL;
        found->url = (struct furl_range){text->at + finder->piece, n};
        if (finder->aside > 0) {
            if (!put_aside(finder, text, finder->at)) {
                return FURL_FIND_NO_MEMORY;
            }
            found->url.at = finder->joined;
        }
    }
    if (step == ENDS_FAILED) {
        finder->at = finder->escape;
    }
    if (event != FURL_FIND_MORE) {
        finder->floor = finder->at;
    }
    finder->phase = FURL_SEARCHING;
    finder->digits = 0;
    return event;
}

/* The octet behind those that are the URL's for certain: it may pause before a run of `%`. */
static size_t settled(const struct furl_finder *finder)
{
    return finder->percents <= FURL_RUN_MAX ? finder->at - finder->percents : finder->at;
}

/* Reads the URL begun, to its end or the window's. Returns FURL_FIND_MORE where there was none;
 * or, with `waits` set, where it may go on. */
static enum furl_event read_url(struct furl_finder *finder, const struct furl_window *text,
                                bool *waits, struct furl_found *found)
{
    enum step step = GOES_ON;

    while (step == GOES_ON) {
        step = finder->phase == FURL_PAUSED ? read_gap(finder, text) : read_next(finder, text);
    }
    *waits = step == WAITS;
    if (step == WAITS && !put_aside(finder, text, settled(finder))) {
        step = OUT_OF_MEMORY;
    }
    if (step == OUT_OF_MEMORY) {
        return FURL_FIND_NO_MEMORY;
    }
    return step == WAITS ? FURL_FIND_MORE : end_url(finder, text, step, found);
}

/* Looks for a start. Returns whether there is one; if not, finder->at is where to look next. */
static bool search(struct furl_finder *finder, const struct furl_window *text)
{
    while (finder->at < text->n) {
        const unsigned char *colon = memchr(text->at + finder->at, ':', text->n - finder->at);
        if (colon == NULL) {
            finder->at = text->n;
            return false;
        }
        finder->at = (size_t)(colon - text->at);
        switch (furl_start(text, finder->at, finder->floor, finder->offset == 0, &finder->start)) {
        case FURL_YES:
            begin_url(finder);
            return true;
        case FURL_MORE:
            return false;
        case FURL_NO:
            finder->at++;
        }
    }
    return false;
}

enum furl_event furl_find(struct furl_finder *finder, const struct furl_window *text,
                          struct furl_found *found)
{
    while (finder->phase != FURL_SEARCHING || search(finder, text)) {
        bool waits = false;
        enum furl_event event = read_url(finder, text, &waits, found);
        if (event != FURL_FIND_MORE || waits) {
            return event;
        }
    }
    return FURL_FIND_MORE;
}

/* The first octet of the window that is still needed. */
static size_t needed(const struct furl_finder *finder)
{
    size_t from = finder->phase == FURL_PAUSED ? finder->gap.mark : settled(finder);

    if (finder->phase == FURL_SEARCHING) {
        return finder->at < FURL_START_BEFORE ? 0 : finder->at - FURL_START_BEFORE;
    }
    if (finder->digits > 0 && finder->escape < from) {
        from = finder->escape;
    }
    return from > 0 ? from - 1 : 0; /* what stands before it may matter to what starts there */
}

/* A position in the window, once `n` octets are dropped. */
static size_t moved(size_t position, size_t n)
{
    return position > n ? position - n : 0;
}

size_t furl_finder_drop(struct furl_finder *finder)
{
    size_t n = needed(finder);

    finder->offset += n;
    finder->at = moved(finder->at, n);
    finder->floor = moved(finder->floor, n);
    finder->piece = moved(finder->piece, n);
    finder->escape = moved(finder->escape, n);
    finder->gap.mark = moved(finder->gap.mark, n);
    finder->gap.at = moved(finder->gap.at, n);
    return n;
}
