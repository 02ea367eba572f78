/* Commands, their table, the command line and help. */
#ifndef COMMANDS_H
#define COMMANDS_H

#include "io/output.h"
#include "options.h"
#include "sandbox/sandbox.h"

/* The longest name of a command. */
#define COMMAND_NAME_MAX ((size_t)15)

struct run;

/* The work of a command, which src/commands/NAME.c defines. */
struct command_work {
    const char *purpose;
    const char *examples;  /* lines for help, each ended by LF */
    const char *malformed; /* meaning of exit status 1, for help */
    size_t state; /* octets of the command's state, all zero (the stack can be too small) */
    void (*run)(struct run *run);
};
#define COMMAND(NAME, name, input) extern const struct command_work name##_work;
#include "tables.h"

extern const struct command {
    char name[COMMAND_NAME_MAX + 1];
    unsigned bit; /* bit of the command in struct option_row's `commands` */
    const struct command_work *work;
} commands[COMMANDS];

/* Returns the command with the name, or NULL. */
const struct command *command_named(const char *name);

/* Returns the name of the nth command, or NULL after the last command. `table` is ignored. */
const char *command_name(const void *table, size_t nth);

/* Reads the command line into `options`: the command, its options and operands. options->strings
 * and options->edits need room for `n` elements. Moves operands to the end of `arguments`. Returns
 * false after usage_error has reported a malformed command line. */
bool read_arguments(struct options *options, int n, char **arguments);

/* Prints the two lines of a usage error, the first formatted as by printf. Returns false. */
FORMATTED bool usage_error(const struct command *command, const char *format, ...);

/* Writes the help for the command, or for the tool if `command` is NULL. */
void write_help(struct output *output, const struct command *command);

/* Writes the version, and the parts of the sandbox that are in force. */
void write_version(struct output *output, struct sandbox sandbox);

#endif
