#include "config.h"

#include "template.h"

#include <stdlib.h>
#include <string.h>

#include "fields.h"
#include "furl/core/octets.h"
#include "mail/select.h"

/* Literal text, and the value after it. */
struct template_row {
    struct furl_range literal;
    const struct field_name *name; /* NULL: no value */
    struct furl_range param;       /* the decoded name, for NAME_PARAM */
    const struct template_filter *filter;
    struct furl_range pattern; /* of a condition */
    bool differs;              /* a value that matches does not meet the condition */
    /* The value that was filled in last. `name` can require a conversion. */
    struct furl_range value;
    char digits[NUMBER_SIZE]; /* the digits of a number */
};

/* A template that is being compiled. */
struct compiler {
    struct template *template;
    unsigned has;
    const char *filter; /* the filter of values that name none, or NULL */
    const char *ptr;    /* the unread rest of the format */
    unsigned char *out; /* the free rest of template->octets */
    struct template_fault *fault;
};

/* Sets the fault of the template. Returns false. */
static bool refuse(const struct compiler *compiler, const char *what, struct furl_range which,
                   enum template_meant meant)
{
    *compiler->fault = (struct template_fault){what, which, meant};
    return false;
}

static bool read_name(struct compiler *compiler, struct template_row *row, struct furl_range text)
{
    const struct field_name *name = field_named(text);

    if (name == NULL) {
        return refuse(compiler, "unknown name", text, TEMPLATE_NAME);
    }
    unsigned unknown = name->needs & ~compiler->has;
    if (unknown != 0) {
        return refuse(compiler,
                      (compiler->has & NEEDS_URL) == 0
                          ? "only names of messages are allowed, as in {msg.from}, not"
                      : (unknown & NEEDS_TEXT) != 0 ? "only extract and rewrite have"
                      : (compiler->has & NEEDS_TEXT) == 0
                          ? "only extract, rewrite and messages have"
                          : "use --messages for",
                      text, TEMPLATE_OTHER);
    }
    if (name->how == NAME_PARAM) {
        furl_skip(&text, strlen(name->text));
        row->param = (struct furl_range){compiler->out, furl_decode(text, false, compiler->out)};
        compiler->out += row->param.n;
    }
    compiler->template->needs |= name->needs;
    row->name = name;
    return true;
}

/* Returns whether a filter allows values of this name. */
static bool allows_name(const struct template_filter *filter, const struct field_name *name)
{
    struct furl_range list = furl_range_of(filter->names != NULL ? filter->names : name->text);
    struct furl_range piece;

    while (furl_next_piece(&list, ' ', &piece)) {
        if (furl_is_same(piece, furl_range_of(name->text))) {
            return true;
        }
    }
    return false;
}

static bool read_filter(struct compiler *compiler, struct template_row *row, struct furl_range text)
{
    if (text.ptr == NULL && compiler->filter != NULL) {
        text = furl_range_of(compiler->filter);
    }
    for (size_t i = 0; text.ptr != NULL && filter_name(NULL, i) != NULL; i++) {
        const char *name = filter_name(NULL, i);
        if (text.n == strlen(name) && furl_starts(text, name)) {
            row->filter = &filter_table[i + 1];
            return allows_name(row->filter, row->name) ||
                   refuse(compiler, row->filter->others, furl_range_of(row->name->text),
                          TEMPLATE_OTHER);
        }
    }
    bool plain = row->name->how <= NAME_URL &&
                 (row->name->how < NAME_URL || (compiler->has & NEEDS_TEXT) != 0);
    row->filter = plain ? &no_filter : &filter_table[0];
    return text.ptr == NULL || refuse(compiler, "unknown filter", text, TEMPLATE_FILTER);
}

/* Reads "{NAME}" or "{NAME:FILTER}". */
static bool read_value(struct compiler *compiler, struct template_row *row)
{
    size_t n = strcspn(compiler->ptr + 1, "{}");
    struct furl_range opened = {(const unsigned char *)compiler->ptr, 1 + n};
    struct furl_range inside = {opened.ptr + 1, n};
    struct furl_divided pair = furl_divide(inside, ':');
    struct furl_divided filters = furl_divide(pair.second, ':');

    if (compiler->ptr[1 + n] != '}') {
        return refuse(compiler,
                      "'}' is missing after the name; for a plain brace write '{{':", opened,
                      TEMPLATE_OTHER);
    }
    if (filters.second.ptr != NULL) {
        return refuse(compiler, "only one filter is allowed; remove", filters.second,
                      TEMPLATE_OTHER);
    }
    compiler->ptr += 1 + n + 1;
    return read_name(compiler, row, pair.first) && read_filter(compiler, row, filters.first);
}

