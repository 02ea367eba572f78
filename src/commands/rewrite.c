#include "config.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/edits.h"
#include "cli/inputs.h"
#include "furl/url/percent.h"
#include "match_rows.h"
#include "print/html.h"
#include "text.h"

/* Room for the markup around a link. */
#define MARKUP_MAX ((size_t)64)

struct rewriter {
    struct run *run;
    struct inputs inputs;
    struct text_reader text;
    struct match_rows rows;
    struct mailbox mailbox;
    struct html_writer html;
    struct furl_escape value; /* escapes the URL after a gate */
    struct furl_escape href;  /* escapes octets beyond ASCII in a URL without a canonical form */
    struct furl_buffer escaped;
    struct template head; /* the template of --head, if there is one */
    struct edits edits;
};

static void put_octets(struct rewriter *rewriter, struct furl_range octets)
{
    if (rewriter->run->options->html) {
        html_put(&rewriter->html, octets);
    } else {
        output_text(&rewriter->run->output, octets.ptr, octets.n);
    }
}

/* Returns whether a program that a click starts reads no part of the URL as an option. There must
 * be no userinfo, and the host must have no spaces or controls and not begin with "-". */
static bool is_tame(const struct furl_parts *parts)
{
    struct furl_range host = parts->host;
    int first = furl_next_data(&host, false), octet = first;

    while (octet > ' ') {
        octet = furl_next_data(&host, false);
    }
    return parts->userinfo.ptr == NULL && first >= 0 && first != '-' && octet < 0;
}

/* Returns whether the decoded host has a brace, and so is a template. */
static bool has_brace(struct furl_range host)
{
    int octet = furl_next_data(&host, false);

    while (octet >= 0 && octet != '{' && octet != '}') {
        octet = furl_next_data(&host, false);
    }
    return octet >= 0;
}

/* Sets `target` to the URL that a link opens. Sets nothing if the scheme must not be linked, or if
 * programs can disagree on the host. A `%` that starts no escape is unchanged. Returns false if
 * memory ran out. */
static bool find_target(struct rewriter *rewriter, const struct furl_match *found,
                        struct furl_range *target)
{
    const struct furl_scheme *scheme = found->head.scheme;
    struct fields fields = {.url = found->url};

    *target = (struct furl_range){NULL, 0};
    if (!furl_is_link(scheme)) {
        return true;
    }
    if (!fields_fill_strays(rewriter->rows.source, NEEDS_CANONICAL | NEEDS_PARTS, &fields)) {
        return false;
    }
    const bool strays = fields.url.ptr != found->url.ptr;
    const bool fits = furl_scheme_has(scheme, FURL_CLICKABLE_IF_NO_OPTION)
                          ? !strays && is_tame(&fields.parts)
                      : furl_scheme_has(scheme, FURL_WHATWG) ? fields.parts.host.n > 0
                                                             : true;
    if (fits && !has_brace(fields.parts.host)) {
        *target = strays ? found->url : fields.canonical;
    }
    return true;
}

/* Escapes the target. Returns false if memory ran out. */
static bool escape_target(struct rewriter *rewriter, struct furl_escape *escape,
                          struct furl_range *target)
{
    if (!furl_buffer_reserve(&rewriter->escaped, FURL_ESCAPED_MAX(target->n))) {
        return false;
    }
    unsigned char *out = rewriter->escaped.ptr;
    *target = (struct furl_range){out, furl_escape_all(escape, *target, out)};
    return true;
}

/* Returns the URL as in the text, without its breaks. */
static struct furl_range written_url(const struct furl_match *found)
{
    struct furl_range url = found->url;

    size_t missing = found->head.implied_scheme != NULL ? strlen(found->head.implied_scheme) : 0;
    assert(missing <= url.n); /* the missing scheme was added at the front of the URL */
    furl_skip(&url, missing);
    return url;
}

/* Writes the URL as an HTML link, or as text if there is no target. */
static void put_in_page(struct rewriter *rewriter, const struct furl_match *found)
{
    struct html_writer *html = &rewriter->html;
    struct output *output = &rewriter->run->output;
    const char *prefix = rewriter->run->options->gate;
    bool fidonet = furl_is_fidonet(found->head.scheme);
    struct furl_range target, gate = furl_range_of(prefix != NULL && fidonet ? prefix : "");

    struct furl_escape *escape = gate.n > 0 ? &rewriter->value : &rewriter->href;
    if (!output_has_memory(output,
                           find_target(rewriter, found, &target) &&
                               (target.n == 0 || escape_target(rewriter, escape, &target)))) {
        return;
    }
    if (target.n == 0) {
        html_text(html, written_url(found));
        return;
    }
    /* Makes room for the whole link, so that a lack of memory does not cut it. */
    if (output_reserve(output, HTML_MAX(gate.n + target.n + MAIL_FORM_MAX * found->url.n) +
                                   MARKUP_MAX) == NULL) {
        return;
    }
    html_markup(html, "<a href=\"");
    html_attribute(html, gate);
    html_attribute(html, target);
    html_markup(html, "\">");
    html_text(html, written_url(found));
    html_markup(html, "</a>");
}

