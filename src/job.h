/* One run of a command: what was asked for, and how it goes. */
#ifndef JOB_H
#define JOB_H

#include "furl/percent/rules.h"
#include "io/input.h"
#include "io/records.h"
#include "messages.h"
#include "seen.h"

/* Exit statuses (fidourl(1)). A run ends with the highest that was reached. */
enum { STATUS_FINE, STATUS_MALFORMED, STATUS_ERROR };

/* The longest record of normalize or URL of extract, in octets, unless another limit is named. */
#define MAX_LENGTH ((size_t)1 << 20)

enum controls { CONTROLS_AUTO, CONTROLS_KEEP, CONTROLS_DECODE };

struct job {
    const struct command *command;
    const char **texts; /* operands of -e */
    size_t texts_n;
    char *const *files; /* FILE operands */
    size_t files_n;
    const char *list;            /* of files, as --files0-from names it; NULL: none */
    char complaint[PHRASE_SIZE]; /* room for what is wrong with an option */
    bool help, version;
    enum record_end ended_by;
    enum furl_component_id component;
    const struct furl_rules *rules; /* NULL: none was named */
    const char *safe, *unsafe;      /* "" if none were named */
    const char *base;               /* not judged yet; NULL: none was named */
    bool strict, keep_fragment, sort_params, display;
    enum controls controls;
    size_t max_length;

    /* Of extract. */
    enum { NAMES_OF_MANY, NAMES_ALWAYS, NAMES_NEVER } names; /* of files, before URLs */
    bool recursive;
    bool line_number, byte_offset;
    bool count, files_with_urls, unique, skip_quoted, canonical, eight, json;
    uint64_t max_count;     /* UINT64_MAX: none was named */
    uint64_t key[SEEN_KEY]; /* where `unique` */
    const char *schemes;    /* only these; NULL: none were named */
    const char *not_schemes;

    bool done;     /* the rest of the input does not matter */
    bool terminal; /* standard output is one */
    bool typed;    /* input is standard input, and that is one */
    bool watched;  /* standard error is one */
    struct input_block block;
    struct output output;
    struct messages messages;
    char note[PHRASE_SIZE]; /* what is told at the end of the run */
    uint64_t record;        /* of the input being read, from 1 */
    int status;
};

/* Raises the exit status to at least `status`. */
void job_status(struct job *job, int status);

/* Reports something malformed at a column of the record being read. */
void job_malformed(struct job *job, uint64_t column, const char *text);

/* Sets what job_tell_note prints. */
#if defined __GNUC__
__attribute__((format(printf, 2, 3)))
#endif
void job_note(struct job *job, const char *format, ...);

/* Prints the note of the run, if it has one and standard error is a terminal. */
void job_tell_note(const struct job *job);

/* Reports what cannot be read, and why. */
void job_failed(struct job *job, const char *name, const char *reason);

/* Runs the command, with memory for what is read. */
void job_run(struct job *job);

/* Calls `process` for each input in turn, opened; reports those that cannot be read. Ends early
 * when the output fails. */
void job_inputs(struct job *job, void (*process)(void *context, struct input *input),
                void *context);

/* Whether files will be opened. */
bool job_opens_files(const struct job *job);

/* The rule book for components: the one that was named, or Fidonet's. */
const struct furl_rules *job_rules(const struct job *job);

/* Whether encode and decode can take an input in one go, records and what ends them: no text from
 * the command line, in which LF is data; no terminal, for which data is another thing than
 * terminators; no URLs, each of which begins with a scheme. */
bool job_streams(const struct job *job);

/* Hands the records of all inputs to `taker`, counting them. */
void job_records(struct job *job, const struct record_taker *taker);

#endif
