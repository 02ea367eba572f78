/* The table of options, and the reading of a command line. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include "commands.h"

/* In `commands` of an option: it goes without a command, too. */
#define OPTION_OF_TOOL (1u << 4)

/* An option: a row of data. */
struct option_row {
    char letter;          /* '\0': none */
    const char *name;     /* NULL: none */
    const char *argument; /* NULL: takes none */
    unsigned commands;    /* those that have it, ENCODE and so on */
    const char *help;
    /* Takes it, with its argument. Returns NULL; or what is wrong with that, to be said behind
     * the option's name. */
    const char *(*take)(struct job *job, const char *argument);
};

extern const struct option_row option_rows[];
extern const size_t option_rows_n;

/* Room for an option as `option_spelled` spells it. */
#define OPTION_NAME_SIZE 40

/* Spells an option as help does, "-c, --component=NAME", in `out`. Returns that. */
const char *option_spelled(const struct option_row *row, char out[OPTION_NAME_SIZE]);

/*
 * Reads the command line into `job`, all of which is set. Operands are put behind options in
 * `arguments`. Returns whether it is well-formed; if not, two lines were printed that say what is
 * wrong and where to look.
 */
bool read_options(struct job *job, int n, char **arguments);

#endif
