#include "rules.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common.h"

/* What may follow where a read failed. What is the same whatever follows is certain. */
static const char *const sequels[] = {"",  "\n",   "a\n",  "41\n",   "%%y\n",        "\n%%y\n",
                                      " ", "\xA4", "]:1/", "://x\n", " http://x/ \n"};
#define SEQUELS (COUNT(sequels))

/* Octets that are expected. */
struct expected {
    unsigned char *at;
    size_t n;
};

static void add(struct expected *expected, const void *octets, size_t n)
{
    unsigned char *at = realloc(expected->at, expected->n + n + 1);

    if (at == NULL) {
        abort();
    }
    if (n > 0) {
        memcpy(at + expected->n, octets, n);
    }
    *expected = (struct expected){at, expected->n + n};
}

static void add_failure(struct expected *messages, const char *name, int error)
{
    char line[256];

    snprintf(line, sizeof line, "fidourl: %s: %s\n", name, strerror(error));
    add(messages, line, strlen(line));
}

/* Whether that is what was got. */
static bool meets(struct expected *expected, const struct octets *got)
{
    bool fine =
        expected->n == got->n && (got->n == 0 || memcmp(expected->at, got->at, got->n) == 0);

    free(expected->at);
    return fine;
}

/* The same of messages; there are none where a run is quiet. */
static bool meets_messages(const struct scenario *scenario, struct expected *expected,
                           const struct outcome *outcome)
{
    expected->n = scenario->quiet ? 0 : expected->n;
    return meets(expected, &outcome->messages);
}

/* The length of what both begin with. */
static size_t common(const struct octets *a, const struct octets *b, size_t n)
{
    size_t i = 0;

    while (i < n && i < a->n && i < b->n && a->at[i] == b->at[i]) {
        i++;
    }
    return i;
}

/* The length of the whole lines in the first `n` octets. */
static size_t lines_of(const struct octets *octets, size_t n)
{
    while (n > 0 && octets->at[n - 1] != '\n') {
        n--;
    }
    return n;
}

static bool is_start(const struct octets *start, const struct octets *whole)
{
    return common(start, whole, start->n) == start->n;
}

size_t operands_of(const struct scenario *scenario)
{
    size_t n = 0;

    while (n < 4 && scenario->operands[n] != NULL) {
        n++;
    }
    return n;
}

bool make_run(const struct scenario *scenario, size_t first, size_t end, struct run *run)
{
    size_t n = 0;

    *run = (struct run){.manner = scenario->manner, .input = scenario->input};
    for (; scenario->options[n] != NULL; n++) {
        run->arguments[n] = scenario->options[n];
    }
    for (size_t i = first; i < end; i++) {
        run->arguments[n++] = scenario->operands[i];
    }
    return first < end || operands_of(scenario) == 0;
}

/* Adds what some of the operands give without a fault. */
static void add_run(const struct scenario *scenario, size_t first, size_t end,
                    struct expected *output, struct expected *messages)
{
    struct run some;
    struct outcome outcome;

    if (operands_of(scenario) > 0 && make_run(scenario, first, end, &some)) {
        run(&some, &outcome);
        add(output, outcome.output.at, outcome.output.n);
        add(messages, outcome.messages.at, outcome.messages.n);
        drop(&outcome);
    }
}

static bool is_operand(const struct trace *trace)
{
    return trace->name[0] != '/';
}

static void judge_same(const struct outcome *faultless, const struct outcome *outcome)
{
    check(outcome->status == faultless->status, "status");
    check(is_equal(&faultless->output, &outcome->output), "output");
    check(is_equal(&faultless->messages, &outcome->messages), "messages");
}

/* Octets that encode and decode may hold back though it is certain what they will be; and those of
 * any command. */
#define HELD_MAX ((size_t)4)
static size_t held_of(const struct scenario *scenario)
{
    return scenario->held > HELD_MAX ? scenario->held : HELD_MAX;
}

/* Whether it is the first `least` to `most` octets of the whole, and what is expected after. */
static bool is_in_two(const struct octets *got, const struct octets *whole, size_t least,
                      size_t most, struct expected *after)
{
    size_t n = got->n - after->n;
    bool fine = got->n >= after->n && least <= n && n <= most && common(got, whole, n) == n &&
                (after->n == 0 || memcmp(got->at + n, after->at, after->n) == 0);

    free(after->at);
    return fine;
}

