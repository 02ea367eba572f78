#include "config.h"

#include "records.h"

#include <string.h>

#include "furl/base/utf8.h"

void records_begin(struct records *records, struct input *input)
{
    records->kernels = furl_kernels();
    records->input = input;
    records->whole = records->ended_by == RECORDS_WHOLE || input_is_text(input);
    records->begun = records->ended = records->closes = records->held = false;
    records->open = records->whole; /* it has no end before that of the input */
    records->octets.n = records->at = records->from = 0;
    records->nth = records->noted = 0;
    records->stretch.n = 0;
}

/* Reads enough of an input to tell whether it begins with the mark, and copies
 * that to the output or drops it. Returns how many octets the block has. */
static size_t read_first(struct records *records)
{
    const struct input_block *block = records->block;
    size_t n = 0, some = 0;

    if (records->mark == RECORDS_MARK_IS_DATA) {
        return input_read(records->input, records->output, block->at, block->n);
    }
    do {
        some = input_read(records->input, records->output, block->at + n, block->n - n);
        n += some;
    } while (some > 0 && n < FURL_BOM_SIZE && memcmp(block->at, FURL_BOM, n) == 0);
    if (n >= FURL_BOM_SIZE && memcmp(block->at, FURL_BOM, FURL_BOM_SIZE) == 0) {
        if (records->mark == RECORDS_MARK_PASSES) {
            output_data(records->output, FURL_BOM, FURL_BOM_SIZE);
        }
        records->at = FURL_BOM_SIZE;
    }
    return n;
}

/* Reads on. Returns whether there were octets. */
static bool read_on(struct records *records)
{
    const struct input_block *block = records->block;
    size_t n = 0;

    records->at = 0;
    if (records->begun) {
        n = input_read(records->input, records->output, block->at, block->n);
    } else {
        n = read_first(records);
    }
    records->begun = true;
    records->octets = (struct furl_range){block->at, n};
    records->from = records->at;
    return n > 0;
}

static void set_stretch(struct records *records, const unsigned char *octets, size_t n, bool closes,
                        struct furl_range terminator)
{
    records->stretch = (struct furl_range){octets, n};
    records->closes = closes;
    records->terminator = terminator;
}

/* Sets the stretch to the CR that was held back: it is data. */
static void release_held(struct records *records)
{
    records->held = false;
    set_stretch(records, (const unsigned char *)"\r", 1, false, terminator_none);
}

/* Sets the stretch to the octets before the next noted end. A CR before LF is
 * part of the terminator. */
static void close_record(struct records *records)
{
    const unsigned char *octets = records->octets.at + records->at;
    size_t n = records->ends[records->nth] - records->at;

    if (records->held && n > 0) {
        release_held(records);
        return;
    }
    records->at = records->ends[records->nth++] + 1;
    if (records->ended_by == RECORDS_BY_NUL) {
        set_stretch(records, octets, n, true, terminator_nul);
        return;
    }
    bool cr = n > 0 ? octets[n - 1] == '\r' : records->held;
    records->held = false;
    set_stretch(records, octets, n > 0 && cr ? n - 1 : n, true,
                cr ? terminator_cr_lf : terminator_lf);
}

/* Sets the stretch to the octets after the last end in the block. */
static void leave_open(struct records *records)
{
    const unsigned char *octets = records->octets.at + records->at;
    size_t n = records->octets.n - records->at;

    if (records->held) {
        release_held(records);
        return;
    }
    records->held =
        !records->whole && records->ended_by == RECORDS_BY_LINE && octets[n - 1] == '\r';
    records->open = true;
    records->at = records->octets.n;
    set_stretch(records, octets, records->held ? n - 1 : n, false, terminator_none);
}

/* Sets the stretch to what the end of the input leaves. Returns whether there
 * is anything. */
static bool leave_input(struct records *records)
{
    if (output_failed(records->output) || records->input->error != 0) {
        return false; /* the record is cut: do not end it */
    }
    if (records->held) {
        release_held(records);
        return true;
    }
    bool text = input_is_text(records->input) && records->ended_by != RECORDS_WHOLE;
    bool nul = records->ended_by == RECORDS_BY_NUL;
    set_stretch(records, NULL, 0, records->open,
                !text ? terminator_none
                : nul ? terminator_nul
                      : terminator_lf);
    return records->open;
}

/* Notes the next ends in the block, or sets the stretch if there is none.
 * Returns whether anything is left. Finds many ends in a call: one call each
 * would take longer than the record. */
static bool find_stretch(struct records *records)
{
    if (records->at == records->octets.n && !records->ended && !read_on(records)) {
        records->ended = true;
    }
    if (records->ended || output_failed(records->output)) {
        return leave_input(records);
    }
    if (!records->whole && records->from < records->octets.n) {
        unsigned char end = records->ended_by == RECORDS_BY_NUL ? '\0' : '\n';
        records->nth = 0;
        records->noted = records->kernels->places(records->octets.at, records->octets.n, end,
                                                  &records->from, records->ends);
    }
    bool none = records->nth == records->noted;
    if (none && records->at < records->octets.n &&
        (records->whole || records->from == records->octets.n)) {
        leave_open(records);
    }
    return true;
}

/* Sets `record` to the whole record before the next noted end, the usual case.
 * Returns false if a CR is held back, or it is longer than a piece. */
static inline bool next_whole(struct records *records, struct record *record)
{
    const unsigned char *octets = records->octets.at + records->at;
    size_t n = records->ends[records->nth] - records->at;

    if (records->held || n > records->piece) {
        return false;
    }
    bool nul = records->ended_by == RECORDS_BY_NUL;
    bool cr = !nul && n > 0 && octets[n - 1] == '\r';
    record->octets.at = octets;
    record->octets.n = n - (cr ? 1 : 0);
    record->ends = true;
    record->terminator = nul ? terminator_nul : cr ? terminator_cr_lf : terminator_lf;
    records->at += n + 1;
    records->nth++;
    records->open = false;
    records->judged = true;
    return true;
}

/* Sets `record` to what comes next of the stretch. */
static void next_piece(struct records *records, struct record *record)
{
    size_t n = records->stretch.n < records->piece ? records->stretch.n : records->piece;

    record->octets = (struct furl_range){records->stretch.at, n};
    record->ends = records->closes && n == records->stretch.n;
    record->terminator = records->terminator;
    furl_skip(&records->stretch, n);
    records->open = !record->ends;
    if (record->ends) {
        records->closes = false;
        records->judged = true;
    }
}

bool records_next(struct records *records, struct record *record)
{
    *records->number += records->judged ? 1 : 0;
    records->judged = false;
    while (records->stretch.n == 0 && !records->closes) {
        bool noted = records->nth < records->noted;
        if (noted && next_whole(records, record)) {
            return true;
        }
        if (noted) {
            close_record(records);
        } else if (!find_stretch(records)) {
            return false;
        }
    }
    next_piece(records, record);
    return true;
}
