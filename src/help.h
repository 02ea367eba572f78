/* Help, made from the tables of commands and options. */
#ifndef HELP_H
#define HELP_H

#include "commands.h"

/* Writes the help for the command, or for the tool where it is NULL. */
void write_help(struct output *output, const struct command *command);

void write_version(struct output *output);

#endif
