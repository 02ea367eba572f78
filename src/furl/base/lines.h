/* The fronts of lines that Fidonet programs write and read (FTS-0001, FTS-0004, FTS-4000). */
#ifndef FURL_LINES_H
#define FURL_LINES_H

#include "octets.h"

enum furl_line {
    FURL_LINE_CONTROL,
    FURL_LINE_SEEN_BY,
    FURL_LINE_AREA,
    FURL_LINE_TEAR,
    FURL_LINE_ORIGIN,
    FURL_LINES
};
static const char *const furl_lines[FURL_LINES] = {"\1", "SEEN-BY:", "AREA:", "--- ", " * Origin:"};

/* Returns whether the text begins with a line of this kind. */
static inline bool furl_line_is(struct furl_range text, enum furl_line line)
{
    return furl_starts(text, furl_lines[line]);
}

#endif
