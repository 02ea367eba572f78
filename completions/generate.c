/*
 * Prints what a shell completes after "fidourl", from the tables of commands and options.
 *
 *     generate bash | zsh | fish
 *
 * `make` writes the files beside this one by it, except where it builds for another machine; for
 * those, the tarball has them.
 */
#include "config.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/options.h"
#include "print/fields.h"

#define MADE_BY "Made from the tables of commands and options."

static bool takes(const struct command *command, const struct option_row *option)
{
    return (option->commands & command->bit) != 0;
}

static bool has_optional_argument(const struct option_row *option)
{
    return option->may_stand_alone;
}

/* Returns whether help shows the argument by this word. */
static bool shows(const struct option_row *option, const char *argument)
{
    return option->argument != NULL && strcmp(option->argument, argument) == 0;
}

static bool takes_list(const struct option_row *option)
{
    return shows(option, "LIST") || shows(option, "NAMES");
}

/* Returns whether the argument contains names of parts: NAME, NAMES, NAME=VALUE and so on. */
static bool takes_names(const struct option_row *option)
{
    return option->choices == NULL && option->argument != NULL &&
           (shows(option, "TEMPLATE") || strncmp(option->argument, "NAME", strlen("NAME")) == 0);
}

/* Returns whether the option of the command can use the name. */
static bool can_use(const struct command *command, const struct option_row *option,
                    const struct field_name *name)
{
    const bool of_mail =
        command->bit == MESSAGES || option->offset == offsetof(struct options, head);
    unsigned has = (command->bit & OF_RECORDS) != 0 ? NEEDS_IN_RECORD : NEEDS_IN_MAIL;

    has = of_mail ? NEEDS_OF_MAIL : has;
    if (option->kind == OPTION_EDITS) {
        return name->may_be_set && (option->value != FURL_APPEND || name->how == NAME_PARAM);
    }
    return (name->needs & ~has) == 0;
}

/* Prints the choices, a blank between two. Choices that contain a blank are left out. */
static void put_choices(const char *before, const struct command *command,
                        const struct option_row *option, const char *after)
{
    const bool names = takes_names(option), filled = shows(option, "TEMPLATE");
    const bool assigned = names && strchr(option->argument, '=') != NULL;
    const char *rest = filled ? "}" : assigned ? "=" : "", *text;
    nth_name *choices = names ? nth_field_name : option->choices;

    printf("%s", before);
    before = "";
    for (size_t i = 0; (text = choices(NULL, i)) != NULL; i++) {
        if (names ? can_use(command, option, &field_names[i]) : strchr(text, ' ') == NULL) {
            const bool is_whole = *field_name_rest(text) == '\0';
            printf("%s%s%s%s", before, filled ? "{" : "", text, is_whole ? rest : "");
            before = " ";
        }
    }
    printf("%s", after);
}

/* Prints text in single quotes, so that it is one word in any of the shells, with a backslash
 * before `special` octets. */
static void put_quoted(const char *text, const char *special)
{
    for (; *text != '\0'; text++) {
        if (strchr(special, *text) != NULL) {
            putchar('\\');
        }
        printf(*text == '\'' ? "'\\''" : "%c", *text);
    }
}

/* bash: after which words of a command an argument of an option comes. */
static void put_bash_argument(const struct command *command, const struct option_row *option)
{
    const char *between = "";

    printf("    ");
    if (option->name != NULL) {
        printf("'%s --%s'", command->name, option->name);
        between = " | ";
    }
    if (option->letter != '\0' && !has_optional_argument(option)) {
        printf("%s'%s -%c'", between, command->name, option->letter);
    }
    printf(") ");
    if (shows(option, "FILE")) {
        printf("files=1");
    } else if (option->choices != NULL || takes_names(option)) {
        put_choices("words='", command, option, "'");
        printf("%s%s", takes_list(option) ? " list=1" : "",
               has_optional_argument(option) ? " equals=needed" : "");
    } else {
        printf("return");
    }
    puts(" ;;");
}

static void put_bash_options(const struct command *command)
{
    const char *between = "";

    printf("    '%s ') words='", command->name);
    for (size_t i = 0; i < OPTION_ROWS; i++) {
        const struct option_row *option = &option_rows[i];
        if (!takes(command, option)) {
            continue;
        }
        if (option->name != NULL) {
            printf("%s--%s%s", between, option->name,
                   option->argument != NULL && !has_optional_argument(option) ? "=" : "");
            between = " ";
        } else {
            printf("%s-%c", between, option->letter);
            between = " ";
        }
    }
    puts("' ;;");
}

