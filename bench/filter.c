/*
 * encode and decode with kernels that one names, to see what processors do that have no better
 * ones. Usage: filter KERNELS encode|decode FILE.
 */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "furl/percent/escape.h"
#include "furl/percent/unescape.h"

#define BLOCK ((size_t)32768)

static unsigned char in[8 * BLOCK], out[FURL_ESCAPED_MAX(BLOCK)];
static struct furl_escape escaping;
static struct furl_unescape unescaping;

static void no_report(void *context, uint64_t column)
{
    (void)context;
    (void)column;
}

static const struct furl_kernels *named(const char *name)
{
    for (size_t nth = 0; nth < FURL_KERNELS; nth++) {
        const struct furl_kernels *kernels = furl_kernels_of(nth);
        if (kernels != NULL && strcmp(kernels->name, name) == 0) {
            return kernels;
        }
    }
    return NULL;
}

static int filter(int fd, int decodes)
{
    for (ssize_t n = 0; (n = read(fd, in, sizeof in)) > 0;) {
        for (size_t i = 0; i < (size_t)n; i += BLOCK) {
            size_t some = (size_t)n - i < BLOCK ? (size_t)n - i : BLOCK;
            size_t made = decodes ? furl_unescape_feed(&unescaping, in + i, some, out)
                                  : furl_escape_feed(&escaping, in + i, some, out);
            if (write(STDOUT_FILENO, out, made) != (ssize_t)made) {
                return 1;
            }
        }
    }
    return 0;
}

int main(int argc, char **argv)
{
    const struct furl_kernels *kernels = argc == 4 ? named(argv[1]) : NULL;
    int fd = argc == 4 ? open(argv[3], O_RDONLY) : -1;
    struct furl_range stays = {(const unsigned char *)"\n\r", 3};

    if (kernels == NULL || fd < 0) {
        return 127; /* as where a program is not there */
    }
    furl_escape_init(&escaping, &furl_rule_books[FURL_FIDOURL], &furl_components[FURL_VALUE]);
    furl_escape_lines(&escaping);
    escaping.kernels = kernels;
    furl_unescape_init(&unescaping, ' ', stays, false, no_report, NULL);
    unescaping.kernels = kernels;
    return filter(fd, strcmp(argv[2], "decode") == 0);
}
