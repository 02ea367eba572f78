#include "config.h"

#include <assert.h>
#include <stdlib.h>

#include "cli/commands.h"
#include "cli/inputs.h"
#include "cli/mailbox.h"
#include "furl/core/terminal.h"
#include "match_rows.h"
#include "print/json.h"
#include "print/template.h"

struct printer {
    struct run *run;
    struct inputs inputs;
    struct mailbox mailbox;
    struct fields fields; /* the fields of the current message */
    struct template template;
    const struct field_name *members[FIELD_NAMES + 1]; /* the members of JSON */
    struct json json;
    uint64_t in_file;                /* messages of the current file printed or counted */
    uint64_t rows;                   /* messages of all files printed or counted */
    bool between;                    /* a text was printed, so a form feed precedes the next one */
    uint64_t texts;                  /* the number of files that are not mail */
    uint64_t lacks[PERMALINK_LACKS]; /* messages without a URL, and so without a row */
};

static bool has_enough_messages(const struct printer *printer)
{
    const struct run *run = printer->run;

    return run->done || printer->in_file >= run->options->max_count;
}

/* Octets that are or can begin a control, in a line and in a text. TAB is harmless. */
#define MAY_CONTROL_LINE(o) (((o) < 0x20 && (o) != '\t') || (o) == 0x7F || FURL_STARTS_CONTROL(o))
#define MAY_CONTROL_TEXT(o) ((o) != '\n' && MAY_CONTROL_LINE(o))
static const struct furl_byteset controls_of_line = FURL_BYTESET(MAY_CONTROL_LINE),
                                 controls_of_text = FURL_BYTESET(MAY_CONTROL_TEXT);

/* Writes UTF-8 with \xHH for each octet of a control, to any output. `controls` has the octets that
 * can be controls. */
static void put_harmless(struct output *output, const struct furl_byteset *controls,
                         struct furl_range octets)
{
    const struct furl_kernels *kernels = furl_choose_kernels();
    struct furl_terminal guard = {.held = 0};
    unsigned char out[FURL_TERMINAL_MAX];

    while (octets.n > 0 && !output_failed(output)) {
        size_t n = guard.held == 0 ? kernels->span_until_set(controls, octets.ptr, octets.n) : 0;
        output_text(output, octets.ptr, n);
        guard.joins = n > 0 ? octets.ptr[n - 1] >= 0x80 : guard.joins;
        furl_skip(&octets, n);
        if (octets.n > 0) {
            unsigned char octet = octets.ptr[0];
            const unsigned char hex[FURL_INSTEAD] = {'\\', 'x',
                                                     (unsigned char)furl_digits[octet >> 4],
                                                     (unsigned char)furl_digits[octet & 15]};
            const bool stays = octet < 0x80 && !controls->has[octet];
            output_data(output, out,
                        furl_terminal_feed(&guard, octet, stays ? &octet : hex,
                                           stays ? 1 : sizeof hex, out));
            furl_skip(&octets, 1);
        }
    }
    output_data(output, out, furl_terminal_final(&guard, out));
}

/* Writes the message as text: fields of its head, an empty line, and its text. */
static void put_plain_message(struct printer *printer)
{
    static const struct {
        const char *before;
        enum mail_field field;
    } heads[] = {{"From: ", MAIL_FROM},
                 {"To: ", MAIL_TO},
                 {"Subj: ", MAIL_SUBJECT},
                 {"Date: ", MAIL_DATE},
                 {"Area: ", MAIL_AREA}};
    struct output *output = &printer->run->output;
    struct input text;

    if (!mailbox_text(&printer->mailbox, &text)) {
        return;
    }
    if (printer->between) {
        output_end(output, furl_range_of("\f\n"));
    }
    printer->between = true;
    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++) {
        struct furl_range value = printer->fields.head.of[heads[i].field];
        if (value.n > 0) {
            put_harmless(output, &controls_of_line, furl_range_of(heads[i].before));
            put_harmless(output, &controls_of_line, value);
            output_end(output, terminator_lf);
        }
    }
    output_end(output, terminator_lf);
    put_harmless(output, &controls_of_text, printer->mailbox.text);
    output_text_end(output);
}

/* Writes the start of the row, and the text as the content of a JSON string. Writes in pieces,
 * because the text can become six times as long. */
static void put_json_text(struct printer *printer)
{
    struct output *output = &printer->run->output;
    struct json *json = &printer->json;
    struct furl_range text = printer->mailbox.text;
    const size_t most = 4096;

    if (json->failed || output_reserve(output, json->n + JSON_MAX(most)) == NULL) {
        return; /* if memory ran out, nothing of the row is written */
    }
    output_data(output, json->octets.ptr, json->n);
    json->n = 0;
    while (text.n > 0) {
        size_t n = text.n < most ? text.n : most;
        while (n < text.n && (text.ptr[n] & 0xC0) == 0x80) {
            n--; /* back to the start of a character */
        }
        assert(n > 0); /* because the text is UTF-8 */
        unsigned char *to = output_reserve(output, JSON_MAX(n));
        if (to == NULL) {
            return;
        }
        output_commit(output,
                      json_string(json->kernels, (struct furl_range){text.ptr, n}, false, to));
        furl_skip(&text, n);
    }
}

static void put_message_json(struct printer *printer)
{
    struct json *json = &printer->json;
    struct input text;

    json_begin(json);
    json_open(json, NULL, '{');
    json_fields(json, &printer->fields, printer->members);
    if (printer->run->options->text && mailbox_text(&printer->mailbox, &text)) {
        json_open(json, "text", '"');
        put_json_text(printer);
        json_close(json, '"');
    }
    json_close(json, '}');
    run_put_json(printer->run, json);
}

