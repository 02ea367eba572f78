/* Frames of lines: a box that a program drew around a text, or numbers of lines before it. */
#ifndef FURL_FRAME_H
#define FURL_FRAME_H

#include "furl/base/octets.h"

/* What is around the text of a line. Lines of one box have equal ones. */
struct furl_frame {
    const char *bar; /* NULL: nothing */
    size_t left,
        right; /* columns before the first bar; and before the last one, 0: there is none */
};

/*
 * Drops the frame of the line: a bar at both ends, or a number and a bar, or a bar that is drawn,
 * before it. A bar is one of the characters that boxes are drawn with, or `|` or `*`. If one is
 * inside the line, too, as in a table, there is no frame.
 */
struct furl_frame furl_frame_take(struct furl_range *line);

/* The octets of the frame before the text of a line that has one. */
size_t furl_frame_left(struct furl_range line);

/* The octets of a bar at the front; 0: there is none. */
size_t furl_frame_bar(struct furl_range octets);

static inline bool furl_frame_is_same(struct furl_frame one, struct furl_frame other)
{
    return one.bar == other.bar && one.left == other.left && one.right == other.right;
}

#endif
