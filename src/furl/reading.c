#include "reading.h"

#include <stdlib.h>

#include "intext.h"
#include "taking.h"

void furl_reading_init(struct furl_reading *reading, size_t max_length, bool eight)
{
    *reading = (struct furl_reading){.max_length = max_length, .eight = eight};
}

void furl_reading_free(struct furl_reading *reading)
{
    free(reading->joined);
    furl_reading_init(reading, reading->max_length, reading->eight);
}

void furl_reading_begin(struct furl_reading *reading, const struct furl_start *start)
{
    reading->start = *start;
    reading->plain = start->coloured ? 0 : furl_text_plain(start->before, is_fidonet(reading));
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
    reading->unit.kinds = 0;
    reading->digits = 0;
    reading->colour = 0;
    reading->parameters = reading->equals = false;
    reading->paused = false;
}

/*
 * Takes the octet after a `%`, or after that and one digit. In a Fidonet URL it must be a digit; in
 * others `%`, or `%` and one digit, is trimmed as half an escape.
 */
static enum step read_digit(struct furl_reading *reading, const struct furl_window *text)
{
    if (!furl_is(text->at[reading->at], FURL_HEX)) {
        if (is_fidonet(reading)) {
            return ENDS_FAILED;
        }
        reading->digits = 0;
        return GOES_ON;
    }
    furl_find_alnum(reading, text, 1);
    reading->digits--;
    return reading->digits == 0 ? take_kept(reading, 1) : take(reading);
}

/* An escape begins: its `%`, at `at` in the window, is the URL's octet after `before` others. */
static void begin_escape(struct furl_reading *reading, size_t at, size_t before)
{
    reading->digits = FURL_ESCAPE_SIZE - 1;
    reading->doubt = ending(reading);
    reading->doubt.at = at;
    reading->doubt.length = before;
}

/* Takes a `%`. */
static enum step read_percent(struct furl_reading *reading)
{
    if (reading->percents == 0) {
        reading->percents_after = length(reading);
    }
    if (reading->percents < ASIDE_MAX) {
        reading->percents++;
    }
    /* A run so long ends what is in doubt, which cannot be held as long as it goes on. */
    return reading->percents > FURL_RUN_MAX && is_in_doubt(reading) ? ENDS_FAILED : take(reading);
}

/* No mark continues the URL after the one that ended at reading->at. */
static enum step end_at_mark(struct furl_reading *reading)
{
    reading->piece = reading->at;
    return is_in_doubt(reading) ? ENDS_FAILED : ENDS_OPEN;
}

/* Takes the run of `%` just read out of the URL again, and pauses there. */
static enum step pause(struct furl_reading *reading, const struct furl_window *text)
{
    size_t run = reading->percents;

    reading->percents = 0;
    if (reading->at - reading->piece < run) {
        reading->aside = reading->percents_after;
    } else if (!furl_put_aside(reading, text, reading->at - run)) {
        return OUT_OF_MEMORY;
    }
    if (run > FURL_RUN_MAX) {
        return end_at_mark(reading); /* no mark comes within the gap */
    }
    reading->piece = reading->at;
    furl_gap_init(&reading->gap, reading->at - run, run, reading->eight);
    reading->paused = true;
    return GOES_ON;
}

/* Decides what the run of `%` just read is, by the octet after it, -1 at the end of the text. */
static enum step end_run(struct furl_reading *reading, const struct furl_window *text, int next)
{
    size_t run = reading->percents;

    if (furl_run_pauses(run, next)) {
        return pause(reading, text);
    }
    reading->percents = 0;
    reading->colour = 0;
    if (reading->unit.kinds != 0) {
        return furl_take_run_in_unit(reading, run);
    }
    if (is_fidonet(reading)) {
        if (reading->digits > 0) {
            return ENDS_FAILED;
        }
        begin_escape(reading, reading->at > run ? reading->at - run : 0, reading->percents_after);
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
    int next = reading->at < text->n ? text->at[reading->at] : -1;
    if (next == '%') {
        return read_percent(reading);
    }
    if (reading->percents > 0) {
        return end_run(reading, text, next);
    }
    if (next < 0) {
        return ENDS;
    }
    if (reading->unit.kinds != 0) {
        return furl_take_unit(reading, text);
    }
    if (reading->digits > 0) {
        return read_digit(reading, text);
    }
    if (length(reading) == reading->body && furl_start_is_numeric(&reading->start) &&
        !furl_is((unsigned char)next, FURL_DIGIT)) {
        return ENDS;
    }
    return furl_take_octet(reading, text);
}

/* Follows the colour code of PCBoard that the URL may end with: `octet` was just taken, and the URL
 * was `before` without it. */
static void follow_colour(struct furl_reading *reading, unsigned char octet,
                          struct furl_ending before)
{
    if (octet == '@') {
        reading->colour = 1;
        reading->before_colour = before;
    } else if ((reading->colour == 1 && octet == 'X') ||
               (reading->colour > 1 && furl_is(octet, FURL_HEX))) {
        reading->colour++;
    } else {
        reading->colour = 0;
    }
    if (reading->colour == FURL_COLOUR_SIZE) {
        reading->kept = reading->before_colour.kept; /* unless more is kept after it */
        reading->kept_at = reading->before_colour.kept_at;
        reading->colour = 0;
    }
}

/* The same, where a colour code comes right before the URL, and so is trimmed at its end. What a
 * `%` is to it is known when its run ends. */
static enum step read_next_coloured(struct furl_reading *reading, const struct furl_window *text)
{
    struct furl_ending before = ending(reading);
    enum step step = read_next(reading, text);

