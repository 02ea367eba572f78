#include "config.h"

#include "records.h"

#include <string.h>

#include "furl/base/utf8.h"
#include "output.h"

void records_begin(struct records *records, struct input *input)
{
    records->input = input;
    records->single = records->ended_by == RECORDS_BY_INPUT || input_is_text(input);
    records->begun = records->ended = records->held = false;
    records->open = records->single; /* it ends with the input */
    records->octets.n = records->at = records->kept = 0;
}

bool records_feed(struct records *records, size_t n)
{
    const unsigned char *at = records->block->at;
    bool ended = n == 0, marked = false;

    n += records->kept;
    if (!records->begun && records->mark != RECORDS_MARK_IS_DATA) {
        if (!ended && n < FURL_BOM_SIZE && memcmp(at, FURL_BOM, n) == 0) {
            records->kept = n;
            return false;
        }
        marked = n >= FURL_BOM_SIZE && memcmp(at, FURL_BOM, FURL_BOM_SIZE) == 0;
    }
    records->begun = true;
    records->ended = n == 0;
    records->kept = 0;
    records->octets = (struct furl_range){at, n};
    records->at = marked ? FURL_BOM_SIZE : 0;
    return marked && records->mark == RECORDS_MARK_PASSES;
}

/* Sets `record` to the next `n` octets of a record. */
static inline bool set(struct records *records, struct record *record, const unsigned char *octets,
                       size_t n)
{
    record->octets = (struct furl_range){octets, n};
    record->ends = false;
    record->terminator = terminator_none;
    records->open = true;
    return true;
}

/* The same for its last octets. */
static inline bool set_last(struct records *records, struct record *record,
                            const unsigned char *octets, size_t n, struct furl_range terminator)
{
    record->octets = (struct furl_range){octets, n};
    record->ends = records->over = true;
    record->terminator = terminator;
    records->open = false;
    return true;
}

/* Sets `record` to the CR that was held back, which is data. */
static bool release_held(struct records *records, struct record *record)
{
    records->held = false;
    return set(records, record, (const unsigned char *)"\r", 1);
}

/* Sets `record` to the `n` octets before the next end. A CR before LF is part of the terminator. */
static inline bool close_record(struct records *records, struct record *record, size_t n)
{
    const unsigned char *octets = records->octets.at + records->at;

    if (records->held && n > 0) {
        return release_held(records, record);
    }
    records->at += n + 1;
    if (records->ended_by == RECORDS_BY_NUL) {
        return set_last(records, record, octets, n, terminator_nul);
    }
    bool cr = n > 0 ? octets[n - 1] == '\r' : records->held;
    records->held = false;
    return set_last(records, record, octets, n > 0 && cr ? n - 1 : n,
                    cr ? terminator_cr_lf : terminator_lf);
}

/* Sets `record` to the next `n` octets of the block, which has no end there. Returns whether there
 * are any: a CR is held back. */
static bool leave_open(struct records *records, struct record *record, size_t n)
{
    const unsigned char *octets = records->octets.at + records->at;

    if (records->held) {
        return release_held(records, record);
    }
    records->held =
        !records->single && records->ended_by == RECORDS_BY_LINE && octets[n - 1] == '\r';
    records->at += n;
    n -= records->held ? 1 : 0;
    return set(records, record, octets, n) && n > 0;
}

/* Sets `record` to what is left at the end of the input. Returns whether there is anything. */
static bool leave_input(struct records *records, struct record *record)
{
    if (records->input->error != 0) {
        return false; /* the record is incomplete */
    }
    if (records->held) {
        return release_held(records, record);
    }
    bool text = input_is_text(records->input) && records->ended_by != RECORDS_BY_INPUT;
    bool nul = records->ended_by == RECORDS_BY_NUL;
    struct furl_range terminator = nul ? terminator_nul : terminator_lf;
    return records->open && set_last(records, record, NULL, 0, text ? terminator : terminator_none);
}

bool records_next(struct records *records, struct record *record)
{
    const unsigned char *from = records->octets.at + records->at;
    int end = records->ended_by == RECORDS_BY_NUL ? '\0' : '\n';

    *records->number += records->over ? 1 : 0;
    records->over = false;
    if (records->ended) {
        return leave_input(records, record);
    }
    size_t left = records->octets.n - records->at;
    size_t n = left < records->piece ? left : records->piece;
    if (n == 0) {
        return false;
    }
    const unsigned char *at = records->single ? NULL : memchr(from, end, n);
    return at != NULL ? close_record(records, record, (size_t)(at - from))
                      : leave_open(records, record, n);
}
