#include "config.h"

#include "options.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "furl/text/reading.h"
#include "furl/url/schemes.h"
#include "wanted.h"
#include "words.h"

static const char *take_text(struct job *job, const char *argument)
{
    job->texts[job->texts_n++] = argument;
    return NULL;
}

/* Says which names of a table may be chosen, behind `before`. Returns it. */
static const char *choose(struct job *job, const char *before, nth_name *name)
{
    char *to = job->complaint;

    for (size_t i = 0; name(NULL, i) != NULL; i++) {
        size_t room = sizeof job->complaint - (size_t)(to - job->complaint);
        int written = snprintf(to, room, "%s%s", i == 0 ? before : ", ", name(NULL, i));
        if (written < 0 || (size_t)written >= room) {
            break;
        }
        to += written;
    }
    return job->complaint;
}

/* Finds `argument` among the names of a table. Returns NULL, and sets `nth`; or what may be
 * chosen. */
static const char *find(struct job *job, const char *argument, nth_name *name, size_t *nth)
{
    for (*nth = 0; name(NULL, *nth) != NULL; ++*nth) {
        if (strcmp(argument, name(NULL, *nth)) == 0) {
            return NULL;
        }
    }
    return choose(job, "choose ", name);
}

static const char *component_name(const void *table, size_t nth)
{
    (void)table;
    return nth < FURL_COMPONENTS ? furl_components[nth].name : NULL;
}

/* Of the components, those that the rule books of the RFCs know. */
static const char *rfc_component_name(const void *table, size_t nth)
{
    size_t known = 0;

    (void)table;
    for (size_t i = 0; i < FURL_COMPONENTS; i++) {
        if (furl_components[i].rfc_literal != NULL && known++ == nth) {
            return furl_components[i].name;
        }
    }
    return NULL;
}

static const char *rules_name(const void *table, size_t nth)
{
    (void)table;
    return nth < FURL_RULE_BOOKS ? furl_rule_books[nth].name : NULL;
}

static const char *controls_name(const void *table, size_t nth)
{
    static const char *const names[] = {
        [CONTROLS_AUTO] = "auto", [CONTROLS_KEEP] = "keep", [CONTROLS_DECODE] = "decode"};

    (void)table;
    return nth < sizeof names / sizeof names[0] ? names[nth] : NULL;
}

static const char *take_component(struct job *job, const char *argument)
{
    size_t nth = 0;
    const char *wrong = find(job, argument, component_name, &nth);

    if (wrong == NULL) {
        job->component = (enum furl_component_id)nth;
    }
    return wrong;
}

static const char *take_rules(struct job *job, const char *argument)
{
    size_t nth = 0;
    const char *wrong = find(job, argument, rules_name, &nth);

    if (wrong == NULL) {
        job->rules = &furl_rule_books[nth];
    }
    return wrong;
}

static const char *take_controls(struct job *job, const char *argument)
{
    size_t nth = 0;
    const char *wrong = find(job, argument, controls_name, &nth);

    if (wrong == NULL) {
        job->controls = (enum controls)nth;
    }
    return wrong;
}

static const char *take_max_length(struct job *job, const char *argument)
{
    uintmax_t n = 0;

    for (const char *digit = argument; *digit != '\0'; digit++) {
        if (*digit < '0' || *digit > '9') {
            return "give a number of octets";
        }
        n = n * 10 + (uintmax_t)(*digit - '0');
        if (n > FURL_LENGTH_MAX) {
            return "too large";
        }
    }
    if (n == 0) {
        return "give a number of octets, at least 1";
    }
    job->max_length = (size_t)n;
    return NULL;
}

static const char *take_with_filename(struct job *job, const char *argument)
{
    (void)argument;
    job->names = NAMES_ALWAYS;
    return NULL;
}

static const char *take_no_filename(struct job *job, const char *argument)
{
    (void)argument;
    job->names = NAMES_NEVER;
    return NULL;
}

