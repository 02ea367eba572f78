#include "edit.h"

#include <assert.h>
#include <stdlib.h>

#include "furl/core/utf8.h"

/* The separator of parameters in HTML, and its octets after the `&`. */
#define AMP      "&" AMP_REST
#define AMP_REST "amp;"

/* Escapes the name and value of a change to `out`, for each kind of query. Returns the end of the
 * written octets. */
static unsigned char *escape_data(struct furl_change *change, unsigned char *out)
{
    struct furl_rules others = furl_rule_books[FURL_RULES_OF_OTHERS];
    struct furl_escape escape;

    for (enum furl_query_kind kind = 0; kind < FURL_QUERY_KINDS; kind++) {
        bool fidonet = kind == FURL_QUERY_OF_FIDONET;
        others.space = kind == FURL_QUERY_OF_FORM ? '+' : '\0';
        furl_escape_init(&escape, fidonet ? &furl_rule_books[FURL_FIDOURL] : &others,
                         &furl_components[fidonet && !change->param ? FURL_REQUEST : FURL_VALUE]);
        size_t n = furl_escape_all(&escape, change->name, out);
        change->names[kind] = (struct furl_range){out, n};
        out += n;
        n = furl_escape_all(&escape, change->value, out);
        change->values[kind] = (struct furl_range){out, n};
        out += n;
    }
    return out;
}

/* Returns the first octet of all names that match, or -1 if names can begin differently. */
static int first_octet(const struct furl_change *change)
{
    struct furl_range name = change->name;
    bool any = name.n == 0 || memchr(name.ptr, '|', name.n) != NULL || furl_starts(name, "*") ||
               furl_starts(name, "?");

    if (change->how == FURL_DROP) {
        return any ? -1 : furl_next_data(&name, false);
    }
    return name.n > 0 ? name.ptr[0] : -1;
}

bool furl_editor_init(struct furl_editor *editor, struct furl_change *changes, size_t n)
{
    *editor = (struct furl_editor){.changes = changes, .changes_n = n, .params_alone = true};
    for (struct furl_change *change = changes; change < changes + n; change++) {
        change->first = first_octet(change);
        /* `&amp;` and `=` of a parameter, or `/` of a path */
        editor->added +=
            sizeof AMP + FURL_ESCAPED_MAX(change->name.n) + FURL_ESCAPED_MAX(change->value.n);
        editor->params_alone = editor->params_alone && change->param;
        if (change->part == FURL_URL_SCHEME && change->how == FURL_SET) {
            editor->scheme = &change->value;
        }
    }
    if (!furl_buffer_reserve(&editor->values, (FURL_QUERY_KINDS + 1) * editor->added + 1)) {
        return false;
    }
    editor->texts = editor->values.ptr;
    for (struct furl_change *change = changes; change < changes + n; change++) {
        editor->texts = escape_data(change, editor->texts);
    }
    return true;
}

bool furl_editor_reserve(struct furl_editor *editor, size_t n)
{
    size_t most = FURL_COMPOSED_MAX(n + editor->added);

    return furl_buffer_reserve(&editor->queries[0], most) &&
           furl_buffer_reserve(&editor->queries[1], most) &&
           furl_buffer_reserve(&editor->text, most) &&
           furl_buffer_reserve(&editor->result, FURL_CANONICAL_MAX(most));
}

void furl_editor_free(struct furl_editor *editor)
{
    free(editor->values.ptr);
    free(editor->queries[0].ptr);
    free(editor->queries[1].ptr);
    free(editor->text.ptr);
    free(editor->result.ptr);
}

/* Escapes each `%` that starts no escape, and each octet that would end the part. In a host,
 * escapes only octets beyond ASCII, because a `%` can begin a zone. The canonical form escapes
 * other octets that must not be bare. */
static struct furl_range escape_ends(struct furl_editor *editor, struct furl_range text,
                                     enum furl_url_part part)
{
    unsigned char *from = editor->out;

    if (part != FURL_URL_HOST) {
        editor->out += furl_escape_strays(text, furl_ends_of(&editor->parts, part), from);
        return (struct furl_range){from, (size_t)(editor->out - from)};
    }
    for (; text.n > 0; furl_skip(&text, 1)) {
        bool high = furl_octet_in(text.ptr[0], FURL_HIGH);
        editor->out[0] = text.ptr[0];
        editor->out += high ? furl_put_escape(text.ptr[0], editor->out) : 1;
    }
    return (struct furl_range){from, (size_t)(editor->out - from)};
}

