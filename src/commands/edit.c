#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "furl/base/utf8.h"
#include "print/fields.h"
#include "url_records.h"

/* An option that changes URLs. */
struct change {
    enum edit_how how;
    enum furl_its its;
    bool param; /* it changes a parameter of the query */
    struct furl_range
        name; /* of the parameter: decoded; of EDIT_DROP, a pattern, as it was given */
    struct furl_range value;
};

/* Delimiters that are added to the parts of a URL. */
#define DELIMITERS (sizeof "://@:/?#")

struct editor {
    struct url_records records;
    struct change *changes;
    size_t changes_n;
    unsigned char *names;                    /* those of parameters */
    const struct furl_range *scheme;         /* what the last --set gives; NULL: there is none */
    bool sets_host;                          /* a scheme or a host is set */
    struct furl_escape value, request, form; /* data of Fidonet's, and in a query of the web */
    struct furl_buffer canonical, values, text, queries[2];
    size_t room; /* in `values`, for all that the options give */

    /* The URL that is changed. */
    struct furl_parts parts;
    const struct furl_scheme *known; /* the row of the scheme that it will have; */
    bool fidonet, pairs;             /* so these, as in furl_parts */
    bool path_is_set;
    unsigned char *out; /* where the next value goes in `values` */
    unsigned query;     /* which of the queries is free */
};

/* Compiling the options. */

/* Reports what is wrong with an option. Returns false. */
static bool refuse(struct run *run, const struct edit_option *option, const char *what,
                   const char *name)
{
    static const char *const names[] = {
        [EDIT_SET] = "set", [EDIT_APPEND] = "append", [EDIT_DROP] = "drop"};
    char text[QUOTED_SIZE], quoted[QUOTED_SIZE], meant[MEANT_SIZE];
    const char *near =
        option->how == EDIT_APPEND ? NULL : closest_name(name, field_name_to_set, NULL);

    run_raise(run, STATUS_ERROR);
    return usage_error(run->options->command, "--%s '%s': %s%s%s%s%s", names[option->how],
                       quote(option->text, text), what, *name != '\0' ? " '" : "",
                       quote(name, quoted), *name != '\0' ? "'" : "",
                       near == NULL ? "" : did_you_mean(near, field_name_rest(near), meant));
}

/* Compiles an option; `names` has room for its name. Returns whether it is right; if not, that is
 * reported. */
static bool compile(struct run *run, const struct edit_option *option, struct change *change,
                    unsigned char *names)
{
    struct furl_range text = furl_range_of(option->text);
    struct furl_pair pair =
        option->how == EDIT_DROP ? (struct furl_pair){.first = text} : furl_divide(text, '=');
    const struct field_name *name = field_named(pair.first);
    char word[NEAR_MAX + 2]; /* if cut, still too long to be near any */

    snprintf(word, sizeof word, "%.*s",
             (int)(pair.first.n < NEAR_MAX + 1 ? pair.first.n : NEAR_MAX + 1), option->text);
    if (name == NULL || !name->may_be_set) {
        return refuse(run, option, name == NULL ? "unknown name" : "it cannot be set:", word);
    }
    change->param = name->how == NAME_PARAM;
    if (option->how == EDIT_APPEND && !change->param) {
        return refuse(run, option, "only param.NAME can be added:", word);
    }
    if (option->how != EDIT_DROP && pair.second.at == NULL) {
        return refuse(run, option, "it needs a value, NAME=VALUE", "");
    }
    change->how = option->how;
    change->its = field_part(name);
    change->value = pair.second;
    change->name = pair.first;
    if (change->param) {
        furl_skip(&change->name, strlen(name->text));
    }
    if (change->param && option->how != EDIT_DROP) {
        change->name = (struct furl_range){names, furl_decode(change->name, false, names)};
    }
    return true;
}

/* Compiles the options. Returns whether they are right, and there was memory; if not, that is
 * reported. */
