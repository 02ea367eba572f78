#include "config.h"

#include "commands.h"
#include "furl/text/delimiters.h"
#include "furl/url/display.h"
#include "urls.h"

struct normalizer {
    struct urls urls;
    struct furl_split split; /* of what is written at once */
};

/* Writes the canonical form of a URL. */
static inline struct furl_result write_url(struct normalizer *normalizer,
                                           const struct furl_split *split)
{
    struct job *job = normalizer->urls.job;
    unsigned char *to = output_reserve(&job->output, FURL_CANONICAL_MAX(split->url.n));
    struct furl_result result = {.error = FURL_FINE};

    if (to == NULL) {
        return result; /* the output says what is wrong */
    }
    result = urls_put_canonical(&normalizer->urls, split, to);
    if (result.error == FURL_FINE && !output_failed(&job->output)) {
        output_commit(&job->output, job->options->display ? furl_display(to, result.n) : result.n);
    }
    return result;
}

static struct furl_result write(void *context, struct furl_range inside,
                                const struct furl_split *split)
{
    (void)inside;
    return write_url(context, split);
}

/* Writes the record's canonical form where nothing is to be joined, cut or resolved. Returns
 * whether it did; if not, urls_take does. */
static inline bool write_at_once(struct normalizer *normalizer, struct furl_range record)
{
    struct furl_split *split = &normalizer->split;

    if (normalizer->urls.job->options->base != NULL) {
        return false;
    }
    furl_split_to(split, &normalizer->urls.canonical.splitter, furl_without_delimiters(record),
                  NULL);
    return split->fragment.at == NULL && write_url(normalizer, split).error == FURL_FINE;
}

static void take_record(void *context, struct furl_range record, struct furl_range terminator)
{
    struct normalizer *normalizer = context;

    if (write_at_once(normalizer, record)) {
        output_end(&normalizer->urls.job->output, terminator);
    } else {
        urls_take(&normalizer->urls, record, terminator);
    }
}

void normalize(struct job *job)
{
    struct normalizer *normalizer = job_state(job, sizeof *normalizer);

    if (normalizer == NULL) {
        return;
    }
    urls_read(&normalizer->urls, job,
              &(struct url_taker){
                  .write = write,
                  .record = take_record,
                  .context = normalizer,
                  .keeps_fragment = job->options->keep_fragment,
                  .passes_malformed = !job->options->strict,
                  .passes_ends = true,
              });
    urls_free(&normalizer->urls);
}
