#include "config.h"

#include <assert.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "diagnostics.h"
#include "furl/text/find.h"
#include "options.h"
#include "scheme_list.h"
#include "suggestions.h"
#include "system/system.h"

/* The second line of a usage error, with room for a space and the name of a command. */
#define TRY      "\nTry 'fidourl%s%s --help'."
#define TRY_SIZE (sizeof TRY + COMMAND_NAME_MAX)
_Static_assert(OPTION_NAME_SIZE + QUOTED_SIZE + MEANT_SIZE + TRY_SIZE <= DIAGNOSTIC_SIZE &&
                   PHRASE_SIZE <= MEANT_SIZE,
               "the first has an option, its argument, and a phrase or a hint");

bool usage_error(const struct command *command, const char *format, ...)
{
    static const struct diagnostics never_quiet;
    char what[DIAGNOSTIC_SIZE - TRY_SIZE];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    diagnose(&never_quiet, "%s" TRY, what, command != NULL ? " " : "",
             command != NULL ? command->name : "");
    return false;
}

/* The options of a command for getopt_long. The value of an option is its row. */
struct table {
    char **words; /* the command line: the command, and then the other words */
    int words_n;
    const char *typed; /* name of the unknown option */
    struct option names[OPTION_ROWS + 1];
    char letters[2 * OPTION_ROWS + 2];
};

/* Values of getopt_long: letters, and rows from FIRST_ROW on. */
enum { FIRST_ROW = 256 };

static void make_table(struct table *table, unsigned bits)
{
    size_t names = 0;
    char *letter = table->letters;

    *letter++ = ':';
    for (size_t i = 0; i < OPTION_ROWS; i++) {
        const struct option_row *row = &option_rows[i];
        if ((row->commands & bits) == 0) {
            continue;
        }
        if (row->letter != '\0') {
            *letter++ = row->letter;
        }
        bool maybe = row->may_stand_alone; /* its letter then takes no argument */
        if (row->letter != '\0' && row->argument != NULL && !maybe) {
            *letter++ = ':';
        }
        int argument = maybe                   ? optional_argument
                       : row->argument != NULL ? required_argument
                                               : no_argument;
        if (row->name != NULL) {
            table->names[names++] = (struct option){row->name, argument, NULL, FIRST_ROW + (int)i};
        }
    }
    assert(letter < table->letters + sizeof table->letters && names <= OPTION_ROWS);
    *letter = '\0';
    table->names[names] = (struct option){0};
}

static const char *table_name(const void *table, size_t nth)
{
    return ((const struct table *)table)->names[nth].name;
}

/* Returns the command's bit in the table of options. */
static unsigned bits_of(const struct options *options)
{
    return options->command != NULL ? options->command->bit : TOOL;
}

/* Returns the row of the option with a letter or value, or NULL. */
static const struct option_row *row_of(int value, unsigned bits)
{
    for (size_t i = 0; i < OPTION_ROWS; i++) {
        bool letter = value > 0 && value == option_rows[i].letter;
        if (value == FIRST_ROW + (int)i || (letter && (option_rows[i].commands & bits) != 0)) {
            return &option_rows[i];
        }
    }
    return NULL;
}

/* Returns the row of the option with the name, as in `conflicts`, or NULL. */
static const struct option_row *row_named(const char *name, size_t n, unsigned bits)
{
    for (size_t i = 0; i < OPTION_ROWS; i++) {
        const struct option_row *row = &option_rows[i];
        if ((row->commands & bits) != 0 && row->name != NULL && strlen(row->name) == n &&
            memcmp(row->name, name, n) == 0) {
            return row;
        }
    }
    return NULL;
}

/* Returns the name of an option for messages, written to `out`. */
static const char *show_option(const struct option_row *row, char out[OPTION_NAME_SIZE])
{
    if (row->name != NULL) {
        snprintf(out, OPTION_NAME_SIZE, "--%s", row->name);
    } else {
        snprintf(out, OPTION_NAME_SIZE, "-%c", row->letter);
    }
    return out;
}

