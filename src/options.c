#include "config.h"

#include "options.h"

#include <errno.h>

#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "furl/text/reading.h"
#include "furl/url/schemes.h"
#include "wanted.h"
#include "words.h"

const struct options options_default = {
    .safe = "", .unsafe = "", .max_length = MAX_LENGTH, .max_count = UINT64_MAX, .width = WIDTH};

const struct furl_rules *options_rules(const struct options *options)
{
    return options->rules != NULL ? options->rules : &furl_rule_books[FURL_FIDOURL];
}

static const char *take_text(struct options *options, const char *argument)
{
    options->texts[options->texts_n++] = argument;
    return NULL;
}

/* Says which names of a table may be chosen, after `before`. Returns it. */
static const char *choose(struct options *options, const char *before, nth_name *name)
{
    char *to = options->complaint;

    for (size_t i = 0; name(NULL, i) != NULL; i++) {
        size_t room = sizeof options->complaint - (size_t)(to - options->complaint);
        int written = snprintf(to, room, "%s%s", i == 0 ? before : ", ", name(NULL, i));
        if (written < 0 || (size_t)written >= room) {
            break;
        }
        to += written;
    }
    return options->complaint;
}

/* Finds `argument` among the names of a table. Returns NULL, and sets `nth`; or what may be
 * chosen. */
static const char *find(struct options *options, const char *argument, nth_name *name, size_t *nth)
{
    for (*nth = 0; name(NULL, *nth) != NULL; ++*nth) {
        if (strcmp(argument, name(NULL, *nth)) == 0) {
            return NULL;
        }
    }
    return choose(options, "must be one of ", name);
}

const char *component_name(const void *table, size_t nth)
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

static const char *take_component(struct options *options, const char *argument)
{
    size_t nth = 0;
    const char *wrong = find(options, argument, component_name, &nth);

    if (wrong == NULL) {
        options->component = (enum furl_component_id)nth;
    }
    return wrong;
}

static const char *take_rules(struct options *options, const char *argument)
{
    size_t nth = 0;
    const char *wrong = find(options, argument, rules_name, &nth);

    if (wrong == NULL) {
        options->rules = &furl_rule_books[nth];
    }
    return wrong;
}

static const char *take_controls(struct options *options, const char *argument)
{
    size_t nth = 0;
    const char *wrong = find(options, argument, controls_name, &nth);

    if (wrong == NULL) {
        options->controls = (enum controls)nth;
    }
    return wrong;
}

static const char *hyperlinks_name(const void *table, size_t nth)
{
    static const char *const names[] = {
        [HYPERLINKS_NEVER] = "never", [HYPERLINKS_AUTO] = "auto", [HYPERLINKS_ALWAYS] = "always"};

    (void)table;
    return nth < sizeof names / sizeof names[0] ? names[nth] : NULL;
}

static const char *take_hyperlinks(struct options *options, const char *argument)
{
    size_t nth = HYPERLINKS_AUTO;
    const char *wrong = argument != NULL ? find(options, argument, hyperlinks_name, &nth) : NULL;

    if (wrong == NULL) {
        options->hyperlinks = (enum hyperlinks)nth;
    }
    return wrong;
}

static const char *take_charset(struct options *options, const char *argument)
{
    char typed[NEAR_MAX + 2], near[MEANT_SIZE]; /* of a word that is too long, so much that it is */

    options->charset = mail_charset_named(furl_range_of(argument));
    if (options->charset != NULL) {
        return NULL;
    }
    snprintf(typed, sizeof typed, "%s", argument);
    for (char *at = typed; *at != '\0'; at++) {
        *at = (char)furl_lower((unsigned char)*at);
    }
    snprintf(options->complaint, sizeof options->complaint, "unknown charset%s",
             did_you_mean("", nearest_name(typed, mail_charset_name, NULL), near));
    return options->complaint;
}

static const char *take_messages(struct options *options, const char *argument)
{
    options->messages = true;
    if (argument == NULL) {
        return NULL;
    }
    options->messages_format = mail_format_named(argument);
    return options->messages_format != NULL ? NULL
                                            : choose(options, "must be one of ", mail_format_name);
}

