/* The command of a case, run in a folder made for it. After config.h. */
#ifndef COMMAND_H
#define COMMAND_H

#include "case.h"

/* Seconds until a command that does not end is ended: many more than any should take, even under an
 * emulator. */
#define PATIENCE 300

/* Statuses besides those of commands: no pseudo-terminal could be had; the command did not end; the
 * system has no file of such a name. */
enum { NO_TERMINAL = -1, ENDLESS = -2, NO_NAME = -3 };

/* Sets up for all commands: `programs` comes first in PATH, and each folder has a link to
 * `examples`. */
void set_up(const char *programs, const char *examples);

/* Runs the command in a folder that has the case's files: that of the session, or one of its own.
 * Sets what the command wrote and returns its exit status. */
int run_command(const struct test *test, struct text *output, struct text *messages);

/* Removes the folder of the session, if there is one. */
void end_session(void);

#endif
