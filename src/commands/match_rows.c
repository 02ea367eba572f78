#include "config.h"

#include "match_rows.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "print/fields.h"

/* Sets up rows->source. If memory runs out, fails the output and returns false. */
static bool make_source(struct match_rows *rows)
{
    rows->source = malloc(sizeof *rows->source);
    if (!output_has_memory(&rows->run->output, rows->source != NULL)) {
        return false;
    }
    field_source_init(rows->source);
    return true;
}

/* Returns whether a condition is about the canonical form or its parts, the scheme included. */
static bool tests_form(const struct template *condition)
{
    return (condition->needs & (NEEDS_SCHEME | NEEDS_ALONE)) != 0;
}

/* Compiles --where. Returns false after it has reported a wrong one, or if memory runs out, which
 * fails the output. */
static bool add_conditions(struct match_rows *rows, unsigned has)
{
    const struct options *options = rows->run->options;

    rows->conditions = calloc(options->wheres_n + 1, sizeof *rows->conditions);
    if (!output_has_memory(&rows->run->output, rows->conditions != NULL)) {
        return false;
    }
    for (size_t i = 0; i < options->wheres_n; i++) {
        struct template *condition = &rows->conditions[i];
        if (!run_compile_template(rows->run, condition, "where", options->wheres[i], has,
                                  template_condition)) {
            return false;
        }
        rows->needs |= condition->needs | (tests_form(condition) ? NEEDS_CANONICAL : 0);
    }
    return true;
}

bool match_rows_init(struct match_rows *rows, struct run *run, struct text *text,
                     struct mailbox *mailbox)
{
    const struct options *options = run->options;
    const unsigned has = options->messages ? NEEDS_IN_MAIL : NEEDS_IN_TEXT;

    *rows = (struct match_rows){.run = run, .text = text, .mailbox = mailbox};
    if (options->canonical || options->html || run->hyperlinks || options->edits_n > 0) {
        rows->needs = NEEDS_CANONICAL;
    }
    if (!run_compile_rows(run, &rows->template, has)) {
        return false;
    }
    rows->needs |= rows->template.needs;
    if (options->wheres_n > 0 && !add_conditions(rows, has)) {
        return false;
    }
    rows->needs |= options->line_number ? NEEDS_LINE : 0;
    rows->needs |= options->skip_quoted ? NEEDS_QUOTE : 0;
    if (options->json) {
        unsigned needs = (NEEDS_IN_MAIL & ~NEEDS_ALONE & ~NEEDS_HEAD & ~NEEDS_CONTEXT) |
                         (options->canonical ? NEEDS_CANONICAL : 0) |
                         (options->messages ? NEEDS_HEAD : 0);
        fields_choose(needs, rows->members);
        rows->needs |= needs;
    }
    text->counts = (rows->needs & NEEDS_LINE) != 0;
    text->quotes = (rows->needs & NEEDS_QUOTE) != 0;
    text->contexts = text->lines = (rows->needs & NEEDS_CONTEXT) != 0;
    return (rows->needs & NEEDS_ALONE) == 0 || make_source(rows);
}

void match_rows_free(struct match_rows *rows)
{
    if (rows->source != NULL) {
        field_source_free(rows->source);
        free(rows->source);
    }
    template_free(&rows->template);
    for (size_t i = 0; rows->conditions != NULL && i < rows->run->options->wheres_n; i++) {
        template_free(&rows->conditions[i]);
    }
    free(rows->conditions);
    free(rows->json.octets.at);
    free(rows->scheme.at);
}

/* The words for how a URL was joined. */
static const char *const join_words[FURL_JOINS] = {
    [FURL_JOIN_MARKS] = "marks",
    [FURL_JOIN_DELIMITERS] = "delimiters",
    [FURL_JOIN_MARGIN] = "margin",
};

/* Writes those words to rows->joined, with commas between them. */
static struct furl_range joined_words(struct match_rows *rows, unsigned joined)
{
    size_t n = 0;

