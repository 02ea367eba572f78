#include "config.h"

#include "url_records.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/diagnostics.h"
#include "furl/url/url.h"

/* Makes room for `n` octets of a record, for joining and for resolving. Does this at once, so that
 * a lack of memory shows before a long record is collected. If memory ran out, fails the output and
 * returns false. */
static bool reserve_record(struct url_records *records, size_t n)
{
    return output_has_memory(&records->run->output,
                             furl_buffer_reserve(&records->collected, n) &&
                                 furl_buffer_reserve(&records->scratch, n) &&
                                 furl_buffer_reserve(&records->resolved, n + records->base.added));
}

/* Writes octets of a malformed record, or drops them. */
static void pass_through(struct url_records *records, struct furl_range octets)
{
    if (records->passes_malformed) {
        output_data(&records->run->output, octets.ptr, octets.n);
    }
}

void url_records_sort(struct url_records *records, const struct furl_parts *parts,
                      unsigned char *url)
{
    output_has_memory(&records->run->output,
                      !records->sorts || furl_params_sort(&records->sorter, parts, url));
}

/* Writes the canonical form of `split`. */
static inline struct furl_result put_canonical(struct url_records *records, unsigned char *out)
{
    struct furl_parts *parts = &records->form;
    struct furl_result result =
        furl_canonical_write(&records->canonical, &records->split, out,
                             records->wants_form || records->sorts ? parts : NULL);

    if (result.error == FURL_FINE) {
        url_records_sort(records, parts, out);
    }
    return result;
}

/* Like put, for the URL inside the record, resolved if there is a base. */
static struct furl_result put_inside(struct url_records *records, unsigned char *out)
{
    struct furl_range url = records->inside.url;

    if (records->base.added > 0) {
        struct furl_result result =
            furl_resolve(&records->splitter, &records->base.split, url, records->resolved.ptr);
        if (result.error != FURL_FINE) {
            return result;
        }
        url = (struct furl_range){records->resolved.ptr, result.n};
        records->resolves = true;
    }
    furl_split_to(&records->split, &records->canonical.splitter, url, NULL);
    bool drops = !records->keeps_fragment && records->split.fragment.ptr != NULL;
    if (drops) {
        records->split.fragment = (struct furl_range){NULL, 0};
    }
    struct furl_result result = put_canonical(records, out);
    records->fragments += drops && result.error == FURL_FINE ? 1 : 0;
    return result;
}

/* Sets `inside` and `split` for a record in which nothing must be joined, dropped or resolved.
 * Returns false for other records. */
static bool split_record(struct url_records *records)
{
    struct furl_range octets = records->piece.octets;

    records->resolves = false;
    if (furl_may_be_delimited(octets)) {
        furl_unwrap_record(&records->inside, octets, NULL);
    }
    if (records->base.added > 0) {
        return false;
    }
    furl_split_to(&records->split, &records->canonical.splitter, records->inside.url, NULL);
    return records->split.fragment.ptr == NULL;
}

struct furl_result url_records_canonical(struct url_records *records, unsigned char *out)
{
    const struct furl_result none = {.error = FURL_FINE};
    struct furl_range octets = records->piece.octets;

    if (split_record(records)) { /* the fast path */
        struct furl_result result = put_canonical(records, out);
        if (result.error == FURL_FINE) {
            return result;
        }
    }
    if (!reserve_record(records, octets.n)) {
        return none;
    }
    furl_unwrap_record(&records->inside, octets, records->scratch.ptr);
    if (records->inside.error != FURL_FINE) {
        return (struct furl_result){.error = records->inside.error};
    }
    return records->inside.url.n > 0 || records->base.added > 0 ? put_inside(records, out) : none;
}

static void end_record(struct url_records *records, bool malformed, struct furl_range terminator)
{
    if (records->passes_ends && (!malformed || records->passes_malformed)) {
        output_end(&records->run->output, terminator);
    }
}

/* Returns the column of an error at an offset in split.url. If joining failed, returns the column
 * of the failure. An error in a resolved reference has the column of its start. */
static uint64_t column_of(const struct url_records *records, size_t where)
{
    const struct furl_unwrapped *inside = &records->inside;

    return 1 + (uint64_t)(inside->error != FURL_FINE
                              ? inside->where
                              : furl_unwrapped_offset(inside, records->resolves ? 0 : where));
}

void url_records_end(struct url_records *records, struct furl_result result)
{
    bool malformed = result.error != FURL_FINE;

    if (malformed) {
        run_malformed(records->run, column_of(records, result.where), 1,
                      records->why[0] != '\0' ? records->why : furl_error_text(result.error));
        records->why[0] = '\0';
        pass_through(records, records->piece.octets);
    }
    end_record(records, malformed, records->piece.terminator);
}

