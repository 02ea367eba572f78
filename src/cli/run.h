/* One run of a command: options, input block, output, messages, status. */
#ifndef RUN_H
#define RUN_H

#include "diagnostics.h"
#include "io/input.h"
#include "io/records.h"
#include "mail/mail.h"
#include "options.h"
#include "print/json.h"
#include "print/template.h"
#include "unique.h"

/* Exit statuses (fidourl(1)). A run ends with the highest that was reached. */
enum { STATUS_FINE, STATUS_MALFORMED, STATUS_ERROR };

/* Room for the working directory's name. */
#define DIRECTORY_SIZE ((size_t)4096)

struct run {
    const struct options *options;
    uint64_t key[UNIQUE_KEY];       /* of the hash, for --unique */
    bool done;                      /* the rest of the input does not matter */
    bool terminal;                  /* standard output is one */
    bool hyperlinks;                /* terminal links around URLs */
    bool typed;                     /* input is standard input, and that is one */
    bool watched;                   /* standard error is one */
    struct mail_date local, utc;    /* now, for --select */
    char directory[DIRECTORY_SIZE]; /* the working one, for --areas; empty: it is not known */
    struct input_block block;
    void *state; /* the command's */
    struct output output;
    struct messages messages;
    char note[2 * PHRASE_SIZE]; /* printed at the end of the run */
    uint64_t compressed;        /* files that were read although they are compressed, */
    const struct mail_compression *compression; /* and how the last one is */
    uint64_t unknown_charsets;                  /* messages that declare a charset so */
    uint64_t mail_files;                        /* that were read as octets, without --messages */
    uint64_t schemes_seen; /* bits of the first 64 names of --scheme: a URL has it */
    uint64_t record;       /* of the input being read, from 1 */
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

/* Writes `json` as a row; fails the output if the row lacked memory. */
void run_put_json(struct run *run, const struct json *json);

/* Adds to what run_tell_note prints. */
#if defined __GNUC__
__attribute__((format(printf, 2, 3)))
#endif
void run_note(struct run *run, const char *format, ...);

/* Prints the note of the run, and what to do about files of mail and compressed ones, if there is
 * something to tell and standard error is a terminal. */
void run_tell_note(struct run *run);

/* Reports that `name` cannot be read, and why; raises the status to
 * STATUS_ERROR. */
void run_failed(struct run *run, const char *name, const char *reason);

/* Runs the command with an input block; frees that and run->state after it. */
void run_command(struct run *run);

/* Allocates run->state, `n` octets of zeros, once per run: the stack may be too
 * small. Without memory, fails the output and returns NULL. */
void *run_state(struct run *run, size_t n);

/* Whether encode and decode can treat an input as one stream, terminators
 * included: not texts from the command line, in which LF is data; not guarded
 * output, which treats data and terminators differently. */
bool run_streams(const struct run *run);

/* A reader of records with the run's options, in pieces of RECORDS_PIECE;
 * records_begin sets its input. */
struct records run_records(struct run *run, enum records_mark mark);

/* Compiles a template, the argument of `option`; `has` and `filter` are as in
 * template_compile. Returns whether it did; if not, either usage_error was called
 * and the status is set, or the output failed for lack of memory. */
bool run_compile_template(struct run *run, struct template *template, const char *option,
                          const char *format, unsigned has, const char *filter);

#endif
