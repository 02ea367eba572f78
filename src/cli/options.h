/* The options of a command line, and their table. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include "diagnostics.h"
#include "furl/url/edit.h"
#include "furl/url/percent.h"
#include "io/records.h"
#include "mail/charset.h"
#include "mail/mail.h"

/* Commands by number. COMMANDS also means the tool without a command. */
enum command_nth {
#define COMMAND(NAME, name, input) NTH_##NAME,
#include "tables.h"
    COMMANDS
};

/* The bits of commands, for option_row's `commands`. */
enum {
#define COMMAND(NAME, name, input) NAME = 1 << NTH_##NAME,
#include "tables.h"
    TOOL = 1 << COMMANDS,
    ALL = TOOL - 1 /* all commands */
};

/* Commands whose input is records. */
enum { INPUT_TEXT, INPUT_RECORDS };
enum {
    OF_RECORDS = 0
#define COMMAND(NAME, name, input) | (input == INPUT_RECORDS ? NAME : 0)
#include "tables.h"
};

/* The default limit of a record of normalize or a URL of extract, in octets. */
#define MAX_LENGTH_MIB  1
#define MAX_LENGTH      ((size_t)MAX_LENGTH_MIB << 20)
#define MAX_LENGTH_TEXT FURL_DIGITS(MAX_LENGTH_MIB) " MiB"

/* The columns of a line of fold and check: the least, the greatest, and fold's default. */
#define WIDTH_MIN 20
#define WIDTH_MAX 1000
#define WIDTH     60 /* a margin of 72, minus six columns for each of two quotes */
/* The most columns of a URL that a quoting editor does not cut. In a line that is not quoted, the
 * editor first adds a prefix. */
#define CHECK_WIDTH        70
#define CHECK_WIDTH_QUOTED 74

enum hyperlinks { HYPERLINKS_NEVER, HYPERLINKS_AUTO, HYPERLINKS_ALWAYS };

enum controls { CONTROLS_AUTO, CONTROLS_KEEP, CONTROLS_DECODE };

/* When names of files precede rows. */
enum names_shown { NAMES_OF_MANY, NAMES_ALWAYS, NAMES_NEVER };

/* An option that changes a URL. */
struct edit_option {
    enum furl_how how;
    const char *text;
};

/* The kinds of options: the type of the member, and the kind with its values in a row. */
#define KIND_FLAG     bool, OPTION_FLAG
#define KIND_STRING   const char *, OPTION_STRING
#define KIND_ONCE     const char *, OPTION_ONCE
#define KIND_TEXTS    size_t, OPTION_TEXTS
#define KIND_WHERES   size_t, OPTION_WHERES
#define KIND_COUNT    uint64_t, OPTION_COUNT
#define KIND_SCHEMES  const char *, OPTION_SCHEMES, .choices = scheme_list_word
#define KIND_RULES    const struct furl_rules *, OPTION_RULES, .choices = rules_name
#define KIND_CHARSET  const struct mail_charset *, OPTION_CHARSET, .choices = mail_charset_name
#define KIND_MESSAGES bool, OPTION_MESSAGES, .choices = mail_format_name, ALONE
#define KIND_ALL_MAIL bool, OPTION_ALL_MAIL
#define ALONE         .may_stand_alone = true

#define KIND_SET(type, to)               type, OPTION_SET, .value = (to)
#define KIND_WORD(type, names)           type, OPTION_WORD, .choices = (names)
#define KIND_WORD_OR(alone, type, names) KIND_WORD(type, names), .value = (alone), ALONE
#define KIND_EDITS(how)                  size_t, OPTION_EDITS, .value = (how)
#define KIND_OCTETS(from, to)            size_t, OPTION_OCTETS, .least = (from), .most = (to)
#define KIND_COLUMNS(from, to)           size_t, OPTION_COLUMNS, .least = (from), .most = (to)

