/* Each scenario with each fault at each of its calls in turn. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common.h"
#include "rules.h"

/* The ways in which calls fail. */
static const struct way {
    enum call call;
    enum trick trick;
    int error;
    int wait_error;      /* of the wait that follows; 0: it does not fail */
    unsigned long every; /* and every so many calls after that; 0: just once */
    bool joint;          /* also where what comes of a file depends on those before it */
} ways[] = {
    {CALL_READ, FAIL, EIO, 0, 0, false},         {CALL_READ, FAIL, EINTR, 0, 0, true},
    {CALL_READ, FAIL, EAGAIN, 0, 0, true},       {CALL_READ, FAIL, EAGAIN, EINTR, 0, true},
    {CALL_READ, FAIL, EAGAIN, EAGAIN, 0, true},  {CALL_READ, SHORTEN, 0, 0, 0, true},
    {CALL_WRITE, FAIL, EIO, 0, 0, true},         {CALL_WRITE, FAIL, ENOSPC, 0, 1, true},
    {CALL_WRITE, FAIL, EDQUOT, 0, 0, true},      {CALL_WRITE, FAIL, EFBIG, 0, 0, true},
    {CALL_WRITE, FAIL, EAGAIN, EINVAL, 0, true}, {CALL_WRITE, FAIL, EINTR, 0, 0, true},
    {CALL_WRITE, FAIL, EAGAIN, 0, 0, true},      {CALL_WRITE, FAIL, EAGAIN, EINTR, 0, true},
    {CALL_WRITE, FAIL, EAGAIN, EAGAIN, 0, true}, {CALL_WRITE, SHORTEN, 0, 0, 0, true},
    {CALL_WRITE, NOTHING, ENOSPC, 0, 0, true},   {CALL_OPEN, FAIL, EACCES, 0, 0, false},
    {CALL_OPEN, FAIL, EMFILE, 0, 0, false},      {CALL_OPEN, FAIL, EINTR, 0, 0, true},
    {CALL_CLOSE, FAIL, EIO, 0, 0, true},         {CALL_FSTAT, FAIL, EIO, 0, 0, true},
    {CALL_POLL, FAIL, ENOMEM, 0, 0, true},       {CALL_POLL, FAIL, EINTR, 0, 1, true},
    {CALL_FCNTL, FAIL, EBUSY, 0, 0, true},       {CALL_MEMORY, FAIL, ENOMEM, 0, 0, true},
    {CALL_MEMORY, FAIL, ENOMEM, 0, 1, true},
};

/* From the first call on: at all, or at every other one; or, the wait that follows fails. */
static const struct way throughout[] = {
    {CALL_READ, FAIL, EAGAIN, EINVAL, 0, false}, {CALL_READ, SHORTEN, 0, 0, 1, true},
    {CALL_READ, FAIL, EINTR, 0, 2, true},        {CALL_READ, FAIL, EAGAIN, 0, 2, true},
    {CALL_WRITE, SHORTEN, 0, 0, 1, true},        {CALL_WRITE, FAIL, EINTR, 0, 2, true},
    {CALL_WRITE, FAIL, EAGAIN, 0, 2, true},      {CALL_FSTAT, FAIL, EIO, 0, 1, true},
    {CALL_POLL, FAIL, EIO, 0, 1, true},          {CALL_FCNTL, FAIL, EBUSY, 0, 1, true},
    {CALL_ISATTY, FAIL, EIO, 0, 1, true},
};

/* Only faults with this in their descriptions are tried; so many were. */
static const char *wanted = "";
static size_t tried;

static void show(const char *what, const struct octets *octets)
{
    int n = octets->n < 400 ? (int)octets->n : 400;

    printf("  %s, %zu octets:\n%.*s\n", what, octets->n, n, (const char *)octets->ptr);
}

/* Runs the scenario with a fault. */
static void try(const struct scenario *scenario, const struct outcome *faultless,
                const struct way *way, unsigned long nth)
{
    struct run faulty = make_run(scenario, 0, scenario->files);
    struct outcome outcome;

    faulty.faults[0] = (struct fault){way->call, way->trick, nth, way->every, way->error, NULL};
    if (way->wait_error != 0) {
        faulty.faults[1] = (struct fault){CALL_WAIT, FAIL, 1, 0, way->wait_error, NULL};
    }
    if (strstr(run_name(&faulty), wanted) == NULL) {
        return;
    }
    tried++;
    run(&faulty, &outcome);
    if (!is_right(scenario, faultless, &faulty, &outcome)) {
        printf("FAIL: fidourl %s\n", run_name(&faulty));
        show("output", &outcome.output);
        show("messages", &outcome.messages);
    }
    drop(&outcome);
}

/* Under sanitizers of memory a child takes ten times as long. */
#if defined __has_feature
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer)
#define SLOW_CHILDREN
#endif
#endif
#if defined __SANITIZE_ADDRESS__ || defined SLOW_CHILDREN
enum { EACH = 3, STEP = 1 };
#else
enum { EACH = 16, STEP = 4 };
#endif

/* Of many calls like each other, each of the first ones and some of the others. */
static unsigned long after(unsigned long nth)
{
    return nth < EACH ? nth + 1 : nth + nth / STEP;
}

/* Command lines mean the same where getopt_long is BSD's. */
static void try_as_bsd(struct run plain, const struct outcome *faultless)
{
    struct outcome outcome;

    plain.manner.bsd = true;
    run(&plain, &outcome);
    if (!check(outcome.status == faultless->status &&
                   is_equal(&outcome.messages, &faultless->messages),
               "BSD's getopt_long")) {
        printf("FAIL: fidourl %s\n", run_name(&plain));
    }
    drop(&outcome);
}

static void sweep(const struct scenario *scenario)
{
    struct run plain = make_run(scenario, 0, scenario->files);
    struct outcome faultless;
    bool joint = scenario_is(scenario, "joint");

    run(&plain, &faultless);
    check(faultless.trace.blocks == 0, "memory leaks without a fault");
    check(faultless.left == 0, "descriptors are left open");
    check(!plain.manner.slow || faultless.trace.n[CALL_POLL] > 0, "input is not slow");
    check(faultless.trace.writes_n < WRITES_MAX, "too many writes to keep them");
    try_as_bsd(plain, &faultless);
    for (size_t i = 0; i < COUNT(ways); i++) {
        for (unsigned long n = 1; n <= faultless.trace.n[ways[i].call]; n = after(n)) {
            if (ways[i].joint || !joint) {
                try(scenario, &faultless, &ways[i], n);
            }
        }
    }
    for (size_t i = 0; i < COUNT(throughout); i++) {
        enum call call = throughout[i].call;
        /* What is no terminal is written to as such, whatever it is. */
        bool other = call == CALL_ISATTY && plain.manner.terminal;
        if (faultless.trace.n[call] > 0 && (throughout[i].joint || !joint) && !other) {
            try(scenario, &faultless, &throughout[i], 1);
        }
    }
    drop(&faultless);
}

/* Of the scenarios, one in so many is swept: all, or what FAULTS_SAMPLE says. */
static size_t scenarios_step(void)
{
    const char *sample = getenv("FAULTS_SAMPLE");
    size_t step = sample != NULL ? strtoul(sample, NULL, 10) : 1;

    return step > 0 ? step : 1;
}

bool test_scenarios(const char *some)
{
    const size_t step = scenarios_step();

    wanted = some;
    for (size_t i = 0; i < scenarios_n; i += step) {
        sweep(&scenarios[i]);
    }
    return tried > 0;
}
