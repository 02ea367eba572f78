/* The rows that extract writes: URLs and what there is to know of them, and counts. */
#ifndef ROWS_H
#define ROWS_H

#include "furl/text/scanner.h"
#include "job.h"
#include "json.h"

/* What writing them takes; the caller's, who sets `job` and the rest to zero, except the memory
 * that rows_free gives back. */
struct rows {
    struct job *job;
    struct json json;
};
void rows_free(struct rows *rows);

/* A URL that was found. */
struct row {
    const char *file;
    uint64_t line; /* of its first octet; where it is printed, by -n and -j */
    const struct furl_found *found;
    struct furl_range shown; /* what is printed of it: found->url, or its canonical form */
};

/* Writes the URL, as the options of the job say. A lack of memory, which is a failure of the
 * output, cuts no row. */
void rows_put_url(struct rows *rows, const struct row *row);

/* Writes how many URLs a file has. */
void rows_put_count(struct job *job, const char *file, uint64_t n);

/* Writes the name of a file that has a URL. */
void rows_put_file(struct job *job, const char *file);

#endif
