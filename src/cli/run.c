#include "config.h"

#include "run.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "diagnostics.h"
#include "furl/core/utf8.h"
#include "print/fields.h"
#include "scheme_list.h"
#include "suggestions.h"
#include "system/system.h"

void run_raise(struct run *run, int status)
{
    if (status > run->status) {
        run->status = status;
    }
}

void run_malformed(struct run *run, uint64_t column, uint64_t n, const char *text)
{
    if (output_failed(&run->output)) {
        return; /* do not report octets that were never written */
    }
    for (; n > 0 && diagnostics_show(&run->diagnostics); n--) {
        diagnose_at_record(&run->diagnostics, run->record, column++, text);
    }
    run->diagnostics.n += n;
    run_raise(run, STATUS_MALFORMED);
}

void run_end_row(struct run *run)
{
    bool nul = run->options->ended_by == RECORDS_BY_NUL;

    output_end(&run->output, run->options->csv != NULL ? furl_range_of("\r\n")
                             : nul                     ? terminator_nul
                                                       : terminator_lf);
}

void run_put_json(struct run *run, const struct json *json)
{
    if (output_has_memory(&run->output, !json->failed)) {
        output_data(&run->output, json->octets.ptr, json->n);
        run_end_row(run);
    }
}

void run_note(struct run *run, const char *format, ...)
{
    size_t n = strlen(run->note);
    va_list arguments;

    if (n > 0) {
        snprintf(run->note + n, sizeof run->note - n, "; ");
        n = strlen(run->note);
    }
    va_start(arguments, format);
    vsnprintf(run->note + n, sizeof run->note - n, format, arguments);
    va_end(arguments);
}

void run_note_count(struct run *run, const char *what, uint64_t n, const char *then)
{
    if (n > 0) {
        run_note(run, "%s: %" PRIu64 "%s", what, n, then);
    }
}

/* Adds the names of --scheme that no URL has to the note, if they are close to known names. */
static void note_schemes(struct run *run)
{
    const char *list = run->options->schemes;
    struct furl_range name;

    for (uint64_t bit = 1; scheme_list_next(&list, &name); bit <<= 1) {
        char lower[CLOSEST_MAX + 2], out[MEANT_SIZE];
        const char *hint = suggest(out, SUGGEST_SCHEME, name, scheme_list_word, NULL, NULL);
        if ((bit & ~run->schemes_seen) != 0 && hint[0] != '\0') {
            run_note(run, "no URL has the scheme '%s'%s", lower_word(name, lower), hint);
        }
    }
}

void run_print_note(struct run *run)
{
    if (run->record > 0) { /* an input was read */
        note_schemes(run);
    }
    run_note_count(run, "messages in charsets that fidourl does not know", run->unknown_charsets,
                   "");
    run_note_count(run, "messages whose charset was guessed", run->guessed_charsets, "");
    run_note_count(run, "encrypted messages, or signed ones without plain text", run->sealed_mails,
                   "");
    run_note_count(run, "HTML files read as source, with &amp; in URLs", run->pages,
                   "; use extract -rM to read them as HTML");
    run_note_count(run, "trashed or temporary mails of a Maildir, not read", run->hidden_mails, "");
    run_note_count(run, "malformed URLs that --where skipped", run->malformed_skipped, "");
    run_note_count(run,
                   "mail files searched as plain bytes, with deleted messages and control lines",
                   run->mail_files, "; use -M to read their messages");
    run_note_count(run, "Internet mail in base64 or quoted-printable, searched without decoding",
                   run->encoded_mails, "; use -M to decode");
    if (run->tested > 0 && run->met == 0) {
        run_note(run, "no URL meets --where; a pattern must match the whole part, as in *TEXT*");
    }
    run->note[0] = run->hints ? run->note[0] : '\0'; /* notes are for people */
    if (run->compressed > 0) {
        const struct mail_compression *how = run->compression;
        run_note(run, "compressed files: %" PRIu64 "; to read their contents: %s FILE%s%s%s",
                 run->compressed, how->to_pipe != NULL ? how->to_pipe : how->to_directory,
                 how->after, how->to_pipe != NULL ? " | fidourl " : "",
                 how->to_pipe != NULL ? run->options->command->name : "");
    }
    if (run->note[0] != '\0') {
        diagnose(&run->diagnostics, "%s", run->note);
    }
}

