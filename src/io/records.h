/* Records: what encode, decode, normalize, parse and edit read, a line each (fidourl(1)). */
#ifndef RECORDS_H
#define RECORDS_H

#include <stdint.h>

#include "furl/kernels/kernels.h"
#include "input.h"

/* The most octets of a record at a time, for commands that stream it. */
#define RECORDS_PIECE ((size_t)32768)

enum record_end {
    RECORDS_BY_LINE, /* LF or CR LF */
    RECORDS_BY_NUL,
    RECORDS_BY_INPUT, /* the input is one record */
};

/* What to do with a byte order mark at the start of an input. */
enum records_mark {
    RECORDS_MARK_IS_DATA,
    RECORDS_MARK_PASSES, /* in no record; copied to the output */
    RECORDS_MARK_DROPS,  /* dropped */
};

/* The next octets of a record; valid until the next call of records_next. */
struct record {
    struct furl_range octets; /* there may be none */
    bool ends;                /* they are its last: */
    struct furl_range terminator;
};

/* A reader of records. The caller sets the members up to `block`, and zeroes
 * the rest. */
struct records {
    enum record_end ended_by;
    enum records_mark mark;
    size_t piece;     /* the most octets of a record that come at a time */
    uint64_t *number; /* of the record, counted up when the next one is asked for */
    const struct input_block *block;

    const struct furl_kernels *kernels;
    struct input *input;
    bool whole;               /* it is one record */
    bool begun;               /* the octets that may be a mark were read, */
    bool ended;               /* and its last */
    size_t kept;              /* octets in the block that may begin a mark */
    struct furl_range octets; /* of the block */
    size_t at, from;          /* indexes of the next octet, and of where to look for ends */
    size_t ends[FURL_NOTED_MAX], nth, noted;
    struct furl_range stretch; /* octets of the record still to return; */
    bool closes;               /* its last ones */
    struct furl_range terminator;
    bool open;   /* a record has begun and not ended */
    bool held;   /* a CR came last, which may be part of its terminator */
    bool judged; /* the last record has ended: count it in `number` */
};

/* Begins an input. */
void records_begin(struct records *records, struct input *input);

/* Adds `n` octets that were read into the block, after records->kept; 0: the input has ended.
 * Returns whether they begin with a mark that is to be copied to the output. */
bool records_feed(struct records *records, size_t n);

/*
 * Sets `record` to the next octets of a record: to all of it, if the block has
 * all of it and it fits in a piece. Returns whether there were any; if not,
 * it needs more octets, unless records->ended. If reading failed, the last
 * record is cut: the caller must neither write what it held back of it, nor
 * report it.
 */
bool records_next(struct records *records, struct record *record);

#endif