    rows->joined[0] = '\0';
    for (enum furl_join join = 0; join < FURL_JOINS; join++) {
        if ((joined & 1u << join) != 0) {
            n += (size_t)snprintf(rows->joined + n, sizeof rows->joined - n, "%s%s",
                                  n > 0 ? "," : "", join_words[join]);
        }
    }
    assert(n < sizeof rows->joined);
    return furl_range_of(rows->joined);
}

static struct furl_range true_if(bool is)
{
    return (struct furl_range){(const unsigned char *)"true", is ? strlen("true") : 0};
}

/* Sets the scheme of a URL, and its position in its text. The scheme may be one that was set, as
 * long as it may be. Returns false if memory ran out. */
static bool set_position(struct match_rows *rows, const struct furl_match *found)
{
    struct fields *fields = &rows->fields;

    if (!furl_buffer_reserve(&rows->scheme, found->scheme_n)) {
        return false;
    }
    for (size_t i = 0; i < found->scheme_n; i++) {
        rows->scheme.at[i] = furl_lower(found->url.at[i]);
    }
    fields->parts.scheme = (struct furl_range){rows->scheme.at, found->scheme_n};
    fields->file = furl_range_of(rows->run->messages.name);
    fields->line = text_line(rows->text);
    fields->offset = rows->text->base + found->start;
    fields->length = found->end - found->start;
    fields->joined = joined_words(rows, found->joined);
    fields->open = true_if(found->open);
    fields->quoted = true_if(rows->text->quote.angles > 0);
    if ((rows->needs & NEEDS_CONTEXT) != 0) {
        fields->context = text_context(rows->text);
    }
    fields->bare = true_if(found->head.missing != NULL);
    return true;
}

bool match_rows_head(struct mailbox *mailbox, unsigned needs, struct fields *fields)
{
    bool is_made = mailbox_head(mailbox, needs);

    if (is_made) {
        fields->head = mailbox->head;
        fields->file = furl_range_of(mailbox->name);
        fields->link = mailbox->link;
    }
    return is_made;
}

/* The most characters of a head's field that are written for a URL. Without a limit, a stranger's
 * long head would be repeated for each of many short URLs. */
#define FIELD_CHARACTERS ((size_t)256)

/* Shortens the fields of the message with the URL. A shortened link would lead elsewhere, so a long
 * one is dropped. */
static void shorten_fields(struct fields *fields)
{
    for (enum mail_field i = 0; i < MAIL_FIELDS; i++) {
        struct furl_range *field = &fields->head.of[i];
        field->n = furl_first_characters(field->at, field->n, FIELD_CHARACTERS);
    }
    if (fields->link.n > FIELD_CHARACTERS) {
        fields->link.n = 0;
    }
}

/* Sets row->meets by the conditions of --where. In a URL without a canonical form, a `%` that
 * starts no escape is data, as for --set; if it has none even so, no condition about that form
 * holds. Returns false if memory runs out. */
static bool test_conditions(struct match_rows *rows, struct match_row *row)
{
    const struct fields *fields = &rows->fields;
    const struct furl_range url = row->found->url;
    struct fields tested;
    bool known = true, formed = true;

    if ((rows->needs & NEEDS_ALONE) != 0 && fields->canonical.at == url.at) {
        tested = *fields;
        tested.url = url;
        known = fields_fill_strays(rows->source, rows->needs, &tested);
        formed = tested.canonical.at != tested.url.at;
        tested.url = tested.canonical = tested.display = url;
        fields = &tested;
    }
    const struct furl_range authority = fields->parts.of[FURL_URL_AUTHORITY];
    if ((rows->needs & NEEDS_PARTS) != 0 && authority.n > 0 &&
        furl_has(fields->parts.known, FURL_WHATWG)) {
        tested = *fields; /* browsers find a host in any authority, as in a!b.example */
        tested.parts.of[FURL_URL_HOST] = furl_split_authority(authority).host;
        fields = &tested;
    }
    for (size_t i = 0; known && row->meets && i < rows->run->options->wheres_n; i++) {
        struct template *condition = &rows->conditions[i];
        if (formed || !tests_form(condition)) {
            known = template_judge(condition, fields, &row->meets);
        } else {
            row->meets = false;
            rows->run->malformed_skipped++;
        }
    }
    return known;
}

