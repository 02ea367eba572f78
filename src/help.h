/* Help, made from the tables of commands and options. */
#ifndef HELP_H
#define HELP_H

#include "commands.h"
#include "sandbox/sandbox.h"

/* Writes the help for the command, or for the tool where it is NULL. */
void write_help(struct output *output, const struct command *command);

/* Writes which version it is, and what of the sandbox is in force. */
void write_version(struct output *output, struct sandbox sandbox);

#endif