static const char *take_max_length(struct options *options, const char *argument)
{
    uintmax_t n = 0;

    for (const char *digit = argument; *digit != '\0'; digit++) {
        if (*digit < '0' || *digit > '9') {
            return "must be a number of octets";
        }
        n = n * 10 + (uintmax_t)(*digit - '0');
        if (n > FURL_LENGTH_MAX) {
            return "too large";
        }
    }
    if (n == 0) {
        return "must be a number of octets, at least 1";
    }
    options->max_length = (size_t)n;
    return NULL;
}

static const char *take_width(struct options *options, const char *argument)
{
    char *end = NULL;
    uintmax_t n = strtoumax(argument, &end, 10);

    if (argument[0] < '0' || argument[0] > '9' || *end != '\0' || n < WIDTH_MIN || n > WIDTH_MAX) {
        return "must be a number from 20 to 1000";
    }
    options->width = (size_t)n;
    return NULL;
}

static const char *take_with_filename(struct options *options, const char *argument)
{
    (void)argument;
    options->names = NAMES_ALWAYS;
    return NULL;
}

static const char *take_no_filename(struct options *options, const char *argument)
{
    (void)argument;
    options->names = NAMES_NEVER;
    return NULL;
}

static const char *take_max_count(struct options *options, const char *argument)
{
    char *end = NULL;
    uintmax_t n = strtoumax(argument, &end, 10);

    if (argument[0] < '0' || argument[0] > '9' || *end != '\0') {
        return "must be a number";
    }
    options->max_count = n;
    return NULL;
}

/* Takes a number of octets, perhaps with K, M or G. Returns whether it is one. */
static bool take_octets(const char **text, uint64_t *octets)
{
    static const char units[] = "KMG";
    char *end = NULL;

    errno = 0;
    uintmax_t n = strtoumax(*text, &end, 10);
    if (**text < '0' || **text > '9' || errno != 0) {
        return false;
    }
    const char *unit = *end != '\0' ? strchr(units, *end) : NULL;
    for (const char *each = units; unit != NULL && each <= unit; each++) {
        if (n > UINT64_MAX / 1024) {
            return false;
        }
        n *= 1024;
    }
    *octets = n;
    *text = unit != NULL ? end + 1 : end;
    return true;
}

static const char *take_range(struct options *options, const char *argument)
{
    uint64_t length = UINT64_MAX;
    bool is_one = take_octets(&argument, &options->from);

    if (is_one && *argument == '+') {
        argument++;
        is_one = take_octets(&argument, &length);
    }
    if (!is_one || *argument != '\0') {
        return "must be FROM or FROM+LENGTH: octets, or with K, M or G";
    }
    options->ranged = true;
    options->end = length < UINT64_MAX - options->from ? options->from + length : UINT64_MAX;
    return NULL;
}

/* Takes a list of schemes. */
static const char *take_list(const char **list, const char *argument)
{
    if (!is_scheme_list(argument)) {
        return "must be a list of schemes, separated by commas; fido and web are sets";
    }
    *list = argument;
    return NULL;
}

static const char *take_schemes(struct options *options, const char *argument)
{
    return take_list(&options->schemes, argument);
}

static const char *take_not_schemes(struct options *options, const char *argument)
{
    return take_list(&options->not_schemes, argument);
}

static const char *take_nul(struct options *options, const char *argument)
{
    (void)argument;
    if (options->ended_by == RECORDS_WHOLE) {
        return "cannot be combined with --whole";
    }
    options->ended_by = RECORDS_BY_NUL;
    return NULL;
}

static const char *take_whole(struct options *options, const char *argument)
{
    (void)argument;
    if (options->ended_by == RECORDS_BY_NUL) {
        return "cannot be combined with -z";
    }
    options->ended_by = RECORDS_WHOLE;
    return NULL;
}

enum { OF_RECORDS = ENCODE | DECODE | NORMALIZE | PARSE };

