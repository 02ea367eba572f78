/* Records: what encode, decode, normalize and parse read, a line each (fidourl(1)). */
#ifndef RECORDS_H
#define RECORDS_H

#include <stdint.h>

#include "furl/kernels/kernels.h"
#include "input.h"

/* The most octets of a record that come at a time, where it is taken as it comes. */
#define RECORDS_PIECE ((size_t)32768)

enum record_end {
    RECORDS_BY_LINE, /* LF or CR LF */
    RECORDS_BY_NUL,
    RECORDS_WHOLE, /* the input is one record */
};

/* What a byte order mark at the start of an input is. */
enum records_mark {
    RECORDS_MARK_IS_DATA,
    RECORDS_MARK_PASSES, /* no part of a record, but passes to the output */
    RECORDS_MARK_DROPS,  /* dropped */
};

/* The next octets of a record; valid until the next call. */
struct record {
    struct furl_range octets; /* there may be none */
    bool ends;                /* they are its last: */
    struct furl_range terminator;
};

/* The reading of records; the caller's, who sets the first members, and the others to zero. */
struct records {
    enum record_end ended_by;
    enum records_mark mark;
    size_t piece;          /* the most octets of a record that come at a time */
    struct output *output; /* written out before a read that waits; reading ends if it fails */
    uint64_t *number;      /* of the record, counted up when the next one is asked for */
    const struct input_block *block;

    const struct furl_kernels *kernels;
    struct input *input;
    bool whole;               /* it is one record */
    bool begun;               /* its first octets were read, */
    bool ended;               /* and its last */
    struct furl_range octets; /* of the block */
    size_t at, from;          /* which come next; where further ends are looked for */
    size_t ends[FURL_NOTED_MAX], nth, noted;
    struct furl_range stretch; /* octets of the record, of which the next come; */
    bool closes;               /* and are its last */
    struct furl_range terminator;
    bool open;   /* octets of the record came */
    bool held;   /* a CR came last, which may be part of its terminator */
    bool judged; /* the record before has come to its end */
};

/* Begins an input. */
void records_begin(struct records *records, struct input *input);

/*
 * Sets `record` to the next octets of a record, which comes in one piece if the block has it whole
 * and it is no longer than a piece may be. Returns whether there were any. Where there were not,
 * but reading or writing failed, nobody knows what the record is whose octets came last: what was
 * held back of it must neither be written nor judged.
 */
bool records_next(struct records *records, struct record *record);

#endif