/* How much output and how many octets of messages are the same whatever follows the read that
 * failed: those that the later files bring, `later` and `later_messages`, aside. */
struct certainty {
    size_t output, messages;
};

static struct certainty find_certain(const struct outcome *faultless, const struct run *failed,
                                     size_t later, size_t later_messages)
{
    const struct octets *out = &faultless->output, *err = &faultless->messages;
    struct certainty certain = {out->n - later, err->n - later_messages};
    struct run other = *failed;

    other.faults[1].trick = NO_FAULT;
    for (size_t i = 0; i < SEQUELS; i++) {
        struct outcome sequel;
        other.faults[0].trick = INSTEAD;
        other.faults[0].text = sequels[i];
        run(&other, &sequel);
        size_t n = common(out, &sequel.output, sequel.output.n - later);
        certain.output = n < certain.output ? n : certain.output;
        n = common(err, &sequel.messages, sequel.messages.n - later_messages);
        certain.messages = n < certain.messages ? n : certain.messages;
        drop(&sequel);
    }
    return certain;
}

/* A read failed: all that is certain was written, the reason, and what the later files give. */
static void judge_cut(const struct scenario *scenario, const struct outcome *faultless,
                      const struct run *failed, const struct outcome *outcome, int error)
{
    struct expected later = {0}, later_messages = {0}, failure = {0};
    const struct octets *out = &faultless->output, *err = &faultless->messages;

    add_run(scenario, outcome->trace.struck_operand, operands_of(scenario), &later,
            &later_messages);
    struct certainty certain = find_certain(faultless, failed, later.n, later_messages.n);
    size_t most = scenario->rows ? lines_of(out, certain.output) : certain.output;
    size_t held = scenario->rows ? scenario->held : held_of(scenario);
    size_t least = most > held ? most - held : 0;
    /* What is wrong with a line or a URL may be certain before it ends, when it is told. */
    size_t said = lines_of(err, certain.messages);
    bool waits = scenario->rows || scenario->held > 0;
    size_t told = waits && said > 0 ? lines_of(err, said - 1) : said;
    if (!scenario->quiet) {
        add_failure(&failure, outcome->trace.name, error);
    }
    add(&failure, later_messages.at, later_messages.n);
    free(later_messages.at);
    check(outcome->status == 2, "status");
    check(is_in_two(&outcome->output, out, least, most, &later), "output");
    check(is_in_two(&outcome->messages, err, told, said, &failure), "messages");
}

/* A file could not be opened: the others give what they would without it. */
static void judge_absence(const struct scenario *scenario, const struct outcome *outcome, int error)
{
    size_t nth = outcome->trace.struck_operand - 1;
    struct expected output = {0}, messages = {0};

    add_run(scenario, 0, nth, &output, &messages);
    add_failure(&messages, outcome->trace.name, error);
    add_run(scenario, nth + 1, operands_of(scenario), &output, &messages);
    check(outcome->status == 2, "status");
    check(meets(&output, &outcome->output), "output");
    check(meets_messages(scenario, &messages, outcome), "messages");
}

/* Octets that went to a descriptor before the fault. */
static size_t written(const struct trace *trace, int fd)
{
    size_t n = 0;

    for (size_t i = 0; i < trace->writes_before; i++) {
        n += trace->writes[i].fd == fd ? trace->writes[i].n : 0;
    }
    return n;
}

/* A write failed: what was written before stays, and nothing is done after it but to say so. */
static void judge_stop(const struct scenario *scenario, const struct outcome *faultless,
                       const struct outcome *outcome, int error)
{
    const struct trace *trace = &outcome->trace;
    struct expected output = {0}, messages = {0};

    add(&output, faultless->output.at, written(trace, STDOUT_FILENO));
    add(&messages, faultless->messages.at, written(trace, STDERR_FILENO));
    add_failure(&messages, "standard output", error);
    check(outcome->status == 2, "status");
    check(meets(&output, &outcome->output), "output");
    check(meets_messages(scenario, &messages, outcome), "messages");
    check(trace->n[CALL_READ] == trace->before[CALL_READ], "it read on");
    check(trace->n[CALL_OPEN] == trace->before[CALL_OPEN], "it opened another file");
}