/* Where a member is; and the same of one that has the type, or else this is not built. */
#define AT(member)         offsetof(struct options, member)
#define AT_A(member, type) _Generic(((struct options *)0)->member, type : AT(member))
/* clang-format off */
#define FLAG(member)     {OPTION_FLAG, .at = AT_A(member, bool)}
#define ARGUMENT(member) {OPTION_ARGUMENT, .at = AT_A(member, const char *)}
#define BY(function)     {OPTION_BY, .take = (function)}
#define MAYBE(function)  {OPTION_MAYBE, .take = (function)}
/* clang-format on */

static const struct option_row rows[] = {
    {'c', "component", "NAME", ENCODE | DECODE, "what the data is, see below (default: value)",
     BY(take_component)},
    {'\0', "rules", "NAME", OF_RECORDS, "fidourl, rfc1630, rfc1738, rfc2396 or rfc3986",
     BY(take_rules)},
    {'\0', "safe", "CHARS", ENCODE, "also leave CHARS as they are", ARGUMENT(safe)},
    {'\0', "unsafe", "CHARS", ENCODE, "also escape CHARS", ARGUMENT(unsafe)},
    {'\0', "base", "URL", NORMALIZE | PARSE, "resolve relative references against URL",
     ARGUMENT(base)},
    {'\0', "sort-params", NULL, NORMALIZE | PARSE, "order parameters by name, then value",
     FLAG(sort_params)},
    {'\0', "display", NULL, NORMALIZE, "also decode letters beyond ASCII, for reading",
     FLAG(display)},
    {'\0', "keep-fragment", NULL, NORMALIZE, "keep # and what follows it", FLAG(keep_fragment)},
    {'\0', "strict", NULL, NORMALIZE, "drop malformed records", FLAG(strict)},
    {'\0', "controls", "WHEN", DECODE, "escapes of control octets: auto, keep or decode",
     BY(take_controls)},
    {'e', NULL, "STRING", ALL, "read STRING instead of files; may be repeated", BY(take_text)},
    {'\0', "files0-from", "FILE", ALL, "read the files named in FILE, NUL after each name",
     ARGUMENT(list)},
    {'M', "messages", "FORMAT", EXTRACT | REWRITE,
     "read mail, message by message: packets, bases ...", MAYBE(take_messages)},
    {'r', "recursive", NULL, EXTRACT, "read all files below each DIR (default: .)",
     FLAG(recursive)},
    {'z', "zero-terminated", NULL, OF_RECORDS, "records end with NUL, not with a newline",
     BY(take_nul)},
    {'\0', "whole", NULL, OF_RECORDS, "treat each input as one record", BY(take_whole)},
    {'\0', "max-length", "N", NORMALIZE | PARSE, "longest record, in octets (default: 1 MiB)",
     BY(take_max_length)},
    {'\0', "range", "FROM[+LENGTH]", EXTRACT, "only URLs that begin in this part of the file",
     BY(take_range)},
    {'\0', "max-length", "N", EXTRACT | REWRITE | FOLD, "longest URL, in octets (default: 1 MiB)",
     BY(take_max_length)},
    {'H', "with-filename", NULL, EXTRACT, "print the name of the file before each URL",
     BY(take_with_filename)},
    {'\0', "no-filename", NULL, EXTRACT, "never print the name of the file", BY(take_no_filename)},
    {'n', "line-number", NULL, EXTRACT, "print the line number before each URL, from 1",
     FLAG(line_number)},
    {'b', "byte-offset", NULL, EXTRACT, "print the byte offset before each URL, from 0",
     FLAG(byte_offset)},
    {'c', "count", NULL, EXTRACT, "print only the number of URLs in each file", FLAG(count)},
    {'l', "files-with-urls", NULL, EXTRACT, "print only the names of files that contain URLs",
     FLAG(files_with_urls)},
    {'\0', "files-with-matches", NULL, EXTRACT, "same as -l", FLAG(files_with_urls)},
    {'u', "unique", NULL, EXTRACT, "print each URL only once, over all files", FLAG(unique)},
    {'m', "max-count", "N", EXTRACT, "print at most N URLs from each file", BY(take_max_count)},
    {'\0', "canonical", NULL, EXTRACT, "print each URL's canonical form", FLAG(canonical)},
    {'s', "scheme", "LIST", EXTRACT | REWRITE, "only the schemes in LIST; fido and web are sets",
     BY(take_schemes)},
    {'s', "scheme", "LIST", FOLD, "split URLs of the schemes in LIST (default: fido)",
     BY(take_schemes)},
    {'\0', "not-scheme", "LIST", EXTRACT | REWRITE, "all schemes except those in LIST",
     BY(take_not_schemes)},
    {'\0', "skip-quoted", NULL, EXTRACT, "skip URLs in quoted lines", FLAG(skip_quoted)},
    {'j', "json", NULL, EXTRACT, "print JSON Lines, one object for each URL", FLAG(json)},
    {'F', "format", "TEMPLATE", PARSE | EXTRACT,
     "print TEMPLATE for each URL, with {NAME}s filled in", ARGUMENT(format)},
    {'F', "format", "TEMPLATE", REWRITE, "write TEMPLATE for each URL; names: extract --help",
     ARGUMENT(format)},
    {'\0', "html", NULL, REWRITE, "write HTML for <pre>, with links in place of URLs", FLAG(html)},
    {'\0', "gate", "PREFIX", REWRITE, "point Fidonet links to PREFIX and the escaped URL",
     ARGUMENT(gate)},
    {'\0', "charset", "NAME", EXTRACT | REWRITE, "charset of text, or of mail that tells none",
     BY(take_charset)},
    {'\0', "hyperlink", "WHEN", REWRITE, "terminal links around URLs: auto, always or never",
     MAYBE(take_hyperlinks)},
    {'0', "null", NULL, EXTRACT, "end each URL with NUL, not with a newline", BY(take_nul)},
    {'z', "zero-terminated", NULL, EXTRACT, "same as -0", BY(take_nul)},
    {'\0', "wrapped", NULL, EXTRACT | REWRITE, "also join URLs that line ends cut: a guess",
     FLAG(wrapped)},
    {'8', "8bit", NULL, EXTRACT | REWRITE, "allow any octet 80-FF in non-Fidonet URLs",
     FLAG(eight)},
    {'q', "quiet", NULL, OF_RECORDS | REWRITE | FOLD, "print no messages", FLAG(quiet)},
    {'q', "quiet", NULL, EXTRACT, "print nothing; stop at the first URL", FLAG(quiet)},
    {'w', "width", "N", FOLD, "last column of a URL, 20 to 1000 (default: 60)", BY(take_width)},
    {'h', "help", NULL, ALL | TOOL, "show this help", FLAG(help)},
    {'V', "version", NULL, ALL | TOOL, "show the version", FLAG(version)},
};