void run_report_unreadable(struct run *run, const char *name, const char *reason)
{
    diagnose_failure(&run->diagnostics, name, reason);
    run_raise(run, STATUS_ERROR);
}

void run_command(struct run *run)
{
    bool texts = run->options->strings_n > 0;

    if (output_has_memory(
            &run->output,
            input_block_make(&run->block, texts ? INPUT_TEXT_BLOCK : INPUT_BLOCK + INPUT_PAGE))) {
        run->state = calloc(1, run->options->command->work->state);
        if (output_has_memory(&run->output, run->state != NULL)) {
            run->options->command->work->run(run);
        }
        free(run->block.memory);
        free(run->state);
    }
}

bool run_streams(const struct run *run)
{
    return run->options->strings_n == 0 && !run->output.guarded;
}

const char *run_open(struct run *run, struct input *input, const char *operand)
{
    const char *reason = input_open(input, operand, NULL, 0, &run->output.file);

    if (run->output.enlarges && reason == NULL) {
        descriptor_enlarge(input->fd, INPUT_BLOCK);
    }
    return reason;
}

size_t run_read(struct run *run, struct input *input, unsigned char *octets, size_t n)
{
    for (;;) {
        if (run->output.used > 0 && input_may_wait(input)) {
            output_flush(&run->output);
        }
        if (output_failed(&run->output)) {
            return 0;
        }
        size_t some = input_read(input, octets, n);
        if (!input->blocked) {
            return some;
        }
    }
}

struct records run_records(struct run *run, enum records_bom bom)
{
    return (struct records){
        .ended_by = run->options->ended_by,
        .bom = bom,
        .piece = RECORDS_PIECE,
        .number = &run->record,
        .block = &run->block,
    };
}

bool run_read_record(struct run *run, struct records *records, struct records_piece *record)
{
    do {
        if (records->ended) {
            return false;
        }
        size_t n = run_read(run, records->input, records->block->ptr + records->kept,
                            records->block->n - records->kept);
        if (output_failed(&run->output)) {
            return false;
        }
        if (records_feed(records, n)) {
            output_data(&run->output, FURL_BOM, FURL_BOM_SIZE);
        }
    } while (!records_next(records, record));
    return true;
}

/* Writes a hint with the condition and the pattern that a regular expression most likely means.
 * Returns "" if the expression contains groups or other operators. */
static const char *say_pattern(const char *condition, const char *ptr, char out[MEANT_SIZE])
{
    const size_t name_n = (size_t)(ptr - condition);
    char pattern[2 * QUOTED_OCTETS], quoted[QUOTED_SIZE];
    const bool whole = *ptr == '=';
    size_t n = name_n + 1, end;

    ptr += strspn(ptr, "=~/");
    end = strlen(ptr) - (ptr[0] != '\0' && ptr[strlen(ptr) - 1] == '/' ? 1 : 0);
    if (name_n + end > QUOTED_OCTETS || strpbrk(ptr, "()[]{}|+?") != NULL) {
        return "";
    }
    memcpy(pattern, condition, name_n);
    pattern[name_n] = '*';
    n -= whole || *ptr == '^' ? 1 : 0;
    for (size_t i = *ptr == '^' ? 1 : 0;
         i < end && ptr[i] != '$' && (ptr[i] != '\\' || i + 1 < end); i++) {
        i += ptr[i] == '\\' || (ptr[i] == '.' && ptr[i + 1] == '*') ? 1 : 0;
        n -= ptr[i] == '*' && pattern[n - 1] == '*' ? 1 : 0;
        pattern[n++] = ptr[i];
    }
    pattern[n] = '*';
    n += whole || ptr[end - 1] == '$' || pattern[n - 1] == '*' ? 0 : 1;
    snprintf(out, MEANT_SIZE, "; did you mean '%s'?",
             quote_range((struct furl_range){(unsigned char *)pattern, n}, quoted));
    return out;
}