/* Returns whether no octet of the target can end the control sequence around it. */
static bool is_printable(struct furl_range target)
{
    for (size_t i = 0; i < target.n; i++) {
        if (target.ptr[i] <= ' ' || target.ptr[i] > '~') {
            return false;
        }
    }
    return target.n > 0;
}

/* Writes the URL as a link of a terminal: OSC 8, which ends with ST (ECMA-48 8.3.89, 8.3.143).
 * Writes control sequences as terminators, which are not guarded. */
static void put_on_terminal(struct rewriter *rewriter, const struct furl_match *found)
{
    struct output *output = &rewriter->run->output;
    struct furl_range target;

    if (!output_has_memory(output, find_target(rewriter, found, &target))) {
        return;
    }
    /* Without room for the whole link, its end would be missing. */
    if (!output_has_room(output, target.n + found->url.n)) {
        return;
    }
    bool links = is_printable(target);
    if (links) {
        output_end(output, furl_range_of("\x1B]8;;"));
        output_end(output, target);
        output_end(output, furl_range_of("\x1B\\"));
    }
    struct furl_range url = written_url(found);
    output_text(output, url.ptr, url.n);
    if (links) {
        output_end(output, furl_range_of("\x1B]8;;\x1B\\"));
    }
}

/* Reports why the URL cannot be changed, if the changes affect the URL. */
static void report_error(struct rewriter *rewriter, struct furl_range url, enum furl_error error)
{
    const struct text_reader *text = &rewriter->text;

    if (furl_edit_concerns(&rewriter->edits.editor, &rewriter->rows.source->library.splitter,
                           url)) {
        diagnose_at_offset(&rewriter->run->diagnostics, text->window_offset + text->match.start,
                           furl_error_text(error));
        run_raise(rewriter->run, STATUS_MALFORMED);
    }
}

/* Changes the URL by --set and others. Changes only the named parts, if the result means the URL of
 * `edit`. Otherwise writes the URL of `edit`. A `%` that starts no escape is data here. A URL
 * without a change, or with an error, is unchanged. Returns false if memory ran out. */
static bool change_match(struct rewriter *rewriter, struct furl_match *found)
{
    struct field_source *source = rewriter->rows.source;
    struct furl_editor *editor = &rewriter->edits.editor;
    struct fields fields = {.url = found->url};

    if (rewriter->run->options->edits_n == 0) {
        return true;
    }
    if (!fields_fill_strays(source, NEEDS_CANONICAL, &fields) ||
        !furl_editor_reserve(editor, found->url.n + fields.canonical.n)) {
        return false;
    }
    furl_editor_find_amp(editor, found->url);
    bool valid = fields.canonical.ptr != fields.url.ptr;
    struct furl_parts form = furl_split(&source->library.splitter, fields.canonical, NULL);
    struct furl_result result =
        furl_edit(editor, &source->library, fields.canonical, valid ? &form : NULL);
    struct furl_range url = {editor->url, result.n}, kept = url;
    if (result.error != FURL_FINE) {
        report_error(rewriter, found->url, result.error);
        return true;
    }
    if (furl_is_same(url, fields.canonical)) {
        return true;
    }
    if (valid && !furl_edit_original(editor, &source->library.splitter, found->url,
                                     fields.canonical, &kept)) {
        return false;
    }
    fields.url = kept;
    if (!fields_fill_strays(source, NEEDS_CANONICAL, &fields)) {
        return false;
    }
    found->url = furl_is_same(fields.canonical, url) ? kept : url;
    found->scheme_n = furl_divide(found->url, ':').first.n;
    return true;
}

