#include "config.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "diagnostics.h"
#include "mail/select.h"
#include "options.h"
#include "print/fields.h"
#include "print/template.h"
#include "system/system.h"

/* Columns of a line of names, and room for a line of help. */
#define COLUMNS   80
#define LINE_SIZE 128

/* Writes a line, formatted as by printf. */
FORMATTED static void put_line(struct output *output, const char *format, ...)
{
    char line[LINE_SIZE];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    output_data(output, line, strlen(line));
    output_end(output, terminator_lf);
}

static void put_lines(struct output *output, const char *lines)
{
    output_text(output, lines, strlen(lines));
}

/* Writes the options that have one of `bits`, in groups with titles, except for the tool. */
static void put_options(struct output *output, unsigned bits)
{
    char name[OPTION_NAME_SIZE];
    const char *group = "";

    for (size_t i = 0; i < OPTION_ROWS; i++) {
        const struct option_row *row = &option_rows[i];
        if ((row->commands & bits) == 0) {
            continue;
        }
        if (bits != TOOL && strcmp(row->group, group) != 0) {
            group = row->group;
            put_line(output, "%s:", group);
        }
        put_line(output, "  %-24s %s", option_spelled(row, name), row->help);
    }
}

/* Writes "Title: name name" with the names of a table. A full line continues in the next line. */
static void put_names(struct output *output, const char *title, nth_name *name, const void *table)
{
    char line[LINE_SIZE];
    size_t n = (size_t)snprintf(line, sizeof line, "%s:", title);

    for (size_t i = 0; name(table, i) != NULL; i++) {
        const char *one = name(table, i), *rest = field_name_rest(one);
        if (n + strlen(" ") + strlen(one) + strlen(rest) > COLUMNS) {
            put_line(output, "%s", line);
            n = (size_t)snprintf(line, sizeof line, " ");
        }
        n += (size_t)snprintf(line + n, sizeof line - n, " %s%s", one, rest);
    }
    put_line(output, "%s", line);
}

/* Returns the nth name in templates that needs one of the bits in *table. Names of a head lack
 * their common prefix. */
static const char *template_name(const void *table, size_t nth)
{
    const unsigned source = *(const unsigned *)table;
    const struct field_name *name = field_names;

    for (size_t n = 0; name->text != NULL; name++) {
        n += (name->needs & source) != 0 ? 1 : 0;
        if (n > nth) {
            break;
        }
    }
    return name->text != NULL && source == NEEDS_HEAD ? name->text + strlen(FIELDS_OF_HEAD)
                                                      : name->text;
}

/* Writes the names that arguments can contain. For parse, these are the names of a URL's parts, for
 * edit the names that can be set, and for extract the names of the URL's position. */
static void put_choices(struct output *output, unsigned command)
{
    static const struct {
        unsigned commands;
        const char *title;
        nth_name *name; /* NULL if there is only a title */
        unsigned needs; /* bits for template_name */
    } rows[] = {
        {ENCODE | DECODE, "Components (path is Fidonet's, unless --rules names an RFC)",
         component_name, 0},
        {PARSE, "Names", template_name, NEEDS_IN_RECORD},
        {PARSE, "Filters, as in {NAME:html}", filter_name, 0},
        {EDIT, "Names", field_name_to_set, 0},
        {EXTRACT, "Names", template_name, NEEDS_FILE | NEEDS_TEXT},
        {EXTRACT, "More names ({url}, {host}) and filters ({host:html}): fidourl parse --help",
         NULL, 0},
        {EXTRACT, "Names with -M ({msg.from}, {msg.area}): fidourl messages --help", NULL, 0},
        {MESSAGES, "--select=area:TAG?NAME=VALUE", mail_filter_name, 0},
        {MESSAGES, "Names", template_name, NEEDS_FILE},
        {MESSAGES, "Names after " FIELDS_OF_HEAD ", as in {msg.from}", template_name, NEEDS_HEAD},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if ((rows[i].commands & command) != 0 && rows[i].name != NULL) {
            put_names(output, rows[i].title, rows[i].name, &rows[i].needs);
        } else if ((rows[i].commands & command) != 0) {
            put_line(output, "%s", rows[i].title);
        }
    }
}

static void put_statuses(struct output *output, const char *malformed)
{
    put_line(output, "Exit status: 0 success; %s; 2 usage or system error.", malformed);
}

static void put_tool_help(struct output *output)
{
    put_lines(output, "Usage: fidourl COMMAND [OPTION]... [FILE]...\n"
                      "Find, rejoin, change and normalize URLs in mail and other text.\n"
                      "\n");
    put_lines(output, command_named("extract")->work->examples);
    put_lines(output, "\n");
    for (size_t i = 0; i < COMMANDS; i++) {
        put_line(output, "  %-9s  %s", commands[i].name, commands[i].work->purpose);
    }
    put_lines(output, "\n");
    put_options(output, TOOL);
    put_statuses(output, "1 bad input or nothing found");
    put_line(output, "Exit status 1 of check: a problem was found.");
    put_line(output, "For options: fidourl COMMAND --help. Manual: %s", system_manual);
}

void write_help(struct output *output, const struct command *command)
{
    if (command == NULL) {
        put_tool_help(output);
        return;
    }
    put_line(output, "Usage: fidourl %s [OPTION]... [FILE]...", command->name);
    put_line(output, "%s", command->work->purpose);
    put_lines(output, "\n");
    put_lines(output, command->work->examples);
    put_lines(output, "\n");
    put_options(output, command->bit);
    put_choices(output, command->bit);
    put_statuses(output, command->work->malformed);
}

void write_version(struct output *output, struct sandbox sandbox)
{
    char text[SANDBOX_TEXT];

    put_line(output, "%s", PACKAGE_STRING);
    put_line(output, "sandbox: %s", sandbox_text(sandbox, text));
}