/* Writes or counts the message, by the options. Without --format, --json and --text, its row is its
 * URL. A message without a URL then has no row. */
static void print_message(struct printer *printer)
{
    struct run *run = printer->run;
    const struct options *options = run->options;
    bool by_url = printer->template.rows == NULL && !options->json && !options->text &&
                  !options->count && !options->quiet;
    unsigned needs = options->json || options->text ? NEEDS_OF_MAIL : printer->template.needs;

    if (!match_rows_head(&printer->mailbox, needs, &printer->fields)) {
        return;
    }
    if (by_url && printer->fields.link.n == 0) {
        bool is_page = printer->mailbox.store.format == &mail_page;
        printer->lacks[is_page ? PERMALINK_NO_MAIL : printer->mailbox.permalinks.lacks]++;
        return;
    }
    printer->in_file++;
    printer->rows++;
    if (options->quiet) {
        run->done = true;
    } else if (options->count) {
        return;
    } else if (options->json) {
        put_message_json(printer);
    } else if (options->text) {
        put_plain_message(printer);
    } else if (printer->template.rows == NULL) {
        match_rows_put(run, NULL, 0, printer->fields.link);
    } else {
        run_put_template(run, &printer->template, &printer->fields);
        run_end_row(run);
    }
}

/* Prints the messages of a store. A text is a message only with --messages=FORMAT. */
static void list_input(struct printer *printer, struct input *input)
{
    static const struct furl_range nothing = {(const unsigned char *)"", 0};
    const struct options *options = printer->run->options;
    struct mailbox *mailbox = &printer->mailbox;
    bool opened = mailbox_open(mailbox, input);
    bool is_text = opened && options->messages_format == NULL && mailbox_is_text(mailbox);

    printer->in_file = 0;
    printer->texts += is_text ? 1 : 0;
    while (opened && !is_text && !has_enough_messages(printer) && mailbox_next(mailbox)) {
        if (!options->text) { /* an unseen text need not be copied */
            mailbox->store.message.wanted = &nothing;
            mailbox->store.message.wanted_n = 1;
        }
        print_message(printer);
    }
    if (opened && options->count && !options->quiet && input->error == 0) {
        match_rows_put_count(printer->run, printer->in_file);
    }
    mailbox_close(mailbox);
}

/* The reasons why messages have no URL: for the note, and with a remedy for the diagnostic. */
static const struct {
    const char *note, *diagnostic;
} reasons[PERMALINK_LACKS] = {
    [PERMALINK_NETMAIL] = {"netmail, which has no URL", "netmail has none; use -F or --text"},
    [PERMALINK_NO_AREATAG] = {"messages whose areatag is unknown (use --areas or --area)",
                              "the areatag is unknown; use --areas=FILE or --area=TAG"},
    [PERMALINK_NO_ID] = {"messages without a MSGID whose date or address is unknown",
                         "a MSGID or Message-ID is missing; use -F or --text"},
    [PERMALINK_NO_MAIL] = {"HTML files, which have no URL",
                           "HTML files have none; use -F or --text"},
};

/* Reports the reason why no message has a URL. Prefers an unknown areatag, for which there is a
 * remedy. */
static void report_no_url(const struct printer *printer)
{
    enum permalink_status lack = PERMALINK_OK;

    for (enum permalink_status i = PERMALINK_OK + 1; i < PERMALINK_LACKS; i++) {
        lack = printer->lacks[i] > 0 && lack != PERMALINK_NO_AREATAG ? i : lack;
    }
    if (lack != PERMALINK_OK) {
        diagnose(&printer->run->diagnostics, "no message has a URL: %s", reasons[lack].diagnostic);
    }
}

/* Notes messages without a row, and sets the exit status. */
static void set_status(struct printer *printer)
{
    struct run *run = printer->run;

    mailbox_conclude(&printer->mailbox);
    for (enum permalink_status i = PERMALINK_OK + 1; i < PERMALINK_LACKS; i++) {
        run_note_count(run, reasons[i].note, printer->lacks[i], "");
    }
    run_note_count(run, "files that are not mail", printer->texts, "");
    if (printer->rows == 0) {
        report_no_url(printer);
        run_raise(run, STATUS_MALFORMED);
    } else if (run->options->quiet) {
        run->status = STATUS_FINE;
    }
}

static void messages(struct run *run)
{
    struct printer *printer = run->state;
    struct input *input;

    printer->run = run;
    fields_choose(NEEDS_OF_MAIL, printer->members);
    if (mailbox_init(&printer->mailbox, run) &&
        run_compile_rows(run, &printer->template, NEEDS_OF_MAIL)) {
        while ((input = inputs_next(&printer->inputs, run)) != NULL) {
            list_input(printer, input);
        }
        set_status(printer);
    }
    mailbox_free(&printer->mailbox);
    template_free(&printer->template);
    free(printer->json.octets.ptr);
}

const struct command_work messages_work = {
    .purpose = "Print the URL, the header or the text of each message.",
    .examples =
        "  $ printf 'From: Ivan\\nMessage-ID: <1@a.example>\\n\\nHi!\\n' | fidourl messages\n"
        "  mid:1@a.example\n",
    .malformed = "1 no row, or malformed input",
    .state = sizeof(struct printer),
    .run = messages,
};
