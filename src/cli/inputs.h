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
    size_t nth; /* text or FILE of the command line that comes next */
    struct files0 *list;
    bool listed;                   /* the list is open */
    struct messages list_messages; /* about places in it */
    struct tree walk;
    /* The file: its name, until the next one; whether that is on the command line; the directory
     * that it was found in, below one that was named, or NULL. */
    struct file {
        const char *name;
        bool named;
        const struct directory *in;
    } file;
};

/* Begins the inputs of a run, whose messages name the one that is open. */
void inputs_begin(struct inputs *inputs, struct run *run);

/* Closes the input before, and opens the next one. What cannot be read, or not to its end, is
 * reported, except, below a directory, the output and what is no regular file any more. Returns
 * NULL where there is none any more, where the run is done or the output failed: what inputs_begin
 * took is given back then. */
struct input *inputs_next(struct inputs *inputs);

/* Whether files will be opened. */
bool inputs_has_files(const struct options *options);

#endif