_Static_assert(sizeof rows / sizeof rows[0] == OPTION_ROWS, "all are counted");
const struct option_row *const option_rows = rows;

_Static_assert(MAX_LENGTH <= FURL_LENGTH_MAX, "the limit may be named");

const char *take_option(const struct option_row *row, struct options *options, const char *argument)
{
    switch (row->taking.how) {
    case OPTION_FLAG:
        *(bool *)((char *)options + row->taking.at) = true;
        return NULL;
    case OPTION_ARGUMENT:
        *(const char **)((char *)options + row->taking.at) = argument;
        return NULL;
    case OPTION_BY:
    case OPTION_MAYBE:
        break;
    }
    return row->taking.take(options, argument);
}

const char *option_spelled(const struct option_row *row, char out[OPTION_NAME_SIZE])
{
    int n = snprintf(out, OPTION_NAME_SIZE, row->letter != '\0' ? "-%c" : "   ", row->letter);

    bool maybe = row->taking.how == OPTION_MAYBE;
    snprintf(out + n, OPTION_NAME_SIZE - (size_t)n, "%s%s%s%s%s",
             row->name == NULL     ? ""
             : row->letter != '\0' ? ", --"
                                   : " --",
             row->name != NULL ? row->name : "",
             maybe                   ? "[="
             : row->argument == NULL ? ""
             : row->name != NULL     ? "="
                                     : " ",
             row->argument != NULL ? row->argument : "", maybe ? "]" : "");
    return out;
}

