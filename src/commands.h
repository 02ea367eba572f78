/* The table of commands. */
#ifndef COMMANDS_H
#define COMMANDS_H

#include "job.h"

/* A command: a row of data. */
struct command {
    const char *name;
    unsigned bit; /* in struct option_row's `commands` */
    const char *purpose;
    const char *examples;  /* lines as they would be seen at the terminal */
    const char *malformed; /* what exit status 1 says */
    void (*run)(struct job *job);
};

enum { ENCODE = 1, DECODE = 2, NORMALIZE = 4, EXTRACT = 8, ALL = 15 };

extern const struct command commands[];
extern const size_t commands_n;

void encode(struct job *job);
void decode(struct job *job);
void normalize(struct job *job);
void extract(struct job *job);

/* The command of that name; NULL if there is none. */
const struct command *command_named(const char *name);

/* For nearest_name, over the table above. */
const char *command_name(const void *table, size_t nth);

#endif
