/* Odd files: descriptors that are closed and cannot be replaced, and files that change while they
 * are read. */
#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "common.h"
#include "faults.h"

static void expect(struct run *wanted, int status, const char *output, const char *messages)
{
    unsigned long failed = count.failed;
    struct outcome outcome;

    run(wanted, &outcome);
    check(outcome.status == status, "status");
    check(is_text(&outcome.output, output), "output");
    check(is_text(&outcome.messages, messages), "messages");
    check(outcome.trace.lowest > STDERR_FILENO, "a file is taken for a standard one");
    if (count.failed > failed) {
        printf("FAIL: %s, closed %u: status %d\n%s%s", run_name(wanted), wanted->closed,
               outcome.status, (char *)outcome.output.ptr, (char *)outcome.messages.ptr);
    }
    drop(&outcome);
}

/* Bits of struct run's `closed`. */
enum { IN = 1, OUT = 2, ERR = 4, COMBINATIONS = 8 };

/* One that cannot be occupied ends the run before it opens anything. */
static void occupy_nothing(unsigned closed)
{
    struct run refused = {.arguments = {"extract", "page"}, .closed = closed};
    struct outcome outcome;
    char message[128];

    for (int fd = 0, nth = 0; fd <= STDERR_FILENO; fd++) {
        if ((closed >> fd & 1) == 0) {
            continue;
        }
        nth++;
        refused.faults[0] = (struct fault){CALL_OPEN, FAIL, (unsigned long)nth, 1, EMFILE, NULL};
        run(&refused, &outcome);
        snprintf(message, sizeof message, "fidourl: " PLACE_HOLDER ": %s\n", strerror(EMFILE));
        bool told = is_text(&outcome.messages, (closed & ERR) != 0 ? "" : message);
        check(outcome.status == 2 && outcome.output.n == 0, "not refused");
        check(told, "messages");
        check(outcome.trace.n[CALL_OPEN] == (unsigned long)nth, "opened more");
        check(outcome.trace.n[CALL_READ] == 0, "read something");
        drop(&outcome);
    }
}

/* A file that changes before one of its reads, of nine octets, is taken as it is then. */
static void changing_files(void)
{
    static const char lines[] = "http://a\nhttp://b\nhttp://c";
    static const char urls[] = "http://a/\nhttp://b/\nhttp://c";

    for (unsigned long nth = 1; nth <= 4; nth++) {
        struct run some = {.arguments = {"normalize", "lines"}, .manner = {.piece = 9}};
        char expected[64];

        make_file("lines", lines, sizeof lines - 1);
        some.faults[0] = (struct fault){CALL_READ, GROW, nth, 0, 0, "d\n"};
        snprintf(expected, sizeof expected, "%sd/\n", urls);
        expect(&some, 0, expected, "");
        make_file("lines", lines, sizeof lines - 1);
        some.faults[0] = (struct fault){CALL_READ, SHRINK, nth, 0, 0, NULL};
        size_t left = (nth - 1) * 10;
        snprintf(expected, sizeof expected, "%.*s%s", (int)left, urls, nth == 4 ? "/" : "");
        expect(&some, 0, expected, "");
    }
}

/* Without random octets, nobody can be kept from making URLs that one hash has: nothing is read. */
static void certain_keys(void)
{
    struct run some = {.arguments = {"extract", "-u", "lines"}, .manner = {.certain = true}};

    make_file("lines", "http://a\n", 9);
    expect(&some, 2, "",
           "fidourl: --unique: the system gives no random numbers; use sort -u instead\n");
    some.arguments[1] = "-c";
    expect(&some, 0, "1\n", "");
}

void test_files(void)
{
    for (unsigned closed = 0; closed < COMBINATIONS; closed++) {
        occupy_nothing(closed);
    }
    changing_files();
    certain_keys();
}
