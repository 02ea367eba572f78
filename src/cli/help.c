#include "config.h"

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

static void put_line(struct output *output, const char *line)
{
    output_data(output, line, strlen(line));
    output_end(output, terminator_lf);
}

static void put_lines(struct output *output, const char *lines)
{
    for (const char *end = strchr(lines, '\n'); end != NULL; end = strchr(lines, '\n')) {
        output_data(output, lines, (size_t)(end - lines));
        output_end(output, terminator_lf);
        lines = end + 1;
    }
}

static void put_row(struct output *output, const char *name, const char *text)
{
    char line[LINE_SIZE];

    snprintf(line, sizeof line, "  %-24s %s", name, text);
    put_line(output, line);
}

static void put_options(struct output *output, unsigned bits)
{
    char name[OPTION_NAME_SIZE];

    for (size_t i = 0; i < OPTION_ROWS; i++) {
        if ((option_rows[i].commands & bits) != 0) {
            put_row(output, option_spelled(&option_rows[i], name), option_rows[i].help);
        }
    }
}

/* Writes "Title: name name" with the names of a table. A full line continues in the next one. */
static void put_names(struct output *output, const char *title, nth_name *name, const void *table)
{
    char line[LINE_SIZE];
    size_t n = (size_t)snprintf(line, sizeof line, "%s:", title);

    for (size_t i = 0; name(table, i) != NULL; i++) {
        const char *one = name(table, i), *rest = field_name_rest(one);
        if (n + strlen(" ") + strlen(one) + strlen(rest) > COLUMNS) {
            put_line(output, line);
            n = (size_t)snprintf(line, sizeof line, " ");
        }
        n += (size_t)snprintf(line + n, sizeof line - n, " %s%s", one, rest);
    }
    put_line(output, line);
}

/* The nth name in templates that needs one of the bits in *table. Names of a head omit the prefix
 * that all of them have. */
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

/* parse lists the names of a URL's parts, edit those that may be set, and extract those of its
 * position in a text. */
static void put_template_names(struct output *output, const struct command *command)
{
    static const unsigned url = NEEDS_IN_RECORD, file = NEEDS_FILE, text = NEEDS_FILE | NEEDS_TEXT,
                          mail = NEEDS_HEAD;

    if (command->bit == PARSE) {
        put_names(output, "Names", template_name, &url);
        put_names(output, "Filters, as in {NAME:html}", filter_name, NULL);
    } else if (command->bit == EDIT) {
        put_names(output, "Names", field_name_to_set, NULL);
    } else if (command->bit == EXTRACT) {
        put_names(output, "Names", template_name, &text);
        put_line(output, "Of the URL, and filters, as in {url} {host:html}: see parse --help");
        put_line(output, "Of the message, as in {msg.from} {msg.area}: see messages --help");
    } else if (command->bit == MESSAGES) {
        put_names(output, "Names", template_name, &file);
        put_names(output, "-M " FIELDS_OF_HEAD "*", template_name, &mail);
    }
}

static void put_statuses(struct output *output, const char *malformed)
{
    char line[LINE_SIZE];

    snprintf(line, sizeof line, "Exit status: 0 success; %s; 2 usage or system error.", malformed);
    put_line(output, line);
}

static void put_tool_help(struct output *output)
{
    char line[LINE_SIZE];

    put_lines(output, "Usage: fidourl COMMAND [OPTION]... [FILE]...\n"
                      "Find, rejoin, escape and normalize URLs, above all Fidonet's.\n"
                      "\n");
    put_lines(output, command_named("extract")->examples);
    put_line(output, "");
    for (size_t i = 0; i < COMMANDS; i++) {
        snprintf(line, sizeof line, "  %-9s  %s", command_name(NULL, i), commands[i]->purpose);
        put_line(output, line);
    }
    put_line(output, "");
    put_options(output, TOOL);
    put_statuses(output, "1 malformed input or no URL");
    snprintf(line, sizeof line, "For options: fidourl COMMAND --help. Manual: %s", system_manual);
    put_line(output, line);
}

void write_help(struct output *output, const struct command *command)
{
    char line[LINE_SIZE];

    if (command == NULL) {
        put_tool_help(output);
        return;
    }
    snprintf(line, sizeof line, "Usage: fidourl %s [OPTION]... [FILE]...", command->name);
    put_line(output, line);
    put_line(output, command->purpose);
    put_line(output, "");
    put_lines(output, command->examples);
    put_line(output, "");
    put_options(output, command->bit);
    if ((command->bit & (ENCODE | DECODE)) != 0) {
        put_names(output, "Components (path is Fidonet's, unless --rules names an RFC)",
                  component_name, NULL);
    }
    if (command->bit == MESSAGES) {
        put_names(output, "--select=area:TAG?NAME=VALUE", mail_filter_name, NULL);
    }
    put_template_names(output, command);
    put_statuses(output, command->malformed);
}

void write_version(struct output *output, struct sandbox sandbox)
{
    static const char before[] = "sandbox: ";
    char text[SANDBOX_TEXT], line[sizeof before + SANDBOX_TEXT];

    put_line(output, PACKAGE_STRING);
    snprintf(line, sizeof line, "%s%s", before, sandbox_text(sandbox, text));
    put_line(output, line);
}
