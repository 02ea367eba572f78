/*
 * Prints what a shell completes after "fidourl", from the tables of commands and options.
 *
 *     generate bash | zsh | fish
 *
 * `make` writes the files beside this one by it, except where it builds for another machine; for
 * those, the tarball has them.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/options.h"

#define MADE_BY "Made from the tables of commands and options."

static bool takes(const struct command *command, const struct option_row *option)
{
    return (option->commands & command->bit) != 0;
}

static bool has_optional_argument(const struct option_row *option)
{
    return option->may_stand_alone;
}

static bool takes_file(const struct option_row *option)
{
    return option->argument != NULL && strcmp(option->argument, "FILE") == 0;
}

/* Whether the argument is a list of the choices, separated by commas. */
static bool takes_list(const struct option_row *option)
{
    return option->argument != NULL && strcmp(option->argument, "LIST") == 0;
}

/* Prints the choices, a blank between two; one that has a blank itself is left out. */
static void put_choices(const struct option_row *option)
{
    nth_name *choices = option->choices;

    for (size_t i = 0; choices(NULL, i) != NULL; i++) {
        if (strchr(choices(NULL, i), ' ') == NULL) {
            printf("%s%s", i == 0 ? "" : " ", choices(NULL, i));
        }
    }
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
    if (takes_file(option)) {
        printf("files=1");
    } else if (option->choices != NULL) {
        printf("words='");
        put_choices(option);
        printf("'%s%s", takes_list(option) ? " list=1" : "",
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
           "    elif [[ -z $option && $COMP_CWORD == 1 ]]; then\n"
           "        words='");
    for (size_t nth = 0; nth < COMMANDS; nth++) {
        printf("%s%s", nth == 0 ? "" : " ", commands[nth].name);
    }
    puts("'\n"
         "    elif [[ -z $option ]]; then\n"
         "        files=1\n"
         "    fi\n"
         "    if [[ -n $files ]]; then\n"
         "        compopt -o default\n"
         "        return\n"
         "    fi\n"
         "    if [[ -n $list && $word == *,* ]]; then\n"
         "        prefix=${word%,*},\n"
         "    fi\n"
         "    mapfile -t COMPREPLY < <(compgen -P \"$prefix\" -W \"$words\" -- "
         "\"${word#\"$prefix\"}\")\n"
         "    if [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *= ]]; then\n"
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
        printf("'--%s%s", option->name, of_name);
    } else {
        printf("'*-%c%s", option->letter, of_letter);
    }
}

/* zsh: what _arguments is told of an option. */
static void put_zsh_option(const struct option_row *option)
{
    const bool maybe = has_optional_argument(option);

    put_zsh_names(option);
    put_zsh_help(option);
    if (option->argument != NULL) {
        printf("%s:%s:", maybe ? ":" : "", option->argument);
    }
    if (takes_file(option)) {
        printf("_files");
    } else if (takes_list(option)) {
        printf("_sequence compadd - ");
        put_choices(option);
    } else if (option->argument != NULL && option->choices != NULL) {
        printf("(");
        put_choices(option);
        printf(")");
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
         "if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then\n"
         "    commands=(");
    for (size_t nth = 0; nth < COMMANDS; nth++) {
        printf("        '%s:", commands[nth].name);
        put_quoted(commands[nth].work->purpose, ":\\");
        puts("'");
    }
    puts("    )\n"
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
                put_zsh_option(&option_rows[i]);
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
    if (takes_file(option)) {
        printf(" -rF");
    } else if (takes_list(option)) {
        printf(" -x -a '(__fish_append , ");
        put_choices(option);
        printf(")'");
    } else if (option->argument != NULL) {
        printf(has_optional_argument(option) ? " -f" : " -x");
        if (option->choices != NULL) {
            printf(" -a '");
            put_choices(option);
            printf("' \\\n   "); /* such a list is long */
        }
    }
    printf(" -d '");
    put_quoted(option->help, "\\");
    puts("'");
}

static void put_fish(void)
{
    puts("# Completion of fidourl(1) for fish. " MADE_BY "\n");
    for (size_t nth = 0; nth < COMMANDS; nth++) {
        printf("complete -c fidourl -n __fish_use_subcommand -f -a %s -d '", commands[nth].name);
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