static void set_part(struct furl_editor *editor, const struct furl_change *change)
{
    struct furl_range *part = &editor->parts.of[change->part], value = change->value;

    switch (change->part) {
    case FURL_URL_HOST:
        editor->parts.authority = (struct furl_range){NULL, 0};
        *part = escape_ends(editor, value, change->part);
        break;
    case FURL_URL_USERINFO: /* an equal userinfo keeps a bare `@` */
        if (part->ptr == NULL || !furl_is_same(*part, value)) {
            *part = escape_ends(editor, value, change->part);
        }
        break;
    case FURL_URL_PORT:
    case FURL_URL_SCHEME:
        *part = value;
        break;
    case FURL_URL_REQUEST:
        *part = change->values[FURL_QUERY_OF_FIDONET];
        break;
    case FURL_URL_PATH:
        editor->path_is_set = true;
        *editor->out++ = '/';
        furl_skip(&value, editor->parts.fidonet && furl_starts(value, "/") ? 1 : 0);
        if (value.n == 0 && editor->parts.fidonet && editor->parts.known->grammar->objects) {
            *part = (struct furl_range){NULL, 0};
            break;
        }
        /* fall through */
    default:
        *part = escape_ends(editor, value, change->part);
    }
}

/* Returns whether the change applies to a parameter. `plus` has the meaning that furl_next_data
 * gives it. `scratch` has room for the name of the parameter. */
static bool is_of_change(const struct furl_change *change, struct furl_range param, bool plus,
                         unsigned char *scratch)
{
    struct furl_range front = param;

    if (param.n == 0 || change->how == FURL_APPEND ||
        (change->first >= 0 && furl_next_data(&front, plus) != change->first)) {
        return false;
    }
    struct furl_range name = furl_divide(param, '=').first;
    if (change->how == FURL_SET) {
        return furl_decodes_to(name, plus, change->name);
    }
    return furl_matches(change->name,
                        (struct furl_range){scratch, furl_decode(name, plus, scratch)}, false);
}

static enum furl_query_kind query_kind(const struct furl_parts *parts)
{
    enum furl_query_kind other =
        furl_scheme_has(parts->known, FURL_PLUS) ? FURL_QUERY_OF_FORM : FURL_QUERY_OF_OTHERS;

    return parts->fidonet ? FURL_QUERY_OF_FIDONET : other;
}

/* Writes a parameter with an escaped name and the value of the change. */
static void put_param(const struct furl_editor *editor, struct furl_range name,
                      const struct furl_change *change, struct furl_cursor *to)
{
    struct furl_range value = change->values[query_kind(&editor->parts)];

    furl_put_range(to, name);
    furl_put_text(to, editor->parts.fidonet && value.n == 0 ? "" : "=");
    furl_put_range(to, value);
}

/* Copies the unread octets before `end`. */
static void put_before(struct furl_cursor *to, const unsigned char *end)
{
    size_t n = (size_t)(end - to->in.ptr);

    assert(end >= to->in.ptr && n <= to->in.n);
    furl_put_range(to, (struct furl_range){to->in.ptr, n});
    furl_skip(&to->in, n);
}

void furl_editor_find_amp(struct furl_editor *editor, struct furl_range url)
{
    struct furl_range piece;

    furl_next_piece(&url, '&', &piece);
    do {
        editor->has_amp = furl_starts(url, AMP_REST);
    } while (!editor->has_amp && furl_next_piece(&url, '&', &piece));
}

/* Drops the rest of a separator from the front of a piece, which follows an `&`. Returns the length
 * of the separator: 1, or that of `&amp;`. */
static size_t take_sign(const struct furl_editor *editor, struct furl_range *piece)
{
    const bool is_amp = editor->has_amp && furl_starts(*piece, AMP_REST);

    furl_skip(piece, is_amp ? strlen(AMP_REST) : 0);
    return is_amp ? strlen(AMP) : 1;
}

/* Changes the parameters of the query. A query that no change affects, which is usual, is not
 * copied. */