/* A message could not be written: nothing but that is otherwise. */
static void judge_silence(const struct outcome *faultless, const struct outcome *outcome)
{
    check(outcome->status == faultless->status, "status");
    check(is_equal(&faultless->output, &outcome->output), "output");
    check(outcome->messages.n < faultless->messages.n, "messages");
}

/* The output could not be closed. */
static void judge_close(const struct scenario *scenario, const struct outcome *faultless,
                        const struct outcome *outcome, int error)
{
    struct expected messages = {0};

    add(&messages, faultless->messages.at, faultless->messages.n);
    add_failure(&messages, "standard output", error);
    check(outcome->status == 2, "status");
    check(is_equal(&faultless->output, &outcome->output), "output");
    check(meets_messages(scenario, &messages, outcome), "messages");
}

/* What there is no memory for, as messages have it. */
static const char *const lacks[] = {"memory", "command line"};

/* Memory ran out: what is there is the beginning, whole rows of it, and one message more. */
static void judge_lack_of_memory(const struct scenario *scenario, const struct outcome *faultless,
                                 const struct outcome *outcome)
{
    const struct octets *out = &outcome->output, *err = &outcome->messages;
    bool told = scenario->quiet && err->n == 0;

    for (size_t i = 0; i < COUNT(lacks); i++) {
        char message[128];
        snprintf(message, sizeof message, "fidourl: %s: %s\n", lacks[i], strerror(ENOMEM));
        size_t n = strlen(message);
        struct octets before = {err->at, err->n > n ? err->n - n : 0};
        told = told || (err->n >= n && memcmp(err->at + before.n, message, n) == 0 &&
                        is_start(&before, &faultless->messages));
    }
    bool last = scenario->finished != NULL &&
                outcome->trace.before[CALL_MEMORY] == faultless->trace.n[CALL_MEMORY];
    check(outcome->status == 2, "status");
    check(told, "messages");
    check(is_start(out, &faultless->output), "output");
    check(!scenario->rows || lines_of(out, out->n) == out->n, "a row is cut");
    check(!last || is_text(out, scenario->finished), "what was finished is lost");
}

static bool is_soft(int error)
{
    return error == EINTR || error == EAGAIN;
}

/* By the call that was made to fail first. */
static void judge(const struct scenario *scenario, const struct outcome *faultless,
                  const struct run *run, const struct outcome *outcome)
{
    const struct trace *trace = &outcome->trace;
    /* A wait that fails is the failure of what was to be waited for. */
    const struct fault *fault = &run->faults[run->faults[1].trick != NO_FAULT ? 1 : 0];
    bool hard = fault->trick == NOTHING || (fault->trick == FAIL && !is_soft(fault->error));
    bool output = trace->fd == STDOUT_FILENO;

    if (trace->call == CALL_MEMORY) {
        judge_lack_of_memory(scenario, faultless, outcome);
    } else if (trace->call == CALL_READ && hard && is_operand(trace)) {
        judge_cut(scenario, faultless, run, outcome, fault->error);
    } else if (trace->call == CALL_OPEN && hard && is_operand(trace)) {
        judge_absence(scenario, outcome, fault->error);
    } else if (trace->call == CALL_WRITE && hard && output) {
        judge_stop(scenario, faultless, outcome, fault->error);
    } else if (trace->call == CALL_WRITE && hard) {
        judge_silence(faultless, outcome);
    } else if (trace->call == CALL_CLOSE && output) {
        judge_close(scenario, faultless, outcome, fault->error);
    } else {
        judge_same(faultless, outcome);
    }
}

bool is_right(const struct scenario *scenario, const struct outcome *faultless,
              const struct run *run, const struct outcome *outcome)
{
    unsigned long failed = count.failed;

    if (check(outcome->trace.struck, "no fault struck")) {
        judge(scenario, faultless, run, outcome);
        check(outcome->trace.blocks == 0, "memory leaks");
    }
    return count.failed == failed;
}