    if (reading->at > before.at && text->at[before.at] != '%') {
        follow_colour(reading, text->at[before.at], before);
    }
    return step;
}

/* Puts the URL together again after the gap, whose first `%` may be its own. */
static enum step resume(struct furl_reading *reading, const struct furl_window *text)
{
    const struct furl_gap *gap = &reading->gap;
    bool in_doubt = is_in_doubt(reading);

    reading->paused = false;
    reading->resumed = reading->aside;
    if (reading->broken == NOWHERE) {
        reading->broken = reading->aside;
    }
    if (gap->first_kept) {
        reading->piece = gap->mark;
        if (!furl_put_aside(reading, text, gap->mark + 1)) {
            return OUT_OF_MEMORY;
        }
    }
    reading->at = reading->piece = gap->at;
    if (in_doubt) {
        reading->doubt.at = reading->cut.at = reading->at;
    }
    if (!gap->first_kept) {
        return GOES_ON;
    }
    reading->colour = 0;
    if (reading->unit.kinds != 0) {
        return furl_take_run_in_unit(reading, 1);
    }
    if (in_doubt) {
        return ENDS_FAILED;
    }
    begin_escape(reading, reading->at, reading->aside - 1);
    return GOES_ON;
}

/* Goes on reading after the gap, or ends the URL before it. */
static enum step read_gap(struct furl_reading *reading, const struct furl_window *text)
{
    switch (furl_gap_scan(&reading->gap, text)) {
    case FURL_GAP_OPEN:
        return WAITS;
    case FURL_GAP_FAILS:
        reading->at = reading->gap.mark + FURL_MARK_SIZE;
        return end_at_mark(reading);
    default:
        return resume(reading, text);
    }
}

/* Whether what comes right before the URL has its partner right after what was read of it. */
static bool is_wrapped(const struct furl_reading *reading, const struct furl_window *text)
{
    int before = reading->start.before;
    int partner = before == '<' ? '>' : before == '"' ? '"' : -1;

    return text->at[reading->at] == partner && length(reading) > reading->resumed;
}

/* The octet after those that are the URL's for certain: it may pause before a run of `%`. */
static size_t settled(const struct furl_reading *reading)
{
    return reading->percents <= FURL_RUN_MAX ? reading->at - reading->percents : reading->at;
}

/* Judges the URL that has ended, and sets where the search goes on. */
static enum furl_reading_end judge(struct furl_reading *reading, const struct furl_window *text,
                                   enum step step, struct furl_read *read)
{
    bool failed = step == ENDS_FAILED || is_in_doubt(reading);
    size_t whole = length(reading);
    bool wrapped = step == ENDS_HERE && is_wrapped(reading, text);
    enum furl_reading_end end = FURL_READ_NOTHING;

    if (failed) {
        whole = reading->doubt.length;
        reading->kept = reading->doubt.kept;
        reading->kept_at = reading->doubt.kept_at;
    }
    if (whole > reading->max_length) {
        end = FURL_READ_TOO_LONG;
    } else if (reading->alnum < reading->kept) {
        end = FURL_READ_URL;
        read->url.n = wrapped ? whole : reading->kept;
        read->url.at = text->at + reading->piece;
        read->end = wrapped ? (int64_t)reading->at : reading->kept_at;
        read->broken = reading->broken < read->url.n;
        read->open = step == ENDS_OPEN && whole > reading->resumed;
    }
    if (end == FURL_READ_URL && reading->aside > 0) {
        if (!furl_put_aside(reading, text, reading->at)) {
            return FURL_READ_NO_MEMORY;
        }
        read->url.at = reading->joined;
    }
    if (failed) {
        reading->at = reading->doubt.at;
    }
    return end;
}

enum furl_reading_end furl_read(struct furl_reading *reading, const struct furl_window *text,
                                struct furl_read *read)
{
    enum step (*next)(struct furl_reading *, const struct furl_window *) =
        reading->start.coloured ? read_next_coloured : read_next;
    enum step step = GOES_ON;

    while (step == GOES_ON) {
        step = reading->paused ? read_gap(reading, text) : next(reading, text);
    }
    if (step == WAITS && !furl_put_aside(reading, text, settled(reading))) {
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

    if (is_in_doubt(reading) && reading->doubt.at < from) {
        from = reading->doubt.at;
    }
    return from > 0 ? from - 1 : 0; /* what is before it may matter to what starts there */
}

static void drop(struct furl_ending *ending, size_t n)
{
    ending->at = furl_moved(ending->at, n);
    ending->kept_at -= (int64_t)n;
}

void furl_reading_drop(struct furl_reading *reading, size_t n)
{
    reading->at = furl_moved(reading->at, n);
    reading->piece = furl_moved(reading->piece, n);
    reading->kept_at -= (int64_t)n;
    drop(&reading->doubt, n);
    drop(&reading->cut, n);
    drop(&reading->before_colour, n);
    reading->gap.mark = furl_moved(reading->gap.mark, n);
    reading->gap.at = furl_moved(reading->gap.at, n);
}
