#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/inputs.h"
#include "findings.h"
#include "print/fields.h"

static const struct furl_range nothing = {NULL, 0};

/* --fix: a stretch of the text, which is mended until nothing in it is left to mend. */
struct stretch {
    struct text text; /* where it begins: its reading, */
    struct place place;
    struct furl_buffer mended; /* what a round makes of the window: so many octets, */
    size_t mended_n, copied;   /* of those before this index; 0: there is nothing to mend */
};

struct checker {
    struct run *run;
    struct inputs inputs;
    struct findings findings;
    const char *name;    /* of the input */
    struct output *told; /* where findings are told; NULL: they are mended */
    struct output left;  /* where --fix tells them */
    struct stretch stretch;
    struct json json;
};

/* Tells a finding in the line of the next octet. `write` is what to write instead, or nothing. */
static void put_json(struct checker *checker, const char *kind, const char *reason,
                     const struct link *link, struct furl_range write)
{
    struct json *json = &checker->json;

    json_begin(json);
    json_open(json, NULL, '{');
    json_text(json, "file", furl_range_of(checker->name), true);
    json_number(json, "line", checker->findings.at.here.line);
    json_number(json, "column", link->offset - checker->findings.at.line + 1);
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

/* The same as a row, of which `write` is no part if it has several lines. */
static void put_row(struct checker *checker, const char *kind, const char *reason,
                    const struct link *link, struct furl_range write)
{
    struct output *output = checker->told;
    bool is_line = write.n > 0 && memchr(write.at, '\n', write.n) == NULL;
    char line[NUMBER_SIZE], column[NUMBER_SIZE];
    const struct furl_range parts[] = {
        furl_range_of(checker->name),
        furl_range_of(":"),
        furl_range_of(decimal(checker->findings.at.here.line, line)),
        furl_range_of(":"),
        furl_range_of(decimal(link->offset - checker->findings.at.line + 1, column)),
        furl_range_of(": "),
        furl_range_of(kind),
        furl_range_of(": "),
        furl_range_of(reason),
        furl_range_of(": "),
        link->url,
        furl_range_of(is_line ? "; write " : ""),
        is_line ? write : nothing};
    size_t n = 0;

    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        n += parts[i].n;
    }
    struct furl_cursor row = {.out = output_reserve(output, n)};
    for (size_t i = 0; i < sizeof parts / sizeof *parts && row.out != NULL; i++) {
        furl_put_range(&row, parts[i]);
    }
    if (row.out != NULL) {
        output_commit(output, n);
        output_end(output, terminator_lf);
    }
}

/* Writes others in the place of the octets between two indices of the window. */
static void replace(struct checker *checker, size_t from, size_t to, struct furl_range others)
{
    struct stretch *stretch = &checker->stretch;
    const size_t n = from - stretch->copied;

    if (!furl_buffer_reserve(&stretch->mended, stretch->mended_n + n + others.n + 1)) {
        output_no_memory(&checker->run->output);
    } else {
        struct furl_cursor out = {.out = stretch->mended.at + stretch->mended_n};
        furl_put_range(&out, furl_between(&checker->findings.text.window, stretch->copied, from));
        furl_put_range(&out, others);
        stretch->mended_n += n + others.n;
        stretch->copied = to;
    }
}

/* Tells a finding, or mends it. Returns whether it did that. */
static bool tell(struct checker *checker, const struct rule *rule, struct link *link)
{
    struct run *run = checker->run;
    const uint64_t base = checker->findings.text.base;
    const char *reason = rule->reason != NULL ? rule->reason : checker->findings.reason;
    const bool mends = checker->told == NULL;
    bool suggests =
        rule->suggest != NULL && (!mends || findings_may_mend(&checker->findings, rule, link));
    struct furl_range write = suggests ? rule->suggest(&checker->findings, link) : nothing;

    if (mends && write.n > 0) {
        replace(checker, (size_t)(link->offset - base), (size_t)(link->to - base), write);
    }
    if (mends) {
        return write.n > 0;
    }
    run_raise(run, STATUS_MALFORMED);
    run->done = run->options->quiet;
    if (!run->done) {
        findings_settle(&checker->findings);
        (run->options->json ? put_json : put_row)(checker, rule->kind, reason, link, write);
    }
    return false;
}

/* Judges the match, which comes next. */
static void check_match(struct checker *checker, const struct furl_match *found)
{
    struct findings *findings = &checker->findings;
    struct link link;

    if (!findings_begin(findings, found, &link)) {
        return;
    }
    for (const struct rule *rule = finding_rules; rule->kind != NULL; rule++) {
        if (rule->test(findings, &link) && (tell(checker, rule, &link) || rule->ends)) {
            break;
        }
    }
    findings->at.past = link.to;
}

/* Judges what comes next. */
static enum text_token judge(struct checker *checker)
{
    struct text *text = &checker->findings.text;
    enum text_token token = text_next(text);

