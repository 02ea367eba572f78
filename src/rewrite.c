#include "config.h"

#include "commands.h"
#include "passage.h"
#include "wanted.h"

struct rewriter {
    struct job *job;
    struct passage passage;
};

static void put_text(void *context, struct furl_range octets)
{
    struct rewriter *rewriter = context;

    output_text(&rewriter->job->output, octets.at, octets.n);
}

static bool put_url(void *context, const struct furl_found *found)
{
    struct rewriter *rewriter = context;
    const struct options *options = rewriter->job->options;
    struct furl_range scheme = {found->url.at, found->scheme_n};

    if (!scheme_is_wanted(scheme, options->schemes, options->not_schemes)) {
        return false;
    }
    output_text(&rewriter->job->output, found->url.at, found->url.n);
    return true;
}

static void process(void *context, struct input *input)
{
    struct rewriter *rewriter = context;

    passage_read(&rewriter->passage, input);
}

void rewrite(struct job *job)
{
    struct rewriter rewriter = {.job = job};

    passage_init(&rewriter.passage, job,
                 &(struct passage_taker){.text = put_text, .url = put_url, .context = &rewriter});
    job_inputs(job, process, &rewriter);
    passage_free(&rewriter.passage);
}
