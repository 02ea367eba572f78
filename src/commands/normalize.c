#include "config.h"

#include "cli/commands.h"
#include "furl/url/canonical.h"
#include "url_records.h"

static void normalize(struct run *run)
{
    struct output *output = &run->output;
    struct url_records *records = run->state;

    records->keeps_fragment = run->options->keep_fragment;
    records->wants_form = run->options->display;
    records->passes_malformed = !run->options->strict;
    records->passes_ends = true;
    records->mark = RECORDS_MARK_PASSES;
    bool fine = url_records_begin(records, run);
    while (fine && url_records_next(records)) {
        struct furl_result result = {.error = FURL_FINE};
        unsigned char *to = output_reserve(output, url_records_room(records));
        if (to != NULL) {
            result = url_records_canonical(records, to);
        }
        if (to != NULL && result.error == FURL_FINE && !output_failed(output)) {
            output_commit(output, run->options->display && result.n > 0
                                      ? furl_readable(&records->form, to)
                                      : result.n);
        }
        url_records_end(records, result);
    }
    run_note_n(run, "fragments dropped", records->fragments, "; --keep-fragment keeps them");
    url_records_free(records);
}

const struct work normalize_work = {
    .purpose = "Convert each URL to its canonical form.",
    .examples = "  changed                     rules    example            becomes\n"
                "  scheme, host, default port  all      HTTP://A.b:80      http://a.b/\n"
                "  escapes                     all      http://a/%7e|      http://a/~%7C\n"
                "  wrapping, \"%%\", fragment    all      <URL:http://a/#b>  http://a/\n"
                "  delimiters, spaces, dashes  fidourl  area:x%20y/---?a=  area://x+y/--%2D?a\n",
    .malformed = "1 invalid URL",
    .state = sizeof(struct url_records),
    .run = normalize,
};