bool match_row_fill(struct match_rows *rows, struct match_row *row)
{
    const struct options *options = rows->run->options;
    struct fields *fields = &rows->fields;
    bool known = true;

    row->meets = true;
    row->shown = row->found->url;
    fields->url = row->found->url;
    if ((rows->needs & (NEEDS_SCHEME | NEEDS_PARTS | NEEDS_TEXT | NEEDS_FILE)) != 0) {
        known = set_position(rows, row->found);
    }
    if (known && (rows->needs & NEEDS_ALONE) != 0) {
        known = fields_fill(rows->source, rows->needs, fields);
        row->shown = options->canonical ? fields->canonical : fields->url;
        fields->url = options->csv != NULL ? row->shown : fields->url;
    }
    if (known && (rows->needs & NEEDS_HEAD) != 0) {
        known = match_rows_head(rows->mailbox, rows->needs, fields);
    }
    if (known && options->wheres_n > 0) {
        known = test_conditions(rows, row);
    }
    if (known && (rows->needs & NEEDS_HEAD) != 0) {
        shorten_fields(fields);
    }
    if (known && rows->template.rows != NULL) {
        known = template_fill(&rows->template, fields) &&
                (!options->unique || template_result(&rows->template, &row->shown));
    }
    return output_has_memory(&rows->run->output, known);
}

static bool shows_names(const struct run *run)
{
    return run->options->names == NAMES_ALWAYS ||
           (run->options->names == NAMES_OF_MANY &&
            (run->options->files_n > 1 || run->options->list != NULL || run->options->recursive));
}

void match_rows_put(struct run *run, const uint64_t *numbers, size_t numbers_n,
                    struct furl_range last)
{
    const struct furl_range tab = furl_range_of("\t");
    struct furl_range parts[2 + 2 * MATCH_NUMBERS + 1];
    char digits[MATCH_NUMBERS][NUMBER_SIZE];
    size_t n = 0;

    assert(numbers_n <= MATCH_NUMBERS);
    if (shows_names(run)) {
        parts[n++] = furl_range_of(run->messages.name);
        parts[n++] = tab;
    }
    for (size_t i = 0; i < numbers_n; i++) {
        parts[n++] = furl_range_of(decimal(numbers[i], digits[i]));
        parts[n++] = tab;
    }
    parts[n++] = last;
    output_parts(&run->output, parts, n);
    run_end_row(run);
}

static void put_json(struct match_rows *rows)
{
    json_begin(&rows->json);
    json_open(&rows->json, NULL, '{');
    json_fields(&rows->json, &rows->fields, rows->members);
    json_close(&rows->json, '}');
    run_put_json(rows->run, &rows->json);
}

static void put_line(struct match_rows *rows, const struct match_row *row)
{
    const struct options *options = rows->run->options;
    uint64_t numbers[MATCH_NUMBERS];
    size_t n = 0;

    if (options->line_number) {
        numbers[n++] = text_line(rows->text);
    }
    if (options->byte_offset) {
        numbers[n++] = rows->text->base + row->found->start;
    }
    match_rows_put(rows->run, numbers, n, row->shown);
}

void match_row_put(struct match_rows *rows, const struct match_row *row)
{
    struct run *run = rows->run;

    if (run->options->json) {
        put_json(rows);
    } else if (rows->template.rows != NULL) {
        template_write(&rows->template, &run->output);
        run_end_row(run);
    } else {
        put_line(rows, row);
    }
}

void match_rows_put_count(struct run *run, uint64_t n)
{
    char digits[NUMBER_SIZE];

    match_rows_put(run, NULL, 0, furl_range_of(decimal(n, digits)));
}
