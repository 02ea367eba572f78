#include "config.h"

#include "options.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char *take_text(struct job *job, const char *argument)
{
    job->texts[job->texts_n++] = argument;
    return NULL;
}

static const char *take_component(struct job *job, const char *argument)
{
    static const char first[] = "choose ";
    char *to = job->choices;

    for (size_t i = 0; i < FURL_COMPONENTS; i++) {
        if (strcmp(argument, furl_components[i].name) == 0) {
            job->component = (enum furl_component_id)i;
            return NULL;
        }
    }
    for (size_t i = 0; i < FURL_COMPONENTS; i++) {
        size_t room = sizeof job->choices - (size_t)(to - job->choices);
        to += snprintf(to, room, "%s%s", i > 0 ? ", " : first, furl_components[i].name);
    }
    return job->choices;
}

static const char *take_rules(struct job *job, const char *argument)
{
    (void)job;
    return strcmp(argument, furl_fidourl.name) == 0 ? NULL : "choose fidourl";
}

static const char *take_controls(struct job *job, const char *argument)
{
    static const char *const names[] = {
        [CONTROLS_AUTO] = "auto", [CONTROLS_KEEP] = "keep", [CONTROLS_DECODE] = "decode"};

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(argument, names[i]) == 0) {
            job->controls = (enum controls)i;
            return NULL;
        }
    }
    return "choose auto, keep or decode";
}

/* The largest length that may be asked for: what a URL can become still has a size. */
#define LENGTH_MAX (SIZE_MAX / 16)

static const char *take_max_length(struct job *job, const char *argument)
{
    uintmax_t n = 0;

    for (const char *digit = argument; *digit != '\0'; digit++) {
        if (*digit < '0' || *digit > '9') {
            return "give a number of octets";
        }
        n = n * 10 + (uintmax_t)(*digit - '0');
        if (n > LENGTH_MAX) {
            return "too large";
        }
    }
    if (n == 0) {
        return "give a number of octets, at least 1";
    }
    job->max_length = (size_t)n;
    return NULL;
}

static const char *take_nul(struct job *job, const char *argument)
{
    (void)argument;
    if (job->ended_by == RECORDS_WHOLE) {
        return "does not go with --whole";
    }
    job->ended_by = RECORDS_BY_NUL;
    return NULL;
}

static const char *take_whole(struct job *job, const char *argument)
{
    (void)argument;
    if (job->ended_by == RECORDS_BY_NUL) {
        return "does not go with -z";
    }
    job->ended_by = RECORDS_WHOLE;
    return NULL;
}

static const char *take_quiet(struct job *job, const char *argument)
{
    (void)argument;
    job->messages.quiet = true;
    return NULL;
}

static const char *take_help(struct job *job, const char *argument)
{
    (void)argument;
    job->help = true;
    return NULL;
}

static const char *take_version(struct job *job, const char *argument)
{
    (void)argument;
    job->version = true;
    return NULL;
}

enum { OF_RECORDS = ENCODE | DECODE | NORMALIZE };

const struct option_row option_rows[] = {
    {'c', "component", "NAME", ENCODE | DECODE, "what the data is: see below; value",
     take_component},
    {'\0', "rules", "NAME", OF_RECORDS, "the rule book: fidourl", take_rules},
    {'\0', "controls", "WHEN", DECODE, "keep escapes of controls, decode them, or auto",
     take_controls},
    {'e', NULL, "STRING", ALL, "read STRING and no file; may be repeated", take_text},
    {'z', "zero-terminated", NULL, OF_RECORDS, "records end with NUL, not with a line's end",
     take_nul},
    {'\0', "whole", NULL, OF_RECORDS, "each input is one record", take_whole},
    {'\0', "max-length", "N", NORMALIZE | EXTRACT, "octets in the longest record or URL",
     take_max_length},
    {'q', "quiet", NULL, OF_RECORDS, "no messages", take_quiet},
    {'h', "help", NULL, ALL | OPTION_OF_TOOL, "show this help", take_help},
    {'V', "version", NULL, ALL | OPTION_OF_TOOL, "show the version", take_version},
};

const char *option_spelled(const struct option_row *row, char out[OPTION_NAME_SIZE])
{
    int n = snprintf(out, OPTION_NAME_SIZE, row->letter != '\0' ? "-%c" : "   ", row->letter);

    snprintf(out + n, OPTION_NAME_SIZE - (size_t)n, "%s%s%s%s",
             row->name == NULL     ? ""
             : row->letter != '\0' ? ", --"
                                   : " --",
             row->name != NULL ? row->name : "",
             row->argument == NULL ? ""
             : row->name != NULL   ? "="
                                   : " ",
             row->argument != NULL ? row->argument : "");
    return out;
}