/* Returns the nth name of an option that begins with the unknown name. */
static const char *candidate_name(const void *table, size_t nth)
{
    const struct table *all = table;
    const struct option *option = all->names;

    for (; option->name != NULL; option++) {
        const bool is_one = strncmp(option->name, all->typed, strlen(all->typed)) == 0;
        if (is_one && nth == 0) {
            break;
        }
        nth -= is_one ? 1 : 0;
    }
    return option->name;
}

/* Returns the nth command that has an option. The table is the option: "-W" or "--wrapped". */
static const char *command_with(const void *option, size_t nth)
{
    const char *spelled = option;

    for (size_t i = 0; i < COMMANDS; i++) {
        const unsigned bit = commands[i].bit;
        bool has = (spelled[1] != '-' ? row_of((unsigned char)spelled[1], bit)
                                      : row_named(spelled + 2, strlen(spelled + 2), bit)) != NULL;
        if (has && nth == 0) {
            return commands[i].name;
        }
        nth -= has ? 1 : 0;
    }
    return NULL;
}

static bool accepts(void *options, const char *command, bool copies);

/* Returns the argument that is meant, in the word of an option or after the word. Returns NULL if
 * there is none, or if a file has the name. */
static const char *meant_value(const char *attached, const char *next)
{
    const char *value = attached != NULL ? attached : next != NULL && next[0] != '-' ? next : NULL;
    struct system_file file;

    return value != NULL && system_stat(value, true, &file) ? NULL : value;
}

/* Reports an unknown option, with the option to use instead, or with the commands that have the
 * option. `spelled` is "-X" or "--NAME", and `wrong` is the word that contains the option. Returns
 * false. */
static bool refuse_unknown(struct options *options, const struct table *table, const char *spelled,
                           const char *wrong)
{
    char quoted[QUOTED_SIZE], hint[MEANT_SIZE], kept[MEANT_SIZE];
    const unsigned bits = bits_of(options);
    const bool is_letter = spelled[1] != '-';
    const char *after = is_letter ? strchr(wrong, spelled[1]) + 1 : wrong + strlen(spelled);
    const bool is_before = is_letter && (furl_octet_in((unsigned char)*after, FURL_LETTER) ||
                                         row_of((unsigned char)*after, bits) != NULL);
    const struct option_row *last = row_of((unsigned char)wrong[strlen(wrong) - 1], bits);
    const bool has_next = !is_before || last == NULL || last->argument == NULL;
    const char *next = table->words[optind + (table->words[optind] == wrong ? 1 : 0)];
    const char *equals = strchr(wrong, '=');
    const char *others = say_choices(options->complaint, "; use it with ", command_with, spelled);
    const char *meant = "";
    bool alone = true;
    int value;

    assert(wrong[0] == '-');
    while (alone && (value = getopt_long(table->words_n, table->words, table->letters, table->names,
                                         NULL)) != -1) {
        alone = value != ':' && (value != '?' || table->words[optind - 1] == wrong ||
                                 table->words[optind] == wrong);
    } /* operands are then the last words; after ":" in musl, a NULL can be among the words */
    struct suggest_typed typed = {
        .command = bits,
        .accepts = accepts,
        .options = options,
        .wrong = wrong,
        .alone = alone,
        .attached = equals != NULL ? equals + 1 : NULL,
        .words = table->words + 1,
        .options_n = (size_t)optind - 1,
        .n = (size_t)table->words_n - 1,
    };
    if (is_letter && after - wrong == 2) { /* a name after one hyphen, as in -print0 */
        const struct furl_range name = {(const unsigned char *)wrong + 1, strcspn(wrong + 1, "=")};
        typed.value = meant_value(typed.attached, next);
        meant = suggest(hint, SUGGEST_OPTION, name, table_name, table, &typed);
    }
    if (meant[0] == '\0') {
        typed.attached = *after == '\0' || is_before ? NULL : after + (*after == '=' ? 1 : 0);
        typed.value = meant_value(typed.attached, has_next ? next : NULL);
        if (is_letter && (after - wrong > 2 || is_before)) { /* the other letters are right */
            snprintf(kept, sizeof kept, "%.*s%s", (int)(after - 1 - wrong), wrong,
                     is_before ? after : "");
            typed.kept = kept;
            wrong = spelled;
        }
        meant = suggest(hint, SUGGEST_OPTION, furl_range_of(spelled + (is_letter ? 1 : 2)),
                        table_name, table, &typed);
        meant = others != NULL && (meant[0] == '\0' || strncmp(meant, "; did", 5) == 0) ? others
                                                                                        : meant;
    }
    if (others != NULL && options->command == NULL) {
        meant = "; write options after the command";
    }
    return usage_error(options->command, "unknown option '%s'%s", quote(wrong, quoted), meant);
}

