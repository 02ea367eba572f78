/* Margins: the widths at which editors cut lines, and what the width of a line says about whether
 * it was cut (fidourl(1), extract). */
#ifndef FURL_MARGIN_H
#define FURL_MARGIN_H

#include "line.h"

/* Lines narrower than this are cut by no editor that has a margin. */
#define FURL_MARGIN_MIN ((size_t)60)

/* The widest margin that is in use. */
#define FURL_MARGIN_MAX ((size_t)80)

/* The points of a line that was not cut, whatever else there is. */
#define FURL_NEVER (-100)

/* Whether `width` is a margin that most editors have. */
bool furl_is_usual_margin(size_t width);

/* Whether `width` is a margin in use, or one for lines that are quoted as often as `line`. */
bool furl_is_margin(const struct furl_line *line, size_t width);

/* Whether so many columns of text are what the author of `line` left on a line, or who quoted it
 * before the last one who did. */
bool furl_fills_line(const struct furl_line *line, size_t text);

/* How likely `line`, at whose end there is a URL, was cut: points, up to about 10; FURL_NEVER.
 * Where there are fewer than `needed`, any number that is less, since not all lines are looked at
 * then. `before` is the text before it, as in furl_near_take; `next` is the line after it, of its
 * kind. `alone` says that nothing comes before the URL in the line, except a delimiter. */
int furl_margin_points(const struct furl_line *line, bool alone, struct furl_range before,
                       const struct furl_line *next, int needed);

#endif