static void change_params(struct furl_editor *editor, const struct furl_change *change)
{
    struct furl_range *query = &editor->parts.query, list = *query, param;
    unsigned char *from = editor->queries[editor->query].ptr;
    struct furl_cursor to = {.in = *query, .out = from};
    bool is_set = change->how == FURL_DROP, some = false;
    const bool plus = furl_plus_in_query(editor->parts.known);

    while (furl_next_piece(&list, '&', &param)) {
        const size_t sign = param.ptr > query->ptr ? take_sign(editor, &param) : 0;
        if (!is_of_change(change, param, plus, to.out)) {
            some = some || param.n > 0;
            continue;
        }
        struct furl_divided pair = furl_divide(param, '=');
        if (is_set) { /* drops the separator before it or, if it is the first one, after it */
            bool first = to.out == from && param.ptr == to.in.ptr;
            struct furl_range next = list;
            put_before(&to, param.ptr - (first ? 0 : sign));
            furl_skip(&to.in, param.n + (!first             ? sign
                                         : next.ptr != NULL ? take_sign(editor, &next)
                                                            : 0));
        } else if (!furl_decodes_to(pair.second, plus, change->value)) {
            put_before(&to, param.ptr);
            put_param(editor, pair.first, change, &to);
            furl_skip(&to.in, param.n);
        }
        some = some || !is_set;
        is_set = true;
    }
    if (is_set && to.in.n == query->n) {
        return;
    }
    furl_put_range(&to, to.in);
    if (!is_set) {
        const char *sign = editor->has_amp ? AMP : "&";
        furl_put_text(&to, to.out > from && to.out[-1] != '&' ? sign : "");
        put_param(editor, change->names[query_kind(&editor->parts)], change, &to);
    }
    assert((size_t)(to.out - from) <= editor->queries[editor->query].room);
    bool stays = some || change->how != FURL_DROP;
    *query = (struct furl_range){stays ? from : NULL, stays ? (size_t)(to.out - from) : 0};
    editor->query ^= 1;
}

/* Applies all changes to the parts. */
static enum furl_error apply(struct furl_editor *editor)
{
    for (size_t i = 0; i < editor->changes_n; i++) {
        const struct furl_change *change = &editor->changes[i];
        if (change->param) {
            change_params(editor, change);
        } else if (change->how == FURL_SET) {
            set_part(editor, change);
        } else {
            editor->parts.of[change->part] = (struct furl_range){NULL, 0};
        }
    }
    return editor->parts.scheme.ptr != NULL ? FURL_FINE : FURL_NO_SCHEME;
}

/* Splits a URL by its scheme into parts of the scheme that it will have. Returns false if the
 * result would have no scheme, or no part for the path. A record without a scheme and "//" is a
 * path, which cannot become areas or an address. */
static bool split_url(struct furl_editor *editor, const struct furl_splitter *splitter,
                      struct furl_range url, const struct furl_parts *form)
{
    const struct furl_range *scheme = editor->scheme;
    const struct furl_scheme *known = scheme != NULL ? furl_scheme_of(*scheme, scheme->n) : NULL;
    struct furl_parts *parts = &editor->parts;
    struct furl_range *path = &parts->path, *authority = &parts->authority;

    if (form == NULL) {
        furl_split_to(parts, splitter, url, known);
    } else {
        *parts = *form;
    }
    known = scheme != NULL ? known : parts->known;
    bool fidonet = furl_is_fidonet(known) && splitter->syntax == FURL_AS_SCHEME;
    if (parts->scheme.ptr == NULL &&
        (scheme == NULL || (fidonet && authority->ptr == NULL && path->n > 0))) {
        return false;
    }
    if (form == NULL && furl_is_fidonet(parts->known) && parts->known->grammar->slashes == 2 &&
        furl_starts(*authority, "/")) { /* the address is missing, and this `/` starts a path */
        *path = (struct furl_range){authority->ptr, authority->n + path->n};
        authority->n = 0;
    }
    furl_split_parts(parts);
    editor->path_is_set = parts->fidonet && !fidonet;
    if (!parts->fidonet && fidonet) {
        furl_skip(path, furl_starts(*path, "/") ? 1 : 0);
        path->ptr = path->n > 0 ? path->ptr : NULL;
    }
    parts->known = known;
    parts->fidonet = fidonet;
    editor->out = editor->texts;
    return true;
}