/* Reports an option that getopt_long refused. If the option has an argument but takes none,
 * `optopt` is the option's value. If the option is unknown, `optopt` is its letter, or 0 for a
 * name. `word` is the argument before `optind`. `open` is the argument at `optind`, of which
 * letters can remain. Returns false. */
static bool refuse_option(struct options *options, struct table *table, const char *word,
                          const char *open)
{
    char quoted[QUOTED_SIZE], name[OPTION_NAME_SIZE];
    char spelled[sizeof "--" + CLOSEST_MAX + 1]; /* if cut, still longer than CLOSEST_MAX */
    const struct option_row *row = row_of(optopt, bits_of(options));

    if (row != NULL) {
        return usage_error(options->command, "option '%s' takes no argument; remove it",
                           show_option(row, name));
    }
    if (optopt != 0 && optopt < FIRST_ROW) {
        const char letter[] = {'-', (char)optopt, '\0'};
        const bool last = word[0] == '-' && word[1] != '-' && word[strlen(word) - 1] == letter[1];
        const bool in_open = open != NULL && open[0] == '-' && strchr(open, letter[1]) != NULL;
        return refuse_unknown(options, table, letter, last ? word : in_open ? open : letter);
    }
    snprintf(spelled, sizeof spelled, "%.*s", (int)strcspn(word, "="), word);
    table->typed = spelled + strlen("--");
    const char *names = say_choices(options->complaint, ": ", candidate_name, table);
    if (table->typed[0] != '\0' && names != NULL) {
        return usage_error(options->command, "option '%s' is ambiguous%s", quote(word, quoted),
                           names);
    }
    return refuse_unknown(options, table, spelled, word);
}

/* Finds `argument` among the names of a table. Returns NULL and sets `nth`, or returns an error
 * message with the choices. */
static const char *find_word(struct options *options, const char *argument, nth_name *name,
                             size_t *nth)
{
    char *complaint = options->complaint, hint[MEANT_SIZE];

    for (*nth = 0; name(NULL, *nth) != NULL; ++*nth) {
        if (strcmp(argument, name(NULL, *nth)) == 0) {
            return NULL;
        }
    }
    say_choices(complaint, "must be ", name, NULL);
    strncat(complaint, suggest(hint, SUGGEST_VALUE, furl_range_of(argument), name, NULL, NULL),
            PHRASE_SIZE - 1 - strlen(complaint));
    return complaint;
}

/* Setters, one for each kind of row. They return NULL, or an error message about the argument. */
static const char *set_word(struct options *options, const struct option_row *row,
                            const char *argument, void *member)
{
    size_t nth = (size_t)row->value;
    const char *wrong = argument != NULL ? find_word(options, argument, row->choices, &nth) : NULL;

    if (wrong == NULL && row->kind == OPTION_RULES) {
        options->rules = &furl_rule_books[nth];
    } else if (wrong == NULL) {
        *(int *)member = (int)nth;
    }
    return wrong;
}

static const char *set_charset(struct options *options, const char *argument)
{
    const struct furl_range name = furl_range_of(argument);
    char hint[MEANT_SIZE];

    options->charset = mail_charset_named(name);
    if (options->charset != NULL) {
        return NULL;
    }
    snprintf(options->complaint, sizeof options->complaint,
             "unknown charset; see CHARSETS in fidourl-mail(7)%s",
             suggest(hint, SUGGEST_CHARSET, name, mail_charset_name, NULL, NULL));
    return options->complaint;
}

static const char *set_messages(struct options *options, const char *argument)
{
    options->messages = true;
    if (argument == NULL) {
        return NULL;
    }
    options->messages_format = mail_format_named(argument);
    return options->messages_format != NULL
               ? NULL
               : say_choices(options->complaint, "must be ", mail_format_name, NULL);
}

