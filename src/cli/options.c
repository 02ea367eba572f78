#include "config.h"

#include "options.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "furl/text/find.h"
#include "scheme_list.h"

const struct options options_default = {
    .safe = "", .unsafe = "", .max_length = MAX_LENGTH, .max_count = UINT64_MAX};

const struct furl_rules *options_rules(const struct options *options)
{
    return options->rules != NULL ? options->rules : &furl_rule_books[FURL_FIDOURL];
}

const char *component_name(const void *table, size_t nth)
{
    (void)table;
    return nth < FURL_COMPONENTS ? furl_components[nth].name : NULL;
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

static const char *hyperlinks_name(const void *table, size_t nth)
{
    static const char *const names[] = {
        [HYPERLINKS_NEVER] = "never", [HYPERLINKS_AUTO] = "auto", [HYPERLINKS_ALWAYS] = "always"};

    (void)table;
    return nth < sizeof names / sizeof names[0] ? names[nth] : NULL;
}

/* Offset and size of a member. MEMBER_A compiles only if its type is right. */
#define MEMBER(member)                                                                             \
    .at = offsetof(struct options, member), .size = sizeof(((struct options *)0)->member)
#define MEMBER_A(member, type)                                                                     \
    .at = _Generic(((struct options *)0)->member, type                                             \
                   : offsetof(struct options, member)),                                            \
    .size = sizeof(type)
/* clang-format off */
#define FLAG(member)                OPTION_FLAG, MEMBER_A(member, bool)
#define SET(member, to)             OPTION_SET, MEMBER(member), .value = (to)
#define WORD(member, names)         OPTION_WORD, MEMBER(member), .choices = (names)
#define STRING(member)              OPTION_STRING, MEMBER_A(member, const char *)
#define ONCE(member)                OPTION_ONCE, MEMBER_A(member, const char *)
#define OCTETS(member, from, to)    OPTION_OCTETS, MEMBER_A(member, size_t), .least = (from), .most = (to)
#define COLUMNS(member, from, to)   OPTION_COLUMNS, MEMBER_A(member, size_t), .least = (from), .most = (to)
#define COUNT(member)               OPTION_COUNT, MEMBER_A(member, uint64_t)
#define SCHEMES(member)             OPTION_SCHEMES, MEMBER_A(member, const char *), .choices = scheme_list_word
#define EDITS(how)                  OPTION_EDITS, MEMBER(edits_n), .value = (how)
#define RULES                       OPTION_RULES, MEMBER(rules), .choices = rules_name
#define CHARSET                     OPTION_CHARSET, MEMBER(charset), .choices = mail_charset_name
/* clang-format on */

static const struct option_row rows[] = {
    {'\0', "set", "NAME=VALUE", EDIT | REWRITE, "set a part, or add it", EDITS(FURL_SET)},
    {'\0', "append", "NAME=VALUE", EDIT | REWRITE, "add a parameter: param.NAME",
     EDITS(FURL_APPEND)},
    {'\0', "drop", "NAME", EDIT | REWRITE, "drop a part; * and ? in param.NAME match any",
     EDITS(FURL_DROP)},
    {'c', "component", "NAME", ENCODE | DECODE, "what the data is, see below (default: value)",
     WORD(component, component_name)},
    {'\0', "rules", "NAME", OF_RECORDS, "fidourl, rfc1630, rfc1738, rfc2396 or rfc3986", RULES},
    {'\0', "safe", "CHARS", ENCODE, "also leave CHARS unescaped", STRING(safe)},
    {'\0', "unsafe", "CHARS", ENCODE, "also escape CHARS", STRING(unsafe)},
    {'\0', "base", "URL", NORMALIZE | PARSE | EDIT, "resolve relative references against URL",
     STRING(base)},
    {'\0', "sort-params", NULL, NORMALIZE | PARSE | EDIT, "order parameters by name",
     FLAG(sort_params)},
    {'\0', "display", NULL, NORMALIZE, "also decode letters beyond ASCII, for reading",
     FLAG(display)},
    {'\0', "keep-fragment", NULL, NORMALIZE, "keep # and what follows it", FLAG(keep_fragment)},
    {'\0', "strict", NULL, NORMALIZE | EDIT, "drop malformed records", FLAG(strict)},
    {'\0', "controls", "WHEN", DECODE, "escapes of control octets: auto, keep or decode",
     WORD(controls, controls_name)},
    {'e', NULL, "STRING", ALL & ~MESSAGES, "read STRING instead of files; may be repeated",
     OPTION_TEXTS, MEMBER(texts_n), .conflicts = "files0-from recursive messages "},
    {'\0', "files0-from", "FILE", ALL, "read the files listed in FILE, NUL after each name",
     STRING(list)},
    {'M', "messages", "FORMAT", EXTRACT | REWRITE | MESSAGES,
     "read mail, message by message: packets, bases ...", OPTION_MESSAGES, MEMBER(messages),
     .choices = mail_format_name, .may_stand_alone = true},
    {'r', "recursive", NULL, EXTRACT | MESSAGES | CHECK,
     "read all files below each DIR (default: .)", FLAG(recursive)},
    {'z', "zero-terminated", NULL, OF_RECORDS, "records end with NUL, not with a newline",
     FLAG(nul)},
    {'\0', "whole", NULL, OF_RECORDS, "treat each input as one record", FLAG(one_record),
     .conflicts = "zero-terminated "},
    {'\0', "max-length", "N", ENCODE | DECODE,
     "longest record of -c url, in octets (default: 1 MiB)",
     OCTETS(max_length, 1, FURL_LENGTH_MAX)},
    {'\0', "max-length", "N", NORMALIZE | PARSE | EDIT,
     "longest record, in octets (default: 1 MiB)", OCTETS(max_length, 1, FURL_LENGTH_MAX)},
    {'\0', "max-length", "N", EXTRACT | REWRITE | FOLD, "longest URL, in octets (default: 1 MiB)",
     OCTETS(max_length, 1, FURL_LENGTH_MAX)},
    {'\0', "area", "TAG", EXTRACT | REWRITE | MESSAGES, "treat all messages as from the area TAG",
     STRING(area)},
    {'\0', "areas", "FILE", EXTRACT | REWRITE | MESSAGES,
     "take areas from AREAS.BBS, a Husky or Squish config", STRING(areas), .conflicts = "area "},
    {'\0', "select", "URL", EXTRACT | REWRITE | MESSAGES,
     "only messages that this area: or mid: URL designates", ONCE(select)},
    {'\0', "text", NULL, MESSAGES, "print each message as text; with -j, add its text", FLAG(text)},
    {'H', "with-filename", NULL, EXTRACT | MESSAGES, "print the file name before each row",
     SET(names, NAMES_ALWAYS)},
    {'\0', "no-filename", NULL, EXTRACT | MESSAGES, "never print file names",
     SET(names, NAMES_NEVER)},
    {'n', "line-number", NULL, EXTRACT, "print the line number before each URL, from 1",
     FLAG(line_number)},
    {'b', "byte-offset", NULL, EXTRACT, "print the byte offset before each URL, from 0",
     FLAG(byte_offset)},
    {'c', "count", NULL, EXTRACT, "print only the number of URLs in each file", FLAG(count),
     .conflicts = "json "},
    {'c', "count", NULL, MESSAGES, "print only the number of messages in each file", FLAG(count),
     .conflicts = "json text "},
    {'l', "files-with-urls", NULL, EXTRACT, "print only the names of files that contain URLs",
     FLAG(files_with_urls), .conflicts = "count json format line-number byte-offset unique "},
    {'u', "unique", NULL, EXTRACT, "print each URL only once across all files", FLAG(unique)},
    {'m', "max-count", "N", EXTRACT, "print at most N URLs from each file", COUNT(max_count)},
    {'m', "max-count", "N", MESSAGES, "print at most N messages from each file", COUNT(max_count)},
    {'\0', "canonical", NULL, EXTRACT, "print each URL's canonical form", FLAG(canonical)},
    {'s', "scheme", "LIST", EXTRACT | REWRITE | CHECK,
     "only the schemes in LIST; fido and web are sets", SCHEMES(schemes)},
    {'s', "scheme", "LIST", FOLD, "split URLs of the schemes in LIST (default: fido)",
     SCHEMES(schemes)},
    {'\0', "not-scheme", "LIST", EXTRACT | REWRITE | CHECK, "all schemes except those in LIST",
     SCHEMES(not_schemes)},
    {'\0', "skip-quoted", NULL, EXTRACT | CHECK, "skip URLs in quoted lines", FLAG(skip_quoted)},
    {'j', "json", NULL, EXTRACT, "print JSON Lines, one object for each URL", FLAG(json)},
    {'j', "json", NULL, MESSAGES, "print JSON Lines, one object for each message", FLAG(json)},
    {'j', "json", NULL, CHECK, "print JSON Lines, one object for each finding", FLAG(json)},
    {'F', "format", "TEMPLATE", MESSAGES, "print TEMPLATE with the {NAME}s of each message",
     STRING(format), .conflicts = "json text with-filename "},
    {'F', "format", "TEMPLATE", PARSE | EXTRACT,
     "print TEMPLATE for each URL, with {NAME}s filled in", STRING(format),
     .conflicts = "json with-filename line-number byte-offset canonical "},
    {'F', "format", "TEMPLATE", REWRITE, "write TEMPLATE for each URL; names: extract --help",
     STRING(format), .conflicts = "html hyperlink "},
    {'\0', "html", NULL, REWRITE, "write HTML for <pre>, with links in place of URLs", FLAG(html),
     .conflicts = "hyperlink "},
    {'\0', "gate", "PREFIX", REWRITE, "link Fidonet URLs to PREFIX plus the escaped URL",
     STRING(gate)},
    {'\0', "head", "TEMPLATE", REWRITE, "with --html -M, put TEMPLATE above each message",
     STRING(head)},
    {'\0', "charset", "NAME", EXTRACT | MESSAGES, "charset of messages that name none", CHARSET},
    {'\0', "charset", "NAME", REWRITE, "charset of the text, or of messages that name none",
     CHARSET},
    {'\0', "hyperlink", "WHEN", REWRITE, "make URLs links in terminals: auto, always or never",
     WORD(hyperlinks, hyperlinks_name), .value = HYPERLINKS_AUTO, .may_stand_alone = true},
    {'0', "null", NULL, EXTRACT, "end each URL with NUL, not with a newline", FLAG(nul)},
    {'0', "null", NULL, MESSAGES, "end each row with NUL, not with a newline", FLAG(nul)},
    {'W', "wrapped", NULL, EXTRACT | REWRITE, "also join URLs cut by line ends (a guess)",
     FLAG(wrapped)},
    {'\0', "bare", NULL, EXTRACT | REWRITE, "also names that begin with www. and ftp.", FLAG(bare)},
    {'8', "8bit", NULL, EXTRACT | REWRITE | CHECK, "allow any octet 80-FF in non-Fidonet URLs",
     FLAG(high_octets)},
    {'q', "quiet", NULL, OF_RECORDS | REWRITE | FOLD, "print no diagnostics", FLAG(quiet)},
    {'q', "quiet", NULL, EXTRACT, "print nothing; stop at the first URL", FLAG(quiet)},
    {'q', "quiet", NULL, MESSAGES, "print nothing; stop at the first message", FLAG(quiet)},
    {'q', "quiet", NULL, CHECK, "print nothing; stop at the first finding", FLAG(quiet)},
    {'w', "width", "N", CHECK, "width of a quoting editor, 20 to 1000 (default: 75)",
     COLUMNS(width, WIDTH_MIN, WIDTH_MAX)},
    {'w', "width", "N", FOLD, "last column of a URL, 20 to 1000 (default: 60)",
     COLUMNS(width, WIDTH_MIN, WIDTH_MAX)},
    {'h', "help", NULL, ALL | TOOL, "show this help", FLAG(help)},
    {'V', "version", NULL, ALL | TOOL, "show the version", FLAG(version)},
};

_Static_assert(sizeof rows / sizeof rows[0] == OPTION_ROWS, "all are counted");
const struct option_row *const option_rows = rows;

_Static_assert(MAX_LENGTH <= FURL_LENGTH_MAX, "the limit may be named");

bool options_have(unsigned command, char letter)
{
    bool has = false;

    for (size_t i = 0; i < OPTION_ROWS; i++) {
        has = has || (rows[i].letter == letter && (rows[i].commands & command) != 0);
    }
    return has;
}

/* Whether the row is a flag of the command that was given. */
static bool is_given(const struct options *options, unsigned command, const struct option_row *row)
{
    bool given = false;

    if (row->kind == OPTION_FLAG && (row->commands & command) != 0) {
        memcpy(&given, (const char *)options + row->at, sizeof given);
    }
    return given;
}

const char *options_flags(const struct options *options, unsigned command, const char *letters,
                          char out[FLAGS_SIZE])
{
    size_t n = (size_t)snprintf(out, FLAGS_SIZE, "-%s", letters);

    for (size_t i = 0; i < OPTION_ROWS; i++) {
        char letter = rows[i].letter;
        if (strchr("rq", letter) == NULL && is_given(options, command, &rows[i])) {
            out[n++] = letter;
        }
    }
    out[n] = '\0';
    for (size_t i = 0; i < OPTION_ROWS && n < FLAGS_SIZE; i++) {
        if (rows[i].letter == '\0' && is_given(options, command, &rows[i])) {
            n += (size_t)snprintf(out + n, FLAGS_SIZE - n, " --%s", rows[i].name);
        }
    }
    return out;
}

const char *option_spelled(const struct option_row *row, char out[OPTION_NAME_SIZE])
{
    int n = snprintf(out, OPTION_NAME_SIZE, row->letter != '\0' ? "-%c" : "   ", row->letter);

    bool maybe = row->may_stand_alone;
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