/* Adds a `/` to the value of a path without one, if an authority precedes the path. */
static void join_path(struct furl_editor *editor)
{
    struct furl_range *path = &editor->parts.path;
    bool authority = editor->parts.host.ptr != NULL || editor->parts.authority.ptr != NULL;

    if (authority && editor->path_is_set && path->n > 0 && path->ptr[0] != '/') {
        path->ptr--;
        path->n++;
        assert(path->ptr[0] == '/');
    }
}

/* Changes parameters of a URL that is canonical by the rules of its scheme. The result is
 * canonical, too. Only the port must be checked. */
static struct furl_result edit_params(struct furl_editor *editor, const struct furl_parts *form)
{
    struct furl_cursor to = {.out = editor->result.ptr};
    struct furl_parts *parts = &editor->parts;
    struct furl_range *query = &parts->query;

    *parts = *form;
    if (form->host.ptr == NULL && !form->fidonet) { /* the masks show no host */
        furl_split_parts(parts);
    }
    for (size_t i = 0; i < editor->changes_n; i++) {
        change_params(editor, &editor->changes[i]);
    }
    if (!furl_is_port(parts->port)) {
        return (struct furl_result){.error = FURL_BAD_PORT};
    }
    const unsigned char *url = form->url.ptr;
    furl_put_range(&to, (struct furl_range){url, (size_t)(form->path.ptr - url) + form->path.n});
    furl_put_text(&to, query->ptr != NULL ? "?" : "");
    editor->form.known = form->known;
    editor->form.query = (struct furl_range){to.out, query->n};
    furl_put_range(&to, *query);
    furl_put_text(&to, form->fragment.ptr != NULL ? "#" : "");
    furl_put_range(&to, form->fragment);
    editor->url = editor->result.ptr;
    return (struct furl_result){.n = (size_t)(to.out - editor->url)};
}

/* Explains an error in areas that were set: `+` or `@` was perhaps meant as part of a tag. */
static enum furl_error explain_error(const struct furl_editor *editor, enum furl_error error)
{
    struct furl_range areas = editor->parts.areas;
    bool set = false, parted = false;

    for (const struct furl_change *change = editor->changes;
         change < editor->changes + editor->changes_n; change++) {
        set = set || (change->part == FURL_URL_AREAS && change->how == FURL_SET);
    }
    for (; set && areas.n > 0; furl_skip(&areas, 1)) {
        parted = parted || areas.ptr[0] == '+' || areas.ptr[0] == '@';
    }
    if (parted && error == FURL_EMPTY_AREATAG) {
        return FURL_PLUS_IN_AREATAG;
    }
    return parted && error == FURL_EMPTY_DOMAIN ? FURL_AT_IN_AREATAG : error;
}

/* Changes the parts, and writes the URL that has them. */
static struct furl_result change_url(struct furl_editor *editor, struct furl_canonical *canonical)
{
    struct furl_result result = {.error = apply(editor)};
    struct furl_parts split;

    if (result.error == FURL_FINE) {
        join_path(editor);
        result = furl_compose(&editor->parts, editor->text.ptr);
    }
    if (result.error != FURL_FINE) {
        return result;
    }
    furl_split_to(&split, &canonical->splitter, (struct furl_range){editor->text.ptr, result.n},
                  NULL);
    editor->url = editor->result.ptr;
    result = furl_canonical_write(canonical, &split, editor->url, &editor->form);
    if (result.error != FURL_FINE) {
        return (struct furl_result){.error = explain_error(editor, result.error)};
    }
    const bool named = split.host.ptr != NULL; /* then editor->form has a host, too */
    furl_split_parts(&split);
    if (!named) {
        furl_split_parts(&editor->form);
    }
    if (!furl_is_of_parts(&editor->parts, &split)) {
        bool moved = !furl_is_same(split.path, editor->parts.path);
        result = (struct furl_result){.error = moved && !editor->parts.fidonet ? FURL_PATH_AS_HOST
                                                                               : FURL_OTHER_PARTS};
    } else if ((split.host.ptr == NULL) != (editor->form.host.ptr == NULL)) { /* by an escape */
        bool lost = split.host.ptr != NULL;
        result = (struct furl_result){.error = lost ? FURL_BAD_HOST : FURL_AUTHORITY_AS_HOST};
    }
    return result;
}