/* Sets a decimal number. UINT64_MAX means any larger number. */
static const char *set_number(struct options *options, const struct option_row *row,
                              const char *argument, void *member)
{
    char *end = NULL;
    const uint64_t n = strtoumax(argument, &end, 10);
    const bool is = argument[0] >= '0' && argument[0] <= '9' && *end == '\0';

    if (row->kind == OPTION_COUNT) {
        *(uint64_t *)member = n;
        return is ? NULL : "must be a number, as in 10";
    }
    if (is && n >= row->least && n <= row->most) {
        *(size_t *)member = (size_t)n;
        return NULL;
    }
    if (row->kind == OPTION_COLUMNS) {
        snprintf(options->complaint, sizeof options->complaint,
                 "must be a number of columns from %zu to %zu", row->least, row->most);
        return options->complaint;
    }
    return is && n > row->most ? "too large; use a smaller number"
                               : "must be a number of bytes, at least 1, as in 1048576";
}

_Static_assert(sizeof(enum controls) == sizeof(int) &&
                   sizeof(enum furl_component_id) == sizeof(int),
               "enums are set as int");

/* Sets the member of an option from its argument. Returns NULL, or an error message to print after
 * the option's name. */
static const char *set_member(struct options *options, const struct option_row *row,
                              const char *argument)
{
    void *member = (char *)options + row->offset;

    switch (row->kind) {
    case OPTION_FLAG:
        *(bool *)member = true;
        return NULL;
    case OPTION_SET:
        *(int *)member = row->value;
        return NULL;
    case OPTION_WORD:
    case OPTION_RULES:
        return set_word(options, row, argument, member);
    case OPTION_SCHEMES:
        if (!scheme_list_is_one(argument)) {
            return "must be a list of schemes, as in http,ftp; fido and web mean several schemes";
        }
        *(const char **)member = argument;
        return NULL;
    case OPTION_ONCE:
        if (*(const char **)member != NULL) {
            return "given a second time; write all areas and filters in one URL";
        }
        /* fall through */
    case OPTION_STRING:
        *(const char **)member = argument;
        return NULL;
    case OPTION_TEXTS:
        options->strings[options->strings_n++] = argument;
        return NULL;
    case OPTION_WHERES:
        options->wheres[options->wheres_n++] = argument;
        return NULL;
    case OPTION_EDITS:
        if (strchr(row->argument, '=') != NULL && strchr(argument, '=') == NULL) {
            return "must be NAME=VALUE, as in param.view=reel";
        }
        options->edits[options->edits_n++] =
            (struct edit_option){(enum furl_how)row->value, argument};
        return NULL;
    case OPTION_OCTETS:
    case OPTION_COLUMNS:
    case OPTION_COUNT:
        return set_number(options, row, argument, member);
    case OPTION_CHARSET:
        return set_charset(options, argument);
    case OPTION_ALL_MAIL:
        options->all_mail = options->messages = options->wrapped = true;
        options->show_file_names = NAMES_NEVER;
        return NULL;
    case OPTION_MESSAGES:
        return set_messages(options, argument);
    }
    return NULL;
}

/* Returns the octets after a letter that takes no argument, in a word of letters, if they are meant
 * as an argument. Otherwise returns NULL. Examples are `squish` in -rMsquish, and `x` in -M=x and
 * -r=x. */
static const char *argument_after(const struct option_row *row, const char *word, unsigned bits)
{
    const char *rest = word != NULL && word[0] == '-' && word[1] != '-' ? word + 1 : "";
    const struct option_row *flag;

    while (*rest != row->letter) {
        flag = *rest != '\0' ? row_of((unsigned char)*rest++, bits) : NULL;
        if (flag == NULL || (flag->argument != NULL && !flag->may_stand_alone)) {
            return NULL;
        }
    }
    if (rest[1] == '=') {
        return rest + 2;
    }
    for (size_t i = 0; row->may_stand_alone && row->choices(NULL, i) != NULL; i++) {
        if (strcmp(row->choices(NULL, i), rest + 1) == 0) {
            return rest + 1;
        }
    }
    return NULL;
}

/* Returns whether a letter from getopt_long is alone in its word. `before` is the value of `optind`
 * before the call. `optind` grows after the last letter of a word. */