static bool begin(struct editor *editor, struct run *run)
{
    const struct options *options = run->options;
    struct furl_rules of_forms = furl_rule_books[FURL_RFC2396];
    size_t names = 1;

    of_forms.space = '+';
    furl_escape_init(&editor->value, &furl_rule_books[FURL_FIDOURL], &furl_components[FURL_VALUE]);
    furl_escape_init(&editor->request, &furl_rule_books[FURL_FIDOURL],
                     &furl_components[FURL_REQUEST]);
    furl_escape_init(&editor->form, &of_forms, &furl_components[FURL_VALUE]);
    for (size_t i = 0; i < options->edits_n; i++) {
        names += strlen(options->edits[i].text);
    }
    editor->changes = calloc(options->edits_n + 1, sizeof *editor->changes);
    editor->names = malloc(names);
    if (editor->changes == NULL || editor->names == NULL) {
        output_no_memory(&run->output);
        return false;
    }
    unsigned char *to = editor->names;
    for (; editor->changes_n < options->edits_n; editor->changes_n++) {
        struct change *change = &editor->changes[editor->changes_n];
        if (!compile(run, &options->edits[editor->changes_n], change, to)) {
            return false;
        }
        to += change->name.n;
        editor->room += FURL_ESCAPED_MAX(change->name.n) + FURL_ESCAPED_MAX(change->value.n);
        if (change->its == FURL_ITS_SCHEME && change->how == EDIT_SET) {
            editor->scheme = &change->value;
        }
        editor->sets_host =
            editor->sets_host || change->its == FURL_ITS_SCHEME || change->its == FURL_ITS_HOST;
    }
    return true;
}

/* Changing one URL. */

/* Whether URLs of the scheme can have the part. */
static bool has(const struct editor *editor, enum furl_its its)
{
    const struct furl_required *required = editor->fidonet ? editor->known->required : NULL;

    switch (its) {
    case FURL_ITS_AREAS:
        return required != NULL && !required->address;
    case FURL_ITS_ADDRESS:
        return required != NULL && required->address;
    case FURL_ITS_REQUEST:
        return required != NULL && required->request;
    case FURL_ITS_USERINFO:
    case FURL_ITS_HOST:
    case FURL_ITS_PORT:
        return !furl_is_fidonet(editor->known);
    case FURL_ITS_AUTHORITY:
        return !editor->fidonet;
    case FURL_ITS_PATH:
        return required == NULL || required->objects;
    default:
        return true;
    }
}

/* The parts that a URL is written of. */
static const enum furl_its written[] = {FURL_ITS_SCHEME,  FURL_ITS_AREAS,     FURL_ITS_ADDRESS,
                                        FURL_ITS_REQUEST, FURL_ITS_USERINFO,  FURL_ITS_HOST,
                                        FURL_ITS_PORT,    FURL_ITS_AUTHORITY, FURL_ITS_PATH,
                                        FURL_ITS_QUERY,   FURL_ITS_FRAGMENT};
enum { WRITTEN = sizeof written / sizeof written[0] };

/* Escapes data. */
static struct furl_range escaped(struct editor *editor, struct furl_escape *escape,
                                 struct furl_range data)
{
    unsigned char *from = editor->out;

    editor->out += furl_escape_feed(escape, data.at, data.n, from);
    editor->out += furl_escape_final(escape, editor->out);
    return (struct furl_range){from, (size_t)(editor->out - from)};
}

/* Escapes, in the text of a part, each `%` that begins no escape, and what would end the part. What
 * else may not be bare, the canonical form escapes. */
static struct furl_range contained(struct editor *editor, struct furl_range text, const char *ends)
{
    unsigned char *from = editor->out;

    for (; text.n > 0; furl_skip(&text, 1)) {
        bool stray = text.at[0] == '%' && !furl_is_escape(text.at, text.n);
        if (stray || strchr(ends, text.at[0]) != NULL) {
            editor->out += furl_put_escape(text.at[0], editor->out);
        } else {
            *editor->out++ = text.at[0];
        }
    }
    return (struct furl_range){from, (size_t)(editor->out - from)};
}