/* Writes the replacement of the match. Returns false if there is none. */
static bool put_replacement(struct rewriter *rewriter, const struct furl_match *match)
{
    struct run *run = rewriter->run;
    struct furl_match changed = *match, *found = &changed;
    struct match_row row = {.found = found};
    const bool bare = found->head.implied_scheme != NULL;
    const bool by_template = run->options->format != NULL;
    const bool fills = by_template || run->options->wheres_n > 0;

    if (!text_wants_match(&rewriter->text) ||
        (bare && !by_template && !run->options->html && !run->hyperlinks) ||
        (fills && !(match_row_fill(&rewriter->rows, &row) && row.meets))) {
        return false;
    }
    output_text_end(&run->output); /* no LF comes next */
    if (!output_has_memory(&run->output, bare || change_match(rewriter, found))) {
        return true;
    }
    if (by_template) {
        if (run->options->edits_n == 0 || match_row_fill(&rewriter->rows, &row)) {
            template_write(&rewriter->rows.template, &run->output);
        }
    } else if (run->options->html) {
        put_in_page(rewriter, found);
    } else if (run->hyperlinks) {
        put_on_terminal(rewriter, found);
    } else {
        output_text(&run->output, found->url.ptr, found->url.n);
    }
    return true;
}

static void rewrite_text(struct rewriter *rewriter, struct input *input,
                         const struct mail_charset *charset)
{
    struct text_reader *text = &rewriter->text;
    enum text_token token = TEXT_OCTETS;

    html_begin(&rewriter->html, charset);
    text_begin(text, input);
    while (token != TEXT_LAST_OCTETS && (token = text_next(text)) != TEXT_END) {
        put_octets(rewriter, text->octets);
        if (token == TEXT_URL) {
            text->replaced = put_replacement(rewriter, &text->match);
        } else if (token == TEXT_LAST_OCTETS) {
            html_end(&rewriter->html);
            text_end_output(text);
        }
    }
    text_end(text);
}

/* Writes the head of a message, for --head. */
static void put_message_head(struct rewriter *rewriter)
{
    struct fields fields;

    if (rewriter->run->options->head != NULL &&
        match_rows_head(&rewriter->mailbox, rewriter->head.needs, &fields)) {
        run_put_template(rewriter->run, &rewriter->head, &fields);
    }
}

static void rewrite_mail(struct rewriter *rewriter, struct input *input)
{
    struct mailbox *mailbox = &rewriter->mailbox;
    struct input text;

    if (mailbox_open(mailbox, input)) {
        bool is_page = mail_format_of(&mailbox->store) == &mail_page;
        if (is_page) {
            run_report_unreadable(rewriter->run, input->name,
                                  "HTML is not mail; use rewrite without -M");
        }
        while (!is_page && mailbox_next(mailbox)) {
            if (mailbox_text(mailbox, &text)) {
                put_message_head(rewriter);
                rewrite_text(rewriter, &text, &mail_utf8);
            }
        }
    }
    mailbox_close(mailbox);
}

static void rewrite(struct run *run)
{
    struct rewriter *rewriter = run->state;

    rewriter->run = run;
    rewriter->html.output = &run->output;
    text_init(&rewriter->text, run);
    rewriter->text.guess = run->options->html ? &rewriter->html.guess : NULL;
    furl_escape_init(&rewriter->value, &furl_rule_books[FURL_FIDOURL],
                     &furl_components[FURL_VALUE]);
    furl_escape_init(&rewriter->href, &furl_rule_books[FURL_RFC3986], &furl_components[FURL_VALUE]);
    for (unsigned char octet = ' '; octet < 0x7F; octet++) {
        furl_escape_allow(&rewriter->href, (struct furl_range){&octet, 1});
    }
    if (mailbox_init(&rewriter->mailbox, run) && edits_init(&rewriter->edits, run) &&
        match_rows_init(&rewriter->rows, run, &rewriter->text, &rewriter->mailbox) &&
        (run->options->head == NULL ||
         run_compile_template(run, &rewriter->head, "head", run->options->head, NEEDS_OF_MAIL,
                              "html"))) {
        struct input *input;
        rewriter->rows.fields.reads_amp = true;
        while ((input = inputs_next(&rewriter->inputs, run)) != NULL) {
            if (run->options->messages) {
                rewrite_mail(rewriter, input);
            } else {
                rewrite_text(rewriter, input, run->options->charset);
            }
        }
        mailbox_conclude(&rewriter->mailbox);
    }
    match_rows_free(&rewriter->rows);
    template_free(&rewriter->head);
    edits_free(&rewriter->edits);
    text_free(&rewriter->text);
    mailbox_free(&rewriter->mailbox);
    free(rewriter->escaped.ptr);
}

const struct command_work rewrite_work = {
    .purpose = "Copy text or mail, and rejoin, change or replace its URLs.",
    .examples = "  $ printf 'see area://Ru.%%%%\\n> %%%%Linux, please\\n' | fidourl rewrite\n"
                "  see area://Ru.Linux, please\n",
    .malformed = "1 malformed input",
    .state = sizeof(struct rewriter),
    .run = rewrite,
};
