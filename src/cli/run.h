/* A run of a command: options, input block, output, messages, status. */
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

/* Exit statuses (fidourl(1)). A run ends with the highest status that it reached. */
enum { STATUS_FINE, STATUS_MALFORMED, STATUS_ERROR };

/* Room for the name of the working directory. */
#define DIRECTORY_SIZE ((size_t)4096)

struct run {
    const struct options *options;
    uint64_t key[UNIQUE_KEY];       /* key of the hash, for --unique */
    bool done;                      /* the rest of the input is not read */
    bool terminal;                  /* standard output is a terminal */
    bool hyperlinks;                /* terminal links are written around URLs */
    bool typed;                     /* the input is standard input, which is a terminal */
    bool hints;                     /* standard error is a terminal */
    struct mail_date local, utc;    /* the current time, for --select */
    char since[2][MAIL_DATE_SIZE];  /* local time and UTC of --since, or empty for a date */
    char directory[DIRECTORY_SIZE]; /* working directory for --areas, or empty if unknown */
    struct input_block block;
    void *state; /* state of the command */
    struct output output;
    struct diagnostics diagnostics;
    char note[2 * PHRASE_SIZE]; /* text that is printed at the end of the run */
    uint64_t compressed;        /* number of files that were read although they are compressed */
    const struct mail_compression *compression; /* compression of the last such file */
    uint64_t unknown_charsets;  /* number of messages that declare an unknown charset */
    uint64_t guessed_charsets;  /* number of messages whose charset is a guess */
    uint64_t malformed_skipped; /* number of malformed URLs that --where skipped */
    uint64_t tested, met;       /* numbers of URLs that --where compared, and that matched */
    uint64_t mail_files;        /* number of mail files read as octets, without --messages */
    uint64_t encoded_mails;     /* number of files of Internet mail read undecoded */
    uint64_t hidden_mails;      /* number of mails of Maildirs that were not read */
    uint64_t sealed_mails; /* number of mails with an encrypted text, or a text in a signature */
    uint64_t pages;        /* number of HTML files that -r found, without --messages */
    uint64_t schemes_seen; /* bits of the first 64 names of --scheme that a URL has */
    uint64_t record;       /* record of the input that is being read, from 1 */
    int status;
};

/* Raises the exit status to at least `status`. */
void run_raise(struct run *run, int status);

/* Reports malformed octets at `n` columns of the record that is being read, where n >= 1. */
void run_malformed(struct run *run, uint64_t column, uint64_t n, const char *text);

/* Ends a row of the output with LF, CR LF or NUL, according to the options. */
void run_end_row(struct run *run);

/* Writes `json` as a row. If memory ran out for the row, fails the output. */
void run_put_json(struct run *run, const struct json *json);

/* Adds a phrase, formatted as by printf, to the note of the run. */
FORMATTED void run_note(struct run *run, const char *format, ...);

/* If n > 0, adds "WHAT: N" to the note, followed by `then`, which gives advice. */
void run_note_count(struct run *run, const char *what, uint64_t n, const char *then);

/* Prints the note of the run, if standard error is a terminal. Advice about compressed files is
 * printed in any case. */
void run_print_note(struct run *run);

/* Reports why `name` cannot be read. Raises the status to STATUS_ERROR. */
void run_report_unreadable(struct run *run, const char *name, const char *reason);

/* Runs the command with an input block and its state. Frees both afterwards. */
void run_command(struct run *run);

/* Returns whether encode and decode can process an input, including its terminators, as one stream.
 * They cannot for texts of the command line, because LF is data there. They cannot for guarded
 * output either, because data and terminators then differ. */
bool run_streams(const struct run *run);

/* Opens a file like input_open. If the output enlarges pipes, enlarges an input pipe, too. */
const char *run_open(struct run *run, struct input *input, const char *operand);

/* Reads like input_read, but flushes the output before a wait. Also returns 0 if the output
 * failed. */
size_t run_read(struct run *run, struct input *input, unsigned char *octets, size_t n);

/* Returns a reader of records by the run's options, in pieces of RECORDS_PIECE. Its input is set by
 * records_begin. */
struct records run_records(struct run *run, enum records_bom bom);

/* run_next_record sets `record` like records_next, and reads the octets that are needed.
 * run_read_record reads before it looks for a record. Both return whether there were octets, and
 * false if the output failed. */
bool run_read_record(struct run *run, struct records *records, struct records_piece *record);
static inline bool run_next_record(struct run *run, struct records *records,
                                   struct records_piece *record)
{
    return records_next(records, record) || run_read_record(run, records, record);
}

/* Reports an error in the argument of an option, and sets the status. Names only the wrong part of
 * `text` if `part` is not empty. Returns false. */
bool run_refuse(struct run *run, const char *option, const char *text, const char *what,
                struct furl_range part, const char *hint);

/* Compiles the template that is the argument of `option`. `has` and `filter` are as in
 * template_compile. Returns false after reporting a usage error and setting the status. Also
 * returns false if memory runs out, which fails the output. */
bool run_compile_template(struct run *run, struct template *template, const char *option,
                          const char *format, unsigned has, const char *filter);

/* Adds to the note that {domain} was empty for all URLs. */
void run_note_domain(struct run *run, const struct template *template);

/* Writes the template with its names replaced. If memory runs out, fails the output. */
void run_put_template(struct run *run, struct template *template, const struct fields *fields);

/* Works like run_compile_template for --format or --csv, and writes the first row of --csv. Without
 * either option, compiles nothing. */
bool run_compile_rows(struct run *run, struct template *template, unsigned has);

#endif
