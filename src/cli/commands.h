/* Commands, their table, the command line and help. */
#ifndef COMMANDS_H
#define COMMANDS_H

#include "io/output.h"
#include "options.h"
#include "sandbox/sandbox.h"

/* The longest name of a command. */
#define COMMAND_NAME_MAX ((size_t)15)

struct run;

/* What a command does: src/commands/NAME.c has it. */
struct work {
    const char *purpose;
    const char *examples;  /* lines for help, each ended by LF */
    const char *malformed; /* what exit status 1 means, for help */
    size_t state;          /* octets of its state, all zero: the stack may be too small */
    void (*run)(struct run *run);
};
#define COMMAND(NAME, name, input) extern const struct work name##_work;
#include "tables.h"

extern const struct command {
    char name[COMMAND_NAME_MAX + 1];
    unsigned bit; /* in struct option_row's `commands` */
    const struct work *work;
} commands[COMMANDS];

/* The command of this name, or NULL. */
const struct command *command_named(const char *name);

/* The name of the nth command, or NULL after the last one. `table` is ignored. */
const char *command_name(const void *table, size_t nth);

/* Reads the command line into `options`: the command, its options and operands. options->texts and
 * options->edits need room for `n` of them. Moves operands to the end of `arguments`. Returns false
 * after usage_error has reported a malformed one. */
bool read_arguments(struct options *options, int n, char **arguments);

/* Prints the two lines of a usage error. The first is formatted as by printf. Returns false. */
FORMATTED bool usage_error(const struct command *command, const char *format, ...);

/* Writes the help for the command, or for the tool if it is NULL. */
void write_help(struct output *output, const struct command *command);

/* Writes the version, and which parts of the sandbox are in force. */
void write_version(struct output *output, struct sandbox sandbox);

#endif
