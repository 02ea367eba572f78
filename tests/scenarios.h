/* What tests run that try every command: the table in tests/scenarios, which says what a row is. */
#ifndef SCENARIOS_H
#define SCENARIOS_H

#include <stdbool.h>
#include <stddef.h>

#define SCENARIOS_MAX ((size_t)250)
#define ARGUMENTS_MAX ((size_t)12)

struct scenario {
    const char *arguments[ARGUMENTS_MAX + 1]; /* the command, options, files; NULL */
    size_t options;                           /* of these, what comes before the files */
    size_t files;
    const char *words[ARGUMENTS_MAX + 1];
};

extern struct scenario scenarios[SCENARIOS_MAX];
extern size_t scenarios_n;

/* Reads the table, in the folder $srcdir. Ends the process where that fails, as do all of these. */
void scenarios_read(void);

/* Makes the files of the table in the current folder. */
void scenarios_make_files(void);

/* Makes a file, and the folders that it is in. */
void make_file(const char *name, const void *octets, size_t n);

/* Whether a scenario has a word; what comes after the `=` of one, NULL if it is not there; the same
 * as a number, 0 if it is not there. */
bool scenario_is(const struct scenario *scenario, const char *word);
const char *scenario_value(const struct scenario *scenario, const char *word);
size_t scenario_number(const struct scenario *scenario, const char *word);

/* The arguments of a scenario, with blanks between them. */
const char *scenario_name(const struct scenario *scenario);

/* Undoes the escapes of a string, in its place. Returns how many octets it has then, before a NUL.
 */
size_t undo_escapes(char *string);

#endif
