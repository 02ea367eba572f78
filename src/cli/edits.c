#include "config.h"

#include "edits.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "print/fields.h"
#include "suggestions.h"

static const char unknown[] = "unknown name", fixed[] = "this part cannot be changed:";
static const struct furl_range nothing = {NULL, 0};

/* Error messages about values that no URL can have in a part. */
static const char *const misfits[FURL_PARTS_MAX] = {
    [FURL_URL_SCHEME] = "not a scheme; write a letter, then letters, digits, + - or .",
    [FURL_URL_HOST] = "not a host; write a name, or an IPv6 address in brackets, as in [::1]",
    [FURL_URL_PORT] = "not a port; write a number from 0 to 65535",
};

/* Reports an error in an option. Returns false. */
static bool refuse_edit(struct run *run, const struct edit_option *option, const char *what,
                        struct furl_range name)
{
    static const char *const options[] = {
        [FURL_SET] = "set", [FURL_APPEND] = "append", [FURL_DROP] = "drop"};
    char quoted[QUOTED_SIZE], meant[MEANT_SIZE];
    const char *hint = suggest(meant, SUGGEST_PART, option->how == FURL_APPEND ? nothing : name,
                               field_name_to_set, NULL, NULL);

    if (what == fixed) {
        say_choices(meant, "; change ", field_name_to_set, NULL);
        hint = strcat(meant, "NAME"); /* the last choice is "param." */
    } else if (hint[0] == '\0' && what == unknown && name.n > 0) {
        snprintf(meant, sizeof meant, "; did you mean 'param.%s'?", quote_range(name, quoted));
        hint = meant;
    }
    return run_refuse(run, options[option->how], option->text, what, name, hint);
}

/* Compiles an option. `names` has room for its name. Returns false after reporting a wrong
 * option. */
static bool compile(struct run *run, const struct edit_option *option, struct furl_change *change,
                    unsigned char *names)
{
    struct furl_range text = furl_range_of(option->text);
    struct furl_divided pair =
        option->how == FURL_DROP ? (struct furl_divided){.first = text} : furl_divide(text, '=');
    const struct field_name *name = field_named(pair.first);

    if (name == NULL || !name->may_be_set) {
        return refuse_edit(run, option, name == NULL ? unknown : fixed, pair.first);
    }
    *change = (struct furl_change){.how = option->how,
                                   .part = field_part(name),
                                   .param = name->how == NAME_PARAM,
                                   .name = pair.first,
                                   .value = pair.second};
    if (option->how == FURL_APPEND && !change->param) {
        return refuse_edit(run, option, "only a parameter can be added, as in param.view=reel, not",
                           pair.first);
    }
    if (option->how == FURL_DROP && memchr(text.ptr, '=', text.n) != NULL) {
        return refuse_edit(run, option, "takes only a name; remove '=' and the value", nothing);
    }
    if (option->how == FURL_SET && !change->param && !furl_fits(change->part, change->value)) {
        return refuse_edit(run, option, misfits[change->part], nothing);
    }
    furl_skip(&change->name, change->param ? strlen(name->text) : change->name.n);
    if (option->how == FURL_DROP && furl_has_empty_alternative(change->name)) {
        return refuse_edit(
            run, option, "an alternative beside '|' is empty; write a bar itself as %7C", nothing);
    }
    if (option->how != FURL_DROP) {
        change->name = (struct furl_range){names, furl_decode(change->name, false, names)};
    }
    return true;
}

bool edits_init(struct edits *edits, struct run *run)
{
    const struct options *options = run->options;
    size_t n = options->edits_n, room = 1, used = 0;

    if (n == 0) {
        return true;
    }
    for (size_t i = 0; i < n; i++) {
        room += strlen(options->edits[i].text);
    }
    edits->changes = calloc(n, sizeof *edits->changes);
    edits->names = malloc(room);
    if (!output_has_memory(&run->output, edits->changes != NULL && edits->names != NULL)) {
        return false;
    }
    for (size_t i = 0; i < n; i++) {
        if (!compile(run, &options->edits[i], &edits->changes[i], edits->names + used)) {
            return false;
        }
        used += edits->changes[i].name.n;
        assert(used < room);
    }
    return output_has_memory(&run->output, furl_editor_init(&edits->editor, edits->changes, n));
}

void edits_free(struct edits *edits)
{
    furl_editor_free(&edits->editor);
    free(edits->changes);
    free(edits->names);
}
