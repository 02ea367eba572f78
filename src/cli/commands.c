#include "config.h"

#include "commands.h"

#include <string.h>

const struct command commands[COMMANDS] = {
    [NTH_ENCODE] =
        {
            "encode",
            ENCODE,
            "Escape each record for one component of a URL.",
            "  $ fidourl encode -e 'Is it ready?'\n"
            "  Is+it+ready%3F\n"
            "  $ fidourl encode -c areatag -e SETI@home\n"
            "  SETI%40home\n",
            "1 wrong rules, or URL too long",
            encode,
        },
    [NTH_DECODE] =
        {
            "decode",
            DECODE,
            "Turn each escaped record back into data.",
            "  $ fidourl decode -e 'Is+it+ready%3F'\n"
            "  Is it ready?\n",
            "1 bad escape, or URL too long",
            decode,
        },
    [NTH_NORMALIZE] =
        {
            "normalize",
            NORMALIZE,
            "Convert each URL to its one canonical form.",
            "  changed                     rules    example            becomes\n"
            "  scheme, host, default port  all      HTTP://A.b:80      http://a.b/\n"
            "  escapes                     all      http://a/%7e|      http://a/~%7C\n"
            "  wrapping, \"%%\", fragment    all      <URL:http://a/#b>  http://a/\n"
            "  delimiters, spaces, dashes  fidourl  area:x%20y/---?a=  area://x+y/--%2D?a\n",
            "1 invalid URL",
            normalize,
        },
    [NTH_EXTRACT] =
        {
            "extract",
            EXTRACT,
            "Print the URLs in any text, rejoining those split by \"%%\".",
            "  $ printf 'see area://Ru.%%%%\\n> %%%%Linux, please\\n' | fidourl extract\n"
            "  area://Ru.Linux\n"
            "  $ fidourl extract -e 'Read it (at <http://example.org/>).'\n"
            "  http://example.org/\n",
            "1 no URL, or malformed input",
            extract,
        },
    [NTH_PARSE] =
        {
            "parse",
            PARSE,
            "Print the parts of each URL, as JSON or by a template.",
            "  $ fidourl parse -e ftp://a/\n"
            "  "
            "{\"url\":\"ftp://a/\",\"canonical\":\"ftp://a/"
            "\",\"scheme\":\"ftp\",\"host\":\"a\",\"path\":\"/\"}\n"
            "  $ fidourl parse -F '{area}: {param.find}' -e 'area:Ru.Linux?find=our+Net'\n"
            "  Ru.Linux: our Net\n",
            "1 invalid URL",
            parse,
        },
    [NTH_EDIT] =
        {
            "edit",
            EDIT,
            "Set, add or drop parts of each URL.",
            "  $ fidourl edit --drop 'param.utm_*' --set scheme=https -e 'http://a?utm_x=1&b'\n"
            "  https://a/?b\n",
            "1 invalid URL",
            edit,
        },
    [NTH_REWRITE] =
        {
            "rewrite",
            REWRITE,
            "Copy any text, rejoining or replacing each URL in it.",
            "  $ printf 'see area://Ru.%%%%\\n> %%%%Linux, please\\n' | fidourl rewrite\n"
            "  see area://Ru.Linux, please\n",
            "1 malformed input",
            rewrite,
        },
    [NTH_FOLD] =
        {
            "fold",
            FOLD,
            "Copy any text, splitting long Fidonet URLs in it by \"%%\".",
            "  $ fidourl fold -w 30 -e '> The list: fecho://local.point/pnt5999.zip'\n"
            "  > The list: fecho://local.po%%\n"
            "  > %%int/pnt5999.zip\n",
            "1 a URL is too long",
            fold,
        },
    [NTH_MESSAGES] =
        {
            "messages",
            MESSAGES,
            "Print the URL of each message, or its head, or its text.",
            "  $ printf 'From: Ivan\\nMessage-ID: <1@a.example>\\n\\nHi!\\n' | fidourl messages\n"
            "  mid:1@a.example\n",
            "1 no message, or a damaged one",
            messages,
        },
    [NTH_CHECK] =
        {
            "check",
            CHECK,
            "Tell what readers' programs will do to the links of a text.",
            "  $ fidourl check -e 'See www.example.org, and <ftp://a.b/c d>.'\n"
            "  -e:1:5: bare: no scheme: www.example.org; write http://www.example.org\n"
            "  -e:1:27: blank: it ends at a blank: ftp://a.b/c; write ftp://a.b/c%20d\n",
            "1 a finding",
            check_links,
        },
};

const struct command *command_named(const char *name)
{
    for (size_t i = 0; i < COMMANDS; i++) {
        if (strcmp(commands[i].name, name) == 0) {
            return &commands[i];
        }
    }
    return NULL;
}

const char *command_name(const void *table, size_t nth)
{
    (void)table;
    return nth < COMMANDS ? commands[nth].name : NULL;
}
