/* Inputs: the texts and files that a run reads, as the command line, a list or directories name
 * them (fidourl(1)). */
#ifndef INPUTS_H
#define INPUTS_H

#include "io/file_names.h"
#include "run.h"

/* The inputs of a run, one open at a time; the caller's. */
struct inputs {
    struct run *run;
    struct input input; /* the one that is open */
    bool open;
    size_t nth; /* index of the next text or FILE operand */
    struct files0 *list;
    bool listed;                   /* the list is open */
    struct messages list_messages; /* about places in it */
    struct tree walk;
    /* The current file: its name, valid until the next one; whether the command
     * line names it; and the directory in which a walk found it, or NULL. */
    struct file {
        const char *name;
        bool named;
        const struct directory *in;
    } file;
};

/* Sets up the inputs of `run`. Opens the list, if there is one, and reports it
 * if that fails. */
void inputs_begin(struct inputs *inputs, struct run *run);

/* Closes the current input and opens the next one, which run->messages then
 * names. Reports what cannot be opened or read to its end, except, below a
 * directory, the output and what is no longer a regular file. Returns NULL at
 * the end, or when the run is done or the output failed, and frees what
 * inputs_begin allocated. */
struct input *inputs_next(struct inputs *inputs);

/* Whether files will be opened. */
bool inputs_has_files(const struct options *options);

#endif
