/* "%%" marks, with which a URL goes on in the next line; and what may be around a URL in a record.
 */
#ifndef FURL_BREAKS_H
#define FURL_BREAKS_H

#include "furl/base/octets.h"
#include "furl/url/url.h"
#include "start.h"

/* What the gap from mark to mark may hold: a quote of sixteen lines of 80 columns, with room to
 * spare. */
#define FURL_GAP_OCTETS ((size_t)4096)
#define FURL_GAP_LINES  16u

/* Octets in a mark. */
#define FURL_MARK_SIZE ((size_t)2)

/* A longer run of `%` is plain, or a pause without a continuation. */
#define FURL_RUN_MAX (1 + FURL_MARK_SIZE + FURL_GAP_OCTETS)

/* Whether a run of `n` `%`, at least one, pauses a URL when `next` is the octet after it, -1 at the
 * end of the text. A run that a letter or digit follows pauses nothing. */
bool furl_is_mark(size_t n, int next);

/* A run of `%`, and the gap after it. Set the first three, the rest to zero. */
struct furl_gap {
    size_t mark;     /* the index of the run */
    size_t most;     /* octets that the gap may have: FURL_GAP_OCTETS, or fewer */
    bool high;       /* as in furl_start_has_body */
    size_t run;      /* how many `%` it has */
    size_t resumes;  /* the index where the URL resumes */
    bool first_kept; /* the first `%` of the run belongs to the URL */
};

/* What a run does to a URL. */
enum furl_mark {
    FURL_MARK_NONE,   /* nothing: it is the URL's */
    FURL_MARK_OPEN,   /* the URL ends before it */
    FURL_MARK_JOINED, /* the URL goes on after the gap */
};

/* Reads the run at gap->mark and the gap. */
enum furl_mark furl_read_mark(struct furl_gap *gap, struct furl_window *text);

/* The pieces of a URL between its breaks: set `url`, the rest to zero. */
struct furl_pieces {
    struct furl_range url;
    size_t at; /* where the next piece begins; if `open`, where the mark without continuation is */
    bool open;
};

/* Sets `piece` to the next piece, which may be empty before the last one. Returns whether there
 * was one. */
bool furl_piece(struct furl_pieces *pieces, struct furl_range *piece);

/* Delimiters round a URL in a record: taking off what is not part of it (RFC 3986, appendix C;
 * fidourl(1), normalize). */

/* What a record has inside. */
struct furl_unwrapped {
    struct furl_range url;       /* empty if the record was nothing but delimiters */
    enum furl_error error;       /* FURL_OPEN_BREAK: a mark has no continuation; or FURL_FINE */
    size_t where;                /* of an error: its offset in the record */
    struct furl_range record;    /* all of it */
    const unsigned char *joined; /* the record, joined; NULL where it has no breaks */
};

/* Sets `inside` to what is in a record: without its delimiters (blanks, brackets, quotation marks
 * and `URL:` round it), and without "%%" breaks, wherever they are. Where there is a break, the URL
 * is in `scratch`, which has room for record.n octets; else it is a part of the record. If
 * `scratch` is NULL, breaks are left in. (A URL that has a canonical form has none.) */
void furl_unwrap_record(struct furl_unwrapped *inside, struct furl_range record,
                        unsigned char *scratch);

/* Whether a record, which is not empty, may have delimiters, by its first and its last octet. */
static inline bool furl_may_be_delimited(struct furl_range record)
{
    const unsigned delimiters = FURL_CONTROL | FURL_UNSAFE;

    return furl_octet_in(record.ptr[0], delimiters) || (record.ptr[0] | 0x20) == 'u' ||
           furl_octet_in(record.ptr[record.n - 1], delimiters);
}

/* The offset in the record of url.at[i]. */
size_t furl_unwrapped_offset(const struct furl_unwrapped *undelimited, size_t i);

#endif
