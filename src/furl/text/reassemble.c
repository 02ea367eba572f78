#include "reassemble.h"

#include <stdlib.h>
#include <string.h>

#include "extent.h"

void furl_joined_url_begin(struct furl_joined_url *joining, uint64_t from)
{
    joining->from = from;
    joining->n = 0;
}

void furl_joined_url_free(struct furl_joined_url *joining)
{
    free(joining->octets.at);
    *joining = (struct furl_joined_url){.max = joining->max};
}

bool furl_put_aside(struct furl_joined_url *joining, const struct furl_window *text, uint64_t end)
{
    uint64_t n = end - joining->from;
    uint64_t room = joining->n < joining->max ? joining->max - joining->n : 0;
    size_t kept = (size_t)(n < room ? n : room);

    if (kept > 0) {
        size_t at = (size_t)joining->n;
        if (!furl_buffer_reserve(&joining->octets, at + kept)) {
            return false;
        }
        memcpy(joining->octets.at + at, text->at + furl_index(text, joining->from), kept);
    }
    joining->n += n;
    joining->from = end;
    return true;
}

/*
 * A URL in text is octets that come one after the other, except where a "%%" mark and its gap break
 * it; or, where it may be wrapped, a line end. Four parts know one thing each, and this file makes
 * them one:
 *
 *     extent.c     which octets belong to it, as if there were no breaks
 *     breaks.c     what marks pause it, and where it resumes
 *     wrapped.c    what line ends it goes on over
 *     furl_joined_url its octets, where they are not all in one piece of the window
 *
 *     until the URL ends
 *         take octets                                     (extent)
 *         at a `%`: count the run that it begins
 *             if the run pauses the URL
 *                 put aside what was taken                (joining)
 *                 find the mark that ends the gap         (breaks)
 *                 resume after it, or end before the run
 *             else take the run as octets
 *         at a blank or line end, if it is wrapped there: put aside, and resume
 *
 * Where the window ends, the octets taken are put aside, and the same goes on with the next one:
 * nothing is read twice except what an end leaves in doubt, at most FURL_BRACKETED_MAX octets with
 * their gaps, so that the time is linear.
 *
 * A URL that a glance at its first octets tells whole (extent.c) needs none of that.
 *
 * Each place is a point (extent.h): an offset in the text, and the number of the URL's octets
 * before it. The two differ by the octets of the breaks. A length beyond any limit is only counted.
 */

void furl_reassembly_init(struct furl_reassembly *reading, const struct furl_kernels *kernels,
                          const struct furl_scan_options *options)
{
    *reading = (struct furl_reassembly){.joining = {.max = options->max_length}};
    reading->wrapped = options->wrapped;
    furl_extent_init(&reading->extent, kernels, options->eight);
}

void furl_reassembly_free(struct furl_reassembly *reading)
{
    furl_joined_url_free(&reading->joining);
}

/* How a step of reading ends. */
enum step {
    GOES_ON,
    WAITS,       /* for more text */
    ENDS,        /* the URL ends before the octet at extent.here */
    ENDS_OPEN,   /* likewise; the mark before that octet, which nothing continues, is consumed */
    ENDS_FAILED, /* it ends before what is in doubt */
    OUT_OF_MEMORY,
};

/* The step after octets were taken. */
static enum step step_after(enum furl_taken taken)
{
    return taken == FURL_ENDED ? ENDS : taken == FURL_FAILED ? ENDS_FAILED : GOES_ON;
}

/* Whether the URL, which stops before the next octet, may go on after that. One with a mark does
 * not: its author has seen to it. */
static bool may_be_wrapped(const struct furl_reassembly *reading, const struct furl_window *text)
{
    return reading->wrapped && reading->join[FURL_JOIN_MARKS] == FURL_NOWHERE &&
           (reading->wrap.wrapping != FURL_WRAPPED_NEW ||
            furl_wrapped_may(text, &reading->start, reading->extent.here.at));
}

static enum step take(struct furl_reassembly *reading, const struct furl_window *text)
{
    enum furl_taken taken = furl_extent_take(&reading->extent, text);

    if (taken == FURL_AT_PERCENT) {
        reading->pausing = FURL_IN_RUN;
        reading->run = 0;
    }
    if (taken == FURL_TAKES_ON) {
        return text->last ? ENDS : WAITS;
    }
    if (taken == FURL_ENDED && may_be_wrapped(reading, text)) {
        reading->pausing = FURL_AT_SPACE;
        return GOES_ON;
    }
    return step_after(taken);
}

/* Ends the URL at a mark that nothing continues, and that ends at the offset `at`. */
static enum step end_at_mark(struct furl_reassembly *reading, uint64_t at)
{
    reading->extent.here.at = at;
    return furl_is_in_doubt(&reading->extent) ? ENDS_FAILED : ENDS_OPEN;
}

/* Pauses the URL before the run of `%`. */
static enum step pause(struct furl_reassembly *reading, const struct furl_window *text)
{
    struct furl_joined_url *joining = &reading->joining;
    const struct furl_point here = reading->extent.here;

