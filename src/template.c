#include "config.h"

#include "template.h"

#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "names.h"
#include "words.h"

/* Some literal text, and the value that comes after it. */
struct template_row {
    struct furl_range literal;
    const struct name *name; /* NULL: there is no value */
    struct furl_range param; /* of NAME_PARAM: which one, decoded */
    const struct filter *filter;
    size_t from, to; /* of the value in the result */
};

/* A template being compiled. */
struct compiler {
    struct job *job;
    struct template *template;
    unsigned has;
    const char *at;     /* still to be read */
    unsigned char *out; /* where the next of template->octets goes */
};

/* Says what is wrong with the template, and which of the names was likely meant, if there are any.
 * Returns false. */
static bool refuse(const struct compiler *compiler, const char *what, struct furl_range which,
                   nth_name *names_of)
{
    const struct options *options = compiler->job->options;
    char format[QUOTED_SIZE], quoted[QUOTED_SIZE], meant[MEANT_SIZE];
    char word[QUOTED_OCTETS + 2]; /* of what is too long to be shown, so much that it still is */
    size_t n = which.n < sizeof word ? which.n : sizeof word - 1;

    memcpy(word, which.at, n);
    word[n] = '\0';
    const char *near = names_of != NULL ? nearest_name(word, names_of, NULL) : NULL;
    job_status(compiler->job, STATUS_ERROR);
    return usage_error(options->command, "--format '%s': %s '%s'%s", quote(options->format, format),
                       what, quote(word, quoted), did_you_mean("", near, meant));
}

/* The row of a name; of one that goes on, if it begins with the row's. NULL: there is none. */
static const struct name *name_of(struct furl_range text)
{
    for (const struct name *name = name_table; name->text != NULL; name++) {
        size_t n = strlen(name->text);
        bool goes_on = name->how == NAME_PARAM;
        if (furl_starts(text, name->text) && (goes_on ? text.n > n : text.n == n)) {
            return name;
        }
    }
    return NULL;
}

