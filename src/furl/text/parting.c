/*
 * After a blank or a control no URL goes on, unless a mark has paused it. So a search that begins
 * there may only miss that it is in a gap. Wherever that gap began, it ends at the next mark, and
 * its URL at a blank or a control after that, unless another mark pauses it; or it has no
 * continuation, since it is too long, or NUL comes, or another URL starts, which the search finds,
 * too. Then nothing of what came before makes a difference any more.
 */
#include "parting.h"

#include "breaks.h"

/* A URL that a search may have missed, and whatever it takes for one instead. */
struct missed {
    bool paused;   /* it is in a gap; or else it may go on */
    size_t octets; /* of the gap so far, */
    size_t lf, cr; /* and its line ends, by kinds: CR LF is one */
};

static bool ends_url(unsigned char octet)
{
    return octet == ' ' || furl_is(octet, FURL_CONTROL);
}

/* Takes an octet of the gap. Returns whether there is no continuation. */
static bool take_in_gap(struct missed *missed, unsigned char octet)
{
    missed->octets++;
    missed->lf += octet == '\n' ? 1 : 0;
    missed->cr += octet == '\r' ? 1 : 0;
    return octet == '\0' || missed->octets > FURL_GAP_OCTETS || missed->lf > FURL_GAP_LINES ||
           missed->cr > FURL_GAP_LINES;
}

/* Takes the run of `%` at the front, in which a mark begins. Returns how many octets of it. */
static size_t take_mark(struct missed *missed, struct furl_range octets)
{
    size_t n = FURL_MARK_SIZE;

    if (missed->paused) {
        *missed = (struct missed){.paused = false}; /* what comes after the mark is its own */
        return n;
    }
    while (n < octets.n && octets.at[n] == '%') {
        n++;
    }
    missed->paused = furl_run_pauses(n, n < octets.n ? octets.at[n] : -1);
    return n;
}

/* Whether what was missed has ended before the end of the octets. */
static bool has_ended(struct furl_range octets)
{
    struct missed missed = {.paused = true};
    bool ended = false;

    while (octets.n > 0 && !ended) {
        size_t n = 1;
        if (furl_starts(octets, "%%")) {
            n = take_mark(&missed, octets);
        } else {
            ended = missed.paused ? take_in_gap(&missed, octets.at[0]) : ends_url(octets.at[0]);
        }
        furl_skip(&octets, n);
    }
    return ended;
}

bool furl_part(struct furl_range octets, bool lines, size_t *start)
{
    size_t at = FURL_START_BEFORE;

    while (at < octets.n && !ends_url(octets.at[at - 1])) {
        at++;
    }
    *start = at;
    if (at >= octets.n) {
        return false;
    }
    furl_skip(&octets, at);
    return has_ended(octets) && !(lines && furl_last_line_length(octets) == octets.n);
}