static void put_bash(void)
{
    puts("# Completion of fidourl(1) for bash. " MADE_BY "\n"
         "# shellcheck shell=bash\n"
         "\n"
         "_fidourl() {\n"
         "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}\n"
         "    local option='' words='' list='' files='' prefix='' equals=''\n"
         "\n"
         "    COMPREPLY=()\n"
         "    # To bash, \"--option=argument\" is three words.\n"
         "    if [[ $word == = ]]; then\n"
         "        option=$before word='' before='='\n"
         "    elif [[ $before == = ]]; then\n"
         "        option=${COMP_WORDS[COMP_CWORD - 2]}\n"
         "    elif [[ $before == -* ]]; then\n"
         "        option=$before\n"
         "    fi\n"
         "    case \"${COMP_WORDS[1]} $option\" in");
    for (size_t nth = 0; nth < COMMANDS; nth++) {
        for (size_t i = 0; i < OPTION_ROWS; i++) {
            const struct option_row *option = &option_rows[i];
            if (takes(&commands[nth], option) && option->argument != NULL) {
                put_bash_argument(&commands[nth], option);
            }
        }
    }
    printf("    *) option='' ;;\n"
           "    esac\n"
           "    if [[ $equals == needed && $before != = ]]; then\n"
           "        option=''\n"
           "    fi\n"
           "    if [[ -z $option && $word == -* ]]; then\n"
           "        case \"${COMP_WORDS[1]} \" in\n");
    for (size_t nth = 0; nth < COMMANDS; nth++) {
        printf("    ");
        put_bash_options(&commands[nth]);
    }
    printf("        *) words='--help --version' ;;\n"
           "        esac\n"
           "    elif [[ -z $option && ( $COMP_CWORD == 1 ||"
           " $COMP_CWORD == 2 && ${COMP_WORDS[1]} == help ) ]]; then\n"
           "        words='");
    for (size_t nth = 0; nth < COMMANDS; nth++) {
        printf("%s ", commands[nth].name);
    }
    puts("'\n"
         "        [[ $COMP_CWORD == 2 ]] || words+=help\n"
         "    elif [[ -z $option ]]; then\n"
         "        files=1\n"
         "    fi\n"
         "    if [[ -n $files ]]; then\n"
         "        compopt -o default\n"
         "        return\n"
         "    fi\n"
         "    word=${word#[\\'\\\"]}\n"
         "    if [[ -n $list && $word == *,* ]]; then\n"
         "        prefix=${word%,*},\n"
         "    elif [[ $words == *'{'* && $word == *'{'* ]]; then\n"
         "        prefix=${word%'{'*}\n"
         "    fi\n"
         "    mapfile -t COMPREPLY < <(compgen -P \"$prefix\" -W \"$words\" -- "
         "\"${word#\"$prefix\"}\")\n"
         "    if [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *[=.'}'] ]]; then\n"
         "        compopt -o nospace\n"
         "    fi\n"
         "}\n"
         "\n"
         "complete -F _fidourl fidourl");
}

static void put_zsh_help(const struct option_row *option)
{
    printf("[");
    put_quoted(option->help, "[]:\\");
    printf("]");
}

/* zsh: the names of an option, before its help. An argument that may be left out needs a `=` before
 * it, so that the letter, which has none, is an option of its own. */
static void put_zsh_names(const struct option_row *option)
{
    const bool maybe = has_optional_argument(option);
    const char *of_letter = option->argument != NULL ? "+" : "";
    const char *of_name = option->argument == NULL ? "" : maybe ? "=-" : "=";

    printf("            ");
    if (option->letter != '\0' && maybe) {
        printf("'(-%c --%s)-%c", option->letter, option->name, option->letter);
        put_zsh_help(option);
        printf("' \\\n            '(-%c --%s)--%s%s", option->letter, option->name, option->name,
               of_name);
    } else if (option->name != NULL && option->letter != '\0') {
        printf("'(-%c --%s)'{-%c%s,--%s%s}'", option->letter, option->name, option->letter,
               of_letter, option->name, of_name);
    } else if (option->name != NULL) {
        const bool repeats = option->kind == OPTION_EDITS || option->kind == OPTION_WHERES;
        printf("'%s--%s%s", repeats ? "*" : "", option->name, of_name);
    } else {
        printf("'*-%c%s", option->letter, of_letter);
    }
}

/* zsh: what _arguments is told of an option. */
static void put_zsh_option(const struct command *command, const struct option_row *option)
{
    const bool maybe = has_optional_argument(option);

    put_zsh_names(option);
    put_zsh_help(option);
    if (option->argument != NULL) {
        printf("%s:%s:", maybe ? ":" : "", option->argument);
    }
    if (shows(option, "FILE")) {
        printf("_files");
    } else if (takes_list(option)) {
        put_choices("_sequence compadd - ", command, option, "");
    } else if (takes_names(option)) {
        put_choices(" _fidourl_names \"", command, option, "\"");
    } else if (option->choices != NULL) {
        put_choices("(", command, option, ")");
    }
    puts("' \\");
}

