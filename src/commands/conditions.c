#include "config.h"

#include "conditions.h"

#include <stdlib.h>

/* Returns whether a condition is on the canonical form or its parts, including the scheme. */
static bool tests_form(const struct template *condition)
{
    return (condition->needs & (NEEDS_SCHEME | NEEDS_ALONE)) != 0;
}

bool conditions_init(struct conditions *conditions, struct run *run, unsigned has)
{
    const struct options *options = run->options;

    *conditions = (struct conditions){.run = run};
    if (options->wheres_n == 0) {
        return true;
    }
    conditions->of = calloc(options->wheres_n, sizeof *conditions->of);
    if (!output_has_memory(&run->output, conditions->of != NULL)) {
        return false;
    }
    for (size_t i = 0; i < options->wheres_n; i++) {
        struct template *condition = &conditions->of[i];
        if (!run_compile_template(run, condition, "where", options->wheres[i], has,
                                  template_condition)) {
            return false;
        }
        conditions->needs |= condition->needs | (tests_form(condition) ? NEEDS_CANONICAL : 0);
    }
    return true;
}

void conditions_free(struct conditions *conditions)
{
    for (size_t i = 0; conditions->of != NULL && i < conditions->run->options->wheres_n; i++) {
        template_free(&conditions->of[i]);
    }
    free(conditions->of);
}

bool conditions_test(const struct conditions *conditions, struct field_source *source,
                     const struct fields *fields, bool *meets)
{
    const struct furl_range url = fields->url;
    struct fields tested;
    bool known = true, formed = true;

    if ((conditions->needs & NEEDS_ALONE) != 0 && fields->canonical.ptr == url.ptr) {
        tested = *fields;
        known = fields_fill_strays(source, conditions->needs, &tested);
        formed = tested.canonical.ptr != tested.url.ptr;
        tested.url = tested.canonical = tested.display = url;
        fields = &tested;
    }
    const struct furl_range authority = fields->parts.of[FURL_URL_AUTHORITY];
    if ((conditions->needs & NEEDS_PARTS) != 0 && authority.n > 0 &&
        furl_scheme_has(fields->parts.known, FURL_WHATWG)) {
        tested = *fields; /* browsers find a host in any authority, such as a!b.example */
        tested.parts.of[FURL_URL_HOST] = furl_split_authority(authority).host;
        fields = &tested;
    }
    *meets = true;
    for (size_t i = 0; known && *meets && i < conditions->run->options->wheres_n; i++) {
        struct template *condition = &conditions->of[i];
        if (formed || !tests_form(condition)) {
            known = template_test(condition, fields, meets);
        } else {
            *meets = false;
            conditions->run->malformed_skipped++;
        }
    }
    conditions->run->tested++;
    conditions->run->met += *meets ? 1 : 0;
    return known;
}