/* Reads the next octet of literal text. */
static bool read_literal(struct compiler *compiler)
{
    static const char letters[] = "\\tn0e", octets[] = "\\\t\n\0\x1B";
    const char *ptr = compiler->ptr;
    bool twice = (ptr[0] == '{' || ptr[0] == '}') && ptr[1] == ptr[0];

    if (ptr[0] == '}' && !twice) {
        return refuse(compiler, "for a plain brace write '}}', not", furl_range_of("}"),
                      TEMPLATE_OTHER);
    }
    if (ptr[0] == '\\') {
        const char *letter = ptr[1] != '\0' ? strchr(letters, ptr[1]) : NULL;
        if (letter == NULL) {
            return refuse(compiler, "unknown escape; write \\\\ for a backslash, not",
                          (struct furl_range){(const unsigned char *)ptr, strnlen(ptr, 2)},
                          TEMPLATE_OTHER);
        }
        *compiler->out++ = (unsigned char)octets[letter - letters];
    } else {
        *compiler->out++ = (unsigned char)ptr[0];
    }
    compiler->ptr += ptr[0] == '\\' || twice ? 2 : 1;
    return true;
}

const char template_condition[] = "", template_cells[] = "";

/* Reads a name of a list, and the comma after it. A comma at the end of the list is part of the
 * name. */
static bool read_cell(struct compiler *compiler, struct template_row *row)
{
    struct furl_range list = furl_range_of(compiler->ptr);
    struct furl_divided pair = furl_divide(list, ',');
    struct furl_range name = pair.second.n > 0 ? pair.first : list;

    row->literal = furl_range_of(compiler->template->rows_n > 1 ? "," : "");
    row->filter = &cell_filter;
    compiler->ptr += name.n + (pair.second.n > 0 ? 1 : 0);
    return read_name(compiler, row, name);
}

/* Folds the letters of a pattern, also those of escapes, to the rest of template->octets. */
static struct furl_range fold_pattern(struct compiler *compiler, struct furl_range pattern)
{
    unsigned char *made = compiler->out + MAIL_FOLDED_MAX(pattern.n);
    struct furl_cursor cursor = {.out = made};

    for (struct furl_range rest = pattern; pattern.n > 0; pattern = rest) {
        const unsigned char octet = (unsigned char)furl_next_data(&rest, false);
        const bool is_plain = octet < 0x80; /* such escapes remain, because `%2A` is no `*` */
        furl_put_range(&cursor, is_plain ? (struct furl_range){pattern.ptr, pattern.n - rest.n}
                                         : (struct furl_range){&octet, 1});
    }
    struct furl_range folded = {compiler->out, (size_t)(cursor.out - made)};
    folded.n = mail_fold_letters((struct furl_range){made, folded.n}, compiler->out);
    compiler->out += folded.n;
    return folded;
}

/* Returns whether a pattern is a regular expression. A host, a scheme and a port cannot contain its
 * octets. */
static bool is_expression(const struct field_name *name, struct furl_range pattern)
{
    const enum furl_url_part part = name->may_be_set ? field_part(name) : FURL_PARTS_MAX;
    bool is = pattern.n > 0 && furl_is_one_of(pattern.ptr[0], "=^/~");

    for (size_t i = 0; i < pattern.n; i++) {
        is = is || furl_is_one_of(pattern.ptr[i], "()$\\");
    }
    return is && (part == FURL_URL_HOST || part == FURL_URL_SCHEME || part == FURL_URL_PORT);
}

/* Reads a condition. */
static bool read_condition(struct compiler *compiler, struct template_row *row)
{
    struct furl_divided pair = furl_divide(furl_range_of(compiler->ptr), '=');
    struct furl_range name = pair.first;

    row->differs = name.n > 0 && name.ptr[name.n - 1] == '!';
    name.n -= row->differs ? 1 : 0;
    compiler->ptr = "";
    if (pair.second.ptr == NULL) {
        return refuse(compiler, "write NAME=PATTERN, as in host=*.b, not", pair.first,
                      TEMPLATE_OTHER);
    }
    if (furl_has_empty_alternative(pair.second)) {
        return refuse(compiler, "an alternative beside '|' is empty; write a bar itself as %7C",
                      furl_range_of(""), TEMPLATE_OTHER);
    }
    if (!read_name(compiler, row, name)) {
        return false;
    }
    if (is_expression(row->name, pair.second)) {
        return refuse(compiler, "regular expressions are not supported; use only *, ? and | in",
                      pair.second, TEMPLATE_PATTERN);
    }
    row->pattern =
        row->name->how == NAME_LETTERS ? fold_pattern(compiler, pair.second) : pair.second;
    return true;
}

