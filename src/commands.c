#include "commands.h"

#include <stdio.h>
#include <string.h>

#include "config.h"
#include "options.h"

const struct command commands[] = {
    {
        "encode",
        ENCODE,
        "Escape data, a record each, for one component of a URL.",
        "  $ fidourl encode -e 'Is it ready?'\n"
        "  Is+it+ready%3F\n"
        "  $ fidourl encode -c areatag -e SETI@home\n"
        "  SETI%40home\n",
        NULL,
        encode,
    },
    {
        "decode",
        DECODE,
        "Turn escaped components, a record each, back into data.",
        "  $ fidourl decode -e 'Is+it+ready%3F'\n"
        "  Is it ready?\n",
        "1 bad escape",
        decode,
    },
    {
        "normalize",
        NORMALIZE,
        "Bring URLs, a record each, to their one canonical form.",
        "  $ fidourl normalize -e 'AREA:Ru.Linux%20Ru.Unix/?'\n"
        "  area://Ru.Linux+Ru.Unix\n",
        "1 no valid URL",
        normalize,
    },
    {
        "extract",
        EXTRACT,
        "Print the URLs in any text, one a line, those cut by \"%%\" rejoined.",
        "  $ printf 'see area://Ru.%%%%\\n> %%%%Linux, please\\n' | fidourl extract\n"
        "  area://Ru.Linux\n"
        "  $ fidourl extract -e 'Read <http://example.org/>, (ftp://example.net).'\n"
        "  http://example.org/\n"
        "  ftp://example.net\n",
        "1 no URL, or one too long",
        extract,
    },
};

const size_t commands_n = sizeof commands / sizeof commands[0];

const struct command *command_named(const char *name)
{
    for (size_t i = 0; i < commands_n; i++) {
        if (strcmp(commands[i].name, name) == 0) {
            return &commands[i];
        }
    }
    return NULL;
}

const char *command_name(const void *table, size_t nth)
{
    (void)table;
    return nth < commands_n ? commands[nth].name : NULL;
}

/* Octets in a line of help, its LF and the end of the string. */
#define LINE_SIZE 128

static void put_line(struct output *output, const char *line)
{
    output_data(output, line, strlen(line));
    output_end(output, "\n", 1);
}

static void put_lines(struct output *output, const char *lines)
{
    for (const char *end = strchr(lines, '\n'); end != NULL; end = strchr(lines, '\n')) {
        output_data(output, lines, (size_t)(end - lines));
        output_end(output, "\n", 1);
        lines = end + 1;
    }
}

/* "  name  text", the texts in one column. */
static void put_row(struct output *output, const char *name, const char *text)
{
    char line[LINE_SIZE];

    snprintf(line, sizeof line, "  %-24s %s", name, text);
    put_line(output, line);
}

static void put_options(struct output *output, unsigned bits)
{
    char name[OPTION_NAME_SIZE];

    for (size_t i = 0; i < option_rows_n; i++) {
        if ((option_rows[i].commands & bits) != 0) {
            put_row(output, option_spelled(&option_rows[i], name), option_rows[i].help);
        }
    }
}

static void put_components(struct output *output)
{
    char line[LINE_SIZE] = "NAME:";

    for (size_t i = 0; i < FURL_COMPONENTS; i++) {
        size_t n = strlen(line);
        snprintf(line + n, sizeof line - n, "%s %s", i > 0 ? "," : "", furl_components[i].name);
    }
    put_line(output, line);
}

static void put_statuses(struct output *output, const char *malformed)
{
    char line[LINE_SIZE];

    snprintf(line, sizeof line, "Exit status: 0 fine; %s%s2 usage or system error.",
             malformed != NULL ? malformed : "", malformed != NULL ? "; " : "");
    put_line(output, line);
    put_line(output, "More: man fidourl");
}

static void put_tool_help(struct output *output)
{
    put_lines(output, "Usage: fidourl COMMAND [OPTION]... [FILE]...\n"
                      "A filter for the URLs of Fidonet and of everybody else.\n"
                      "\n");
    put_lines(output, command_named("extract")->examples);
    put_line(output, "");
    for (size_t i = 0; i < commands_n; i++) {
        char line[LINE_SIZE];
        snprintf(line, sizeof line, "  %-9s  %s", commands[i].name, commands[i].purpose);
        put_line(output, line);
    }
    put_line(output, "");
    put_options(output, OPTION_OF_TOOL);
    put_line(output, "");
    put_statuses(output, "1 malformed input");
    put_line(output, "Options of a command: fidourl COMMAND --help");
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
    put_line(output, "");
    if (command->bit == ENCODE || command->bit == DECODE) {
        put_components(output);
    }
    put_statuses(output, command->malformed);
}

void write_version(struct output *output)
{
    put_line(output, PACKAGE_STRING);
}
