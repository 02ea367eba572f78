#include "config.h"

#include "records.h"

#include <string.h>

#include "furl/octets/utf8.h"

static void give(struct records *records, const unsigned char *octets, size_t n)
{
    for (size_t some = 0; n > 0; octets += some, n -= some) {
        some = n < RECORDS_PIECE ? n : RECORDS_PIECE;
        records->taker.data(records->taker.context, (struct furl_range){octets, some});
    }
}

static void end(struct records *records, struct furl_range terminator)
{
    records->taker.end(records->taker.context, terminator);
    records->open = false;
    ++*records->number;
}

/* Gives octets that end a record, and ends it. */
static void give_last(struct records *records, const unsigned char *octets, size_t n,
                      struct furl_range terminator)
{
    if (records->taker.record == NULL || records->open || n == 0) {
        give(records, octets, n);
        end(records, terminator);
        return;
    }
    records->taker.record(records->taker.context, (struct furl_range){octets, n}, terminator);
    ++*records->number;
}

/* Gives the CR held back, if there is one: it is data. */
static void give_held(struct records *records)
{
    if (records->held) {
        give(records, (const unsigned char *)"\r", 1);
        records->held = false;
    }
}

/* The octets of a line that LF ended: a CR before that is part of the terminator. */
static void end_line(struct records *records, const unsigned char *octets, size_t n)
{
    bool cr = n > 0 ? octets[n - 1] == '\r' : records->held;

    if (n > 0) {
        give_held(records);
    }
    records->held = false;
    give_last(records, octets, n > 0 && cr ? n - 1 : n, cr ? terminator_cr_lf : terminator_lf);
}

/* Some octets of a line that goes on. */
static void open_line(struct records *records, const unsigned char *octets, size_t n)
{
    give_held(records);
    records->held = octets[n - 1] == '\r';
    give(records, octets, records->held ? n - 1 : n);
    records->open = true;
}

/* Some octets of what goes on until NUL. */
static void open_by_nul(struct records *records, const unsigned char *octets, size_t n)
{
    give(records, octets, n);
    records->open = true;
}

/* Takes octets, in which records may end. Finds all ends at once: a call for each would take longer
 * than a record does. */
static void split_records(struct records *records, const unsigned char *octets, size_t n)
{
    bool by_nul = records->ended_by == RECORDS_BY_NUL;
    size_t from = 0, at = 0;

    while (from < n) {
        size_t ends[FURL_NOTED_MAX];
        size_t noted = records->kernels->places(octets, n, by_nul ? '\0' : '\n', &from, ends);
        for (size_t i = 0; i < noted; at = ends[i++] + 1) {
            if (by_nul) {
                give_last(records, octets + at, ends[i] - at, terminator_nul);
            } else {
                end_line(records, octets + at, ends[i] - at);
            }
        }
    }
    if (at < n) {
        (by_nul ? open_by_nul : open_line)(records, octets + at, n - at);
    }
}

/* Reads what an input begins with: enough to know whether that is the mark, which passes to the
 * output at once or is dropped. Returns how many octets are in `block`, and sets `at` to the first
 * after it. */
static size_t read_first(struct records *records, struct input *input, size_t *at)
{
    const struct input_block *block = records->block;
    size_t n = 0, some = 0;

    do {
        some = input_read(input, records->output, block->at + n, block->n - n);
        n += some;
    } while (some > 0 && n < FURL_BOM_SIZE && memcmp(block->at, FURL_BOM, n) == 0);
    *at = 0;
    if (n >= FURL_BOM_SIZE && memcmp(block->at, FURL_BOM, FURL_BOM_SIZE) == 0) {
        if (records->taker.mark == RECORDS_MARK_PASSES) {
            output_data(records->output, FURL_BOM, FURL_BOM_SIZE);
        }
        *at = FURL_BOM_SIZE;
    }
    return input->error == 0 ? n : 0;
}

/* Takes octets of the input: records, or parts of them. */
static void split(struct records *records, bool whole, const unsigned char *octets, size_t n)
{
    if (whole) {
        give(records, octets, n);
    } else {
        split_records(records, octets, n);
    }
}

void records_read(struct records *records, struct input *input)
{
    const struct input_block *block = records->block;
    struct output *output = records->output;
    bool whole =
        records->ended_by == RECORDS_WHOLE || input_is_text(input) || records->taker.streams;
    size_t at = 0;
    size_t n = records->taker.mark == RECORDS_MARK_IS_DATA
                   ? input_read(input, output, block->at, block->n)
                   : read_first(records, input, &at);

    records->open = records->held = false;
    while (n > 0 && !output_failed(output)) {
        split(records, whole, block->at + at, n - at);
        at = 0;
        n = input_read(input, output, block->at, block->n);
    }
    if (output_failed(records->output)) {
        return; /* the record did not end, and must not be judged */
    }
    if (input->error != 0) {
        records->taker.cut(records->taker.context);
        return;
    }
    give_held(records);
    if (input_is_text(input) && records->ended_by != RECORDS_WHOLE) {
        end(records, records->ended_by == RECORDS_BY_NUL ? terminator_nul : terminator_lf);
    } else if (records->open || whole) {
        end(records, terminator_none);
    }
}
