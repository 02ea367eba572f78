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

/* Returns whether the line starts as one that programs write and read, so that nothing may change
 * it: a control line, SEEN-BY, AREA, a tearline or an origin line. */
static inline bool furl_is_kludge(struct furl_range line)
{
    bool is = false;

    for (enum furl_line i = FURL_LINE_CONTROL; i < FURL_LINES && !is; i++) {
        is = furl_line_is(line, i);
    }
    return is && !furl_starts(line, "AREA://"); /* which is a URL */
}

#endif
