/* libFuzzer's entry: the target is named in the environment, FUZZ_TARGET. */
#include <stdio.h>

#include "fuzz.h"

int LLVMFuzzerTestOneInput(const unsigned char *octets, size_t n);

int LLVMFuzzerTestOneInput(const unsigned char *octets, size_t n)
{
    static const struct fuzz_target *target;

    if (target == NULL) {
        const char *name = getenv("FUZZ_TARGET");
        target = name != NULL ? fuzz_target(name) : NULL;
        if (target == NULL) {
            fprintf(stderr, "FUZZ_TARGET names no target\n");
            exit(1);
        }
    }
    target->run((struct furl_range){octets, n});
    return 0;
}