/* What is wrong with making octets safe; NULL if nothing is. */
static const char *check_safe(const struct options *options)
{
    const struct furl_rules *rules = options_rules(options);

    if (strchr(options->safe, '%') != NULL) {
        return "--safe: '%' is never safe";
    }
    if (options->component != FURL_URL && rules->space != '\0' &&
        strchr(options->safe, rules->space) != NULL) {
        return "--safe: '+' is not safe: it means a space";
    }
    if (options->safe[strcspn(options->safe, options->unsafe)] != '\0') {
        return "--safe and --unsafe have a character in common";
    }
    return NULL;
}

/* Which two options exclude each other; NULL if none do. */
static const char *check_excluding(struct options *options)
{
    const bool texts = options->texts_n > 0, format = options->format != NULL;
    const struct {
        bool one, other;
        const char *said;
    } excluding[] = {
        {texts, options->list != NULL, "-e and --files0-from"},
        {texts, options->recursive, "-e and --recursive"},
        {texts, options->messages, "-e and --messages"},
        {options->count, options->json, "--count and --json"},
        {options->files_with_urls, options->count, "--files-with-urls and --count"},
        {options->files_with_urls, options->json, "--files-with-urls and --json"},
        {options->files_with_urls, format, "--files-with-urls and --format"},
        {options->files_with_urls, options->line_number, "--files-with-urls and --line-number"},
        {options->files_with_urls, options->byte_offset, "--files-with-urls and --byte-offset"},
        {options->files_with_urls, options->unique, "--files-with-urls and --unique"},
        {options->ranged, texts, "--range and -e"},
        {options->ranged, options->list != NULL, "--range and --files0-from"},
        {options->ranged, options->recursive, "--range and --recursive"},
        {options->ranged, options->messages, "--range and --messages"},
        {options->ranged, options->line_number, "--range and --line-number"},
        {options->ranged, options->count, "--range and --count"},
        {options->ranged, options->files_with_urls, "--range and --files-with-urls"},
        {options->ranged, options->max_count != UINT64_MAX, "--range and --max-count"},
        {options->ranged, options->quiet, "--range and --quiet"},
        {options->ranged, options->wrapped, "--range and --wrapped"},
        {options->ranged, options->files_n > 1, "--range and more than one FILE"},
        {format, options->json, "--format and --json"},
        {format, options->names == NAMES_ALWAYS, "--format and --with-filename"},
        {format, options->line_number, "--format and --line-number"},
        {format, options->byte_offset, "--format and --byte-offset"},
        {format, options->canonical, "--format and --canonical"},
        {format, options->html, "--format and --html"},
        {format, options->hyperlinks != HYPERLINKS_NEVER, "--format and --hyperlink"},
        {options->html, options->hyperlinks != HYPERLINKS_NEVER, "--html and --hyperlink"},
    };

    for (size_t i = 0; i < sizeof excluding / sizeof excluding[0]; i++) {
        if (excluding[i].one && excluding[i].other) {
            snprintf(options->complaint, sizeof options->complaint, "%s cannot be combined",
                     excluding[i].said);
            return options->complaint;
        }
    }
    return NULL;
}

const char *check_options(struct options *options)
{
    bool rfc = options->rules != NULL && !furl_is_fidourl(options->rules);

    if (rfc && furl_components[options->component].rfc_literal == NULL) {
        return choose(options, "under these rules --component must be one of ", rfc_component_name);
    }
    if (options->gate != NULL && !options->html) {
        return "--gate needs --html";
    }
    if (options->charset != NULL && !options->html && !options->messages) {
        return options->command->bit == EXTRACT ? "--charset needs --messages"
                                                : "--charset needs --html or --messages";
    }
    const char *wrong = check_excluding(options);
    return wrong != NULL ? wrong : check_safe(options);
}
