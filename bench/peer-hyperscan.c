/* Hyperscan or Vectorscan: finds URLs with where they start, and prints them. */
#include <fcntl.h>
#include <hs.h>
#include <stdlib.h>
#include <unistd.h>

#include "lines.h"

static char text[256 * 1024];
static unsigned long long start = 1, end;

/* Of matches with one start, the last one is the longest. */
static int each(unsigned id, unsigned long long from, unsigned long long to, unsigned flags,
                void *context)
{
    (void)id;
    (void)flags;
    (void)context;
    if (from != start && end > start) {
        fwrite(text + start, 1, (size_t)(end - start), stdout);
        putchar('\n');
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

    if (fd < 0 ||
        hs_compile(argv[1], HS_FLAG_SOM_LEFTMOST | HS_FLAG_CASELESS, HS_MODE_BLOCK, NULL, &database,
                   &error) != HS_SUCCESS ||
        hs_alloc_scratch(database, &scratch) != HS_SUCCESS) {
        return 2;
    }
    setvbuf(stdout, out, _IOFBF, sizeof out);
    for (ssize_t n = 0; (n = read(fd, text, sizeof text)) > 0;) {
        start = 1;
        end = 0;
        hs_scan(database, text, (unsigned)n, 0, scratch, each, NULL);
        each(0, 0, 0, 0, NULL);
    }
    return fflush(stdout) != 0;
}
