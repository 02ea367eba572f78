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

struct run {
    const struct options *options;
    uint64_t key[UNIQUE_KEY]; /* where URLs are printed once */
    bool done;                /* the rest of the input does not matter */
    bool terminal;            /* standard output is one */
    bool hyperlinks;          /* URLs become links of a terminal, whatever it is */
    bool typed;               /* input is standard input, and that is one */
    bool watched;             /* standard error is one */
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
void run_raise(struct run *run, int status);

/* Reports something malformed at a column of the record being read. */
void run_malformed(struct run *run, uint64_t column, const char *text);

/* The same at each of `n` columns, from `column` on; at least one. */
void run_malformed_row(struct run *run, uint64_t column, uint64_t n, const char *text);

/* Ends a row of the output, as the options say: with LF, or with NUL. */
void run_end_row(struct run *run);

/* Writes a row of JSON, or fails for lack of memory. */
void run_put_json(struct run *run, const struct json *json);

/* Sets what run_tell_note prints. */
#if defined __GNUC__
__attribute__((format(printf, 2, 3)))
#endif
void run_note(struct run *run, const char *format, ...);

/* Prints the note of the run, and what to do about compressed files, if there is something to tell
 * and standard error is a terminal. */
void run_tell_note(const struct run *run);

/* Reports what cannot be read, and why. */
void run_failed(struct run *run, const char *name, const char *reason);

/* Runs the command, with memory for what is read. */
void run_command(struct run *run);

/* Memory for what the command keeps in its run, all zero; once. The stack may be small. NULL where
 * there is none, which is a failure of the output. */
void *run_state(struct run *run, size_t n);

/* Whether encode and decode can take an input in one go, records and what ends them: no text from
 * the command line, in which LF is data; no terminal, for which data is another thing than
 * terminators; no URLs, each of which begins with a scheme. */
bool run_streams(const struct run *run);

/* The records of a run, by its options, in pieces of RECORDS_PIECE; no input is begun. */
struct records run_records(struct run *run, enum records_mark mark);

/* Compiles the template of the options; `has` says what the run can know of a URL. Returns whether
 * it did; if not, the two lines of a usage error were printed, or memory was lacking, which is a
 * failure of the output, and the status is set. */
bool run_compile_template(struct run *run, struct template *template, unsigned has);

#endif
