/*
 * Every stage, and the reading of every format of mail, takes a number of steps that is linear in
 * the input's length, whatever that holds.
 *
 *     linear [ROUNDS]     of the search for slow texts, for each stage
 */
#include "linear.h"

#include <stdio.h>
#include <stdlib.h>

#include "common.h"
#include "steps.h"

bool is_linear(const struct subject *subject)
{
    double few = subject->steps(subject->what, subject->little);
    double many = subject->steps(subject->what, subject->much);
    bool fine = many <= subject->most && many <= subject->growth * few + 1;

    printf("%s%s: %.1f steps an octet, %s\n", fine ? "" : "FAIL ", subject->kind, many,
           subject->name);
    return fine;
}

int main(int argc, char **argv)
{
    bool texts = are_texts_linear(argc > 1 ? strtoul(argv[1], NULL, 10) : 300);
    bool stores = are_stores_linear();

    if (steps == 0) {
        puts("skipped: this compiler does not count steps");
        return SKIPPED;
    }
    return !texts || !stores;
}
