/* One run of a command, and how it goes. */
#ifndef RUN_H
#define RUN_H

#include "io/input.h"
#include "io/records.h"
#include "mail/mail.h"
#include "messages.h"
#include "options.h"
#include "print/json.h"
#include "print/template.h"
#include "unique.h"

/* Exit statuses (fidourl(1)). A run ends with the highest that was reached. */
enum { STATUS_FINE, STATUS_MALFORMED, STATUS_ERROR };

struct job {
    const struct options *options;
    uint64_t key[SEEN_KEY]; /* where URLs are printed once */
    bool done;              /* the rest of the input does not matter */
    bool terminal;          /* standard output is one */
    bool hyperlinks;        /* URLs become links of a terminal, whatever it is */
    bool typed;             /* input is standard input, and that is one */
    bool watched;           /* standard error is one */
    struct input_block block;
    void *state; /* the command's */
    struct output output;
    struct messages messages;
    char note[PHRASE_SIZE]; /* what is told at the end of the run */
    uint64_t compressed;    /* files that were read although they are compressed, */
    const struct mail_compression *compression; /* and how the last one is */
    uint64_t record;                            /* of the input being read, from 1 */
    int status;
};

/* Raises the exit status to at least `status`. */
void job_status(struct job *job, int status);

/* Reports something malformed at a column of the record being read. */
void job_malformed(struct job *job, uint64_t column, const char *text);

/* The same at each of `n` columns, from `column` on; at least one. */
void job_malformed_row(struct job *job, uint64_t column, uint64_t n, const char *text);

/* Ends a row of the output, as the options say: with LF, or with NUL. */
void job_end_row(struct job *job);

/* Writes a row of JSON, or fails for lack of memory. */
void job_put_json(struct job *job, const struct json *json);

/* Sets what job_tell_note prints. */
#if defined __GNUC__
__attribute__((format(printf, 2, 3)))
#endif
void job_note(struct job *job, const char *format, ...);

/* Prints the note of the run, and what to do about compressed files, if there is something to tell
 * and standard error is a terminal. */
void job_tell_note(const struct job *job);

/* Reports what cannot be read, and why. */
void job_failed(struct job *job, const char *name, const char *reason);

/* Runs the command, with memory for what is read. */
void job_run(struct job *job);

/* Memory for what the command keeps in its run, all zero; once. The stack may be small. NULL where
 * there is none, which is a failure of the output. */
void *job_state(struct job *job, size_t n);

/* Whether encode and decode can take an input in one go, records and what ends them: no text from
 * the command line, in which LF is data; no terminal, for which data is another thing than
 * terminators; no URLs, each of which begins with a scheme. */
bool job_streams(const struct job *job);

/* The records of a run, by its options, in pieces of RECORDS_PIECE; no input is begun. */
struct records job_records(struct job *job, enum records_mark mark);

/* Compiles the template of the options; `has` says what the run can know of a URL. Returns whether
 * it did; if not, the two lines of a usage error were printed, or memory was lacking, which is a
 * failure of the output, and the status is set. */
bool job_compile(struct job *job, struct template *template, unsigned has);

#endif
