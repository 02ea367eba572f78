/* Taking octets into a URL that is being read: the steps of reading; for reading.c. */
#ifndef FURL_TAKING_H
#define FURL_TAKING_H

#include "reading.h"

/* A length that no URL has; and where lengths of what was put aside end, beyond any limit. */
#define NOWHERE   SIZE_MAX
#define ASIDE_MAX (SIZE_MAX / 4)
_Static_assert(FURL_LENGTH_MAX < ASIDE_MAX, "what is longer than any limit is too long");

/* How a step of reading a URL ends. */
enum step {
    GOES_ON,
    PAUSES,      /* in the gap that begins at reading->gap.mark */
    WAITS,       /* for more text */
    ENDS,        /* the URL ends before the octet at reading->at */
    ENDS_HERE,   /* likewise, and that octet comes right after what was read of it */
    ENDS_OPEN,   /* likewise, if what comes right after it is a mark that nothing continues */
    ENDS_FAILED, /* what is in doubt is no part of it: it ends before that */
    OUT_OF_MEMORY,
};

static inline bool is_fidonet(const struct furl_reading *reading)
{
    return furl_is_fidonet(reading->start.scheme);
}

/* The length of the URL as far as it was read. */
static inline size_t length(const struct furl_reading *reading)
{
    return reading->aside + (reading->at - reading->piece);
}

/* The URL, if it ends before the next octet. */
static inline struct furl_ending ending(const struct furl_reading *reading)
{
    return (struct furl_ending){reading->at, length(reading), reading->kept, reading->kept_at};
}

/* Whether the URL ends before what is in doubt, if that does not become what it began like. */
static inline bool is_in_doubt(const struct furl_reading *reading)
{
    return reading->unit.kinds != 0 || (reading->digits > 0 && is_fidonet(reading));
}

/* Takes an octet into the URL that would be trimmed, were it the last one. */
static inline enum step take(struct furl_reading *reading)
{
    reading->at++;
    return GOES_ON;
}

/* Takes `n` octets into the URL, the last of which would not be trimmed. */
static inline enum step take_kept(struct furl_reading *reading, size_t n)
{
    reading->at += n;
    reading->kept = length(reading);
    reading->kept_at = (int64_t)reading->at;
    return GOES_ON;
}

/* Puts aside the URL's octets before `end`. Of a URL that is too long, only its length counts.
 * Returns whether there was memory for it. */
bool furl_put_aside(struct furl_reading *reading, const struct furl_window *text, size_t end);

/* Takes octets into the URL as long as it goes on, from reading->at. */
enum step furl_take(struct furl_reading *reading, const struct furl_window *text);

/* Takes a run of `%` before reading->at, which is plain, as octets of the unit. */
enum step furl_take_run_in_unit(struct furl_reading *reading, size_t run);

/* Begins an escape: its `%`, at `at` in the window, is the URL's octet after `before` others. */
void furl_begin_escape(struct furl_reading *reading, size_t at, size_t before);

/* Ends the URL before a mark that nothing continues, and that ends at reading->at. */
enum step furl_end_at_mark(struct furl_reading *reading);

#endif
