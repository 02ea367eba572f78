/* Reading a command line. */
#ifndef ARGUMENTS_H
#define ARGUMENTS_H

#include "commands.h"

/*
 * Reads the command line into `options`: the command, options and operands. Operands are put after
 * options in `arguments`. Returns whether it is well-formed; if not, two lines were printed that
 * say what is wrong and where to look.
 */
bool read_arguments(struct options *options, int n, char **arguments);

/* Prints the two lines of a usage error, the first of them as by printf. Returns false. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
bool usage_error(const struct command *command, const char *format, ...);

#endif
