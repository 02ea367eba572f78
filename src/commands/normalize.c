#include "config.h"

#include "cli/commands.h"
#include "furl/url/canonical.h"
#include "url_records.h"

void normalize(struct job *job)
{
    struct output *output = &job->output;
    struct url_records *records = job_state(job, sizeof *records);

    if (records == NULL) {
        return;
    }
    records->keeps_fragment = job->options->keep_fragment;
    records->passes_malformed = !job->options->strict;
    records->passes_ends = true;
    records->mark = RECORDS_MARK_PASSES;
    bool fine = url_records_begin(records, job);
    while (fine && url_records_next(records)) {
        struct furl_result result = {.error = FURL_FINE};
        unsigned char *to = output_reserve(output, url_records_room(records));
        if (to != NULL) {
            result = url_records_canonical(records, to);
        }
        if (to != NULL && result.error == FURL_FINE && !output_failed(output)) {
            output_commit(output, job->options->display ? furl_display(to, result.n) : result.n);
        }
        url_records_end(records, result);
    }
    url_records_free(records);
}