static const char *take_max_count(struct job *job, const char *argument)
{
    char *end = NULL;
    uintmax_t n = strtoumax(argument, &end, 10);

    if (argument[0] < '0' || argument[0] > '9' || *end != '\0') {
        return "give a number";
    }
    job->max_count = n;
    return NULL;
}

/* Takes a list of schemes. */
static const char *take_list(const char **list, const char *argument)
{
    if (!is_scheme_list(argument)) {
        return "give schemes, separated by commas; or fido, web";
    }
    *list = argument;
    return NULL;
}

static const char *take_schemes(struct job *job, const char *argument)
{
    return take_list(&job->schemes, argument);
}

static const char *take_not_schemes(struct job *job, const char *argument)
{
    return take_list(&job->not_schemes, argument);
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

enum { OF_RECORDS = ENCODE | DECODE | NORMALIZE };

/* Where an option that has no function of its own puts its flag or its argument. */
#define AT(member) offsetof(struct job, member)

static const struct option_row rows[] = {
    {'c', "component", "NAME", ENCODE | DECODE, "what the data is: see below; value",
     take_component, 0},
    {'\0', "rules", "NAME", OF_RECORDS, "fidourl, rfc1630, rfc1738, rfc2396 or rfc3986", take_rules,
     0},
    {'\0', "safe", "CHARS", ENCODE, "leave CHARS as they are, too", NULL, AT(safe)},
    {'\0', "unsafe", "CHARS", ENCODE, "escape CHARS, too", NULL, AT(unsafe)},
    {'\0', "base", "URL", NORMALIZE, "resolve relative references against URL", NULL, AT(base)},
    {'\0', "sort-params", NULL, NORMALIZE, "order parameters by name, then value", NULL,
     AT(sort_params)},
    {'\0', "display", NULL, NORMALIZE, "decode letters beyond ASCII, for reading", NULL,
     AT(display)},
    {'\0', "keep-fragment", NULL, NORMALIZE, "keep what stands behind #", NULL, AT(keep_fragment)},
    {'\0', "strict", NULL, NORMALIZE, "drop malformed records", NULL, AT(strict)},
    {'\0', "controls", "WHEN", DECODE, "keep escapes of controls, decode them, or auto",
     take_controls, 0},
    {'e', NULL, "STRING", ALL, "read STRING and no file; may be repeated", take_text, 0},
    {'\0', "files0-from", "FILE", ALL, "read the files that FILE names, NUL after each", NULL,
     AT(list)},
    {'r', "recursive", NULL, EXTRACT, "read the files below each DIR, or below .", NULL,
     AT(recursive)},
    {'z', "zero-terminated", NULL, OF_RECORDS, "records end with NUL, not with a line's end",
     take_nul, 0},
    {'\0', "whole", NULL, OF_RECORDS, "each input is one record", take_whole, 0},
    {'\0', "max-length", "N", NORMALIZE | EXTRACT, "octets in the longest record or URL",
     take_max_length, 0},
    {'H', "with-filename", NULL, EXTRACT, "print the file's name before each URL",
     take_with_filename, 0},
    {'\0', "no-filename", NULL, EXTRACT, "do not, with several files either", take_no_filename, 0},
    {'n', "line-number", NULL, EXTRACT, "print its line, from 1", NULL, AT(line_number)},
    {'b', "byte-offset", NULL, EXTRACT, "print its offset in octets, from 0", NULL,
     AT(byte_offset)},
    {'c', "count", NULL, EXTRACT, "print only how many, for each file", NULL, AT(count)},
    {'l', "files-with-urls", NULL, EXTRACT, "print only the names of files that have a URL", NULL,
     AT(files_with_urls)},
    {'\0', "files-with-matches", NULL, EXTRACT, "the same", NULL, AT(files_with_urls)},
    {'u', "unique", NULL, EXTRACT, "each URL once, over all files", NULL, AT(unique)},
    {'m', "max-count", "N", EXTRACT, "no more than N URLs of each file", take_max_count, 0},
    {'\0', "canonical", NULL, EXTRACT, "print each URL's canonical form", NULL, AT(canonical)},
    {'s', "scheme", "LIST", EXTRACT, "only these schemes: gopher,tg,...; fido; web", take_schemes,
     0},
    {'\0', "not-scheme", "LIST", EXTRACT, "all schemes but these", take_not_schemes, 0},
    {'\0', "skip-quoted", NULL, EXTRACT, "leave out URLs in quoted lines", NULL, AT(skip_quoted)},
    {'j', "json", NULL, EXTRACT, "JSON Lines: an object for each URL", NULL, AT(json)},
    {'0', "null", NULL, EXTRACT, "NUL after each, not LF", take_nul, 0},
    {'z', "zero-terminated", NULL, EXTRACT, "the same", take_nul, 0},
    {'8', "8bit", NULL, EXTRACT, "octets 80-FF stand in URLs not Fidonet's", NULL, AT(eight)},
    {'q', "quiet", NULL, OF_RECORDS, "no messages", NULL, AT(messages.quiet)},
    {'q', "quiet", NULL, EXTRACT, "print nothing; end at the first URL", NULL, AT(messages.quiet)},
    {'h', "help", NULL, ALL | TOOL, "show this help", NULL, AT(help)},
    {'V', "version", NULL, ALL | TOOL, "show the version", NULL, AT(version)},
};

_Static_assert(sizeof rows / sizeof rows[0] == OPTION_ROWS, "all are counted");
const struct option_row *const option_rows = rows;

_Static_assert(MAX_LENGTH <= FURL_LENGTH_MAX, "the limit may be named");

const char *take_option(const struct option_row *row, struct job *job, const char *argument)
{
    void *at = (char *)job + row->at;

    if (row->take != NULL) {
        return row->take(job, argument);
    }
    if (row->argument != NULL) {
        *(const char **)at = argument;
    } else {
        *(bool *)at = true;
    }
    return NULL;
}

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

/* What is wrong with making octets safe; NULL if nothing is. */
static const char *check_safe(const struct job *job)
{
    const struct furl_rules *rules = job_rules(job);

    if (strchr(job->safe, '%') != NULL) {
        return "--safe: '%' can never be";
    }
    if (job->component != FURL_URL && rules->space != '\0' &&
        strchr(job->safe, rules->space) != NULL) {
        return "--safe: '+' stands for a space";
    }
    if (job->safe[strcspn(job->safe, job->unsafe)] != '\0') {
        return "--safe and --unsafe: one character is in both";
    }
    return NULL;
}

/* Options that exclude each other, and where their flags are. */
static const struct excluding {
    size_t flag, other;
    const char *said;
} excluding[] = {
    {AT(count), AT(json), "--count and --json"},
    {AT(files_with_urls), AT(count), "--files-with-urls and --count"},
    {AT(files_with_urls), AT(json), "--files-with-urls and --json"},
    {AT(files_with_urls), AT(line_number), "--files-with-urls and --line-number"},
    {AT(files_with_urls), AT(byte_offset), "--files-with-urls and --byte-offset"},
    {AT(files_with_urls), AT(unique), "--files-with-urls and --unique"},
};

/* Which two options exclude each other; NULL if none do. */
static const char *check_excluding(struct job *job)
{
    for (size_t i = 0; i < sizeof excluding / sizeof excluding[0]; i++) {
        const struct excluding *row = &excluding[i];
        const char *options = (const char *)job;
        if (*(const bool *)(options + row->flag) && *(const bool *)(options + row->other)) {
            snprintf(job->complaint, sizeof job->complaint, "%s exclude each other", row->said);
            return job->complaint;
        }
    }
    return NULL;
}

const char *check_options(struct job *job)
{
    bool rfc = job->rules != NULL && !furl_is_fidourl(job->rules);

    if (rfc && furl_components[job->component].rfc_literal == NULL) {
        return choose(job, "--component, with these rules: choose ", rfc_component_name);
    }
    if (job->texts_n > 0 && job->list != NULL) {
        return "-e and --files0-from exclude each other";
    }
    if (job->texts_n > 0 && job->recursive) {
        return "-e and --recursive exclude each other";
    }
    const char *wrong = check_excluding(job);
    return wrong != NULL ? wrong : check_safe(job);
}
