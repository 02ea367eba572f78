#include "config.h"

#include "arguments.h"

#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "exclusions.h"
#include "options.h"
#include "words.h"

/* The second line of a usage error, without the name of a command and the blank before it. */
#define TRY      "\nTry 'fidourl%s%s --help'."
#define TRY_SIZE (sizeof TRY + COMMAND_NAME_MAX)
_Static_assert(OPTION_NAME_SIZE + QUOTED_SIZE + PHRASE_SIZE + TRY_SIZE <= MESSAGE_SIZE,
               "the first has an option, its argument and a phrase");

bool usage_error(const struct command *command, const char *format, ...)
{
    static const struct messages never_quiet;
    char what[MESSAGE_SIZE - TRY_SIZE];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    message(&never_quiet, "%s" TRY, what, command != NULL ? " " : "",
            command != NULL ? command->name : "");
    return false;
}

/* The options of a command as getopt_long wants them. The value of an option is its row. */
struct table {
    struct option names[OPTION_ROWS + 1];
    char letters[2 * OPTION_ROWS + 2];
};

/* Behind all letters: values of getopt_long that are rows. */
enum { FIRST_ROW = 256 };

static void make_table(struct table *table, unsigned bits)
{
    size_t names = 0;
    char *letter = table->letters;

    *letter++ = ':';
    for (size_t i = 0; i < OPTION_ROWS; i++) {
        const struct option_row *row = &option_rows[i];
        if ((row->commands & bits) == 0) {
            continue;
        }
        if (row->letter != '\0') {
            *letter++ = row->letter;
        }
        bool maybe = row->taking.how == OPTION_MAYBE; /* of a letter, it never is */
        if (row->letter != '\0' && row->argument != NULL && !maybe) {
            *letter++ = ':';
        }
        int argument = maybe                   ? optional_argument
                       : row->argument != NULL ? required_argument
                                               : no_argument;
        if (row->name != NULL) {
            table->names[names++] = (struct option){row->name, argument, NULL, FIRST_ROW + (int)i};
        }
    }
    *letter = '\0';
    table->names[names] = (struct option){0};
}

static const char *table_name(const void *table, size_t nth)
{
    return ((const struct table *)table)->names[nth].name;
}

/* The command's bit in the table of options. */
static unsigned bits_of(const struct options *options)
{
    return options->command != NULL ? options->command->bit : TOOL;
}

/* The row of an option's letter or value. */
static const struct option_row *row_of(int value, unsigned bits)
{
    for (size_t i = 0; i < OPTION_ROWS; i++) {
        bool letter = value > 0 && value == option_rows[i].letter;
        if (value == FIRST_ROW + (int)i || (letter && (option_rows[i].commands & bits) != 0)) {
            return &option_rows[i];
        }
    }
    return NULL;
}

/* How an option is named in messages. */
static const char *shown(const struct option_row *row, char out[OPTION_NAME_SIZE])
{
    if (row->name != NULL) {
        snprintf(out, OPTION_NAME_SIZE, "--%s", row->name);
    } else {
        snprintf(out, OPTION_NAME_SIZE, "-%c", row->letter);
    }
    return out;
}

/* How many names of options begin with the word. */
static size_t begin_with(const struct table *table, const char *word)
{
    size_t n = 0;

    for (size_t i = 0; table->names[i].name != NULL; i++) {
        n += strncmp(table->names[i].name, word, strlen(word)) == 0;
    }
    return n;
}

/* The option that getopt_long did not take: unknown, or with an argument it does not have. Of the
 * latter `optopt` has the value; of an unknown letter, the letter; of an unknown name, 0. */
static bool refuse(const struct options *options, const struct table *table, const char *word)
{
    char quoted[QUOTED_SIZE], near[MEANT_SIZE], name[OPTION_NAME_SIZE];
    const struct option_row *row = row_of(optopt, bits_of(options));

    if (row != NULL) {
        return usage_error(options->command, "option '%s' takes no argument", shown(row, name));
    }
    if (optopt != 0 && optopt < FIRST_ROW) {
        char letter[2] = {(char)optopt, '\0'};
        return usage_error(options->command, "unknown option '-%s'", quote(letter, quoted));
    }
    char typed[NEAR_MAX + 2]; /* of a word that is too long, so much that it still is */
    snprintf(typed, sizeof typed, "%.*s", (int)strcspn(word + 2, "="), word + 2);
    if (typed[0] != '\0' && begin_with(table, typed) > 1) {
        return usage_error(options->command, "option '%s' is ambiguous", quote(word, quoted));
    }
    return usage_error(options->command, "unknown option '%s'%s", quote(word, quoted),
                       did_you_mean("--", nearest_name(typed, table_name, table), near));
}