#define FIRST_OF(first, ...) first
#define REST_OF(first, ...)  __VA_ARGS__
#define TYPE_OF(...)         FIRST_OF(__VA_ARGS__, 0)
#define ROW_OF(...)          REST_OF(__VA_ARGS__)

/* The command line: the members that the table of options names, and others. Strings point into the
 * arguments. Members of options that were not given are false, 0 or NULL, unless options_default
 * differs. */
struct options {
#define OPTION(letter, name, argument, commands, help, member, ...)                                \
    TYPE_OF(KIND_##__VA_ARGS__) member;
#define AGAIN(...)
#include "tables.h"
    const struct command *command;
    const char **strings; /* strings_n arguments of -e */
    const char **wheres;  /* wheres_n conditions */
    char *const *files;   /* FILE operands */
    size_t files_n;
    enum record_end ended_by;
    struct edit_option *edits; /* edits_n changes, in order */
    const struct mail_format *messages_format;
    char complaint[PHRASE_SIZE]; /* an error message about an option */
};

/* The options before the command line is read. */
extern const struct options options_default;

/* Returns the rule book that was given, or Fidonet's. */
const struct furl_rules *options_rules(const struct options *options);

/* Writes a dash, the letters, and the flags that the command was given, to `out` as words of a
 * command line. Leaves out -r and -q. Returns `out`. */
#define FLAGS_SIZE ((size_t)128)
const char *options_flags(const struct options *options, unsigned command, const char *letters,
                          char out[FLAGS_SIZE]);

/* Kinds of options, by the value that an option sets. */
enum option_kind {
    OPTION_FLAG,     /* true */
    OPTION_SET,      /* the row's value */
    OPTION_WORD,     /* the index of the choice, or the row's value without an argument */
    OPTION_STRING,   /* the argument */
    OPTION_ONCE,     /* the argument, but the option is given only once */
    OPTION_TEXTS,    /* adds the argument to options->strings */
    OPTION_WHERES,   /* adds the argument to options->wheres */
    OPTION_EDITS,    /* adds the argument and the row's value to options->edits */
    OPTION_OCTETS,   /* a number of octets from least to most */
    OPTION_COLUMNS,  /* a number of columns from least to most */
    OPTION_COUNT,    /* any number */
    OPTION_SCHEMES,  /* a list of schemes */
    OPTION_RULES,    /* a rule book */
    OPTION_CHARSET,  /* a charset */
    OPTION_MESSAGES, /* true, and an argument sets options->messages_format */
    OPTION_ALL_MAIL, /* true, and the values of -M, -W and --no-filename */
};

/* An option: a row of the table. */
struct option_row {
    const char *group;    /* title of the option's group in help */
    char letter;          /* option's letter, or '\0' */
    const char *name;     /* option's name, or NULL */
    const char *argument; /* argument's name, or NULL */
    unsigned commands;    /* commands that have the option, as bits, or TOOL alone */
    const char *help;
    size_t offset, size; /* offset and size of the member of struct options */
    enum option_kind kind;
    int value;
    size_t least, most;
    nth_name *choices;     /* possible arguments or words of a list, or NULL */
    bool may_stand_alone;  /* the argument is optional, and follows `=` */
    const char *conflicts; /* "NAME NAME ": options that exclude the option, or NULL */
    const char *needs;     /* "NAME": the option that must be set, too, or NULL */
};

enum {
    OPTION_ROWS = 0
#define OPTION(...) +1
#define AGAIN(...)  +1
#include "tables.h"
};
extern const struct option_row option_rows[OPTION_ROWS];

/* Room for the result of option_spelled. */
#define OPTION_NAME_SIZE 40

/* Writes an option to `out` as in help: "-c, --component=NAME". Returns `out`. */
const char *option_spelled(const struct option_row *row, char out[OPTION_NAME_SIZE]);

/* Returns the nth name of a component, for help. */
nth_name component_name;

#endif