    if (joining->n > here.n) {
        joining->n = here.n; /* so long a run was put aside */
    } else if (!furl_put_aside(joining, text, here.at)) {
        return OUT_OF_MEMORY;
    }
    joining->from = here.at + reading->run;
    if (reading->run > FURL_RUN_MAX) {
        return end_at_mark(reading, joining->from); /* no mark comes within the gap */
    }
    furl_gap_init(&reading->gap, here.at, reading->run, reading->extent.eight);
    reading->pausing = FURL_IN_GAP;
    return GOES_ON;
}

/* Reads the run of `%` to its end, and pauses the URL, or takes the run. */
static enum step read_run(struct furl_reassembly *reading, const struct furl_window *text)
{
    struct furl_extent *extent = &reading->extent;
    size_t at = furl_index(text, extent->here.at + reading->run);

    while (at < text->n && text->at[at] == '%') {
        at++;
    }
    reading->run = text->offset + at - extent->here.at;
    if (reading->run > FURL_RUN_MAX && furl_is_in_doubt(extent)) {
        return ENDS_FAILED; /* it cannot be held as long as the run goes on */
    }
    if (at == text->n && !text->last) {
        return WAITS;
    }
    if (furl_run_pauses(reading->run, at < text->n ? text->at[at] : -1)) {
        return pause(reading, text);
    }
    reading->pausing = FURL_UNPAUSED;
    return step_after(furl_extent_take_percents(extent, reading->run));
}

/* Notes that the URL is joined where it is now. */
static void note_join(struct furl_reassembly *reading, enum furl_join join)
{
    if (reading->join[join] == FURL_NOWHERE) {
        reading->join[join] = reading->extent.here.n;
    }
}

/* Puts the URL together again after the gap, whose first `%` may be its own. */
static enum step resume(struct furl_reassembly *reading, const struct furl_window *text)
{
    const struct furl_gap *gap = &reading->gap;

    reading->pausing = FURL_UNPAUSED;
    reading->resumed = reading->extent.here.n;
    note_join(reading, FURL_JOIN_MARKS);
    if (gap->first_kept) {
        reading->joining.from = gap->mark;
        if (!furl_put_aside(&reading->joining, text, gap->mark + 1)) {
            return OUT_OF_MEMORY;
        }
    }
    reading->joining.from = gap->at;
    return step_after(furl_extent_resume(&reading->extent, gap->at, gap->first_kept));
}

/* Resumes the URL after the gap, or ends it before that. */
static enum step read_gap(struct furl_reassembly *reading, const struct furl_window *text)
{
    switch (furl_gap_read(&reading->gap, text)) {
    case FURL_GAP_OPEN:
        return WAITS;
    case FURL_GAP_FAILS:
        return end_at_mark(reading, reading->gap.mark + FURL_MARK_SIZE);
    default:
        return resume(reading, text);
    }
}

/* Goes on after the blank or line end, or ends the URL before it. */
static enum step read_space(struct furl_reassembly *reading, const struct furl_window *text)
{
    struct furl_point here = reading->extent.here;
    uint64_t at = reading->told_at;
    enum furl_answer answer =
        reading->told_of == here.at
            ? reading->told
            : furl_wrapped_resume(&reading->wrap, text, &reading->start, here, &at);

    if (answer != FURL_YES) {
        return answer == FURL_MORE ? WAITS : ENDS;
    }
    if (!furl_put_aside(&reading->joining, text, reading->extent.here.at)) {
        return OUT_OF_MEMORY;
    }
    note_join(reading, reading->wrap.delimited ? FURL_JOIN_DELIMITERS : FURL_JOIN_MARGIN);
    reading->pausing = FURL_UNPAUSED;
    reading->joining.from = at;
    return step_after(furl_extent_resume(&reading->extent, at, false));
}

/* Whether what comes right before the URL has its partner right after what was read of it, or on
 * the next line. */
static bool is_enclosed(const struct furl_reassembly *reading, const struct furl_window *text)
{
    const struct furl_point *here = &reading->extent.here;

    if (reading->wrap.closed) {
        return here->at == reading->wrap.to;
    }
    return here->at < furl_window_end(text) && here->n > reading->resumed &&
           text->at[furl_index(text, here->at)] == furl_partner_of(reading->extent.before);
}

/* The offset after the octets that are the URL's for certain: it may pause before a run of `%`. */
static uint64_t settled(const struct furl_reassembly *reading)
{
    bool plain = reading->pausing == FURL_IN_RUN && reading->run > FURL_RUN_MAX;

    return reading->extent.here.at + (plain ? reading->run : 0);
}

/* Tells what was found: `kept` is its end. */
static void tell(const struct furl_reassembly *reading, struct furl_match *found,
                 const unsigned char *url, struct furl_point kept)
{
    found->url = (struct furl_range){url, (size_t)kept.n};
    found->scheme_n = reading->start.n;
    found->offset = reading->start.at;
    found->length = kept.at - reading->start.at;
    found->joined = 0;
    found->open = false;
    found->seen = reading->seen;
}