struct furl_result furl_edit(struct furl_editor *editor, struct furl_canonical *canonical,
                             struct furl_range url, const struct furl_parts *form)
{
    if (editor->params_alone && form != NULL && canonical->rules == NULL) {
        return edit_params(editor, form);
    }
    return split_url(editor, &canonical->splitter, url, form)
               ? change_url(editor, canonical)
               : (struct furl_result){.error = FURL_NO_SCHEME};
}

/* Splits a URL. Divides the authority even if it has no valid host. */
static void split_all(struct furl_parts *parts, const struct furl_splitter *splitter,
                      struct furl_range url)
{
    furl_split_to(parts, splitter, url, NULL);
    furl_split_parts(parts);
    if (parts->authority.ptr != NULL) {
        struct furl_authority pieces = furl_split_authority(parts->authority);
        parts->authority = (struct furl_range){NULL, 0};
        parts->userinfo = pieces.userinfo;
        parts->host = pieces.host;
        parts->port = pieces.port;
    }
}

/* Applies all changes of parameters to a query, which can be uncanonical. Returns `edited` if
 * another change sets or drops the query. */
static struct furl_range query_of(struct furl_editor *editor, struct furl_range query,
                                  struct furl_range edited)
{
    editor->parts.query = query;
    for (size_t i = 0; i < editor->changes_n; i++) {
        const struct furl_change *change = &editor->changes[i];
        if (change->param) {
            change_params(editor, change);
        } else if (change->part == FURL_URL_QUERY) {
            return edited;
        }
    }
    return editor->parts.query;
}

/* Returns whether both are absent, or both are equal, octet by octet. */
static bool is_same_part(struct furl_range one, struct furl_range other)
{
    return (one.ptr == NULL) == (other.ptr == NULL) && furl_is_same(one, other);
}

bool furl_edit_concerns(struct furl_editor *editor, const struct furl_splitter *splitter,
                        struct furl_range url)
{
    const unsigned of_authority =
        1u << FURL_URL_USERINFO | 1u << FURL_URL_HOST | 1u << FURL_URL_PORT;
    struct furl_parts parts;
    bool some = false;

    split_all(&parts, splitter, url);
    const bool opaque = parts.known != NULL && parts.known->delimiter == FURL_COLON;
    const unsigned may =
        furl_allowed_parts(&parts) & ~(opaque && parts.host.ptr == NULL ? of_authority : 0);
    for (size_t i = 0; i < editor->changes_n; i++) {
        const struct furl_change *change = &editor->changes[i];
        if (change->how == FURL_SET && (may & 1u << change->part) == 0) {
            return false;
        }
        some = some ||
               (!change->param && (change->how == FURL_SET || parts.of[change->part].ptr != NULL));
    }
    editor->parts = parts;
    const struct furl_range query = parts.query;
    return some || !is_same_part(query_of(editor, query, query), query);
}

bool furl_edit_original(struct furl_editor *editor, const struct furl_splitter *splitter,
                        struct furl_range url, struct furl_range form, struct furl_range *edited)
{
    struct furl_parts parts, before, after;

    if (!furl_buffer_reserve(&editor->text, FURL_COMPOSED_MAX(url.n + edited->n + editor->added))) {
        return false;
    }
    split_all(&parts, splitter, url);
    split_all(&before, splitter, form);
    split_all(&after, splitter, *edited);
    const bool moves = !is_same_part(before.scheme, after.scheme);
    if (moves && (before.fidonet || after.fidonet)) {
        return true;
    }
    struct furl_range rest = url;
    furl_skip(&rest, parts.scheme.n);
    const char *delimiter = parts.fidonet && furl_starts(rest, "://") ? "://" : ":";
    struct furl_range query = query_of(editor, parts.query, after.query);
    for (enum furl_url_part part = 0; part < FURL_PARTS_MAX; part++) {
        bool was_default = moves && part == FURL_URL_PORT;
        if (was_default || !is_same_part(before.of[part], after.of[part])) {
            parts.of[part] = part == FURL_URL_QUERY ? query : after.of[part];
        }
    }
    edited->ptr = editor->text.ptr;
    edited->n = furl_put_parts(&parts, delimiter, editor->text.ptr);
    assert(edited->n <= editor->text.room);
    return true;
}