    if (token == TEXT_OVER) {
        return token;
    }
    checker->findings.at.next += text->octets.n;
    if (token == TEXT_URL) {
        check_match(checker, &text->match);
    } else {
        findings_settle(&checker->findings);
    }
    return token;
}

/*
 * --fix. What was mended may be told of again, by another rule or as a part of more. It may change
 * what is told of a link before it, which looks at what follows, and of one after it, which looks
 * at its line. So a stretch of the text is held, and is mended in rounds, until one has nothing to
 * mend. The last one tells what `check` tells of the text that is then written.
 *
 *     read until the stretch is there, and what its links look at; however reads cut it
 *     judge and mend the stretch until there is nothing to mend, ROUNDS times at most
 *     judge it once more, and tell what is left
 *     write it without its end. Links look at what follows them, so the end may be mended again
 *         with the next stretch
 *
 * Each octet is in one stretch, and in few before that. So the time is linear.
 */
#define ROUNDS 16u

/* How many octets are to be there. */
#define HELD (2 * MAIL_GUESS_MAX)
_Static_assert(HELD > 4 * TEXT_AFTER, "most are in the stretch");

/* Judges the stretch from its beginning: mends it, or tells what is left, as check does, which does
 * not guess a charset. */
static void judge_stretch(struct checker *checker, struct output *told)
{
    struct stretch *stretch = &checker->stretch;
    struct findings *findings = &checker->findings;

    text_again(&findings->text, &stretch->text);
    findings->at = stretch->place;
    if (findings->text.guess != NULL) {
        findings->charset = told == NULL ? findings->guess.charset : &mail_utf8;
    }
    checker->told = told;
    stretch->mended_n = stretch->copied = 0;
    while (judge(checker) == TEXT_URL) {
    }
}

/* Mends the stretch, and tells what is left. */
static void mend(struct checker *checker)
{
    struct stretch *stretch = &checker->stretch;
    struct text *text = &checker->findings.text;
    struct messages *messages = &checker->run->messages;
    const struct messages before = *messages;

    messages->quiet = true; /* as long as it is mended */
    for (unsigned round = 0; round < ROUNDS; round++) {
        judge_stretch(checker, NULL);
        if (stretch->copied == 0) {
            break;
        }
        replace(checker, text->window.n, text->window.n, nothing);
        text_put(text, (struct furl_range){stretch->mended.at, stretch->mended_n});
    }
    *messages = before;
    text->searchable -= text->window.ends ? 0 : FINDINGS_LOOK;
    judge_stretch(checker, &checker->left);
}

static void fix_text(struct checker *checker)
{
    struct stretch *stretch = &checker->stretch;
    struct output *output = &checker->run->output;
    struct text *text = &checker->findings.text;
    size_t wanted = HELD;

    while (text_fill(text, wanted)) {
        stretch->text = *text;
        stretch->place = checker->findings.at;
        mend(checker);
        const size_t n = text->done - stretch->text.done;
        output_text(output, text->window.at + stretch->text.done, n);
        if (checker->left.error == ENOMEM) {
            output_no_memory(output); /* what is not told must not be missed */
        }
        if (!output_failed(output)) {
            output_flush(&checker->left);
        }
        wanted = n > 0 ? HELD : 2 * wanted;
    }
    text_end_output(text);
}

static void check_text(struct checker *checker, struct input *input)
{
    enum text_token token = TEXT_PIECE;

    checker->name = input->name;
    checker->findings.at = (struct place){.here = {.line = 1}, .before = {.later = true}};
    text_begin(&checker->findings.text, input);
    if (checker->run->options->fix) {
        fix_text(checker);
        return;
    }
    while (!checker->run->done && token != TEXT_DONE && token != TEXT_OVER) {
        token = judge(checker);
    }
}

static void check_links(struct run *run)
{
    struct checker *checker = run_state(run, sizeof *checker);
    struct input *input;

    if (checker == NULL) {
        return;
    }
    checker->run = run;
    checker->told = &run->output;
    findings_init(&checker->findings, run);
    if (run->options->fix) {
        output_init(&checker->left, SYSTEM_MESSAGES, true, run->hints, false);
    }
    inputs_begin(&checker->inputs, run);
    while ((input = inputs_next(&checker->inputs)) != NULL) {
        check_text(checker, input);
    }
    if (run->done) {
        run->status = STATUS_MALFORMED; /* as grep -q: found, in spite of errors */
    }
    findings_free(&checker->findings);
    free(checker->json.octets.at);
    free(checker->stretch.mended.at);
    free(checker->left.block.at);
    free(checker->left.bare.at);
}

const struct command check_command = {
    .name = "check",
    .bit = CHECK,
    .purpose = "Tell what readers' programs will do to the links of a text.",
    .examples = "  $ fidourl check -e 'See www.example.org, and <ftp://a.b/c d>.'\n"
                "  -e:1:5: bare: no scheme: www.example.org; write http://www.example.org\n"
                "  -e:1:27: blank: it ends at a blank: ftp://a.b/c; write ftp://a.b/c%20d\n",
    .malformed = "1 a finding",
    .run = check_links,
};