static bool is_alone(const char *word, int letter, int before)
{
    return optind > before && word[0] == '-' && word[1] == (char)letter && word[2] == '\0';
}

/* Reports -h among other letters, because -h means something else to people who use grep. Returns
 * false. */
static bool refuse_help(const struct options *options)
{
    static const char no_names[] = "no-filename";
    bool has = row_named(no_names, strlen(no_names), bits_of(options)) != NULL;

    return usage_error(options->command, "-h means help, and must be alone%s%s",
                       has ? "; for no file names use --" : "", has ? no_names : "");
}

/* Sets the option that getopt_long returned. `word` is the argument before `optind`. `open` is the
 * argument at `optind`, of which letters can remain. Returns false after reporting an error. */
static bool read_option(struct options *options, struct table *table, int value, const char *word,
                        const char *open)
{
    char quoted[QUOTED_SIZE], name[OPTION_NAME_SIZE];
    bool refused = value == '?' || value == ':';
    const struct option_row *row = row_of(refused ? optopt : value, bits_of(options));

    /* With a colon first in the letters, BSD also returns ':' for an argument that is not
     * allowed. */
    if (value == '?' || row == NULL || (value == ':' && row->argument == NULL)) {
        return refuse_option(options, table, word, open);
    }
    if (value == ':') {
        return usage_error(options->command, "option '%s' needs an argument: %s",
                           show_option(row, name), row->argument);
    }
    const bool letter = value == row->letter;
    const char *extra =
        letter && optarg == NULL ? argument_after(row, open, bits_of(options)) : NULL;
    const char *wrong = extra != NULL ? "" : set_member(options, row, optarg);
    if (wrong == NULL) {
        return true;
    }
    if (extra != NULL && !row->may_stand_alone) {
        return usage_error(options->command, "option '-%c' takes no argument; remove it",
                           row->letter);
    }
    if (extra != NULL || (letter && optarg[0] == '=')) {
        return usage_error(options->command, "option '-%c' takes no %s; use --%s=%s", row->letter,
                           extra != NULL ? "argument" : "'='", row->name,
                           quote(extra != NULL ? extra : optarg + 1, quoted));
    }
    return usage_error(options->command, "%s '%s': %s", show_option(row, name),
                       quote(optarg, quoted), wrong);
}

/* Returns an error message about --safe and --unsafe, or NULL. */
static const char *check_safe(const struct options *options)
{
    const struct furl_rules *rules = options_rules(options);

    if (strchr(options->safe, '%') != NULL) {
        return "--safe: '%' must always be escaped; remove it from CHARS";
    }
    if (options->component != FURL_URL && rules->space != '\0' &&
        strchr(options->safe, rules->space) != NULL) {
        return "--safe: '+' means a space; remove it from CHARS";
    }
    if (options->safe[strcspn(options->safe, options->unsafe)] != '\0') {
        return "--safe and --unsafe contain the same character; remove it from one of them";
    }
    return NULL;
}

/* Returns the nth component in the rule books of the RFCs. */
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

/* Returns whether an option is set, by itself or by another option for the member. */
static bool is_set(const struct options *options, const struct option_row *row)
{
    const char *member = (const char *)options + row->offset;

    return row->kind == OPTION_SET
               ? memcmp(member, &row->value, sizeof row->value) == 0
               : memcmp(member, (const char *)&options_default + row->offset, row->size) != 0;
}

/* Returns an option that is set and conflicts with `row`, or NULL. */
static const struct option_row *find_conflict(const struct options *options,
                                              const struct option_row *row)
{
    const char *name = row->conflicts != NULL ? row->conflicts : "";

    for (size_t n = strcspn(name, " "); *name != '\0'; name += n + 1, n = strcspn(name, " ")) {
        const struct option_row *other = row_named(name, n, bits_of(options));
        if (other != NULL && is_set(options, other)) {
            return other;
        }
    }
    return NULL;
}

/* Returns an error message if an option that is set lacks the option that it needs, or excludes
 * another option. Otherwise returns NULL. */
