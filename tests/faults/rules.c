#include "rules.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common.h"

/* What may follow where a read failed. What is the same whatever follows is certain. */
static const char *const sequels[] = {"",  "\n",   "a\n",  "41\n",   "%%y\n",        "\n%%y\n",
                                      " ", "\xA4", "]:1/", "://x\n", " http://x/ \n"};
#define SEQUELS (COUNT(sequels))

static void add(struct octets *expected, const void *octets, size_t n)
{
    unsigned char *ptr = realloc(expected->ptr, expected->n + n + 1);

    if (ptr == NULL) {
        abort();
    }
    if (n > 0) {
        memcpy(ptr + expected->n, octets, n);
    }
    *expected = (struct octets){ptr, expected->n + n};
}

static void add_failure(struct octets *messages, const char *name, int error)
{
    char line[256];

    snprintf(line, sizeof line, "fidourl: %s: %s\n", name, strerror(error));
    add(messages, line, strlen(line));
}

/* Whether that is what was got. */
static bool meets(struct octets *expected, const struct octets *got)
{
    bool fine = expected->n == 0 ? got->n == 0 : is_equal(expected, got);

    free(expected->ptr);
    return fine;
}

/* The same of messages; there are none where a run is quiet. */
static bool meets_messages(const struct scenario *scenario, struct octets *expected,
                           const struct outcome *outcome)
{
    expected->n = scenario_is(scenario, "quiet") ? 0 : expected->n;
    return meets(expected, &outcome->messages);
}

/* The length of what both begin with. */
static size_t common(const struct octets *a, const struct octets *b, size_t n)
{
    size_t i = 0;

    while (i < n && i < a->n && i < b->n && a->ptr[i] == b->ptr[i]) {
        i++;
    }
    return i;
}

/* The length of the whole lines in the first `n` octets. */
static size_t lines_of(const struct octets *octets, size_t n)
{
    while (n > 0 && octets->ptr[n - 1] != '\n') {
        n--;
    }
    return n;
}

static bool is_start(const struct octets *start, const struct octets *whole)
{
    return common(start, whole, start->n) == start->n;
}

struct run make_run(const struct scenario *scenario, size_t first, size_t end)
{
    struct run run = {
        .input = "text",
        .manner = {.piece = scenario_number(scenario, "piece"),
                   .slow = scenario_is(scenario, "slow"),
                   .terminal = scenario_is(scenario, "terminal")},
    };

    for (size_t i = 0; i < scenario->options; i++) {
        run.arguments[i] = scenario->arguments[i];
    }
    for (size_t i = first; i < end; i++) {
        run.arguments[scenario->options + i - first] = scenario->arguments[scenario->options + i];
    }
    return run;
}

/* Adds what some of the operands give without a fault. */
static void add_run(const struct scenario *scenario, size_t first, size_t end,
                    struct octets *output, struct octets *messages)
{
    struct outcome outcome;

