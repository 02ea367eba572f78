#include "config.h"

#include "lines.h"

void lines_pass(struct lines *lines, const unsigned char *octets, size_t n)
{
    bool cr = lines->cr;

    for (size_t i = 0; i < n; i++) {
        lines->line += octets[i] == '\r' || (octets[i] == '\n' && !cr);
        cr = octets[i] == '\r';
    }
    lines->cr = cr;
    lines->offset += n;
}