static const char *check_rows(struct options *options)
{
    char one[OPTION_NAME_SIZE], two[OPTION_NAME_SIZE];
    const unsigned bits = bits_of(options);

    for (size_t i = 0; i < OPTION_ROWS; i++) {
        const struct option_row *row = &option_rows[i], *other;
        if ((row->commands & bits) == 0 || !is_set(options, row)) {
            continue;
        }
        if ((other = find_conflict(options, row)) != NULL) {
            snprintf(options->complaint, sizeof options->complaint,
                     "%s and %s cannot be combined; use one of them", show_option(row, one),
                     show_option(other, two));
            return options->complaint;
        }
        if (row->needs != NULL &&
            !is_set(options, row_named(row->needs, strlen(row->needs), bits))) {
            snprintf(options->complaint, sizeof options->complaint, "%s needs --%s",
                     show_option(row, one), row->needs);
            return options->complaint;
        }
    }
    return NULL;
}

/* Returns an error message about the options together, or NULL. */
static const char *check_options(struct options *options)
{
    bool rfc = options->rules != NULL && !furl_is_fidourl(options->rules);

    if (rfc && furl_components[options->component].rfc_literal == NULL) {
        return say_choices(options->complaint, "with --rules of an RFC, --component must be ",
                           rfc_component_name, NULL);
    }
    if ((options->command->bit & (ENCODE | DECODE)) != 0 && options->component != FURL_URL &&
        options->max_length != MAX_LENGTH) {
        return "--max-length needs --component=url";
    }
    if (options->gate != NULL && options->gate[0] == '\0') {
        return "--gate: PREFIX is empty; write it as in --gate=https://a.b/?u=";
    }
    if (options->command->bit == REWRITE && options->charset != NULL && !options->html &&
        !options->messages) {
        return "--charset needs --html or --messages";
    }
    if (mail_is_utf16(options->charset) && !options->messages) {
        return options->command->bit == CHECK ? "--charset=utf-16: check cannot read UTF-16; "
                                                "convert the text: iconv -f UTF-16 -t UTF-8"
                                              : "--charset=utf-16 needs --messages";
    }
    if (options->fix && options->files_n + options->strings_n > 1) {
        return "--fix takes only one FILE; use it for each file";
    }
    if (options->head != NULL && !(options->html && options->messages)) {
        return "--head needs --html and --messages";
    }
    const char *wrong = check_rows(options);
    return wrong != NULL ? wrong : check_safe(options);
}

/* Reports an unknown command, the first of the words. Returns false. */
static bool refuse_command(struct options *options, char *const *words, int n)
{
    char quoted[QUOTED_SIZE], hint[MEANT_SIZE];
    const char *word = words[0];
    const bool is_url = strstr(word, "://") != NULL;
    struct system_file file;

    quote(word, quoted);
    const bool is_file = system_stat(word, true, &file);
    const char *as = !is_file                        ? (is_url ? "URL" : word)
                     : file.kind == SYSTEM_DIRECTORY ? "DIR"
                                                     : "FILE";
    const char *value = is_file ? NULL : is_url ? word : meant_value(NULL, n > 1 ? words[1] : NULL);
    const struct suggest_typed typed = {.accepts = accepts,
                                        .options = options,
                                        .wrong = word,
                                        .kept = is_file ? word : NULL,
                                        .alone = true,
                                        .value = value,
                                        .words = words,
                                        .n = (size_t)n};
    return usage_error(
        NULL, "unknown command '%s'%s", quoted,
        suggest(hint, SUGGEST_COMMAND, furl_range_of(as), command_name, NULL, &typed));
}

/* Sets the members that the options and the command imply. */
static void imply(struct options *options)
{
    const unsigned command = options->command->bit;

    options->ended_by = options->one_record        ? RECORDS_BY_INPUT
                        : options->zero_terminated ? RECORDS_BY_NUL
                                                   : RECORDS_BY_LINE;
    options->recursive |= options->all_mail && (options->files_n > 0 || options->list != NULL);
    options->messages |= command == MESSAGES;
    options->wrapped |= command == CHECK;
    if (options->width == 0 && command == FOLD) {
        options->width = WIDTH;
    }
    if (options->schemes == NULL && command == FOLD) {
        options->schemes = "fido";
    }
}

/* Returns whether files are given together with other input. */
static bool is_read_twice(const struct options *options)
{
    return options->files_n > 0 && (options->strings_n > 0 || options->list != NULL);
}

