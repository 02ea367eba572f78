/* Operands: the files that a run reads, as the command line, a list or directories name them
 * (fidourl(1)). */
#ifndef OPERANDS_H
#define OPERANDS_H

#include "io/list.h"
#include "io/walk.h"
#include "job.h"

/* A file to be read. */
struct operand {
    const char *name;           /* until the next one */
    bool named;                 /* on the command line */
    const struct directory *in; /* that it was found in, below a directory; or NULL */
};

/* The operands of a run; the caller's. */
struct operands {
    struct job *job;
    size_t nth; /* FILE of the command line that comes next */
    struct list *list;
    bool listed;                   /* the list is open */
    struct messages list_messages; /* about places in it */
    struct walk walk;
};

/* Begins the operands of a run. What cannot be read is reported, here and below. */
void operands_begin(struct operands *operands, struct job *job);

/* Sets `operand` to the next file. Returns whether there was one. */
bool operands_next(struct operands *operands, struct operand *operand);

void operands_end(struct operands *operands);

/* Opens a file. Returns whether it is to be read. What cannot be is reported, except, below a
 * directory, the output and what is no regular file any more. */
bool operand_open(struct job *job, const struct operand *operand, struct input *input);

/* Reports why the open file could not be read, or not to its end. */
void operand_failed(struct job *job, const struct operand *operand, const struct input *input);

#endif
