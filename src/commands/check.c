#include "config.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/inputs.h"
#include "findings.h"
#include "print/fields.h"

static const struct furl_range nothing = {NULL, 0};

struct checker {
    struct run *run;
    struct inputs inputs;
    struct findings findings;
    struct output *rows;     /* where findings are printed, or NULL if they are repaired */
    struct output remaining; /* where --fix prints the remaining findings */
    struct fixed_text {      /* the text written by a round of --fix */
        struct furl_buffer octets, before; /* the octets written, and the octets to read */
        size_t n;                          /* the number of octets written */
        size_t copied_to; /* the text before this index was copied, or 0 if nothing was repaired */
    } fixed;
    struct json json;
};

/* Prints a finding as JSON, with the number of the current line. `write` is the suggestion, or
 * empty. */
static void put_finding_json(struct checker *checker, const char *kind, const char *reason,
                             const struct finding_link *link, struct furl_range write)
{
    struct json *json = &checker->json;

    json_begin(json);
    json_open(json, NULL, '{');
    json_text(json, "file", furl_range_of(checker->run->diagnostics.name), true);
    json_number(json, "line", text_line(&checker->findings.text));
    json_number(json, "column", link->offset - checker->findings.text.begins + 1);
    json_number(json, "offset", link->offset);
    json_text(json, "kind", furl_range_of(kind), false);
    json_text(json, "text", furl_range_of(reason), false);
    json_text(json, "url", link->url, false);
    if (write.n > 0) {
        json_text(json, "suggestion", write, false);
    }
    json_close(json, '}');
    run_put_json(checker->run, json);
}

/* Prints a finding as a row, with the suggestion `write` if `write` is one line. */
static void put_row(struct checker *checker, const char *kind, const char *reason,
                    const struct finding_link *link, struct furl_range write)
{
    struct output *output = checker->rows;
    const char *file = checker->run->diagnostics.name;
    bool is_line = write.n > 0 && memchr(write.ptr, '\n', write.n) == NULL;
    char line[NUMBER_SIZE], column[NUMBER_SIZE], name[QUOTED_SIZE];
    const struct furl_range parts[] = {
        furl_range_of(output == &checker->remaining ? quote(file, name) : file),
        furl_range_of(":"),
        furl_range_of(decimal(text_line(&checker->findings.text), line)),
        furl_range_of(":"),
        furl_range_of(decimal(link->offset - checker->findings.text.begins + 1, column)),
        furl_range_of(": "),
        furl_range_of(kind),
        furl_range_of(": "),
        furl_range_of(reason),
        furl_range_of(": "),
        link->url,
        furl_range_of(is_line ? "; write " : ""),
        is_line ? write : nothing};

    output_parts(output, parts, sizeof parts / sizeof parts[0]);
    output_end(output, terminator_lf);
}

/* Replaces the octets between two indices of the text by `others`. */
static void replace_octets(struct checker *checker, size_t from, size_t to,
                           struct furl_range others)
{
    struct fixed_text *fixed = &checker->fixed;
    const size_t n = from - fixed->copied_to;

    assert(fixed->copied_to <= from && from <= to && to <= checker->findings.text.window.n);
    if (output_has_memory(&checker->run->output,
                          furl_buffer_reserve(&fixed->octets, fixed->n + n + others.n + 1))) {
        struct furl_cursor out = {.out = fixed->octets.ptr + fixed->n};
        furl_put_range(&out, furl_between(&checker->findings.text.window, fixed->copied_to, from));
        furl_put_range(&out, others);
        fixed->n += n + others.n;
        fixed->copied_to = to;
    }
}

/* Prints a finding, or repairs the link. Returns whether the link was repaired. */
static bool handle_finding(struct checker *checker, const struct finding_kind *rule,
                           struct finding_link *link)
{
    struct run *run = checker->run;
    const char *reason = rule->reason != NULL ? rule->reason : checker->findings.reason;
    const bool fixes = checker->rows == NULL;
    bool suggests =
        rule->suggest != NULL && (!fixes || findings_may_fix(&checker->findings, rule, link));
    struct furl_range write = suggests ? rule->suggest(&checker->findings, link) : nothing;

    if (fixes && write.n > 0) {
        replace_octets(checker, (size_t)link->offset, (size_t)link->to, write);
    }
    if (fixes) {
        return write.n > 0;
    }
    run_raise(run, STATUS_MALFORMED);
    run->done = run->options->quiet;
    if (!run->done) {
        (run->options->json ? put_finding_json : put_row)(checker, rule->kind, reason, link, write);
    }
    return false;
}

/* Checks the match, which comes next. */
static void check_match(struct checker *checker, const struct furl_match *found)
{
    struct findings *findings = &checker->findings;
    struct finding_link link;

    if (!findings_begin(findings, found, &link)) {
        return;
    }
    for (const struct finding_kind *rule = finding_rules; rule->kind != NULL; rule++) {
        if (rule->test(findings, &link) && (handle_finding(checker, rule, &link) || rule->ends)) {
            break;
        }
    }
    findings->position.checked_to = link.to;
}

