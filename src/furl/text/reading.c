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
    reading->numeric = furl_start_is_numeric(start);
    reading->parameters = reading->equals = false;
    reading->paused = false;
}

/* Puts the URL together again after the gap, whose first `%` may be its own. */
static enum step resume(struct furl_reading *reading, const struct furl_window *text)
{
    const struct furl_gap *gap = &reading->gap;
    bool in_doubt = is_in_doubt(reading);

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
        reading->doubt.at = reading->at;
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
    furl_begin_escape(reading, reading->at, reading->aside - 1);
    return GOES_ON;
}

/* Goes on reading after the gap, or ends the URL before it. */
static enum step read_gap(struct furl_reading *reading, const struct furl_window *text)
{
    switch (furl_gap_read(&reading->gap, text)) {
    case FURL_GAP_OPEN:
        return WAITS;
    case FURL_GAP_FAILS:
        reading->at = reading->gap.mark + FURL_MARK_SIZE;
        return furl_end_at_mark(reading);
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
    enum step step = GOES_ON;

    do {
        step = reading->paused ? read_gap(reading, text) : furl_take(reading, text);
        reading->paused = step == PAUSES || (reading->paused && step == WAITS);
    } while (step == PAUSES || step == GOES_ON);
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
    drop(&reading->before_colour, n);
    reading->gap.mark = furl_moved(reading->gap.mark, n);
    reading->gap.at = furl_moved(reading->gap.at, n);
}