/* Collects a piece of a record, or passes it through if the record is too long. */
static void collect_piece(struct url_records *records, struct furl_range octets)
{
    if (!records->too_long && octets.n > records->run->options->max_length - records->used) {
        records->too_long = true;
        pass_through(records, (struct furl_range){records->collected.ptr, records->used});
    }
    if (records->too_long) {
        pass_through(records, octets);
    } else if (octets.n > 0 && reserve_record(records, records->used + octets.n)) {
        memcpy(records->collected.ptr + records->used, octets.ptr, octets.n);
        records->used += octets.n;
    }
}

static void report_long_record(struct url_records *records)
{
    size_t max_length = records->run->options->max_length;
    char text[PHRASE_SIZE];

    snprintf(text, sizeof text, "the record is longer than %zu bytes; use --max-length",
             max_length);
    run_malformed(records->run, (uint64_t)max_length + 1, 1, text);
}

/* Sets `piece` to the next octets of a record, from any input. Returns false at the end. */
static bool next_piece(struct url_records *records)
{
    while (!records->reads || !run_next_record(records->run, &records->records, &records->piece)) {
        struct input *input = inputs_next(&records->inputs, records->run);
        if (input == NULL) {
            return false;
        }
        records->used = 0; /* drops an incomplete record */
        records->too_long = false;
        records->reads = true;
        records_begin(&records->records, input);
    }
    return true;
}

/* Sets the octets of a complete record. Returns true. */
static bool complete(struct url_records *records, struct furl_range octets)
{
    records->piece.octets = octets;
    records->inside.url = octets;
    records->inside.record = octets;
    records->inside.error = FURL_FINE;
    records->inside.joined = NULL;
    return true;
}

bool url_records_next(struct url_records *records)
{
    struct records_piece *piece = &records->piece;
    size_t max_length = records->run->options->max_length;

    records->used = 0;
    while (next_piece(records)) {
        bool first = records->used == 0 && !records->too_long;
        size_t n = piece->octets.n;
        if (first && piece->ends && n > 0 && n <= max_length) {
            return complete(records, piece->octets);
        }
        collect_piece(records, piece->octets);
        if (piece->ends && !records->too_long && records->used > 0) {
            return complete(records, (struct furl_range){records->collected.ptr, records->used});
        }
        if (piece->ends) {
            if (records->too_long) {
                report_long_record(records);
            }
            end_record(records, records->too_long, piece->terminator);
            records->used = 0;
            records->too_long = false;
        }
    }
    return false;
}

/* Reads the base like a record, inside the sandbox, because the base can be untrusted. Returns the
 * result of url_records_begin. */
static bool read_base(struct url_records *records)
{
    struct run *run = records->run;
    struct base *base = &records->base;

    if (run->options->base == NULL) {
        return true;
    }
    struct furl_range text = furl_range_of(run->options->base);
    base->memory = malloc(text.n + FURL_CANONICAL_MAX(text.n));
    if (!output_has_memory(&run->output, base->memory != NULL)) {
        return false;
    }
    struct furl_unwrapped inside;
    furl_unwrap_record(&inside, text, base->memory);
    struct furl_result form = {.error = inside.error};
    if (form.error == FURL_FINE) {
        furl_canonical_init(&records->canonical, NULL); /* by the rules of its scheme */
        base->split = furl_split(&records->splitter, inside.url, NULL);
        base->split.fragment = (struct furl_range){NULL, 0};
        base->added = FURL_RESOLVED_MAX(base->split.url.n, 0);
        form = furl_canonical_write(&records->canonical, &base->split, base->memory + text.n, NULL);
        furl_canonical_init(&records->canonical, run->options->rules);
    }
    if (form.error != FURL_FINE) {
        run_raise(run, STATUS_ERROR);
        char quoted[QUOTED_SIZE];
        return usage_error(run->options->command, "--base '%s': %s",
                           quote(run->options->base, quoted), furl_error_text(form.error));
    }
    return true;
}

bool url_records_begin(struct url_records *records, struct run *run)
{
    records->run = run;
    records->sorts = run->options->sort_params;
    records->splitter = furl_splitter_for(FURL_AS_SCHEME);
    records->records = run_records(run, records->bom);
    records->records.piece = SIZE_MAX;
    furl_canonical_init(&records->canonical, run->options->rules);
    return read_base(records);
}

void url_records_free(struct url_records *records)
{
    furl_params_free(&records->sorter);
    free(records->base.memory);
    free(records->collected.ptr);
    free(records->scratch.ptr);
    free(records->resolved.ptr);
}
