/* One run of a command: options, input block, output, messages, status. */
#ifndef RUN_H
#define RUN_H

#include "diagnostics.h"
#include "io/input.h"
#include "io/output.h"
#include "io/records.h"
#include "mail/mail.h"
#include "options.h"
#include "print/json.h"
#include "print/template.h"
#include "unique.h"

/* Exit statuses (fidourl(1)). A run ends with the highest that was reached. */
enum { STATUS_FINE, STATUS_MALFORMED, STATUS_ERROR };

/* Room for the name of the working directory. */
#define DIRECTORY_SIZE ((size_t)4096)

struct run {
    const struct options *options;
    uint64_t key[UNIQUE_KEY];       /* of the hash, for --unique */
    bool done;                      /* the rest of the input is not read */
    bool terminal;                  /* standard output is a terminal */
    bool hyperlinks;                /* write terminal links around URLs */
    bool typed;                     /* input is standard input, which is a terminal */
    bool hints;                     /* standard error is a terminal */
    struct mail_date local, utc;    /* now, for --select */
    char since[2][MAIL_DATE_SIZE];  /* the same of --since; empty: it is a date */
    char directory[DIRECTORY_SIZE]; /* the working directory, for --areas; empty: unknown */
    struct input_block block;
    void *state; /* state of the command */
    struct output output;
    struct diagnostics diagnostics;
    char note[2 * PHRASE_SIZE];                 /* printed at the end of the run */
    uint64_t compressed;                        /* files read although they are compressed, */
    const struct mail_compression *compression; /* how the last one is */
    uint64_t unknown_charsets;                  /* messages that declare an unknown charset */
    uint64_t guessed_charsets;                  /* messages whose charset is a guess */
    uint64_t malformed_skipped;                 /* malformed URLs that --where skipped */
    uint64_t tested, met;                       /* URLs that --where looked at, and that met it */
    uint64_t mail_files;                        /* read as octets, without --messages */
    uint64_t hidden_mails;                      /* of Maildirs, not read */
    uint64_t sealed_mails;                      /* whose text is encrypted or within a signature */
    uint64_t pages;                             /* HTML files that -r found, without --messages */
    uint64_t schemes_seen; /* bits of the first 64 names of --scheme that a URL has */
    uint64_t record;       /* of the input being read, from 1 */
    int status;
};

/* Raises the exit status to at least `status`. */
void run_raise(struct run *run, int status);

/* Reports something malformed at `n` columns, at least one, of the record being read. */
void run_malformed(struct run *run, uint64_t column, uint64_t n, const char *text);

/* Ends a row of the output with LF, CR LF or NUL, as the options say. */
void run_end_row(struct run *run);

/* Writes `json` as a row. If memory ran out for the row, fails the output. */
void run_put_json(struct run *run, const struct json *json);

/* Adds to the note that run_print_note prints. */
FORMATTED void run_note(struct run *run, const char *format, ...);

/* Adds how many there are of something, and what to do about it, if there are any. */
void run_note_count(struct run *run, const char *what, uint64_t n, const char *then);

/* Prints the note of the run, and what to do about files of mail, if standard error is a terminal;
 * and what to do about compressed files in any case. */
void run_print_note(struct run *run);

/* Reports why `name` cannot be read. Raises the status to STATUS_ERROR. */
void run_report_unreadable(struct run *run, const char *name, const char *reason);

/* Runs the command with an input block and its state. Frees both afterwards. */
void run_command(struct run *run);

/* Whether encode and decode can treat an input, with its terminators, as one stream: not texts
 * of the command line, in which LF is data; nor guarded output, in which data and terminators
 * differ. */
bool run_streams(const struct run *run);

/* Opens a file like input_open. Enlarges a pipe if the output does. */
const char *run_open(struct run *run, struct input *input, const char *operand);

/* Reads like input_read, but flushes the output before a wait. Also returns 0 if the output failed.
 */
size_t run_read(struct run *run, struct input *input, unsigned char *octets, size_t n);

/* A reader of records by the run's options, in pieces of RECORDS_PIECE. records_begin sets its
 * input. */
struct records run_records(struct run *run, enum records_bom mark);

/* Sets `record` like records_next, and reads as much as that needs; run_read_record begins with
 * that. Returns whether there were octets; false if the output failed. */
bool run_read_record(struct run *run, struct records *records, struct record *record);
static inline bool run_next_record(struct run *run, struct records *records, struct record *record)
{
    return records_next(records, record) || run_read_record(run, records, record);
}

/* Reports what is wrong with the argument of an option, naming only the wrong part of `text`, if
 * that is not empty, and sets the status. Returns false. */
bool run_refuse(struct run *run, const char *option, const char *text, const char *what,
                struct furl_range part, const char *hint);

/* Compiles the template that is the argument of `option`; `has` and `filter` are as in
 * template_compile. Returns false after it has reported a usage error and set the status, or if
 * memory runs out, which fails the output. */
bool run_compile_template(struct run *run, struct template *template, const char *option,
                          const char *format, unsigned has, const char *filter);

/* Notes that {domain} was empty for all URLs. */
void run_note_domain(struct run *run, const struct template *template);

/* Fills in the template and writes it. If memory runs out, fails the output. */
void run_put_template(struct run *run, struct template *template, const struct fields *fields);

/* run_compile_template for --format or --csv, whose first row it writes; without them, compiles
 * nothing. */
bool run_compile_rows(struct run *run, struct template *template, unsigned has);

#endif
