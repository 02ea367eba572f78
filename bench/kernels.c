/*
 * The whole program with the kernels that one names, to see what processors do that have no better
 * ones. Usage: kernels KERNELS COMMAND...; without arguments, it names the kernels that are here.
 * The linker (--wrap) puts what is here in the place of main() and furl_choose_kernels().
 */
#include <stdio.h>
#include <string.h>

#include "furl/kernels/kernels.h"

static const struct furl_kernels *chosen;

const struct furl_kernels *__wrap_furl_choose_kernels(void);
const struct furl_kernels *__wrap_furl_choose_kernels(void)
{
    return chosen;
}

int __real_main(int argc, char **argv);
int __wrap_main(int argc, char **argv);
int __wrap_main(int argc, char **argv)
{
    for (size_t nth = 0; nth < FURL_KERNELS; nth++) {
        const struct furl_kernels *kernels = furl_kernels_of(nth);
        if (kernels != NULL && argc < 2) {
            puts(kernels->name);
        } else if (kernels != NULL && strcmp(kernels->name, argv[1]) == 0) {
            chosen = kernels;
        }
    }
    if (chosen == NULL) {
        return argc < 2 ? 0 : 127; /* as where a program is not there */
    }
    if (furl_choose_kernels() != chosen) {
        fputs("kernels: --wrap names another function than furl_choose_kernels\n", stderr);
        return 2;
    }
    argv[1] = argv[0];
    return __real_main(argc - 1, argv + 1);
}
