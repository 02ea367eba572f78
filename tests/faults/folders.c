/* Files below directories that never have what they promise, or that are swapped for links. */
#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common.h"
#include "faults.h"

static void report(const struct run *run, const struct outcome *outcome)
{
    printf("FAIL: fidourl %s: status %d\n%s%s", run_name(run), outcome->status,
           (char *)outcome->output.ptr, (char *)outcome->messages.ptr);
}

/* Files that never have what they promise, by the descriptor of the first and the last: a walk does
 * not wait for them, and an operand is not asked for ever. */
static void wait_in_vain(void)
{
    static const char *const wanted[] = {"", "tree/b/c\tarea:c\n"};
    static const char *const named[] = {"tree/a", "tree/d"};
    const struct fault fault = {CALL_READ, FAIL, 1, 1, EAGAIN, NULL};
    char messages[256] = "";

    for (size_t i = 0; i < COUNT(wanted); i++) {
        unsigned long failed = count.failed;
        struct run some = {
            .arguments = {"extract", i == 0 ? "tree/a" : "-r", i == 0 ? NULL : "tree"},
            .faults = {fault}};
        struct outcome outcome;
        size_t n = strlen(messages);
        snprintf(messages + n, sizeof messages - n, "fidourl: %s: %s\n", named[i],
                 strerror(EAGAIN));
        run(&some, &outcome);
        check(outcome.status == 2, "status");
        check(is_text(&outcome.output, wanted[i]), "output");
        check(is_text(&outcome.messages, messages), "messages");
        if (count.failed > failed) {
            report(&some, &outcome);
        }
        drop(&outcome);
    }
}

/* At each call that opens something, a directory of the tree is moved away, and a symbolic link to
 * another tree put in its place: nothing of that is read, and what is read is in the tree. */
static void swap_each(const char *path, unsigned long depth)
{
    struct run faulty = {.arguments = {"extract", "-r", "deep"}};
    struct outcome faultless, outcome;

    run(&faulty, &faultless);
    check(faultless.status == 0 && faultless.trace.n[CALL_OPEN] > 2 * depth, "without a fault");
    for (unsigned long nth = 1; nth <= faultless.trace.n[CALL_OPEN]; nth++) {
        unsigned long failed = count.failed;
        faulty.faults[0] = (struct fault){CALL_OPEN, SWAP, nth, 0, 0, path};
        run(&faulty, &outcome);
        check(outcome.status == 0 || (outcome.status == 2 && outcome.messages.n > 0), "status");
        check(strstr((char *)outcome.output.ptr, "elsewhere") == NULL, "nothing of another tree");
        check(outcome.output.n <= faultless.output.n, "nothing twice");
        check(outcome.trace.blocks == 0 && outcome.left == 0, "memory or descriptors leak");
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
    /* Directories in each other: in each "d" the next one, and a file "e". */
    static const char path[] = "deep/d/d/d/d/d/d/d/d/d/d/d";
    const size_t least = strlen("deep"), most = strlen(path);
    char name[sizeof path + 2];

    wait_in_vain();
    for (size_t n = least; n <= most; n += 2) {
        snprintf(name, sizeof name, "%.*s/e", (int)n, path);
        make_file(name, "area:e\n", 7);
    }
    make_file("elsewhere/e", "area:elsewhere\n", 15);
    make_file("elsewhere/d/e", "area:elsewhere\n", 15);
    for (size_t n = least + 2; n <= most; n += 10) {
        snprintf(name, sizeof name, "%.*s", (int)n, path);
        swap_each(name, (most - least) / 2);
    }
}
