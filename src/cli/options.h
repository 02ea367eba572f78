/* What a command line asks for, and the table of its options. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include "diagnostics.h"
#include "furl/percent/percent.h"
#include "furl/url/edit.h"
#include "io/records.h"
#include "mail/charset.h"
#include "mail/mail.h"

/* Commands by number. COMMANDS also stands for the tool without a command. */
enum command_nth {
    NTH_ENCODE,
    NTH_DECODE,
    NTH_NORMALIZE,
    NTH_EXTRACT,
    NTH_PARSE,
    NTH_EDIT,
    NTH_REWRITE,
    NTH_FOLD,
    NTH_MESSAGES,
    NTH_CHECK,
    COMMANDS
};

/* Their bits, for option_row's `commands`. */
enum {
    ENCODE = 1 << NTH_ENCODE,
    DECODE = 1 << NTH_DECODE,
    NORMALIZE = 1 << NTH_NORMALIZE,
    EXTRACT = 1 << NTH_EXTRACT,
    PARSE = 1 << NTH_PARSE,
    EDIT = 1 << NTH_EDIT,
    REWRITE = 1 << NTH_REWRITE,
    FOLD = 1 << NTH_FOLD,
    MESSAGES = 1 << NTH_MESSAGES,
    CHECK = 1 << NTH_CHECK,
    TOOL = 1 << COMMANDS,
    ALL = TOOL - 1, /* the commands */
    OF_RECORDS = ENCODE | DECODE | NORMALIZE | PARSE | EDIT
};

/* The default limit of a record of normalize or a URL of extract, in octets. */
#define MAX_LENGTH ((size_t)1 << 20)

/* The columns of a line of fold and check: at least, at most, and by default. */
#define WIDTH_MIN   ((size_t)20)
#define WIDTH_MAX   ((size_t)1000)
#define WIDTH       ((size_t)60) /* a margin of 72, less six columns for each of two quotes */
#define CHECK_WIDTH ((size_t)75)

enum hyperlinks { HYPERLINKS_NEVER, HYPERLINKS_AUTO, HYPERLINKS_ALWAYS };

enum controls { CONTROLS_AUTO, CONTROLS_KEEP, CONTROLS_DECODE };

/* An option that changes a URL. */
struct edit_option {
    enum furl_how how;
    const char *text;
};

/* What the command line asks for. Strings point into its arguments. */
struct options {
    const struct command *command;
    const char **texts; /* operands of -e */
    size_t texts_n;
    char *const *files; /* FILE operands */
    size_t files_n;
    const char *list; /* argument of --files0-from; NULL: none */
    bool help, version, quiet;
    bool nul, one_record; /* these decide what ends records: */
    enum record_end ended_by;
    enum furl_component_id component;
    const struct furl_rules *rules; /* NULL: none was named */
    const char *safe, *unsafe;      /* "" if none were named */
    const char *base;               /* not parsed; NULL: none was named */
    bool strict, keep_fragment, sort_params, display;
    enum controls controls;
    size_t max_length;
    const char *format; /* a template; NULL: none was named */

    struct edit_option *edits; /* of edit, in order */
    size_t edits_n;

    /* Of extract. */
    enum { NAMES_OF_MANY, NAMES_ALWAYS, NAMES_NEVER } names; /* of files, before URLs */
    bool recursive;
    bool line_number, byte_offset;
    bool count, files_with_urls, unique, skip_quoted, canonical, wrapped, bare, high_octets, json;
    uint64_t max_count;  /* UINT64_MAX: none was named */
    const char *schemes; /* NULL: none were named */
    const char *not_schemes;

    /* Of mail. */
    bool messages;                             /* read mail, as `messages` always does */
    const struct mail_format *messages_format; /* NULL: none was named */
    const char *area, *areas, *select;         /* NULL: none was named */
    bool text;                                 /* of messages */

    /* Of rewrite. */
    bool html;
    const char *gate;                   /* NULL: none was named */
    const struct mail_charset *charset; /* likewise */
    const char *head;                   /* a template; likewise */
    enum hyperlinks hyperlinks;

    size_t width; /* of fold and check */

    char complaint[PHRASE_SIZE]; /* what is wrong with an option */
};

/* The options before the command line is read. */
extern const struct options options_default;

/* The named rule book, or Fidonet's. */
const struct furl_rules *options_rules(const struct options *options);

/* Whether the command with this bit has an option with the letter. */
bool options_have(unsigned command, char letter);

/* Writes a dash, the letters, and the flags that the command was given, except -r and -q, to `out`
 * as words of a command line. Returns `out`. */
#define FLAGS_SIZE ((size_t)128)
const char *options_flags(const struct options *options, unsigned command, const char *letters,
                          char out[FLAGS_SIZE]);

/* What an option sets: the type of the member, and where its value comes from. */
enum option_kind {
    OPTION_FLAG,     /* a bool: true */
    OPTION_SET,      /* an enum: the row's value */
    OPTION_WORD,     /* an enum: the index of the choice; without an argument, the row's value */
    OPTION_STRING,   /* a string: the argument */
    OPTION_ONCE,     /* the same, but given only once */
    OPTION_TEXTS,    /* texts_n: adds the argument to options->texts */
    OPTION_EDITS,    /* edits_n: adds the argument and the row's value to options->edits */
    OPTION_OCTETS,   /* a size_t: a number from least to most */
    OPTION_COLUMNS,  /* the same, in columns */
    OPTION_COUNT,    /* a uint64_t: any number */
    OPTION_SCHEMES,  /* a string: a list of schemes */
    OPTION_RULES,    /* a rule book */
    OPTION_CHARSET,  /* a charset */
    OPTION_MESSAGES, /* a bool: true; an argument sets options->messages_format */
};

/* An option: a row of the table. */
struct option_row {
    char letter;          /* '\0': none */
    const char *name;     /* NULL: none */
    const char *argument; /* NULL: none */
    unsigned commands;    /* those that have it: ENCODE and so on; TOOL alone */
    const char *help;
    enum option_kind kind;
    size_t at, size; /* of the member of struct options */
    int value;
    size_t least, most;
    nth_name *choices;     /* possible arguments or words of a list; NULL: no words */
    bool may_stand_alone;  /* the argument is optional, and comes after `=` */
    const char *conflicts; /* "NAME NAME ": options that exclude this one; NULL: none */
};

enum { OPTION_ROWS = 66 };
extern const struct option_row *const option_rows; /* OPTION_ROWS of them */

/* Room for an option as option_spelled spells it. */
#define OPTION_NAME_SIZE 40

/* Writes an option to `out` as help shows it: "-c, --component=NAME". Returns `out`. */
const char *option_spelled(const struct option_row *row, char out[OPTION_NAME_SIZE]);

/* The names of components, for help. */
nth_name component_name;

#endif