/* Reads literal text, and the value after it. */
static bool read_row(struct compiler *compiler, struct template_row *row)
{
    *row = (struct template_row){.literal = {.ptr = compiler->out}};
    while (*compiler->ptr != '\0' && (compiler->ptr[0] != '{' || compiler->ptr[1] == '{')) {
        if (!read_literal(compiler)) {
            return false;
        }
    }
    row->literal.n = (size_t)(compiler->out - row->literal.ptr);
    return *compiler->ptr == '\0' || read_value(compiler, row);
}

bool template_compile(struct template *template, const char *format, unsigned has,
                      const char *filter, struct template_fault *fault)
{
    size_t rows = 1; /* each value can precede literal text */

    for (const char *ptr = format; *ptr != '\0'; ptr++) {
        rows += *ptr == '{' || *ptr == ',' ? 1 : 0;
    }
    *template =
        (struct template){.rows = calloc(rows, sizeof *template->rows),
                          .octets = malloc(strlen(format) + MAIL_FOLDED_MAX(strlen(format)) + 1)};
    if (template->rows == NULL || template->octets == NULL) {
        *fault = (struct template_fault){NULL, furl_range_of(""), TEMPLATE_OTHER};
        return false;
    }
    filters_init(&template->filters);
    struct compiler compiler = {template, has, filter, format, template->octets, fault};
    bool (*read)(struct compiler *, struct template_row *) = filter == template_condition
                                                                 ? read_condition
                                                             : filter == template_cells ? read_cell
                                                                                        : read_row;
    while (*compiler.ptr != '\0' || (read != read_row && template->rows_n == 0)) {
        if (!read(&compiler, &template->rows[template->rows_n++])) {
            return false;
        }
    }
    return true;
}

void template_free(struct template *template)
{
    free(template->rows);
    free(template->octets);
    free(template->decoded.ptr);
    free(template->result.ptr);
}

/* Returns the value of the first parameter with this name, with its escapes. The result is absent
 * if there is no such parameter. */
static struct furl_range find_param(const struct fields *fields, struct furl_range name)
{
    const struct furl_parts *parts = &fields->parts;
    struct furl_range list = parts->query, piece;

    while (furl_next_piece(&list, '&', &piece)) {
        furl_skip(&piece,
                  fields->reads_amp && piece.ptr > parts->query.ptr && furl_starts(piece, "amp;")
                      ? 4
                      : 0);
        struct furl_divided pair = furl_divide(piece, '=');
        if (furl_decodes_to(pair.first, furl_plus_in_query(parts->known), name)) {
            return pair.second.ptr != NULL ? pair.second : furl_range_of("");
        }
    }
    return (struct furl_range){NULL, 0};
}

/* Writes areas, separated by spaces in place of `+`. */
static size_t make_areas(struct furl_range areas, unsigned char *out)
{
    for (size_t i = 0; i < areas.n; i++) {
        out[i] = areas.ptr[i] == '+' ? ' ' : areas.ptr[i];
    }
    return areas.n;
}

static void fill_value(struct template_row *row, const struct fields *fields)
{
    const void *ptr = (const char *)fields + row->name->offset;

    switch (row->name->how) {
    case NAME_NUMBER:
        row->value = furl_range_of(decimal(*(const uint64_t *)ptr, row->digits));
        break;
    case NAME_PARAM:
        row->value = find_param(fields, row->param);
        break;
    case NAME_DIGITS:
        row->value = furl_without_zeros(*(const struct furl_range *)ptr);
        break;
    default:
        row->value = *(const struct furl_range *)ptr;
    }
}

/* Returns whether the row is the area of a message. */
static bool is_area(const struct template_row *row)
{
    return row->name->offset == offsetof(struct fields, head.of[MAIL_AREA]);
}

/* Returns whether one of the message's areas matches the pattern. */
static bool is_in_area(const struct template_row *row, const struct fields *fields,
                       struct furl_range areas)
{
    struct furl_range area;
    bool is = false;

    while (!is && mail_next_area(&fields->head, &areas, &area)) {
        is = furl_matches(row->pattern, area, true);
    }
    return is;
}

