/* Frames of lines: a box that a program drew around a text, or line numbers before the text. */
#ifndef FURL_FRAME_H
#define FURL_FRAME_H

#include "furl/core/octets.h"

/* The frame of a line. All lines of a box have equal frames. */
struct furl_frame {
    const char *bar;    /* NULL: no frame */
    size_t left, right; /* columns before the left bar, and before the right bar or 0 */
};

/*
 * Drops the frame of the line and returns the frame. A frame is a bar at both ends, a number and a
 * bar before the text, or a drawn bar before the text. A bar is a box-drawing character, `|` or
 * `*`. If the bar is also inside the line, as in a table, there is no frame.
 */
struct furl_frame furl_frame_take(struct furl_range *line);

/* Returns the number of octets of the frame before the text. The line must have a frame. */
size_t furl_frame_left(struct furl_range line);

/* Returns the number of octets of the bar at the front, or 0. */
size_t furl_frame_bar(struct furl_range octets);

static inline bool furl_frame_is_same(struct furl_frame one, struct furl_frame other)
{
    return one.bar == other.bar && one.left == other.left && one.right == other.right;
}

#endif
