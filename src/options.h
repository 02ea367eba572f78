/* The table of options. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include "commands.h"

/* An option: a row of data. */
struct option_row {
    char letter;          /* '\0': none */
    const char *name;     /* NULL: none */
    const char *argument; /* NULL: takes none */
    unsigned commands;    /* those that have it: ENCODE and so on, TOOL where there is none */
    const char *help;
    const char *(*take)(struct job *job, const char *argument);
    size_t at; /* where `take` is NULL: the member of struct job that is set */
};

enum { OPTION_ROWS = 37 };
extern const struct option_row *const option_rows; /* OPTION_ROWS of them */

/* Takes an option, with its argument. Returns NULL; or what is wrong with that, to be said behind
 * the option's name. */
const char *take_option(const struct option_row *row, struct job *job, const char *argument);

/* Room for an option as `option_spelled` spells it. */
#define OPTION_NAME_SIZE 40

/* Spells an option as help does, "-c, --component=NAME", in `out`. Returns that. */
const char *option_spelled(const struct option_row *row, char out[OPTION_NAME_SIZE]);

/* Looks at all options that were taken, together. Returns NULL; or what is wrong with them. */
const char *check_options(struct job *job);

#endif
