/* Records: what encode, decode, normalize and parse read, a line each (fidourl(1)). */
#ifndef RECORDS_H
#define RECORDS_H

#include <stdint.h>

#include "furl/kernels/kernels.h"
#include "input.h"

/* The most octets that `data` is given at a time. */
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

/*
 * Who takes the records. `data` comes any number of times, each with some octets, at least one, of
 * a record; `end` once, with its terminator, which may be empty. Where there is a `record`, it
 * comes instead of both for a record that is there as a whole, and has one octet at least. `cut`
 * comes instead of `end` where reading fails: nobody knows what the record is, so that what was
 * held back of it must neither be written nor judged.
 */
struct record_taker {
    void (*data)(void *context, struct furl_range octets);
    void (*end)(void *context, struct furl_range terminator);
    void (*record)(void *context, struct furl_range octets, struct furl_range terminator);
    void (*cut)(void *context);
    void *context;
    bool streams; /* takes an input as one record: it finds the terminators in it itself */
    enum records_mark mark;
};

struct records {
    const struct furl_kernels *kernels;
    enum record_end ended_by;
    struct record_taker taker;
    struct output *output; /* written out before a read that waits; reading ends if it fails */
    uint64_t *number;      /* of the record being read; counted up at its end */
    const struct input_block *block;
    bool open; /* octets of a record came */
    bool held; /* a CR came last, which may be part of its terminator */
};

/* Hands all records of the input to the taker. */
void records_read(struct records *records, struct input *input);

#endif
