/*
 * After a blank or a control no URL goes on, unless a mark has paused it. So a search that begins
 * there may only miss that it is in a gap. Such a gap ends at a mark, if a line has ended in it or
 * only blanks are between, and its URL then at a blank or a control, unless another mark pauses it;
 * or it has no continuation, since it is too long, or NUL comes, or another URL starts, which the
 * search finds, too. Once nothing that may have begun before can go on, it makes no difference.
 */
#include "parting.h"

#include <string.h>

#include "breaks.h"

enum { ESC = 0x1B };

/* The URLs that a search may have missed: whether one of them may go on here, and whether one may
 * be in a gap. Of several gaps the last one counts, which goes on for longest. A URL that ends
 * within a control sequence, after a mark in it, keeps that from being one: what is `near` after
 * its end may start otherwise. */
struct missed {
    bool goes_on, paused;
    size_t near;     /* octets */
    size_t sequence; /* octets in which a control sequence may go on */
    size_t octets;   /* of the gap so far, */
    size_t lf, cr;   /* and its line ends, by kinds: CR LF is one */
};

static bool ends_url(unsigned char octet)
{
    return octet == ' ' || furl_is(octet, FURL_CONTROL);
}

static bool has_lines(const struct missed *missed)
{
    return missed->lf > 0 || missed->cr > 0;
}

static size_t rest_of(size_t all, size_t n)
{
    return all > n ? all - n : 0;
}

/* Takes octets of one kind, which may end what there is. */
static void take_octets(struct missed *missed, size_t n, unsigned char octet)
{
    missed->octets += n;
    missed->lf += octet == '\n' ? 1 : 0;
    missed->cr += octet == '\r' ? 1 : 0;
    missed->paused = missed->paused && octet != '\0' && missed->octets <= FURL_GAP_OCTETS &&
                     missed->lf <= FURL_GAP_LINES && missed->cr <= FURL_GAP_LINES;
    missed->sequence = octet == ESC ? FURL_START_BEFORE : rest_of(missed->sequence, n);
    if (missed->goes_on) {
        missed->near = missed->sequence > 0 ? FURL_START_BEFORE : 0;
    } else {
        missed->goes_on = missed->near > 0 && octet == ':';
        missed->near = rest_of(missed->near, n);
    }
    missed->goes_on = missed->goes_on && !ends_url(octet);
}

/* Takes a run of `n` `%` before an octet, -1 at the end. */
static void take_run(struct missed *missed, size_t n, int next)
{
    bool goes_on = missed->goes_on && !furl_run_pauses(n, next);
    bool pauses = missed->goes_on && furl_run_pauses(n, next);

    if (missed->paused && n >= FURL_MARK_SIZE) { /* the mark, and what is the URL's own */
        bool again = n > FURL_MARK_SIZE && furl_run_pauses(n - FURL_MARK_SIZE, next);
        goes_on = goes_on || !again;
        pauses = pauses || again;
        missed->paused = !has_lines(missed);
    }
    take_octets(missed, n, '%');
    missed->goes_on = goes_on;
    if (pauses) {
        missed->paused = true;
        missed->octets = missed->lf = missed->cr = 0;
    }
}

/* Whether all that may have been missed has ended before the end of the octets; and what may have
 * been missed has ended in a control sequence right before them. */
static bool has_ended(struct furl_range octets, bool in_sequence)
{
    const size_t after = in_sequence ? FURL_START_BEFORE : 0;
    struct missed missed = {.paused = true, .near = after, .sequence = after};

    while (octets.n > 0 && (missed.goes_on || missed.paused || missed.near > 0)) {
        size_t n = 0;
        while (n < octets.n && octets.at[n] == '%') {
            n++;
        }
        if (n > 0) {
            take_run(&missed, n, n < octets.n ? octets.at[n] : -1);
        } else {
            take_octets(&missed, n = 1, octets.at[0]);
        }
        furl_skip(&octets, n);
    }
    return !missed.goes_on && !missed.paused && missed.near == 0;
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
    bool in_sequence = memchr(octets.at + at - FURL_START_BEFORE, ESC, FURL_START_BEFORE) != NULL;
    furl_skip(&octets, at);
    return has_ended(octets, in_sequence) && !(lines && furl_last_line_length(octets) == octets.n);
}
