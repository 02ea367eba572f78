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

const struct option_row option_rows[OPTION_ROWS] = {
#define OPTION(letter, name, argument, commands, help, member, ...)                                \
    {GROUP,                                                                                        \
     letter,                                                                                       \
     name,                                                                                         \
     argument,                                                                                     \
     commands,                                                                                     \
     help,                                                                                         \
     .offset = offsetof(struct options, member),                                                   \
     .size = sizeof(((struct options *)0)->member),                                                \
     .kind = ROW_OF(KIND_##__VA_ARGS__)},
#define AGAIN OPTION
#include "tables.h"
};

_Static_assert(MAX_LENGTH <= FURL_LENGTH_MAX, "the limit may be named");

/* Returns whether the row is a flag of the command and was given. */
static bool is_given(const struct options *options, unsigned command, const struct option_row *row)
{
    bool given = false;

    if (row->kind == OPTION_FLAG && (row->commands & command) != 0) {
        memcpy(&given, (const char *)options + row->offset, sizeof given);
    }
    return given;
}

const char *options_flags(const struct options *options, unsigned command, const char *letters,
                          char out[FLAGS_SIZE])
{
    size_t n = (size_t)snprintf(out, FLAGS_SIZE, "-%s", letters);

    for (size_t i = 0; i < OPTION_ROWS; i++) {
        char letter = option_rows[i].letter;
        if (strchr("rq", letter) == NULL && is_given(options, command, &option_rows[i])) {
            out[n++] = letter;
        }
    }
    out[n] = '\0';
    for (size_t i = 0; i < OPTION_ROWS && n < FLAGS_SIZE; i++) {
        if (option_rows[i].letter == '\0' && is_given(options, command, &option_rows[i])) {
            n += (size_t)snprintf(out + n, FLAGS_SIZE - n, " --%s", option_rows[i].name);
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
