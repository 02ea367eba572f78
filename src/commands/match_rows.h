/* The rows that extract writes: URLs and what there is to know of them, and counts. */
#ifndef MATCH_ROWS_H
#define MATCH_ROWS_H

#include "cli/mailbox.h"
#include "cli/run.h"
#include "furl/text/scanner.h"
#include "print/fields.h"
#include "print/json.h"
#include "print/template.h"

/* What writing them takes; the caller's, except the memory that rows_free gives back. */
struct rows {
    struct job *job;
    unsigned needs;              /* what must be known of URLs (fields.h) */
    struct canonizer *canonizer; /* NULL: nothing is needed of URLs by themselves */
    struct values values;        /* of the URL shown last */
    char joined[sizeof "marks,delimiters,margin"];
    struct template template;
    struct json json;
};

/* Sets up, as the options of the job say. Returns whether it could; if not, why is said, and the
 * status of the job is set. rows_free is called in any case. */
bool rows_init(struct rows *rows, struct job *job);
void rows_free(struct rows *rows);

/* A URL that was found. */
struct row {
    const char *file;
    uint64_t line;           /* of its first octet; where it is printed, as rows->needs says */
    struct mailbox *mailbox; /* the text is that of the message it is at; NULL: it is a file's */
    const struct furl_found *found;
    struct furl_range shown; /* set by rows_show */
};

/* Sets what is printed of the URL: itself, its canonical form, or the template filled in (which is
 * in row->shown only for -u, which compares it). It is valid until the next call. Returns whether
 * there was memory, the lack of which is a failure of the output. */
bool rows_show(struct rows *rows, struct row *row);

/* Writes the URL that was shown last, as the options of the job say. A lack of memory cuts no row.
 */
void rows_put_url(struct rows *rows, const struct row *row);

/* Writes how many URLs a file has. */
void rows_put_count(struct job *job, const char *file, uint64_t n);

/* Writes the name of a file that has a URL. */
void rows_put_file(struct job *job, const char *file);

#endif
