#include "config.h"

#include "records.h"

#include <assert.h>
#include <string.h>

#include "furl/core/utf8.h"
#include "output.h"

void records_begin(struct records *records, struct input *input)
{
    records->kernels = furl_choose_kernels();
    records->input = input;
    records->single = records->ended_by == RECORDS_BY_INPUT || input->typed;
    records->begun = records->ended = records->held = false;
    records->open = records->single; /* the record ends with the input */
    records->octets = (struct furl_range){records->block->ptr, 0};
    records->pos = records->kept = 0;
}

bool records_feed(struct records *records, size_t n)
{
    const unsigned char *ptr = records->block->ptr;
    bool ended = n == 0;
    size_t marked = 0;

    assert(n <= records->block->n - records->kept);
    n += records->kept;
    if (!records->begun && records->bom != RECORDS_BOM_IS_DATA) {
        if (!ended && n < FURL_BOM_SIZE && memcmp(ptr, FURL_BOM, n) == 0) {
            records->kept = n;
            return false;
        }
        marked = furl_bom(ptr, n);
    }
    records->begun = true;
    records->ended = n == 0;
    records->kept = 0;
    records->octets = (struct furl_range){ptr, n};
    records->pos = marked;
    return marked > 0 && records->bom == RECORDS_BOM_PASSES;
}

/* Sets `record` to the next `n` octets of a record that continues. */
static bool set_record(struct records *records, struct records_piece *record,
                       const unsigned char *octets, size_t n)
{
    *record = (struct records_piece){{octets, n}, false, terminator_none};
    records->open = true;
    return n > 0;
}

/* Sets `record` to the rest at the end of the input. Returns false if there is no rest. */
static bool leave_input(struct records *records, struct records_piece *record)
{
    bool text = records->input->typed && records->ended_by != RECORDS_BY_INPUT;
    bool nul = records->ended_by == RECORDS_BY_NUL;
    struct furl_range terminator = nul ? terminator_nul : terminator_lf;

    if (!records->open) {
        return false;
    }
    *record = (struct records_piece){terminator_none, true, text ? terminator : terminator_none};
    records->open = false;
    records->over = true;
    return true;
}

bool records_next_part(struct records *records, struct records_piece *record, size_t n)
{
    const unsigned char *octets = records->octets.ptr + records->pos;

    assert(records->pos <= records->octets.n && n <= records->octets.n - records->pos);
    if (records->ended ? records->input->error != 0 : n == 0) {
        return false; /* the record is incomplete or continues */
    }
    if (records->held) {
        records->held = false;
        return set_record(records, record, (const unsigned char *)"\r", 1);
    }
    if (records->ended) {
        return leave_input(records, record);
    }
    records->held =
        !records->single && records->ended_by == RECORDS_BY_LINE && octets[n - 1] == '\r';
    records->pos += n;
    return set_record(records, record, octets, records->held ? n - 1 : n);
}