static void put_zsh(void)
{
    puts("#compdef fidourl\n"
         "# Completion of fidourl(1) for zsh. " MADE_BY "\n"
         "\n"
         "local curcontext=$curcontext\n"
         "local -a commands\n"
         "\n"
         "_fidourl_names() {\n"
         "    if [[ $PREFIX == *'{'* ]]; then\n"
         "        IPREFIX+=${${PREFIX%'{'*}%\\\\}\n"
         "        PREFIX='{'${PREFIX##*'{'}\n"
         "    fi\n"
         "    compadd -S '' - ${=1}\n"
         "}\n"
         "\n"
         "if [[ $CURRENT == 2 && $words[2] != -* || $CURRENT == 3 && $words[2] == help ]]; then\n"
         "    commands=(");
    for (size_t nth = 0; nth < COMMANDS; nth++) {
        printf("        '%s:", commands[nth].name);
        put_quoted(commands[nth].work->purpose, ":\\");
        puts("'");
    }
    puts("    )\n"
         "    (( CURRENT == 3 )) || commands+=('help:show help of a command')\n"
         "    _describe -t commands command commands\n"
         "    return\n"
         "fi\n"
         "\n"
         "case $words[2] in");
    for (size_t nth = 0; nth < COMMANDS; nth++) {
        printf(
            "    %s)\n        shift words\n        (( CURRENT-- ))\n        _arguments -s -S \\\n",
            commands[nth].name);
        for (size_t i = 0; i < OPTION_ROWS; i++) {
            if (takes(&commands[nth], &option_rows[i])) {
                put_zsh_option(&commands[nth], &option_rows[i]);
            }
        }
        puts("            '*:file:_files'\n        ;;");
    }
    puts("    *)\n"
         "        _arguments '(-h --help)'{-h,--help}'[show help]' \\\n"
         "            '(-V --version)'{-V,--version}'[show the version]'\n"
         "        ;;\n"
         "esac");
}

static void put_fish_option(const struct command *command, const struct option_row *option)
{
    printf("complete -c fidourl -n '__fish_seen_subcommand_from %s'", command->name);
    if (option->letter != '\0') {
        printf(" -s %c", option->letter);
    }
    if (option->name != NULL) {
        printf(" -l %s", option->name);
    }
    if (shows(option, "FILE")) {
        printf(" -rF");
    } else if (takes_list(option)) {
        put_choices(" -x -a '(__fish_append , ", command, option, ")'");
    } else if (takes_names(option)) {
        put_choices(" -x -a '(__fidourl_names \"", command, option, "\")'");
    } else if (option->argument != NULL) {
        printf(has_optional_argument(option) ? " -f" : " -x");
        if (option->choices != NULL) {
            put_choices(" -a '", command, option, "' \\\n   "); /* such a list is long */
        }
    }
    printf(" -d '");
    put_quoted(option->help, "\\");
    puts("'");
}

static void put_fish(void)
{
    puts("# Completion of fidourl(1) for fish. " MADE_BY "\n"
         "\n"
         "function __fidourl_names\n"
         "    set -l before (commandline -tc | string replace -r '^(--\\w+=|-\\w)?[\\'\"]?' '' |"
         " string replace -r '(\\{|^)[^{]*$' '')\n"
         "    printf '%s\\n' \"$before\"(string split ' ' $argv)\n"
         "end\n"
         "\n"
         "complete -c fidourl -n __fish_use_subcommand -f -a help -d 'show help of a command'");
    for (size_t nth = 0; nth < COMMANDS; nth++) {
        printf("complete -c fidourl -n '__fish_use_subcommand; or __fish_seen_subcommand_from help'"
               " -f -a %s -d '",
               commands[nth].name);
        put_quoted(commands[nth].work->purpose, "\\");
        puts("'");
    }
    puts("complete -c fidourl -n __fish_use_subcommand -s h -l help -d 'show help'\n"
         "complete -c fidourl -n __fish_use_subcommand -s V -l version -d 'show the version'");
    for (size_t nth = 0; nth < COMMANDS; nth++) {
        puts("");
        for (size_t i = 0; i < OPTION_ROWS; i++) {
            if (takes(&commands[nth], &option_rows[i])) {
                put_fish_option(&commands[nth], &option_rows[i]);
            }
        }
    }
}

int main(int argc, char **argv)
{
    static const struct {
        const char *shell;
        void (*put)(void);
    } shells[] = {{"bash", put_bash}, {"zsh", put_zsh}, {"fish", put_fish}};

    for (size_t i = 0; argc == 2 && i < sizeof shells / sizeof shells[0]; i++) {
        if (strcmp(argv[1], shells[i].shell) == 0) {
            shells[i].put();
            return ferror(stdout) || fflush(stdout) != 0 ? EXIT_FAILURE : EXIT_SUCCESS;
        }
    }
    fputs("usage: generate bash | zsh | fish\n", stderr);
    return EXIT_FAILURE;
}