/* Checks a text. Prints the findings to `rows` or, if `rows` is NULL, repairs the links. */
static void check_text(struct checker *checker, struct input *input, struct output *rows)
{
    struct text_reader *text = &checker->findings.text;
    enum text_token token = TEXT_OCTETS;

    checker->rows = rows;
    checker->fixed.n = checker->fixed.copied_to = 0;
    checker->findings.position =
        (struct findings_position){.fold.pieces = checker->findings.position.fold.pieces};
    text_begin(text, input);
    while (!checker->run->done && token != TEXT_LAST_OCTETS &&
           (token = text_next(text)) != TEXT_END) {
        if (token == TEXT_URL) {
            check_match(checker, &text->match);
        }
    }
    text_end(text);
}

/*
 * --fix. A repaired link can break another rule, or become part of a longer link. The repair can
 * also change the findings of its neighbours. The rules of the link before look at the text after
 * it, and the rules of the next link look at the line. Therefore all of the text is in memory, and
 * is repaired in rounds, until a round repairs nothing. The remaining findings are printed like the
 * findings of `check`, which does not guess a charset. The last rounds do not guess, either, and so
 * repair every link for which `check` has a suggestion.
 */
#define ROUNDS 16u

/* The most octets of a repaired text. */
#define FIXED_MAX MAIL_MESSAGE_MAX
_Static_assert(FIXED_MAX == (size_t)16 << 20, "as the message says");

/* Repairs the text until no more can be repaired. Sets `text` to the result. */
static void fix_all(struct checker *checker, struct input *text)
{
    struct findings *findings = &checker->findings;
    const struct mail_charset *of_check = findings->charset;
    struct fixed_text *fixed = &checker->fixed;

    if (checker->run->options->charset == NULL) {
        struct mail_charset_guess guess;
        mail_charset_guess_begin(&guess, MAIL_FIDONET);
        mail_charset_guess_feed(&guess, text->text);
        findings->charset = mail_charset_guess_final(&guess);
    }
    for (unsigned round = 0; round < ROUNDS; round++) {
        check_text(checker, text, NULL);
        if (fixed->copied_to > 0) {
            replace_octets(checker, text->text.n, text->text.n, nothing);
            const struct furl_buffer made = fixed->octets;
            fixed->octets = fixed->before;
            fixed->before = made;
            text->text = (struct furl_range){made.ptr, fixed->n};
        } else if (findings->charset == of_check) {
            break;
        } else {
            findings->charset = of_check;
        }
    }
    findings->charset = of_check;
}

/* Copies a text longer than FIXED_MAX. Its front is in memory. */
static void copy_text(struct checker *checker, struct input *input)
{
    struct run *run = checker->run;
    const struct furl_window front = checker->findings.text.window;

    run_report_unreadable(run, input->name,
                          "the text is longer than 16 MiB, and was copied unchanged; divide it");
    output_text(&run->output, front.ptr, front.n);
    for (size_t n = 1; n > 0;) {
        n = run_read(run, input, run->block.ptr, run->block.n);
        output_text(&run->output, run->block.ptr, n);
    }
    text_end_output(&checker->findings.text);
}

/* Writes the repaired text, and prints the remaining findings. */
static void put_fixed(struct checker *checker, struct input *text)
{
    struct output *output = &checker->run->output;

    check_text(checker, text, &checker->remaining);
    output_has_memory(output, checker->remaining.error !=
                                  ENOMEM); /* a lack of memory must not hide a finding */
    output_text(output, text->text.ptr, text->text.n);
    text_end_output(&checker->findings.text);
    if (!output_failed(output)) {
        output_flush(&checker->remaining);
    }
}

static void fix_text(struct checker *checker, struct input *input)
{
    struct text_reader *text = &checker->findings.text;
    struct diagnostics *diagnostics = &checker->run->diagnostics;
    const struct diagnostics before = *diagnostics;
    struct input fixed = *input;

    diagnostics->quiet = true; /* until the text is repaired */
    text_begin(text, input);
    bool all = text_read_all(text, FIXED_MAX);
    text_end(text);
    fixed.fd = -1;
    fixed.text = furl_between(&text->window, 0, text->window.n);
    if (all) {
        fix_all(checker, &fixed);
    }
    *diagnostics = before;
    if (all) {
        put_fixed(checker, &fixed);
    } else if (fixed.text.n > FIXED_MAX) {
        copy_text(checker, input);
    }
}

static void check_links(struct run *run)
{
    struct checker *checker = run->state;
    struct input *input;

    checker->run = run;
    findings_init(&checker->findings, run);
    if (run->options->fix) {
        output_init(&checker->remaining, SYSTEM_MESSAGES, true, run->hints, false);
    }
    while ((input = inputs_next(&checker->inputs, run)) != NULL) {
        if (run->options->fix) {
            fix_text(checker, input);
        } else {
            check_text(checker, input, &run->output);
        }
    }
    if (run->done) {
        run->status = STATUS_MALFORMED; /* like grep -q: there are findings, in spite of errors */
    }
    findings_free(&checker->findings);
    free(checker->json.octets.ptr);
    free(checker->fixed.octets.ptr);
    free(checker->fixed.before.ptr);
    free(checker->remaining.block.ptr);
    free(checker->remaining.bare.ptr);
}

const struct command_work check_work = {
    .purpose = "Report links that will break in readers' programs, and repair them.",
    .examples = "  $ fidourl check -e 'See www.example.org, and <ftp://a.b/c d>.'\n"
                "  -e:1:5: bare: no scheme: www.example.org; write http://www.example.org\n"
                "  -e:1:27: blank: it stops at a space: ftp://a.b/c; write ftp://a.b/c%20d\n",
    .malformed = "1 a finding",
    .state = sizeof(struct checker),
    .run = check_links,
};
