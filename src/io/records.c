#include "config.h"

#include "records.h"

#include <string.h>

#include "furl/base/utf8.h"
#include "output.h"

void records_begin(struct records *records, struct input *input)
{
    records->input = input;
    records->single = records->ended_by == RECORDS_BY_INPUT || input_is_text(input);
    records->begun = records->ended = records->closes = records->held = false;
    records->open = records->single; /* it ends with the input */
    records->octets.n = records->at = records->kept = 0;
    records->stretch.n = 0;
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

static inline void set_stretch(struct records *records, const unsigned char *octets, size_t n,
                               bool closes, const struct furl_range *terminator)
{
    records->stretch = (struct furl_range){octets, n};
    records->closes = closes;
    records->terminator = terminator;
}

/* Sets the stretch to the CR that was held back, which is data. */
static void release_held(struct records *records)
{
    records->held = false;
    set_stretch(records, (const unsigned char *)"\r", 1, false, &terminator_none);
}

/* Sets the stretch to the `n` octets before the next end. A CR before LF is part of the terminator.
 */
static inline void close_record(struct records *records, size_t n)
{
    const unsigned char *octets = records->octets.at + records->at;

    if (records->held && n > 0) {
        release_held(records);
        return;
    }
    records->at += n + 1;
    if (records->ended_by == RECORDS_BY_NUL) {
        set_stretch(records, octets, n, true, &terminator_nul);
        return;
    }
    bool cr = n > 0 ? octets[n - 1] == '\r' : records->held;
    records->held = false;
    set_stretch(records, octets, n > 0 && cr ? n - 1 : n, true,
                cr ? &terminator_cr_lf : &terminator_lf);
}

/* Sets the stretch to the octets after the last end of the block. */
static void leave_open(struct records *records)
{
    const unsigned char *octets = records->octets.at + records->at;
    size_t n = records->octets.n - records->at;

    if (records->held) {
        release_held(records);
        return;
    }
    records->held =
        !records->single && records->ended_by == RECORDS_BY_LINE && octets[n - 1] == '\r';
    records->open = true;
    records->at = records->octets.n;
    set_stretch(records, octets, records->held ? n - 1 : n, false, &terminator_none);
}

/* Sets the stretch to what is left at the end of the input. Returns whether there is anything. */
static bool leave_input(struct records *records)
{
    if (records->input->error != 0) {
        return false; /* the record is incomplete */
    }
    if (records->held) {
        release_held(records);
        return true;
    }
    bool text = input_is_text(records->input) && records->ended_by != RECORDS_BY_INPUT;
    bool nul = records->ended_by == RECORDS_BY_NUL;
    set_stretch(records, NULL, 0, records->open,
                !text ? &terminator_none
                : nul ? &terminator_nul
                      : &terminator_lf);
    return records->open;
}

/* Sets the stretch to the next octets of the block. Returns whether anything is left. */
static inline bool find_stretch(struct records *records)
{
    if (records->ended) {
        return leave_input(records);
    }
    if (records->at == records->octets.n) {
        return false;
    }
    const unsigned char *from = records->octets.at + records->at;
    int end = records->ended_by == RECORDS_BY_NUL ? '\0' : '\n';
    const unsigned char *at =
        records->single ? NULL : memchr(from, end, records->octets.n - records->at);
    if (at != NULL) {
        close_record(records, (size_t)(at - from));
    } else {
        leave_open(records);
    }
    return true;
}

/* Sets `record` to the next octets of the stretch. */
static void next_piece(struct records *records, struct record *record)
{
    size_t n = records->stretch.n < records->piece ? records->stretch.n : records->piece;

    record->octets = (struct furl_range){records->stretch.at, n};
    record->ends = records->closes && n == records->stretch.n;
    record->terminator = *records->terminator;
    furl_skip(&records->stretch, n);
    records->open = !record->ends;
    if (record->ends) {
        records->closes = false;
        records->over = true;
    }
}

bool records_next(struct records *records, struct record *record)
{
    *records->number += records->over ? 1 : 0;
    records->over = false;
    while (records->stretch.n == 0 && !records->closes) {
        if (!find_stretch(records)) {
            return false;
        }
    }
    next_piece(records, record);
    return true;
}
