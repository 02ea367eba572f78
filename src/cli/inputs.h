/* The inputs of a run: texts and files that the command line, a list or directories name
 * (fidourl(1)). */
#ifndef INPUTS_H
#define INPUTS_H

#include "io/file_names.h"
#include "run.h"

/* The most octets of a name in a list: no system opens a longer one. */
#define LISTED_NAME_MAX ((size_t)4096)

/* The list of --files0-from: names of files, NUL after each. */
struct file_list {
    struct input input;
    struct records records;
    struct input_block block; /* `octets` */
    unsigned char octets[4096];
    uint64_t number;             /* of the name, from 1 */
    struct diagnostics messages; /* about the names */
    bool ended;                  /* NUL comes after the last name that was read */
    char name[LISTED_NAME_MAX + 1];
};

/* The inputs of a run, all zero before the first one. One is open at a time. */
struct inputs {
    struct run *run;
    struct input input; /* the open one */
    bool open;
    size_t nth; /* index of the next text or FILE operand */
    struct file_list *list;
    bool listed; /* the list is open */
    struct tree walk;
    /* The current file: its name, valid until the next one; whether the command line names it; the
     * directory in which a walk found it, or NULL. */
    struct file {
        const char *name;
        bool named;
        const struct directory *in;
    } file;
};

/* Closes the current input and opens the next one, which run->messages then names; before the first
 * one, the list, if there is one. Reports what cannot be opened or read to its end, except, below a
 * directory, the output and what is no longer a regular file. At the end, or when the run is done
 * or the output failed, frees what it allocated and returns NULL. */
struct input *inputs_next(struct inputs *inputs, struct run *run);

/* Whether files will be opened. */
bool inputs_has_files(const struct options *options);

#endif
