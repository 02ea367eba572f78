/* Lists of files, and files below directories, where calls fail. */
#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common.h"
#include "faults.h"

/* What is read, in order; the files hold their letters' URLs. */
static const char *const opened[] = {"tree", "tree/a", "tree/b", "tree/b/c", "tree/d"};
static const char *const lines[] = {"", "tree/a\tarea:a\n", "", "tree/b/c\tarea:c\n",
                                    "tree/d\tarea:d\n"};

static const struct run walk = {.arguments = {"extract", "-r", "tree"}};
static const struct run list = {.arguments = {"extract", "--files0-from=list"}};

static void report(const struct run *run, const struct outcome *outcome)
{
    const struct fault *fault = &run->faults[0];

    printf("FAIL: fidourl %s %s: %s %lu: status %d\n%s%s", run->arguments[0], run->arguments[1],
           call_names[fault->call], fault->nth, outcome->status, (char *)outcome->output.at,
           (char *)outcome->messages.at);
}

/* Runs it with one call that fails. */
static void expect(const struct run *without, struct fault fault, const char *output,
                   const char *messages)
{
    unsigned long failed = count.failed;
    struct run faulty = *without;
    struct outcome outcome;

    faulty.faults[0] = fault;
    run(&faulty, &outcome);
    check(outcome.trace.struck, "no fault struck");
    check(outcome.status == 2, "status");
    check(is_text(&outcome.output, output), "output");
    check(is_text(&outcome.messages, messages), "messages");
    check(outcome.trace.blocks == 0, "memory leaks");
    if (count.failed > failed) {
        report(&faulty, &outcome);
    }
    drop(&outcome);
}

/* What cannot be opened, or looked at, is reported, and the others are done. */
static void lose_each(enum call call, unsigned long nth, size_t lost, int error)
{
    char output[256] = "", message[128];
    size_t n = strlen(opened[lost]);

    for (size_t i = 0; i < COUNT(opened); i++) {
        bool below = strncmp(opened[i], opened[lost], n) == 0;
        strcat(output, below ? "" : lines[i]);
    }
    snprintf(message, sizeof message, "fidourl: %s: %s\n", opened[lost], strerror(error));
    expect(&walk, (struct fault){call, FAIL, nth, 0, error, NULL}, output, message);
}

static void lose_files(void)
{
    unsigned long files = 0;

    for (size_t i = 0; i < COUNT(opened); i++) {
        lose_each(CALL_OPEN, i + 1, i, EACCES);
        lose_each(CALL_OPEN, i + 1, i, EMFILE);
    }
    for (size_t i = 0; i < COUNT(opened); i++) {
        if (lines[i][0] != '\0') {
            /* The status of the output is asked for first. */
            lose_each(CALL_FSTAT, files + 2, i, EIO);
            files++;
        }
    }
}

/* A lack of memory ends the run, after the two blocks of the command line; what was found before is
 * written, in whole lines. */
static void lack_memory(const struct run *without)
{
    struct outcome faultless, outcome;
    struct run faulty = *without;
    char message[128];

    snprintf(message, sizeof message, "fidourl: memory: %s\n", strerror(ENOMEM));
    run(without, &faultless);
    check(faultless.status == 0 && faultless.trace.blocks == 0, "without a fault");
    for (unsigned long nth = 3; nth <= faultless.trace.n[CALL_MEMORY]; nth++) {
        unsigned long failed = count.failed;
        faulty.faults[0] = (struct fault){CALL_MEMORY, FAIL, nth, 0, ENOMEM, NULL};
        run(&faulty, &outcome);
        size_t n = outcome.output.n;
        check(outcome.status == 2, "status");
        check(is_text(&outcome.messages, message), "messages");
        check(n <= faultless.output.n && memcmp(outcome.output.at, faultless.output.at, n) == 0 &&
                  (n == 0 || outcome.output.at[n - 1] == '\n'),
              "output");
        check(outcome.trace.blocks == 0, "memory leaks");
        if (count.failed > failed) {
            report(&faulty, &outcome);
        }
        drop(&outcome);
    }
    drop(&faultless);
}

