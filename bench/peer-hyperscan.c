/* Hyperscan or Vectorscan: finds URLs with where they start, and prints them. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <hs.h>
#include <stdlib.h>
#include <unistd.h>

#include "lines.h"

static char text[256 * 1024];
static unsigned long long start,
    end; /* of the match, as far as it is known; none if they are one */

static void put_match(void)
{
    if (end > start) {
        fwrite(text + start, 1, (size_t)(end - start), stdout);
        putchar('\n');
    }
    start = end = 0;
}

/* Of matches with one start, the last one is the longest. */
static int each(unsigned id, unsigned long long from, unsigned long long to, unsigned flags,
                void *context)
{
    (void)id;
    (void)flags;
    (void)context;
    if (from != start) {
        put_match();
    }
    start = from;
    end = to;
    return 0;
}

int main(int argc, char **argv)
{
    static char out[1 << 18];
    hs_database_t *database = NULL;
    hs_compile_error_t *error = NULL;
    hs_scratch_t *scratch = NULL;
    int fd = argc == 3 ? open(argv[2], O_RDONLY) : -1;
    size_t held = 0;

    if (fd < 0 ||
        hs_compile(argv[1], HS_FLAG_SOM_LEFTMOST | HS_FLAG_CASELESS, HS_MODE_BLOCK, NULL, &database,
                   &error) != HS_SUCCESS ||
        hs_alloc_scratch(database, &scratch) != HS_SUCCESS) {
        return 2;
    }
    setvbuf(stdout, out, _IOFBF, sizeof out);
    for (ssize_t n = 0; (n = read(fd, text + held, sizeof text - held)) > 0;) {
        size_t have = held + (size_t)n;
        char *lf = memrchr(text, '\n', have);
        size_t whole = lf != NULL ? (size_t)(lf - text) + 1 : have;
        hs_scan(database, text, (unsigned)whole, 0, scratch, each, NULL);
        put_match();
        held = have - whole;
        memmove(text, text + whole, held);
    }
    return fflush(stdout) != 0;
}
