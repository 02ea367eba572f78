/* Records that are URLs, as normalize, parse, edit and, with `-c url`, encode and decode read them.
 */
#ifndef URL_RECORDS_H
#define URL_RECORDS_H

#include "cli/inputs.h"
#include "furl/text/breaks.h"
#include "furl/url/canonical.h"
#include "furl/url/url.h"

/* The reading of them; the caller's, except the memory that url_records_free gives back. */
struct url_records {
    struct run *run;
    /* The caller sets these before url_records_begin; all others are zero. */
    bool keeps_fragment;
    bool passes_malformed; /* malformed records are written as they are, or dropped */
    bool passes_ends;      /* what ends a record is written, unless the record is dropped */
    enum records_mark mark;

    struct furl_canonical canonical;
    struct furl_undelimited inside; /* the URL in the record, all of it until it is split, */
    struct furl_split split;        /* and its split, once resolved if there is a base */

    struct inputs inputs;
    struct records records;
    bool reads;                    /* an input is open */
    struct record piece;           /* what came last; of a record to be judged, all of it */
    bool too_long;                 /* it is too long; its octets were passed or dropped */
    bool resolves;                 /* split.url is what its URL was resolved to */
    struct furl_splitter splitter; /* by scheme, whatever --rules says */
    struct furl_params sorter;
    struct base {
        unsigned char *memory;   /* what its breaks were taken out to */
        struct furl_split split; /* of that, or of run->options->base */
    } base;                      /* if there is one */
    size_t used;                 /* octets gathered of a record that comes in pieces */
    struct furl_buffer gathered, scratch, resolved;
};

/* Starts reading the run's records. Returns false if --base is no URL, which is
 * reported, or without memory, which fails the output. */
bool url_records_begin(struct url_records *records, struct run *run);
void url_records_free(struct url_records *records);

/* Moves to the next record that is not empty, reporting those that are too
 * long. Returns whether there is one. */
bool url_records_next(struct url_records *records);

/* The most octets of the canonical form of the record. */
size_t url_records_room(const struct url_records *records);

/*
 * Writes the canonical form of the URL in the record to `out`, which has url_records_room, with its
 * parameters in order if that is asked for, and sets `inside` and `split`. Nothing is written where
 * nothing is inside the record. Where the result is an error, its offset is one in split.url. A
 * lack of memory is a failure of the output.
 */
struct furl_result url_records_canonical(struct url_records *records, unsigned char *out);

/* Orders the parameters of the `n` octets of a canonical form, if that is asked for. */
void url_records_sort(struct url_records *records, unsigned char *url, size_t n);

/* Ends the record: writes its terminator, or reports the error of `result`,
 * whose offset is one in split.url. */
void url_records_end(struct url_records *records, struct furl_result result);

#endif
