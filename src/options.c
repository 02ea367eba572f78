#include "config.h"

#include "options.h"

#include <stddef.h>
#include <stdio.h>

#include "commands.h"
#include "furl/text/reading.h"
#include "taking.h"
#include "wanted.h"

const struct options options_default = {
    .safe = "", .unsafe = "", .max_length = MAX_LENGTH, .max_count = UINT64_MAX, .width = WIDTH};

const struct furl_rules *options_rules(const struct options *options)
{
    return options->rules != NULL ? options->rules : &furl_rule_books[FURL_FIDOURL];
}

enum { OF_RECORDS = ENCODE | DECODE | NORMALIZE | PARSE };

/* Where a member is; and the same of one that has the type, or else this is not built. */
#define AT(member)         offsetof(struct options, member)
#define AT_A(member, type) _Generic(((struct options *)0)->member, type : AT(member))
/* clang-format off */
#define FLAG(member)     {OPTION_FLAG, .at = AT_A(member, bool)}
#define ARGUMENT(member) {OPTION_ARGUMENT, .at = AT_A(member, const char *)}
#define BY(function)     {OPTION_BY, .take = (function)}
#define ONE_OF(names, function)       {OPTION_BY, .take = (function), .choices = (names)}
#define MAYBE_ONE_OF(names, function) {OPTION_MAYBE, .take = (function), .choices = (names)}
/* clang-format on */

static const struct option_row rows[] = {
    {'c', "component", "NAME", ENCODE | DECODE, "what the data is, see below (default: value)",
     ONE_OF(component_name, take_component)},
    {'\0', "rules", "NAME", OF_RECORDS, "fidourl, rfc1630, rfc1738, rfc2396 or rfc3986",
     ONE_OF(rules_name, take_rules)},
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
     ONE_OF(controls_name, take_controls)},
    {'e', NULL, "STRING", ALL, "read STRING instead of files; may be repeated", BY(take_text)},
    {'\0', "files0-from", "FILE", ALL, "read the files named in FILE, NUL after each name",
     ARGUMENT(list)},
    {'M', "messages", "FORMAT", EXTRACT | REWRITE,
     "read mail, message by message: packets, bases ...",
     MAYBE_ONE_OF(mail_format_name, take_messages)},
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
     ONE_OF(scheme_word, take_schemes)},
    {'s', "scheme", "LIST", FOLD, "split URLs of the schemes in LIST (default: fido)",
     ONE_OF(scheme_word, take_schemes)},
    {'\0', "not-scheme", "LIST", EXTRACT | REWRITE, "all schemes except those in LIST",
     ONE_OF(scheme_word, take_not_schemes)},
    {'\0', "skip-quoted", NULL, EXTRACT, "skip URLs in quoted lines", FLAG(skip_quoted)},
    {'j', "json", NULL, EXTRACT, "print JSON Lines, one object for each URL", FLAG(json)},
    {'F', "format", "TEMPLATE", PARSE | EXTRACT,
     "print TEMPLATE for each URL, with {NAME}s filled in", ARGUMENT(format)},
    {'F', "format", "TEMPLATE", REWRITE, "write TEMPLATE for each URL; names: extract --help",
     ARGUMENT(format)},
    {'\0', "html", NULL, REWRITE, "write HTML for <pre>, with links in place of URLs", FLAG(html)},
    {'\0', "gate", "PREFIX", REWRITE, "point Fidonet links to PREFIX and the escaped URL",
     ARGUMENT(gate)},
    {'\0', "charset", "NAME", EXTRACT, "with -M, charset of messages that tell none",
     ONE_OF(mail_charset_name, take_charset)},
    {'\0', "charset", "NAME", REWRITE, "charset of the text, or of messages that tell none",
     ONE_OF(mail_charset_name, take_charset)},
    {'\0', "hyperlink", "WHEN", REWRITE, "terminal links around URLs: auto, always or never",
     MAYBE_ONE_OF(hyperlinks_name, take_hyperlinks)},
    {'0', "null", NULL, EXTRACT, "end each URL with NUL, not with a newline", BY(take_nul)},
    {'z', "zero-terminated", NULL, EXTRACT, "same as -0", BY(take_nul)},
    {'\0', "wrapped", NULL, EXTRACT | REWRITE, "also join URLs that line ends cut: a guess",
     FLAG(wrapped)},
    {'8', "8bit", NULL, EXTRACT | REWRITE, "allow any octet 80-FF in non-Fidonet URLs",
     FLAG(eight)},
    {'q', "quiet", NULL, OF_RECORDS | REWRITE | FOLD, "print no diagnostics", FLAG(quiet)},
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