    if (first < end) {
        struct run some = make_run(scenario, first, end);
        run(&some, &outcome);
        add(output, outcome.output.ptr, outcome.output.n);
        add(messages, outcome.messages.ptr, outcome.messages.n);
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

/* Octets that encode and decode may hold back though it is certain what they will be. */
#define HELD_LEAST ((size_t)4)

/* Whether it is the first `least` to `most` octets of the whole, and what is expected after. */
static bool is_in_two(const struct octets *got, const struct octets *whole, size_t least,
                      size_t most, struct octets *after)
{
    size_t n = got->n - after->n;
    bool fine = got->n >= after->n && least <= n && n <= most && common(got, whole, n) == n &&
                (after->n == 0 || memcmp(got->ptr + n, after->ptr, after->n) == 0);

    free(after->ptr);
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
    struct octets later = {0}, later_messages = {0}, failure = {0};
    const struct octets *out = &faultless->output, *err = &faultless->messages;

    add_run(scenario, outcome->trace.struck_operand, scenario->files, &later, &later_messages);
    struct certainty certain = find_certain(faultless, failed, later.n, later_messages.n);
    bool rows = !scenario_is(scenario, "held");
    size_t most = rows ? lines_of(out, certain.output) : certain.output;
    size_t held = scenario_number(scenario, rows ? "late" : "held");
    size_t least = most > held ? most - held : 0;
    /* What is wrong with a line or a URL may be certain before it ends, when it is told. */
    size_t said = lines_of(err, certain.messages);
    bool waits = rows || held > HELD_LEAST;
    size_t told = waits && said > 0 ? lines_of(err, said - 1) : said;
    size_t late = scenario_number(scenario, "late");
    told = rows ? told : lines_of(err, told > late ? told - late : 0);
    if (!scenario_is(scenario, "quiet")) {
        add_failure(&failure, outcome->trace.name, error);
    }
    add(&failure, later_messages.ptr, later_messages.n);
    free(later_messages.ptr);
    check(outcome->status == 2, "status");
    check(is_in_two(&outcome->output, out, least, most, &later), "output");
    check(is_in_two(&outcome->messages, err, told, said, &failure), "messages");
}

/* A file could not be opened: the others give what they would without it. */
static void judge_absence(const struct scenario *scenario, const struct outcome *outcome, int error)
{
    size_t nth = outcome->trace.struck_operand - 1;
    struct octets output = {0}, messages = {0};

    add_run(scenario, 0, nth, &output, &messages);
    add_failure(&messages, outcome->trace.name, error);
    add_run(scenario, nth + 1, scenario->files, &output, &messages);
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
    struct octets output = {0}, messages = {0};

    add(&output, faultless->output.ptr, written(trace, STDOUT_FILENO));
    add(&messages, faultless->messages.ptr, written(trace, STDERR_FILENO));
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
    struct octets messages = {0};

    add(&messages, faultless->messages.ptr, faultless->messages.n);
    add_failure(&messages, "standard output", error);
    check(outcome->status == 2, "status");
    check(is_equal(&faultless->output, &outcome->output), "output");
    check(meets_messages(scenario, &messages, outcome), "messages");
}

/* What there is no memory for, as messages have it. */
static const char *const lacks[] = {"memory", "command line"};

/* The number of beginnings and ends of links for terminals. */
static size_t links_in(const struct octets *octets)
{
    static const char mark[] = "\x1B]8;;";
    const size_t size = sizeof mark - 1;
    size_t n = 0;

    for (size_t i = 0; i + size <= octets->n; i++) {
        n += memcmp(octets->ptr + i, mark, size) == 0 ? 1 : 0;
    }
    return n;
}

/* Memory ran out: what is there is the beginning, whole rows of it, and one message more. */
static void judge_lack_of_memory(const struct scenario *scenario, const struct outcome *faultless,
                                 const struct outcome *outcome)
{
    const struct octets *out = &outcome->output, *err = &outcome->messages;
    const char *finished = scenario_value(scenario, "finished");
    bool told = scenario_is(scenario, "quiet") && err->n == 0;

    for (size_t i = 0; i < COUNT(lacks); i++) {
        char message[128];
        snprintf(message, sizeof message, "fidourl: %s: %s\n", lacks[i], strerror(ENOMEM));
        size_t n = strlen(message);
        struct octets before = {err->ptr, err->n > n ? err->n - n : 0};
        told = told || (err->n >= n && memcmp(err->ptr + before.n, message, n) == 0 &&
                        is_start(&before, &faultless->messages));
    }
    bool last =
        finished != NULL && outcome->trace.before[CALL_MEMORY] == faultless->trace.n[CALL_MEMORY];
    check(outcome->status == 2, "status");
    check(told, "messages");
    check(is_start(out, &faultless->output), "output");
    check(scenario_is(scenario, "held") || lines_of(out, out->n) == out->n, "a row is cut");
    check(links_in(out) % 2 == 0, "a link has no end");
    check(!last || is_text(out, finished), "what was finished is lost");
}

/* Whether a message tells of a fault, and names the file, if there is just one. */
static bool tells(const struct outcome *outcome, const struct fault *fault)
{
    const char *messages = (const char *)outcome->messages.ptr;
    char reason[128];

    snprintf(reason, sizeof reason, ": %s\n", strerror(fault->error));
    return strstr(messages, reason) != NULL &&
           (fault->every > 0 || strstr(messages, outcome->trace.name) != NULL);
}

/* What comes of folders, lists and mail is some of their lines, in their order, and unless it is
 * all, the fault is told. */
static void judge_part(const struct outcome *faultless, const struct run *run,
                       const struct outcome *outcome)
{
    const struct octets *whole = &faultless->output, *got = &outcome->output;
    size_t pos = 0;

    for (size_t i = 0, n = 0; i < got->n; i += n) {
        const unsigned char *end = memchr(got->ptr + i, '\n', got->n - i);
        n = end != NULL ? (size_t)(end - got->ptr) + 1 - i : got->n - i;
        while (pos < whole->n &&
               (whole->n - pos < n || memcmp(whole->ptr + pos, got->ptr + i, n) != 0)) {
            end = memchr(whole->ptr + pos, '\n', whole->n - pos);
            pos = end != NULL ? (size_t)(end - whole->ptr) + 1 : whole->n;
        }
        if (!check(pos < whole->n, "a line that is none without the fault")) {
            break;
        }
        pos += n;
    }
    bool told = tells(outcome, &run->faults[0]) || tells(outcome, &run->faults[1]);
    check(outcome->status == 2 ? told : is_equal(whole, got), "the fault is told");
}

/* What would block is waited for, once for each time, and nothing else is. */
static void judge_wait(const struct outcome *faultless, const struct outcome *outcome, short events)
{
    const struct trace *trace = &outcome->trace;

    check(trace->n[CALL_WAIT] > faultless->trace.n[CALL_WAIT], "it does not wait");
    check(trace->waited == trace->fd && trace->events == events, "it waits for something else");
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

    bool part = scenario_is(scenario, "part") && trace->fd != STDERR_FILENO && !output;

    if (run->faults[0].error == EAGAIN && run->faults[1].trick == NO_FAULT && !part) {
        judge_wait(faultless, outcome, trace->call == CALL_READ ? POLLIN : POLLOUT);
    }
    if (trace->call == CALL_MEMORY) {
        judge_lack_of_memory(scenario, faultless, outcome);
    } else if (part) {
        judge_part(faultless, run, outcome);
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
        check(outcome->left == 0, "descriptors are left open");
    }
    return count.failed == failed;
}
