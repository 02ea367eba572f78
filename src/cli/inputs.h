/* The inputs of a run: texts and files that the command line, a list or directories name
 * (fidourl(1)). */
#ifndef INPUTS_H
#define INPUTS_H

#include "io/file_names.h"
#include "run.h"

/* The most octets of a name in a list. No system opens a longer name. */
#define LISTED_NAME_MAX ((size_t)4096)

/* The list of --files0-from: names of files, each followed by NUL. */
struct file_list {
    struct input input;
    struct records records;
    struct input_block block; /* `octets` as a block */
    unsigned char octets[4096];
    uint64_t number;                /* number of the name, from 1 */
    struct diagnostics diagnostics; /* messages about the names */
    bool ended;                     /* NUL follows the last name that was read */
    char name[LISTED_NAME_MAX + 1];
};

/* The inputs of a run. All members are zero before the first input. One input is open at a time. */
struct inputs {
    struct run *run;
    struct input input; /* the open input */
    bool open;
    size_t nth; /* index of the next text or FILE operand */
    struct file_list *list;
    bool listed; /* the list is open */
    struct tree_walk walk;
    /* The current file: its name, valid until the next file, whether the command line names it, and
     * the directory in which a walk found it, or NULL. */
    struct file {
        const char *name;
        bool named;
        const struct directory *in;
    } file;
};

/* Closes the current input and opens the next, which run->messages then names. Opens the list
 * before the first input. Reports files that cannot be opened or read to the end. In a walk, does
 * not report the output file, or a file that is no longer regular. At the end, or if the run is
 * done or the output failed, frees its memory and returns NULL. */
struct input *inputs_next(struct inputs *inputs, struct run *run);

/* Returns whether files will be opened. */
bool inputs_has_files(const struct options *options);

#endif