/* Splits a command for a shell into words, in place. Returns their number. */
static int split_words(char *line, char *words[MEANT_SIZE / 2 + 1])
{
    char *to = line;
    int n = 0;

    while (*line != '\0') {
        bool quoted = false;
        words[n++] = to;
        for (; *line != '\0' && (quoted || *line != ' '); line++) {
            if (*line == '\'') {
                quoted = !quoted;
            } else {
                line += !quoted && *line == '\\' ? 1 : 0;
                *to++ = *line;
            }
        }
        line += *line != '\0' ? 1 : 0;
        *to++ = '\0';
    }
    words[n] = NULL;
    return n;
}

/* Returns whether the program accepts a command, "fidourl NAME WORD...", in which no letter has
 * another meaning than for the given command. If `copies` is true, the output must also be the
 * input with changes. Overwrites the arrays of `given`, which have room:
 * the command has one option of a kind more, in place of the wrong word. */
static bool accepts(void *given, const char *command, bool copies)
{
    const struct options *lender = given;
    struct options trial = options_default;
    char line[MEANT_SIZE], *words[MEANT_SIZE / 2 + 1];
    struct table table;
    int value;

    snprintf(line, sizeof line, "%s", command);
    const int n = split_words(line, words);
    assert(n >= 2);
    trial.strings = lender->strings;
    trial.wheres = lender->wheres;
    trial.edits = lender->edits;
    trial.command = command_named(words[1]);
    make_table(&table, bits_of(&trial));
    opterr = 0;
    optind = 0; /* all libraries then begin anew */
    while ((value = getopt_long(n - 1, words + 1, table.letters, table.names, NULL)) != -1) {
        const struct option_row *row =
            value != '?' && value != ':' ? row_of(value, bits_of(&trial)) : NULL;
        const struct option_row *same = row != NULL ? row_of(value, bits_of(lender)) : NULL;
        if (row == NULL || (same != NULL && same->offset != row->offset) ||
            set_member(&trial, row, optarg) != NULL) {
            return false;
        }
    }
    trial.files = words + 1 + optind;
    trial.files_n = (size_t)(n - 1 - optind);
    imply(&trial);
    return check_options(&trial) == NULL && !is_read_twice(&trial) &&
           (!copies || (!trial.messages && !trial.help && !trial.version &&
                        (trial.command->bit != CHECK || trial.fix)));
}

bool read_arguments(struct options *options, int n, char **arguments)
{
    char quoted[QUOTED_SIZE];
    struct table table;

    if (n > 1 && arguments[1][0] != '-') {
        options->help = strcmp(arguments[1], "help") == 0;
        options->command = command_named(arguments[1]);
        if (options->command == NULL && !options->help) {
            return refuse_command(options, arguments + 1, n - 1);
        }
        arguments++;
        n--;
    }
    table.words = arguments;
    table.words_n = n;
    make_table(&table, bits_of(options));
    opterr = 0;
    while (!options->help && !options->version) {
        const int before = optind;
        int value = getopt_long(n, arguments, table.letters, table.names, NULL);
        if (value == -1) {
            break;
        }
        if (value == 'h' && !is_alone(arguments[optind - 1], value, before)) {
            return refuse_help(options);
        }
        if (!read_option(options, &table, value, arguments[optind - 1], arguments[optind])) {
            return false;
        }
    }
    options->files = arguments + optind;
    options->files_n = (size_t)(n - optind);
    if (options->help && options->command == NULL && options->files_n > 0) {
        options->command = command_named(options->files[0]);
        if (options->command == NULL && options->files[0][0] != '-') {
            return refuse_command(options, options->files, 1);
        }
    }
    if (options->help || options->version) {
        return true;
    }
    if (options->command == NULL) {
        return usage_error(NULL, "no command is given; write one, as in: fidourl extract FILE");
    }
    imply(options);
    const char *wrong = check_options(options);
    if (wrong != NULL) {
        return usage_error(options->command, "%s", wrong);
    }
    if (is_read_twice(options)) {
        return usage_error(
            options->command, "%s and the file '%s' cannot be combined; use one of them",
            options->strings_n > 0 ? "-e" : "--files0-from", quote(options->files[0], quoted));
    }
    return true;
}