/* The octets that end a part. */
static const char *ends_of(const struct editor *editor, enum furl_its its)
{
    switch (its) {
    case FURL_ITS_AREAS:
    case FURL_ITS_ADDRESS:
        return editor->fidonet && editor->known->required->slashes > 0 ? "/?#" : "?#";
    case FURL_ITS_USERINFO:
        return "/?#";
    case FURL_ITS_PATH:
        return "?#";
    case FURL_ITS_QUERY:
        return "#";
    default:
        return "";
    }
}

static bool is_same(struct furl_range a, struct furl_range b)
{
    return a.n == b.n && (a.n == 0 || memcmp(a.at, b.at, a.n) == 0);
}

static void set(struct editor *editor, const struct change *change)
{
    struct furl_range *part = &editor->parts.of[change->its], value = change->value;

    switch (change->its) {
    case FURL_ITS_HOST:
        editor->parts.of[FURL_ITS_AUTHORITY].at = NULL;
        editor->parts.of[FURL_ITS_AUTHORITY].n = 0;
        *part = value;
        break;
    case FURL_ITS_PORT:
        if (part->at == NULL || !is_same(furl_without_zeros(*part), value)) {
            *part = value;
        }
        break;
    case FURL_ITS_SCHEME:
        *part = value;
        break;
    case FURL_ITS_REQUEST:
        *part = escaped(editor, &editor->request, value);
        break;
    case FURL_ITS_PATH:
        editor->path_is_set = true;
        furl_skip(&value, editor->fidonet && furl_starts(value, "/") ? 1 : 0);
        /* fall through */
    default:
        *part = contained(editor, value, ends_of(editor, change->its));
    }
}

/* Whether a name is one that the pattern means: of all its octets that match after a `*`, so few
 * are tried as will do. */
static bool matches(struct furl_range pattern, struct furl_range name)
{
    struct furl_range after = {NULL, 0}, rest = name;

    while (pattern.n > 0 || name.n > 0) {
        struct furl_range next = pattern;
        if (furl_starts(pattern, "*")) {
            furl_skip(&pattern, 1);
            after = pattern;
            rest = name;
        } else if (name.n > 0 && furl_starts(pattern, "?")) {
            furl_skip(&pattern, 1);
            furl_skip(&name, furl_character(name.at, name.n));
        } else if (name.n > 0 && furl_next_data(&next, false) == name.at[0]) {
            pattern = next;
            furl_skip(&name, 1);
        } else if (after.at != NULL && rest.n > 0) {
            furl_skip(&rest, 1);
            pattern = after;
            name = rest;
        } else {
            return false;
        }
    }
    return true;
}

/* Whether the option means the parameter; `scratch` has room for its name. */
static bool means(const struct change *change, struct furl_range param, unsigned char *scratch)
{
    struct furl_range name = furl_divide(param, '=').first;

    if (param.n == 0 || change->how == EDIT_APPEND) {
        return false;
    }
    if (change->how == EDIT_SET) {
        return furl_decodes_to(name, true, change->name);
    }
    return matches(change->name, (struct furl_range){scratch, furl_decode(name, true, scratch)});
}

/* Writes a parameter, with the name that it has, and the option's value, unless that is its value
 * already. */
static void put_param(struct editor *editor, const struct change *change, struct furl_range param,
                      struct furl_cursor *to)
{
    struct furl_escape *escape = editor->fidonet ? &editor->value : &editor->form;
    struct furl_pair pair = furl_divide(param, '=');

    if (furl_decodes_to(pair.second, true, change->value)) {
        furl_put_range(to, param);
        return;
    }
    furl_put_range(to, pair.first);
    furl_put(to, '=');
    furl_put_range(to, escaped(editor, escape, change->value));
}

