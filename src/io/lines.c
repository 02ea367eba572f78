#include "config.h"

#include "lines.h"

#include "furl/kernels/kernels.h"

/* Line breaks, where LF and CR are mixed. */
static size_t count_mixed(const unsigned char *octets, size_t n, bool cr)
{
    size_t breaks = 0;

    for (size_t i = 0; i < n; i++) {
        breaks += octets[i] == '\r' || (octets[i] == '\n' && !cr);
        cr = octets[i] == '\r';
    }
    return breaks;
}

void lines_pass(struct lines *lines, const unsigned char *octets, size_t n)
{
    const struct furl_kernels *kernels = furl_kernels();
    size_t lf = kernels->count(octets, n, '\n');
    size_t cr = kernels->count(octets, n, '\r');
    bool mixed = lf > 0 && (cr > 0 || lines->cr);

    lines->line += mixed ? count_mixed(octets, n, lines->cr) : lf + cr;
    if (n > 0) {
        lines->cr = octets[n - 1] == '\r';
    }
    lines->offset += n;
}
