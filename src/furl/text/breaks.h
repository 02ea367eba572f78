/* "%%" marks, after which a URL continues in the next line, and the delimiters around a URL in a
 * record. */
#ifndef FURL_BREAKS_H
#define FURL_BREAKS_H

#include "furl/core/octets.h"
#include "furl/url/url.h"
#include "start.h"

/* Limits of the gap between two marks: a quote of sixteen lines of 80 columns, with room to spare.
 */
#define FURL_GAP_OCTETS ((size_t)4096)
#define FURL_GAP_LINES  16u

/* Octets of a mark. */
#define FURL_MARK_SIZE ((size_t)2)

/* A longer run of `%` is either part of the URL, or a mark without a continuation. */
#define FURL_RUN_MAX (1 + FURL_MARK_SIZE + FURL_GAP_OCTETS)

/* Returns whether a run of `n` `%` (n >= 1) is a mark, which interrupts a URL. `next` is the octet
 * after the run, or -1 at the end of the text. A run before a letter or digit is no mark. */
bool furl_is_mark(size_t n, int next);

/* A run of `%`, and the gap after it. Set the first three members, and the rest to zero. */
struct furl_gap {
    size_t mark;    /* index of the run */
    size_t most;    /* most octets of the gap: FURL_GAP_OCTETS or fewer */
    bool high;      /* whether the URL may contain any octet 80-FF (furl_start_has_body) */
    size_t run;     /* number of `%` in the run */
    size_t resumes; /* index where the URL resumes */
    bool first_percent_is_url; /* whether the first `%` of the run belongs to the URL */
};

/* The meaning of a run of `%` for a URL. */
enum furl_mark {
    FURL_MARK_NONE,   /* no mark: the run belongs to the URL */
    FURL_MARK_OPEN,   /* a mark without a continuation: the URL ends before the run */
    FURL_MARK_JOINED, /* a mark: the URL continues after the gap */
};

/* Reads the run at gap->mark and the gap after the run. */
enum furl_mark furl_read_mark(struct furl_gap *gap, struct furl_window *text);

/* The pieces of a URL between its breaks. Set `url`, and the rest to zero. */
struct furl_pieces {
    struct furl_range url;
    size_t pos; /* index of the next piece or, if `open`, of the mark without a continuation */
    bool open;
};

/* Sets `piece` to the next piece. Only the last piece is never empty. Returns false if no piece is
 * left, or if a mark has no continuation. The mark sets pieces->open. */
bool furl_pieces_next(struct furl_pieces *pieces, struct furl_range *piece);

/* Removal of the delimiters around a URL in a record. They are not part of the URL (RFC 3986,
 * appendix C; fidourl(1), normalize). */

/* A record without its delimiters. */
struct furl_unwrapped {
    struct furl_range url;       /* URL, empty if the record consists of delimiters alone */
    enum furl_error error;       /* FURL_OPEN_BREAK if a mark has no continuation, or FURL_FINE */
    size_t where;                /* offset of the error in the record */
    struct furl_range record;    /* whole record */
    const unsigned char *joined; /* record without its breaks, or NULL if no break was removed */
};

/* Sets `inside` to the URL in a record. Removes the delimiters around the URL (blanks, `< >`,
 * quotation marks and `URL:`) and all "%%" breaks. If there is a break, the URL is in `scratch`,
 * which has room for record.n octets. Otherwise the URL is a part of the record. If `scratch` is
 * NULL, breaks are not removed. (A URL that has a canonical form has none.) */
void furl_unwrap_record(struct furl_unwrapped *inside, struct furl_range record,
                        unsigned char *scratch);

/* Returns whether the first and the last octet of a record allow delimiters. The record must not be
 * empty. */
static inline bool furl_may_be_delimited(struct furl_range record)
{
    const unsigned delimiters = FURL_CONTROL | FURL_UNSAFE;

    return furl_octet_in(record.ptr[0], delimiters) || (record.ptr[0] | 0x20) == 'u' ||
           furl_octet_in(record.ptr[record.n - 1], delimiters);
}

/* Returns the offset in the record of octet `i` of the URL. */
size_t furl_unwrapped_offset(const struct furl_unwrapped *inside, size_t i);

#endif
