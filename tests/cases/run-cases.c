/*
 * Runs the command-line cases of the files named (see tests/cases/README): a command for the
 * shell, its input, and the output, messages and status that are expected, to the octet.
 *
 *     run-cases [-n NAME] PROGRAM_FOLDERS EXAMPLES_FOLDER FILE...
 *
 * PROGRAM_FOLDERS, with colons between them, go before those of PATH.
 * With -n only the cases with NAME in their names are checked; that there are none is an error.
 */
#include "config.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "case.h"
#include "command.h"
#include "common.h"
#include "processes.h"

#define FILES_MAX 64

static struct {
    int passed, failed, skipped;
} count;

static void show(const char *what, const struct text *text)
{
    printf("    %s", what);
    for (size_t i = 0; i < text->n; i++) {
        unsigned char octet = text->octets[i];
        if (octet == '\n') {
            printf("\\n\n    %*s", (int)strlen(what), "");
        } else if (octet >= ' ' && octet <= '~') {
            putchar(octet);
        } else {
            printf("\\x%02X", octet);
        }
    }
    putchar('\n');
}

static bool equal(const struct text *a, const struct text *b)
{
    return a->n == b->n && (a->n == 0 || memcmp(a->octets, b->octets, a->n) == 0);
}

static void show_difference(const char *what, const struct text *expected, const struct text *got)
{
    if (!equal(expected, got)) {
        printf("  %s\n", what);
        show("expected: ", expected);
        show("got:      ", got);
    }
}

/* Where the case is and what became of it: editors jump to what begins like this. */
static void report(const struct test *test, const char *what)
{
    printf("%s:%lu: %s: %s\n", test->source, test->line, what, test->name);
}

static void report_failure(const struct test *test, int status, const struct text *output,
                           const struct text *messages)
{
    report(test, "FAIL");
    printf("  $ %s\n", test->command);
    show_difference("output", &test->output, output);
    show_difference("messages", &test->messages, messages);
    if (status == ENDLESS) {
        printf("  ended after %d seconds\n", PATIENCE);
    } else if (status != test->status) {
        printf("  status: expected %d, got %d\n", test->status, status);
    }
}

/* The front of the command, "TEST || exit 77", says what is missing. */
static void report_skipped(const struct test *test, int status)
{
    static const char end[] = "exit 77";
    const char *ptr = strstr(test->command, end);
    size_t front =
        ptr != NULL ? (size_t)(ptr - test->command) + strlen(end) : strlen(test->command);

    if (status == SKIPPED) {
        report(test, "skipped, as its command says");
        printf("  $ %.*s\n", (int)front, test->command);
    } else {
        report(test, status == NO_TERMINAL
                         ? "skipped, for want of a pseudo-terminal"
                         : "skipped, for want of a file system that takes its files' names");
    }
}

static void check(const struct test *test)
{
    static struct text output, messages;
    int status = run_command(test, &output, &messages);

    if (status == NO_TERMINAL || status == NO_NAME || status == SKIPPED) {
        report_skipped(test, status);
        count.skipped++;
    } else if (status == test->status && equal(&test->output, &output) &&
               equal(&test->messages, &messages)) {
        count.passed++;
    } else {
        report_failure(test, status, &output, &messages);
        count.failed++;
    }
}

/* Runs the cases of a file that have `wanted` in their names. Those of a session need what those
 * before them made: if they are not wanted, they run, but do not count. */
static void check_file(struct case_reader *reader, const char *wanted)
{
    static struct test test;
    static struct text output, messages;

    while (read_case(reader, &test)) {
        if (strstr(test.name, wanted) != NULL) {
            check(&test);
        } else if (test.session) {
            run_command(&test, &output, &messages);
        }
    }
    end_session();
    fclose(reader->stream);
}

static int usage(void)
{
    fprintf(stderr, "usage: run-cases [-n NAME] PROGRAM_FOLDERS EXAMPLES_FOLDER FILE...\n");
    return FAILED_SETUP;
}

int main(int argc, char **argv)
{
    static struct case_reader readers[FILES_MAX];
    const char *wanted = "";
    int option = 0;

    while ((option = getopt(argc, argv, "n:")) != -1) {
        if (option != 'n') {
            return usage();
        }
        wanted = optarg;
    }
    int files = argc - optind - 2;
    if (files < 1 || files > FILES_MAX) {
        return usage();
    }
    start_plain();
    set_up(argv[optind], argv[optind + 1]);
    for (int i = 0; i < files; i++) {
        open_cases(&readers[i], argv[optind + 2 + i]); /* before we go elsewhere */
    }
    for (int i = 0; i < files; i++) {
        check_file(&readers[i], wanted);
    }
    if (count.passed + count.failed + count.skipped == 0) {
        fprintf(stderr, "run-cases: no case has '%s' in its name\n", wanted);
        return FAILED_SETUP;
    }
    printf("cases: %d passed, %d failed, %d skipped\n", count.passed, count.failed, count.skipped);
    return count.failed > 0 || (count.passed == 0 && wanted[0] == '\0');
}
