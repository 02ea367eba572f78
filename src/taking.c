#include "config.h"

#include "taking.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "furl/text/reading.h"
#include "wanted.h"

const char *take_text(struct options *options, const char *argument)
{
    options->texts[options->texts_n++] = argument;
    return NULL;
}

const char *say_choices(struct options *options, const char *before, nth_name *name)
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
    return say_choices(options, "must be one of ", name);
}

const char *component_name(const void *table, size_t nth)
{
    (void)table;
    return nth < FURL_COMPONENTS ? furl_components[nth].name : NULL;
}

const char *rules_name(const void *table, size_t nth)
{
    (void)table;
    return nth < FURL_RULE_BOOKS ? furl_rule_books[nth].name : NULL;
}

const char *controls_name(const void *table, size_t nth)
{
    static const char *const names[] = {
        [CONTROLS_AUTO] = "auto", [CONTROLS_KEEP] = "keep", [CONTROLS_DECODE] = "decode"};

    (void)table;
    return nth < sizeof names / sizeof names[0] ? names[nth] : NULL;
}

const char *take_component(struct options *options, const char *argument)
{
    size_t nth = 0;
    const char *wrong = find(options, argument, component_name, &nth);

    if (wrong == NULL) {
        options->component = (enum furl_component_id)nth;
    }
    return wrong;
}

const char *take_rules(struct options *options, const char *argument)
{
    size_t nth = 0;
    const char *wrong = find(options, argument, rules_name, &nth);

    if (wrong == NULL) {
        options->rules = &furl_rule_books[nth];
    }
    return wrong;
}

const char *take_controls(struct options *options, const char *argument)
{
    size_t nth = 0;
    const char *wrong = find(options, argument, controls_name, &nth);

    if (wrong == NULL) {
        options->controls = (enum controls)nth;
    }
    return wrong;
}

const char *hyperlinks_name(const void *table, size_t nth)
{
    static const char *const names[] = {
        [HYPERLINKS_NEVER] = "never", [HYPERLINKS_AUTO] = "auto", [HYPERLINKS_ALWAYS] = "always"};

    (void)table;
    return nth < sizeof names / sizeof names[0] ? names[nth] : NULL;
}

const char *take_hyperlinks(struct options *options, const char *argument)
{
    size_t nth = HYPERLINKS_AUTO;
    const char *wrong = argument != NULL ? find(options, argument, hyperlinks_name, &nth) : NULL;

    if (wrong == NULL) {
        options->hyperlinks = (enum hyperlinks)nth;
    }
    return wrong;
}

const char *take_charset(struct options *options, const char *argument)
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

const char *take_messages(struct options *options, const char *argument)
{
    options->messages = true;
    if (argument == NULL) {
        return NULL;
    }
    options->messages_format = mail_format_named(argument);
    return options->messages_format != NULL
               ? NULL
               : say_choices(options, "must be one of ", mail_format_name);
}

/* Takes a decimal number off the front; UINTMAX_MAX stands for all larger ones. Returns whether
 * there is one. */
static bool take_number(const char **text, uintmax_t *n)
{
    char *end = NULL;
    bool is_one = (*text)[0] >= '0' && (*text)[0] <= '9';

    *n = strtoumax(*text, &end, 10);
    *text = end;
    return is_one;
}

const char *take_max_length(struct options *options, const char *argument)
{
    uintmax_t n = 0;

    if (!take_number(&argument, &n) || *argument != '\0') {
        return "must be a number of octets";
    }
    if (n == 0) {
        return "must be a number of octets, at least 1";
    }
    if (n > FURL_LENGTH_MAX) {
        return "too large";
    }
    options->max_length = (size_t)n;
    return NULL;
}

const char *take_width(struct options *options, const char *argument)
{
    uintmax_t n = 0;

    if (!take_number(&argument, &n) || *argument != '\0' || n < WIDTH_MIN || n > WIDTH_MAX) {
        snprintf(options->complaint, sizeof options->complaint, "must be a number from %zu to %zu",
                 WIDTH_MIN, WIDTH_MAX);
        return options->complaint;
    }
    options->width = (size_t)n;
    return NULL;
}

const char *take_with_filename(struct options *options, const char *argument)
{
    (void)argument;
    options->names = NAMES_ALWAYS;
    return NULL;
}

const char *take_no_filename(struct options *options, const char *argument)
{
    (void)argument;
    options->names = NAMES_NEVER;
    return NULL;
}

const char *take_max_count(struct options *options, const char *argument)
{
    uintmax_t n = 0;

    if (!take_number(&argument, &n) || *argument != '\0') {
        return "must be a number";
    }
    options->max_count = n;
    return NULL;
}

/* Takes a number of octets, perhaps with K, M or G; UINT64_MAX stands for all larger ones. Returns
 * whether it is one. */
static bool take_octets(const char **text, uint64_t *octets)
{
    static const char units[] = "KMG";
    uintmax_t n = 0;

    if (!take_number(text, &n)) {
        return false;
    }
    const char *unit = **text != '\0' ? strchr(units, **text) : NULL;
    for (const char *each = units; unit != NULL && each <= unit; each++) {
        n = n <= UINT64_MAX / 1024 ? n * 1024 : UINT64_MAX;
    }
    *octets = n;
    *text += unit != NULL ? 1 : 0;
    return true;
}

const char *take_range(struct options *options, const char *argument)
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

const char *take_schemes(struct options *options, const char *argument)
{
    return take_list(&options->schemes, argument);
}

const char *take_not_schemes(struct options *options, const char *argument)
{
    return take_list(&options->not_schemes, argument);
}

const char *take_nul(struct options *options, const char *argument)
{
    (void)argument;
    if (options->ended_by == RECORDS_WHOLE) {
        return "cannot be combined with --whole";
    }
    options->ended_by = RECORDS_BY_NUL;
    return NULL;
}

const char *take_whole(struct options *options, const char *argument)
{
    (void)argument;
    if (options->ended_by == RECORDS_BY_NUL) {
        return "cannot be combined with -z";
    }
    options->ended_by = RECORDS_WHOLE;
    return NULL;
}