/* Writes the query anew, with what the option does to a parameter. */
static void change_params(struct editor *editor, const struct change *change)
{
    struct furl_range *query = &editor->parts.of[FURL_ITS_QUERY], list = *query, param;
    unsigned char *from = editor->queries[editor->query].at;
    struct furl_cursor to = {.out = from};
    bool is_set = change->how == EDIT_DROP, dropped = false, first = true, some = false;

    editor->query ^= 1;
    while (furl_next_piece(&list, '&', &param)) {
        bool meant = means(change, param, to.out);
        if (meant && is_set) {
            dropped = true;
            continue;
        }
        if (!first) {
            furl_put(&to, '&');
        }
        if (meant) {
            put_param(editor, change, param, &to);
            is_set = true;
        } else {
            furl_put_range(&to, param);
        }
        first = false;
        some = some || param.n > 0;
    }
    if (!is_set) {
        struct furl_escape *escape = editor->fidonet ? &editor->value : &editor->form;
        if (to.out > from && to.out[-1] != '&') {
            furl_put(&to, '&');
        }
        furl_put_range(&to, escaped(editor, escape, change->name));
        furl_put(&to, '=');
        furl_put_range(&to, escaped(editor, escape, change->value));
    }
    bool goes = query->at == NULL ? is_set : dropped && !some;
    *query = (struct furl_range){goes ? NULL : from, goes ? 0 : (size_t)(to.out - from)};
}

/* Applies the options to the parts. Returns what is wrong. */
static enum furl_error apply(struct editor *editor)
{
    for (size_t i = 0; i < editor->changes_n; i++) {
        const struct change *change = &editor->changes[i];
        if (change->param && editor->pairs) {
            change_params(editor, change);
        } else if (change->how == EDIT_DROP && !change->param) {
            editor->parts.of[change->its] = (struct furl_range){NULL, 0};
        } else if (change->how != EDIT_DROP && change->param) {
            return FURL_NO_SUCH_PART;
        } else if (change->how == EDIT_SET) {
            set(editor, change);
        }
    }
    return FURL_FINE;
}

/* What is wrong with the parts, of those things that would be seen no more in the URL. */
static enum furl_error judge(const struct editor *editor)
{
    const struct furl_range *of = editor->parts.of;
    struct furl_range scheme = of[FURL_ITS_SCHEME], port = of[FURL_ITS_PORT];
    struct furl_authority authority = furl_split_authority(of[FURL_ITS_HOST]);

    for (size_t i = 0; i < WRITTEN; i++) {
        if (of[written[i]].at != NULL && !has(editor, written[i])) {
            return FURL_NO_SUCH_PART;
        }
    }
    if (scheme.at != NULL && (!furl_is_scheme(scheme) || furl_spells(scheme.at, scheme.n, "url"))) {
        return FURL_BAD_SCHEME; /* "URL:" is round a URL */
    }
    if (of[FURL_ITS_HOST].at == NULL && (of[FURL_ITS_USERINFO].at != NULL || port.at != NULL)) {
        return FURL_NO_HOST;
    }
    if (of[FURL_ITS_HOST].n > 0 && (authority.userinfo.at != NULL || authority.port.at != NULL)) {
        return FURL_BAD_HOST;
    }
    authority.port = port;
    if (of[FURL_ITS_HOST].n > 0 && !furl_has_host(&authority)) {
        return FURL_BAD_HOST;
    }
    return furl_is_port(port) ? FURL_FINE : FURL_BAD_PORT;
}

/* Writes a part and what is before it, if it is there. */
static void put_part(const struct editor *editor, struct furl_cursor *to, const char *before,
                     enum furl_its its)
{
    if (editor->parts.of[its].at != NULL) {
        furl_put_text(to, before);
        furl_put_range(to, editor->parts.of[its]);
    }
}

/* Whether a path gets a slash at its front, which may be left out of a value. */
static bool adds_slash(const struct editor *editor)
{
    const struct furl_range *of = editor->parts.of;
    bool authority = of[FURL_ITS_HOST].at != NULL || of[FURL_ITS_AUTHORITY].at != NULL;

    return !editor->fidonet && authority && editor->path_is_set && of[FURL_ITS_PATH].n > 0 &&
           of[FURL_ITS_PATH].at[0] != '/';
}

