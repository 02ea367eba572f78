#include "config.h"

#include <stdlib.h>

#include "cli/commands.h"
#include "cli/edits.h"
#include "url_records.h"

struct edited_records {
    struct url_records urls;
    struct edits edits;
    struct furl_buffer canonical;
};

/* Edits and writes a URL: its canonical form, or, if it has none, the URL of the record, which may
 * lack what an edit gives it. */
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
        output_data(output, editor->url, result.n);
    }
    return result;
}

static struct furl_result edit_record(struct edited_records *records)
{
    struct url_records *urls = &records->urls;
    struct output *output = &urls->run->output;
    struct furl_result form = {.error = FURL_FINE};

    if (!output_has_memory(output,
                           furl_buffer_reserve(&records->canonical, url_records_room(urls)))) {
        return form;
    }
    form = url_records_canonical(urls, records->canonical.at);
    bool fine = form.error == FURL_FINE;
    if (output_failed(output) || (fine && form.n == 0) || form.error == FURL_UNRESOLVED ||
        urls->inside.error != FURL_FINE) {
        return form;
    }
    if (urls->run->options->edits_n == 0) {
        output_data(output, records->canonical.at, fine ? form.n : 0);
        return form;
    }
    struct furl_result result =
        put_edited(records, fine ? urls->form.url : urls->split.url, fine ? &urls->form : NULL);
    return result.error == form.error ? form : result; /* `form` has the offset */
}

static void edit(struct run *run)
{
    struct edited_records *records = run->state;

    struct url_records *urls = &records->urls;
    urls->keeps_fragment = urls->wants_form = true;
    urls->passes_malformed = !run->options->strict;
    urls->passes_ends = true;
    urls->mark = RECORDS_MARK_PASSES;
    if (edits_init(&records->edits, run) && url_records_begin(urls, run)) {
        while (url_records_next(urls)) {
            url_records_end(urls, edit_record(records));
        }
    }
    url_records_free(urls);
    edits_free(&records->edits);
    free(records->canonical.at);
}

const struct work edit_work = {
    .purpose = "Set, add or drop parts of each URL.",
    .examples = "  $ fidourl edit --drop 'param.utm_*' --set scheme=https -e 'http://a?utm_x=1&b'\n"
                "  https://a/?b\n",
    .malformed = "1 invalid URL",
    .state = sizeof(struct edited_records),
    .run = edit,
};
