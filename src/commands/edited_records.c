#include "config.h"

#include "edited_records.h"

#include <stdio.h>
#include <stdlib.h>

/* Returns the nth name of a settable part, among the parts whose bits `table` has. */
static const char *part_name(const void *table, size_t nth)
{
    const struct field_name *name = field_names;

    for (; name->text != NULL; name++) {
        const bool is_one = name->may_be_set && name->how != NAME_PARAM &&
                            (*(const unsigned *)table >> field_part(name) & 1) != 0;
        if (is_one && nth == 0) {
            break;
        }
        nth -= is_one ? 1 : 0;
    }
    return name->text;
}

/* Writes the name of the set part, which the scheme lacks, and the names of the scheme's parts. */
static void say_no_such_part(const struct furl_parts *parts, char out[PHRASE_SIZE])
{
    const bool opaque = parts->known != NULL && parts->known->delimiter == FURL_COLON;
    const unsigned of_host = 1u << FURL_URL_USERINFO | 1u << FURL_URL_HOST | 1u << FURL_URL_PORT;
    const unsigned has = furl_allowed_parts(parts) & ~(opaque ? of_host : 0);
    char scheme[QUOTED_SIZE], choices[PHRASE_SIZE];
    unsigned lacks = 0;

    for (enum furl_url_part part = 0; part < FURL_PARTS_MAX; part++) {
        lacks |= parts->of[part].ptr != NULL ? 1u << part & ~has : 0;
    }
    snprintf(out, PHRASE_SIZE, "the scheme '%s' has no %s%s", quote_range(parts->scheme, scheme),
             part_name(&lacks, 0), say_choices(choices, "; set only ", part_name, &has));
}

/* Edits and writes the canonical form of a URL. If there is none, edits the URL itself, because an
 * edit can add a missing part. */
static struct furl_result put_edited(struct edited_records *records, struct furl_range url,
                                     const struct furl_parts *form)
{
    struct url_records *urls = &records->urls;
    struct furl_editor *editor = &records->edits.editor;
    struct output *output = &urls->run->output;

    if (!output_has_memory(output, furl_editor_reserve(editor, url.n))) {
        return (struct furl_result){.error = FURL_FINE};
    }
    struct furl_result result = furl_edit(editor, &urls->canonical, url, form);
    if (result.error == FURL_FINE) {
        url_records_sort(urls, &editor->form, editor->url);
        if (urls->run->options->display) {
            struct furl_range edited = {editor->url, result.n};
            furl_split_to(&urls->form, &urls->canonical.splitter, edited, NULL);
            result.n = furl_decode_for_display(&urls->form, editor->url);
        }
        output_data(output, editor->url, result.n);
    } else if (result.error == FURL_NO_SUCH_PART && diagnostics_show(&urls->run->diagnostics)) {
        say_no_such_part(&editor->parts, urls->why);
    }
    return result;
}

/* Sets `meets` to whether the URL of the record meets the conditions of --where. */
static bool test_record(struct edited_records *records, bool *meets)
{
    struct fields fields = {.url = records->urls.split.url};

    return output_has_memory(
        &records->urls.run->output,
        fields_fill(records->source, records->conditions.needs, &fields) &&
            conditions_test(&records->conditions, records->source, &fields, meets));
}

/* Writes the record, with the edits of its URL if the URL meets the conditions. */
static struct furl_result edit_record(struct edited_records *records)
{
    struct url_records *urls = &records->urls;
    struct output *output = &urls->run->output;
    struct furl_result form = {.error = FURL_FINE};
    bool meets = true;

    if (!output_has_memory(output,
                           furl_buffer_reserve(&records->canonical, url_records_room(urls)))) {
        return form;
    }
    form = url_records_canonical(urls, records->canonical.ptr);
    bool fine = form.error == FURL_FINE;
    if (output_failed(output) || (fine && form.n == 0) || form.error == FURL_UNRESOLVED ||
        urls->inside.error != FURL_FINE || (!fine && !urls->keeps_fragment)) {
        return form;
    }
    if (urls->run->options->wheres_n > 0 && !(test_record(records, &meets) && meets)) {
        output_data(output, urls->piece.octets.ptr, meets ? 0 : urls->piece.octets.n);
        return (struct furl_result){.error = FURL_FINE};
    }
    if (urls->run->options->edits_n == 0) {
        output_data(output, records->canonical.ptr, fine ? form.n : 0);
        return form;
    }
    struct furl_result result =
        put_edited(records, fine ? urls->form.url : urls->split.url, fine ? &urls->form : NULL);
    return result.error == form.error ? form : result; /* `form` has the offset */
}

/* Writes the canonical form of the record's URL. */
static struct furl_result normalize_record(struct edited_records *records)
{
    struct url_records *urls = &records->urls;
    struct output *output = &urls->run->output;
    struct furl_result result = {.error = FURL_FINE};
    unsigned char *to = output_reserve(output, url_records_room(urls));

    if (to != NULL) {
        result = url_records_canonical(urls, to);
    }
    if (to != NULL && result.error == FURL_FINE && !output_failed(output)) {
        output_commit(output, urls->run->options->display && result.n > 0
                                  ? furl_decode_for_display(&urls->form, to)
                                  : result.n);
    }
    return result;
}

void edit_records(struct run *run, bool keeps_fragment)
{
    struct edited_records *records = run->state;
    struct url_records *urls = &records->urls;
    const bool is_plain = run->options->edits_n == 0 && run->options->wheres_n == 0;

    urls->keeps_fragment = keeps_fragment;
    urls->wants_form = !is_plain || run->options->display;
    urls->passes_malformed = !run->options->strict;
    urls->passes_ends = true;
    urls->bom = RECORDS_BOM_PASSES;
    if (edits_init(&records->edits, run) &&
        conditions_init(&records->conditions, run, NEEDS_IN_RECORD) &&
        ((records->conditions.needs & NEEDS_ALONE) == 0 ||
         output_has_memory(&run->output, (records->source = field_source_new()) != NULL)) &&
        url_records_begin(urls, run)) {
        while (url_records_next(urls)) {
            url_records_end(urls, is_plain ? normalize_record(records) : edit_record(records));
        }
    }
    run_note_count(run, "fragments dropped", urls->fragments, "; use --keep-fragment to keep them");
    url_records_free(urls);
    edits_free(&records->edits);
    conditions_free(&records->conditions);
    field_source_free(records->source);
    free(records->canonical.ptr);
}
