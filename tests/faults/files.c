/* Odd files: closed descriptors, and such as change while they are read. */
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
               outcome.status, (char *)outcome.output.at, (char *)outcome.messages.at);
    }
    drop(&outcome);
}

/* Bits of struct run's `closed`. */
enum { IN = 1, OUT = 2, ERR = 4, COMBINATIONS = 8 };

static const char *unless(bool lost, const char *text)
{
    return lost ? "" : text;
}

/* All combinations, for a command that reads a file, one that reads its input, one that writes
 * nothing, and one that reports. */
static void close_some(unsigned closed)
{
    char out_message[128], in_message[128];
    bool out = (closed & OUT) != 0, in = (closed & IN) != 0, err = (closed & ERR) != 0;
    struct run file = {.arguments = {"extract", "-u", "page"}, .closed = closed};
    struct run input = {.arguments = {"encode"}, .input = "page", .closed = closed};
    struct run silent = {.arguments = {"decode", "empty"}, .closed = closed};
    struct run bad = {.arguments = {"decode", "bad", "page"}, .closed = closed};

    snprintf(out_message, sizeof out_message, "fidourl: standard output: %s\n", strerror(EBADF));
    snprintf(in_message, sizeof in_message, "fidourl: -: %s\n", strerror(EBADF));
    expect(&file, out ? 2 : 0, unless(out, "http://a/b\n"), unless(err || !out, out_message));
    expect(&input, out || in ? 2 : 0, unless(out || in, "http://a/b+%25\n"),
           unless(err, in    ? in_message
                       : out ? out_message
                             : ""));
    expect(&silent, 0, "", "");
    char messages[256];
    snprintf(messages, sizeof messages,
             "fidourl: bad:1:2: '%%' without two hexadecimal digits\n%s%s",
             "fidourl: page:1:12: '%' without two hexadecimal digits\n", out ? out_message : "");
    expect(&bad, out ? 2 : 1, unless(out, "x%\nhttp://a/b %\n"), unless(err, messages));
}

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
        bool told = is_text(&outcome.messages, unless((closed & ERR) != 0, message));
        check(outcome.status == 2 && outcome.output.n == 0, "not refused");
        check(told, "messages");
        check(outcome.trace.n[CALL_OPEN] == (unsigned long)nth, "opened more");
        check(outcome.trace.n[CALL_READ] == 0, "read something");
        drop(&outcome);
    }
}

static void closed_descriptors(void)
{
    make_file("page", "http://a/b %\n", 13);
    make_file("bad", "x%\n", 3);
    make_file("empty", "", 0);
    for (unsigned closed = 0; closed < COMBINATIONS; closed++) {
        close_some(closed);
        occupy_nothing(closed);
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

void test_files(void)
{
    closed_descriptors();
    changing_files();
}