bool run_refuse(struct run *run, const char *option, const char *text, const char *what,
                struct furl_range part, const char *hint)
{
    char quoted[QUOTED_SIZE];

    quote_range(part.n > 0 ? part : furl_range_of(text), quoted);
    run_raise(run, STATUS_ERROR);
    return part.n > 0
               ? usage_error(run->options->command, "--%s: %s '%s'%s", option, what, quoted, hint)
               : usage_error(run->options->command, "--%s '%s': %s%s", option, quoted, what, hint);
}

bool run_compile_template(struct run *run, struct template *template, const char *option,
                          const char *format, unsigned has, const char *filter)
{
    struct template_fault fault;

    if (template_compile(template, format, has, filter, &fault)) {
        return true;
    }
    if (!output_has_memory(&run->output, fault.what != NULL)) {
        return false;
    }
    char meant[MEANT_SIZE], choices[PHRASE_SIZE];
    struct system_file file;
    char of_head[sizeof FIELDS_OF_HEAD + CLOSEST_MAX];
    snprintf(of_head, sizeof of_head, FIELDS_OF_HEAD "%.*s",
             (int)(fault.which.n < CLOSEST_MAX ? fault.which.n : CLOSEST_MAX),
             (const char *)fault.which.ptr);
    bool is_of_head = (has & NEEDS_FILE) != 0 && field_named(furl_range_of(of_head)) != NULL;
    struct furl_range word = is_of_head ? furl_range_of(of_head) : fault.which;
    const bool is_file = filter == template_cells && system_stat(format, true, &file);
    const bool of_messages = run->options->command->bit == MESSAGES;
    const char *hint =
        is_file && of_messages ? "; write names before a file, as in --csv=msg.url FILE"
        : is_file              ? "; write names before a file, as in --csv=url FILE"
        : fault.meant == TEMPLATE_NAME
            ? suggest(meant, SUGGEST_NAME, word, nth_field_name, NULL, NULL)
        : fault.meant == TEMPLATE_PATTERN
            ? say_pattern(format, (const char *)fault.which.ptr, meant)
        : fault.meant == TEMPLATE_FILTER ? say_choices(choices, "; use ", filter_name, NULL)
                                         : "";
    return run_refuse(run, option, format, fault.what, fault.which, hint);
}

bool run_compile_rows(struct run *run, struct template *template, unsigned has)
{
    const struct options *options = run->options;
    const bool is_row = options->csv != NULL;
    const char *format = is_row ? options->csv : options->format;

    if (format != NULL && !run_compile_template(run, template, is_row ? "csv" : "format", format,
                                                has, is_row ? template_cells : NULL)) {
        return false;
    }
    if (format != NULL && template->needs == 0 &&
        (options->command->bit != REWRITE || strpbrk(format, "$%") != NULL)) {
        run_note(run, "the template contains no {NAME}; write one, as in {url}");
    }
    if (is_row && (!options->quiet || (options->command->bit & OF_RECORDS) != 0)) {
        output_data(&run->output, format, strlen(format));
        run_end_row(run);
    }
    return true;
}

void run_note_domain(struct run *run, const struct template *template)
{
    if (template->domain == 1) {
        run_note(run,
                 "{domain} is only of Fidonet addresses, and is empty; for web URLs use {host}, or "
                 "-F '{host}' | psl --print-reg-domain");
    }
}

void run_put_template(struct run *run, struct template *template, const struct fields *fields)
{
    if (output_has_memory(&run->output, template_fill(template, fields))) {
        template_write(template, &run->output);
    }
}
