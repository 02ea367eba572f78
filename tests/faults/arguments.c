/* Command lines that are wrong, as each system's getopt_long tells of them. */
#include <stdio.h>

#include "common.h"
#include "faults.h"

static const struct {
    const char *arguments[4];
    const char *what;
} wrong[] = {
    {{"encode", "--whole=yes"}, "option '--whole' takes no argument"},
    {{"encode", "--who=yes"}, "option '--whole' takes no argument"},
    {{"extract", "--quiet=", "-"}, "option '--quiet' takes no argument"},
    {{"encode", "--rules"}, "option '--rules' needs an argument: NAME"},
    {{"encode", "-c"}, "option '--component' needs an argument: NAME"},
    {{"encode", "-q", "-Xq"}, "unknown option '-X'"},
    {{"encode", "--no=x"}, "unknown option '--no=x'"},
};

void test_arguments(void)
{
    for (size_t i = 0; i < 2 * COUNT(wrong); i++) {
        struct run some = {.manner = {.bsd = i % 2 != 0}};
        struct outcome outcome;
        char messages[256];
        unsigned long failed = count.failed;

        for (size_t k = 0; k < COUNT(wrong[i / 2].arguments); k++) {
            some.arguments[k] = wrong[i / 2].arguments[k];
        }
        run(&some, &outcome);
        snprintf(messages, sizeof messages, "fidourl: %s\nTry 'fidourl %s --help'.\n",
                 wrong[i / 2].what, some.arguments[0]);
        check(outcome.status == 2 && outcome.output.n == 0, "status, output");
        check(is_text(&outcome.messages, messages), "messages");
        if (count.failed > failed) {
            printf("FAIL: %s %s%s: %s", some.arguments[0], some.arguments[1],
                   some.manner.bsd ? ", BSD" : "", (char *)outcome.messages.at);
        }
        drop(&outcome);
    }
}
