#include "config.h"

#include "match_rows.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "print/fields.h"

bool match_rows_init(struct match_rows *rows, struct run *run, struct text_reader *text,
                     struct mailbox *mailbox)
{
    const struct options *options = run->options;
    const unsigned has = options->messages ? NEEDS_IN_MAIL : NEEDS_IN_TEXT;

    *rows = (struct match_rows){.run = run, .text = text, .mailbox = mailbox};
    if (options->canonical || options->all_alternatives || options->html || run->hyperlinks ||
        options->edits_n > 0) {
        rows->needs = NEEDS_CANONICAL;
    }
    if (!run_compile_rows(run, &rows->template, has)) {
        return false;
    }
    rows->needs |= rows->template.needs;
    if (!conditions_init(&rows->conditions, run, has)) {
        return false;
    }
    rows->needs |= rows->conditions.needs;
    rows->needs |= options->line_number ? NEEDS_LINE : 0;
    rows->needs |= options->skip_quoted || options->skip_signature ? NEEDS_QUOTE : 0;
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
    return (rows->needs & NEEDS_ALONE) == 0 ||
           output_has_memory(&run->output, (rows->source = field_source_new()) != NULL);
}

void match_rows_free(struct match_rows *rows)
{
    run_note_domain(rows->run, &rows->template);
    field_source_free(rows->source);
    template_free(&rows->template);
    conditions_free(&rows->conditions);
    free(rows->json.octets.ptr);
    free(rows->scheme.ptr);
}

/* The words for the ways of joining. */
static const char *const join_words[FURL_JOINS] = {
    [FURL_JOIN_MARKS] = "marks",
    [FURL_JOIN_DELIMITERS] = "delimiters",
    [FURL_JOIN_MARGIN] = "margin",
};

/* Writes the words of the bits in `joined` to rows->joined, separated by commas. */
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

/* Sets the scheme of a URL, and its position in its text. The scheme can be a long one from --set.
 * Returns false if memory ran out. */
static bool set_position(struct match_rows *rows, const struct furl_match *found)
{
    struct fields *fields = &rows->fields;

    if (!furl_buffer_reserve(&rows->scheme, found->scheme_n)) {
        return false;
    }
    for (size_t i = 0; i < found->scheme_n; i++) {
        rows->scheme.ptr[i] = furl_lower(found->url.ptr[i]);
    }
    fields->parts.scheme = (struct furl_range){rows->scheme.ptr, found->scheme_n};
    fields->file = furl_range_of(rows->run->diagnostics.name);
    fields->line = text_line(rows->text);
    fields->offset = rows->text->window_offset + found->start;
    fields->length = found->end - found->start;
    fields->joined = joined_words(rows, found->joined);
    fields->open = true_if(found->open);
    fields->quoted = true_if(rows->text->quote.angles > 0);
    if ((rows->needs & NEEDS_CONTEXT) != 0) {
        fields->context = text_context(rows->text);
    }
    fields->bare = true_if(found->head.implied_scheme != NULL);
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

/* The most characters of a head's field in the row of a URL. Without a limit, many short URLs would
 * repeat a long head of a stranger. */
#define FIELD_CHARACTERS ((size_t)256)

/* Shortens the fields of the message with the URL. Drops a long link, because a shortened link
 * would lead elsewhere. */
static void shorten_fields(struct fields *fields)
{
    for (enum mail_field i = 0; i < MAIL_FIELDS; i++) {
        struct furl_range *field = &fields->head.of[i];
        field->n = furl_first_characters(field->ptr, field->n, FIELD_CHARACTERS);
    }
    if (fields->link.n > FIELD_CHARACTERS) {
        fields->link.n = 0;
    }
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
    }
    if (known && (rows->needs & NEEDS_HEAD) != 0) {
        known = match_rows_head(rows->mailbox, rows->needs, fields);
    }
    if (known && options->wheres_n > 0) {
        known = conditions_test(&rows->conditions, rows->source, fields, &row->meets);
    }
    fields->url = options->csv != NULL ? row->shown : fields->url;
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
    return run->options->show_file_names == NAMES_ALWAYS ||
           (run->options->show_file_names == NAMES_OF_MANY &&
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
        parts[n++] = furl_range_of(run->diagnostics.name);
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

static void put_match_json(struct match_rows *rows)
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
        numbers[n++] = rows->text->window_offset + row->found->start;
    }
    match_rows_put(rows->run, numbers, n, row->shown);
}

void match_row_put(struct match_rows *rows, const struct match_row *row)
{
    struct run *run = rows->run;

    if (run->options->json) {
        put_match_json(rows);
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
