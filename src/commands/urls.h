/* Records that are URLs, as normalize and parse read them. */
#ifndef URLS_H
#define URLS_H

#include "furl/url/canonical.h"
#include "furl/url/sort.h"
#include "job.h"

/* Who takes the URLs. */
struct url_taker {
    /* Writes what the command makes of a URL. `inside` is what its record has inside, and `split`
     * that, resolved if there is a base. An offset of what is wrong is one in split->url. */
    struct furl_result (*write)(void *context, struct furl_range inside,
                                const struct furl_split *split);
    /* Takes a record that is there as a whole and not empty; NULL: urls_take does. */
    void (*record)(void *context, struct furl_range octets, struct furl_range terminator);
    void *context;
    bool keeps_fragment;
    bool passes_malformed; /* malformed records are written as they are, or dropped */
    bool passes_ends;      /* what ends a record is written, unless the record is dropped */
    bool drops_mark;       /* a byte order mark is dropped, or passes to the output */
};

/* The reading of them; the caller's, except the memory that urls_free gives back. */
struct urls {
    struct job *job;
    struct url_taker taker;
    struct furl_canonical canonical;
    struct furl_splitter splitter; /* as schemes have it, whatever the rules */
    struct furl_sorter sorter;
    struct base {
        unsigned char *memory;   /* what its breaks were taken out to */
        struct furl_split split; /* of that, or of job->options->base */
    } base;                      /* if there is one */
    size_t used;                 /* octets gathered of a record that comes in pieces */
    struct furl_buffer gathered, scratch, resolved;
    bool too_long; /* more octets came than a record may have; they were passed through */
};

/* Reads all records of the job, whose options say by which rules and against which base, and hands
 * the URLs in them to `taker`. What is malformed is reported. */
void urls_read(struct urls *urls, struct job *job, const struct url_taker *taker);
void urls_free(struct urls *urls);

/* Takes a record that is there as a whole and not empty, of max_length octets at most. */
void urls_take(struct urls *urls, struct furl_range record, struct furl_range terminator);

/* Writes the canonical form of a URL to `out`, room FURL_CANONICAL_MAX of its length, with its
 * parameters in order if that is asked for. A lack of memory is a failure of the output. */
static inline struct furl_result
urls_put_canonical(struct urls *urls, const struct furl_split *split, unsigned char *out)
{
    struct furl_result result = furl_canonical_write(&urls->canonical, split, out);

    if (result.error == FURL_FINE && urls->job->options->sort_params &&
        !furl_sort_parameters(&urls->sorter, &urls->splitter, out, result.n)) {
        output_no_memory(&urls->job->output);
    }
    return result;
}

#endif