/* In -Msquish, `squish`: what would be the argument of an option if its letter took one; or NULL.
 */
static const char *argument_after(const struct option_row *row, const char *word)
{
    bool letters = word != NULL && word[0] == '-' && word[1] != '-';
    const char *rest = letters ? strchr(word, row->letter) : NULL;
    const char *choice = NULL;

    for (size_t i = 0; rest != NULL && (choice = row->taking.choices(NULL, i)) != NULL; i++) {
        if (strcmp(choice, rest + 1) == 0) {
            return choice;
        }
    }
    return NULL;
}

/* Takes an option. `word` is the last that was read whole; `open`, the one whose letters are being
 * read, if there is one. */
static bool take_value(struct options *options, const struct table *table, int value,
                       const char *word, const char *open)
{
    char quoted[QUOTED_SIZE], name[OPTION_NAME_SIZE];
    bool refused = value == '?' || value == ':';
    const struct option_row *row = row_of(refused ? optopt : value, bits_of(options));

    /* With a leading colon in the letters, BSD returns ':' also for an argument that is not taken.
     */
    if (value == '?' || row == NULL || (value == ':' && row->argument == NULL)) {
        return refuse(options, table, word);
    }
    if (value == ':') {
        return usage_error(options->command, "option '%s' needs an argument, %s", shown(row, name),
                           row->argument);
    }
    const char *choice =
        row->taking.how == OPTION_MAYBE && value == row->letter ? argument_after(row, open) : NULL;
    if (choice != NULL) {
        return usage_error(options->command, "option '-%c' takes no argument; use --%s=%s",
                           row->letter, row->name, choice);
    }
    const char *wrong = take_option(row, options, optarg);
    if (wrong == NULL) {
        return true;
    }
    if (row->argument == NULL) {
        return usage_error(options->command, "%s: %s", shown(row, name), wrong);
    }
    return usage_error(options->command, "%s '%s': %s", shown(row, name), quote(optarg, quoted),
                       wrong);
}

bool read_arguments(struct options *options, int n, char **arguments)
{
    char quoted[QUOTED_SIZE], near[MEANT_SIZE];
    struct table table;

    if (n > 1 && arguments[1][0] != '-') {
        options->command = command_named(arguments[1]);
        if (options->command == NULL) {
            return usage_error(
                NULL, "unknown command '%s'%s", quote(arguments[1], quoted),
                did_you_mean("", nearest_name(arguments[1], command_name, NULL), near));
        }
        arguments++;
        n--;
    }
    make_table(&table, bits_of(options));
    opterr = 0;
    while (!options->help && !options->version) {
        int value = getopt_long(n, arguments, table.letters, table.names, NULL);
        if (value == -1) {
            break;
        }
        if (!take_value(options, &table, value, arguments[optind - 1], arguments[optind])) {
            return false;
        }
    }
    options->files = arguments + optind;
    options->files_n = (size_t)(n - optind);
    if (options->help && options->command == NULL && options->files_n > 0) {
        options->command = command_named(options->files[0]);
    }
    if (options->help || options->version) {
        return true;
    }
    if (options->command == NULL) {
        return usage_error(NULL, "no command given");
    }
    const char *wrong = check_options(options);
    if (wrong != NULL) {
        return usage_error(options->command, "%s", wrong);
    }
    const char *instead = options->texts_n > 0    ? "-e"
                          : options->list != NULL ? "--files0-from"
                                                  : NULL;
    if (instead != NULL && options->files_n > 0) {
        return usage_error(options->command, "%s and the file '%s' cannot be combined", instead,
                           quote(options->files[0], quoted));
    }
    return true;
}