bool template_test(struct template *template, const struct fields *fields, bool *meets)
{
    struct template_row *row = &template->rows[0];
    const struct furl_parts *parts = &fields->parts;
    const bool is_part = (row->name->needs & (NEEDS_SCHEME | NEEDS_PARTS)) != 0;
    const enum furl_url_part part = is_part ? field_part(row->name) : FURL_PARTS_MAX;
    const bool plus =
        is_part && (parts->fidonet || (part == FURL_URL_QUERY && furl_plus_in_query(parts->known)));

    fill_value(row, fields);
    struct furl_range value = row->value;
    if (!furl_buffer_reserve(&template->decoded, MAIL_FOLDED_MAX(value.n) + 1)) {
        return false;
    }
    if (row->name->how == NAME_LETTERS) {
        value.ptr = template->decoded.ptr;
        value.n = mail_fold_letters(row->value, template->decoded.ptr);
    } else if (is_part || (row->name->needs & (NEEDS_URL | NEEDS_CANONICAL | NEEDS_DISPLAY)) != 0) {
        unsigned char *decoded = template->decoded.ptr;
        value = (struct furl_range){decoded, furl_decode(value, plus, decoded)};
    }
    bool is_there = is_part ? row->value.ptr != NULL : value.n > 0;
    bool any_case =
        part == FURL_URL_HOST || part == FURL_URL_SCHEME || row->name->how == NAME_LETTERS;
    *meets =
        row->differs != (is_there && (is_area(row) ? is_in_area(row, fields, value)
                                                   : furl_matches(row->pattern, value, any_case)));
    return true;
}

/* Returns whether the row is the domain of a Fidonet address. */
static bool is_domain(const struct template_row *row)
{
    return row->name->offset == offsetof(struct fields, parts.of[FURL_URL_DOMAIN]);
}

bool template_fill(struct template *template, const struct fields *fields)
{
    size_t longest = 0; /* the longest value to convert */

    template->most = 0;
    for (size_t i = 0; i < template->rows_n; i++) {
        struct template_row *row = &template->rows[i];
        template->most += row->literal.n;
        if (row->name != NULL) {
            fill_value(row, fields);
            template->domain |= is_domain(row) ? 1u + (row->value.n > 0 ? 1u : 0u) : 0;
            template->most += FILTER_MAX(row->filter, row->value.n);
            if (row->name->how >= NAME_DECODED) {
                template->plus = furl_plus_in_query(fields->parts.known);
                longest = row->value.n > longest ? row->value.n : longest;
            }
        }
        if (template->most > SIZE_MAX / 2) { /* before it overflows; a value is below half */
            return false;
        }
    }
    return longest == 0 || furl_buffer_reserve(&template->decoded, longest);
}

/* Writes the row's value, if there is one, to `to`, which has room for FILTER_MAX. Returns the
 * number of octets written. */
static size_t put_value(struct template *template, const struct template_row *row,
                        unsigned char *to)
{
    struct furl_range value = row->value;

    if (row->name == NULL) {
        return 0;
    }
    if (row->name->how >= NAME_DECODED) {
        unsigned char *made = template->decoded.ptr;
        value = (struct furl_range){made, row->name->how == NAME_AREAS
                                              ? make_areas(row->value, made)
                                              : furl_decode(row->value, template->plus, made)};
    }
    return row->filter->put(row->filter, &template->filters, value, to);
}

/* Writes all rows to `out`, which has room for template->most. Returns the number of octets
 * written. */
static size_t put_rows(struct template *template, unsigned char *out)
{
    struct furl_cursor cursor = {.out = out};

    for (size_t i = 0; i < template->rows_n; i++) {
        furl_put_range(&cursor, template->rows[i].literal);
        cursor.out += put_value(template, &template->rows[i], cursor.out);
    }
    return (size_t)(cursor.out - out);
}

bool template_result(struct template *template, struct furl_range *result)
{
    if (!furl_buffer_reserve(&template->result, template->most + 1)) {
        return false;
    }
    *result = (struct furl_range){template->result.ptr, put_rows(template, template->result.ptr)};
    return true;
}

void template_write(struct template *template, struct output *output)
{
    /* If there is no room for all, nothing may be written. */
    unsigned char *to = output_reserve(output, template->most);

    if (to != NULL && !output->guarded) {
        output_commit(output, put_rows(template, to));
        return;
    }
    for (size_t i = 0; to != NULL && i < template->rows_n; i++) {
        const struct template_row *row = &template->rows[i];
        output_end(output, row->literal);
        output_commit(output, put_value(template, row, to));
    }
}
