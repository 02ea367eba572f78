#include "config.h"

#include "scenarios.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "common.h"

/* A file of the table: its octets as they are written there. */
struct file {
    const char *name;
    char *octets;
};

struct scenario scenarios[SCENARIOS_MAX];
size_t scenarios_n;
static struct file files[64];
static size_t files_n;

static void die(const char *what)
{
    perror(what);
    exit(FAILED_SETUP);
}

static void want(bool fine, const char *line)
{
    if (!fine) {
        fprintf(stderr, "tests/scenarios: %s\n", line);
        exit(FAILED_SETUP);
    }
}

size_t undo_escapes(char *string)
{
    static const char names[] = "nrt\\0", values[] = "\n\r\t\\\0";
    char *to = string;

    for (const char *from = string; *from != '\0'; from++) {
        unsigned octet = (unsigned char)*from;
        if (octet == '\\') {
            const char *name = from[1] != '\0' ? strchr(names, from[1]) : NULL;
            want(name != NULL || sscanf(from, "\\x%2X", &octet) == 1, string);
            octet = name != NULL ? (unsigned char)values[name - names] : octet;
            from += name != NULL ? 1 : 3;
        }
        *to++ = (char)octet;
    }
    *to = '\0';
    return (size_t)(to - string);
}

/* Reads a row: words, of which `|` ends a column. */
static void read_row(char *line)
{
    struct scenario *row = &scenarios[scenarios_n++];
    size_t column = 0, n = 0, words = 0;

    want(scenarios_n < SCENARIOS_MAX, line);
    for (char *word = strtok(line, " "); word != NULL; word = strtok(NULL, " ")) {
        want(n < ARGUMENTS_MAX && words < ARGUMENTS_MAX, word);
        if (strcmp(word, "|") == 0) {
            row->options = column++ == 0 ? n : row->options;
        } else {
            undo_escapes(word);
            row->files += column == 1;
            *(column == 2 ? &row->words[words++] : &row->arguments[n++]) = word;
        }
    }
    row->options = column == 0 ? n : row->options;
}

static void read_line(char *line)
{
    size_t n = strcspn(line, " ");

    if (n > 0 && line[n - 1] == ':') {
        line[n - 1] = '\0';
        want(files_n < COUNT(files), line);
        files[files_n++] = (struct file){line, line + n + 1};
    } else if (n > 0 && line[0] != '#') {
        read_row(line);
    }
}

void scenarios_read(void)
{
    static char text[1 << 16];
    char name[4096];
    const char *folder = getenv("srcdir");

    snprintf(name, sizeof name, "%s/tests/scenarios", folder != NULL ? folder : ".");
    FILE *file = fopen(name, "rb");
    if (file == NULL || fread(text, 1, sizeof text - 1, file) == 0) {
        die(name);
    }
    fclose(file);
    char *next = NULL;
    for (char *line = text; line != NULL; line = next) {
        next = strchr(line, '\n');
        if (next != NULL) {
            *next++ = '\0';
        }
        read_line(line);
    }
}

void make_file(const char *name, const void *octets, size_t n)
{
    char folder[128];

    for (const char *slash = strchr(name, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        snprintf(folder, sizeof folder, "%.*s", (int)(slash - name), name);
        mkdir(folder, 0700);
    }
    FILE *file = fopen(name, "wb");
    if (file == NULL || fwrite(octets, 1, n, file) != n || fclose(file) != 0) {
        die(name);
    }
}

/* Makes a file: the octets before the braces, those that are repeated, and those after. */
static void make(const struct file *file)
{
    char *before = strdup(file->octets), *open = strchr(before, '{'), *repeated = NULL;
    char *after = NULL;
    unsigned long times = 0;

    if (open != NULL) {
        *open = '\0';
        times = strtoul(open + 1, &repeated, 10);
        after = strchr(++repeated, '}');
        want(after != NULL, file->name);
        *after++ = '\0';
    }
    size_t n = undo_escapes(before), each = times > 0 ? undo_escapes(repeated) : 0;
    size_t last = times > 0 ? undo_escapes(after) : 0, all = n + times * each + last;
    char *octets = malloc(all + 1);
    want(octets != NULL, file->name);
    memcpy(octets, before, n);
    for (; times > 0; times--, n += each) {
        memcpy(octets + n, repeated, each);
    }
    if (last > 0) {
        memcpy(octets + n, after, last);
    }
    make_file(file->name, octets, all);
    free(octets);
    free(before);
}

void scenarios_make_files(void)
{
    for (size_t i = 0; i < files_n; i++) {
        make(&files[i]);
    }
}

const char *scenario_value(const struct scenario *scenario, const char *word)
{
    size_t n = strlen(word);

    for (size_t i = 0; scenario->words[i] != NULL; i++) {
        if (strncmp(scenario->words[i], word, n) == 0 &&
            strchr("=", scenario->words[i][n]) != NULL) {
            return scenario->words[i] + n + (scenario->words[i][n] == '=');
        }
    }
    return NULL;
}

bool scenario_is(const struct scenario *scenario, const char *word)
{
    return scenario_value(scenario, word) != NULL;
}

size_t scenario_number(const struct scenario *scenario, const char *word)
{
    const char *value = scenario_value(scenario, word);

    return value != NULL ? strtoul(value, NULL, 10) : 0;
}

const char *scenario_name(const struct scenario *scenario)
{
    static char name[512];
    size_t n = 0;

    name[0] = '\0';
    for (size_t i = 0; scenario->arguments[i] != NULL && n < sizeof name; i++) {
        n += (size_t)snprintf(name + n, sizeof name - n, "%s%s", i > 0 ? " " : "",
                              scenario->arguments[i]);
    }
    return name;
}