/* Writes the URL out of its parts. */
static struct furl_range put_parts(const struct editor *editor)
{
    const struct furl_range *of = editor->parts.of;
    struct furl_cursor to = {.out = editor->text.at};

    furl_put_range(&to, of[FURL_ITS_SCHEME]);
    furl_put_text(&to, of[FURL_ITS_SCHEME].at != NULL ? ":" : "");
    if (editor->fidonet) {
        bool path = of[FURL_ITS_PATH].n > 0;
        furl_put_text(&to, "//");
        put_part(editor, &to, "",
                 editor->known->required->address ? FURL_ITS_ADDRESS : FURL_ITS_AREAS);
        put_part(editor, &to, "/", FURL_ITS_REQUEST);
        /* A path without a request is not to become one. */
        bool lacks = path && editor->known->required->request && of[FURL_ITS_REQUEST].at == NULL;
        furl_put_text(&to, lacks ? "/" : "");
        furl_put_text(&to, path ? "/" : "");
    } else {
        bool userinfo = of[FURL_ITS_USERINFO].at != NULL;
        put_part(editor, &to, "//", FURL_ITS_AUTHORITY);
        put_part(editor, &to, "//", FURL_ITS_USERINFO);
        put_part(editor, &to, userinfo ? "@" : "//", FURL_ITS_HOST);
        put_part(editor, &to, ":", FURL_ITS_PORT);
        furl_put_text(&to, adds_slash(editor) ? "/" : "");
    }
    put_part(editor, &to, "", FURL_ITS_PATH);
    put_part(editor, &to, "?", FURL_ITS_QUERY);
    put_part(editor, &to, "#", FURL_ITS_FRAGMENT);
    return (struct furl_range){editor->text.at, (size_t)(to.out - editor->text.at)};
}

/* Whether a URL that was split has the parts that it was written of. */
static bool has_these(const struct editor *editor, const struct furl_split *split)
{
    struct furl_parts now;

    furl_take_apart(&now, split, editor->records.canonical.splitter.syntax);
    furl_skip(&now.of[FURL_ITS_PATH], adds_slash(editor) ? 1 : 0);
    for (size_t i = 0; i < WRITTEN; i++) {
        if (!is_same(now.of[written[i]], editor->parts.of[written[i]])) {
            return false;
        }
    }
    return true;
}

/* Whether the canonical form has a host if there was to be one, and none if not: escapes in it may
 * have been decoded. */
static bool keeps_host(const struct editor *editor, struct furl_range form)
{
    const struct furl_splitter *splitter = &editor->records.canonical.splitter;
    struct furl_split split = furl_split(splitter, form, NULL);
    struct furl_parts now;

    furl_take_apart(&now, &split, splitter->syntax);
    return (now.of[FURL_ITS_HOST].at != NULL) == (editor->parts.of[FURL_ITS_HOST].at != NULL);
}

/* Takes the URL apart, by the scheme that it has, for one of the scheme that it will have. */
static void take_apart(struct editor *editor, struct furl_split *split)
{
    enum furl_syntax syntax = editor->records.canonical.splitter.syntax;
    const struct furl_range *scheme = editor->scheme;
    struct furl_range *path = &editor->parts.of[FURL_ITS_PATH];

    editor->known = scheme != NULL ? furl_scheme(*scheme, scheme->n) : split->known;
    if (split->scheme.at == NULL) { /* it has none yet */
        furl_split_to(split, &editor->records.canonical.splitter, split->url, editor->known);
    }
    bool fidonet = furl_is_fidonet(split->known) && syntax == FURL_AS_SCHEME;
    if (fidonet && split->known->required->slashes == 2 && furl_starts(split->authority, "/")) {
        split->path = (struct furl_range){split->authority.at, split->authority.n + split->path.n};
        split->authority.n = 0; /* what it begins with ends the address, which is empty */
    }
    furl_take_apart(&editor->parts, split, syntax);
    editor->fidonet = furl_is_fidonet(editor->known) && syntax == FURL_AS_SCHEME;
    editor->pairs =
        editor->fidonet || (!furl_is_fidonet(editor->known) && furl_plus_in_query(editor->known));
    editor->path_is_set = fidonet && !editor->fidonet; /* a slash before it may be wanted */
    if (!fidonet && editor->fidonet) {
        furl_skip(path, furl_starts(*path, "/") ? 1 : 0);
        path->at = path->n > 0 ? path->at : NULL;
    }
    editor->out = editor->values.at;
    editor->query = 0;
}