static bool take_name(struct compiler *compiler, struct template_row *row, struct furl_range text)
{
    const struct name *name = name_of(text);

    if (name == NULL) {
        return refuse(compiler, "unknown name", text, name_text);
    }
    if ((name->needs & ~compiler->has) != 0) {
        return refuse(compiler, "no text is read, so that no URL has", text, NULL);
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

static bool take_filter(struct compiler *compiler, struct template_row *row, struct furl_range text)
{
    for (size_t i = 0; text.at != NULL && filter_name(NULL, i) != NULL; i++) {
        const char *name = filter_name(NULL, i);
        if (text.n == strlen(name) && furl_starts(text, name)) {
            row->filter = &filter_table[i + 1];
            return true;
        }
    }
    row->filter = &filter_table[0];
    return text.at == NULL || refuse(compiler, "unknown filter", text, filter_name);
}

/* Takes "{NAME}" or "{NAME:FILTER}". */
static bool take_value(struct compiler *compiler, struct template_row *row)
{
    size_t n = strcspn(compiler->at + 1, "{}");
    struct furl_range inside = {(const unsigned char *)compiler->at + 1, n};
    struct furl_pair pair = furl_divide(inside, ':');
    struct furl_pair filters = furl_divide(pair.second, ':');

    if (compiler->at[1 + n] != '}') {
        return refuse(compiler, "write '{{' for a lone", furl_range_of("{"), NULL);
    }
    if (filters.second.at != NULL) {
        return refuse(compiler, "a second filter", filters.second, NULL);
    }
    compiler->at += 1 + n + 1;
    return take_name(compiler, row, pair.first) && take_filter(compiler, row, filters.first);
}

/* Takes the octet of literal text that is next. */
static bool take_literal(struct compiler *compiler)
{
    static const char letters[] = "\\tn0e", octets[] = "\\\t\n\0\x1B";
    const char *at = compiler->at;
    bool twice = (at[0] == '{' || at[0] == '}') && at[1] == at[0];

    if (at[0] == '}' && !twice) {
        return refuse(compiler, "write '}}' for a lone", furl_range_of("}"), NULL);
    }
    if (at[0] == '\\') {
        const char *letter = at[1] != '\0' ? strchr(letters, at[1]) : NULL;
        if (letter == NULL) {
            return refuse(compiler, "unknown escape",
                          (struct furl_range){(const unsigned char *)at, strnlen(at, 2)}, NULL);
        }
        *compiler->out++ = (unsigned char)octets[letter - letters];
    } else {
        *compiler->out++ = (unsigned char)at[0];
    }
    compiler->at += at[0] == '\\' || twice ? 2 : 1;
    return true;
}

/* Takes literal text, and the value after it. */
static bool take_row(struct compiler *compiler, struct template_row *row)
{
    *row = (struct template_row){.literal = {.at = compiler->out}};
    while (*compiler->at != '\0' && (compiler->at[0] != '{' || compiler->at[1] == '{')) {
        if (!take_literal(compiler)) {
            return false;
        }
    }
    row->literal.n = (size_t)(compiler->out - row->literal.at);
    return *compiler->at == '\0' || take_value(compiler, row);
}

bool template_compile(struct template *template, struct job *job, unsigned has)
{
    const char *format = job->options->format;
    size_t rows = 1; /* after each value, and without any, literal text may come */

    for (const char *at = format; *at != '\0'; at++) {
        rows += *at == '{' ? 1 : 0;
    }
    *template = (struct template){.rows = calloc(rows, sizeof *template->rows),
                                  .octets = malloc(strlen(format) + 1)};
    if (template->rows == NULL || template->octets == NULL) {
        output_no_memory(&job->output);
        return false;
    }
    filters_init(&template->filters);
    struct compiler compiler = {job, template, has, format, template->octets};
    while (*compiler.at != '\0') {
        if (!take_row(&compiler, &template->rows[template->rows_n++])) {
            return false;
        }
    }
    return true;
}

void template_free(struct template *template)
{
    free(template->rows);
    free(template->octets);
    free(template->decoded.at);
    free(template->result.at);
}

/* Whether escaped data is that name. */
static bool is_name(struct furl_range data, struct furl_range name)
{
    while (name.n > 0 && furl_next_data(&data, true) == name.at[0]) {
        furl_skip(&name, 1);
    }
    return name.n == 0 && data.n == 0;
}

/* The value of the first parameter of that name, escaped; absent if there is none. */
static struct furl_range param(const struct furl_parts *parts, struct furl_range name)
{
    struct furl_range list = parts->of[FURL_ITS_QUERY], piece;

    while (parts->pairs && furl_next_piece(&list, '&', &piece)) {
        struct furl_pair pair = furl_divide(piece, '=');
        if (is_name(pair.first, name)) {
            return pair.second;
        }
    }
    return (struct furl_range){NULL, 0};
}

/* Sets `data` to what it decodes to. Returns whether there was memory. */
static bool to_data(struct template *template, struct furl_range *data)
{
    if (data->n == 0) {
        return true;
    }
    if (!furl_buffer_reserve(&template->decoded, data->n)) {
        return false;
    }
    *data =
        (struct furl_range){template->decoded.at, furl_decode(*data, true, template->decoded.at)};
    return true;
}

/* Sets `value` to that of the row; `digits` is room for a number. Returns whether there was memory
 * for it. */
static bool find(struct template *template, const struct template_row *row,
                 const struct values *values, char digits[NUMBER_SIZE], struct furl_range *value)
{
    const void *at = (const char *)values + row->name->at;

    if (row->name->how == NAME_NUMBER) {
        *value = furl_range_of(decimal(*(const uint64_t *)at, digits));
        return true;
    }
    *value = *(const struct furl_range *)at;
    switch (row->name->how) {
    case NAME_DIGITS:
        *value = furl_without_zeros(*value);
        return true;
    case NAME_PARAM:
        *value = param(&values->parts, row->param);
        return to_data(template, value);
    case NAME_DECODED:
        return to_data(template, value);
    default:
        return true;
    }
}

/* Room for `n` octets more of the result; NULL where there is none. */
static unsigned char *room(struct template *template, size_t n)
{
    bool there = furl_buffer_reserve(&template->result, template->used + n);

    return there ? template->result.at + template->used : NULL;
}

static bool fill_value(struct template *template, const struct template_row *row,
                       const struct values *values)
{
    char digits[NUMBER_SIZE];
    struct furl_range value;

    if (!find(template, row, values, digits, &value)) {
        return false;
    }
    unsigned char *to = room(template, FILTER_MAX(row->filter, value.n));
    if (to != NULL) {
        template->used += row->filter->put(&template->filters, value, to);
    }
    return to != NULL;
}

bool template_fill(struct template *template, const struct values *values)
{
    template->used = 0;
    for (size_t i = 0; i < template->rows_n; i++) {
        struct template_row *row = &template->rows[i];
        unsigned char *to = room(template, row->literal.n + 1);
        if (to == NULL) {
            return false;
        }
        memcpy(to, row->literal.at, row->literal.n);
        row->from = template->used += row->literal.n;
        if (row->name != NULL && !fill_value(template, row, values)) {
            return false;
        }
        row->to = template->used;
    }
    return true;
}

struct furl_range template_result(const struct template *template)
{
    return (struct furl_range){template->result.at, template->used};
}

void template_put(const struct template *template, struct output *output)
{
    const unsigned char *result = template->result.at;

    if (!output->guarded) {
        output_data(output, result, template->used);
        return;
    }
    /* Room for any value: where there is none, no part of the row may be written. */
    bool there = output_reserve(output, template->used) != NULL;
    for (size_t i = 0; there && i < template->rows_n; i++) {
        const struct template_row *row = &template->rows[i];
        output_end(output, row->literal);
        output_data(output, result + row->from, row->to - row->from);
    }
}
