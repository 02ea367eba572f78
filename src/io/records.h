/* Records, by default lines, which encode, decode, normalize, parse and edit read (fidourl(1)). */
#ifndef RECORDS_H
#define RECORDS_H

#include <stdint.h>

#include "furl/base/octets.h"
#include "furl/kernels/kernels.h"
#include "input.h"
#include "output.h"

/* The most octets at a time of a record that a command streams. */
#define RECORDS_PIECE ((size_t)32768)

enum record_end {
    RECORDS_BY_LINE, /* LF or CR LF */
    RECORDS_BY_NUL,
    RECORDS_BY_INPUT, /* an input is a single record */
};

/* What happens to a byte order mark at the start of an input. */
enum records_bom {
    RECORDS_BOM_IS_DATA,
    RECORDS_BOM_PASSES, /* it is copied to the output, outside of records */
    RECORDS_BOM_DROPS,
};

/* The next octets of a record; valid until the next call of records_next. */
struct record {
    struct furl_range octets; /* may be none */
    bool ends;                /* they are the last ones, before: */
    struct furl_range terminator;
};

/* A reader of records. The caller sets the members up to `block`, and zeros the others. */
struct records {
    enum record_end ended_by;
    enum records_bom mark;
    size_t piece;     /* the most octets of a record at a time */
    uint64_t *number; /* of the record; a call after its end adds 1 */
    const struct input_block *block;

    const struct furl_kernels *kernels;
    struct input *input;
    bool single;              /* the input is a single record */
    bool begun;               /* octets that may be a mark were read, */
    bool ended;               /* and so were the last ones */
    size_t kept;              /* octets in the block that may start a mark */
    struct furl_range octets; /* of the block */
    size_t at;                /* the index of the next one */
    bool open;                /* a record has started, and not ended */
    bool held;                /* the last octet, a CR, may be part of the terminator */
    bool over;                /* the record has ended: the next call adds 1 to `number` */
};

/* Starts an input. */
void records_begin(struct records *records, struct input *input);

/* Feeds `n` octets that were read into the block, after records->kept; 0 at the end of the input.
 * Returns whether a mark is to be copied to the output. */
bool records_feed(struct records *records, size_t n);

/* For records_next, in the rare case that no record ends in the next `n` octets. */
bool records_next_part(struct records *records, struct record *record, size_t n);

/*
 * Sets `record` to the next octets of a record: to all of it, if the block has all of it and it
 * fits in a piece with what ends it. Returns false at records->ended, or else if more octets must
 * be fed. After a failed read, the last record is incomplete: the caller must not write or report
 * what it holds back of it.
 */
static inline bool records_next(struct records *records, struct record *record)
{
    const bool nul = records->ended_by == RECORDS_BY_NUL;
    const unsigned char *from = records->octets.ptr + records->at;
    size_t left = records->octets.n - records->at;
    size_t most = left < records->piece ? left : records->piece;

    *records->number += records->over ? 1 : 0;
    records->over = false;
    size_t n =
        records->single ? most : records->kernels->before_octet(from, most, nul ? '\0' : '\n');
    if (n == most || (records->held && n > 0)) {
        return records_next_part(records, record, most);
    }
    records->at += n + 1;
    /* A CR before LF is part of the terminator. */
    bool cr = !nul && (n > 0 ? from[n - 1] == '\r' : records->held);
    record->octets = (struct furl_range){from, n > 0 && cr ? n - 1 : n};
    record->ends = records->over = true;
    record->terminator = nul ? terminator_nul : cr ? terminator_cr_lf : terminator_lf;
    records->open = records->held = false;
    return true;
}

#endif