/* Makes room for what is made of a URL of `n` octets. */
static bool reserve(struct editor *editor, size_t n)
{
    size_t most = n + editor->room + 2 * editor->changes_n + DELIMITERS;

    return furl_buffer_reserve(&editor->values, editor->room + 1) &&
           furl_buffer_reserve(&editor->text, most) &&
           furl_buffer_reserve(&editor->queries[0], most) &&
           furl_buffer_reserve(&editor->queries[1], most);
}

/* Changes a URL that is split, in its canonical form or raw, and writes it to the output. */
static struct furl_result change(struct editor *editor, struct furl_split *split, bool raw)
{
    struct url_records *records = &editor->records;
    struct output *output = &records->run->output;
    struct furl_result result = {.error = FURL_FINE};

    if (!reserve(editor, split->url.n)) {
        output_no_memory(output);
        return result;
    }
    take_apart(editor, split);
    result.error = apply(editor);
    result.error = result.error == FURL_FINE ? judge(editor) : result.error;
    if (result.error != FURL_FINE) {
        return result;
    }
    struct furl_range text = put_parts(editor);
    furl_split_to(&records->split, &records->canonical.splitter, text, NULL);
    unsigned char *to = output_reserve(output, FURL_CANONICAL_MAX(text.n));
    if (to == NULL) {
        return result;
    }
    result = url_records_write(records, to);
    if (result.error != FURL_FINE) {
        return result;
    }
    if (!has_these(editor, &records->split) ||
        ((editor->sets_host || raw) && !keeps_host(editor, (struct furl_range){to, result.n}))) {
        result.error = FURL_OTHER_PARTS;
    } else if (!output_failed(output)) {
        output_commit(output, result.n);
    }
    return result;
}

static struct furl_result edit_record(struct editor *editor)
{
    struct url_records *records = &editor->records;
    struct output *output = &records->run->output;
    struct furl_result before = {.error = FURL_FINE};

    if (!furl_buffer_reserve(&editor->canonical, url_records_room(records))) {
        output_no_memory(output);
        return before;
    }
    before = url_records_canonical(records, editor->canonical.at);
    bool fine = before.error == FURL_FINE;
    struct furl_range form = {editor->canonical.at, fine ? before.n : 0};
    if (output_failed(output) || (fine && form.n == 0) || before.error == FURL_UNRESOLVED ||
        records->inside.error != FURL_FINE) {
        return before;
    }
    if (editor->changes_n == 0) {
        output_data(output, form.at, form.n);
        return before;
    }
    /* A URL that lacks something may be given it. */
    struct furl_split split =
        fine ? furl_split(&records->canonical.splitter, form, NULL) : records->split;
    struct furl_result result = change(editor, &split, !fine);
    if (result.error != FURL_FINE) {
        result.where = 0;
    }
    return result.error == before.error && !fine ? before : result;
}

void edit(struct run *run)
{
    struct editor *editor = run_state(run, sizeof *editor);

    if (editor == NULL) {
        return;
    }
    struct url_records *records = &editor->records;
    records->keeps_fragment = true;
    records->passes_malformed = !run->options->strict;
    records->passes_ends = true;
    records->mark = RECORDS_MARK_PASSES;
    if (begin(editor, run) && url_records_begin(records, run)) {
        while (url_records_next(records)) {
            url_records_end(records, edit_record(editor));
        }
    }
    url_records_free(records);
    free(editor->changes);
    free(editor->names);
    free(editor->canonical.at);
    free(editor->values.at);
    free(editor->text.at);
    free(editor->queries[0].at);
    free(editor->queries[1].at);
}
