/* Records, which are lines by default. encode, decode, normalize, parse and edit read records
 * (fidourl(1)). */
#ifndef RECORDS_H
#define RECORDS_H

#include <stdint.h>

#include "furl/core/octets.h"
#include "furl/kernels/kernels.h"
#include "input.h"
#include "output.h"

/* The most octets that a command streams at a time. */
#define RECORDS_PIECE ((size_t)32768)

enum record_end {
    RECORDS_BY_LINE, /* LF or CR LF */
    RECORDS_BY_NUL,
    RECORDS_BY_INPUT, /* an input is a single record */
};

/* The treatment of a byte order mark at the start of an input. */
enum records_bom {
    RECORDS_BOM_IS_DATA,
    RECORDS_BOM_PASSES, /* the BOM is copied to the output, outside of records */
    RECORDS_BOM_DROPS,
};

/* The next octets of a record, valid until the next call of records_next. */
struct records_piece {
    struct furl_range octets; /* can be empty */
    bool ends;                /* the record ends after these octets, with `terminator` */
    struct furl_range terminator;
};

/* A reader of records. The caller sets the members up to `block`, and all others to zero. */
struct records {
    enum record_end ended_by;
    enum records_bom bom;
    size_t piece;     /* the most octets of a record at a time */
    uint64_t *number; /* the number of the record; the call after its end adds 1 */
    const struct input_block *block;

    const struct furl_kernels *kernels;
    struct input *input;
    bool single;              /* the input is a single record */
    bool begun;               /* octets that could be a BOM were read */
    bool ended;               /* the last octets of the input were read */
    size_t kept;              /* octets in the block that could start a BOM */
    struct furl_range octets; /* the octets of the block */
    size_t pos;               /* the index of the next octet */
    bool open;                /* a record has started, and has not ended */
    bool held;                /* the last octet, a CR, can be part of the terminator */
    bool over;                /* the record has ended, so the next call adds 1 to `number` */
};

/* Starts an input. */
void records_begin(struct records *records, struct input *input);

/* Feeds `n` octets that were read into the block, after records->kept. `n` is 0 at the end of the
 * input. Returns whether a BOM must be copied to the output. */
bool records_feed(struct records *records, size_t n);

/* Continues records_next if no record ends in the next `n` octets, which is rare. */
bool records_next_part(struct records *records, struct records_piece *record, size_t n);

/*
 * Sets `record` to the next octets of a record. This is the whole record if the block contains all
 * of it, and if it fits in a piece with its terminator. Returns false if more octets must be fed,
 * or at the end (records->ended). After a failed read, the last record is incomplete. The caller
 * must then neither write nor report the octets that it holds back.
 */
static inline bool records_next(struct records *records, struct records_piece *record)
{
    const bool nul = records->ended_by == RECORDS_BY_NUL;
    const unsigned char *from = records->octets.ptr + records->pos;
    size_t left = records->octets.n - records->pos;
    size_t most = left < records->piece ? left : records->piece;

    *records->number += records->over ? 1 : 0;
    records->over = false;
    size_t n =
        records->single ? most : records->kernels->span_until_octet(from, most, nul ? '\0' : '\n');
    if (n == most || (records->held && n > 0)) {
        return records_next_part(records, record, most);
    }
    records->pos += n + 1;
    /* A CR before LF is part of the terminator. */
    bool cr = !nul && (n > 0 ? from[n - 1] == '\r' : records->held);
    record->octets = (struct furl_range){from, n > 0 && cr ? n - 1 : n};
    record->ends = records->over = true;
    record->terminator = nul ? terminator_nul : cr ? terminator_cr_lf : terminator_lf;
    records->open = records->held = false;
    return true;
}

#endif
