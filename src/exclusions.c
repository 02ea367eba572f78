#include "config.h"

#include "exclusions.h"

#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "taking.h"

/* What is wrong with making octets safe; NULL if nothing is. */
static const char *check_safe(const struct options *options)
{
    const struct furl_rules *rules = options_rules(options);

    if (strchr(options->safe, '%') != NULL) {
        return "--safe: '%' is never safe";
    }
    if (options->component != FURL_URL && rules->space != '\0' &&
        strchr(options->safe, rules->space) != NULL) {
        return "--safe: '+' is not safe: it means a space";
    }
    if (options->safe[strcspn(options->safe, options->unsafe)] != '\0') {
        return "--safe and --unsafe have a character in common";
    }
    return NULL;
}

/* Which two options exclude each other; NULL if none do. */
static const char *check_excluding(struct options *options)
{
    const bool texts = options->texts_n > 0, format = options->format != NULL;
    const struct {
        bool one, other;
        const char *said;
    } excluding[] = {
        {texts, options->list != NULL, "-e and --files0-from"},
        {texts, options->recursive, "-e and --recursive"},
        {texts, options->messages, "-e and --messages"},
        {options->count, options->json, "--count and --json"},
        {options->files_with_urls, options->count, "--files-with-urls and --count"},
        {options->files_with_urls, options->json, "--files-with-urls and --json"},
        {options->files_with_urls, format, "--files-with-urls and --format"},
        {options->files_with_urls, options->line_number, "--files-with-urls and --line-number"},
        {options->files_with_urls, options->byte_offset, "--files-with-urls and --byte-offset"},
        {options->files_with_urls, options->unique, "--files-with-urls and --unique"},
        {options->ranged, texts, "--range and -e"},
        {options->ranged, options->list != NULL, "--range and --files0-from"},
        {options->ranged, options->recursive, "--range and --recursive"},
        {options->ranged, options->messages, "--range and --messages"},
        {options->ranged, options->line_number, "--range and --line-number"},
        {options->ranged, options->count, "--range and --count"},
        {options->ranged, options->files_with_urls, "--range and --files-with-urls"},
        {options->ranged, options->max_count != UINT64_MAX, "--range and --max-count"},
        {options->ranged, options->quiet, "--range and --quiet"},
        {options->ranged, options->wrapped, "--range and --wrapped"},
        {options->ranged, options->files_n > 1, "--range and more than one FILE"},
        {format, options->json, "--format and --json"},
        {format, options->names == NAMES_ALWAYS, "--format and --with-filename"},
        {format, options->line_number, "--format and --line-number"},
        {format, options->byte_offset, "--format and --byte-offset"},
        {format, options->canonical, "--format and --canonical"},
        {format, options->html, "--format and --html"},
        {format, options->hyperlinks != HYPERLINKS_NEVER, "--format and --hyperlink"},
        {options->html, options->hyperlinks != HYPERLINKS_NEVER, "--html and --hyperlink"},
    };

    for (size_t i = 0; i < sizeof excluding / sizeof excluding[0]; i++) {
        if (excluding[i].one && excluding[i].other) {
            snprintf(options->complaint, sizeof options->complaint, "%s cannot be combined",
                     excluding[i].said);
            return options->complaint;
        }
    }
    return NULL;
}

/* Of the components, those that the rule books of the RFCs know. */
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

const char *check_options(struct options *options)
{
    bool rfc = options->rules != NULL && !furl_is_fidourl(options->rules);

    if (rfc && furl_components[options->component].rfc_literal == NULL) {
        return say_choices(options, "under these rules --component must be one of ",
                           rfc_component_name);
    }
    if (options->gate != NULL && !options->html) {
        return "--gate needs --html";
    }
    if (options->gate != NULL && options->gate[0] == '\0') {
        return "--gate: PREFIX must not be empty";
    }
    if (options->charset != NULL && !options->html && !options->messages) {
        return options->command->bit == EXTRACT ? "--charset needs --messages"
                                                : "--charset needs --html or --messages";
    }
    const char *wrong = check_excluding(options);
    return wrong != NULL ? wrong : check_safe(options);
}
