#include "config.h"

#include "case.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "common.h"

#define TEXT_MAX ((size_t)1 << 20)

_Noreturn void die(const char *what)
{
    perror(what);
    exit(FAILED_SETUP);
}

static _Noreturn void wrong(const struct case_reader *reader, const char *what)
{
    fprintf(stderr, "%s:%lu: %s: %s\n", reader->source, reader->line, what, reader->text);
    exit(FAILED_SETUP);
}

void add_octet(struct text *text, unsigned char octet)
{
    if (text->octets == NULL && (text->octets = malloc(TEXT_MAX)) == NULL) {
        die("memory");
    }
    if (text->n == TEXT_MAX) {
        errno = EFBIG;
        die("text of a case");
    }
    text->octets[text->n++] = octet;
}

/* Adds a line with its escapes undone: \n \r \t \\ \0 \xHH, and \c at its end for no LF. */
static void add_line(const struct case_reader *reader, struct text *text, const char *line)
{
    static const char names[] = "nrt\\0", values[] = "\n\r\t\\\0";

    for (; *line != '\0'; line++) {
        const char *name = line[0] == '\\' && line[1] != '\0' ? strchr(names, line[1]) : NULL;
        if (strcmp(line, "\\c") == 0) {
            return;
        }
        if (name != NULL) {
            add_octet(text, (unsigned char)values[name - names]);
            line++;
        } else if (line[0] == '\\' && line[1] == 'x') {
            char digits[3] = {line[2], line[2] != '\0' ? line[3] : '\0', '\0'};
            if (strspn(digits, "0123456789ABCDEFabcdef") != 2) {
                wrong(reader, "\\x needs two digits");
            }
            add_octet(text, (unsigned char)strtoul(digits, NULL, 16));
            line += 3;
        } else {
            add_octet(text, (unsigned char)*line);
        }
    }
    add_octet(text, '\n');
}

static void copy(const struct case_reader *reader, char *to, size_t size, const char *from)
{
    if ((size_t)snprintf(to, size, "%s", from) >= size) {
        wrong(reader, "too long");
    }
}

/* Begins a file of the case; the lines of input after this one are the file's. */
static void add_file(const struct case_reader *reader, struct test *test, const char *name)
{
    static struct text plain;

    if (test->files_n == CASE_FILES) {
        wrong(reader, "too many files");
    }
    struct case_file *file = &test->files[test->files_n++];
    plain.n = file->text.n = 0;
    add_line(reader, &plain, name);
    plain.octets[plain.n - 1] = '\0';
    copy(reader, file->name, sizeof file->name, (const char *)plain.octets);
}

/* Adds a line to the command. */
static void add_command(const struct case_reader *reader, struct test *test, const char *line)
{
    size_t n = strlen(test->command);

    if (n > 0) {
        test->command[n++] = '\n';
    }
    copy(reader, test->command + n, sizeof test->command - n, line);
}

static int status_from(const struct case_reader *reader, const char *text)
{
    char *end = NULL;
    long status = strtol(text, &end, 10);

    if (end == text || *end != '\0') {
        wrong(reader, "no number");
    }
    return (int)status;
}

static void take_property(const struct case_reader *reader, struct test *test, const char *name)
{
    if (strcmp(name, "terminal") == 0) {
        test->terminal = true;
    } else if (strcmp(name, "session") == 0) {
        test->session = true;
    } else {
        wrong(reader, "unknown property");
    }
}

/* Takes a line of a case, except the first one. */
static void take_line(const struct case_reader *reader, struct test *test)
{
    const char *line = reader->text, *rest = line[1] == ' ' ? line + 2 : "";

    if (line[1] != ' ' && line[1] != '\0') {
        wrong(reader, "not a line of a case");
    }
    switch (line[0]) {
    case '@':
        add_file(reader, test, rest);
        break;
    case '$':
        add_command(reader, test, rest);
        break;
    case '<':
        add_line(reader, test->files_n > 0 ? &test->files[test->files_n - 1].text : &test->input,
                 rest);
        break;
    case '>':
        add_line(reader, &test->output, rest);
        break;
    case '!':
        add_line(reader, &test->messages, rest);
        break;
    case '?':
        test->status = status_from(reader, rest);
        break;
    case '&':
        take_property(reader, test, rest);
        break;
    default:
        wrong(reader, "not a line of a case");
    }
}

/* Reads the next line that is neither empty nor a comment. "#line N FILE" says where the line after
 * it comes from. Returns whether there was one. */
static bool read_line(struct case_reader *reader)
{
    static const char source[] = "#line ";

    while (fgets(reader->text, sizeof reader->text, reader->stream) != NULL) {
        reader->line++;
        reader->text[strcspn(reader->text, "\n")] = '\0';
        if (strncmp(reader->text, source, strlen(source)) == 0) {
            char *file = NULL;
            reader->line = strtoul(reader->text + strlen(source), &file, 10) - 1;
            copy(reader, reader->source, sizeof reader->source, file + strspn(file, " "));
        } else if (reader->text[0] != '\0' && reader->text[0] != '#') {
            return true;
        }
    }
    return false;
}

void open_cases(struct case_reader *reader, const char *file)
{
    *reader = (struct case_reader){.stream = fopen(file, "re")};
    if (reader->stream == NULL) {
        die(file);
    }
    copy(reader, reader->source, sizeof reader->source, file);
}

static void begin_case(const struct case_reader *reader, struct test *test)
{
    copy(reader, test->source, sizeof test->source, reader->source);
    test->line = reader->line;
    copy(reader, test->name, sizeof test->name, reader->text + strspn(reader->text, "= "));
    test->command[0] = '\0';
    test->files_n = 0;
    test->input.n = test->output.n = test->messages.n = 0;
    test->status = 0;
    test->terminal = test->session = false;
}

bool read_case(struct case_reader *reader, struct test *test)
{
    if (!reader->ahead && !read_line(reader)) {
        return false;
    }
    reader->ahead = false;
    if (reader->text[0] != '=') {
        wrong(reader, "begins no case");
    }
    begin_case(reader, test);
    while (!reader->ahead && read_line(reader)) {
        reader->ahead = reader->text[0] == '=';
        if (!reader->ahead) {
            take_line(reader, test);
        }
    }
    if (test->command[0] == '\0') {
        wrong(reader, "a case without a command, before this line");
    }
    return true;
}