/* A list that cannot be read to its end: a name that it cuts is none. */
static void lose_list(void)
{
    char message[128];
    struct run pieces = list;

    snprintf(message, sizeof message, "fidourl: list: %s\n", strerror(EIO));
    expect(&list, (struct fault){CALL_READ, FAIL, 1, 0, EIO, NULL}, "", message);
    pieces.manner.piece = 7;
    /* "tree/a" NUL is read, and the file in two reads and its end. */
    expect(&pieces, (struct fault){CALL_READ, FAIL, 4, 0, EIO, NULL}, lines[1], message);
    expect(&pieces, (struct fault){CALL_READ, FAIL, 5, 0, EIO, NULL}, lines[1], message);
    expect(&list, (struct fault){CALL_OPEN, FAIL, 1, 0, EIO, NULL}, "", message);
}

/* Files that never have what they promise, by the descriptor of the first and the last: a walk does
 * not wait for them, and an operand is not asked for ever. */
static void wait_in_vain(void)
{
    static const struct run named = {.arguments = {"extract", "tree/a"}};
    const struct fault fault = {CALL_READ, FAIL, 1, 1, EAGAIN, NULL};
    const char *reason = strerror(EAGAIN);
    char messages[256];

    int n = snprintf(messages, sizeof messages, "fidourl: tree/a: %s\n", reason);
    expect(&named, fault, "", messages);
    snprintf(messages + n, sizeof messages - (size_t)n, "fidourl: tree/d: %s\n", reason);
    expect(&walk, fault, lines[3], messages);
}

/* Directories in each other: in each "d" the next one, and then a file "e". */
enum { DEEP = 12 };

static void make_deep(void)
{
    char path[2 * DEEP + 8] = "deep";

    for (size_t n = 4; n < 4 + 2 * DEEP; n += 2) {
        if (mkdir(path, 0700) != 0) {
            perror(path);
            exit(FAILED_SETUP);
        }
        strcpy(path + n, "/e");
        make_file(path, "area:e\n", 7);
        path[n + 1] = 'd';
    }
}

/* At each call that opens something, a directory of the tree is moved away, and a symbolic link to
 * another tree put in its place: nothing of that is read, and what is read is in the tree. */
static void swap_each(const char *path)
{
    const struct run deep = {.arguments = {"extract", "-r", "deep"}};
    struct outcome faultless, outcome;
    struct run faulty = deep;

    run(&deep, &faultless);
    check(faultless.status == 0 && faultless.trace.n[CALL_OPEN] > 2 * DEEP, "without a fault");
    for (unsigned long nth = 1; nth <= faultless.trace.n[CALL_OPEN]; nth++) {
        unsigned long failed = count.failed;
        faulty.faults[0] = (struct fault){CALL_OPEN, SWAP, nth, 0, 0, path};
        run(&faulty, &outcome);
        check(outcome.status == 0 || (outcome.status == 2 && outcome.messages.n > 0), "status");
        check(strstr((char *)outcome.output.at, "elsewhere") == NULL, "nothing of another tree");
        check(outcome.output.n <= faultless.output.n, "nothing twice");
        check(outcome.trace.blocks == 0, "memory leaks");
        if (count.failed > failed) {
            report(&faulty, &outcome);
        }
        drop(&outcome);
        if (unlink(path) != 0 || rename("moved", path) != 0) {
            perror(path);
            exit(FAILED_SETUP);
        }
    }
    drop(&faultless);
}

void test_folders(void)
{
    if (mkdir("tree", 0700) != 0 || mkdir("tree/b", 0700) != 0) {
        perror("tree");
        exit(FAILED_SETUP);
    }
    make_file("tree/a", "area:a\n", 7);
    make_file("tree/b/c", "area:c\n", 7);
    make_file("tree/d", "area:d\n", 7);
    make_file("list", "tree/a\0tree/d", 13);
    lose_files();
    lack_memory(&walk);
    lack_memory(&list);
    lose_list();
    wait_in_vain();
    make_deep();
    if (mkdir("elsewhere", 0700) != 0 || mkdir("elsewhere/d", 0700) != 0) {
        perror("elsewhere");
        exit(FAILED_SETUP);
    }
    make_file("elsewhere/e", "area:elsewhere\n", 15);
    make_file("elsewhere/d/e", "area:elsewhere\n", 15);
    swap_each("deep/d");
    swap_each("deep/d/d/d/d/d/d");
    swap_each("deep/d/d/d/d/d/d/d/d/d/d/d");
}
