/* Descriptors that somebody made non-blocking, with a slow other side: the program waits for it,
 * and calls no more often than that side does something. No test asks for the time. */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common.h"
#include "faults.h"

/* Microseconds that the other side takes its time, in which a program that spins calls very often.
 */
#define SLOW 2000

enum { PIECES = 20 };

struct pipe {
    int from, to;
};

static struct pipe make_pipe(void)
{
    int ends[2];

    if (pipe(ends) != 0) {
        perror("pipe");
        exit(FAILED_SETUP);
    }
    return (struct pipe){ends[0], ends[1]};
}

static void unblock(int fd)
{
    fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
}

/* Reads all that comes, slowly. Returns the length; adds up how many reads it took. */
static size_t drain(int fd, unsigned char *to, size_t room, unsigned long *reads)
{
    size_t n = 0;
    ssize_t some = 0;

    do {
        n += (size_t)some;
        usleep(SLOW);
        some = read(fd, to + n, room - n < 16384 ? room - n : 16384);
        ++*reads;
    } while (some > 0);
    close(fd);
    return n;
}

/* Input comes in pieces, each after a pause in which the one before is done with. Returns whether
 * the program waited for any: where much else runs, all may be there before it starts. */
static bool slow_input(useconds_t pause)
{
    struct pipe input = make_pipe();
    struct run some = {.arguments = {"encode"}, .instead = {input.from}};
    struct outcome outcome;

    unblock(input.from);
    pid_t child = run_begin(&some);
    close(input.from);
    for (int i = 0; i < PIECES; i++) {
        usleep(pause);
        if (write(input.to, "a b\n", 4) != 4) {
            perror("write");
        }
    }
    usleep(pause);
    close(input.to);
    run_end(child, &outcome);
    const struct trace *trace = &outcome.trace;
    check(outcome.status == 0 && outcome.messages.n == 0, "slow input: status, messages");
    check(outcome.output.n == 4 * PIECES && memcmp(outcome.output.at, "a+b\na+b\n", 8) == 0,
          "slow input: output");
    check(trace->n[CALL_READ] <= 2 * (PIECES + 1), "slow input: it spins on read");
    check(trace->n[CALL_WAIT] <= PIECES + 1, "slow input: it spins on poll");
    check(trace->n[CALL_WRITE] <= PIECES, "slow input: it spins on write");
    bool waited = trace->n[CALL_WAIT] > 0;
    drop(&outcome);
    return waited;
}

/* Output is taken slowly, by little. */
static void slow_output(void)
{
    enum { LINES = 100000, LINE = 8 };
    static unsigned char text[LINES * LINE], got[LINES * LINE + 1];
    struct pipe output = make_pipe();
    struct run some = {.arguments = {"encode", "text"}, .instead = {0, output.to}};
    struct outcome outcome;
    unsigned long reads = 0;

    for (size_t i = 0; i < LINES; i++) {
        char line[LINE + 1];
        snprintf(line, sizeof line, "%07zu\n", i);
        memcpy(text + i * LINE, line, LINE);
    }
    make_file("text", text, sizeof text);
    unblock(output.to);
    pid_t child = run_begin(&some);
    close(output.to);
    size_t n = drain(output.from, got, sizeof got, &reads);
    run_end(child, &outcome);
    check(outcome.status == 0 && outcome.messages.n == 0, "slow output: status, messages");
    check(n == sizeof text && memcmp(got, text, n) == 0, "slow output: octets");
    check(outcome.trace.n[CALL_WAIT] > 0, "slow output: it never waited");
    check(outcome.trace.n[CALL_WAIT] <= reads + 1, "slow output: it spins on poll");
    check(outcome.trace.n[CALL_WRITE] <= 2 * reads + 8, "slow output: it spins on write");
    drop(&outcome);
}

/* Messages go where there is no room until somebody reads. */
static void slow_messages(void)
{
    static const char told[] = "fidourl: -e:1:1: '%' without two hexadecimal digits\n"
                               "fidourl: -e:2:2: '%' without two hexadecimal digits\n";
    static unsigned char got[1 << 20];
    struct pipe messages = make_pipe();
    struct run some = {.arguments = {"decode", "-e", "%", "-e", "x%"},
                       .instead = {0, 0, messages.to}};
    struct outcome outcome;
    unsigned long reads = 0;
    size_t filled = 0;

    unblock(messages.to);
    while (filled < sizeof got && write(messages.to, "f", 1) == 1) {
        filled++;
    }
    pid_t child = run_begin(&some);
    close(messages.to);
    /* The child waits already, or will find room: either is right. */
    for (int i = 0; i < 500 && run_trace()->n[CALL_WAIT] == 0; i++) {
        usleep(SLOW);
    }
    size_t n = drain(messages.from, got, sizeof got, &reads);
    run_end(child, &outcome);
    check(outcome.status == 1 && is_text(&outcome.output, "%\nx%\n"), "slow messages: output");
    check(n == filled + sizeof told - 1 && memcmp(got + filled, told, sizeof told - 1) == 0,
          "slow messages: lost");
    check(outcome.trace.n[CALL_WAIT] <= reads + 1, "slow messages: it spins on poll");
    check(outcome.trace.n[CALL_WRITE] <= 2 * reads + 4, "slow messages: it spins on write");
    drop(&outcome);
}

void test_pipes(void)
{
    useconds_t pause = SLOW;
    while (!slow_input(pause) && pause < 100 * SLOW) {
        pause *= 4;
    }
    check(pause < 100 * SLOW, "slow input: it never waited");
    slow_output();
    slow_messages();
}