/* Notes what the URL that has ended has looked at: the octet after it, too. */
static void note_seen(struct furl_reassembly *reading)
{
    uint64_t end = reading->extent.here.at + 1;

    reading->seen = end > reading->seen ? end : reading->seen;
}

/* Judges the URL that has ended. */
static enum furl_reassembly_end judge(struct furl_reassembly *reading,
                                      const struct furl_window *text, enum step step,
                                      struct furl_match *found)
{
    struct furl_extent *extent = &reading->extent;
    struct furl_joined_url *joining = &reading->joining;
    bool failed = step == ENDS_FAILED || furl_is_in_doubt(extent);
    struct furl_point end = failed ? extent->doubt : extent->here;
    struct furl_point kept = extent->kept;

    reading->at = end.at;
    if (end.n > joining->max) {
        *found = (struct furl_match){.offset = reading->start.at};
        return FURL_READ_TOO_LONG;
    }
    if (extent->alnum >= kept.n) {
        return FURL_READ_NOTHING;
    }
    if (step == ENDS && !failed && is_enclosed(reading, text)) {
        kept = end;
    }
    bool aside = joining->n > 0;
    if (aside && joining->n < kept.n && !furl_put_aside(joining, text, extent->here.at)) {
        return FURL_READ_NO_MEMORY;
    }
    tell(reading, found, aside ? joining->octets.at : text->at + furl_index(text, joining->from),
         kept);
    for (enum furl_join join = 0; join < FURL_JOINS; join++) {
        found->joined |= reading->join[join] < kept.n ? 1u << join : 0;
    }
    found->open = step == ENDS_OPEN && end.n > reading->resumed;
    return FURL_READ_URL;
}

enum furl_reassembly_end furl_read(struct furl_reassembly *reading, const struct furl_window *text,
                                   struct furl_match *found)
{
    static enum step (*const steps[])(struct furl_reassembly *, const struct furl_window *) = {
        [FURL_UNPAUSED] = take,
        [FURL_IN_RUN] = read_run,
        [FURL_IN_GAP] = read_gap,
        [FURL_AT_SPACE] = read_space,
    };
    enum step step = GOES_ON;

    while (step == GOES_ON) {
        step = steps[reading->pausing](reading, text);
    }
    if (step == WAITS && reading->pausing != FURL_IN_GAP &&
        !furl_put_aside(&reading->joining, text, settled(reading))) {
        step = OUT_OF_MEMORY;
    }
    switch (step) {
    case WAITS:
        return FURL_READ_MORE;
    case OUT_OF_MEMORY:
        return FURL_READ_NO_MEMORY;
    default:
        break;
    }
    enum furl_reassembly_end end = judge(reading, text, step, found);
    note_seen(reading);
    return end;
}

/* Whether the URL, which stops first at the point `here`, may go on after that, or a delimiter
 * after it changes its end. */
static bool is_wrapped(struct furl_reassembly *reading, const struct furl_window *text,
                       struct furl_point here)
{
    if (!furl_wrapped_may(text, &reading->start, here.at)) {
        return false;
    }
    reading->told =
        furl_wrapped_resume(&reading->wrap, text, &reading->start, here, &reading->told_at);
    reading->told_of = reading->told != FURL_MORE ? here.at : FURL_NOWHERE;
    return reading->told != FURL_NO || reading->wrap.closed;
}

enum furl_reassembly_end furl_read_first(struct furl_reassembly *reading,
                                         const struct furl_window *text, struct furl_match *found)
{
    const struct furl_start *start = &reading->start;
    const uint64_t head = start->body - start->at;
    struct furl_extent *extent = &reading->extent;
    size_t kept = 0;

    reading->wrap = (struct furl_wrapped){.wrapping = FURL_WRAPPED_NEW};
    reading->told_of = FURL_NOWHERE;
    furl_extent_block_look(&extent->block, extent->kernels, &extent->kinds, text, start->body);
    size_t n = furl_extent_at_a_glance(&extent->block, text, start, &kept);
    if (n > 0 && head + n <= reading->joining.max &&
        !(reading->wrapped &&
          is_wrapped(reading, text, (struct furl_point){start->body + n, head + n}))) {
        reading->at = start->body + n;
        tell(reading, found, text->at + furl_index(text, start->at),
             (struct furl_point){start->body + kept, head + kept});
        return FURL_READ_URL;
    }
    furl_extent_begin(extent, start);
    furl_joined_url_begin(&reading->joining, start->at);
    reading->pausing = FURL_UNPAUSED;
    reading->resumed = 0;
    for (enum furl_join join = 0; join < FURL_JOINS; join++) {
        reading->join[join] = FURL_NOWHERE;
    }
    return furl_read(reading, text, found);
}

uint64_t furl_reassembly_needs(const struct furl_reassembly *reading)
{
    uint64_t from = reading->pausing == FURL_IN_GAP ? reading->gap.mark : settled(reading);

    if (furl_is_in_doubt(&reading->extent) && reading->extent.doubt.at < from) {
        from = reading->extent.doubt.at;
    }
    return from > 0 ? from - 1 : 0; /* what is before it may matter to what starts there */
}
